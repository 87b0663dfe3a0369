"""Compile the strong players once, in a process of its own, so that nobody waits for it at a table."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from subprocess import DEVNULL, PIPE
from types import ModuleType
from typing import cast

from overtrick.bots.builtin import levels_of
from overtrick.core import waiting
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.contract import usual_seats
from overtrick.match.sitting import Chair, sit_down

COMMAND = (sys.executable, "-m", "overtrick.players.warm")  # and the games, all if none is named


def compile_all(tell: Callable[[str], object]) -> None:
    """Compile what is not compiled yet, and tell line by line how far it is."""
    with subprocess.Popen([*COMMAND, "--tell"], stdin=DEVNULL, stderr=PIPE, text=True) as process:
        assert process.stderr is not None
        for line in process.stderr:
            tell(line.rstrip())


class Warming:
    """That process beside a table of one game, where it steps aside; something that is started and closed."""

    def __init__(self, game: str) -> None:
        # A session of its own: Ctrl-C is for the table.
        self._process = subprocess.Popen(
            [*COMMAND, game], stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL, start_new_session=True
        )

    @property
    def going(self) -> bool:
        """Whether it still compiles."""
        return self._process.poll() is None

    def wait(self) -> None:
        """Wait until it is done; compiling the same beside it would only take longer."""
        self._process.wait()

    def close(self) -> None:
        """End it; what is compiled so far stays in the cache."""
        self._process.kill()
        self._process.wait()


def steps(games: Iterable[str]) -> list[tuple[str, Callable[[], None]]]:
    """Return what there is to compile for these games: every level with its thoughts, and play in bulk."""
    levels = [(f"{game}:{level}", partial(_compile_level, game, level)) for game in games for level in levels_of(game)]
    return [*levels, *((f"simulate {game}", partial(_compile_bulk, game)) for game in games)]


def _compile_level(game: str, level: str) -> None:
    """Ask a level of a game for some decisions, and the strong player what it thinks."""
    from overtrick.players.explain import explain
    from overtrick.players.pondering import pondering

    seats = usual_seats(GAMES[game])
    with suppress(Mistake):  # what is not installed cannot be compiled
        sitting = sit_down(game, [Chair("A", f"{game}:{level}")] * seats, {}, bytes(32))
        for _ in range(2 * seats):
            pondering(sitting.view(sitting.to_move), level)
            sitting.did(*sitting.ask())
        explain(sitting.view(sitting.to_move))


def _compile_bulk(game: str) -> None:
    from overtrick.compiled.simulate import simulate

    simulate(GAMES[game], 1, seed=bytes(32), threads=1)


def main() -> None:
    """Compile what the named games need; with --tell somebody waits for it, and is told how far it is."""
    if find_spec("numba") is None:
        return
    tell = waiting.somebody = "--tell" in sys.argv  # a step may take half a minute, of which more is told
    if not tell:
        os.nice(19)
    cold = [game for game in [word for word in sys.argv[1:] if word != "--tell"] or GAMES if not is_warm(game)]
    todo = steps(cold)
    for number, (name, compile_now) in enumerate(todo, 1):
        if tell:
            print(f"compiling, {number} of {len(todo)}: {name}", file=sys.stderr, flush=True)
        compile_now()
    for game in cold:
        note_warm(game)


def is_warm(game: str) -> bool:
    """Return whether all of a game was compiled since the last edit; also if nothing that is compiled can be kept."""
    note = _note(game)
    return note is None or note.exists()


def note_warm(game: str) -> None:
    """Note that all of a game is compiled."""
    with suppress(OSError):
        if note := _note(game):
            note.touch()


def _note(game: str) -> Path | None:
    from overtrick.compiled.twin import folder_for

    folder = folder_for([str(cast(ModuleType, GAMES[game]).__file__)])
    return None if folder is None else folder / f"all-of-{game}"


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        main()
