"""Writing a bundle: a round line by line, straight from the store, as far as the reader may see it."""

import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import RowMapping, select

from overtrick.arena.arena import Arena
from overtrick.arena.boards.board_rows import board_text, latest_board
from overtrick.arena.boards.matches import IN_ORDER, Names, names_of, one_sits_there, versions_in, versions_of
from overtrick.arena.bundles.bundle import KINDS, match_line
from overtrick.arena.bundles.format import FORMAT
from overtrick.arena.competitions.competition import Round
from overtrick.arena.competitions.stored_rounds import details_text, entries_text
from overtrick.core.mistake import Mistake
from overtrick.store.schema import dealt, programs, records, tournaments
from overtrick.tournament.records.packed import redacted
from overtrick.tournament.records.stored import numbers

PAGE = 100  # matches of a reader that are in memory at a time, as there may be many readers


@dataclass(frozen=True)
class Asked:
    """What somebody wants of a round, and what of it they may see."""

    round: Round
    part: str  # provisional or final
    out: bool  # whether all results are out: then the secret is in it, and the table of a final
    programs: bool = False  # whether programs are published
    bot: str = ""  # only matches of this name
    lost: bool = False  # and of those only where it was not first
    reader: int | None = None  # the account that reads, whose own bots' messages are in it

    @property
    def only(self) -> str:
        """Which matches these are, in words; nothing if they are all."""
        return f"{'those lost by' if self.lost else 'those of'} {self.bot}" if self.bot else ""

    @property
    def tournament(self) -> int | None:
        """The tournament whose matches these are, if any was played."""
        return self.round.final if self.part == "final" else self.round.provisional


def bundle_lines(arena: Arena, asked: Asked) -> Iterator[str]:
    """Yield the lines of a bundle, each with its end; raise Mistake before the first if no bot is called so."""
    tournament = asked.tournament
    assert tournament is not None, "who asks has looked whether anything was played"
    with arena.reading() as connection:
        names = names_of(connection, tournament)
    mine = {number for number, (name, _) in names.known.items() if name == asked.bot}
    if asked.bot and not mine:
        raise Mistake(f"the bot is {asked.bot[:80]!r}; allowed: one that played there")
    return _lines(arena, asked, tournament, names, mine)


def _lines(arena: Arena, asked: Asked, tournament: int, names: Names, mine: set[int]) -> Iterator[str]:
    yield f"{json.dumps(_head(arena, asked, tournament, names))}\n"
    if asked.programs and not asked.only:
        for line in _programs(arena, asked.round):
            yield f"{line}\n"
    count = 0
    for line in _matches(arena, asked, tournament, names, mine):
        yield f"{line}\n"
        count += 1
    yield f"{json.dumps({'end': count})}\n"


def _head(arena: Arena, asked: Asked, tournament: int, names: Names) -> dict[str, Any]:
    """Return what all matches have in common; its format comes first, as by that the file is known."""
    round_ = asked.round
    columns = (tournaments.c.name, tournaments.c.version, tournaments.c.commitment, tournaments.c.details)
    with arena.reading() as connection:
        about = connection.execute(select(*columns).where(tournaments.c.id == tournament)).one()
    whole = asked.out and asked.part == "final" and not asked.only
    board = latest_board(arena, tournament) if whole else None
    return {
        "format": FORMAT,
        "round": {
            "slug": round_.slug,
            "number": round_.number,
            "title": round_.title,
            "opens": round_.opens,
            "closes": round_.closes,
            "game": round_.game,
            "details": json.loads(details_text(round_.details)),
            "entries": json.loads(entries_text(round_.entries)) if asked.out else [],
            "commitment": round_.commitment,
            "secret": round_.secret.hex() if asked.out and round_.secret else None,
        },
        "part": asked.part,
        "only": asked.only,
        "tournament": {**about._mapping, "details": json.loads(about.details)},
        "entrants": [[number, *known] for number, known in sorted(names.known.items())],
        "table": None if board is None else json.loads(board_text(board)),
    }


def _programs(arena: Arena, round_: Round) -> Iterator[str]:
    """Yield the programs of a final, as they were built, one at a time."""
    for content in dict.fromkeys(entry.content for entry in round_.entries if entry.bot is not None):
        with arena.reading() as connection:
            built = connection.scalar(select(programs.c.built).where(programs.c.content == content))
        if built is not None:
            yield json.dumps({"program": content, "built": base64.b64encode(built).decode()})


def _matches(arena: Arena, asked: Asked, tournament: int, names: Names, mine: set[int]) -> Iterator[str]:
    own = _own(arena, asked, names)
    seeds: dict[tuple[str, int], bytes] = {}
    query = select(records).where(records.c.tournament == tournament)
    if mine:
        query = query.where(one_sits_there(sorted(mine), names.seats))
    for row in arena.paged(query, IN_ORDER, PAGE):
        seats = {name: numbers(row[name], kind, names.seats, name) for name, kind in KINDS.items()}
        if asked.lost and not any(
            place > 1 for number, place in zip(seats["seating"], seats["places"], strict=True) if number in mine
        ):
            continue
        seed = None if asked.out else _seed(arena, row, seeds)
        readable = {seat for seat, number in enumerate(seats["seating"]) if number in own}
        yield match_line({**row, "payload": redacted(row["payload"], readable)}, seats, seed)


def _own(arena: Arena, asked: Asked, names: Names) -> set[int]:
    """Return the entrants that are bots of the reader."""
    if asked.reader is None:
        return set()
    versions = versions_in(arena, asked.round.id)
    return {
        number
        for number, (_, content) in names.known.items()
        if any(one.account == asked.reader for one in versions_of(content, versions))
    }


def _seed(arena: Arena, row: RowMapping, known: dict[tuple[str, int], bytes]) -> bytes:
    """Return the seed of the cards of a match that was played; the latest one is kept, as its matches come together."""
    cards = (row["stage"], row["cluster"])
    if cards not in known:
        here = (dealt.c.tournament == row["tournament"], dealt.c.stage == cards[0], dealt.c.cluster == cards[1])
        with arena.reading() as connection:
            found = connection.scalar(select(dealt.c.seed).where(*here))
        known.clear()
        known[cards] = bytes(found or b"")
    return known[cards]
