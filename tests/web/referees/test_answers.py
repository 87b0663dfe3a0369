"""Many look at matches at once: each is worked out once, kept within bounds, and not for who has gone."""

import asyncio
from typing import Any

import pytest

from overtrick.core.ending import PlatformFault
from overtrick.core.mistake import Mistake
from overtrick.web.referees import answers
from overtrick.web.referees.answers import Answers

Json = dict[str, Any]


class Desk:
    """A referee that answers when it is told to, with as many letters as the question says."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.stopped: list[str] = []
        self.go = asyncio.Event()

    async def ask(self, do: str, place: str, *, letters: int = 1) -> Json:
        self.asked.append(place)
        try:
            await self.go.wait()
        except asyncio.CancelledError:
            self.stopped.append(place)
            raise
        if place == "nowhere":
            raise Mistake("there is no such match")
        return {"data": "x" * letters, "place": place}


async def later(steps: int = 5) -> None:
    for _ in range(steps):
        await asyncio.sleep(0)


def test_forty_visitors_of_a_match_are_one_question() -> None:
    async def scene() -> None:
        desk = Desk()
        found = Answers(desk.ask)
        waiting = [asyncio.create_task(found.get("a", {})) for _ in range(40)]
        await later()
        desk.go.set()
        assert {answer["place"] for answer in await asyncio.gather(*waiting)} == {"a"}
        await found.get("a", {})
        assert desk.asked == ["a"]
        await found.get("a", {"letters": 2})
        assert desk.asked == ["a", "a"]

    asyncio.run(scene())


def test_what_nobody_waits_for_is_stopped_and_what_one_waits_for_is_not() -> None:
    async def scene() -> None:
        desk = Desk()
        found = Answers(desk.ask)
        gone, stays, alone = (asyncio.create_task(found.get(place, {})) for place in ("a", "a", "b"))
        await later()
        gone.cancel()
        alone.cancel()
        await later()
        assert desk.stopped == ["b"]
        desk.go.set()
        assert (await stays)["place"] == "a"
        assert (await found.get("b", {}))["place"] == "b"  # somebody asks again

    asyncio.run(scene())


def test_a_mistake_is_told_to_all_who_wait_and_not_kept() -> None:
    async def scene() -> None:
        desk = Desk()
        desk.go.set()
        found = Answers(desk.ask)
        told = await asyncio.gather(*(found.get("nowhere", {}) for _ in range(3)), return_exceptions=True)
        assert [str(error) for error in told] == ["there is no such match"] * 3
        assert desk.asked == ["nowhere"]
        with pytest.raises(Mistake):
            await found.get("nowhere", {})
        assert desk.asked == ["nowhere"] * 2

    asyncio.run(scene())


def test_the_memory_of_answers_is_bounded_and_keeps_what_was_asked_for_last() -> None:
    async def scene() -> None:
        desk = Desk()
        desk.go.set()
        found = Answers(desk.ask, most_bytes=1000)
        for place in ("a", "b", "c", "a", "d", "e"):
            await found.get(place, {"letters": 200})
        assert found._size <= 1000 and found._size == sum(kept.size for kept in found._kept.values())
        await found.get("a", {"letters": 200})  # was asked for again, so "b" had to go
        assert desk.asked == ["a", "b", "c", "d", "e"]
        await found.get("b", {"letters": 200})
        assert desk.asked[-1] == "b"
        await found.get("huge", {"letters": 999})
        await found.get("huge", {"letters": 999})
        assert desk.asked[-2:] == ["huge", "huge"]

    asyncio.run(scene())


def test_an_answer_is_old_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        desk = Desk()
        desk.go.set()
        found = Answers(desk.ask)
        monkeypatch.setattr(answers, "KEPT_S", -1.0)
        await found.get("a", {})
        await found.get("a", {})
        assert desk.asked == ["a", "a"] and found._size == sum(kept.size for kept in found._kept.values())

    asyncio.run(scene())


def test_too_many_questions_are_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        desk = Desk()
        found = Answers(desk.ask)
        monkeypatch.setattr(answers, "MOST_ASKED", 2)
        waiting = [asyncio.create_task(found.get(place, {})) for place in ("a", "b")]
        await later()
        with pytest.raises(PlatformFault, match="too many people look at matches just now"):
            await found.get("c", {})
        desk.go.set()
        await asyncio.gather(*waiting)
        assert (await found.get("c", {}))["place"] == "c"

    asyncio.run(scene())
