"""What pages of rounds share: rounds and boards, kept for a moment, and the news for those who watch.

One task looks into the store for all who watch. A board is read and drawn once, however many look at it.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from litestar.types import Message, Scope

from overtrick.arena.arena import Arena
from overtrick.arena.boards.board import Board
from overtrick.arena.boards.board_rows import boards_made, latest_board
from overtrick.arena.boards.matches import count_matches
from overtrick.arena.competitions.competition import Competition, Round
from overtrick.arena.competitions.competitions import find_competition
from overtrick.arena.visible import Standing, shown_part, standing
from overtrick.core.mistake import Mistake
from overtrick.store.trouble import StoreTrouble
from overtrick.web.boards.view import BoardView

KEPT_S = 0.25  # so old may a round be that is shown; what is changed on this site shows at once
LOOK_S = 0.25  # so often is looked for news
SETTLED_S = 30  # after so long no match comes any more whose moment is that long ago
MOST_KEPT = 200
Found = TypeVar("Found")


@dataclass(frozen=True)
class Place:
    """A round with its competition."""

    competition: Competition
    round: Round

    @property
    def standing(self) -> Standing:
        """How far it is."""
        return standing(self.competition.state, self.round)


@dataclass(frozen=True)
class News:
    """How a tournament stands."""

    made: int  # when its latest board was made; 0 if it has none
    matches: int


@dataclass
class Count:
    """How many matches a tournament has; those of long ago are not counted again."""

    before: int = 0
    until: int = 0

    def now(self, arena: Arena, tournament: int) -> int:
        """Return how many there are."""
        settled = int(time.time()) - SETTLED_S
        if settled < self.until:  # the clock was set back: all is counted again
            self.before = self.until = 0
        with arena.reading() as connection:
            self.before += count_matches(connection, tournament, self.until, settled)
            self.until = settled
            return self.before + count_matches(connection, tournament, settled)


@dataclass
class Live:
    """Rounds, boards and those who watch them."""

    arena: Arena
    views: dict[tuple[int, int], BoardView] = field(default_factory=dict)  # by tournament and places shown
    watched: dict[int, int] = field(default_factory=dict)  # how many watch a tournament
    news: dict[int, News] = field(default_factory=dict)
    watchers: Counter[str] = field(default_factory=Counter)  # how many watch from an address
    stopping: Callable[[], bool] = lambda: False  # whether the site ends, so that nobody may watch on
    downloads: set[object] = field(default_factory=set)  # of all matches of a round, that go on
    making: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))  # of their pieces, one by one
    _kept: dict[Any, tuple[float, Any]] = field(default_factory=dict)
    _lasting: dict[Any, tuple[Any, Any]] = field(default_factory=dict)
    _counts: dict[int, Count] = field(default_factory=dict)
    _finding: dict[Any, "asyncio.Task[Any]"] = field(default_factory=dict)
    _changes: int = 0
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    _task: "asyncio.Task[None] | None" = None

    # What is kept for a moment

    def forget(self) -> None:
        """Forget what was kept and what is being found, as something has changed."""
        self._kept.clear()
        self._finding.clear()
        self._changes += 1

    async def once(self, name: object, find: Callable[..., Found], *given: Any) -> Found:
        """Return what a function finds; who asks for the same meanwhile waits for it, as hundreds may ask at once."""
        task: asyncio.Task[Found] | None = self._finding.get(name)
        if task is None:
            task = asyncio.create_task(asyncio.to_thread(find, *given))
            self._finding[name] = task
            task.add_done_callback(lambda done: self._found(name, done))
        return await asyncio.shield(task)  # whoever goes away must not take it from the others

    def _found(self, name: object, task: "asyncio.Task[Any]") -> None:
        if self._finding.get(name) is task:
            del self._finding[name]
        if not task.cancelled():
            task.exception()  # who asked has it, if anybody still waits

    async def kept(self, name: object, find: Callable[..., Found], *given: Any) -> Found:
        """Return what a function found a moment ago, or finds now."""
        there = self._kept.get(name)
        if there is not None and there[0] > time.monotonic():
            found: Found = there[1]
            return found
        changes = self._changes
        found = await self.once(name, find, *given)
        if changes == self._changes:  # what was found before a change is old
            self.keep(name, found)
        return found

    def keep(self, name: object, found: object) -> None:
        """Keep something for a moment."""
        now = time.monotonic()
        if len(self._kept) >= MOST_KEPT:
            self._kept = {one: there for one, there in self._kept.items() if there[0] > now}
        self._kept[name] = (now + KEPT_S, found)

    def still(self, name: object) -> Any:
        """Return what was kept a moment ago, or None."""
        there = self._kept.get(name)
        return there[1] if there is not None and there[0] > time.monotonic() else None

    async def lasting(self, name: object, stamp: object, find: Callable[..., Found], *given: Any) -> Found:
        """Return what a function found under the same stamp, or finds now: for what takes long and seldom changes."""
        there = self._lasting.get(name)
        if there is None or there[0] != stamp:
            there = (stamp, await self.once((name, stamp), find, *given))
            self._lasting[name] = there
            while len(self._lasting) > MOST_KEPT:
                del self._lasting[next(iter(self._lasting))]
        found: Found = there[1]
        return found

    async def place(self, slug: str, number: int) -> Place | None:
        """Return a round, whoever may see it; None if there is none."""
        return await self.kept(("place", slug, number), self._find_place, slug, number)

    def _find_place(self, slug: str, number: int) -> Place | None:
        with suppress(Mistake):
            competition = find_competition(self.arena, slug)
            return next((Place(competition, one) for one in competition.rounds if one.number == number), None)
        return None

    async def board(self, tournament: int, places: int, base: str) -> BoardView | None:
        """Return the latest board of a tournament, as far as it is shown."""
        made = await self.kept(("made", tournament), self._made, tournament)
        if made is None:
            return None
        view = self.views.get((tournament, places))
        if view is None or view.board.made < made:
            view = await self.once(("view", tournament, places, made), self._draw, tournament, places, base)
            if view is None:
                return None
            self.views[tournament, places] = view
            while len(self.views) > MOST_KEPT:
                del self.views[next(iter(self.views))]
        return view

    def _draw(self, tournament: int, places: int, base: str) -> BoardView | None:
        board = latest_board(self.arena, tournament)
        return None if board is None else drawn(shown_part(board, places), base)

    def _made(self, tournament: int) -> int | None:
        with self.arena.reading() as connection:
            return boards_made(connection, tournament).get(tournament)

    # News

    async def watch(self, tournament: int, known: News | None, patience_s: float) -> News | None:
        """Return how a tournament stands as soon as that is not what is known, or None when patience ends."""
        self.watched[tournament] = self.watched.get(tournament, 0) + 1
        try:
            if self._task is None or self._task.done():
                self._task = asyncio.create_task(self._look())
            async with asyncio.timeout(patience_s), self._changed:
                await self._changed.wait_for(lambda: self.stopping() or self.news.get(tournament) not in (None, known))
            return None if self.stopping() else self.news[tournament]
        except TimeoutError:
            return None
        finally:
            self.watched[tournament] -= 1
            if not self.watched[tournament]:
                del self.watched[tournament]

    async def _look(self) -> None:
        """Look for news again and again while anybody watches."""
        while self.watched:
            found = await asyncio.to_thread(self._find_news, tuple(self.watched))
            if any(self.news.get(tournament) != news for tournament, news in found.items()):
                self.news = found
                for tournament, news in found.items():
                    self.keep(("made", tournament), news.made or None)  # or who hears of a board would get the last one
            if self.stopping() or self.news is found:
                async with self._changed:
                    self._changed.notify_all()
            await asyncio.sleep(LOOK_S)
        self.news = {}
        self._counts = {}

    def _find_news(self, tournaments: tuple[int, ...]) -> dict[int, News]:
        with suppress(StoreTrouble):  # a store that is busy has no news, and is asked again
            with self.arena.reading() as connection:
                made = boards_made(connection, *tournaments)
            return {
                number: News(made.get(number, 0), self._counts.setdefault(number, Count()).now(self.arena, number))
                for number in tournaments
            }
        return {}

    async def stop(self) -> None:
        """Stop looking."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task


def drawn(board: Board, base: str) -> BoardView:
    """Return the view of a board with its rows made."""
    view = BoardView(board, base)
    _ = view.plain, view.axis
    return view


async def forget_after_changes(message: Message, scope: Scope) -> None:
    """Forget what was kept when this site has changed something, before whoever did so looks again."""
    if message["type"] == "http.response.start" and scope.get("method") not in ("GET", "HEAD", "OPTIONS"):
        scope["litestar_app"].state.site.live.forget()
