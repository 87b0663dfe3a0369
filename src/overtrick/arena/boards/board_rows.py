"""Boards in the store: written by the worker, read by pages; JSON as short as a board of a hundred bots needs it."""

import json
import math
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select

from overtrick.arena.arena import Arena
from overtrick.arena.boards.board import Board, Cell, Highlight, Line
from overtrick.core.mistake import Mistake
from overtrick.store.schema import boards
from overtrick.tournament.rating.ratings import Estimate

DIGITS = 6  # that count; nobody reads more, and a board of a hundred bots has thirty thousand numbers


def write_board(arena: Arena, board: Board) -> None:
    """Keep a board as the latest of its tournament, and let go of the older ones."""
    row = {"tournament": board.tournament, "made": board.made, "records": board.records, "data": board_text(board)}
    with arena.writing() as connection:
        connection.execute(insert(boards).values(row))
        connection.execute(delete(boards).where(boards.c.tournament == board.tournament, boards.c.made < board.made))


def latest_board(arena: Arena, tournament: int) -> Board | None:
    """Return the latest board of a tournament, if there is one."""
    query = select(boards.c.data).where(boards.c.tournament == tournament).order_by(boards.c.made.desc()).limit(1)
    with arena.reading() as connection:
        text = connection.execute(query).scalar()
    return None if text is None else board_of(text)


def boards_made(connection: Connection, *of: int) -> dict[int, int]:
    """Return when the latest board of each of some tournaments was made."""
    query = select(boards.c.tournament, func.max(boards.c.made)).where(boards.c.tournament.in_(of))
    return {row[0]: row[1] for row in connection.execute(query.group_by(boards.c.tournament))}


def board_text(board: Board) -> str:
    """Return a board as JSON."""
    places = {line.name: place for place, line in enumerate(board.lines)}
    data = {
        "tournament": board.tournament,
        "made": board.made,
        "records": board.records,
        "planned": board.planned,
        "rank_by": board.rank_by,
        "final": board.final,
        "lines": [_line_data(line) for line in board.lines],
        "cells": [
            [places[cell.first], places[cell.second], *_short(cell.difference.numbers), *_short([cell.p]), cell.blocks]
            for cell in board.cells
        ],
        "highlights": [[one.title, one.sentence, one.key] for one in board.highlights],
    }
    return json.dumps(data, separators=(",", ":"), allow_nan=False)


def board_of(text: str) -> Board:
    """Return the board of such JSON, or raise Mistake with a sentence."""
    try:
        data = json.loads(text)
        lines = tuple(_line_of(line) for line in data.pop("lines"))
        cells = tuple(
            Cell(lines[first].name, lines[second].name, Estimate(*_known(numbers[:3])), _known(numbers[3:])[0], blocks)
            for first, second, *numbers, blocks in data.pop("cells")
        )
        highlights = tuple(Highlight(*one) for one in data.pop("highlights"))
        return Board(lines=lines, cells=cells, highlights=highlights, **data)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise Mistake(f"a leaderboard in the store cannot be read: {error}") from None


def _line_data(line: Line) -> dict[str, Any]:
    return {
        **vars(line),
        "worth": _short(line.worth.numbers),
        "score": _short(line.score.numbers),
        "place": _short([line.place])[0],
        "won": _short([line.won])[0],
        "strength": None if line.strength is None else _short(line.strength.numbers),
        "trend": _short(line.trend),
    }


def _line_of(data: dict[str, Any]) -> Line:
    known = {
        "worth": Estimate(*_known(data["worth"])),
        "score": Estimate(*_known(data["score"])),
        "place": _known([data["place"]])[0],
        "won": _known([data["won"]])[0],
        "strength": None if data["strength"] is None else Estimate(*_known(data["strength"])),
        "trend": _known(data["trend"]),
    }
    return Line(**(data | known))


def _short(numbers: Sequence[float]) -> list[float | None]:
    """Return numbers with the digits that count; what JSON cannot say becomes null."""
    return [float(f"{value:.{DIGITS}g}") if math.isfinite(value) else None for value in numbers]


def _known(numbers: Sequence[float | None]) -> Any:
    """Return numbers as they were: what is not known is NaN."""
    return tuple(math.nan if value is None else value for value in numbers)
