"""Many look at long matches at once, and some of them go away."""

import asyncio
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest

from overtrick.core.ending import PlatformFault
from overtrick.web.matches.replays import worked_out
from overtrick.web.referees.answers import Answers
from tests.support.filled_arena import fill_long
from tests.support.running_site import running_site

VISITORS = 40


def test_nobody_works_for_who_has_gone() -> None:
    async def scene() -> None:
        events: list[str] = []
        leave = asyncio.Event()

        async def ask(do: str, place: str) -> dict[str, Any]:
            events.append(f"{place} begun")
            try:
                await asyncio.sleep(20)
            except asyncio.CancelledError:
                events.append(f"{place} stopped")
                raise
            return {}

        async def receive() -> dict[str, str]:
            await leave.wait()
            return {"type": "http.disconnect"}

        site = SimpleNamespace(answers=Answers(ask))
        request = SimpleNamespace(app=SimpleNamespace(state=SimpleNamespace(site=site)), receive=receive)
        waiting = asyncio.create_task(worked_out(cast(Any, request), "a"))
        while not events:
            await asyncio.sleep(0)
        leave.set()
        with pytest.raises(PlatformFault, match="you went away"):
            await waiting
        await asyncio.sleep(0)
        assert events == ["a begun", "a stopped"]

    asyncio.run(scene())


@pytest.mark.long
def test_forty_visitors_at_long_replays_get_them_and_so_does_who_comes_afterwards(tmp_path: Path) -> None:
    keys = fill_long(tmp_path / "site.db", VISITORS + 1)
    with running_site(tmp_path / "site.db") as site:

        def visit(key: str) -> tuple[int, int]:
            with httpx.Client(base_url=site.url, timeout=120) as client:
                path = f"/replay/{key}"
                return client.get(path).status_code, client.get(f"{path}/others").status_code

        with ThreadPoolExecutor(VISITORS) as visitors:
            answers = Counter(visitors.map(visit, keys[:VISITORS]))
        assert answers == {(200, 200): VISITORS}
        began = time.monotonic()
        assert visit(keys[-1]) == (200, 200)
        assert time.monotonic() - began < 3  # nothing is still worked for that nobody waits for
