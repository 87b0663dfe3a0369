"""Tables in the store: each is one row, written before anybody is shown what happened."""

import json
import secrets
import time
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

from sqlalchemy import Engine, RowMapping, delete, select

from overtrick.bots.builtin import names as player_names
from overtrick.core.luck import new_seed
from overtrick.core.mistake import Mistake
from overtrick.match import sitting as sittings
from overtrick.match.record import Record
from overtrick.match.sitting import Sitting
from overtrick.store.database import Database, find_place, insert_into, open_database
from overtrick.store.schema import guests, site, tables
from overtrick.tournament.records.packed import pack, played_again

WAIT_S = 10.0
REMOVED_AT_ONCE = 500
MINE = 20  # so many of a guest's own tables are listed


@dataclass
class Setting:
    """What was agreed at a table beside its match: who may do what. A guest is named by a hash."""

    host: str
    owners: list[str]  # the guest in each seat; empty where one of our players sits
    free: list[int] = field(default_factory=list)  # seats that wait for somebody with the invitation
    invitation: str = ""
    learning: bool = False
    pace_s: float = 2.0  # of the tick model
    waiting: bool = False  # whether the match has to wait until all seats are taken or the host begins
    next: str = ""  # the table where the same people play on


@dataclass(frozen=True)
class Kept:
    """A table as the store has it."""

    id: str
    game: str
    sitting: str
    setting: Setting
    version: int
    changed: int
    over: bool

    def sit_down(self) -> Sitting:
        """Return the sitting, where it was left."""
        return sittings.from_json(self.sitting, allowed=known)

    def names(self) -> list[str]:
        """Return who sits there."""
        return [chair["name"] for chair in json.loads(self.sitting)["chairs"]]


def known(game: str, player: str) -> None:
    """Raise Mistake if a player is none of ours by name; it is imported when it is asked, as that takes its time."""
    if player not in player_names(game):
        raise Mistake(f"the player is {player[:40]!r}; allowed: one of {game} that we ship, such as {game}:easy")


def fresh_name() -> str:
    """Return the name of a new table, which nobody can guess."""
    return secrets.token_urlsafe(12)


def open_tables(where: str | Path) -> "TableStore":
    """Open the tables of the store at a path or URL."""
    place = find_place(where, WAIT_S)
    engine, _ = open_database(place, create=True)
    return TableStore(engine, str(place), place.url.password)


class TableStore(Database):
    """The tables of a site; something that is opened and closed."""

    def __init__(self, engine: Engine, place: str, password: str | None) -> None:
        super().__init__(engine, place, password)
        add = insert_into(engine, tables)
        changing = {name: add.excluded[name] for name in ("sitting", "setting", "version", "changed", "key", "payload")}
        upserting = add.on_conflict_do_update(
            index_elements=[tables.c.id], set_=changing, where=tables.c.version == add.excluded.version - 1
        )
        self._put = upserting.returning(tables.c.id)
        self._seat = insert_into(engine, guests).on_conflict_do_nothing()
        self._keep = insert_into(engine, site).on_conflict_do_nothing()

    def write(self, changed: Sequence[tuple[str, Sitting, Setting, int]]) -> set[str]:
        """Keep some tables as they are now, in one transaction; return those that were written.

        Each comes with a version, one more than the store has: what another process has changed stays as that left it.
        """
        rows = [_row(*table) for table in changed]
        seated = [
            {"table": name, "guest": bytes.fromhex(guest)}
            for name, _, setting, _ in changed
            for guest in {setting.host, *setting.owners} - {""}
        ]
        with self.writing() as connection:
            written = set(connection.execute(self._put, rows).scalars())
            connection.execute(self._seat, seated)
        return written

    def find(self, name: str) -> Kept | None:
        """Return a table, or None if there is none of that name."""
        with self.reading() as connection:
            found = connection.execute(select(tables).where(tables.c.id == name)).mappings().first()
        return None if found is None else _kept(found)

    def of_guest(self, guest: str) -> list[Kept]:
        """Return the tables of a guest, the latest first."""
        mine = select(guests.c.table).where(guests.c.guest == bytes.fromhex(guest))
        query = select(tables).where(tables.c.id.in_(mine)).order_by(tables.c.changed.desc(), tables.c.id).limit(MINE)
        with self.reading() as connection:
            return [_kept(row) for row in connection.execute(query).mappings()]

    def record(self, name: str) -> Record:
        """Return the record of a table that is over, or raise Mistake."""
        with self.reading() as connection:
            found = connection.execute(select(tables).where(tables.c.id == name)).mappings().first()
        if found is None:
            raise Mistake(f"there is no table {name[:40]!r}")
        if found["payload"] is None:
            raise Mistake("this match is not over yet, so it cannot be looked at again")
        return played_again(_kept(found).sit_down().match, found["payload"])

    def remove_untouched(self, before: int, open_here: Collection[str] = ()) -> int:
        """Remove the tables that were last changed before a moment, and those who sat there; return how many.

        A table that is open here stays. Not all go at once, as writers wait meanwhile.
        """
        old = select(tables.c.id).where(tables.c.changed < before).order_by(tables.c.changed).limit(REMOVED_AT_ONCE)
        with self.writing() as connection:
            found = [name for name in connection.execute(old).scalars() if name not in open_here]
            connection.execute(delete(guests).where(guests.c.table.in_(found)))
            connection.execute(delete(tables).where(tables.c.id.in_(found)))
        return len(found)

    def secret(self, name: str) -> bytes:
        """Return a secret of the site, which is made when it is first asked for."""
        with self.writing() as connection:
            connection.execute(self._keep, {"name": name, "value": new_seed()})
            return bytes(connection.execute(select(site.c.value).where(site.c.name == name)).scalar_one())


def _row(name: str, sitting: Sitting, setting: Setting, version: int) -> dict[str, object]:
    packed = pack(sitting.record()) if sitting.over else None
    return {
        "id": name,
        "game": sitting.match.game,
        "sitting": sittings.to_json(sitting),
        "setting": json.dumps(asdict(setting)),
        "version": version,
        "changed": int(time.time()),
        "key": bytes.fromhex(packed.key) if packed else None,
        "payload": packed.payload if packed else None,
    }


def _kept(row: RowMapping) -> Kept:
    known = {one.name for one in fields(Setting)}
    setting = Setting(**{name: value for name, value in json.loads(row["setting"]).items() if name in known})
    over = row["payload"] is not None
    return Kept(row["id"], row["game"], row["sitting"], setting, row["version"], row["changed"], over)
