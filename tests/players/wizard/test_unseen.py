"""Sampling of hidden cards: possible, fair, blind for the truth, and led by bids."""

from collections import Counter
from random import Random

import numpy as np
from numpy.typing import NDArray

from overtrick.compiled.twin import twin
from overtrick.core.cards import NO_CARD, members
from overtrick.games.contract import Row, settled
from overtrick.games.tricks import CARDS, HAND, PLAYED, TRICKS, TRUMP, TURN, VOIDS
from overtrick.games.view import view
from overtrick.games.wizard import rulebook as wizard
from overtrick.games.wizard.rulebook import BID, PHASE, PLAYING, TURNED_UP, WIDTH, WIZARDS
from overtrick.players.wizard import unseen as wizard_unseen
from overtrick.players.wizard.net.models import model_for
from overtrick.players.wizard.sight import unseen
from overtrick.players.wizard.unseen import GUESSES
from tests.support.wizard_positions import positions, possible

Ints = NDArray[np.int64]
KERNEL = twin(wizard_unseen)
NO_GUESS = np.zeros(GUESSES)


def worlds(row: Row, seat: int, count: int, guess: NDArray[np.float64] = NO_GUESS, tries: int = 60) -> list[Ints]:
    """Return sampled worlds of a hidden row in which nobody has played a card yet, or bids do not matter."""
    known, world, means = np.array(row, np.int64), np.zeros(WIDTH, np.int64), np.zeros(6)
    state = KERNEL.first_world(known, seat, np.zeros(6, np.int64), guess, world, means, 12345)
    sampled = []
    for _ in range(count):
        state = KERNEL.next_world(known, seat, guess, world, means, tries, state)
        sampled.append(world.copy())
    return sampled


def fresh(seats: int, cards: int, seed: int) -> Row:
    """Return a dealt row before the first bid, with a suit turned up or nothing."""
    rules = wizard.rules(seats, settled(wizard, seats, {"series": [cards]}))
    luck = Random(seed)
    return wizard.deal(wizard.next_deal(rules, []), [luck.randrange(bound) for bound in wizard.bounds(rules)])


def hidden(row: Row, seat: int) -> Row:
    """Return what a seat sees."""
    return view(wizard, row, [], seat).row


def test_every_world_is_possible_at_every_table() -> None:
    for seen, _ in positions(1500, 1):
        row = seen.row.copy()
        for world in worlds(row, seen.seat, 3, tries=20):
            assert possible(row, seen.seat, list(world))


def test_a_world_keeps_all_that_is_known() -> None:
    for seen, _ in positions(200, 2):
        (world,) = worlds(seen.row, seen.seat, 1)
        others = {HAND + other for other in range(6) if other != seen.seat}
        assert [world[i] for i in range(WIDTH) if i not in others] == [
            seen.row[i] for i in range(WIDTH) if i not in others
        ]


def test_samples_do_not_depend_on_the_true_hidden_cards() -> None:
    luck = Random(3)
    for seen, truth in positions(100, 3):
        pool = members(unseen(truth, seen.seat))
        luck.shuffle(pool)
        other_truth = truth.copy()
        for other in members(truth[wizard.STILL_IN]):
            if other != seen.seat:
                count = truth[HAND + other].bit_count()
                other_truth[HAND + other] = sum(1 << card for card in pool[:count])
                del pool[:count]
        again = hidden(other_truth, seen.seat)
        first, second = worlds(seen.row, seen.seat, 3), worlds(again, seen.seat, 3)
        assert [world.tolist() for world in first] == [world.tolist() for world in second]


def test_cards_of_the_stock_are_as_likely_in_a_hand_as_any_other() -> None:
    row = fresh(4, 5, 4)
    seat = row[TURN]
    seen = hidden(row, seat)
    counts: Counter[int] = Counter()
    number = 6000
    for world in worlds(seen, seat, number, tries=40):
        counts.update(members(int(world[HAND + (seat + 1) % 4])))
    pool = members(unseen(seen, seat))
    assert set(counts) == set(pool)
    expected = number * 5 / len(pool)
    dealt = sum((row[HAND + other] for other in range(4) if other != seat), 0)
    in_truth = [counts[card] for card in pool if dealt >> card & 1]
    in_stock = [counts[card] for card in pool if not dealt >> card & 1]
    assert abs(sum(in_truth) / len(in_truth) - expected) < 0.05 * expected
    assert abs(sum(in_stock) / len(in_stock) - expected) < 0.05 * expected
    assert all(abs(counts[card] - expected) < 0.2 * expected for card in pool)


def last_two_cards(voids: int) -> tuple[Row, list[int]]:
    """Return a view with two cards left in each of three hands and no stock, and the unseen cards."""
    row = fresh(3, 20, 5)
    while row[TRICKS] < 18:
        wizard.play(row, wizard.legal(row)[0])
    seat = row[TURN]
    seen = hidden(row, seat)
    for other in range(3):
        seen[VOIDS + other] = 0
    pool = members(unseen(seen, seat))
    seen[VOIDS + (seat + 1) % 3] = sum(1 << card for card in pool[:voids])
    return seen, pool


def test_all_possible_worlds_are_equally_likely() -> None:
    for voids, number in ((0, 6), (1, 3), (2, 1)):
        seen, pool = last_two_cards(voids)
        assert len(pool) == 4
        seat = seen[TURN]
        counts = Counter(int(world[HAND + (seat + 1) % 3]) for world in worlds(seen, seat, 6000, tries=12))
        assert len(counts) == number
        assert all(abs(count - 6000 / number) < 0.12 * 6000 / number for count in counts.values())


def test_a_high_bid_puts_wizards_into_the_hand() -> None:
    row = fresh(4, 5, 6)
    assert row[PHASE] != PLAYING and row[TURNED_UP] != NO_CARD
    first = row[TURN]
    guess = model_for(4).guess[row[CARDS]]
    shares = []
    for bid in (0, 3):
        bidding = row.copy()
        wizard.play(bidding, wizard.FIRST_BID + bid)
        seat = bidding[TURN]
        sampled = worlds(hidden(bidding, seat), seat, 2000, guess, 30)
        shares.append(sum(bool(world[HAND + first] & WIZARDS) for world in sampled) / len(sampled))
    assert shares[1] > shares[0] + 0.3


def test_what_a_seat_has_played_counts_when_its_bid_is_explained() -> None:
    row = fresh(4, 5, 6)
    row[BID : BID + 4] = [1, 1, 1, 1]
    row[PHASE] = PLAYING
    row[PLAYED] = WIZARDS & ~row[HAND + row[TURN]]
    guess = model_for(4).guess[5]
    other = (row[TURN] + 1) % 4
    known, world, means = np.array(hidden(row, row[TURN])), np.zeros(WIDTH, np.int64), np.zeros(6)
    played = np.zeros(6, np.int64)
    KERNEL.first_world(known, row[TURN], played, guess, world, means, 1)
    without = means[other]
    played[other] = row[PLAYED] & -row[PLAYED]
    KERNEL.first_world(known, row[TURN], played, guess, world, means, 1)
    assert means[other] > without + 0.5


def test_sampling_counts_alike_interpreted_and_compiled() -> None:
    for seen, _ in positions(30, 7):
        guess = model_for(seen.row[wizard.STILL_IN].bit_count()).guess[seen.row[CARDS]]
        plain: list[int] = [0] * WIDTH
        state = wizard_unseen.first_world(seen.row, seen.seat, [0] * 6, guess, plain, np.zeros(6), 99)
        means = np.array([wizard_unseen.guessed_bid(plain[HAND + s], seen.row[TRUMP], guess) for s in range(6)])
        state = wizard_unseen.next_world(seen.row, seen.seat, guess, plain, means, 30, state)
        known, world, means = np.array(seen.row), np.zeros(WIDTH, np.int64), np.zeros(6)
        fast = KERNEL.first_world(known, seen.seat, np.zeros(6, np.int64), guess, world, means, 99)
        fast = KERNEL.next_world(known, seen.seat, guess, world, means, 30, fast)
        assert (state, plain) == (fast, world.tolist())
