"""What of a staged final somebody may see: the lines and the cross table of the places shown, and nothing else."""

import pytest

from overtrick.arena.boards.board import Board, Cell, Highlight, Line
from overtrick.arena.competitions.competition import ALL
from overtrick.arena.visible import shown_part
from overtrick.tournament.rating.ratings import Estimate

NAMES = ("ann", "bob", "cat", "dan")  # the best one first


def final() -> Board:
    """Return the board of a final of four, in which every two have met and something was remarkable."""
    three = Estimate(0.0, -1.0, 1.0)
    lines = tuple(
        Line(name, place, name, place, 1, three, three, 2.5, 0.25, None, 6, 0, None, (), {})
        for place, name in enumerate(NAMES, start=1)
    )
    cells = tuple(
        Cell(first, second, three, 0.5, 2) for place, first in enumerate(NAMES) for second in NAMES[place + 1 :]
    )
    return Board(1, 1, 12, 12, "score", True, lines, cells, (Highlight("Highest score", "ann scored 90.", "f00d"),))


@pytest.mark.parametrize(
    ("places", "names", "pairs"),
    [
        (0, (), []),
        (1, ("dan",), []),
        (2, ("cat", "dan"), [("cat", "dan")]),
        (3, ("bob", "cat", "dan"), [("bob", "cat"), ("bob", "dan"), ("cat", "dan")]),
    ],
)
def test_a_staged_final_shows_its_last_places_and_the_meetings_among_these_alone(
    places: int, names: tuple[str, ...], pairs: list[tuple[str, str]]
) -> None:
    shown = shown_part(final(), places)
    assert tuple(line.name for line in shown.lines) == names
    assert [(cell.first, cell.second) for cell in shown.cells] == pairs, "no cell of who is not shown yet"
    assert shown.highlights == (), "what was remarkable would tell of the first"


def test_a_final_that_is_all_released_is_shown_as_it_is() -> None:
    assert shown_part(final(), ALL) == final()
