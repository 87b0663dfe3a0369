"""What a tournament costs before it is played: how many matches, about how long, and what another plan would cost."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from overtrick.tournament.plan.sequential import FIRST
from overtrick.tournament.plan.stage import matches_at
from overtrick.tournament.plan.tables import MOST_NEW, fewest_tables, gauntlet, round_robin
from overtrick.tournament.stated.tournament import (
    HOUR_S,
    MOST_BALANCED,
    OPENING,
    Format,
    Tournament,
    most_matches,
    opening_matches,
)

QUICK = 60  # entrants whose tables are found in a moment, so that they can be counted
MINUTE_S, DAY_S = 60, 86_400


@dataclass(frozen=True)
class Meeting:
    """What the number of matches depends on."""

    format: Format
    entrants: int
    seats: int
    blocks: int
    budget: int | None = None  # matches, if focused
    joining: bool = False  # if focused: all tables are close
    field: bool = False  # in a knock-out: whether each of a pair has a table of its own

    @property
    def name(self) -> str:
        """Return it as a file would state it."""
        stated = f'format = "{self.format}", blocks = {self.blocks}'
        return stated if self.budget is None else f"{stated}, budget = {self.budget}"


@dataclass(frozen=True)
class Cost:
    """Matches: as many as that if both are equal; at least, and at most if that is known."""

    least: int
    most: int | None

    @property
    def text(self) -> str:
        """The cost in words."""
        if self.most is None:
            return f"at least {_many(self.least)} matches"
        if self.least == self.most:
            return f"{_many(self.least)} matches"
        return f"{_many(self.least)} to {_many(self.most)} matches"

    def time(self, pace: float) -> str:
        """Return about how long it takes at so many matches a second."""
        if self.most is None or self.most == self.least:
            return f"{'at least' if self.most is None else 'about'} {duration_text(self.least / pace)}"
        return f"about {duration_text(self.least / pace)} to {duration_text(self.most / pace)}"


def meeting_of(tournament: Tournament) -> Meeting:
    """Return what the number of matches of a tournament depends on."""
    return Meeting(
        format=tournament.format,
        entrants=len(tournament.entrants),
        seats=tournament.seats,
        blocks=tournament.blocks,
        budget=most_matches(tournament, len(tournament.entrants)),
        joining=tournament.joining,
        field=bool(tournament.field),
    )


def cost_of(meeting: Meeting) -> Cost:
    """Return how many matches it takes, without a plan where that would take long."""
    entrants, seats = meeting.entrants, meeting.seats
    if meeting.format is Format.FOCUSED:
        return _focused(meeting)
    if meeting.format is Format.KNOCK_OUT:
        a_block = 2 * seats if meeting.field else seats
        first = min(FIRST, meeting.blocks)
        return Cost((entrants - 1) * first * a_block, (entrants - 1) * meeting.blocks * a_block)
    if meeting.format is Format.ROUND_ROBIN and entrants > QUICK:
        return Cost(fewest_tables(entrants, seats) * seats * meeting.blocks, None)
    if meeting.format is Format.GROWING and entrants > seats > 2:
        newcomers = sum(min(-(-before // (seats - 1)), MOST_NEW) for before in range(seats, entrants))
        return Cost((1 + newcomers) * seats * meeting.blocks, (1 + newcomers) * seats * meeting.blocks)
    balanced = meeting.format is not Format.GAUNTLET
    tables = round_robin(entrants, seats) if balanced else gauntlet(entrants, 0, seats)
    matches = matches_at(tables) * meeting.blocks
    return Cost(matches, matches)


def _focused(meeting: Meeting) -> Cost:
    """Return what the beginning takes for everybody, and what it takes if nothing ever becomes certain."""
    entrants, seats = meeting.entrants, meeting.seats
    tables = entrants - seats + 1 if meeting.joining else -(-entrants // seats)
    least, most = (tables * seats * cards for cards in (min(OPENING, meeting.blocks), meeting.blocks))
    return Cost(least, most) if meeting.budget is None else Cost(min(least, meeting.budget), min(most, meeting.budget))


def others(meeting: Meeting) -> Iterator[Meeting]:
    """Yield what could be stated instead: fewer or more blocks, another budget, another format."""
    yield replace(meeting, blocks=max(1, meeting.blocks // 2))
    yield replace(meeting, blocks=meeting.blocks * 2)
    if meeting.format is Format.FOCUSED:
        budget = meeting.budget or cost_of(meeting).most or 1
        yield replace(meeting, budget=max(budget // 2, opening_matches(meeting.entrants, meeting.seats)))
        if meeting.budget is not None:
            yield replace(meeting, budget=budget * 2)
        if meeting.entrants <= MOST_BALANCED:
            yield Meeting(Format.ROUND_ROBIN, meeting.entrants, meeting.seats, blocks=50)
    if meeting.format in (Format.ROUND_ROBIN, Format.GROWING) and meeting.entrants > meeting.seats:
        yield Meeting(
            Format.FOCUSED, meeting.entrants, meeting.seats, blocks=1000, joining=meeting.format is Format.GROWING
        )


def duration_text(seconds: float) -> str:
    """Return a duration in the unit that suits it."""
    for unit, name in ((DAY_S, "days"), (HOUR_S, "h"), (MINUTE_S, "min")):
        if seconds >= 1.5 * unit:
            return f"{seconds / unit:.{0 if seconds >= 10 * unit else 1}f} {name}"
    return f"{max(seconds, 1):.0f} s"


def _many(number: int) -> str:
    return f"{number:,}".replace(",", " ")
