"""Playing sampled worlds out: what an action is worth, on average over worlds. It runs compiled."""

from overtrick.core.luck import LOW_32, number, step
from overtrick.games.contract import NOBODY, Row
from overtrick.games.tricks import NEXT, SEATS, TRICKS, TURN
from overtrick.games.wizard.rulebook import (
    BID,
    BIDDING,
    DEALER,
    HIDDEN_BIDS,
    PHASE,
    PLAYING,
    STILL_IN,
    TOTAL,
    play,
    score,
    to_move,
)
from overtrick.players.wizard.net.brain import CHANCE, Desk, value_bids, value_position
from overtrick.players.wizard.search.habits import Ways, act
from overtrick.players.wizard.search.hindsight import next_likely_world
from overtrick.players.wizard.sight import Floats
from overtrick.players.wizard.unseen import next_world

INLINE = False

FIRST_PLACE, POINT_AT_LAST = 60.0, 0.5  # what winning the match and a point are worth in the last round


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


def play_ahead(row: Row, seat: int, tricks: int, ways: Ways, state: int) -> int:
    """Play on until a seat is to move after so many tricks, or to the end; return the generator's state."""
    while to_move(row) != NOBODY and not (row[TURN] == seat and row[TRICKS] >= tricks and row[PHASE] == PLAYING):
        state = step(state)
        play(row, act(row, ways, state))
    return state


def draw_habits(shares: Floats, habits: Row, state: int) -> int:
    """Draw a habit for every seat from its shares; return the generator's state."""
    for seat in range(len(habits)):
        state = step(state)
        rest = number(state) / (LOW_32 + 1)
        habit = 0
        while habit < len(shares[seat]) - 1 and rest >= shares[seat, habit]:
            rest -= shares[seat, habit]
            habit += 1
        habits[seat] = habit
    return state


def utility(row: Row, seat: int, last: bool) -> float:
    """Return what the end of a round is worth to a seat: its points, in the last one its place too."""
    points = score(row, seat)
    if not last:
        return points
    mine = row[TOTAL + seat] + points
    level = 1
    for other in range(row[SEATS]):
        if other != seat and row[STILL_IN] >> other & 1:
            ahead = row[TOTAL + other] + score(row, other) - mine
            if ahead > 0:
                return POINT_AT_LAST * points
            level += ahead == 0
    return FIRST_PLACE / level + POINT_AT_LAST * points


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
    shares: Floats,
    mixed: Ways,
    tricks: int,
    last: bool,
    utilities: Floats,
    made: Floats,
    state: int,
) -> int:
    """Try each action in more worlds, the same for all; note the utility in each, and add up the chances of the bid.

    Worlds are as likely as the habits of ``ways`` make them, and played by habits drawn from ``shares`` for each, which
    ``mixed`` holds. After so many tricks the networks say what the position is worth. The row need not have the bids
    that tell nothing about hands: the world has them all.
    """
    _, brain, _, desk, _ = ways
    for world_number in range(len(utilities)):
        if len(done):
            state = next_likely_world(row, seat, guess, world, means, tries, moments, done, ways, likely, state)
        else:
            state = next_world(row, seat, guess, world, means, tries, state)
        state = draw_habits(shares, mixed[0], state)
        after = state
        for index in range(len(actions)):
            if actions[index] < 0:
                continue
            scratch[:] = world
            if row[PHASE] == BIDDING and row[HIDDEN_BIDS]:
                fill_in_bids(scratch, seat, brain, desk)
            play(scratch, actions[index])
            after = play_ahead(scratch, seat, tricks, mixed, state)  # the same luck for every action
            if to_move(scratch) != NOBODY:
                utilities[world_number, index] = value_position(scratch, seat, brain, desk)
                made[index] += desk[7][CHANCE]
            else:
                utilities[world_number, index] = utility(scratch, seat, last)
                made[index] += score(scratch, seat) > 0
        state = after
    return state
