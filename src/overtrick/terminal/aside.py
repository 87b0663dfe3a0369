"""Work beside a screen that must go on answering: in a thread that does not hold up leaving."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import TypeVar

Result = TypeVar("Result")


async def aside(function: Callable[[], Result]) -> Result:
    """Return what a function returns, or raise what it raises, while the loop goes on.

    The thread is a daemon: who leaves the table does not wait for a player who thinks.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Result] = loop.create_future()

    def settle(result: Result | None, error: BaseException | None) -> None:
        if future.done():
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(result)  # type: ignore[arg-type]

    def work() -> None:
        result, failed = None, None
        try:
            result = function()
        except Exception as error:
            failed = error
        with suppress(RuntimeError):  # the screen has been left, and its loop is closed
            loop.call_soon_threadsafe(settle, result, failed)

    Thread(target=work, daemon=True).start()
    return await future
