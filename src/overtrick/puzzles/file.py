"""Files of puzzles: a line of JSON for each, written as soon as it is found, so that a stopped run goes on."""

import gzip
import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from functools import cache
from importlib.resources import files
from itertools import islice
from pathlib import Path

from overtrick.core.mistake import Mistake
from overtrick.games.face import games_with
from overtrick.puzzles.puzzle import Puzzle, kinds_of, read_line

SHIPPED_SEED = "2026"  # with which the puzzles were made that come with the program


def read_puzzles(lines: Iterable[str]) -> list[Puzzle]:
    """Return the puzzles of a file."""
    return [read_line(line) for line in lines if line.strip()]


@cache
def shipped() -> tuple[Puzzle, ...]:
    """Return the puzzles that come with the program."""
    found: list[Puzzle] = []
    for game in games_with("puzzles"):
        packed = files("overtrick.puzzles").joinpath("shipped", f"{game}.jsonl.gz")
        if packed.is_file():
            found += read_puzzles(gzip.decompress(packed.read_bytes()).decode().splitlines())
    return tuple(found)


@cache
def shipped_games() -> tuple[str, ...]:
    """Return the games whose puzzles come with the program."""
    there = {puzzle.game for puzzle in shipped()}
    return tuple(name for name in games_with("puzzles") if name in there)


class Going:
    """A file of puzzles that grows; what is there already counts."""

    def __init__(self, path: Path, game: str, seed: str) -> None:
        self.path = path
        self.there = self._read(game, seed)

    def _read(self, game: str, seed: str) -> list[Puzzle]:
        if not self.path.exists():
            return []
        with self.path.open("rb+") as file:  # a line that a kill has cut off is made again
            whole = file.read().rpartition(b"\n")
            file.truncate(len(whole[0]) + len(whole[1]))
        found = read_puzzles(whole[0].decode(errors="replace").splitlines())
        for puzzle in found:
            if (puzzle.game, puzzle.seed) != (game, seed):
                has = f"{self.path} has puzzles of {puzzle.game} with seed {puzzle.seed}"
                raise Mistake(f"{has}; allowed with {game} and seed {seed}: a new file, or one with the same")
        return found

    def add(self, puzzle: Puzzle) -> None:
        """Write a puzzle down for good."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(puzzle.line() + "\n")
            file.flush()
            os.fsync(file.fileno())


def make(
    game: str, wanted: int, seed: str, workers: int, there: Sequence[Puzzle], found: Callable[[Puzzle], None]
) -> None:
    """Make so many puzzles of a game, equally many of each kind, going on after those that are there."""
    from overtrick.puzzles.making import looked_at

    kinds = kinds_of(game)
    for place, kind in enumerate(kinds):
        numbers = [puzzle.number for puzzle in there if puzzle.kind == kind]
        left = (wanted + place) // len(kinds) - len(numbers)
        if left <= 0:
            continue
        with closing(looked_at(game, kind, seed, max(numbers, default=-1) + 1, workers)) as looking:
            for puzzle in islice(filter(None, looking), left):
                found(puzzle)
