"""The page of a match: who played, what they got, how it ended and by whose fault, and the way to its replay."""

import re
from dataclasses import dataclass
from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException
from sqlalchemy import or_

from overtrick.arena.arena import Arena
from overtrick.arena.boards.matches import Listed, Version, faults_in, find_match, version_of, versions_in
from overtrick.arena.competitions.competition import Round
from overtrick.arena.competitions.stored_rounds import find_rounds
from overtrick.arena.people.accounts import Account
from overtrick.arena.visible import hidden_tournaments
from overtrick.core.mistake import Mistake
from overtrick.core.printable import printable
from overtrick.match.record import FaultNote
from overtrick.store.schema import rounds
from overtrick.web.boards.live import Live
from overtrick.web.matches.rows import ENDINGS, points
from overtrick.web.site.errors import sentence_of
from overtrick.web.site.people import account_of
from overtrick.web.site.site import Asked, page, site_of
from overtrick.web.titles import game_title

KEY = re.compile(r"[0-9a-fA-F]{1,64}")
LONGEST_MESSAGE = 4000  # letters of what went to or from a bot


@dataclass(frozen=True)
class Found:
    """A match, the round it belongs to, and whose programs played."""

    match: Listed
    round: Round | None  # None if it is of a tournament without a round
    versions: dict[str, list[Version]]

    def version(self, seat: int) -> Version | None:
        """Return whose program sat there."""
        return version_of(self.match.seats[seat].content, self.versions)

    def own_contents(self, account: Account | None) -> list[str]:
        """Return the contents of the seats whose messages somebody may read: those of their own programs."""
        if account is None:
            return []
        whose = [(self.match.seats[seat].content, self.version(seat)) for seat in range(len(self.match.seats))]
        return [content for content, version in whose if version is not None and version.account == account.id]


def look_up(arena: Arena, key: str, hidden: frozenset[int]) -> Found:
    """Return the match whose key begins so, or raise Mistake."""
    match = find_match(arena, key, hidden)
    here = or_(rounds.c.provisional == match.tournament, rounds.c.final == match.tournament)
    with arena.reading() as connection:
        round_ = next(iter(find_rounds(connection, here)), None)
    return Found(match, round_, versions_in(arena, round_.id) if round_ else {})


async def hidden_from(live: Live, account: Account | None) -> frozenset[int]:
    """Return the tournaments whose matches are not for somebody."""
    return await live.kept(("hidden", account.sees_more if account else False), hidden_tournaments, live.arena, account)


async def asked_match(request: Asked) -> Found:
    """Return the match that an address names; those that somebody may not see are not there."""
    key, live = str(request.path_params["key"]), site_of(request).live
    if not KEY.fullmatch(key):
        raise NotFoundException("There is no such match.")
    hidden = await hidden_from(live, account_of(request))
    try:
        return await live.kept(("match", key.lower(), hidden), look_up, live.arena, key.lower(), hidden)
    except Mistake as mistake:
        raise NotFoundException(sentence_of(mistake)[1]) from None


@get("/m/{key:str}")
async def match_page(request: Asked) -> Response[str]:
    """The page of a match."""
    found = await asked_match(request)
    match, live = found.match, site_of(request).live
    name = ("faults", match.tournament, match.key)
    notes = await live.kept(name, faults_in, live.arena, [match.key], match.tournament)
    own = found.own_contents(account_of(request))
    place = await live.place(found.round.slug, found.round.number) if found.round else None
    return page(
        request,
        "matches/match.html",
        match=match,
        place=place,
        game_title=game_title(match.game),
        seats=[
            {
                "seat": seat,
                "version": found.version(number),
                "total": points(match.game, seat.total),
                "own": seat.content in own,
            }
            for number, seat in enumerate(match.seats)
        ],
        ending=ENDINGS.get(match.ending, ""),
        faults=[fault_shown(match, note, own) for note in notes.get(match.key, ())],
    )


def fault_shown(match: Listed, note: FaultNote, own: list[str]) -> dict[str, Any]:
    """Return a fault as its page tells it; the messages only to whose program it was."""
    seat = match.seats[note.seat]
    told = {"deal": note.deal, "action": note.action, "name": seat.name, "sentence": printable(note.sentence)}
    told["kind"] = ENDINGS.get(note.ending, str(note.ending))
    if seat.content in own:
        told["question"] = by_line(note.question)
        told["reply"] = by_line(note.reply)
    return told


def by_line(text: str) -> str:
    """Return a message line by line, harmless."""
    return "\n".join(printable(line) for line in text[:LONGEST_MESSAGE].split("\n"))


ROUTES = (match_page,)
