"""Highlights of a round: what was remarkable, found in the records of its final when that is over."""

import heapq
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import RowMapping

from overtrick.arena.boards.board import Highlight
from overtrick.core.ending import Ending
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.contract import less_is_better, merit
from overtrick.match.record import Record, start_deal
from overtrick.tournament.records.store import Store
from overtrick.tournament.records.stored import Registered, numbers

MOST_REPLAYED = 500  # matches that are played again to look for comebacks; keys are hashes, so the first are any


@dataclass(frozen=True)
class Result:
    """A finished match as its columns tell it."""

    key: str
    names: tuple[str, ...]
    totals: tuple[int, ...]
    facts: dict[str, list[int]]
    clean: bool  # no fault ended it
    sign: int = 1  # -1 where fewer points are better

    @property
    def order(self) -> list[int]:
        """The seats, best first."""
        return sorted(range(len(self.totals)), key=lambda seat: -self.sign * self.totals[seat])

    @property
    def best(self) -> int:
        """The points of the first."""
        return self.totals[self.order[0]]

    @property
    def margin(self) -> int:
        """How far the first is ahead of the second."""
        return abs(self.best - self.totals[self.order[1]])


def highlights(store: Store, registered: Registered) -> tuple[Highlight, ...]:
    """Return what was remarkable in a tournament that is over; the same records give the same highlights."""
    results = list(_results(store, registered))
    found = [closest(results), most_exact(results), highest(results), comeback(store, results)]
    return tuple(one for one in found if one is not None)


def _results(store: Store, registered: Registered) -> Iterator[Result]:
    names = dict(zip(registered.ids, registered.names, strict=True))
    turned = less_is_better(GAMES[store.tournament(registered.name).tournament.game])
    for row in store.rows(registered.id):
        result = _result(row, names, registered.seats)
        if result is not None:
            yield replace(result, sign=-1) if turned else result


def _result(row: RowMapping, names: dict[int, str], seats: int) -> Result | None:
    """Return the result of a row, or None if somebody sat there who is no longer in the tournament."""
    sitting = numbers(row["seating"], "i", seats, "seating")
    if any(number not in names for number in sitting):
        return None
    totals = numbers(row["totals"], "i", seats, "totals")
    who = tuple(names[number] for number in sitting)
    return Result(row["key"].hex(), who, totals, json.loads(row["facts"]), row["ending"] == Ending.NORMAL)


# What is looked for


def closest(results: Iterable[Result]) -> Highlight | None:
    """Return the match with the smallest lead; of equal ones that in which everybody was closest together."""
    played = [one for one in results if one.clean]
    if not played:
        return None
    best = min(played, key=lambda one: (one.margin, max(one.totals) - min(one.totals), one.key))
    first, second = (best.names[seat] for seat in best.order[:2])
    score = f"{best.best} to {best.totals[best.order[1]]}"
    if best.margin == 0:
        return Highlight("Closest match", f"{first} and {second} shared the first place with {score}.", best.key)
    return Highlight("Closest match", f"{first} beat {second} by {counted(best.margin, 'point')}, {score}.", best.key)


def most_exact(results: Iterable[Result]) -> Highlight | None:
    """Return the match in which somebody made the greatest share of its bids exactly; None in games without bids."""
    exact = [
        (made / rounds, made, one, seat)
        for one in results
        for seat, (made, rounds) in enumerate(
            zip(one.facts.get("exact bids", ()), one.facts.get("rounds", ()), strict=True)
        )
        if rounds
    ]
    if not exact:
        return None
    _, made, one, seat = min(exact, key=lambda found: (-found[0], -found[1], found[2].key, found[3]))
    rounds = one.facts["rounds"][seat]
    return Highlight("Most exact bids", f"{one.names[seat]} made {made} of {counted(rounds, 'bid')} exactly.", one.key)


def highest(results: Iterable[Result]) -> Highlight | None:
    """Return the match with the most points for one seat, or the fewest where these are better."""
    best = min(results, key=lambda one: (-one.sign * one.best, one.key), default=None)
    if best is None:
        return None
    name, title = best.names[best.order[0]], "Most points" if best.sign > 0 else "Fewest points"
    return Highlight(title, f"{name} got {counted(best.best, 'point')} in one match.", best.key)


def comeback(store: Store, results: Sequence[Result]) -> Highlight | None:
    """Return the match whose winner was furthest behind before, among those that are played again for it."""
    clean = [one for one in results if one.clean]
    looked = heapq.nsmallest(MOST_REPLAYED, clean, key=lambda one: one.key)
    best: tuple[int, Result, str] | None = None
    for one in looked:
        try:
            behind, when = furthest_behind(store.record(one.key), one.order[0])
        except Mistake:  # a record that cannot be dealt again is the business of verify
            continue
        if one.margin and behind and (best is None or behind > best[0]):
            best = behind, one, when
    if best is None:
        return None
    behind, one, when = best
    where = "" if len(looked) == len(clean) else f" Found among {len(looked)} of {len(clean)} matches."
    name = one.names[one.order[0]]
    sentence = f"{name} was {counted(behind, 'point')} behind after {when} and still won.{where}"
    return Highlight("Biggest comeback", sentence, one.key)


def furthest_behind(record: Record, seat: int) -> tuple[int, str]:
    """Return how many points a seat was behind the leader at most, and when; 0 if never.

    A series is looked at after each deal, a single deal after each trick.
    """
    word, scores = ("deal", _after_deals(record)) if len(record.deals) > 1 else ("trick", _after_tricks(record))
    game = GAMES[record.match.game]
    merits = [[merit(game, points) for points in row] for row in scores]
    behind = [(max(row) - row[seat], f"{word} {number}") for number, row in enumerate(merits, start=1)]
    return max(behind, key=lambda found: found[0], default=(0, ""))


def _after_deals(record: Record) -> list[list[int]]:
    """Return the sums of all seats after each deal but the last."""
    sums = [[0] * record.match.seats]
    for deal in record.deals:
        sums.append([before + score for before, score in zip(sums[-1], deal.scores, strict=True)])
    return sums[1:-1]


def _after_tricks(record: Record) -> list[list[int]]:
    """Return the tricks of all seats after each trick but the last, where tricks are the score; else nothing."""
    match, game, seats = record.match, GAMES[record.match.game], range(record.match.seats)
    if set(game.KEPT) != {"tricks"}:
        return []
    row, _ = start_deal(match, [])
    found = [[0] * match.seats]
    for _, name in record.deals[0].actions:
        game.play(row, game.parse(row, name))
        if (now := [game.score(row, seat) for seat in seats]) != found[-1]:
            found.append(now)
    return found[1:-1]


def counted(count: int, word: str) -> str:
    """Return a number with its word."""
    return f"{count} {word}" if abs(count) == 1 else f"{count} {word}s"
