"""Columns of text: the same content as a Rich table in a terminal and as plain, aligned lines elsewhere."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rich import box
from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.table import Table
from rich.text import Text

from overtrick.core.printable import printable

PLAIN_WIDTH = 80
GAP = "  "
EDGES = 2  # cells that a Rich table takes beyond its columns and gaps
MOST_NAME, LEAST_NAME = 30, 8  # cells of a name in a table


@dataclass(frozen=True)
class Column:
    """A heading and a cell for every line, with the style of each where it matters."""

    heading: str
    cells: tuple[str, ...]
    left: bool = False
    styles: tuple[str, ...] = ()
    gives_way: bool = False  # its cells are shortened if the line would be too long

    @property
    def width(self) -> int:
        """How many cells of a terminal the column takes."""
        return max(cell_len(text) for text in (self.heading, *self.cells))


def shortened(name: str, most: int = MOST_NAME) -> str:
    """Return the name of a stranger so that it cannot disturb a table."""
    name = printable(name)
    return name if cell_len(name) <= most else set_cell_size(name, most - 1) + "…"


def plain_lines(columns: Sequence[Column]) -> Iterator[str]:
    """Yield the columns as aligned lines."""
    for texts in zip(*((column.heading, *column.cells) for column in columns), strict=True):
        aligned = (_aligned(text, column) for text, column in zip(texts, columns, strict=True))
        yield GAP.join(aligned).rstrip()


def _aligned(text: str, column: Column) -> str:
    room = " " * (column.width - cell_len(text))
    return text + room if column.left else room + text


def rich_table(columns: Sequence[Column], breaks: Iterable[int] = ()) -> Table:
    """Return the columns as a table, with a gap below the rows whose numbers are given."""
    ends = set(breaks)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for column in columns:
        table.add_column(Text(column.heading), justify="left" if column.left else "right", no_wrap=True)
    for number, texts in enumerate(zip(*(column.cells for column in columns), strict=True)):
        cells = [
            Text(text, style=column.styles[number] if column.styles else "")
            for text, column in zip(texts, columns, strict=True)
        ]
        table.add_row(*cells, end_section=number in ends)
    return table


def line_width(columns: Sequence[Column]) -> int:
    """Return how many cells a line of such columns takes."""
    return sum(column.width for column in columns) + len(GAP) * (len(columns) - 1)


def fitted(columns: Sequence[Column], width: int) -> list[Column]:
    """Return the columns with the names shortened as far as the width demands."""
    over = line_width(columns) - width
    if over <= 0:
        return list(columns)
    return [
        replace(column, cells=tuple(shortened(text, max(column.width - over, LEAST_NAME)) for text in column.cells))
        if column.gives_way
        else column
        for column in columns
    ]


def is_terminal(console: Console) -> bool:
    """Return whether a console can show tables; others get plain lines."""
    return console.is_terminal and not console.is_dumb_terminal
