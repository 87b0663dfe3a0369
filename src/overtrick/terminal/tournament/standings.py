"""The standings of a tournament as text: a table in a terminal, aligned lines elsewhere."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

from overtrick.core.printable import printable
from overtrick.terminal.columns import (
    EDGES,
    PLAIN_WIDTH,
    Column,
    fitted,
    is_terminal,
    line_width,
    plain_lines,
    rich_table,
    shortened,
)
from overtrick.tournament.rating.ratings import Estimate, Ratings
from overtrick.tournament.report.words import MEASURES, UNKNOWN, digits_for, digits_of, known, number, percent, summary
from overtrick.tournament.stated.tournament import RankBy

BAR = 17  # cells of an interval bar
Marks = tuple[str, str, str]
"""What stands for zero, for the interval and for the value."""
PLAIN_MARKS = (":", "-", "o")
TERMINAL_MARKS = ("┊", "━", "●")
IN_A_LINE = 3  # entrants in the line of a run that goes on


def standings_table(ratings: Ratings) -> RenderableType:
    """Return the standings for a terminal: one table, or two below each other where one would be too wide."""
    return _Standings(ratings)


def standings_lines(ratings: Ratings) -> list[str]:
    """Return the standings as aligned lines of at most 80 cells: first the ranking, then all other numbers."""
    ranking = ranking_columns(ratings, PLAIN_MARKS)
    more = [ranking[1], *detail_columns(ratings)]
    return [*plain_lines(fitted(ranking, PLAIN_WIDTH)), "", *plain_lines(fitted(more, PLAIN_WIDTH))]


def standings_line(ratings: Ratings) -> str:
    """Return the first few in one line."""
    measure, digits = MEASURES[ratings.rank_by], digits_of(ratings)
    return "   ".join(
        f"{printable(rating.name)} {measure.text(rating.worth.value, digits)} ({measure.span(rating.worth, digits)})"
        for rating in ratings.ratings[:IN_A_LINE]
    )


def print_standings(ratings: Ratings, console: Console | None = None) -> None:
    """Print the standings as suits where they are printed."""
    console = console or Console()
    console.print(headline(ratings), markup=False, highlight=False)
    console.print()
    if is_terminal(console):
        console.print(standings_table(ratings))
    else:
        for line in standings_lines(ratings):
            console.print(line, markup=False, highlight=False, soft_wrap=True)
        console.print()
    console.print(printable(summary(ratings)), markup=False, highlight=False)


def headline(ratings: Ratings) -> str:
    """Return what the columns mean, and on how much they rest."""
    meaning = MEASURES[ratings.rank_by].meaning
    if ratings.knocked_out:
        return f"{ratings.matches} matches on {ratings.clusters} sets of cards; every tie was decided by {meaning}."
    against = ", against opponents drawn from all entrants" if ratings.focus else ""
    luck = " The luck of the cards is taken out by regression." if ratings.adjusted else ""
    return (
        f"{ratings.matches} matches on {ratings.clusters} sets of cards, ranked by {meaning}{against}.{luck} "
        "Who cannot be told apart shares a rank; 'to next' is how many more sets of cards would probably "
        "tell an entrant from the one below."
    )


@dataclass(frozen=True)
class _Standings:
    """Standings that fit the width they are given."""

    ratings: Ratings

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield one table or two."""
        ranking, more = ranking_columns(self.ratings, TERMINAL_MARKS), detail_columns(self.ratings)
        groups = [rating.group for rating in self.ratings.ratings]
        breaks = [place for place, group in enumerate(groups[:-1]) if group != groups[place + 1]]
        width = options.max_width - EDGES
        if line_width([*ranking, *more]) <= width:
            yield rich_table([*ranking, *more], breaks)
        else:
            yield rich_table(fitted(ranking, width), breaks)
            yield rich_table(fitted([ranking[1], *more], width))


def ranking_columns(ratings: Ratings, marks: Marks) -> list[Column]:
    """Return rank group, name, worth and interval, with a small bar on a common scale."""
    measure, digits, lines = MEASURES[ratings.rank_by], digits_of(ratings), ratings.ratings
    worths = [rating.worth for rating in lines]
    ends = [part for worth in worths for part in (worth.value, worth.low, worth.high) if math.isfinite(part)]
    low, high = (min(ends), max(ends)) if ends else (0.0, 0.0)
    left, right = measure.text(low, digits), measure.text(high, digits)
    heading = f"{left} {right:>{max(BAR - len(left) - 1, 0)}}" if ends else ""
    return [
        Column("rank", tuple(str(rating.group) if rating.group else UNKNOWN for rating in lines)),
        Column("name", tuple(shortened(rating.name) for rating in lines), left=True, gives_way=True),
        Column(measure.heading, tuple(measure.text(worth.value, digits) for worth in worths)),
        Column("95 % interval", tuple(measure.span(worth, digits) for worth in worths)),
        Column(heading, tuple(bar(worth, low, high, marks) for worth in worths), left=True),
    ]


def bar(estimate: Estimate, low: float, high: float, marks: Marks) -> str:
    """Return an interval drawn on the scale from low to high; what is unknown is not drawn."""
    zero, line, dot = marks

    def place(value: float) -> int:
        return round((value - low) / (high - low) * (BAR - 1)) if high > low else BAR // 2

    drawn = [" "] * BAR
    if low < 0 < high:
        drawn[place(0)] = zero
    if known(estimate):
        first, last = place(estimate.low), place(estimate.high)
        drawn[first : last + 1] = [line] * (last + 1 - first)
    if math.isfinite(estimate.value):
        drawn[place(estimate.value)] = dot
    return "".join(drawn)


def detail_columns(ratings: Ratings) -> list[Column]:
    """Return all other numbers; what is ranked by stands in the ranking and is not told again."""
    lines = ratings.ratings
    points = digits_for(rating.score for rating in lines)
    told: dict[str, Sequence[str]] = {
        "points": [number(rating.score.value, points) for rating in lines],
        "place": [number(rating.place, 2) for rating in lines],
        "won": [percent(rating.won) for rating in lines],
        "strength": [number(rating.strength.value, 2, sign=True) for rating in lines],
        "matches": [str(rating.matches) for rating in lines],
        "faults": [str(rating.faults) for rating in lines],
        "to next": [UNKNOWN if rating.needed is None else f"{rating.needed}" for rating in lines],
    }
    told.pop({RankBy.PLACE: "place", RankBy.MATCHES: "won"}.get(ratings.rank_by, ""), None)
    return [Column(heading, tuple(cells)) for heading, cells in told.items()]
