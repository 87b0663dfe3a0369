"""wizard:search and wizard:tree: legal everywhere, in time, repeatable by worlds, and right where it is clear."""

import time
from random import Random

import numpy as np
import pytest

from overtrick.bots.inside import Chooser
from overtrick.compiled.twin import twin
from overtrick.core.mistake import Mistake
from overtrick.games.contract import settled
from overtrick.games.tricks import HAND, TRICKS, TURN, WON
from overtrick.games.view import View
from overtrick.games.wizard import rulebook as wizard
from overtrick.games.wizard.rulebook import BID, FIRST_BID, PHASE, PLAYING, STILL_IN, TOTAL
from overtrick.players.wizard.net import brain as wizard_brain
from overtrick.players.wizard.net import player as wizard_net
from overtrick.players.wizard.net.models import model_for
from overtrick.players.wizard.search import player as wizard_search
from overtrick.players.wizard.search import rollout as wizard_rollout
from overtrick.players.wizard.search import tree as wizard_tree
from overtrick.players.wizard.search.player import Budget, Search, read_setting
from overtrick.players.wizard.search.rollout import utility
from tests.support.wizard_positions import hello, positions

pytestmark = pytest.mark.long  # all of it waits for compilers


def players(setting: str) -> list[Chooser]:
    return [module.player(hello(4), setting) for module in (wizard_search, wizard_tree)]


def test_every_action_is_legal_at_every_table() -> None:
    for choose in players("3"):
        for seen, _ in positions(1200, 31):
            assert wizard.refuse(seen.row, choose(seen)) == 0


@pytest.mark.parametrize("setting", [2, 20])
def test_they_keep_their_time_on_average_and_never_take_much_more(setting: int) -> None:
    for seats in wizard.SEATS:
        model_for(seats)  # reading its file takes long, but happens once
    for choose, most in zip(players(f"{setting}ms"), (3, 1), strict=True):
        for seen, _ in positions(5, 35):
            choose(seen)  # what is loaded and linked at first is no thinking
        spent = []
        for seen, _ in positions(80, 32):
            began = time.thread_time()
            choose(seen)
            spent.append(time.thread_time() - began)
        overhead = 0.02  # a garbage collection, or the last worlds of a large table
        assert sum(spent) / len(spent) < setting / 1000 + 0.004
        assert max(spent) < most * setting / 1000 + overhead


def test_on_a_busy_machine_nobody_waits_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "thread_time", lambda: 0.0)  # as if others took all the time
    monkeypatch.setattr(wizard_search, "FEWEST_WORLDS", 10**6)  # so that it never stops early
    for choose in players("10ms"):
        seen = next(seen for seen, _ in positions(400, 33) if len(wizard_net.values(seen)) > 3)
        began = time.perf_counter()
        choose(seen)
        assert 0.02 < time.perf_counter() - began < 1.0


def test_it_thinks_no_longer_when_all_is_clear() -> None:
    seen = next(seen for seen, _ in positions(400, 33) if len(wizard_net.values(seen)) > 3)
    search = Search(seen, 1)
    search.promises, search.doubt = np.zeros(len(search.actions)), 4.0
    search.tried = 100
    rest = np.zeros((100, len(search.actions) - 2))
    ahead, noise = np.full((100, 1), 5.0), np.where(np.arange(100) % 2, 8.0, -8.0)[:, None]
    search.utilities = np.hstack([ahead, rest, noise])
    assert search.clear()
    search.utilities = np.hstack([ahead, rest, noise * 4])
    assert not search.clear()  # the last one may well be better
    search.utilities = np.hstack([rest, noise, noise])
    search.alive[:-2] = -1
    assert search.clear()  # the last two are equal in every world
    search.tried = 10
    assert not search.clear()


def test_the_networks_are_believed_until_worlds_say_more() -> None:
    seen = next(seen for seen, _ in positions(400, 33) if len(wizard_net.values(seen)) > 3)
    search = Search(seen, 1)
    search.promises, search.doubt = -3.0 * np.arange(len(search.actions)), 8.0
    for tried, first in ((4, 0), (400, 1)):
        search.tried, search.utilities = tried, np.zeros((tried, len(search.actions)))
        search.utilities[:, 1] = 6 + np.where(np.arange(tried) % 2, 28, -28)  # 6 points better, give or take
        assert search.left()[0] == first


def test_in_the_last_round_winning_counts_beside_points() -> None:
    row = wizard.deal(wizard.next_deal(wizard.rules(3, settled(wizard, 3, {"series": [1]})), []), [0] * 61)
    for seat, (total, bid, won) in enumerate(((100, 1, 1), (120, 0, 1), (129, 0, 0))):
        row[TOTAL + seat], row[BID + seat], row[WON + seat] = total, bid, won
    assert [utility(row, seat, False) for seat in range(3)] == [30, -10, 20]
    assert [utility(row, seat, True) for seat in range(3)] == [15, -5, 70]
    row[TOTAL] = 119  # now two are level
    assert [utility(row, seat, True) for seat in range(3)] == [45, -5, 40]


def test_worlds_are_played_until_it_is_the_own_turn_some_tricks_later() -> None:
    stopped = 0
    for seen, truth in positions(60, 39):
        if seen.row[PHASE] == wizard.NAMING:
            continue
        search, tricks = Search(seen, 1), seen.row[TRICKS] + 2
        wizard.play(truth, int(search.actions[0]))
        row = np.array(truth)
        twin(wizard_rollout).play_ahead(row, seen.seat, tricks, search.mixed, 7)
        if row[TURN] >= 0:
            stopped += 1
            assert row[TURN] == seen.seat and row[PHASE] == PLAYING and row[TRICKS] in (tricks, tricks + 1)
            assert -200 < twin(wizard_brain).value_position(row, seen.seat, search.ways[1], search.ways[3]) <= 220
    assert stopped > 10


def test_it_uses_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = next(seen for seen, _ in positions(400, 33) if len(wizard_net.values(seen)) > 3)
    search = Search(seen, 1)
    monkeypatch.setattr(wizard_search, "FEWEST_WORLDS", 10**6)  # so that it never stops early
    search.run(Budget(0.05))
    short = search.tried
    search = Search(seen, 1)
    search.run(Budget(0.4))
    assert search.tried > 2 * short


def test_the_same_seed_and_worlds_give_the_same_play() -> None:
    for module in (wizard_search, wizard_tree):
        played = []
        for _ in range(2):
            choose = module.player(hello(4, "7"), "12")
            played.append([choose(seen) for seen, _ in positions(40, 34)])
        assert played[0] == played[1]


def test_it_sees_no_more_than_its_view() -> None:
    luck = Random(35)
    for seen, truth in positions(60, 35):
        if seen.row[wizard.HIDDEN_BIDS]:
            continue
        state = luck.getrandbits(40) + 1
        answers = []
        for row in (seen.row, truth):
            search = Search(View(wizard, seen.seat, row, seen.events), state)
            search.run(Budget(0, 12))
            answers.append(search.scores())
        assert answers[0] == answers[1]


def test_worse_actions_are_dropped_and_the_rest_is_tried_in_the_same_worlds() -> None:
    for seen, _ in positions(80, 36):
        search = Search(seen, 1)
        search.run(Budget(0, 40))
        counts = sorted(np.count_nonzero(~np.isnan(search.utilities), axis=0), reverse=True)
        if len(counts) > 1:
            assert counts[0] == counts[1] == 40
            assert all(count < 40 for count in counts[2:])
        assert search.best() in search.actions


@pytest.mark.filterwarnings("error")
def test_no_action_is_dropped_before_it_was_tried() -> None:
    most = 0
    for seen, _ in positions(80, 37):
        search = Search(seen, 1)
        search.run(Budget(0, 1))
        if len(search.actions) > 1:
            most = max(most, len(search.actions))
            assert not np.isnan(search.utilities[0]).any()
    assert most > 4


def test_it_takes_the_last_trick_it_needs_and_no_other() -> None:
    """In the last two tricks the networks may err, but a search over all worlds hardly does."""
    better = worse = 0
    for seen, truth in positions(250, 37):
        if seen.row[HAND + seen.seat].bit_count() != 2 or len(wizard_net.values(seen)) < 2:
            continue
        search = Search(seen, 1)
        search.run(Budget(0, 60))
        scores = search.scores()
        better += scores[search.best()] >= max(scores.values()) - 1e-9
        worse += scores[search.best()] < max(scores.values()) - 1e-9
        assert truth[STILL_IN]
    assert better > 0 and worse <= better // 4


@pytest.mark.parametrize(
    ("text", "budget"), [("100ms", Budget(0.1)), ("2s", Budget(2.0)), ("0.5s", Budget(0.5)), ("200", Budget(0, 200))]
)
def test_a_setting_is_a_time_or_a_number_of_worlds(text: str, budget: Budget) -> None:
    assert read_setting(text) == budget


@pytest.mark.parametrize("text", ["fast", "0", "-5", "0ms", "1.5", "100m", "61s", "ms", "1e3", ""])
def test_other_settings_are_refused(text: str) -> None:
    with pytest.raises(Mistake, match="allowed"):
        read_setting(text)


def test_both_explain_what_they_do() -> None:
    for seen, _ in positions(30, 38):
        for module in (wizard_search, wizard_tree):
            told = module.explain(seen, Budget(0, 16))
            assert all(wizard.refuse(seen.row, choice.action) == 0 for choice in told.choices)
            assert all(choice.chance is None or 0 <= choice.chance <= 1 for choice in told.choices)
            assert type(told.choices[0].value) is float
        assert FIRST_BID
