"""What a round will cost: matches and time on the present workers, as it is stated and as it could be stated."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest

from sqlalchemy import select

from overtrick.arena.arena import Arena
from overtrick.arena.competitions.competition import Round, RoundDetails
from overtrick.store.schema import records, tournaments
from overtrick.tournament.cost import Meeting, cost_of, others
from overtrick.tournament.stated.tournament import MOST_BALANCED, Format, most_matches

SIZES = (30, 100, 300, 1000)  # entries that are imagined, as nobody knows how many will come
LATEST, TOURNAMENTS = 500, 5  # matches that the pace is taken from, of so many tournaments
REST_S = 5  # a longer pause is none of the workers' making


@dataclass(frozen=True)
class CostLine:
    """What one way to state a round costs, for each number of entries."""

    name: str
    cells: tuple[str, ...]


def cost_lines(round_: Round, sizes: Sequence[int], pace: float | None) -> Iterator[CostLine]:
    """Yield what the provisional ranking and the final cost, and what the final would cost otherwise."""
    details = replace(round_.details, pace=round_.details.pace or pace)  # of now, as long as none is written down
    provisional = [_meeting(details, size, final=False) for size in sizes]
    final = [_meeting(details, size, final=True) for size in sizes]
    yield CostLine("provisional ranking", tuple(_cell(one, pace) for one in provisional))
    yield CostLine("final", tuple(_cell(one, pace) for one in final))
    for changed in zip_longest(*(others(one) for one in final)):
        first = next(one for one in changed if one)
        yield CostLine(f"final with {first.name}", tuple(_changed_cell(one, first, pace) for one in changed))


def _meeting(details: RoundDetails, entries: int, *, final: bool) -> Meeting:
    focused = (details.format is Format.FOCUSED or entries > MOST_BALANCED) and entries > details.seats
    usual = Format.ROUND_ROBIN if final else Format.GROWING
    return Meeting(
        format=Format.FOCUSED if focused else usual,
        entrants=entries,
        seats=details.seats,
        blocks=details.final_blocks if final else details.blocks,
        budget=most_matches(details, entries) if focused and final else None,
        joining=not final,
    )


def _cell(meeting: Meeting, pace: float | None) -> str:
    cost = cost_of(meeting)
    text = cost.text if pace is None else f"{cost.text}, {cost.time(pace)}"
    return re.sub(r"(?<=\d) (?=\d)", "\N{NO-BREAK SPACE}", text)


def _changed_cell(meeting: Meeting | None, first: Meeting, pace: float | None) -> str:
    """Return what another final costs; nothing for what many entries are forced to, which nobody states."""
    if meeting is None or (meeting.format, meeting.blocks) != (first.format, first.blocks):
        return "–"
    cell = _cell(meeting, pace)
    return cell if meeting.budget == first.budget else f"budget = {meeting.budget}: {cell}"


def pace_of(arena: Arena, game: str) -> float | None:
    """Return how many matches of a game a second the workers have played lately, while they played; None if none."""
    newest = select(tournaments.c.id).where(tournaments.c.game == game).order_by(tournaments.c.id.desc())
    with arena.reading() as connection:
        numbers = connection.scalars(newest.limit(TOURNAMENTS)).all()
        found: list[int] = []
        for number in numbers:
            latest = select(records.c.played).where(records.c.tournament == number)
            found += connection.scalars(latest.order_by(records.c.played.desc()).limit(LATEST)).all()
    moments = sorted(found)[-LATEST:]
    busy_s = sum(later - earlier for earlier, later in pairwise(moments) if later - earlier <= REST_S)
    return len(moments) / busy_s if busy_s else None
