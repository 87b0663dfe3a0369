"""The tables on the start page: asked for once, however many look and whenever they come."""

import asyncio
from typing import Any, cast

import pytest

from overtrick.web.referees.referees import Referees
from overtrick.web.tables import open_tables
from overtrick.web.tables.open_tables import OpenTables

TABLE = {"id": "7", "game": "wizard", "waiting": True, "free": 1}


def test_who_looks_gets_an_answer_also_if_another_one_asks_anew_at_that_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_tables, "KEPT_S", 0.0)
    late: list[asyncio.Task[list[dict[str, Any]]]] = []

    class Asked:
        async def ask_all(self, _: str) -> list[Any]:
            await asyncio.sleep(0)
            if not late:  # comes when the answer is there, before whoever waits for it has seen it
                late.append(asyncio.create_task(tables.get()))
            return [{"tables": [TABLE]}]

    tables = OpenTables(cast(Referees, Asked()))

    async def both() -> list[str]:
        first = await tables.get()
        return [table["id"] for table in first + await late[0]]

    assert asyncio.run(both()) == ["7", "7"]
