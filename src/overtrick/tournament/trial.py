"""A trial: some matches of a tournament on cards of no meaning, to measure how quickly these workers play them."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count

from overtrick.core import luck
from overtrick.match.record import Match
from overtrick.tournament.plan.drawn import lots, shuffled, wide
from overtrick.tournament.plan.plan import participants, plan
from overtrick.tournament.plan.stage import Planned, Stage, planned
from overtrick.tournament.records.store import Store
from overtrick.tournament.run import contents_of
from overtrick.tournament.stated.tournament import Format, Tournament
from overtrick.tournament.workers.here import Players, Playing

LASTS_S = 3.0
WARM = 4  # matches before the clock begins: workers start, and compile what they need


@dataclass(frozen=True)
class Pace:
    """How quickly matches are played."""

    matches: int  # that were played to measure it
    a_second: float


def measure(tournament: Tournament, players: Players, playing: Playing) -> Pace:
    """Return how quickly matches of a tournament are played; nothing of it is kept, and its own cards stay unseen."""
    began_s, done = time.monotonic(), 0
    end_s = began_s + LASTS_S

    def some() -> Iterator[Planned]:
        for match in matches(tournament, players):
            if time.monotonic() > end_s and done > WARM:
                return
            yield match

    for _ in playing.play(some()):
        done += 1
        if done == WARM:
            began_s = time.monotonic()
            end_s = began_s + LASTS_S
    return Pace(done, max(done - WARM, 1) / max(time.monotonic() - began_s, 1e-9))


def paced(tournament: Tournament, store: Store, players: Players, playing: Playing) -> Tournament:
    """Return a tournament with the pace that makes matches of its hours: the one in the store, or a new one.

    It is written down as the tournament is registered, so that whoever goes on with it goes by the same number.
    """
    if tournament.hours is None:
        return tournament
    kept = next((one.tournament.pace for one in store.tournaments() if one.registered.name == tournament.name), None)
    return replace(tournament, pace=kept or round(measure(tournament, players, playing).a_second, 3))


def matches(tournament: Tournament, players: Players) -> Iterator[Planned]:
    """Yield matches without end, of everybody in turn, on cards from a seed that nobody keeps."""
    secret = luck.new_seed()
    names = tuple(participant.name for participant in participants(tournament))
    contents = contents_of([players[name] for name in names])
    everyone = Match(tournament.game, tournament.seats, tournament.options, names, secret, contents)
    for cards in count():
        yield from planned(_tables(tournament, secret, cards), cards, everyone)


def _tables(tournament: Tournament, secret: bytes, cards: int) -> Stage:
    entrants = [entrant.name for entrant in tournament.entrants]
    if tournament.format is Format.KNOCK_OUT or len(entrants) <= tournament.seats:
        return plan(tournament, lambda *_: [])[0]
    drawn = wide(shuffled(lots(secret, entrants), cards), tournament.seats, frozenset(range(len(entrants))))
    return Stage("trial", drawn.tables, cards + 1)
