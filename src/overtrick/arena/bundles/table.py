"""The final table of a bundle, compared with what its records give."""

import math
from collections.abc import Iterator, Sequence

from overtrick.arena.boards.board import Board, Cell, Line
from overtrick.arena.boards.boards import Owned, cells_of, line_of
from overtrick.tournament.rating.ratings import Estimate
from overtrick.tournament.run import Contest

NEAR = 1e-4  # another machine may round otherwise
COUNTS = {"group": "rank", "matches": "matches", "faults": "faults", "needed": "deals to the next one"}
ESTIMATES = {"worth": "a worth of", "score": "points of", "strength": "a strength of"}
SHARES = {"place": "a mean place of", "won": "a share of matches won of"}


def wrong_with_table(contest: Contest, board: Board) -> Iterator[str]:
    """Yield what a table tells otherwise than the records."""
    ratings = contest.ratings()
    if str(ratings.rank_by) != board.rank_by:
        yield f"the table ranks by {board.rank_by[:20]!r}, the round by {str(ratings.rank_by)!r}"
    facts = dict(zip(contest.registered.names, contest.store.facts(contest.registered, contest.stages()), strict=True))
    lines = [(rating.strength, line_of(rating, Owned())) for rating in ratings.ratings]
    told, given = [line.name for line in board.lines], [line.name for _, line in lines]
    if told != given:
        place = next(
            place for place, (one, other) in enumerate(zip([*told, ""], [*given, ""], strict=False)) if one != other
        )
        names = [f"{names[place]!r}" if place < len(names) else "nobody" for names in (told, given)]
        yield f"place {place + 1} of the table has {names[0]}, the records give {names[1]}"
        return
    for line, (strength, again) in zip(board.lines, lines, strict=True):
        yield from _wrong_with_line(line, again, strength)
        if line.facts != (given_facts := facts[line.name]):
            yield f"the table gives {line.name!r} the facts {line.facts}, the records give {given_facts}"
    yield from _wrong_with_cells(board.cells, cells_of(ratings))


def _wrong_with_line(line: Line, again: Line, strength: Estimate) -> Iterator[str]:
    here = f"the table gives {line.name!r}"
    for name, words in COUNTS.items():
        if getattr(line, name) != getattr(again, name):
            yield f"{here} {words} {getattr(line, name)}, the records give {getattr(again, name)}"
    for name, words in SHARES.items():
        if not _near([getattr(line, name)], [getattr(again, name)]):
            yield f"{here} {words} {getattr(line, name):g}, the records give {getattr(again, name):g}"
    estimates = {"worth": again.worth, "score": again.score, "strength": strength}
    for name, words in ESTIMATES.items():
        told = getattr(line, name)
        if told is None or not _near(told.numbers, estimates[name].numbers):
            yield f"{here} {words} {_text(told)}, the records give {_text(estimates[name])}"


def _wrong_with_cells(told: Sequence[Cell], again: Sequence[Cell]) -> Iterator[str]:
    """Yield what the table tells otherwise of two who met."""
    given = {(cell.first, cell.second): cell for cell in again}
    for cell in told:
        other = given.pop((cell.first, cell.second), None)
        if (
            other is None
            or cell.blocks != other.blocks
            or not _near((*cell.difference.numbers, cell.p), (*other.difference.numbers, other.p))
        ):
            gives = "nothing" if other is None else f"{_text(other.difference)} in {other.blocks} blocks"
            two = f"{cell.first!r} against {cell.second!r}"
            yield f"the table gives {two} {_text(cell.difference)} in {cell.blocks} blocks, the records give {gives}"
    for first, second in given:
        yield f"the table does not compare {first!r} with {second!r}, who met"


def _near(told: Sequence[float], given: Sequence[float]) -> bool:
    """Return whether numbers are the same but for rounding; what is not finite was written as not known."""
    known = [value if math.isfinite(value) else math.nan for value in given]
    return all(
        (math.isnan(one) and math.isnan(other)) or math.isclose(one, other, rel_tol=NEAR, abs_tol=NEAR / 10)
        for one, other in zip(told, known, strict=True)
    )


def _text(estimate: Estimate | None) -> str:
    if estimate is None:
        return "nothing"
    return f"{estimate.value:.6g} ({estimate.low:.6g} to {estimate.high:.6g})"
