"""Verifying a store: every deal is dealt again from its secret, every record replayed, every difference told."""

import json
import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, count, islice
from multiprocessing import get_context
from random import SystemRandom
from typing import Any

from sqlalchemy import RowMapping

from overtrick.core.mistake import Mistake
from overtrick.core.processes import die_with, interrupts_for_us_only
from overtrick.games import GAMES, not_here
from overtrick.match.record import BrokenRecord, commitment
from overtrick.tournament.plan.stage import cluster_seed
from overtrick.tournament.records.packed import THINNED, ThinnedOut, differences, played_again
from overtrick.tournament.records.round_secrets import wrong_with_round
from overtrick.tournament.records.store import Store, places
from overtrick.tournament.records.stored import Row, Source, blob, options_text, packed_of, stated
from overtrick.tournament.run import Contest
from overtrick.tournament.stated.tournament import Format

CHUNK = 100  # records that a process judges at a time
AHEAD = 2  # chunks that wait for each process


@dataclass(frozen=True)
class Finding:
    """Something in a store that is not as it should be."""

    tournament: str
    key: str  # of the record; empty if it is the tournament itself
    sentence: str

    def __str__(self) -> str:
        """Return it as one line."""
        return f"{self.tournament}, {f'match {self.key}' if self.key else 'tournament'}: {self.sentence}"


@dataclass(frozen=True)
class Effort:
    """How much is done to verify something."""

    workers: int = 1  # processes
    sample: int | None = None  # records that are looked at, chosen by chance; all if nobody says
    whole: bool = True  # whether all matches are there, so that it can be planned again who sits where

    def count(self, total: int) -> int:
        """Return how many records are looked at."""
        return total if self.sample is None else min(self.sample, total)


EVERYTHING = Effort()


def verify(store: Store, progress: Callable[[], None] | None = None, effort: Effort = EVERYTHING) -> Iterator[Finding]:
    """Yield what differs between a store and what its secrets, programs and actions mean; nothing if all is right.

    ``progress`` is called after each of the records that are looked at.
    """
    rounds = store.rounds()
    sealed = {row[part] for row in rounds if row["secret"] is None for part in ("provisional", "final")}
    kept = {row[part]: _kept_of(row) for row in rounds for part in ("provisional", "final")}
    total = store.count()
    chosen = None if effort.sample is None else set(SystemRandom().sample(range(total), effort.count(total)))
    numbers = count()
    for source in store.sources():
        for sentence in _about(source, sealed=source.tournament in sealed):
            yield Finding(source.name, "", sentence)
        if _is_absent(source):
            yield Finding(source.name, "", not_here(source.game))
            continue
        numbered = zip(store.rows(source.tournament), numbers, strict=False)
        wanted: Iterator[RowMapping] = (row for row, number in numbered if chosen is None or number in chosen)
        elsewhere: dict[str, list[str]] = {}
        wanted = _looked_at(wanted, _thinned_otherwise(kept.get(source.tournament, 0), source.seats), elsewhere)
        if effort.whole:
            wanted = _looked_at(wanted, _seated_otherwise(store, source), elsewhere)
        for key, sentences in _judged(source, wanted, effort.workers):
            yield from (Finding(source.name, key, sentence) for sentence in [*sentences, *elsewhere.pop(key, [])])
            if progress is not None:
                progress()
    yield from _rounds(store, [row for row in rounds if row["secret"] is not None])


def _seated_otherwise(store: Store, source: Source) -> Callable[[RowMapping], list[str]]:
    """Return what tells whether a record is where the results before it seat nobody: every step is planned again.

    Only of focused tournaments, and of those only if nobody has come or gone, as everybody's tables were others before.
    """
    try:
        if stated(source.details)[0].format is not Format.FOCUSED:
            return lambda _: []
        found = store.tournament(source.name)
        if set(found.registered.ids) != set(source.entrants):
            return lambda _: []
        (stage,) = Contest(found.tournament, store, found.registered).stages()
    except Mistake:  # which is told as a finding of its own
        return lambda _: []

    @lru_cache(1)  # rows come in the order of their cards
    def seats(cards: int) -> frozenset[bytes]:
        return frozenset(places(found.registered, 0, stage.at(cards)))

    def wrong(row: RowMapping) -> list[str]:
        cards, planned = row["cluster"], row["stage"] == stage.name and row["cluster"] < stage.clusters
        if planned and row["seating"] in seats(cards):
            return []
        return [f"by the results before it, nobody sits so on set of cards {cards}"]

    return wrong


def _kept_of(round_: RowMapping) -> int:
    """Return of how many sets of cards of a round one was kept whole when it was thinned out; 0 if it was not."""
    try:
        return int(json.loads(round_["details"]).get("thinned", 0))
    except (AttributeError, TypeError, ValueError):
        return 0


def _thinned_otherwise(keep: int, seats: int) -> Callable[[RowMapping], list[str]]:
    """Return what tells whether a record has lost its actions though no rule says so."""
    harmless = blob([0] * seats, "h")

    def wrong(row: RowMapping) -> list[str]:
        if row["payload"] != THINNED or (keep and row["cluster"] % keep and row["faults"] == harmless):
            return []
        return ["what was played in it is missing, and its round says nothing of thinning it out"]

    return wrong


def _looked_at(
    rows: Iterator[RowMapping], wrong: Callable[[RowMapping], list[str]], told: dict[str, list[str]]
) -> Iterator[RowMapping]:
    """Yield rows, and note by their keys what is wrong with them."""
    for row in rows:
        if sentences := wrong(row):
            told.setdefault(row["key"].hex(), []).extend(sentences)
        yield row


def _judged(source: Source, rows: Iterator[RowMapping], workers: int) -> Iterator[tuple[str, list[str]]]:
    """Yield the key of each record, in order, and what is wrong with it."""
    chunks = iter(lambda: [dict(row) for row in islice(rows, CHUNK)], [])
    first = next(chunks, [])
    if workers == 1 or len(first) < CHUNK:  # a process would take longer to start than they take
        for chunk in chain([first], chunks):
            yield from _judge_some(source, chunk)
        return
    chunks = chain([first], chunks)
    with ProcessPoolExecutor(workers, get_context("spawn"), die_with, (os.getpid(),)) as processes:

        def hand_out(count: int) -> "list[Future[list[tuple[str, list[str]]]]]":
            with interrupts_for_us_only():
                return [processes.submit(_judge_some, source, chunk) for chunk in islice(chunks, count)]

        under_way = deque(hand_out(AHEAD * workers))
        while under_way:
            yield from under_way.popleft().result()
            under_way.extend(hand_out(1))


def _judge_some(source: Source, rows: list[dict[str, Any]]) -> list[tuple[str, list[str]]]:
    return [(row["key"].hex(), _wrong(source, row)) for row in rows]


def _rounds(store: Store, revealed: list[RowMapping]) -> Iterator[Finding]:
    """Yield what is wrong with rounds of competitions whose secret is published."""
    sources = store.sources() if revealed else ()
    promises = {source.tournament: source.commitment for source in sources}
    contents = {source.tournament: _contents(source) for source in sources}
    for row in revealed:
        for sentence in wrong_with_round(row, promises, contents):
            yield Finding(f"round {row['slug']}/{row['number']}", "", sentence)


def _contents(source: Source) -> tuple[str, ...]:
    """Return the programs that a tournament says it was played by at last."""
    try:
        return stated(source.details)[1]
    except Mistake:  # which is told as a finding of its own
        return ()


def _is_absent(source: Source) -> bool:
    """Return whether the game of a tournament is not here, and nobody has only written another one into the store."""
    try:
        return source.game not in GAMES and stated(source.details)[0].game == source.game
    except Mistake:
        return False


def _about(source: Source, *, sealed: bool) -> list[str]:
    """Return what is wrong with a tournament itself; the secret of a sealed one is not here yet."""
    wrong = []
    if not (sealed and not source.secret) and commitment(source.secret) != source.commitment:
        wrong.append(f"the commitment {source.commitment} is not that of the secret")
    if source.secret and any(
        seed != cluster_seed(source.secret, stage, cluster) for (stage, cluster), seed in source.seeds.items()
    ):
        wrong.append("cards were dealt from another secret than the one that is published")
    try:
        told, _ = stated(source.details)
    except Mistake as mistake:
        return [*wrong, str(mistake)]
    columns = (source.name, source.game, source.seats, source.options)
    if columns != (told.name, told.game, told.seats, options_text(told.options)):
        wrong.append("the details tell of another name, game, number of seats or options")
    return wrong


def _wrong(source: Source, row: Row) -> list[str]:
    """Return what is wrong with a record."""
    try:
        match, packed = source.match(row), packed_of(row, source.seats)
        if match.key() != packed.key:
            return ["the key is not that of its secret, stage, cluster, seating and rules"]
        record = played_again(match, packed.payload)
        return differences(packed, record)
    except ThinnedOut:  # who sat where on which cards is what is left to check
        return []
    except BrokenRecord as broken:
        return [str(broken)]
    except Mistake as mistake:
        return [f"the match cannot be played: {mistake}"]
