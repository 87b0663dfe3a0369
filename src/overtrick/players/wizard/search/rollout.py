"""Playing sampled worlds out: what an action is worth, on average over worlds. It runs compiled."""

import math

from overtrick.core.luck import step
from overtrick.games.contract import NOBODY, Row
from overtrick.games.tricks import NEXT, SEATS
from overtrick.games.wizard.rulebook import (
    BID,
    BIDDING,
    DEALER,
    HIDDEN_BIDS,
    PHASE,
    STILL_IN,
    TOTAL,
    play,
    score,
    to_move,
)
from overtrick.players.wizard.net.brain import Desk, value_bids
from overtrick.players.wizard.search.habits import Ways, act
from overtrick.players.wizard.search.hindsight import next_likely_world
from overtrick.players.wizard.sight import Floats
from overtrick.players.wizard.unseen import next_world

INLINE = False


def fill_in_bids(world: Row, seat: int, brain: Floats, desk: Desk) -> None:
    """Let the seats before this one bid as the networks would with their hands in this world, if bids are hidden."""
    other = world[NEXT + world[DEALER]]
    while other != seat:
        world[BID + other] = value_bids(world, other, brain, desk)
        other = world[NEXT + other]


def play_out(row: Row, ways: Ways, state: int) -> int:
    """Play a round to its end by the habits of its seats, in place; return the generator's state."""
    while to_move(row) != NOBODY:
        state = step(state)
        play(row, act(row, ways, state))
    return state


def utility(row: Row, seat: int, scale: float) -> float:
    """Return what the end of a round is worth to a seat: its points, or in percent its hope to win the match.

    A negative scale asks for points. Otherwise it says how many points the rounds left may still shift: 0 after the
    last round, when the highest total has won.
    """
    if scale < 0:
        return score(row, seat)
    mine = row[TOTAL + seat] + score(row, seat)
    rivals = 0.0
    for other in range(row[SEATS]):
        if other != seat and row[STILL_IN] >> other & 1:
            ahead = row[TOTAL + other] + score(row, other) - mine
            if scale > 0:
                rivals += math.exp(min(50.0, ahead / scale))
            elif ahead >= 0:
                rivals += 1 if ahead == 0 else 1e6
    return 100 / (1 + rivals) + 0.01 * score(row, seat)


def try_actions(
    row: Row,
    seat: int,
    actions: Row,
    tries: int,
    world: Row,
    scratch: Row,
    means: Floats,
    guess: Floats,
    moments: list[Row],
    done: Row,
    likely: Floats,
    ways: Ways,
    scale: float,
    utilities: Floats,
    exact: Row,
    state: int,
) -> int:
    """Play each action out in more worlds, the same for all; note the utility in each, and count exact bids.

    The row need not have the bids that tell nothing about hands: the world has them all.
    """
    _, brain, _, desk = ways
    for number in range(len(utilities)):
        if len(done):
            state = next_likely_world(row, seat, guess, world, means, tries, moments, done, ways, likely, state)
        else:
            state = next_world(row, seat, guess, world, means, tries, state)
        after = state
        for index in range(len(actions)):
            if actions[index] < 0:
                continue
            scratch[:] = world
            if row[PHASE] == BIDDING and row[HIDDEN_BIDS]:
                fill_in_bids(scratch, seat, brain, desk)
            play(scratch, actions[index])
            after = play_out(scratch, ways, state)  # the same luck for every action
            utilities[number, index] = utility(scratch, seat, scale)
            exact[index] += score(scratch, seat) > 0
        state = after
    return state
