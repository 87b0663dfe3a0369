"""Puzzles of Wizard: cards and bids that bring clearly most points in sampled worlds, played on by the networks."""

from collections.abc import Callable, Mapping
from math import hypot

import numpy as np

from overtrick.core.intervals import mean_and_half
from overtrick.core.luck import fresh_state
from overtrick.games.options import Value
from overtrick.games.tricks import playable
from overtrick.games.view import View
from overtrick.games.wizard import rulebook as wizard
from overtrick.games.wizard.rulebook import BIDDING, FIRST_BID, PHASE, PLAYING, STILL_IN
from overtrick.players.wizard.net.player import values
from overtrick.players.wizard.search.habits import equal_card, equal_cards
from overtrick.players.wizard.search.player import BIAS
from overtrick.players.wizard.sight import distinct, unseen
from overtrick.puzzles.making import Judgement
from overtrick.review.wizard import Tried

PLAYERS = ("wizard:net", "wizard:net", "wizard:hard", "wizard:classic")
FINDERS = ("wizard:random", "wizard:classic", "wizard:net")
SEATS = (3, 4, 4, 4, 5)
CARDS_OF = {"play": range(4, 11), "bid": range(3, 9)}  # how many each seat is dealt
FEWEST_CHOICES, MOST_SEATS = 3, 4  # the networks for five were trained again after the shipped puzzles were made
FIRST_WORLDS = 32
CHAINS = 8
WORLDS = 100 * FIRST_WORLDS  # of a closer look, in all chains
CLEAR = 3.0  # points that the answer is better at least, at the lower end of the interval


def table(kind: str, draw: Callable[[int], int]) -> tuple[tuple[str, ...], Mapping[str, Value]]:
    """Return who plays, and the options: one round of some cards."""
    seats = SEATS[draw(len(SEATS))]
    players = tuple(PLAYERS[draw(len(PLAYERS))] for _ in range(seats))
    return players, {"series": [CARDS_OF[kind][draw(len(CARDS_OF[kind]))]]}


def asks(kind: str, seen: View) -> bool:
    """Return whether a decision is of this kind, and something to think about."""
    if seen.row[STILL_IN].bit_count() > MOST_SEATS:
        return False
    if kind == "bid":
        return seen.row[PHASE] == BIDDING
    return seen.row[PHASE] == PLAYING and different(seen).bit_count() >= FEWEST_CHOICES


def different(seen: View) -> int:
    """Return the playable cards, equal ones once."""
    return distinct(seen.row, playable(seen.row), unseen(seen.row, seen.seat))


def tried(seen: View, seed: bytes, label: str, worlds: int) -> Tried:
    """Return all actions that differ after having been tried in the same worlds, each in the order of the networks."""
    search = Tried(seen, fresh_state(seed, label), tuple(values(seen)))
    search.try_worlds(worlds)
    return search


def first_look(seen: View, seed: bytes) -> str | None:
    """Return the action that is clearly better than all others in some worlds."""
    search = tried(seen, seed, "first", FIRST_WORLDS)
    points = search.utilities[: search.tried]
    best = int(points.mean(axis=0).argmax())
    for other in range(len(search.actions)):
        if other != best:
            mean, half = mean_and_half((points[:, best] - points[:, other]).tolist())
            if mean - half < CLEAR:
                return None
    return _only(seen, int(search.actions[best]))


def _only(seen: View, action: int) -> str | None:
    """Return the name of an action, unless another one is just as good."""
    if action < FIRST_BID and equal_cards(playable(seen.row), different(seen), action) > 1:
        return None
    return wizard.name(seen.row, action)


def closer_look(seen: View, seed: bytes) -> Judgement | None:
    """Return the best action in a hundred times as many worlds, if it is clearly better than all others there."""
    chains = [tried(seen, seed, f"chain {chain}", WORLDS // CHAINS) for chain in range(CHAINS)]
    actions = [int(action) for action in chains[0].actions]
    points = np.array([chain.utilities[: chain.tried].mean(axis=0) for chain in chains])
    means, made = points.mean(axis=0), np.sum([chain.made for chain in chains], axis=0) / WORLDS
    best = int(means.argmax())
    ahead = []
    for other in range(len(actions)):
        if other != best:
            mean, half = mean_and_half((points[:, best] - points[:, other]).tolist())
            ahead.append((mean, hypot(half, 2 * BIAS)))
    margin, half = min(ahead, key=lambda one: one[0] - one[1])
    answer = _only(seen, actions[best])
    if answer is None or margin - half < CLEAR:
        return None
    worth = {action: (round(float(means[n]), 1), round(float(made[n]), 2)) for n, action in enumerate(actions)}
    cards = different(seen) if seen.row[PHASE] == PLAYING else 0
    choices = {
        wizard.name(seen.row, action): worth[equal_card(cards, action) if action < FIRST_BID else action]
        for action in wizard.legal(seen.row)
    }
    return Judgement(answer, choices, margin, half)
