"""The cross table: how every two compare, shaded by how sure that is."""

import math
from html import escape

from overtrick.arena.boards.board import Board, Cell, Line
from overtrick.tournament.report.charts import minus
from overtrick.tournament.report.words import MEASURES, UNKNOWN, Measure, digits_for, number, stars
from overtrick.tournament.stated.tournament import RankBy

SHADES = {1: ("", "better1", "better2", "better3"), -1: ("", "worse1", "worse2", "worse3"), 0: ("",) * 4}
MOST_DIGITS = 2
FEW = 50  # lines that all stand in the table, whether somebody has met them or not


def cell_of(cells: dict[tuple[str, str], Cell], first: str, second: str) -> Cell | None:
    """Return how two compare, seen from the first, whichever of them stands first on the board."""
    if (first, second) in cells:
        return cells[first, second]
    other = cells.get((second, first))
    if other is None:
        return None
    return Cell(first, second, other.difference.turned(), other.p, other.blocks)


def cells_by_pair(board: Board) -> dict[tuple[str, str], Cell]:
    """Return the cells of a board by their names."""
    return {(cell.first, cell.second): cell for cell in board.cells}


def crossed(board: Board) -> tuple[Line, ...]:
    """Return who stands in the table: of many only those from the top down to the last who is compared with another."""
    if len(board.lines) <= FEW:
        return board.lines
    compared = {name for cell in board.cells for name in (cell.first, cell.second)}
    return board.lines[: max((place for place, line in enumerate(board.lines, 1) if line.name in compared), default=0)]


def cross_table(board: Board, base: str) -> str:
    """Return the table; ten thousand cells are put together as text, as a tree of them would take seconds."""
    lines = crossed(board)
    measure = MEASURES[RankBy(board.rank_by)]
    digits = min(digits_for((line.worth for line in board.lines), measure.factor), MOST_DIGITS)
    cells = cells_by_pair(board)
    heads = "".join(
        f'<th scope="col"><abbr title="{escape(line.name)}">{place}</abbr></th>'
        for place, line in enumerate(lines, start=1)
    )
    rows = []
    for place, line in enumerate(lines, start=1):
        name = f"<bdi>{escape(line.name)}</bdi>"
        linked = name if line.bot is None else f'<a href="{escape(base)}/bots/{line.bot}">{name}</a>'
        shown = "".join(
            '<td class="self"></td>'
            if other.name == line.name
            else _cell(cell_of(cells, line.name, other.name), measure, digits)
            for other in lines
        )
        rows.append(f'<tr><th scope="row"><span class="number">{place}</span>{linked}</th>{shown}</tr>')
    head = f"<thead><tr><td></td>{heads}</tr></thead>"
    return f'<table class="crosstable">{head}<tbody>{"".join(rows)}</tbody></table>'


def _cell(cell: Cell | None, measure: Measure, digits: int) -> str:
    if cell is None or not math.isfinite(cell.difference.value):
        return f'<td><abbr title="never met">{UNKNOWN}</abbr></td>'
    count = stars(cell.p)
    shade = SHADES[measure.better(cell.difference.value)][count]
    text = minus(measure.difference(cell.difference.value, digits))
    span = minus(measure.span(cell.difference, digits))
    title = f"{span}, p {number(cell.p, 3)}, {cell.blocks} sets of cards"
    return f'<td class="{shade}" title="{title}">{text}<b>{"*" * count}</b></td>'
