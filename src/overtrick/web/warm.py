"""Compile the strong players once, in a process of its own that steps aside, so that nobody waits for it at a table."""

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from overtrick.bots.levels import LEVELS
from overtrick.games import GAMES
from overtrick.games.contract import usual_seats
from overtrick.mistake import Mistake
from overtrick.sitting import Chair, sit_down


@asynccontextmanager
async def warming_up() -> AsyncIterator[None]:
    """Let that process run meanwhile; it ends by itself, or with the site."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "overtrick.web.warm"),
        stdin=DEVNULL,
        stdout=DEVNULL,
        stderr=DEVNULL,
        start_new_session=True,  # Ctrl-C is for the site
    )
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def main() -> None:
    """Ask every level and every strong player for one decision; what they compile stays in the cache."""
    from overtrick.search.explain import explain

    os.nice(19)
    for game in GAMES.values():
        seats = usual_seats(game)
        for level in (name for name in LEVELS if name.startswith(f"{game.NAME}:")):
            with suppress(Mistake):  # what is not installed cannot be compiled
                sitting = sit_down(game.NAME, [Chair("A", level)] * seats, {}, bytes(32))
                for _ in range(2 * seats):
                    sitting.did(*sitting.ask())
                explain(sitting.view(sitting.to_move))


if __name__ == "__main__":
    main()
