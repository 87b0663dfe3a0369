"""The lines of a bundle: a round as one file of JSON lines, so that it can be streamed, and read in any language.

First the head, then programs, then matches, each a line, at last how many matches there were.
"""

import base64
import binascii
import json
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from overtrick.arena.boards.board import Board
from overtrick.arena.boards.board_rows import board_of
from overtrick.arena.bundles.format import FORMAT
from overtrick.arena.competitions.competition import Entered, RoundDetails
from overtrick.arena.competitions.stored_rounds import details_of, entries_of
from overtrick.core.mistake import Mistake
from overtrick.match.record import all_of, one_of, one_or_none
from overtrick.tournament.records.stored import blob

LONGEST_LINE = 1 << 26
KINDS = {"totals": "i", "places": "b", "faults": "h", "seating": "i"}
Json = dict[str, Any]


@dataclass(frozen=True)
class Head:
    """What all matches of a bundle have in common."""

    slug: str
    number: int
    title: str
    opens: int
    closes: int
    game: str
    details: RoundDetails
    entries: tuple[Entered, ...]  # of the final
    commitment: str  # of the round
    secret: bytes | None = field(repr=False)  # of the round, once all results are out
    part: str  # provisional or final
    only: str  # which matches these are, in words; empty if they are all
    tournament: Json  # name, version, commitment and details, as a store has them
    entrants: tuple[tuple[int, str, str], ...]  # id, name and content
    table: Board | None  # the final table

    @property
    def round(self) -> str:
        """What the round is called in sentences."""
        return f"{self.slug}/{self.number}"


def head_of(told: Json) -> Head:
    """Return the head of its JSON, or raise Mistake with what cannot be read."""
    if told.get("format") != FORMAT:
        raise Mistake(f"the format is {str(told.get('format'))[:40]!r}; allowed: {FORMAT!r}")
    try:
        stated, table = told["round"], told["table"]
        secret = one_or_none(str, stated["secret"])
        return Head(
            slug=one_of(str, stated["slug"]),
            number=one_of(int, stated["number"]),
            title=one_of(str, stated["title"]),
            opens=one_of(int, stated["opens"]),
            closes=one_of(int, stated["closes"]),
            game=one_of(str, stated["game"]),
            details=details_of(json.dumps(stated["details"])),
            entries=entries_of(json.dumps(stated["entries"])),
            commitment=one_of(str, stated["commitment"]),
            secret=None if secret is None else bytes.fromhex(secret),
            part=one_of(str, told["part"]),
            only=one_of(str, told["only"]),
            tournament=_tournament(one_of(dict, told["tournament"])),
            entrants=tuple((one_of(int, one[0]), *_two(one[1:])) for one in all_of(list, told["entrants"])),
            table=None if table is None else board_of(json.dumps(table)),
        )
    except Mistake:
        raise
    except (LookupError, TypeError, ValueError) as error:
        raise Mistake(f"the head cannot be read: {type(error).__name__}: {error}") from None


def _tournament(told: Json) -> Json:
    """Return what a head tells of its tournament, if a store can have it."""
    kinds = {"name": str, "version": int, "commitment": str, "details": dict}
    return {name: one_of(kind, told[name]) for name, kind in kinds.items()}


def _two(words: list[Any]) -> tuple[str, str]:
    name, content = all_of(str, words)
    return name, content


def match_line(row: Mapping[str, Any], seats: Mapping[str, tuple[int, ...]], seed: bytes | None) -> str:
    """Return the line of a match; ``seats`` are its numbers by seat, and the seed is given if the secret is not."""
    told = {
        "match": row["key"].hex(),
        "stage": row["stage"],
        "cluster": row["cluster"],
        **{name: list(values) for name, values in seats.items()},
        "ending": row["ending"],
        "at_fault": row["at_fault"],
        "facts": json.loads(row["facts"]),
        "played": row["played"],
        "payload": base64.b64encode(row["payload"]).decode(),
        **({} if seed is None else {"seed": seed.hex()}),
    }
    return json.dumps(told, separators=(",", ":"))


def row_of_line(told: Json) -> Json:
    """Return the row that a store has of the match of a line, with its seed if the line tells it."""
    try:
        return {
            "key": bytes.fromhex(told["match"]),
            "stage": one_of(str, told["stage"]),
            "cluster": one_of(int, told["cluster"]),
            **{name: blob(all_of(int, told[name]), kind) for name, kind in KINDS.items()},
            "ending": one_of(str, told["ending"]),
            "at_fault": one_or_none(int, told["at_fault"]),
            "facts": json.dumps(one_of(dict, told["facts"]), separators=(",", ":")),
            "played": one_of(int, told["played"]),
            "payload": base64.b64decode(one_of(str, told["payload"]), validate=True),
            "seed": bytes.fromhex(told.get("seed", "")),
        }
    except Mistake:
        raise
    except (LookupError, TypeError, ValueError, OverflowError, binascii.Error, struct.error) as error:
        raise Mistake(f"the match cannot be read: {type(error).__name__}: {error}") from None


def lines_of(path: Path) -> Iterator[tuple[int, Json]]:
    """Yield the lines of a bundle with their numbers, or raise Mistake at what is none; half a last one is left out."""
    with path.open("rb") as file:
        for number in range(1, 1 << 62):
            line = file.readline(LONGEST_LINE)
            if not line:
                return
            try:
                told = json.loads(line)
            except (ValueError, RecursionError):
                if not line.endswith(b"\n") and len(line) < LONGEST_LINE:
                    return  # who counts the matches notices
                raise Mistake(f"{path}, line {number}: this is not JSON") from None
            if not isinstance(told, dict):
                raise Mistake(f"{path}, line {number}: this is no JSON object")
            yield number, told
