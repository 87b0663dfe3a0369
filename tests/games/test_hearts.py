"""Hearts, the example that uses what the contract may say: judged by a few lines written from the rules alone."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, cast

import numpy as np
import pytest

from overtrick.bots.find import find
from overtrick.compiled import bulk
from overtrick.compiled.simulate import simulate
from overtrick.compiled.twin import fresh_copy, twin
from overtrick.core import luck
from overtrick.games.contract import NOBODY, UNKNOWN, Game, Row, deal_count, settled, totals
from overtrick.games.view import History
from overtrick.match.laws import check_all
from overtrick.match.play import play
from overtrick.match.record import Record, from_json, new_match, replay, start_deal, to_json

EXAMPLE = Path(__file__).parents[2] / "examples" / "hearts.py"
RANKS = [*map(str, range(2, 11)), *"JQKA"]
SEED = bytes(32)


def test_the_example_is_short() -> None:
    assert len(EXAMPLE.read_text().splitlines()) <= 250


@pytest.mark.long
def test_hearts_keeps_the_laws(hearts: Game) -> None:
    assert all(tried.pairs > 0 for _, _, tried in check_all(hearts, 1, SEED))


# The rules once more, with names and sets


def worth(card: str) -> int:
    return 13 if card == "SQ" else int(card[0] == "H")


class Referee:
    """A deal of Hearts as somebody would play it who knows nothing of rows."""

    def __init__(self, hands: Sequence[Sequence[str]], number: int) -> None:
        self.hands = [set(hand) for hand in hands]
        self.seats = len(hands)
        ways = [1, -1, self.seats // 2, 0] if self.seats % 2 == 0 else [1, -1, 0]
        self.way = ways[number % len(ways)]
        self.given: list[list[str]] = [[] for _ in hands]
        self.taken: list[list[str]] = [[] for _ in hands]
        self.trick: list[tuple[int, str]] = []
        self.tricks = 0
        self.passing = self.way != 0
        self.turn = 0 if self.passing else self.holder("C2")

    def holder(self, card: str) -> int:
        return next(seat for seat, hand in enumerate(self.hands) if card in hand)

    def may(self) -> set[str]:
        hand = self.hands[self.turn]
        if self.passing:
            return {f"pass {card}" for card in hand}
        if not self.trick:
            if self.tricks == 0:
                return {"C2"}
            broken = any(card[0] == "H" for cards in self.taken for card in cards)
            return hand if broken else {card for card in hand if card[0] != "H"} or hand
        led = {card for card in hand if card[0] == self.trick[0][1][0]}
        if led:
            return led
        return {card for card in hand if not worth(card)} or hand if self.tricks == 0 else hand

    def act(self, name: str) -> None:
        card = name.removeprefix("pass ")
        self.hands[self.turn].remove(card)
        if self.passing:
            self.given[self.turn].append(card)
            if len(self.given[self.turn]) == 3:
                self.turn += 1
            if self.turn == self.seats:
                for giver, cards in enumerate(self.given):
                    self.hands[(giver + self.way) % self.seats] |= set(cards)
                self.passing, self.turn = False, self.holder("C2")
            return
        self.trick.append((self.turn, card))
        self.turn = (self.turn + 1) % self.seats
        if len(self.trick) == self.seats:
            suit = self.trick[0][1][0]
            following = [(RANKS.index(card[1:]), seat) for seat, card in self.trick if card[0] == suit]
            self.turn = max(following)[1]
            self.taken[self.turn] += [card for _, card in self.trick]
            self.trick, self.tricks = [], self.tricks + 1

    def scores(self) -> list[int]:
        points = [sum(map(worth, cards)) for cards in self.taken]
        return [26 - own for own in points] if 26 in points and sorted(points)[-2] == 0 else points


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_stranger_allows_the_same_and_counts_the_same(hearts: Game, seats: int) -> None:
    for seed in range(6):
        match, chance = new_match("hearts", ["x"] * seats, {"points": 60}, bytes([seed] * 32)), Random(seed)
        finished: list[Row] = []
        points = [0] * seats
        while True:
            row, _ = start_deal(match, finished)
            if not row:
                break
            stranger = Referee(hearts.state(row)["hands"], len(finished))
            while hearts.to_move(row) != NOBODY:
                names = {hearts.name(row, action): action for action in hearts.legal(row)}
                assert (stranger.turn, stranger.may()) == (hearts.to_move(row), set(names))
                name = chance.choice(sorted(names))
                hearts.play(row, names[name])
                stranger.act(name)
            assert [hearts.score(row, seat) for seat in range(seats)] == stranger.scores()
            assert max(points) < 60, "another deal is dealt while nobody has reached the points"
            points = [before + new for before, new in zip(points, stranger.scores(), strict=True)]
            finished.append(row)
        assert max(points) >= 60
        assert totals(hearts, seats, finished) == points
        assert hearts.places(match.rules(), finished) == [1 + sum(other < own for other in points) for own in points]


def sequences(game: Game, row: Row, depth: int) -> int:
    return 1 if depth == 0 else sum(sequences(game, after(game, row, action), depth - 1) for action in game.legal(row))


def after(game: Game, row: Row, action: int) -> Row:
    row = row.copy()
    game.play(row, action)
    return row


def sequences_by_the_book(hands: Sequence[Sequence[str]], number: int, done: list[str], depth: int) -> int:
    stranger = Referee(hands, number)
    for name in done:
        stranger.act(name)
    if depth == 0:
        return 1
    return sum(sequences_by_the_book(hands, number, [*done, name], depth - 1) for name in stranger.may())


@pytest.mark.parametrize(("deals_before", "depth", "count"), [(3, 7, 2124), (0, 3, 1716)])
def test_a_deal_can_go_as_many_ways_as_the_rules_say(hearts: Game, deals_before: int, depth: int, count: int) -> None:
    match = new_match("hearts", ["x"] * 4, {"deals": 9}, SEED)
    finished = [start_deal(match, [])[0]] * deals_before  # in the fourth deal nothing is passed
    row, _ = start_deal(match, finished)
    hands = hearts.state(row)["hands"]
    assert sequences(hearts, row, depth) == sequences_by_the_book(hands, deals_before, [], depth) == count


def test_every_card_is_dealt_but_for_low_diamonds(hearts: Game) -> None:
    for seats, left_out in ((3, ["D2"]), (4, []), (5, ["D2", "D3"]), (6, ["D2", "D3", "D4", "D5"])):
        row, _ = start_deal(new_match("hearts", ["x"] * seats, {}, SEED), [])
        dealt = {card for hand in hearts.state(row)["hands"] for card in hand}
        assert {f"{suit}{rank}" for suit in "SHDC" for rank in RANKS} - dealt == set(left_out)
        assert len({len(hand) for hand in hearts.state(row)["hands"]}) == 1


def test_whoever_takes_all_points_gives_them_to_the_others(hearts: Game) -> None:
    rows = cast(Any, hearts)
    match = new_match("hearts", ["x"] * 4, {}, SEED)
    row, _ = start_deal(match, [])
    row[rows.TAKEN + 2] = 26
    assert [hearts.score(row, seat) for seat in range(4)] == [26, 26, 0, 26]
    assert hearts.notes(match.rules(), [row]) == ["seat 2 shoots the moon"]
    row[rows.TAKEN : rows.TAKEN + 4] = [0, 1, 25, 0]
    assert [hearts.score(row, seat) for seat in range(4)] == [0, 1, 25, 0]


@pytest.mark.long
def test_a_stated_number_of_deals_is_played_whatever_the_points(hearts: Game) -> None:
    rules = hearts.rules(4, settled(hearts, 4, {"deals": 30, "points": 10}))
    assert deal_count(hearts, rules) == 30
    assert deal_count(hearts, hearts.rules(4, settled(hearts, 4, {}))) == UNKNOWN
    assert (simulate(hearts, 5, options={"deals": 30, "points": 10}, seed=SEED).deals == 30).all()


# Who hears what


def test_only_giver_and_receiver_hear_what_is_passed(hearts: Game) -> None:
    row, _ = start_deal(new_match("hearts", ["x"] * 4, {}, SEED), [])
    history = History(hearts, 4)
    while hearts.state(row)["phase"] == "pass":
        seat, action = hearts.to_move(row), hearts.legal(row)[0]
        assert history.everything == []
        hearts.play(row, action)
        history.add(row, seat, action)
    assert len(history.everything) == 12
    for seat in range(4):
        assert {event[0] for event in history.heard(seat)} == {seat, (seat - 1) % 4}
        assert len(history.heard(seat)) == 6
    assert history.heard(NOBODY) == []
    seat = hearts.to_move(row)
    hearts.play(row, hearts.legal(row)[0])
    history.add(row, seat, 39)
    assert all(history.heard(listener)[-1] == (seat, 39) for listener in (0, 1, 2, 3, NOBODY))


# Compiled


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_interpreted_equals_compiled_on_the_same_draws(hearts: Game, seats: int) -> None:
    module = cast(ModuleType, hearts)
    plain: Any = fresh_copy(bulk)
    plain.game = hearts
    fast = twin(bulk, game=module)
    rules = hearts.rules(seats, settled(hearts, seats, {}))
    bounds = hearts.bounds(rules)
    for seed in range(20):
        state = luck.fresh_state(SEED, str(seed))
        slow_rows = [[0] * hearts.WIDTH for _ in range(40)]
        fast_rows = np.zeros((40, hearts.WIDTH), np.int64)
        expected = plain.play_match(rules, bounds, bounds.copy(), slow_rows, state)
        room = np.array(bounds)
        assert fast.play_match(np.array(rules), np.array(bounds), room, fast_rows, state) == expected
        assert fast_rows.tolist() == slow_rows
        for seat in (*range(seats), NOBODY):
            hidden, shown = slow_rows[0].copy(), fast_rows[0].copy()
            hearts.hide(hidden, seat)
            twin(module).hide(shown, seat)
            assert shown.tolist() == hidden


def test_room_grows_for_a_series_that_nobody_knows_the_length_of(hearts: Game) -> None:
    told: list[int] = []
    found = simulate(hearts, 30, options={"points": 1000}, seed=SEED, progress=told.append)
    assert found.compiled
    assert sum(told) == 30
    assert found.deals.min() > 32, "more deals than there is room for at first"
    assert found.kept["taken"].shape == (30, found.deals.max(), 4)
    assert (found.scores.max(axis=1) >= 1000).all()
    sums = found.kept["taken"].sum(axis=2)
    played = np.arange(sums.shape[1]) < found.deals[:, None]
    assert (sums == np.where(played, 26, 0)).all()


def test_the_moon_is_shot_now_and_then(hearts: Game) -> None:
    found = simulate(hearts, 2000, seats=3, seed=SEED)
    taken = found.kept["taken"].astype(np.int64)
    shot = (taken == 26).any(axis=2, keepdims=True)
    assert shot.any()
    assert (np.where(shot, 26 - taken, taken).sum(axis=1) == found.scores).all()


def test_players_that_are_not_compiled_play_it_too(hearts: Game) -> None:
    found = simulate(hearts, 8, players=["careful", "random", "random", "random"], seed=SEED, threads=2)
    assert not found.compiled
    assert found.scores[:, 0].mean() < found.scores[:, 1:].mean()


# Records


@pytest.fixture
def record(hearts: Game) -> Record:
    match = new_match("hearts", ["careful", "random", "hearts:medium", "first"], {"points": 30}, SEED)
    return play(match, [find(name, "hearts")() for name in match.players])


def test_a_record_can_be_written_read_and_replayed(hearts: Game, record: Record) -> None:
    assert from_json(to_json(record)) == record
    assert len(replay(record)) == len(record.deals)
    assert min(record.totals) == record.totals[record.places.index(1)]
    assert max(record.totals) >= 30
