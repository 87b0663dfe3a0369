"""How matches of people ended: kept for those who have an account, with ratings, history and statistics."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from overtrick.arena.arena import Arena
from overtrick.arena.people.ratings import Rating, rated
from overtrick.store.database import alone
from overtrick.store.schema import results

MOST_SHOWN = 50
REGRET = "Tricks given away"

Fact = tuple[str, str, float, int, str]
"""What was counted, of which kind, its sum, how often, and its unit: ``%`` for a share."""


@dataclass(frozen=True)
class Ended:
    """How a match ended for a seat."""

    account: int  # 0 for guests and players of ours
    name: str
    player: str  # which of ours; empty for people
    place: int
    points: int
    facts: tuple[Fact, ...] = ()


def add_results(
    connection: Connection, table: str, game: str, moment: int, seats: Sequence[Ended], *, counts: bool
) -> None:
    """Keep how a match ended, once, in a transaction that may do more; ratings change if it counts."""
    alone(connection)  # as ratings are read and written
    if connection.scalar(select(results.c.id).where(results.c.table == table).limit(1)) is not None:
        return
    before = [rating_before(connection, game, seat) for seat in seats]
    after = rated(before, [seat.place for seat in seats]) if counts else before
    rows = [
        {
            "table": table,
            "seat": number,
            "game": game,
            "moment": moment,
            "account": seat.account or None,
            "name": seat.name,
            "player": seat.player,
            "place": seat.place,
            "points": seat.points,
            "rated": int(counts),
            "mean": rating.mean,
            "spread": rating.spread,
            "facts": json.dumps(seat.facts),
        }
        for number, (seat, rating) in enumerate(zip(seats, after, strict=True))
    ]
    connection.execute(insert(results), rows)


def rating_before(connection: Connection, game: str, seat: Ended) -> Rating:
    """Return the rating of who sits in a seat; a guest is somebody of whom nothing is known."""
    if not seat.account and not seat.player:
        return Rating()
    whose = results.c.account == seat.account if seat.account else results.c.player == seat.player
    query = (
        select(results.c.mean, results.c.spread)
        .where(whose, results.c.game == game, results.c.rated == 1)
        .order_by(results.c.id.desc())
        .limit(1)
    )
    row = connection.execute(query).one_or_none()
    return Rating() if row is None else Rating(row.mean, row.spread)


def add_regret(connection: Connection, table: str, lost: Sequence[int]) -> None:
    """Add what every seat gave away, where perfect play is known; once."""
    there = select(results.c.id, results.c.seat, results.c.facts).where(results.c.table == table)
    for row in connection.execute(there).all():
        facts = json.loads(row.facts)
        if all(fact[0] != REGRET for fact in facts):
            more = json.dumps([*facts, (REGRET, "a match", lost[row.seat], 1, "")])
            connection.execute(update(results).where(results.c.id == row.id).values(facts=more))


# What a profile shows


@dataclass(frozen=True)
class Standing:
    """How somebody stands in a game."""

    game: str
    matches: int
    counted: int  # those that changed the rating
    wins: int
    rating: Rating
    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class Past:
    """A match that somebody has played."""

    table: str
    game: str
    moment: int
    place: int
    points: int
    rated: bool
    mean: float
    others: tuple[str, ...]


def standings(arena: Arena, account: int) -> tuple[Standing, ...]:
    """Return how an account stands in each game that it has played, the most played first."""
    mine = results.c.account == account
    counted = (func.count(), func.sum(results.c.rated))
    with arena.reading() as connection:
        games = connection.execute(select(results.c.game, *counted).where(mine).group_by(results.c.game)).all()
        won = select(results.c.game, func.count()).where(mine, results.c.place == 1).group_by(results.c.game)
        wins = {row[0]: row[1] for row in connection.execute(won)}
        found = []
        for game, matches, rated_ in games:
            facts = connection.scalars(select(results.c.facts).where(mine, results.c.game == game))
            rating = rating_before(connection, game, Ended(account, "", "", 0, 0))
            found.append(Standing(game, matches, rated_, wins.get(game, 0), rating, summed(map(json.loads, facts))))
    return tuple(sorted(found, key=lambda one: (-one.matches, one.game)))


def summed(all_facts: Iterable[Iterable[Sequence[Any]]]) -> tuple[Fact, ...]:
    """Return the sums of facts of the same name and kind, in the order in which they first came; numbers in order."""
    sums: dict[tuple[str, str, str], tuple[float, int]] = {}
    for facts in all_facts:
        for what, kind, value, count, unit in facts:
            before = sums.get((what, kind, unit), (0.0, 0))
            sums[what, kind, unit] = before[0] + value, before[1] + count
    found = [(what, kind, total, count, unit) for (what, kind, unit), (total, count) in sums.items()]
    return tuple(sorted(found, key=lambda fact: (fact[0], _leading_number(fact[1]), fact[1])))


def _leading_number(text: str) -> int:
    first = text.split(" ", 1)[0]
    return int(first) if first.isascii() and first.isdigit() else 0


def history(arena: Arena, account: int) -> tuple[Past, ...]:
    """Return the latest matches of an account."""
    query = select(results).where(results.c.account == account).order_by(results.c.id.desc()).limit(MOST_SHOWN)
    with arena.reading() as connection:
        rows = connection.execute(query).all()
        tables = {row.table for row in rows}
        there = select(results.c.table, results.c.seat, results.c.name).where(results.c.table.in_(tables))
        names: dict[str, list[str]] = {}
        seats = {row.table: row.seat for row in rows}
        for row in connection.execute(there.order_by(results.c.seat)):
            if row.seat != seats[row.table]:
                names.setdefault(row.table, []).append(row.name)
    return tuple(
        Past(row.table, row.game, row.moment, row.place, row.points, bool(row.rated), row.mean, tuple(names[row.table]))
        for row in rows
    )


def fact_words(fact: Sequence[Any]) -> Mapping[str, str]:
    """Return what a page says of a sum: what, of which kind, how much, and of how many."""
    what, kind, total, count, unit = fact
    mean = total / count
    if unit == "%":
        return {"what": what, "kind": kind, "value": f"{100 * mean:.0f} %", "of": f"{total:.0f} of {count}"}
    value = f"{'−' if round(mean, 1) < 0 else ''}{unit}{abs(mean):.1f}"
    return {"what": what, "kind": kind, "value": value, "of": f"on average of {count}"}
