"""Reviews for pages, worked out one after the other in a process of their own, so that no table waits for them.

Nothing is begun by looking: somebody has to ask for a review. What was worked out is kept for whoever comes next, until
the bot has another version, or has played more and somebody asks again.
"""

import json
import os
import re
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from typing import Any

from overtrick.core.mistake import Mistake
from overtrick.core.processes import die_with, interrupts_for_us_only
from overtrick.games import GAMES
from overtrick.games.contract import Game
from overtrick.games.face import title_of
from overtrick.games.sentences import action_words, in_words
from overtrick.match.record import Record
from overtrick.match.record_file import sound_record
from overtrick.review.analysis import analysis
from overtrick.review.review import Counted, Effort, reviews
from overtrick.scenes.replay import seat_names
from overtrick.tournament.records.store import open_store
from overtrick.web.referees.store import open_tables

PLACE = "reviews"  # decides which referee has them all
EFFORT = Effort(matches=24, worlds=200, top=8)
MOST_KEPT, MOST_WAITING = 200, 20
PATIENT = 10  # how nice the process is to all others
UNITS = ("matches", "decisions", "deals")  # of the stages of a review
Json = dict[str, Any]
Task = tuple[Any, ...]  # a function of this module, and what it is given


@dataclass(frozen=True)
class Job:
    """A review that is worked out, or was."""

    keys: tuple[str, ...]  # of its matches
    work: "Future[Json]"


JOBS: OrderedDict[str, Job] = OrderedDict()  # by what they are about
CONTEXT = get_context("spawn")


@cache
def stage() -> Any:
    """Return how many are done of how many of what in the review that is worked on, seen by both processes."""
    return CONTEXT.Array("i", 3, lock=False)


def review(where: str, given: Json) -> Json:
    """Return a review of a bot, or how far it is, or that nobody has asked for it; ``begin`` asks for it."""
    keys = tuple(given["keys"])
    return asked(given["about"], keys, given["begin"], (worked_out, where, keys, given["player"]))


def analysis_of(where: str, given: Json) -> Json:
    """Return the analysis of a seat of a match in the same way; a match that was brought is in it only to begin."""
    return asked(given["about"], (), given["begin"], (analysed, where, given))


def asked(name: str, keys: tuple[str, ...], begin: bool, task: Task) -> Json:
    """Return what is known under a name, made of matches of these keys, and begin the task if that is wanted."""
    job = JOBS.get(name)
    stale = job is None or broken(job) or (job.work.done() and job.keys != keys)
    if begin and stale:
        job = JOBS[name] = begun(keys, task)
        JOBS.move_to_end(name)
        while len(JOBS) > MOST_KEPT:
            JOBS.popitem(last=False)
    if job is None or broken(job):
        return {"state": "none"}
    if not job.work.done():
        ahead = sum(not other.work.done() for other in list(JOBS.values())[: list(JOBS).index(name)])
        done, of, unit = stage()
        return {"state": "waits", "ahead": ahead, "done": done, "of": of, "unit": UNITS[unit]}
    return {"state": "done", "review": job.work.result(), "fresh": job.keys == keys}


def broken(job: Job) -> bool:
    """Return whether a review has failed."""
    return job.work.done() and job.work.exception() is not None


def begun(keys: tuple[str, ...], task: Task) -> Job:
    """Begin a task, or raise Mistake if too many wait."""
    if sum(not job.work.done() for job in JOBS.values()) >= MOST_WAITING:
        raise Mistake("too many reviews are asked for just now; try again in a minute")
    try:
        return Job(keys, submitted(task))
    except BrokenProcessPool:  # somebody has killed its process
        processes.cache_clear()
        return Job(keys, submitted(task))


def submitted(task: Task) -> "Future[Json]":
    """Hand a task to the process."""
    with interrupts_for_us_only():
        return processes().submit(*task)


@cache
def processes() -> ProcessPoolExecutor:
    """Return the process, a fresh one for each review: it takes a second to start, and much memory."""
    return ProcessPoolExecutor(1, CONTEXT, begin, (os.getpid(), stage()), max_tasks_per_child=1)


# In the process


COUNTED: list[Any] = []  # what ``stage`` is in the referee


def begin(parent: int, counted: Any) -> None:
    """Begin a process."""
    counted[:] = [0, 0, 0]
    COUNTED.append(counted)
    die_with(parent)
    os.nice(PATIENT)


def worked_out(where: str, keys: tuple[str, ...], player: str) -> Json:
    """Return a review of the matches of a store with these keys."""
    with open_store(where, create=False) as store:
        records = [store.record(key) for key in keys]
    (found,) = reviews(records, [player], EFFORT, counting)
    return found.data(lambda place: f"/replay/{place.key}#{place.fragment}")


def analysed(where: str, given: Json) -> Json:
    """Return the analysis of a seat of a match of the store, of a table or of a file, in the words of people."""
    record = record_of(where, given)
    seat, base, game = given["seat"], given["base"], GAMES[record.match.game]
    if not 0 <= seat < record.match.seats:
        raise Mistake(f"seat is {seat}; allowed: 0 to {record.match.seats - 1}")
    names = list(given.get("names") or seat_names(record))
    found = analysis(record, seat, watch=counting).data(lambda place: f"{base}#{place.fragment}")
    for one in (*found["decisions"], *found["worst"]):
        one["played"], one["better"] = (spoken(game, one[name]) for name in ("played", "better"))
        one["why"], one["position"] = (in_people_words(game, one[name], names) for name in ("why", "position"))
    return {**found, "names": names, "title": title_of(game), "totals": list(record.totals)}


def record_of(where: str, given: Json) -> Record:
    """Return the match that an analysis is about."""
    if "key" in given:
        with open_store(where, create=False) as store:
            return store.record(given["key"])
    if "name" in given:
        with open_tables(where) as tables:
            return tables.record(given["name"])
    return sound_record(json.loads(given["text"]))


def spoken(game: Game, name: str) -> str:
    """Return an action as people speak of it; what is none, such as cards held, as it is."""
    try:
        return action_words(game, name) if name else ""
    except (LookupError, ValueError):
        return name


def in_people_words(game: Game, text: str, names: Sequence[str]) -> str:
    """Return a sentence with cards in words, seats by their names, and a true minus."""
    named = re.sub(r"\bseat (\d+)\b", lambda found: names[int(found[1])], text)
    listed = re.sub(r"hand ([A-Z]\w*(?: [A-Z]\w*)+)", lambda found: f"hand {', '.join(found[1].split())}", named)
    return re.sub(r"(?<!\w)-(?=\d)", "−", in_words(game, listed))


@contextmanager
def counting(total: int, unit: str) -> Iterator[Counted]:
    """Count what is done where the referee sees it."""
    (counted,) = COUNTED
    counted[:] = [0, total, UNITS.index(unit)]

    def count(_: str, more: int = 1, /) -> None:
        counted[0] += more

    yield count
