"""What a store holds, as values: tournaments, their participants, and rows of records."""

import json
import struct
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from sqlalchemy import RowMapping

from overtrick.bots.fence.limits import Limits
from overtrick.core.ending import Ending
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES, not_here
from overtrick.games.options import Value
from overtrick.match.record import BrokenRecord, Match
from overtrick.tournament.plan.stage import cluster_seed
from overtrick.tournament.records.packed import Packed
from overtrick.tournament.stated.tournament import Entrant, Format, RankBy, Tournament

Row = RowMapping | Mapping[str, Any]  # of the table of records
UNKNOWN = "?"  # the name of an entrant who has left the tournament


@dataclass(frozen=True)
class Registered:
    """A tournament that has its place in a store."""

    id: int
    name: str
    seats: int
    commitment: str
    ids: tuple[int, ...]  # of the participants, in their order
    names: tuple[str, ...]  # of the participants
    contents: tuple[str, ...]  # of the participants
    secret: bytes = field(default=b"", repr=False)  # empty for those who only read results
    sealed: bool = False  # whether the secret is kept elsewhere until all is played


@dataclass(frozen=True)
class Stored:
    """A tournament as it was stated when it last ran."""

    tournament: Tournament
    registered: Registered
    created: int  # seconds since 1970


@dataclass(frozen=True)
class Latest:
    """A match that was played a moment ago."""

    key: str
    played: int  # seconds since 1970
    entrants: tuple[str, ...]  # the name in each seat
    totals: tuple[int, ...]


@dataclass(frozen=True)
class Played:
    """A finished match with its place in the plan."""

    key: str
    stage: str
    cluster: int
    table: int
    entrants: tuple[str, ...]  # the name in each seat
    totals: tuple[int, ...]
    places: tuple[int, ...]
    faults: tuple[int, ...]
    ending: Ending
    at_fault: int | None  # the seat whose fault ended the match


@dataclass(frozen=True)
class FaultCount:
    """How often a participant committed one kind of fault, with an example."""

    participant: int  # its index
    ending: Ending
    count: int
    key: str
    sentence: str


@dataclass(frozen=True)
class Source:
    """What all records of a tournament have in common, and is needed to make matches of them."""

    tournament: int
    name: str
    game: str
    version: int
    seats: int
    options: str  # JSON
    details: str  # JSON
    commitment: str
    secret: bytes = field(repr=False)  # empty if it is lost
    entrants: Mapping[int, tuple[str, str]]  # name and content by id
    # Of a tournament whose secret is kept elsewhere, by stage and cluster: of the cards that were played with.
    seeds: Mapping[tuple[str, int], bytes] = field(default_factory=dict, repr=False)

    def match(self, row: Row) -> Match:
        """Return the match that a row is of."""
        if self.game not in GAMES:
            raise BrokenRecord(not_here(self.game))
        if self.version != GAMES[self.game].VERSION:
            raise BrokenRecord(
                f"this record is of {self.game} version {self.version}, which this program does not play"
            )
        ids = numbers(row["seating"], "i", self.seats, "seating")
        if strangers := [number for number in ids if number not in self.entrants]:
            raise BrokenRecord(f"entrant {strangers[0]} of the seating is none of the tournament's")
        try:
            options = json.loads(self.options)
        except ValueError:
            raise BrokenRecord(f"the options of the tournament cannot be read: {self.options[:60]!r}") from None
        players = tuple(self.entrants[number][0] for number in ids)
        contents = tuple(self.entrants[number][1] for number in ids)
        seed = None if self.secret else self.seeds.get((row["stage"], row["cluster"]))
        seed = seed or cluster_seed(self.secret, row["stage"], row["cluster"])
        return Match(self.game, self.seats, options, players, seed, contents)


# Numbers of seats


def blob(values: Sequence[int], kind: str) -> bytes:
    """Return numbers as a column holds them: little-endian, of 1 byte (``b``), 2 (``h``) or 4 (``i``)."""
    return struct.pack(f"<{len(values)}{kind}", *values)


def numbers(data: bytes, kind: str, seats: int, name: str) -> tuple[int, ...]:
    """Return the numbers of a column, or raise BrokenRecord if there is not one for each seat."""
    try:
        return struct.unpack(f"<{seats}{kind}", data)
    except struct.error:
        raise BrokenRecord(
            f"the {name} are {len(data)} bytes, which is not a number for each of {seats} seats"
        ) from None


# Rows


def row_of(packed: Packed) -> dict[str, Any]:
    """Return the columns of a packed record."""
    return {
        "key": bytes.fromhex(packed.key),
        "totals": blob(packed.totals, "i"),
        "places": blob(packed.places, "b"),
        "faults": blob(packed.faults, "h"),
        "ending": str(packed.ending),
        "at_fault": packed.at_fault,
        "facts": json.dumps(packed.facts, separators=(",", ":")),
        "payload": packed.payload,
    }


def packed_of(row: Row, seats: int) -> Packed:
    """Return the packed record of a row, or raise BrokenRecord with a sentence."""
    try:
        facts = {name: tuple(values) for name, values in json.loads(row["facts"]).items()}
        ending = Ending(row["ending"])
    except (AttributeError, TypeError, ValueError):
        shown = f"{str(row['facts'])[:60]!r} and {str(row['ending'])[:20]!r}"
        raise BrokenRecord(f"the facts and the ending cannot be read: {shown}") from None
    return Packed(
        row["key"].hex(),
        numbers(row["totals"], "i", seats, "totals"),
        numbers(row["places"], "b", seats, "places"),
        numbers(row["faults"], "h", seats, "faults"),
        ending,
        row["at_fault"],
        facts,
        row["payload"],
    )


# Tournaments


def details(tournament: Tournament, contents: Sequence[str]) -> str:
    """Return all that was stated, except the secret, and whose programs they were, as JSON."""
    stated = asdict(tournament)
    del stated["seed"]
    return json.dumps({"stated": stated, "contents": list(contents)}, sort_keys=True)


def stated(text: str) -> tuple[Tournament, tuple[str, ...]]:
    """Return the tournament and contents of such JSON."""
    try:
        data = json.loads(text)
        given = data["stated"]
        given["entrants"] = tuple(Entrant(**entrant) for entrant in given["entrants"])
        given["format"] = Format(given["format"])
        given["rank_by"] = RankBy(given["rank_by"])
        given["limits"] = Limits(**given["limits"])
        for name in ("field", "languages"):
            given[name] = tuple(given[name])
        return Tournament(**given), tuple(data["contents"])
    except (KeyError, TypeError, ValueError) as error:
        raise Mistake(f"the details of a tournament in the store cannot be read: {error}") from None


def options_text(options: Mapping[str, Value]) -> str:
    """Return options as JSON, the same for the same options."""
    return json.dumps(dict(options), sort_keys=True)
