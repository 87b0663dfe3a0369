"""Files of puzzles: gone on with after any stop, and nothing else."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from overtrick.commands.study import puzzles as command
from overtrick.core.mistake import Mistake
from overtrick.puzzles.file import Going, make, shipped
from overtrick.puzzles.puzzle import Puzzle, read_line


def made(path: Path, wanted: int, seed: str = "7", most: int = 1000) -> None:
    """Make puzzles into a file, and stop in the middle after so many."""
    going, count = Going(path, "duel", seed), 0

    def found(puzzle: Puzzle) -> None:
        nonlocal count
        if count == most:
            raise KeyboardInterrupt
        count += 1
        going.add(puzzle)

    make("duel", wanted, seed, 1, going.there, found)


def test_a_run_that_was_stopped_goes_on_and_makes_the_same_file(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    made(whole, 12)
    with pytest.raises(KeyboardInterrupt):
        made(parts, 12, most=5)
    with parts.open("a") as file:
        file.write('{"game":"duel","ki')  # as a kill leaves it
    made(parts, 12)
    assert parts.read_text() == whole.read_text()
    made(parts, 12)  # nothing is left to do
    assert parts.read_text() == whole.read_text()


def test_a_file_of_another_seed_or_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    made(path, 2)
    with pytest.raises(Mistake, match="seed 7; allowed with duel and seed 8"):
        Going(path, "duel", "8")
    path.write_text('{"game": 1}\n[]\n')
    with pytest.raises(Mistake, match="is no puzzle"):
        Going(path, "duel", "7")


def test_the_command_prints_lines_or_json_and_writes_a_file(tmp_path: Path) -> None:
    run = CliRunner()
    plain = run.invoke(command, ["duel", "--count", "3", "--seed", "7", "--workers", "1"])
    assert plain.exit_code == 0 and len(plain.stdout.splitlines()) == 3
    assert all(line.startswith("duel-play-") and line.endswith("tricks") for line in plain.stdout.splitlines())
    as_json = run.invoke(command, ["duel", "--count", "3", "--seed", "7", "--workers", "1", "--json"])
    told = [read_line(line) for line in as_json.stdout.splitlines()]
    path = tmp_path / "out.jsonl"
    written = run.invoke(command, ["duel", "--count", "3", "--seed", "7", "--workers", "1", "--out", str(path)])
    assert written.exit_code == 0 and written.stdout == f"wrote {path}\n"
    assert [read_line(line) for line in path.read_text().splitlines()] == told
    again = run.invoke(command, ["duel", "--count", "4", "--seed", "7", "--workers", "1", "--out", str(path)])
    assert "has 3 puzzles already" in again.stderr and len(path.read_text().splitlines()) == 4


def test_a_game_without_puzzles_and_a_wrong_seed_are_told_in_a_sentence() -> None:
    run = CliRunner()
    assert "unknown game" in str(run.invoke(command, ["chess"]).exception)
    assert "allowed: 1 to 64 hexadecimal digits" in str(run.invoke(command, ["duel", "--seed", "xyz"]).exception)


def test_a_line_is_no_longer_than_it_must_be() -> None:
    assert max(len(puzzle.line()) for puzzle in shipped()) < 8000
