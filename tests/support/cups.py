"""A small tournament to fill stores with: four bots at tables of three, whose games of Wizard take a moment."""

import os
import sys
from collections.abc import Iterator
from random import Random

from overtrick.bots.bot import Bot
from overtrick.games import GAMES
from overtrick.games.contract import settled
from overtrick.match.play import play
from overtrick.match.record import Match, Record
from overtrick.tournament.plan.plan import participants
from overtrick.tournament.plan.stage import Planned, Stage, planned
from overtrick.tournament.records.packed import pack
from overtrick.tournament.records.store import Store, open_store
from overtrick.tournament.records.stored import Registered
from overtrick.tournament.stated.tournament import Entrant, Tournament
from tests.support.moody import Moody

CUP = Tournament(
    name="cup",
    game="wizard",
    seats=3,
    options=settled(GAMES["wizard"], 3, {"series": [2, 1]}),
    entrants=tuple(Entrant(name, f"bots/{name}.py") for name in ("ann", "bob", "cat", "dan")),
    blocks=2,
)
CONTENTS = ("a1", "b1", "c1", "d1")
MAIN = Stage("main", ((0, 1, 2), (3, 1, 2)), 2)
FINAL = Stage("final", ((0, 3, 0),), 3)
STAGES = (MAIN, FINAL)
MATCHES = 2 * 6 + 3 * 3


def matches(registered: Registered, stages: tuple[Stage, ...] = STAGES, cup: Tournament = CUP) -> Iterator[Planned]:
    """Yield all matches of some stages."""
    names = tuple(participant.name for participant in participants(cup))
    everyone = Match(cup.game, cup.seats, cup.options, names, registered.secret, registered.contents)
    for stage in stages:
        for cluster in range(stage.clusters):
            yield from planned(stage, cluster, everyone)


def record_of(match: Planned) -> Record:
    """Play a match with bots that commit a fault now and then; the same match gives the same record."""
    luck = Random(match.key)
    bots: list[Bot] = [Moody(luck, 0.1) for _ in match.seating]
    return play(match.match, bots)


def add(store: Store, registered: Registered, match: Planned) -> bool:
    """Play a match and add its record."""
    return store.add(registered, match.stage, match.cluster, match.seating, pack(record_of(match)))


def fill(store: Store) -> Registered:
    """Play a whole cup."""
    registered = store.register(CUP, CONTENTS)
    assert sum(add(store, registered, match) for match in matches(registered)) == MATCHES
    return registered


if __name__ == "__main__":  # another program, which fills the store it is told of and tells each key
    with open_store(sys.argv[1]) as store:
        mine = store.register(CUP, CONTENTS)
        stage = Stage("main", MAIN.tables, int(sys.argv[2]))
        for one in matches(mine, (stage,)):
            new = add(store, mine, one)
            os.write(1, f"{one.key} {new}\n".encode())
