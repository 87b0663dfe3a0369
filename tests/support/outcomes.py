"""What comes of matches that workers play."""

from collections.abc import Iterable

from overtrick.match.record import Record
from overtrick.tournament.plan.stage import Planned
from overtrick.tournament.records.packed import unpack
from overtrick.tournament.workers.here import Outcome


def once(played: Iterable[tuple[Planned, Outcome]]) -> dict[str, Record | str]:
    """Return records by key, none of which may come twice; they are equal whatever times were measured."""
    found: dict[str, Record | str] = {}
    for planned, outcome in played:
        assert planned.key not in found
        found[planned.key] = outcome if isinstance(outcome, str) else unpack(planned.match, outcome)
    return found
