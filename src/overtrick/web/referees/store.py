"""Tables in the store: each is one row, written before anybody is shown what happened."""

import json
import secrets
import time
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

from sqlalchemy import Engine, RowMapping, delete, insert, select

from overtrick.arena.daily.tries import Seated, end_table, find_seated
from overtrick.arena.people.ratings import Rating
from overtrick.arena.people.results import Ended, add_regret, add_results, rating_before
from overtrick.bots.builtin import names as player_names
from overtrick.core.luck import new_seed
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.face import is_standard
from overtrick.games.lesson import Told
from overtrick.match import sitting as sittings
from overtrick.match.record import Record
from overtrick.match.sitting import Sitting
from overtrick.scenes.scene import totals
from overtrick.scenes.tally import tally
from overtrick.store.database import Database, find_place, insert_into, open_database
from overtrick.store.schema import analyses, guests, reports, site, tables, tries
from overtrick.tournament.records.packed import pack, played_again
from overtrick.web.referees.timing import Timing

WAIT_S = 10.0
REMOVED_AT_ONCE = 500
MINE = 20  # so many of a guest's own tables are listed


@dataclass(frozen=True)
class Tried:
    """From which position of which match somebody tries another line, and what was scored there before."""

    replay: str  # the address of that match; empty if the site does not have it
    deal: int  # from 1
    step: int  # how many actions of the deal came before
    seat: int
    scores: list[list[int]]  # of every seat, in that deal and all that came after it


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
    lesson: Told | None = None  # what a learner was told so far, in a guided first game
    timing: Timing | None = None  # the clock where several people act in turn
    taken: list[int] = field(default_factory=list)  # seats that a player of ours has until their owners want them back
    public: bool = False  # whether anybody may sit down, and the start page lists the table
    accounts: list[int] = field(default_factory=list)  # of who is logged in, by seat; 0 for others, empty if all are
    out_sees: bool = False  # whether who is out may see all hands while other people still play
    chat: bool = True  # whether those who are logged in may say what they like
    counts: bool = True  # not once somebody was helped, took something back, or brought the game
    tried: Tried | None = None  # the line that is tried otherwise
    closes: int = 0  # at a deal of the day: when it has to be finished, and until when nobody else may see it
    part: int = 0  # and which of its tables this is, from 1


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
        sitting = sittings.from_json(self.sitting, allowed=known)
        sitting.faithful = self.setting.closes > 0
        return sitting

    @property
    def is_sealed(self) -> bool:
        """Whether it is a deal of the day that others still play, so that nobody may be told of it."""
        return time.time() < self.setting.closes

    def is_of(self, guest: str, account: int) -> bool:
        """Return whether a seat belongs to a guest or an account."""
        return guest in self.setting.owners or (account > 0 and account in self.setting.accounts)

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
            for name, sitting, setting, _ in changed:
                if name in written and sitting.over and any(setting.accounts):
                    game, counts = sitting.match.game, setting.counts
                    add_results(connection, name, game, int(time.time()), ended_seats(sitting, setting), counts=counts)
                if name in written and sitting.over and setting.closes:
                    end_table(connection, name, own_scores(sitting), int(time.time()))
        return written

    def ratings_before(self, game: str, seats: Sequence[Ended]) -> list[Rating]:
        """Return what is believed of all who sit at a table now."""
        with self.reading() as connection:
            return [rating_before(connection, game, seat) for seat in seats]

    def add_regret(self, table: str, lost: Sequence[int]) -> None:
        """Add what every seat gave away to the results of a match, if they are kept."""
        with self.writing() as connection:
            add_regret(connection, table, lost)

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
        kept = _kept(found)
        if kept.is_sealed:
            raise Mistake("others still play this deal of the day; it can be looked at when the day is over")
        return played_again(kept.sit_down().match, found["payload"])

    def find_seated(self, table: str) -> Seated | None:
        """Return whose try at the deal of the day a table belongs to, and its cards."""
        with self.reading() as connection:
            return find_seated(connection, table)

    def add_report(self, table: str, reporter: int, account: int, lines: list[dict[str, str]]) -> None:
        """Keep a line of a chat, and those before it, for organisers."""
        row = {"table": table, "moment": int(time.time()), "reporter": reporter or None, "account": account or None}
        with self.writing() as connection:
            connection.execute(insert(reports).values(**row, lines=json.dumps(lines)))

    def remove_untouched(self, before: int, open_here: Collection[str] = ()) -> int:
        """Remove tables last changed before a moment, those who sat there, and what else is as old.

        That are reports, tries of guests, and analyses. It returns how many tables there were.

        A table that is open here stays. Not all go at once, as writers wait meanwhile.
        """
        old = select(tables.c.id).where(tables.c.changed < before).order_by(tables.c.changed).limit(REMOVED_AT_ONCE)
        with self.writing() as connection:
            found = [name for name in connection.execute(old).scalars() if name not in open_here]
            connection.execute(delete(guests).where(guests.c.table.in_(found)))
            connection.execute(delete(tables).where(tables.c.id.in_(found)))
            connection.execute(delete(reports).where(reports.c.moment < before))
            connection.execute(delete(analyses).where(analyses.c.moment < before))
            connection.execute(delete(tries).where(tries.c.account.is_(None), tries.c.begun < before))
        return len(found)

    def secret(self, name: str) -> bytes:
        """Return a secret of the site, which is made when it is first asked for."""
        with self.writing() as connection:
            connection.execute(self._keep, {"name": name, "value": new_seed()})
            return bytes(connection.execute(select(site.c.value).where(site.c.name == name)).scalar_one())


def may_count(sitting: Sitting, setting: Setting) -> bool:
    """Return whether a new match may count for ratings: one by the usual rules, at which nobody is helped."""
    match = sitting.match
    return not setting.learning and is_standard(GAMES[match.game], match.seats, match.options)


def ended_seats(sitting: Sitting, setting: Setting) -> list[Ended]:
    """Return how a match that is over ended for each seat; who is not there any more is last."""
    going, match = sitting.going, sitting.match
    places = going.game.places(match.rules(), going.finished)
    accounts, points = setting.accounts or [0] * match.seats, totals(going)
    return [
        Ended(
            account=accounts[seat],
            name=chair.name,
            player="" if chair.person else chair.player,
            place=match.seats if chair.person and chair.away else places[seat],
            points=points[seat],
            facts=tally(going, seat) if chair.person else (),
        )
        for seat, chair in enumerate(sitting.chairs)
    ]


def own_scores(sitting: Sitting) -> list[int]:
    """Return the scores of the deals of the one person at a table."""
    seat = next(seat for seat, chair in enumerate(sitting.chairs) if chair.person)
    return [deal.scores[seat] for deal in sitting.going.deals]


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
    agreed = {name: value for name, value in json.loads(row["setting"]).items() if name in known}
    timing, tried = agreed.pop("timing", None), agreed.pop("tried", None)
    setting = Setting(**agreed, timing=timing and Timing(**timing), tried=tried and Tried(**tried))
    over = row["payload"] is not None
    return Kept(row["id"], row["game"], row["sitting"], setting, row["version"], row["changed"], over)
