"""Many tables at once: every one of them goes on as the rulebook and the views say."""

from typing import Any

import numpy as np
import pytest

from overtrick.adapters.batch import batch
from overtrick.adapters.observations.encoding import encoding_of
from overtrick.compiled.tables import tables as tables_module
from overtrick.compiled.tables.stepping import ROOM
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.contract import NOBODY, UNKNOWN, Event, settled
from overtrick.games.view import view

pytestmark = pytest.mark.long

SEED = bytes(range(32))
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("wizard", 4, {"series": [3, 1, 4]}),
    ("wizard", 6, {"preset": "house"}),
    ("wizard", 3, {"bidding": "hidden", "trump_choice": "random", "series": [2, 20]}),
    ("duel", 2, {}),
    ("duel", 2, {"ranks": 13, "stock": 20}),
    ("figgie", 4, {}),
    ("figgie", 5, {"model": "tick"}),
]


class Twin:
    """One table of a batch, played again by the interpreted rulebook."""

    def __init__(self, tables: Any, index: int) -> None:
        self.tables, self.index, self.game = tables, index, tables.game
        self.encoding = encoding_of(self.game)
        self.deals = 0
        self.fresh()

    def fresh(self) -> None:
        self.row = self.tables._tables.rows[self.index].tolist()
        self.events: list[Event] = []

    def play(self, number: int) -> None:
        """Play an action and compare everything."""
        game, tables, index = self.game, self.tables, self.index
        seat, action = game.to_move(self.row), self.encoding.lanes.game_action(number)
        game.play(self.row, action)
        self.events += game.events(self.row, seat, action)
        rewards = tables.rewards[index].tolist()
        if game.to_move(self.row) == NOBODY:
            assert rewards == [game.score(self.row, other) for other in range(tables.seats)]
            length = int(tables._tables.shared[ROOM])
            self.deals = (self.deals + 1) % length
            assert tables.over[index] == (self.deals == 0)
            self.fresh()
        else:
            assert not any(rewards)
            assert not tables.over[index]
            assert tables._tables.rows[index].tolist() == self.row
        assert tables.deals[index] == self.deals
        self.compare()

    def compare(self) -> None:
        """Compare what the seat to move sees and may do with what its view says."""
        seat = self.game.to_move(self.row)
        assert self.tables.to_move[self.index] == seat
        memory = self.encoding.new_memory(self.row)
        for event in self.events:
            self.encoding.lanes.note_event(memory, event)
        seen = view(self.game, self.row, self.events, seat)
        assert self.tables.observations[self.index].tolist() == self.encoding.observe(seen, memory).tolist()
        assert self.tables.masks[self.index].tolist() == self.encoding.mask(seen).tolist()


@pytest.mark.parametrize(("name", "seats", "options"), TABLES, ids=str)
def test_every_table_goes_on_as_the_rulebook_and_the_views_say(name: str, seats: int, options: dict[str, Any]) -> None:
    tables = batch(name, 5, seats=seats, seed=SEED, **options)
    twins = [Twin(tables, index) for index in range(5)]
    for one in twins:
        one.compare()
    actions = np.zeros(5, np.int64)
    over, steps = 0, 0
    while over < 2 and steps < 2500:
        steps += 1
        tables.choose(actions)
        tables.step(actions)
        over += int(tables.over.sum())
        for one in twins:
            one.play(int(actions[one.index]))
    assert over >= 2, "matches have ended and others begun"


def test_a_later_deal_knows_the_score() -> None:
    tables = batch("wizard", 3, seats=4, seed=SEED, series=[1, 2])
    rules = GAMES["wizard"].rules(4, settled(GAMES["wizard"], 4, {"series": [1, 2]}))
    actions = np.zeros(3, np.int64)
    while not (tables.deals == 1).all():
        finished = [row.tolist() for row in tables._tables.rows]
        tables.choose(actions)
        played = actions.copy()
        tables.step(actions)
    for index, row in enumerate(finished):
        if GAMES["wizard"].refuse(row, int(played[index])) == 0 and tables.rewards[index].any():
            GAMES["wizard"].play(row, int(played[index]))
            setup = GAMES["wizard"].next_deal(rules, [row])
            totals = slice(-6, None)
            assert tables._tables.rows[index, totals].tolist() == setup[totals]
            assert sum(setup[totals]) != 0


def test_the_same_seed_gives_the_same_tables() -> None:
    one, two, other = (batch("duel", 4, seed=seed) for seed in (SEED, SEED, bytes(32)))
    assert np.array_equal(one.observations, two.observations)
    assert not np.array_equal(one.observations, other.observations)
    assert not np.array_equal(one.observations[0], one.observations[1])
    two.step(two.masks.argmax(axis=1))
    two.reset(SEED)
    assert np.array_equal(one.observations, two.observations)
    two.reset()
    assert not np.array_equal(one.observations, two.observations)


def test_an_action_that_is_not_allowed_is_refused_before_anything_is_played() -> None:
    tables = batch("duel", 3, seed=SEED)
    before = tables._tables.rows.copy()
    actions = tables.masks.argmax(axis=1)
    for wrong in (-1, 52, int(tables.masks[1].argmin())):
        actions[1] = wrong
        with pytest.raises(Mistake, match=f"action {wrong} at table 1 is not allowed"):
            tables.step(actions)
        assert np.array_equal(tables._tables.rows, before)
    with pytest.raises(Mistake, match="actions are float64 of shape"):
        tables.step(actions.astype(np.float64))
    with pytest.raises(Mistake, match=r"allowed: int64 or int32 of shape \(3,\)"):
        tables.step(actions[:2])


def test_the_arrays_may_belong_to_somebody_else() -> None:
    observations, masks = np.zeros((3, 704), np.int8), np.zeros((3, 64), np.int8)
    rewards, actions = np.zeros((3, 2), np.float32), np.zeros(3, np.int32)
    given: dict[str, Any] = {
        "observations": observations[:, 8:304],
        "masks": masks[:, :52],
        "rewards": rewards,
        "actions": actions,
    }
    ours, usual = batch("duel", 3, seed=SEED, buffers=given), batch("duel", 3, seed=SEED)
    assert ours.observations is given["observations"]
    paid = 0.0
    for _ in range(25):
        assert np.array_equal(observations[:, 8:304], usual.observations)
        assert np.array_equal(masks[:, :52], usual.masks)
        assert np.array_equal(rewards, usual.rewards)
        usual.choose(actions)
        usual.step(actions.astype(np.int64))
        ours.step()
        paid += rewards.sum()
    assert paid == 30, "ten tricks at each of three tables"
    assert not observations[:, :8].any() and not observations[:, 304:].any() and not masks[:, 56:].any()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"hands": np.zeros(3)}, "there is no buffer 'hands'; allowed: observations, masks, rewards, actions"),
        ({"rewards": np.zeros((3, 2), int)[:, :1]}, "rewards are int64 of shape (3, 1); allowed: int64 or float32"),
        ({"masks": np.zeros((3, 52), np.int8)}, "masks has rows that are 52 bytes apart; allowed: rows without gaps"),
        ({"observations": np.zeros((3, 592), np.int8)[:, ::2]}, "observations has rows that are 592 bytes apart"),
        ({"masks": np.zeros((3, 65), np.int8)[:, 1:53]}, "masks has rows that are 65 bytes apart"),
    ],
)
def test_a_buffer_that_does_not_fit_is_refused(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Mistake) as caught:
        batch("duel", 3, buffers=given)
    assert str(caught.value).startswith(sentence)


def test_there_is_room_for_more_deals_than_anybody_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = batch("wizard", 3, seats=3, seed=SEED, series=[1, 2, 1, 3])
    monkeypatch.setattr(tables_module, "deal_count", lambda game, rules: UNKNOWN)
    monkeypatch.setattr(tables_module, "DEALS_AT_FIRST", 1)
    ours = batch("wizard", 3, seats=3, seed=SEED, series=[1, 2, 1, 3])
    actions = np.zeros(3, np.int64)
    for _ in range(80):
        usual.choose(actions)
        usual.step(actions)
        ours.step(actions)
        assert np.array_equal(usual.observations, ours.observations)
        assert np.array_equal(usual.rewards, ours.rewards)
        assert np.array_equal(usual.over, ours.over)


def test_random_choices_are_all_equally_likely() -> None:
    tables = batch("wizard", 2000, seed=SEED, series=[4])
    actions = np.zeros(2000, np.int64)
    tables.choose(actions)
    bids = actions[tables.masks[:, 60] == 1] - 60
    counts = np.bincount(bids, minlength=5)
    assert len(counts) == 5
    assert (abs(counts - len(bids) / 5) < 5 * np.sqrt(len(bids) * 0.16)).all()


def test_a_mistake_is_answered_with_a_sentence() -> None:
    with pytest.raises(Mistake, match="tables is 0; allowed: 1 or more"):
        batch("duel", 0)
    with pytest.raises(Mistake, match="wizard is played by 3 to 6 seats, not 2"):
        batch("wizard", 1, seats=2)
    with pytest.raises(Mistake, match="unknown game 'chess'"):
        batch("chess", 1)
