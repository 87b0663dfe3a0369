"""Compile the strong players beside the site, so that nobody waits for it at a table."""

import asyncio
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from overtrick.players.warm import COMMAND


@asynccontextmanager
async def warming_up() -> AsyncIterator[None]:
    """Let that process run meanwhile; it ends by itself, or with the site."""
    process = await asyncio.create_subprocess_exec(
        *COMMAND,
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
