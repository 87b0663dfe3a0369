"""Random positions of Wizard at every table, for the tests of its players."""

from collections.abc import Iterator
from random import Random

from overtrick.bots.bot import Hello
from overtrick.games.contract import Row, settled
from overtrick.games.tricks import HAND, NEXT, VOIDS
from overtrick.games.view import View, view
from overtrick.games.wizard import rulebook as wizard
from overtrick.players.wizard import unseen as wizard_unseen
from overtrick.players.wizard.sight import unseen
from tests.support.games_and_options import TABLES, moves, one_deal


def positions(count: int, seed: int) -> Iterator[tuple[View, Row]]:
    """Yield views of the seat to move, at random tables, deals and moments, each with the full row."""
    luck = Random(seed)
    while count:
        table = luck.choice(TABLES["wizard"])
        row, _ = one_deal(table.match(luck.getrandbits(32)), luck)
        length = row[wizard.STILL_IN].bit_count() * (row[2] + 1)
        stops = set(luck.sample(range(length), min(length, 6)))
        for number, (seat, _, events) in enumerate(moves(wizard, row, luck)):
            if number in stops and count:
                count -= 1
                yield view(wizard, row, events.copy(), seat), row.copy()


def hello(seats: int, seed: str = "1") -> Hello:
    """Return what a player of Wizard is told first."""
    return Hello("wizard", wizard.VERSION, seats, 0, settled(wizard, seats, {}), seed)


def possible(row: Row, seat: int, world: Row) -> bool:
    """Return whether a world agrees with the view of a seat."""
    hidden = unseen(row, seat)
    seen = 0
    other = row[NEXT + seat]
    while other != seat:
        hand = world[HAND + other]
        if hand & ~hidden or hand & seen or hand & row[VOIDS + other]:
            return False
        seen |= hand
        other = row[NEXT + other]
    return wizard_unseen.complete(row, seat, world)
