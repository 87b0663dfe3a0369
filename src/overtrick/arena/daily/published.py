"""A day as everybody may read it: with its secret and all that was played once it is closed, and before without."""

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from overtrick.arena.arena import Arena
from overtrick.arena.daily.days import Day, begins, closes
from overtrick.arena.daily.format import FORMAT
from overtrick.arena.daily.ranking import Line, Ranking, ranking
from overtrick.arena.daily.sets import daily_games
from overtrick.store.schema import card_sets, tables


@dataclass(frozen=True)
class PlayedValue:
    """A table of a try: what its deals brought, and what was done there; nothing if the table is not kept any more."""

    table: str
    scores: list[int]
    actions: list[list[Any]] | None  # seat and name of each action


@dataclass(frozen=True)
class TryValue:
    """A finished try; while the day runs without its set, its points and its tables."""

    account: int
    name: str
    luck_free: float | None  # None until par is worked out
    across: int | None  # the place across sets
    cards: str | None  # the name of the set
    points: int | None
    rank: int | None  # within the set
    tables: list[PlayedValue]


@dataclass(frozen=True)
class SetValue:
    """A set of cards of a day that is closed."""

    name: str
    seed: str
    par: list[float] | None  # deal by deal; None if nobody has tried it


@dataclass(frozen=True)
class DailyValue:
    """A game of a day."""

    game: str
    sets: list[SetValue]
    tries: list[TryValue]
    unfinished: int


@dataclass(frozen=True)
class DayValue:
    """The deal of a day; moments are seconds since 1970."""

    format: str
    day: str
    begins: int
    closes: int
    commitment: str
    committed: int
    secret: str | None  # hexadecimal, once the day is closed
    games: list[DailyValue]


def published(arena: Arena, day: Day) -> DayValue:
    """Return what everybody may read of a day now."""
    closed = arena.now() >= closes(day.day)
    games = [_game(arena, day.day, game, closed) for game in daily_games()] if day.choice is not None else []
    secret = None if day.secret is None else day.secret.hex()
    head = (FORMAT, day.day, begins(day.day), closes(day.day), day.commitment, day.committed, secret)
    return DayValue(*head, games)


def _game(arena: Arena, day: str, game: str, closed: bool) -> DailyValue:
    ranks = ranking(arena, day, game)
    if not closed:
        hidden = [_hidden(line) for line in ranks.across]
        return DailyValue(game, [], hidden, len(ranks.unfinished))
    done = _done(arena, ranks)
    mine = (card_sets.c.day == day, card_sets.c.game == game)
    with arena.reading() as connection:
        rows = connection.execute(select(card_sets).where(*mine).order_by(card_sets.c.name)).all()
    sets = [
        SetValue(row.name, row.seed.hex(), list(ranks.pars[row.name].deals) if row.name in ranks.pars else None)
        for row in rows
    ]
    return DailyValue(game, sets, [_open(line, done) for line in ranks.lines], len(ranks.unfinished))


def _hidden(line: Line) -> TryValue:
    return TryValue(line.at.account or 0, line.at.name, line.luck_free, line.across, None, None, None, [])


def _open(line: Line, done: dict[str, list[list[Any]]]) -> TryValue:
    played = [PlayedValue(one.table, list(one.scores), done.get(one.table)) for one in line.at.tables]
    of_all = (line.luck_free, line.across, line.at.cards, line.at.points, line.rank)
    return TryValue(line.at.account or 0, line.at.name, *of_all, played)


def _done(arena: Arena, ranks: Ranking) -> dict[str, list[list[Any]]]:
    """Return what was done at the tables of all tries, as far as they are kept."""
    names = [one.table for line in ranks.lines for one in line.at.tables]
    with arena.reading() as connection:
        rows = connection.execute(select(tables.c.id, tables.c.sitting).where(tables.c.id.in_(names))).all()
    return {row.id: json.loads(row.sitting)["done"] for row in rows}
