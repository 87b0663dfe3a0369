"""Rounds that are paused, go on, stay open longer or are cancelled; their authors read why, as an announcement."""

from datetime import UTC, datetime

from sqlalchemy import Connection, insert, update

from overtrick.arena.arena import Arena
from overtrick.arena.audit import checked_reason, note
from overtrick.arena.competitions.competition import Round, RoundState
from overtrick.arena.competitions.planning import locked_round
from overtrick.arena.competitions.stored_rounds import find_rounds
from overtrick.arena.webhooks import HALTED, emit
from overtrick.core.mistake import Mistake
from overtrick.store.schema import announcements, rounds

GOES_ON = (RoundState.OPEN, RoundState.FINAL)
LONGEST_HOURS = 24 * 365


def pause(arena: Arena, round_: Round, why: str) -> Round:
    """Play nothing in a round, and neither close nor end it, until it is resumed; or raise Mistake."""
    reason = checked_reason(why)
    with arena.writing() as connection:
        now = _going_on(connection, round_)
        if now.halted:
            raise Mistake(f"round {now.number} is paused already; allowed: one that is played")
        return _changed(arena, connection, now, "is paused", reason, halted=reason)


def resume(arena: Arena, round_: Round) -> Round:
    """Let a paused round go on, or raise Mistake; what its dates say counts again at once."""
    with arena.writing() as connection:
        now = _going_on(connection, round_)
        if not now.halted:
            raise Mistake(f"round {now.number} is not paused; allowed: one that is")
        return _changed(arena, connection, now, "goes on", "", halted="")


def extend(arena: Arena, round_: Round, hours: int, why: str) -> Round:
    """Let an open round close so many hours later, counted from now if its time is up already; or raise Mistake."""
    reason = checked_reason(why)
    if not 1 <= hours <= LONGEST_HOURS:
        raise Mistake(f"hours is {str(hours)[:20]}; allowed: 1 to {LONGEST_HOURS}")
    with arena.writing() as connection:
        now = locked_round(connection, round_)
        if now.state is not RoundState.OPEN:
            raise Mistake(f"round {now.number} is {now.state}; allowed: to extend a round that is open")
        closes = max(arena.now(), now.closes) + 3600 * hours
        words = f"is open until {datetime.fromtimestamp(closes, UTC):%Y-%m-%d %H:%M} UTC"
        return _changed(arena, connection, now, words, reason, closes=closes)


def cancel(arena: Arena, round_: Round, why: str) -> Round:
    """End a round without a result, for good; or raise Mistake. What was played so far can still be looked at."""
    reason = checked_reason(why)
    with arena.writing() as connection:
        now = _going_on(connection, round_)
        return _changed(arena, connection, now, "is cancelled", reason, state=RoundState.CANCELLED, halted=reason)


def _going_on(connection: Connection, round_: Round) -> Round:
    now = locked_round(connection, round_)
    if now.state not in GOES_ON:
        raise Mistake(f"round {now.number} is {now.state}; allowed: a round that is {' or '.join(GOES_ON)}")
    return now


def _changed(arena: Arena, connection: Connection, now: Round, words: str, why: str, **values: object) -> Round:
    """Change a round, tell everybody, and write down who did it."""
    connection.execute(update(rounds).where(rounds.c.id == now.id).values(values))
    sentence = f"Round {now.number}, {now.title}, {words}{f': {why}' if why else '.'}"
    told = {"competition": now.competition, "posted": arena.now(), "text": sentence, "link": ""}
    connection.execute(insert(announcements).values(told))
    emit(connection, arena.now(), HALTED, round=f"{now.slug}/{now.number}", what=words, why=why)
    note(arena, connection, f"said it {words}", f"{now.slug}/{now.number}", why, now.competition)
    return find_rounds(connection, rounds.c.id == now.id)[0]
