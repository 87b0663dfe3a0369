"""Random play in bulk: whole matches of any game, through the game's own functions.

``game`` is bound when a copy of this module is made for a game, plain or compiled.
"""

from typing import Any

from overtrick.core.luck import below, number, step
from overtrick.games.contract import NOBODY, Row

game: Any = None

NO_ROOM = -1  # instead of decisions: a match has more deals than there are rows for them


def play_deal(row: Row, state: int) -> tuple[int, int]:
    """Play a deal to its end with random actions; return the generator's state and the number of decisions."""
    decisions = 0
    while game.to_move(row) != NOBODY:
        state = step(state)
        game.play(row, game.pick(row, number(state)))
        decisions += 1
    return state, decisions


def draw(setup: Row, bounds: Row, draws: Row, state: int) -> int:
    """Fill in the draws of a deal; return the generator's state."""
    for index in range(game.draws_needed(setup)):
        state = step(state)
        draws[index] = below(state, bounds[index])
    return state


def play_match(rules: Row, bounds: Row, draws: Row, finished: list[Row], state: int) -> tuple[int, int, int]:
    """Play a match with random actions, leaving its finished deals in ``finished``; ``draws`` is room for those.

    Return the generator's state, the number of deals and the number of decisions, NO_ROOM if there are more deals.
    """
    deals = 0
    decisions = 0
    setup = game.next_deal(rules, finished[:0])
    while len(setup) > 0:
        if deals == len(finished):
            return state, deals, NO_ROOM
        state = draw(setup, bounds, draws, state)
        row = game.deal(setup, draws)
        state, made = play_deal(row, state)
        decisions += made
        for column in range(len(row)):
            finished[deals][column] = row[column]
        deals += 1
        setup = game.next_deal(rules, finished[:deals])
    return state, deals, decisions


def keep(row: Row, columns: Row, deal: int, scores: Row, kept: list[list[Row]]) -> None:
    """Add the scores of a finished deal, and fill in ``kept[column][deal][seat]``."""
    for seat in range(len(scores)):
        scores[seat] += game.score(row, seat)
    for index in range(len(columns)):
        for seat in range(len(scores)):
            kept[index][deal][seat] = row[columns[index] + seat]


def play_many(
    rules: Row,
    bounds: Row,
    finished: list[Row],
    columns: Row,
    state: int,
    scores: list[Row],
    kept: list[list[list[Row]]],
    lengths: Row,
) -> int:
    """Play as many matches as ``scores`` has rows; return the number of decisions, or NO_ROOM.

    ``scores[match][seat]``, ``kept[match][column][deal][seat]`` and ``lengths[match]`` in deals are filled in.
    """
    decisions = 0
    draws = bounds.copy()
    for match in range(len(scores)):
        state, deals, made = play_match(rules, bounds, draws, finished, state)
        if made == NO_ROOM:
            return NO_ROOM
        decisions += made
        lengths[match] = deals
        for deal in range(deals):
            keep(finished[deal], columns, deal, scores[match], kept[match])
    return decisions
