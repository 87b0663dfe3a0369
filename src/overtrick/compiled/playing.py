"""Whole matches by compiled players, in bulk: through the functions of a game and of its players.

``game`` and ``minds`` are bound when a copy of this module is made for a game. It runs compiled. A player sees
a hidden row, as everywhere.
"""

from typing import Any

from overtrick.compiled.bulk import NO_ROOM
from overtrick.core.luck import below, number, step
from overtrick.games.contract import NOBODY, Row

INLINE = False

game: Any = None
minds: Any = None

RANDOM = 0
Rows = Any  # arrays of two or more dimensions


def play_deal(row: Row, hidden: Row, kinds: Row, state: int, desk: Any, clock: int, watched: int, path: Rows) -> Any:
    """Play a deal to its end; return the generator's state and the number of decisions.

    ``path[time]`` gets the columns from ``watched`` on as they are after each play, by the column ``clock``.
    """
    decisions = 0
    minds.begin(desk)
    while True:
        seat = game.to_move(row)
        if seat == NOBODY:
            return state, decisions
        for column in range(len(row)):
            hidden[column] = row[column]
        game.hide(hidden, seat)
        if kinds[seat] == RANDOM:
            state = step(state)
            action = game.pick(hidden, number(state))
        else:
            action = minds.choose(hidden, seat, kinds[seat], desk)
        game.play(row, action)
        minds.note(row, seat, action, desk)
        decisions += 1
        if 0 < row[clock] <= len(path):
            for column in range(path.shape[1]):
                path[row[clock] - 1, column] = row[watched + column]


def play_many(
    rules: Row,
    bounds: Row,
    finished: Rows,
    columns: Row,
    kinds: Row,
    cards: Row,
    choices: Row,
    desk: Any,
    watch: Row,
    scores: Rows,
    kept: Rows,
    lengths: Row,
    paths: Rows,
) -> int:
    """Play as many matches as ``scores`` has rows, each from its own luck; return the number of decisions, or NO_ROOM.

    ``scores[match, seat]``, ``kept[match, column, deal, seat]``, ``lengths[match]`` in deals and
    ``paths[match, time, column]`` are filled in.
    """
    decisions = 0
    draws, hidden = bounds.copy(), rules[: finished.shape[1]].copy()
    for match in range(len(scores)):
        deals, state, luck = 0, choices[match], cards[match]
        setup = game.next_deal(rules, finished[:0])
        while len(setup) > 0:
            if deals == len(finished):
                return NO_ROOM
            for index in range(game.draws_needed(setup)):
                luck = step(luck)
                draws[index] = below(luck, bounds[index])
            row = game.deal(setup, draws)
            state, made = play_deal(row, hidden, kinds, state, desk, watch[0], watch[1], paths[match])
            decisions += made
            finished[deals] = row
            deals += 1
            setup = game.next_deal(rules, finished[:deals])
        lengths[match] = deals
        for seat in range(scores.shape[1]):
            for deal in range(deals):
                scores[match, seat] += game.score(finished[deal], seat)
                for index in range(len(columns)):
                    kept[match, index, deal, seat] = finished[deal, columns[index] + seat]
    return decisions
