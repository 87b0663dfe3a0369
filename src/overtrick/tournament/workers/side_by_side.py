"""Matches of no tournament, played side by side by processes of this machine, and given back in their order."""

from collections.abc import Iterable, Iterator

from overtrick.core.mistake import Mistake
from overtrick.match.record import Match, Record
from overtrick.tournament.plan.stage import Planned
from overtrick.tournament.records.packed import Packed, unpack
from overtrick.tournament.workers.here import Players, Workers


def side_by_side(matches: Iterable[Match], players: Players, workers: int) -> Iterator[Record]:
    """Yield the records of matches in the order of these, or raise Mistake if one cannot be played."""
    playing = Workers(players, workers)
    early: dict[int, Record] = {}
    wanted = 0
    try:
        for planned, outcome in playing.play(Planned("", n, (), match, str(n)) for n, match in enumerate(matches)):
            if not isinstance(outcome, Packed):
                raise Mistake(outcome)
            early[planned.cluster] = unpack(planned.match, outcome)
            while wanted in early:
                yield early.pop(wanted)
                wanted += 1
    finally:
        playing.close()
