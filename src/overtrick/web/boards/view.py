"""Leaderboards as HTML: made once for each board, then only chosen from and put together."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode
from xml.etree.ElementTree import Element

from overtrick.arena.boards.board import Board, Line
from overtrick.tournament.report.charts import Scale, axis, ends, interval, minus, scale_of
from overtrick.tournament.report.markup import Child, node, written
from overtrick.tournament.report.words import MEASURES, UNKNOWN, Measure, digits_for, number, percent
from overtrick.tournament.stated.tournament import RankBy
from overtrick.web.boards.cross import cross_table

LONGEST_WORD = 80  # of what names are searched for
LEAST_TREND = 2


@dataclass(frozen=True)
class Choice:
    """Which lines of a board are shown, and in which order."""

    text: str = ""  # in the name of a bot or of its owner
    mine: bool = False
    theirs: bool = False  # without the players we ship
    sort: str = ""  # the name of a column; empty for the order of the ranking

    def query(self, **other: str) -> str:
        """Return the choice as the query of an address, with some of it changed."""
        given = {"q": self.text, "mine": "1" if self.mine else "", "theirs": "1" if self.theirs else ""}
        return urlencode({name: value for name, value in (given | {"sort": self.sort} | other).items() if value})


@dataclass(frozen=True)
class Column:
    """A column of a leaderboard."""

    name: str
    title: str
    about: str
    value: Callable[[Line], float]  # what is sorted by
    greatest_first: bool = True


COLUMNS = {
    column.name: column
    for column in (
        Column("score", "Points", "points a match", lambda line: line.score.value),
        Column("won", "Won", "share of the matches won", lambda line: line.won),
        Column("place", "Place", "mean place", lambda line: line.place, greatest_first=False),
        Column("matches", "Matches", "matches in complete sets of cards", lambda line: line.matches),
        Column("faults", "Faults", "what the bot did wrong, over all its matches", lambda line: line.faults),
        Column(
            "needed",
            "To next",
            "further sets of cards that would probably tell it from the next below",
            lambda line: line.needed if line.needed is not None else math.nan,
            greatest_first=False,
        ),
    )
}
TWICE = {RankBy.PLACE: "place", RankBy.MATCHES: "won"}  # what is ranked by is not told again


class BoardView:
    """A board and the HTML of its lines; ``base`` is the address of its round."""

    def __init__(self, board: Board, base: str) -> None:
        self.board, self.base = board, base
        self.rank_by = RankBy(board.rank_by)
        self.measure: Measure = MEASURES[self.rank_by]
        worths = [line.worth for line in board.lines]
        self.digits = digits_for(worths, self.measure.factor)
        self.points = digits_for(line.score for line in board.lines)
        self.scale: Scale = scale_of(value * self.measure.factor for value in ends(worths))
        self.columns = [column for name, column in COLUMNS.items() if name != TWICE.get(self.rank_by)]

    @cached_property
    def rows(self) -> list[str]:
        """The rows of the table, in the order of the ranking."""
        before = [None, *(line.group for line in self.board.lines)]
        return [
            written(self._row(line, starts=line.group != group))
            for line, group in zip(self.board.lines, before, strict=False)
        ]

    @cached_property
    def axis(self) -> str:
        """The scale above the interval bars."""
        return written(axis(self.scale))

    @cached_property
    def plain(self) -> str:
        """The rows that somebody sees who is nobody and chose nothing."""
        return "\n".join(self.rows)

    @cached_property
    def cross(self) -> str:
        """The cross table."""
        return cross_table(self.board, self.base)

    def chosen(self, choice: Choice, owner: str | None) -> str:
        """Return the rows that somebody chose, with a mark on their own."""
        if choice == Choice() and owner is None:
            return self.plain
        return "\n".join(
            self.rows[place].replace("<tr ", '<tr data-mine="" ', 1)
            if owner and self.board.lines[place].owner == owner
            else self.rows[place]
            for place in self.places(choice, owner)
        )

    def places(self, choice: Choice, owner: str | None) -> list[int]:
        """Return which lines somebody chose, in their order."""
        word = choice.text.casefold()
        lines = self.board.lines
        found = [
            place
            for place, line in enumerate(lines)
            if (word in line.name.casefold() or word in line.owner.casefold())
            and not (choice.mine and (owner is None or line.owner != owner))
            and not (choice.theirs and line.bot is None)
        ]
        column = COLUMNS.get(choice.sort)
        if column is None:
            return found
        sign = -1 if column.greatest_first else 1
        return sorted(found, key=lambda place: last_if_unknown(sign * column.value(lines[place])))

    def _row(self, line: Line, *, starts: bool) -> Element:
        span = minus(self.measure.span(line.worth, self.digits))
        worth = minus(self.measure.text(line.worth.value, self.digits))
        drawn = line.worth.times(self.measure.factor)
        cells = [
            node("td", str(line.group) if line.group else node("abbr", UNKNOWN, title="not ranked"), class_="rank"),
            node("th", *self.name(line), scope="row", class_="name"),
            node("td", worth, class_="worth", title=span),
            node("td", interval(drawn, self.scale, f"{worth}, interval {span}"), class_="chart"),
            node("td", *trend(line, self.measure), class_="trend"),
        ]
        for column in self.columns:
            text = self.text(column.name, line)
            cells.append(node("td", minus(text), class_=f"detail {column.name}" + " warning" * self._bad(column, line)))
        sorts = {f"data-{name}": sort_value(column.value(line)) for name, column in COLUMNS.items()}
        row = node("tr", *cells, class_="group-start" if starts else "line")
        for name, value in (sorts | {"data-name": line.name, "data-owner": line.owner}).items():
            row.set(name, value)
        return row

    def _bad(self, column: Column, line: Line) -> bool:
        return column.name == "faults" and line.faults > 0

    def name(self, line: Line) -> list[Child]:
        """Return the name of a bot as a link to its page, and whose it is."""
        if line.bot is None:
            return [node("bdi", line.name), node("small", "shipped player", class_="owner")]
        whose: list[Child] = ["by ", node("bdi", line.owner), f", v{line.version}"]
        return [
            node("a", node("bdi", line.name), href=f"{self.base}/bots/{line.bot}"),
            node("small", *whose, class_="owner"),
        ]

    def text(self, column: str, line: Line) -> str:
        """Return what stands in a column."""
        return {
            "score": lambda: number(line.score.value, self.points),
            "won": lambda: percent(line.won),
            "place": lambda: number(line.place, 2),
            "matches": lambda: str(line.matches),
            "faults": lambda: str(line.faults),
            "needed": lambda: UNKNOWN if line.needed is None else str(line.needed),
        }[column]()


def trend(line: Line, measure: Measure) -> Sequence[Child]:
    """Return how a worth went, as a small line; nothing while it is one point."""
    values = [value for value in line.trend if math.isfinite(value)]
    if len(values) < LEAST_TREND:
        return ()
    scale = scale_of(values)
    steps = len(values) - 1
    points = " ".join(f"{60 * place / steps:.1f},{17 - 14 * scale.at(value):.1f}" for place, value in enumerate(values))
    went = measure.better(values[-1] - values[0])
    label = {1: "getting better", -1: "getting worse", 0: "steady"}[went]
    drawn = node("polyline", points=points)
    mark = {1: "better", -1: "worse", 0: "same"}[went]
    return (node("svg", node("title", label), drawn, class_=f"spark {mark}", role="img", viewBox="0 0 60 20"),)


def last_if_unknown(value: float) -> float:
    """Return a number to sort by; what is not known stands last."""
    return value if math.isfinite(value) else math.inf


def sort_value(value: float) -> str:
    """Return a number for scripts that sort; empty if it is none."""
    return f"{value:.6g}" if math.isfinite(value) else ""
