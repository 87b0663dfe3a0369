"""What a round costs: other budgets and blocks for every number of entries, and what many are forced to for nobody."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.competitions.costs import cost_lines
from overtrick.tournament.stated.tournament import Format
from tests.support.arena_rounds import new_round


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    with open_arena(tmp_path / "arena.db") as opened:
        yield opened


def told(arena: Arena, **details: Any) -> dict[str, tuple[str, ...]]:
    """Return the costs of a round of the duel with 5, 30 and 1000 entries."""
    cells = {line.name: line.cells for line in cost_lines(new_round(arena, **details), (5, 30, 1000), None)}
    return {name: tuple(cell.replace("\N{NO-BREAK SPACE}", " ") for cell in row) for name, row in cells.items()}


def test_a_focused_round_without_a_budget_is_told_what_one_and_other_blocks_would_do(arena: Arena) -> None:
    lines = told(arena, format=Format.FOCUSED, final_blocks=60)
    assert lines["final"] == ("96 to 360 matches", "480 to 1 800 matches", "16 000 to 60 000 matches")
    assert lines['final with format = "focused", blocks = 30'][1] == "480 to 900 matches"
    assert lines['final with format = "focused", blocks = 120'][2] == "16 000 to 120 000 matches"
    assert lines['final with format = "focused", blocks = 60, budget = 180'] == (
        "96 to 180 matches",
        "budget = 900: 480 to 900 matches",
        "budget = 30000: 16 000 to 30 000 matches",
    )
    assert lines['final with format = "round robin", blocks = 50'][2] == "–"


def test_a_budget_that_is_too_small_lets_everybody_begin_all_the_same(arena: Arena) -> None:
    assert told(arena, format=Format.FOCUSED, final_blocks=60, budget=1)["final"] == (
        "96 matches",
        "480 matches",
        "16 000 matches",
    )


def test_what_many_entries_are_forced_to_is_no_other_way_to_state_a_round_robin(arena: Arena) -> None:
    lines = told(arena, final_blocks=50)
    assert lines['final with format = "round robin", blocks = 25'][1:] == ("21 750 matches", "–")
