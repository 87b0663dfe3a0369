"""Compile the strong players once, in a process of its own that steps aside, so that nobody waits for it at a table."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from subprocess import DEVNULL

from overtrick.bots.builtin import levels_of
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.contract import usual_seats
from overtrick.match.sitting import Chair, sit_down

COMMAND = (sys.executable, "-m", "overtrick.players.warm")  # and the games, all if none is named


class Warming:
    """That process beside a table of one game; something that is started and closed."""

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

    seats = usual_seats(GAMES[game])
    with suppress(Mistake):  # what is not installed cannot be compiled
        sitting = sit_down(game, [Chair("A", f"{game}:{level}")] * seats, {}, bytes(32))
        for _ in range(2 * seats):
            sitting.did(*sitting.ask())
        explain(sitting.view(sitting.to_move))


def _compile_bulk(game: str) -> None:
    from overtrick.compiled.simulate import simulate

    simulate(GAMES[game], 1, seed=bytes(32), threads=1)


def main() -> None:
    """Compile what the named games need; with --tell somebody waits for it, and is told how far it is."""
    tell = "--tell" in sys.argv
    todo = steps([word for word in sys.argv[1:] if word != "--tell"] or GAMES)
    if not tell:
        os.nice(19)
    for number, (name, compile_now) in enumerate(todo, 1):
        if tell:
            print(f"compiling, {number} of {len(todo)}: {name}", flush=True)
        compile_now()


if __name__ == "__main__":
    main()
