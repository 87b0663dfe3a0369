"""The store: the only writer of records, in an SQLite file or a PostgreSQL database.

A record is written once, in its own transaction, under the key of its match. What
is left to play is the plan minus what is here, so there is nothing to repair after
a crash. Rows never change, so a long read may take them page by page; only of old
rounds may payloads be thinned out.
"""

import json
import time
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from sqlalchemy import ColumnElement, Engine, Row, RowMapping, func, select, true

from overtrick.core.ending import Ending
from overtrick.core.mistake import Mistake
from overtrick.match.record import BrokenRecord, Record
from overtrick.store.database import Database, find_place, insert_into, open_database
from overtrick.store.schema import competitions, dealt, entrants, records, rounds, secrets, tournaments
from overtrick.tournament.plan.plan import participants
from overtrick.tournament.plan.seating import Table
from overtrick.tournament.plan.stage import Stage, cluster_seed, seatings
from overtrick.tournament.rating.results import Results, joined, no_results
from overtrick.tournament.records.packed import THINNED, Packed, ThinnedOut, fault_notes, unpack
from overtrick.tournament.records.register import register, secret_of
from overtrick.tournament.records.seated import Seated
from overtrick.tournament.records.stored import (
    UNKNOWN,
    FaultCount,
    Latest,
    Played,
    Registered,
    Source,
    Stored,
    blob,
    numbers,
    packed_of,
    row_of,
    stated,
)
from overtrick.tournament.stated.tournament import Tournament

WAIT_S = 30.0
LARGE_PAGE = 10_000  # rows that are only counted
BATCH = 500  # keys that are looked up at once
ORDER = (records.c.stage, records.c.cluster, records.c.key)


def open_store(where: str | Path, *, create: bool = True, wait_s: float = WAIT_S) -> "Store":
    """Open the store at a path or URL, or in memory; an older one is copied, then brought up to date.

    ``wait_s`` says how long to wait while another program writes.
    """
    place = find_place(where, wait_s)
    engine, backup = open_database(place, create=create)
    return Store(engine, str(place), place.url.password, backup)


class Store(Database):
    """Tournaments and their records; something that is opened and closed."""

    def __init__(self, engine: Engine, place: str, password: str | None = None, backup: str = "") -> None:
        super().__init__(engine, place, password)
        self.backup = backup  # where the store was copied to before it was brought up to date
        once = insert_into(engine, records).on_conflict_do_nothing(index_elements=[records.c.tournament, records.c.key])
        self._add = once.execution_options(preserve_rowcount=True)  # which PostgreSQL else forgets
        self._tell = insert_into(engine, dealt).on_conflict_do_nothing()

    # Tournaments

    def register(self, tournament: Tournament, contents: Sequence[str], *, sealed: bool = False) -> Registered:
        """Give a tournament its place and its secret, or find them, if it is still the same; note who takes part.

        ``contents`` are the hashes of the participants' programs, in the order of ``participants``. The secret of a
        sealed one is given with it and not written, only the seeds of the cards that were played with.
        """
        with self.writing() as connection:
            return register(connection, tournament, contents, self.place, sealed=sealed)

    def tournaments(self) -> tuple[Stored, ...]:
        """Return all tournaments, the oldest first; their secrets stay where they are."""
        with self.reading() as connection:
            found = connection.execute(select(tournaments).order_by(tournaments.c.id)).mappings().all()
            known = connection.execute(select(entrants)).mappings().all()
        stored = []
        for row in found:
            tournament, contents = stated(row["details"])
            ids = {one["content"]: one["id"] for one in known if one["tournament"] == row["id"]}
            names = tuple(participant.name for participant in participants(tournament))
            if len(contents) != len(names) or not ids.keys() >= set(contents):
                raise Mistake(
                    f"the entrants of tournament {row['name']!r} in store {self.place} are not those it tells of"
                )
            mine = tuple(ids[content] for content in contents)
            registered = Registered(row["id"], row["name"], row["seats"], row["commitment"], mine, names, contents)
            stored.append(Stored(tournament, registered, row["created"]))
        return tuple(stored)

    def tournament(self, name: str | None = None) -> Stored:
        """Return a tournament by its name, or the only one, or raise Mistake with the names there are."""
        found = self.tournaments()
        named = [one for one in found if name in (None, one.registered.name)]
        if len(named) == 1:
            return named[0]
        allowed = ", ".join(repr(one.registered.name) for one in found) or "none, as there are none yet"
        if name is None:
            raise Mistake(f"store {self.place} has {len(found)} tournaments, so name one; allowed: {allowed}")
        raise Mistake(f"store {self.place} has no tournament {name!r}; allowed: {allowed}")

    def reveal(self, name: str | None = None) -> bytes:
        """Return the secret of a tournament."""
        number = self.tournament(name).registered.id
        with self.reading() as connection:
            return secret_of(connection, number)

    def sources(self) -> tuple[Source, ...]:
        """Return what is needed to make matches of the records of each tournament, secrets included."""
        return self._sources(true())

    def _source(self, tournament: int, *cards: ColumnElement[bool]) -> Source:
        (source,) = self._sources(tournaments.c.id == tournament, *cards)
        return source

    def _sources(self, wanted: ColumnElement[bool], *cards: ColumnElement[bool]) -> tuple[Source, ...]:
        """Return what some tournaments have in common, with the seeds of some of their cards, or of all."""
        mine = select(tournaments.c.id).where(wanted).scalar_subquery()
        with self.reading() as connection:
            found = connection.execute(select(tournaments).where(wanted).order_by(tournaments.c.id)).mappings().all()
            known = connection.execute(select(entrants).where(entrants.c.tournament.in_(mine))).mappings().all()
            told = {one.tournament: one.secret for one in connection.execute(select(secrets))}
            seeds = connection.execute(select(dealt).where(dealt.c.tournament.in_(mine), *cards)).all()
            return tuple(
                Source(
                    row["id"],
                    row["name"],
                    row["game"],
                    row["version"],
                    row["seats"],
                    row["options"],
                    row["details"],
                    row["commitment"],
                    bytes(told.get(row["id"], b"")),
                    {one["id"]: (one["name"], one["content"]) for one in known if one["tournament"] == row["id"]},
                    {(one.stage, one.cluster): bytes(one.seed) for one in seeds if one.tournament == row["id"]},
                )
                for row in found
            )

    def rounds(self) -> list[RowMapping]:
        """Return the rounds of all competitions, each with the slug of its competition."""
        query = select(rounds, competitions.c.slug).join(competitions, competitions.c.id == rounds.c.competition)
        with self.reading() as connection:
            return list(connection.execute(query.order_by(rounds.c.id)).mappings().all())

    # Records

    def present(self, registered: Registered, keys: Collection[str]) -> set[str]:
        """Return those of some keys whose records are here."""
        mine = records.c.tournament == registered.id
        wanted = [bytes.fromhex(key) for key in keys]
        found: set[str] = set()
        with self.reading() as connection:
            for start in range(0, len(wanted), BATCH):
                some = select(records.c.key).where(mine, records.c.key.in_(wanted[start : start + BATCH]))
                found.update(key.hex() for key in connection.execute(some).scalars())
        return found

    def add(self, registered: Registered, stage: str, cluster: int, seating: Sequence[int], packed: Packed) -> bool:
        """Write a record for good, and return whether it was not there yet; a seating is indices of participants."""
        row = row_of(packed)
        row["tournament"], row["stage"], row["cluster"] = registered.id, stage, cluster
        row["seating"] = blob([registered.ids[index] for index in seating], "i")
        row["played"] = int(time.time())
        with self.writing() as connection:
            if registered.sealed:
                seed = cluster_seed(registered.secret, stage, cluster)
                told = {"tournament": registered.id, "stage": stage, "cluster": cluster, "seed": seed}
                connection.execute(self._tell, told)
            return connection.execute(self._add, row).rowcount == 1

    def count(self, registered: Registered | None = None) -> int:
        """Return how many records a tournament has, or all together."""
        query = select(func.count()).select_from(records)
        if registered is not None:
            query = query.where(records.c.tournament == registered.id)
        with self.reading() as connection:
            return int(connection.execute(query).scalar_one())

    def thinned(self) -> int:
        """Return of how many records only the numbers are left."""
        with self.reading() as connection:
            gone = select(func.count()).select_from(records).where(records.c.payload == THINNED)
            return int(connection.execute(gone).scalar_one())

    def latest(self, registered: Registered, count: int) -> list[Latest]:
        """Return the matches of a tournament that were played last, the newest first."""
        columns = (records.c.key, records.c.played, records.c.seating, records.c.totals)
        query = select(*columns).where(records.c.tournament == registered.id)
        query = query.order_by(records.c.played.desc(), records.c.key).limit(count)
        names, seats = dict(zip(registered.ids, registered.names, strict=True)), registered.seats
        with self.reading() as connection:
            found = connection.execute(query).mappings().all()
        return [
            Latest(
                row["key"].hex(),
                row["played"],
                tuple(names.get(number, UNKNOWN) for number in numbers(row["seating"], "i", seats, "seating")),
                numbers(row["totals"], "i", seats, "totals"),
            )
            for row in found
        ]

    def pace(self, registered: Registered, since: int, now: int) -> float:
        """Return the matches a second of a tournament since a moment, or since the first one after it."""
        query = select(func.count(), func.min(records.c.played))
        query = query.where(records.c.tournament == registered.id, records.c.played >= since)
        with self.reading() as connection:
            count, first = connection.execute(query).one()
        return count / max(now - first, 1) if count else 0.0

    def rows(self, tournament: int) -> Iterator[RowMapping]:
        """Yield all rows of a tournament, by its id, as they stand in the store."""
        yield from self._rows([records.c.tournament == tournament], list(records.c), ORDER)

    def records(self, registered: Registered, stages: Sequence[Stage] | None = None) -> Iterator[Record]:
        """Yield all records of a tournament, or those of some stages, dealt and played again."""
        source = self._source(registered.id)
        if stages is None:
            rows = self.rows(registered.id)
        else:
            columns = [column for column in records.c if column.name not in ("cluster", "key")]
            rows = (row for row, _ in self._planned(registered, stages, columns))
        for row in rows:
            yield self._record(source, row)

    def _record(self, source: Source, row: RowMapping) -> Record:
        try:
            return unpack(source.match(row), packed_of(row, source.seats))
        except ThinnedOut as thinned:
            raise ThinnedOut(f"match {row['key'].hex()[:12]}: {thinned}") from None
        except BrokenRecord as broken:
            raise BrokenRecord(f"match {row['key'].hex()} in store {self.place}: {broken}") from None

    def record(self, key: str) -> Record:
        """Return the record whose key begins so, dealt and played again."""
        short = key.lower()
        if not 1 <= len(short) <= 64 or any(digit not in "0123456789abcdef" for digit in short):
            raise Mistake(f"key is {key[:70]!r}; allowed: 1 to 64 hexadecimal digits")
        first, last = bytes.fromhex(short.ljust(64, "0")), bytes.fromhex(short.ljust(64, "f"))
        query = select(records).where(records.c.key.between(first, last)).limit(2)
        with self.reading() as connection:
            found = connection.execute(query).mappings().all()
        if len({row["key"] for row in found}) != 1:  # two tournaments may have played the same match
            count = "several records" if found else "no record"
            raise Mistake(f"store {self.place} has {count} whose key begins with {short}")
        row = found[0]
        return self._record(self._source(row["tournament"], *_cards(row["stage"], row["cluster"])), row)

    def same_cards(self, record: Record, most: int) -> tuple[list[Record], int]:
        """Return some records of other matches on the same cards, and how many there are."""
        key = bytes.fromhex(record.match.key())
        with self.reading() as connection:
            here = connection.execute(select(*ORDER[:2], records.c.tournament).where(records.c.key == key)).first()
            if here is None:
                return [], 0
            mine = (records.c.tournament == here.tournament, records.c.stage == here.stage)
            same = (*mine, records.c.cluster == here.cluster, records.c.key != key, records.c.payload != THINNED)
            count = connection.execute(select(func.count()).select_from(records).where(*same)).scalar_one()
            rows = connection.execute(select(records).where(*same).order_by(records.c.key).limit(most)).mappings().all()
        source = self._source(here.tournament, *_cards(here.stage, here.cluster))
        return [self._record(source, row) for row in rows], int(count)

    # What the records say

    def results(self, registered: Registered, stages: Sequence[Stage], *, first: int = 0) -> Results:
        """Return the results of the matches that belong to some stages, from a set of cards on; others are left out."""
        index = np.full(max(registered.ids, default=0) + 2, -1)  # of each id; the last is for those who have left
        index[list(registered.ids)] = np.arange(len(registered.ids))
        columns = [records.c.seating, records.c.totals, records.c.places, records.c.faults]
        found = [no_results(0, registered.seats)]
        for number, stage in enumerate(stages):
            seated = Seated(stage, len(registered.ids), registered.seats, first)
            query = select(*ORDER[1:], *columns).where(*_of_stage(registered, stage))
            for page in self.pages(query, ORDER[1:], LARGE_PAGE, after=(first, b"")):
                found.append(_columns(page, number, seated, index))
        return joined(found)

    def played(self, registered: Registered, stages: Sequence[Stage]) -> Iterator[Played]:
        """Yield the matches that belong to some stages, one by one."""
        columns = [records.c.totals, records.c.places, records.c.faults, records.c.ending, records.c.at_fault]
        for row, (stage, table, seats) in self._planned(registered, stages, [records.c.seating, *columns]):
            yield Played(
                row["key"].hex(),
                stages[stage].name,
                row["cluster"],
                table,
                tuple(registered.names[index] for index in numbers(seats, "h", registered.seats, "seating")),
                numbers(row["totals"], "i", registered.seats, "totals"),
                numbers(row["places"], "b", registered.seats, "places"),
                numbers(row["faults"], "h", registered.seats, "faults"),
                Ending(row["ending"]),
                row["at_fault"],
            )

    def facts(self, registered: Registered, stages: Sequence[Stage]) -> tuple[dict[str, int], ...]:
        """Return the sums of all facts for each participant, over the matches that belong to some stages."""
        sums: tuple[dict[str, int], ...] = tuple({} for _ in registered.ids)
        columns = [records.c.seating, records.c.facts]
        for row, (_, _, seats) in self._planned(registered, stages, columns):
            sitting = numbers(seats, "h", registered.seats, "seating")
            for name, values in json.loads(row["facts"]).items():
                for index, value in zip(sitting, values, strict=True):
                    sums[index][name] = sums[index].get(name, 0) + value
        return sums

    def faults(self, registered: Registered, stages: Sequence[Stage]) -> list[FaultCount]:
        """Return how often each participant committed each kind of fault in the matches of some stages."""
        none = blob([0] * registered.seats, "h")
        columns = [records.c.seating, records.c.payload]
        found: dict[tuple[int, Ending], FaultCount] = {}
        for row, (_, _, seats) in self._planned(registered, stages, columns, records.c.faults != none):
            sitting = numbers(seats, "h", registered.seats, "seating")
            for note in fault_notes(row["payload"]):
                place = sitting[note.seat], note.ending
                before = found.get(place) or FaultCount(*place, 0, row["key"].hex(), note.sentence)
                found[place] = FaultCount(*place, before.count + 1, before.key, before.sentence)
        return [found[place] for place in sorted(found)]

    def _planned(
        self,
        registered: Registered,
        stages: Sequence[Stage],
        columns: Sequence[ColumnElement[Any]],
        *conditions: ColumnElement[bool],
    ) -> Iterator[tuple[RowMapping, tuple[int, int, bytes]]]:
        """Yield the rows of the matches of some stages, with the indices of stage and table, and who sits there."""
        for stage_index, stage in enumerate(stages):
            known, of_cards = places(registered, stage_index, stage.tables), None
            # One stage at a time, as the index then gives its rows in order; of several at once they would be sorted.
            mine = (*_of_stage(registered, stage), *conditions)
            for row in self._rows(mine, [*ORDER[1:], *columns], ORDER[1:]):
                if stage.drawn and row["cluster"] != of_cards:  # rows come in the order of their cards
                    of_cards = row["cluster"]
                    known = places(registered, stage_index, stage.at(of_cards))
                place = known.get(row["seating"])
                if place is not None:
                    yield row, place

    def _rows(
        self,
        conditions: Sequence[ColumnElement[bool]],
        columns: Sequence[ColumnElement[Any]],
        order: Sequence[ColumnElement[Any]],
    ) -> Iterator[RowMapping]:
        """Yield rows in order, page by page, so that neither memory nor the database is held up."""
        yield from self.paged(select(*columns).where(*conditions), order)


def _of_stage(registered: Registered, stage: Stage) -> tuple[ColumnElement[bool], ...]:
    """Return what chooses the matches on the cards of a stage."""
    mine = records.c.tournament == registered.id
    return mine, records.c.stage == stage.name, records.c.cluster < stage.clusters


def places(registered: Registered, stage: int, tables: Sequence[Table]) -> dict[bytes, tuple[int, int, bytes]]:
    """Return by the seating of a row: the indices of its stage and table, and who sits there."""
    return {
        blob([registered.ids[index] for index in seating], "i"): (stage, number, blob(seating, "h"))
        for number, table in enumerate(tables)
        for seating in seatings(table)
    }


def _cards(stage: str, cluster: int) -> tuple[ColumnElement[bool], ...]:
    """Return what chooses the one set of cards that some matches have in common."""
    return dealt.c.stage == stage, dealt.c.cluster == cluster


def _columns(page: Sequence[Row[Any]], stage: int, seated: Seated, index: npt.NDArray[np.int64]) -> Results:
    """Return the results of some rows that are in the plan of a stage."""
    seats = len(seated.digits)
    if not page:
        return no_results(0, seats)
    cluster, _, seating, totals, places_, faults = zip(*page, strict=True)
    cards = np.array(cluster, np.int64)
    who = index[np.clip(_numbers(seating, "<i4", seats), -1, len(index) - 1)]
    table = seated.tables(cards, who)
    planned = table >= 0
    return Results(
        stage=np.full(int(planned.sum()), stage, np.int16),
        cluster=cards[planned].astype(np.int32),
        table=table[planned].astype(np.int32),
        seating=who[planned].astype(np.int16),
        totals=_numbers(totals, "<i4", seats)[planned].astype(np.int32),
        places=_numbers(places_, "i1", seats)[planned].astype(np.int8),
        faults=_numbers(faults, "<i2", seats)[planned].astype(np.int16),
    )


def _numbers(blobs: Sequence[bytes], kind: str, seats: int) -> npt.NDArray[np.signedinteger]:
    """Return the numbers of a column of some rows, a row each, or raise BrokenRecord."""
    if set(map(len, blobs)) != {seats * int(kind[-1])}:
        raise BrokenRecord(f"a record has not one number for each of {seats} seats; overtrick verify tells which")
    return np.frombuffer(b"".join(blobs), kind).reshape(-1, seats)
