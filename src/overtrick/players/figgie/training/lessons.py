"""What is learnt from: what traders have seen at tables of all kinds, and which suit was the goal."""

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.players.figgie.habits import HABITS, HIGHEST, LOWEST
from overtrick.players.figgie.minds import TRADER
from overtrick.players.figgie.trader.signs import ALWAYS, SIGNS
from overtrick.players.figgie.training.field import OLD, PASSERS, STRANGERS
from overtrick.players.figgie.training.passers_by import passer_by
from overtrick.players.figgie.training.tables import Floats, Hall, Notes

GAMES = 24  # at each table
ROOM = 16  # lines for each game, at the most
ODD_HABITS = (0.03, 0.1, 0.2)  # the spread of the habits of a trader at random, as shares of what they can be
ODD_TRADERS = 3  # at each table, who may sit down
SORTS = (22, 42, 16, 6, 14)
"""How often who sits with the one that is watched: old players; players of all sorts; its own kind and a visitor;
traders; others that are alike."""
WATCHED = TRADER
"""The kind that is watched: the first of the traders in the hall."""


class Lessons(NamedTuple):
    """Lines of what was seen, and for each the goal suit."""

    seen: NDArray[np.float32]
    goals: NDArray[np.int64]


def lessons(
    model: str,
    network: Sequence[float],
    members: Sequence[Floats],
    games: int,
    seed: bytes,
    progress: Callable[[int], object],
) -> Lessons:
    """Return what some traders saw in games against each other and all others, the newest member mostly."""
    chance, seen, goals = Random(seed), [], []
    for _ in range(-(-games // GAMES)):
        recent = members[-1] if chance.random() < 0.6 else chance.choice(members)
        rows = [recent, chance.choice(members), *(odd_trader(chance, members) for _ in range(ODD_TRADERS))]
        notes = Notes.empty(GAMES * ROOM, WATCHED, chance.randrange(1, 1 << 30))
        hall = Hall(model, np.array(rows), [passer_by(chance) for _ in PASSERS], network, notes)
        goal = hall.goals(np.array(company(chance, len(rows))), chance.randbytes(32), GAMES)
        lines, where = notes.written()
        seen.append(lines)
        goals.append(goal[where - 1])
        progress(GAMES)
    return Lessons(np.concatenate(seen), np.concatenate(goals))


def odd_trader(chance: Random, members: Sequence[Floats]) -> Floats:
    """Return a trader whose habits are those of a member and some luck: nobody acts quite as one expects."""
    weights = np.array(chance.choice(members)).reshape(HABITS, SIGNS)
    luck = np.array([chance.gauss(0.0, 1.0) for _ in range(HABITS)])
    weights[:, ALWAYS] += chance.choice(ODD_HABITS) * luck * (np.array(HIGHEST) - np.array(LOWEST))
    return weights.ravel()


def company(chance: Random, traders: int) -> list[int]:
    """Return who sits at a table, in any order: who is watched, and others of one sort or of all."""
    others = 3 if chance.random() < 0.6 else 4
    league = [TRADER + index for index in range(1, traders)]
    everybody = [*OLD, *STRANGERS, *PASSERS]
    sort = chance.choices(range(len(SORTS)), SORTS)[0]
    met = [chance.choice(everybody)] * others
    if sort == 0:
        met = chance.sample(OLD, others)
    elif sort == 1:
        met = chance.sample([*everybody, *league], others)
    elif sort == 2:
        met = [WATCHED] * (others - 1) + [chance.choice([*everybody, *league])]
    elif sort == 3:
        met = [*[WATCHED] * chance.randrange(3), *chance.sample(league, len(league))][:others]
    return chance.sample([WATCHED, *met], others + 1)
