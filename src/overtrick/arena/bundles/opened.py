"""Opening a bundle: its lines become a store of their own, for a while, so that all that reads stores can read it."""

import base64
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Connection, insert
from sqlalchemy.exc import IntegrityError

from overtrick.arena.bundles.bundle import Head, Json, head_of, lines_of, row_of_line
from overtrick.arena.competitions.competition import ALL, CompetitionState, Entry, RoundState
from overtrick.arena.competitions.stored_rounds import details_text, entries_text
from overtrick.core.mistake import Mistake
from overtrick.store.database import insert_into
from overtrick.store.schema import competitions, dealt, entrants, records, rounds, secrets, tournaments
from overtrick.tournament.records.round_secrets import final_secret, provisional_secret
from overtrick.tournament.records.store import Store, open_store
from overtrick.tournament.records.stored import options_text

AT_ONCE = 500  # matches that are written together
NUMBER = 1  # of the one tournament in such a store


@dataclass
class Opened:
    """A bundle that was read into a store."""

    head: Head
    store: Store
    programs: dict[str, bytes] = field(default_factory=dict, repr=False)  # packed, by content
    matches: int = 0  # lines of matches
    told: int | None = None  # how many the last line says that there are; None if it is missing
    twice: list[str] = field(default_factory=list)  # keys that came more than once

    @property
    def is_cut(self) -> bool:
        """Whether its end is missing."""
        return self.told is None


@contextmanager
def open_bundle(path: Path, progress: Callable[[], None] = lambda: None) -> Iterator[Opened]:
    """Give a bundle with its matches in a store, or raise Mistake with the line that cannot be read."""
    with TemporaryDirectory(prefix="overtrick-bundle-") as folder, open_store(Path(folder, "bundle.db")) as store:
        store.place = str(path)  # as sentences call it
        lines = lines_of(path)
        _, first = next(lines, (1, {}))
        with _in_line(path, 1):
            head = head_of(first)
            opened = Opened(head, store)
            with store.writing() as connection:
                _begin(connection, head)
        while some := list(islice(lines, AT_ONCE)):
            with store.writing() as connection:
                for number, told in some:
                    with _in_line(path, number):
                        _take(connection, opened, told)
                    progress()
        yield opened


@contextmanager
def _in_line(path: Path, number: int) -> Iterator[None]:
    try:
        yield
    except Mistake as mistake:
        raise Mistake(f"{path}, line {number}: {mistake}") from None
    except (IntegrityError, OverflowError, UnicodeEncodeError) as error:
        why = error.orig if isinstance(error, IntegrityError) else error
        raise Mistake(f"{path}, line {number}: no store can have what it tells: {why}") from None


def _take(connection: Connection, opened: Opened, told: Json) -> None:
    """Read one line after the first."""
    if opened.told is not None:
        raise Mistake("there is something behind the end")
    if "match" in told:
        _add(connection, opened, row_of_line(told))
    elif "program" in told:
        try:
            opened.programs[str(told["program"])] = base64.b64decode(told["built"], validate=True)
        except (LookupError, TypeError, ValueError):
            raise Mistake("the program cannot be read") from None
    elif type(told.get("end")) is int:
        opened.told = told["end"]
    else:
        raise Mistake("this line is neither a program nor a match nor the end")


def _add(connection: Connection, opened: Opened, row: dict[str, Any]) -> None:
    seed = row.pop("seed")
    opened.matches += 1
    added = insert_into(connection, records).values(tournament=NUMBER, **row).on_conflict_do_nothing()
    if connection.execute(added).rowcount == 0:
        opened.twice.append(row["key"].hex())
    if seed:
        cards = {"tournament": NUMBER, "stage": row["stage"], "cluster": row["cluster"], "seed": seed}
        connection.execute(insert_into(connection, dealt).values(cards).on_conflict_do_nothing())


def _begin(connection: Connection, head: Head) -> None:
    """Write what the head tells: the tournament with its entrants, and the round that it belongs to."""
    is_final = head.part == "final"
    details = json.dumps(head.tournament["details"], sort_keys=True)
    rules = {"game": head.game, "seats": head.details.seats, "options": options_text(head.details.options)}
    row = {"id": NUMBER, **head.tournament, **rules, "created": head.opens, "details": details}
    connection.execute(insert(tournaments).values(row))
    for number, name, content in head.entrants:
        who = {"id": number, "tournament": NUMBER, "name": name, "content": content, "bot": name}
        connection.execute(insert(entrants).values(who))
    if head.secret is not None:
        entries = entries_text(head.entries)
        secret = final_secret(head.secret, entries) if is_final else provisional_secret(head.secret)
        connection.execute(insert(secrets).values(tournament=NUMBER, secret=secret))
    place = {"id": NUMBER, "slug": head.slug, "title": head.title, "text": "", "entry": Entry.ANYONE}
    connection.execute(insert(competitions).values(**place, state=CompetitionState.OPEN, created=head.opens))
    connection.execute(
        insert(rounds).values(
            competition=NUMBER,
            number=head.number,
            title=head.title,
            game=head.game,
            details=details_text(head.details),
            opens=head.opens,
            closes=head.closes,
            state=RoundState.OVER,
            released=ALL,
            commitment=head.commitment,
            secret=head.secret,
            entries=entries_text(head.entries),
            provisional=None if is_final else NUMBER,
            final=NUMBER if is_final else None,
        )
    )
