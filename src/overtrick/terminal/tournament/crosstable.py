"""The cross table of a tournament as text: entrants against entrants, with stars for what is no chance."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

from overtrick.terminal.columns import (
    EDGES,
    PLAIN_WIDTH,
    Column,
    is_terminal,
    line_width,
    plain_lines,
    rich_table,
    shortened,
)
from overtrick.tournament.rating.ratings import Ratings
from overtrick.tournament.report.words import MEASURES, UNKNOWN, digits_of, legend, pair_of, stars

MOST_NAME = 18
SELF = "·"
STYLES = {
    1: ("", "cyan", "bold cyan", "black on cyan"),
    -1: ("", "yellow", "bold yellow", "black on yellow"),
    0: ("", "", "", ""),
}
"""By who is better and the number of stars; sign and stars say the same without colour."""


def crosstable_table(ratings: Ratings) -> RenderableType:
    """Return the cross table for a terminal, in several parts if it is too wide."""
    return _Crosstable(ratings)


def crosstable_lines(ratings: Ratings, width: int = PLAIN_WIDTH) -> list[str]:
    """Return the cross table as aligned lines, in several parts if it is too wide."""
    lines: list[str] = []
    for part in parts(ratings, width):
        lines += [*plain_lines(part), ""]
    return lines[:-1]


def print_crosstable(ratings: Ratings, console: Console | None = None) -> None:
    """Print the cross table as suits where it is printed."""
    console = console or Console()
    if is_terminal(console):
        console.print(crosstable_table(ratings))
    else:
        for line in crosstable_lines(ratings):
            console.print(line, markup=False, highlight=False, soft_wrap=True)
    console.print(legend(ratings), markup=False, highlight=False)


@dataclass(frozen=True)
class _Crosstable:
    """A cross table that fits the width it is given."""

    ratings: Ratings

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the parts of the table."""
        for part in parts(self.ratings, options.max_width - EDGES):
            yield rich_table(part)


def parts(ratings: Ratings, width: int) -> Iterator[list[Column]]:
    """Yield as many opponents at a time as fit, each time behind the numbers and names of the rows."""
    compared = {name for name, _ in ratings.pairs}
    ratings = replace(ratings, ratings=tuple(one for one in ratings.ratings if one.name in compared) or ratings.ratings)
    names = [rating.name for rating in ratings.ratings]
    rows = [
        Column("", tuple(str(place) for place in range(1, len(names) + 1))),
        Column("", tuple(shortened(name, MOST_NAME) for name in names), left=True),
    ]
    part: list[Column] = []
    for place, name in enumerate(names, start=1):
        column = _against(ratings, name, str(place))
        if part and line_width([*rows, *part, column]) > width:
            yield rows + part
            part = []
        part.append(column)
    if part:
        yield rows + part


def _against(ratings: Ratings, other: str, heading: str) -> Column:
    """Return how everybody does against one."""
    measure, digits = MEASURES[ratings.rank_by], min(digits_of(ratings), 2)
    texts, marks, styles = [], [], []
    for rating in ratings.ratings:
        pair = pair_of(ratings, rating.name, other)
        count = stars(pair.p) if pair else 0
        text = measure.difference(pair.difference.value, digits) if pair else UNKNOWN
        texts.append(SELF if rating.name == other else text)
        marks.append("*" * count)
        styles.append(STYLES[measure.better(pair.difference.value) if pair else 0][count])
    width = max(map(len, [heading, *texts]))
    cells = tuple(f"{text:>{width}}{mark:<3}" for text, mark in zip(texts, marks, strict=True))
    return Column(f"{heading:>{width}}", cells, left=True, styles=tuple(styles))
