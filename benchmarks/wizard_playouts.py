"""Playouts of Wizard for the bench: sampled worlds of a position, each played out at random. It runs compiled."""

from overtrick.core.luck import number, step
from overtrick.games.contract import NOBODY, Row
from overtrick.games.wizard.rulebook import pick, play, score, to_move
from overtrick.players.wizard.sight import Floats
from overtrick.players.wizard.unseen import next_world

INLINE = False


def playouts(
    row: Row, seat: int, count: int, tries: int, world: Row, scratch: Row, means: Floats, guess: Floats, state: int
) -> tuple[int, int, int]:
    """Play so many worlds out; return the sum of the seat's scores, the decisions made and the generator's state."""
    total = 0
    decisions = 0
    for _ in range(count):
        state = next_world(row, seat, guess, world, means, tries, state)
        scratch[:] = world
        while to_move(scratch) != NOBODY:
            state = step(state)
            play(scratch, pick(scratch, number(state)))
            decisions += 1
        total += score(scratch, seat)
    return total, decisions, state
