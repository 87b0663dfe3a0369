"""A command of ours as a process: it is at its end when whoever asked for it is."""

import asyncio
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from overtrick.agents import asked


async def nothing(spent: float) -> None:
    """Take a sign of life."""


@pytest.mark.parametrize("after_s", [0.0, 0.001, 0.02, 0.5])
def test_a_loop_that_ends_leaves_no_process_whenever_that_is(
    after_s: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[subprocess.Popen[bytes]] = []
    popen = subprocess.Popen

    def noted(*words: Any, **how: Any) -> subprocess.Popen[bytes]:
        started.append(popen(*words, **how))
        return started[-1]

    monkeypatch.setattr(subprocess, "Popen", noted)
    long = ("match", "duel", "random", "random", "--blocks", "999999")

    async def whole() -> None:
        asking = asyncio.ensure_future(asked.run(long, tmp_path, 60, nothing))
        await asyncio.sleep(after_s)
        asking.cancel()
        await asyncio.sleep(0)
        asking.cancel()  # as the end of a loop does, while the first one is heeded
        with suppress(asyncio.CancelledError):
            await asking

    asyncio.run(whole())
    assert [process.returncode is None for process in started] == [False] * len(started)
    assert len(started) == 1 or after_s == 0.0
