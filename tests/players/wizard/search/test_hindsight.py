"""Sampling that listens to what was done: right where all worlds can be counted, and nearer to the truth."""

import math
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

import numpy as np
import pytest

from overtrick.compiled.twin import twin
from overtrick.core.cards import members
from overtrick.games.contract import Event, Row, settled
from overtrick.games.tricks import HAND, NEXT, TURN
from overtrick.games.view import View, view
from overtrick.games.wizard import rulebook as wizard
from overtrick.games.wizard.rulebook import STILL_IN
from overtrick.players.wizard.net import brain as wizard_brain
from overtrick.players.wizard.net import player as wizard_net
from overtrick.players.wizard.net.features import MOST_FEATURES
from overtrick.players.wizard.search import hindsight as wizard_hindsight
from overtrick.players.wizard.search.acquaintance import moments_of, ways_of
from overtrick.players.wizard.search.habits import HABITS
from overtrick.players.wizard.search.player import Search
from overtrick.players.wizard.sight import SIGHTS, unseen
from tests.support.wizard_positions import positions, possible

pytestmark = pytest.mark.long

KERNEL = twin(wizard_hindsight)


def played_by_networks(seats: int, cards: int, actions: int, seed: int) -> tuple[View, Row]:
    """Return what the seat to move sees after so many actions of the networks, and the full row."""
    rules = wizard.rules(seats, settled(wizard, seats, {"series": [cards], "trump_choice": "random"}))
    luck = Random(seed)
    row = wizard.deal(wizard.next_deal(rules, []), [luck.randrange(bound) for bound in wizard.bounds(rules)])
    events: list[Event] = []
    for _ in range(actions):
        seat = row[TURN]
        action = wizard_net.choose(view(wizard, row, events, seat))
        wizard.play(row, action)
        events.append((seat, action))
    return view(wizard, row, events, row[TURN]), row


def likelihoods(search: Search, hands: Row) -> float:
    """Return the logarithm of the likelihood of all other hands together."""
    likely = np.zeros(6)
    world = np.array(hands, np.int64)
    past = search.moments, search.done, search.ways, likely
    KERNEL.likelihoods(search.row, search.seat, world, *past)
    return float(likely.sum())


def sampled(search: Search, count: int) -> Iterator[Row]:
    """Yield worlds as the search sees them."""
    search.open()
    past = search.moments, search.done, search.ways, search.likely
    for _ in range(count):
        search.state = KERNEL.next_likely_world(
            search.row,
            search.seat,
            search.guess_now,
            search.world,
            search.means,
            search.tries,
            *past,
            search.state,
        )
        yield search.world.tolist()


def test_every_world_is_possible_at_every_table() -> None:
    for seen, _ in positions(300, 41):
        for world in sampled(Search(seen, 1), 2):
            assert possible(seen.row, seen.seat, world)


def test_moments_are_what_the_seats_saw_when_they_acted() -> None:
    for seen, _ in positions(200, 42):
        rows, done = moments_of(seen)
        acted = [(seat, action) for seat, action in seen.events if seat != seen.seat and action < wizard.FIRST_TRUMP]
        assert [(row[TURN], action) for row, action in zip(rows, done, strict=True)] == acted
    seen, _ = played_by_networks(4, 6, 15, 1)
    rows, _ = moments_of(seen)
    for index, event in enumerate(seen.events):
        if event[0] == seen.seat:
            continue
        before, _ = played_by_networks(4, 6, index, 1)
        now, rows = rows[0], rows[1:]
        hidden = before.row.copy()
        for seat in range(6):
            hidden[HAND + seat] = now[HAND + seat] = 0
        assert now.tolist() == hidden


@pytest.mark.parametrize("seed", [1, 2, 5])
def test_worlds_come_as_often_as_they_are_likely(seed: int) -> None:
    """With two cards in each of three hands and no stock there are few worlds, so they can be counted."""
    seen, _ = played_by_networks(3, 20, 3 + 18 * 3, seed)
    seat, second = seen.seat, seen.row[NEXT + seen.seat]
    third = seen.row[NEXT + second]
    pool = unseen(seen.row, seat)
    search = Search(seen, 7)
    odds: dict[int, float] = {}
    for pair in combinations(members(pool), 2):
        world = seen.row.copy()
        world[HAND + second] = sum(1 << card for card in pair)
        world[HAND + third] = pool ^ world[HAND + second]
        if possible(seen.row, seat, world):
            odds[world[HAND + second]] = math.exp(likelihoods(search, world))
    number = 20_000
    counts = Counter(world[HAND + second] for world in sampled(search, number))
    assert set(counts) <= set(odds)
    for hand, weight in odds.items():
        assert abs(counts[hand] / number - weight / sum(odds.values())) < 0.03


def test_true_hands_are_likelier_than_others() -> None:
    gains = []
    for seed in range(25):
        seen, truth = played_by_networks(4, 8, 20, seed)
        search, blind = Search(seen, 1), Search(seen, 1)
        blind.moments, blind.done = blind.moments[:0], blind.done[:0]
        blind.open()  # a world by bids alone
        gains.append(likelihoods(search, truth) - likelihoods(search, blind.world.tolist()))
    assert np.mean(gains) > 1


def test_half_of_what_was_seen_counts() -> None:
    seen, truth = played_by_networks(4, 8, 20, 1)
    rows, done = moments_of(seen)
    other = seen.row[NEXT + seen.seat]
    told = [
        KERNEL.likelihood(
            rows, done, other, truth[HAND + other], -1e18, ways_of(seen, np.zeros(6, int), wizard_brain.desk(), *trust)
        )
        for trust in ((), (1.0,))
    ]
    assert told[0] == pytest.approx(told[1] / 2)
    assert told[0] < 0


def test_it_counts_alike_interpreted_and_compiled() -> None:
    for number, (seen, truth) in enumerate(positions(20, 44)):
        rows, done = moments_of(seen)
        habits = np.full(6, number % HABITS)
        for other in members(seen.row[STILL_IN]):
            if other == seen.seat:
                continue
            hand = truth[HAND + other]
            fast = KERNEL.likelihood(rows, done, other, hand, -1e18, ways_of(seen, habits, wizard_brain.desk()))
            moments = [row.tolist() for row in rows]
            desk = ([0] * SIGHTS, [0] * MOST_FEATURES, *wizard_brain.desk()[2:])
            ways = ways_of(seen, habits, desk)
            plain = wizard_hindsight.likelihood(moments, done.tolist(), other, hand, -1e18, ways)
            assert plain == pytest.approx(fast, abs=0.01)
            assert fast <= 0
