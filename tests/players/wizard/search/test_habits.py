"""Habits of seats in Wizard: they act as the players do whose names they have, and a match shows them."""

from collections.abc import Callable

import numpy as np
import pytest

from overtrick.bots.bot import Hello
from overtrick.bots.inside import BuiltIn, Chooser
from overtrick.compiled.twin import twin
from overtrick.core.cards import members
from overtrick.core.luck import fresh_state
from overtrick.games.tricks import TURN, playable
from overtrick.games.view import View
from overtrick.games.wizard import rulebook as wizard
from overtrick.games.wizard.rulebook import FIRST_TRUMP, PHASE, PLAYING, forbidden_bid
from overtrick.match.play import play
from overtrick.match.record import new_match
from overtrick.players.wizard import classic
from overtrick.players.wizard import rules as wizard_rules
from overtrick.players.wizard.net import brain as wizard_brain
from overtrick.players.wizard.net import player as wizard_net
from overtrick.players.wizard.search import habits as wizard_habits
from overtrick.players.wizard.search import rollout as wizard_rollout
from overtrick.players.wizard.search.acquaintance import BEFOREHAND, Acquaintance, ways_of
from overtrick.players.wizard.search.habits import BY_CHANCE, BY_CLASSIC, BY_FORMULA, BY_NET, FAIRLY, HABITS, LOOSELY
from overtrick.players.wizard.sight import distinct, unseen
from tests.support.programs import built_in
from tests.support.wizard_positions import positions

pytestmark = pytest.mark.long

KERNEL = twin(wizard_habits)
CHOOSERS: dict[int, Callable[[View], int]] = {
    BY_NET: wizard_net.choose,
    FAIRLY: wizard_net.choose,
    LOOSELY: wizard_net.choose,
    BY_FORMULA: wizard_rules.choose,
    BY_CLASSIC: classic.choose,
}


@pytest.mark.parametrize("habit", CHOOSERS)
def test_a_habit_acts_as_its_player(habit: int) -> None:
    for seen, _ in positions(150, 51):
        ways = ways_of(seen, np.full(6, habit), wizard_brain.desk())
        assert KERNEL.act(np.array(seen.row), ways, 1 << 31) == CHOOSERS[habit](seen)


def test_chance_takes_any_legal_action() -> None:
    found = {True: 0, False: 0}
    states = [fresh_state(bytes([number]), "chance") for number in range(200)]
    for seen, _ in positions(100, 52):
        ways = ways_of(seen, np.full(6, BY_CHANCE), wizard_brain.desk())
        actions = {KERNEL.act(np.array(seen.row), ways, state) for state in states}
        assert actions <= set(wizard.legal(seen.row))
        found[actions == set(wizard.legal(seen.row))] += 1
    assert found[True] > 10 * found[False]


@pytest.mark.parametrize("habit", range(HABITS))
def test_the_odds_of_all_actions_add_up_to_one(habit: int) -> None:
    for seen, _ in positions(150, 53):
        row = np.array(seen.row)
        ways = ways_of(seen, np.full(6, habit), wizard_brain.desk())
        if seen.row[PHASE] == PLAYING:
            actions = members(distinct(seen.row, playable(seen.row), unseen(seen.row, seen.row[TURN])))
        else:
            actions = wizard.legal(seen.row)
        if actions[0] < FIRST_TRUMP and forbidden_bid(seen.row) < 0:
            assert sum(KERNEL.odds_of(row, action, ways) for action in actions) == pytest.approx(1)


@pytest.mark.parametrize("habit", CHOOSERS)
def test_hardly_anything_is_likelier_than_what_a_habit_does(habit: int) -> None:
    for seen, _ in positions(100, 54):
        if len(wizard.legal(seen.row)) < 2 or wizard.legal(seen.row)[0] >= FIRST_TRUMP:
            continue
        row = np.array(seen.row)
        ways = ways_of(seen, np.full(6, habit), wizard_brain.desk())
        odds = {action: KERNEL.odds_of(row, action, ways) for action in wizard.legal(seen.row)}
        assert odds[CHOOSERS[habit](seen)] > max(odds.values()) - 0.16  # several equal cards may make up for less worth


def watched(others: list[str], options: dict[str, object], seed: int) -> tuple[Acquaintance, View]:
    """Return what the first seat knows in the end of a match, and its last view."""
    others_known = Acquaintance()

    def sit(hello: Hello) -> Chooser:
        def choose(view: View) -> int:
            others_known.shares(view)
            return wizard_net.choose(view)

        return choose

    match = new_match("wizard", ["spy", *others], options, seed.to_bytes(32))
    play(match, [BuiltIn(sit), *(built_in(name, "wizard") for name in others)])
    assert others_known.seen is not None
    return others_known, others_known.seen


def test_habits_are_recognised_by_the_middle_of_a_match() -> None:
    others = ["wizard:classic", "wizard:rules", "wizard:net", "random"]
    for seed in range(3):
        known, last = watched(others, {"series": [*range(1, 11)]}, seed)
        shares = known.shares(last)
        assert min(shares[1, BY_CLASSIC], shares[2, BY_FORMULA], shares[3, [BY_NET, FAIRLY]].sum()) > 0.9
        assert shares[4, [LOOSELY, BY_CHANCE]].sum() > 0.8


def test_a_stranger_may_have_any_habit_until_a_deal_is_over_and_the_own_seat_has_one() -> None:
    known = Acquaintance()
    seen, _ = next(positions(1, 55))
    for shares in (known.shares(seen), known.shares(seen)):
        assert shares.sum(axis=1) == pytest.approx(1)
        assert shares[seen.seat, BY_NET] == 1
        others = np.delete(shares, seen.seat, axis=0)
        assert others == pytest.approx(np.tile(BEFOREHAND, (5, 1)))


def test_habits_are_drawn_as_often_as_their_shares_say() -> None:
    shares, habits = np.array([[0.5, 0.2, 0.0, 0.0, 0.3, 0.0]] * 6), np.zeros(6, np.int64)
    counts, state = np.zeros(HABITS), fresh_state(b"1", "habits")
    for _ in range(2000):
        state = twin(wizard_rollout).draw_habits(shares, habits, state)
        counts += np.bincount(habits, minlength=HABITS)
    assert counts / counts.sum() == pytest.approx(shares[0], abs=0.02)


def test_who_plays_loosely_slips_now_and_then_and_who_plays_like_the_networks_never() -> None:
    states = [fresh_state(bytes([number]), "slips") for number in range(60)]
    slipped = dict.fromkeys((BY_NET, LOOSELY), 0)
    for seen, _ in positions(60, 56):
        for habit in slipped:
            ways = ways_of(seen, np.full(6, habit), wizard_brain.desk())
            meant = wizard_net.choose(seen)
            slipped[habit] += sum(KERNEL.act(np.array(seen.row), ways, state) != meant for state in states)
    assert slipped[BY_NET] == 0 < slipped[LOOSELY] < 0.15 * 60 * 60


def test_every_table_can_be_looked_back_at() -> None:
    options: list[dict[str, object]] = [
        {"series": "elimination"},
        {"bidding": "hidden", "series": [3, 5]},
        {"direction": "anticlockwise", "trump_choice": "random", "series": [3, 5]},
        {"hook": "canadian", "series": [3, 5]},
    ]
    for agreed in options:
        known, _ = watched(["wizard:classic"] * 3, agreed, 2)
        assert np.isfinite(known.evidence).all()
        assert known.evidence[1:4].any()
