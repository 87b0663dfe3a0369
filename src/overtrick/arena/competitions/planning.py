"""Planning rounds: added, changed as long as that is fair, opened and closed at once."""

from dataclasses import fields, replace
from datetime import UTC, datetime

from sqlalchemy import Connection, delete, func, insert, select, update

from overtrick.arena.arena import Arena
from overtrick.arena.audit import note
from overtrick.arena.competitions.competition import (
    ALL,
    MOST_ROUNDS,
    Competition,
    CompetitionState,
    Release,
    Round,
    RoundDetails,
    RoundState,
)
from overtrick.arena.competitions.stated import StatedRound, stated_round
from overtrick.arena.competitions.stored_rounds import details_text, find_rounds
from overtrick.core.mistake import Mistake
from overtrick.store.database import alone
from overtrick.store.schema import competitions, rounds, submissions

# What may still change once people build on what was stated; sources may also be kept private that were to be public.
MAY_CHANGE = {
    RoundState.OPEN: (
        *("title", "closes", "blocks", "final_blocks", "format", "top", "budget", "hours"),
        *("release", "uploads_a_day", "publish_sources"),
    ),
    RoundState.FINAL: ("title", "release", "publish_sources"),
    RoundState.OVER: ("title", "publish_sources"),
    RoundState.CANCELLED: ("title",),
}


def add_round(arena: Arena, competition: Competition, stated: StatedRound) -> Round:
    """Add a round to a competition, or raise Mistake."""
    check_dates(stated, arena.now())
    with arena.writing() as connection:
        alone(connection)
        _check_alive(connection, competition.id, competition.slug)
        last = select(func.max(rounds.c.number)).where(rounds.c.competition == competition.id)
        number = (connection.execute(last).scalar() or 0) + 1
        if number > MOST_ROUNDS:
            raise Mistake(f"rounds are {number}; allowed: up to {MOST_ROUNDS}")
        identity = insert_round(connection, competition.id, number, stated)
        note(arena, connection, "added", f"{competition.slug}/{number}", competition=competition.id)
        return find_rounds(connection, rounds.c.id == identity)[0]


def insert_round(connection: Connection, competition: int, number: int, stated: StatedRound) -> int:
    """Write a new round, and return its id."""
    values = {
        "competition": competition,
        "number": number,
        "state": RoundState.PLANNED,
        "commitment": "",
        "entries": "",
        **_columns(stated),
    }
    return int(connection.execute(insert(rounds).values(values).returning(rounds.c.id)).scalar_one())


def _columns(stated: StatedRound) -> dict[str, object]:
    return {
        "title": stated.title,
        "game": stated.game,
        "details": details_text(stated.details),
        "opens": stated.opens,
        "closes": stated.closes,
        "released": ALL if stated.details.release is Release.AT_ONCE else 0,
    }


def check_dates(stated: StatedRound, now: int, where: str = "") -> None:
    """Raise Mistake if a round would be over before it began."""
    if stated.closes <= max(now, stated.opens):
        closes = f"{datetime.fromtimestamp(stated.closes, UTC):%Y-%m-%d %H:%M:%S} UTC"
        raise Mistake(f"{where}closes is {closes}; allowed: a moment after opens that is still to come")


def edit_round(arena: Arena, round_: Round, stated: StatedRound) -> Round:
    """Change what was stated about a round, as far as that is still fair, or raise Mistake."""
    with arena.writing() as connection:
        now = locked_round(connection, round_)
        found = now.details  # with what nobody states
        stated = replace(stated, details=replace(stated.details, pace=found.pace, thinned=found.thinned))
        changed = changes(stated_round(now), stated)
        if wrong := [name for name in changed if not _may_change(now, name, stated.details)]:
            allowed = ", ".join(MAY_CHANGE[now.state])
            raise Mistake(f"{wrong[0]} cannot change, as round {now.number} is {now.state}; allowed: {allowed}")
        if {"opens", "closes"} & set(changed):
            check_dates(stated, arena.now())
        columns = _columns(stated)
        if "release" not in changed:
            columns["released"] = now.released
        connection.execute(update(rounds).where(rounds.c.id == now.id).values(columns))
        if changed:
            _note(arena, connection, f"changed {', '.join(changed)}", now)
        return find_rounds(connection, rounds.c.id == now.id)[0]


def changes(before: StatedRound, after: StatedRound) -> list[str]:
    """Return the names of what differs between two statements."""
    parts = [name for name in ("title", "game", "opens", "closes") if getattr(before, name) != getattr(after, name)]
    details = [field.name for field in fields(RoundDetails)]
    return parts + [name for name in details if getattr(before.details, name) != getattr(after.details, name)]


def _may_change(now: Round, name: str, details: RoundDetails) -> bool:
    if now.state is RoundState.PLANNED:
        return True
    private_from_now = name != "publish_sources" or not details.publish_sources
    return name in MAY_CHANGE[now.state] and private_from_now


def open_now(arena: Arena, round_: Round) -> Round:
    """Let a planned round open as soon as the worker sees it, or raise Mistake."""
    return _move(arena, round_, RoundState.PLANNED, "opens")


def close_now(arena: Arena, round_: Round) -> Round:
    """Let an open round close as soon as the worker sees it, or raise Mistake."""
    return _move(arena, round_, RoundState.OPEN, "closes")


def _move(arena: Arena, round_: Round, state: RoundState, moment: str) -> Round:
    with arena.writing() as connection:
        now = locked_round(connection, round_)
        if now.state is not state:
            raise Mistake(f"round {now.number} is {now.state}; allowed: a round that is {state}")
        moved = replace(stated_round(now), **{moment: min(arena.now(), getattr(now, moment))})
        if state is RoundState.PLANNED:
            check_dates(moved, arena.now())
        connection.execute(update(rounds).where(rounds.c.id == now.id).values({moment: getattr(moved, moment)}))
        _note(arena, connection, "opened" if moment == "opens" else "closed", now)
        return find_rounds(connection, rounds.c.id == now.id)[0]


def cancel_round(arena: Arena, round_: Round) -> None:
    """Remove the last round of a competition before it opens, or raise Mistake."""
    with arena.writing() as connection:
        alone(connection)
        now = locked_round(connection, round_)
        later = find_rounds(connection, rounds.c.competition == now.competition, rounds.c.number > now.number)
        sent = connection.execute(select(submissions.c.id).where(submissions.c.round == now.id)).first()
        if now.state is not RoundState.PLANNED or later or sent:
            raise Mistake(f"round {now.number} is {now.state}; allowed: to remove the last round before it opens")
        connection.execute(delete(rounds).where(rounds.c.id == now.id))
        _note(arena, connection, "removed", now)


def _note(arena: Arena, connection: Connection, did: str, round_: Round, why: str = "") -> None:
    note(arena, connection, did, f"{round_.slug}/{round_.number}", why, round_.competition)


def locked_round(connection: Connection, round_: Round) -> Round:
    """Return a round as it is now, and let nobody else change it until the end of the transaction."""
    connection.execute(select(rounds.c.id).where(rounds.c.id == round_.id).with_for_update())
    found = find_rounds(connection, rounds.c.id == round_.id)
    if not found:
        raise Mistake(f"there is no round {round_.number} of a competition {round_.slug!r} any more")
    _check_alive(connection, round_.competition, round_.slug)
    return found[0]


def _check_alive(connection: Connection, competition: int, slug: str) -> None:
    state = connection.execute(select(competitions.c.state).where(competitions.c.id == competition)).scalar()
    if state in (None, CompetitionState.ARCHIVED):
        raise Mistake(
            f"competition {slug!r} is {state or 'removed'}; allowed: one that is neither archived nor removed"
        )
