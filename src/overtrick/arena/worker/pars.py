"""Pars as the worker works them out: of sets that somebody tries, one after the other, in a process of their own."""

import os
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from sqlalchemy import select, update

from overtrick.arena.arena import Arena
from overtrick.arena.daily.par import Par, par_of
from overtrick.core.processes import die_with, interrupts_for_us_only
from overtrick.store.schema import card_sets, tries

PATIENT = 10  # how nice the process is to all others
MOST_TRIES = 3  # so often a set is begun that cannot be played
Key = tuple[str, str, str]  # day, game and name of a set


class Pars:
    """What is worked out just now; something that is closed."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self._pool: ProcessPoolExecutor | None = None
        self._going: tuple[Key, Future[Par]] | None = None
        self._failed: dict[Key, int] = {}

    def look(self) -> list[str]:
        """Keep what is worked out, and begin the next; return what went wrong, a sentence each."""
        told = []
        if self._going is not None:
            key, work = self._going
            if not work.done():
                return []
            self._going = None
            try:
                self._keep(key, work.result())
            except Exception as error:  # whatever it is, the rounds of others go on
                self._failed[key] = self._failed.get(key, 0) + 1
                told.append(f"the par of {' '.join(key)} cannot be worked out: {error or type(error).__name__}")
            if isinstance(work.exception(), BrokenProcessPool):
                self.close()
        if (found := self._next()) is not None:
            key, seed = found
            with interrupts_for_us_only():
                self._going = key, self._process().submit(par_of, key[1], seed)
        elif self._pool is not None:
            self.close()  # it takes much memory, and is rarely needed
        return told

    def close(self) -> None:
        """End the process, whatever it does."""
        if self._pool is not None:
            for process in list(self._pool._processes.values()):
                process.terminate()
            self._pool.shutdown(wait=True, cancel_futures=True)
        self._pool = self._going = None

    def _process(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, get_context("spawn"), _begin, (os.getpid(),))
        return self._pool

    def _next(self) -> tuple[Key, bytes] | None:
        """Return a set that somebody has begun and whose par nobody knows, the latest day first."""
        same = (
            (card_sets.c.day == tries.c.day) & (card_sets.c.game == tries.c.game) & (card_sets.c.name == tries.c.cards)
        )
        query = (
            select(card_sets).join(tries, same).where(card_sets.c.par.is_(None)).order_by(card_sets.c.day.desc())
        ).distinct()
        with self.arena.reading() as connection:
            rows = connection.execute(query).all()
        for row in rows:
            key = (row.day, row.game, row.name)
            if self._failed.get(key, 0) < MOST_TRIES:
                return key, row.seed
        return None

    def _keep(self, key: Key, par: Par) -> None:
        day, game, name = key
        mine = (card_sets.c.day == day, card_sets.c.game == game, card_sets.c.name == name)
        with self.arena.writing() as connection:
            connection.execute(update(card_sets).where(*mine).values(par=par.text()))


def _begin(parent: int) -> None:
    die_with(parent)
    os.nice(PATIENT)
