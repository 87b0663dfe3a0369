"""Compile the strong players once, in a process of its own that steps aside, so that nobody waits for it at a table."""

import os
import subprocess
import sys
from contextlib import suppress
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


def compile_players(game: str) -> None:
    """Ask every level and the strong player of a game for one decision; what they compile stays in the cache."""
    from overtrick.players.explain import explain

    seats = usual_seats(GAMES[game])
    for level in levels_of(game):
        with suppress(Mistake):  # what is not installed cannot be compiled
            sitting = sit_down(game, [Chair("A", f"{game}:{level}")] * seats, {}, bytes(32))
            for _ in range(2 * seats):
                sitting.did(*sitting.ask())
            explain(sitting.view(sitting.to_move))


def main() -> None:
    """Compile the players of the games that the command names."""
    os.nice(19)
    for game in sys.argv[1:] or GAMES:
        compile_players(game)


if __name__ == "__main__":
    main()
