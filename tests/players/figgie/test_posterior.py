"""The odds of the Figgie decks are those of an honest count, and follow only from what the seat may know."""

from functools import lru_cache
from math import comb, prod
from random import Random

import numpy as np
import pytest

from overtrick.compiled.twin import twin
from overtrick.games.contract import NOBODY, Event, Row
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.figgie.rulebook import DECKS, GOAL, HAND, SEAT_COUNT, SIZE, SUITS
from overtrick.games.view import view
from overtrick.players.figgie import posterior as figgie_posterior
from overtrick.players.figgie.bounds import BOUND, NET, PRICE, new_book, note, read_events
from overtrick.players.figgie.posterior import (
    DESK_WIDTH,
    GOALS,
    SIZES,
    deck_odds,
    goal_odds,
    memory,
    new_desk,
    remembered_odds,
)
from overtrick.players.figgie.seat import Reader, knowledge
from tests.support.games_and_options import TABLES, Table, moves

Hand = tuple[int, ...]


def position(seats: int, own: Hand, bounds: list[Hand]) -> tuple[Row, Row]:
    """Return the row and the book of seat 0 with a hand, and bounds for the seats after it."""
    row, book = [0] * figgie.WIDTH, new_book()
    row[SEAT_COUNT] = seats
    row[HAND : HAND + SUITS] = own
    for other, bound in enumerate(bounds, 1):
        book[BOUND + SUITS * other : BOUND + SUITS * other + SUITS] = bound
    return row, book


def odds_of(row: Row, book: Row, seat: int = 0) -> list[float]:
    desk = new_desk()
    deck_odds(book, row, seat, desk)
    return desk[:DECKS]


def hands(cards: int, least: Hand, left: Hand) -> list[Hand]:
    """Return all hands of so many cards between two holdings."""
    if len(least) == 1:
        return [(cards,)] if least[0] <= cards <= left[0] else []
    return [
        (first, *rest)
        for first in range(least[0], min(cards, left[0]) + 1)
        for rest in hands(cards - first, least[1:], left[1:])
    ]


def slow_odds(seats: int, own: Hand, bounds: list[Hand]) -> list[float]:
    """Count deals in whole numbers, card by card: choose each opponent's cards from those that are left."""
    each = 40 // seats

    @lru_cache(None)
    def ways(opponent: int, left: Hand) -> int:
        if opponent == len(bounds):
            return 1
        return sum(
            prod(map(comb, left, hand)) * ways(opponent + 1, tuple(a - b for a, b in zip(left, hand, strict=True)))
            for hand in hands(each, bounds[opponent], left)
        )

    counts = []
    for which in range(DECKS):
        sizes = SIZES[SUITS * which : SUITS * which + SUITS]
        left = tuple(size - held for size, held in zip(sizes, own, strict=True))
        counts.append(prod(map(comb, sizes, own)) * ways(0, left) if min(left) >= 0 else 0)
    return [count / sum(counts) for count in counts]


def some_position(seats: int, luck: Random) -> tuple[Hand, list[Hand]]:
    """Return an own hand and bounds that a real deal satisfies."""
    sizes = SIZES[SUITS * (which := luck.randrange(DECKS)) : SUITS * which + SUITS]
    cards = [suit for suit in range(SUITS) for _ in range(sizes[suit])]
    luck.shuffle(cards)
    each = 40 // seats
    dealt = [cards[each * seat : each * seat + each] for seat in range(seats)]
    keep = luck.random()
    shown = [[suit for suit in hand if luck.random() < keep] for hand in dealt[1:]]
    return (
        tuple(dealt[0].count(suit) for suit in range(SUITS)),
        [tuple(hand.count(suit) for suit in range(SUITS)) for hand in shown],
    )


def test_decks_and_goals_are_those_of_the_rulebook() -> None:
    for which in range(DECKS):
        row = [0] * figgie.WIDTH
        figgie.set_sizes(row, which)
        assert row[SIZE : SIZE + SUITS] == SIZES[SUITS * which : SUITS * which + SUITS]
        assert row[GOAL] == GOALS[which]


@pytest.mark.parametrize("seats", [4, 5])
def test_without_bounds_the_odds_are_those_of_the_hand_alone(seats: int) -> None:
    own = (4, 2, 2, 40 // seats - 8)
    weights = [prod(map(comb, SIZES[SUITS * which : SUITS * which + SUITS], own)) for which in range(DECKS)]
    expected = [weight / sum(weights) for weight in weights]
    assert odds_of(*position(seats, own, [])) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("seats", [4, 5])
def test_the_odds_equal_a_slow_count_in_whole_numbers(seats: int) -> None:
    luck = Random(seats)
    for _ in range(12):
        own, bounds = some_position(seats, luck)
        assert odds_of(*position(seats, own, bounds)) == pytest.approx(slow_odds(seats, own, bounds), rel=1e-9)


@pytest.mark.parametrize("seats", [4, 5])
def test_the_odds_equal_those_among_sampled_deals_that_respect_the_bounds(seats: int) -> None:
    each = 40 // seats
    own = (3, 3, 2, each - 8)
    shown: list[Hand] = [(2, 0, 1, 0), (0, 2, 0, 0), (1, 0, 0, 2), (0, 0, 0, 0)]
    bounds = shown[: seats - 1]
    weights = [prod(map(comb, SIZES[SUITS * which : SUITS * which + SUITS], own)) for which in range(DECKS)]
    luck = np.random.default_rng(seats)
    kept = np.zeros(DECKS)
    for which in range(DECKS):
        left = [suit for suit in range(SUITS) for _ in range(SIZES[SUITS * which + suit] - own[suit])]
        deals = luck.permuted(np.tile(left, (6000, 1)), axis=1).reshape(6000, seats - 1, each)
        held = np.stack([(deals == suit).sum(axis=2) for suit in range(SUITS)], axis=2)
        kept[which] = weights[which] * (held >= np.array(bounds)).all(axis=(1, 2)).mean()
    assert odds_of(*position(seats, own, bounds)) == pytest.approx(list(kept / kept.sum()), abs=0.012)


def test_a_bound_speaks_for_the_mate_of_its_suit() -> None:
    before = goal_odds(odds_of(*position(4, (3, 3, 2, 2), [])))
    after = goal_odds(odds_of(*position(4, (3, 3, 2, 2), [(6, 0, 0, 0)])))
    assert after[1] > before[1]


def test_thirteen_shown_cards_leave_no_doubt_about_what_is_impossible() -> None:
    odds = odds_of(*position(4, (0, 5, 2, 3), [(6, 0, 0, 0), (5, 0, 0, 0)]))
    assert all(odds[which] == 0 for which in range(DECKS) if SIZES[SUITS * which] < 11)
    assert goal_odds(odds)[1] == pytest.approx(1)


def test_compiled_and_interpreted_odds_are_equal() -> None:
    count = twin(figgie_posterior).deck_odds
    desk = np.zeros(DESK_WIDTH)
    for seats in (4, 5) * 10:
        row, book = position(seats, *some_position(seats, Random(seats)))
        count(np.array(book), np.array(row), 0, desk)
        assert desk[:DECKS].tolist() == pytest.approx(odds_of(row, book), rel=1e-12)


# The book


def test_who_offers_a_card_had_one_and_who_sells_more_than_he_bought_had_more() -> None:
    book = new_book()
    note(book, 1, figgie.offer(2, 9), 0, NOBODY)
    assert book[BOUND + SUITS * 1 + 2] == 1
    note(book, 0, figgie.FIRST_BUY + 2, 9, 1)
    note(book, 1, figgie.FIRST_SELL + 2, 7, 3)
    assert book[BOUND + SUITS * 1 + 2] == 2
    assert (book[NET + 2], book[NET + SUITS + 2], book[NET + 3 * SUITS + 2]) == (1, -2, 1)
    assert 700 < book[PRICE + 2] < 900


def test_who_sells_what_he_bought_shows_nothing() -> None:
    book = new_book()
    note(book, 0, figgie.FIRST_BUY + 2, 9, 1)
    note(book, 0, figgie.FIRST_SELL + 2, 7, 3)
    assert book[BOUND + 2] == 0


@pytest.mark.parametrize("table", TABLES["figgie"], ids=str)
def test_in_random_play_bounds_never_exceed_what_was_dealt_and_the_true_deck_stays_possible(table: Table) -> None:
    for seed in range(3):
        match, luck = table.match(seed), Random(seed)
        row = figgie.deal(
            figgie.next_deal(match.rules(), []), [luck.randrange(b) for b in figgie.bounds(match.rules())]
        )
        dealt, sizes = row[HAND : HAND + SUITS * table.seats], row[SIZE : SIZE + SUITS]
        reader, book = Reader(), new_book()
        for seat, _, events in moves(figgie, row, luck):
            read_events(book, events)
            assert all(bound <= had for bound, had in zip(book[BOUND:], dealt, strict=False))
            if seat != 1 or luck.random() < 0.7:
                continue
            seen = view(figgie, row, events, seat)
            known = knowledge(seen, reader)
            assert known == knowledge(seen)  # what a reader remembers changes nothing
            assert list(known.dealt) == dealt[SUITS : 2 * SUITS]
            assert sum(known.goals) == pytest.approx(1)
            true = [which for which in range(DECKS) if SIZES[SUITS * which : SUITS * which + SUITS] == sizes]
            assert known.decks[true[0]] > 0


def test_what_a_seat_knows_does_not_depend_on_hidden_cards() -> None:
    events: list[Event] = []
    row, _ = position(4, (3, 3, 2, 2), [])
    others = row.copy()
    others[HAND + SUITS : HAND + 2 * SUITS] = [9, 0, 1, 0]
    assert knowledge(view(figgie, row, events, 0)) == knowledge(view(figgie, others, events, 0))


@pytest.mark.long
@pytest.mark.parametrize("seats", figgie.SEATS)
def test_what_is_remembered_is_what_was_counted(seats: int) -> None:
    luck, quick, (keys, kept) = Random(7), twin(figgie_posterior).remembered_odds, memory(4)
    for _ in range(12):
        row, book = position(seats, *some_position(seats, luck))
        for _ in range(2):  # counted, then remembered
            desk = np.zeros(DESK_WIDTH)
            quick(np.array(book), np.array(row), 0, desk, keys, kept)
            assert desk[:DECKS] == pytest.approx(odds_of(row, book))
    assert keys.any()


def test_who_of_the_others_shows_a_card_makes_no_difference_and_without_places_nothing_is_kept() -> None:
    (keys, kept), desk = memory(8), new_desk()
    shown: Hand = (1, 0, 0, 0)
    for place in range(2):
        row, book = position(4, (3, 3, 2, 2), [(0, 0, 0, 0)] * place + [shown])
        remembered_odds(book, row, 0, desk, keys, kept)
    assert np.count_nonzero(keys[:, 1]) == 1
    remembered_odds(book, row, 0, desk, *memory(0))
    assert desk[:DECKS] == pytest.approx(odds_of(row, book))
