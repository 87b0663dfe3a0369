"""The ranking of a day: within a set by points, across sets by points without the luck of the cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select

from overtrick.arena.arena import Arena
from overtrick.arena.daily.par import Par, luck_free, read_par
from overtrick.arena.daily.sets import RANKED, daily_of
from overtrick.arena.daily.tries import Try, ranked_tries
from overtrick.store.schema import card_sets

ABOVE, NEAR, BELOW = "above", "near", "below"


@dataclass(frozen=True)
class Line:
    """A finished try in the ranking."""

    at: Try
    rank: int  # within its set
    luck_free: float | None  # None until the par of the set is worked out
    across: int | None  # the rank across sets; None for whoever has none, as newcomers


@dataclass(frozen=True)
class Ranking:
    """All tries of a day and game by accounts."""

    lines: tuple[Line, ...]
    unfinished: tuple[Try, ...]
    pars: Mapping[str, Par]  # by the names of the sets, as far as they are worked out

    def within(self, cards: str) -> list[Line]:
        """Return the lines of a set, the best first."""
        return sorted((line for line in self.lines if line.at.cards == cards), key=lambda line: line.rank)

    @property
    def across(self) -> list[Line]:
        """The lines of all sets that are ranked across, the best first."""
        return sorted((line for line in self.lines if line.across is not None), key=lambda line: line.across or 0)

    def of(self, account: int) -> Line | None:
        """Return the line of an account."""
        return next((line for line in self.lines if line.at.account == account), None)


def ranking(arena: Arena, day: str, game: str) -> Ranking:
    """Return the ranking of a day as it is now."""
    return ranked(game, ranked_tries(arena, day, game), pars_of(arena, day, game))


def ranked(game: str, found: Sequence[Try], pars: Mapping[str, Par]) -> Ranking:
    """Return the ranking that follows from tries and the pars of their sets; equals share a rank."""
    daily = daily_of(game)
    finished = [one for one in found if one.is_finished]
    free = {
        one.account: round(luck_free(daily, one.points, pars[one.cards]), 1) for one in finished if one.cards in pars
    }
    lines = []
    for one in finished:
        better = sum(other.points > one.points for other in finished if other.cards == one.cards)
        mine = free.get(one.account)
        across = None
        if mine is not None and one.cards in RANKED:
            rivals = [free[other.account] for other in finished if other.cards in RANKED and other.account in free]
            across = 1 + sum(value > mine for value in rivals)
        lines.append(Line(one, 1 + better, mine, across))
    return Ranking(tuple(lines), tuple(one for one in found if not one.is_finished), pars)


def pars_of(arena: Arena, day: str, game: str) -> dict[str, Par]:
    """Return the pars of the sets of a day that are worked out."""
    mine = (card_sets.c.day == day, card_sets.c.game == game, card_sets.c.par.is_not(None))
    with arena.reading() as connection:
        rows = connection.execute(select(card_sets.c.name, card_sets.c.par).where(*mine)).all()
    return {row.name: read_par(row.par) for row in rows}


def marks(scores: Sequence[int], par: Par) -> list[str]:
    """Return how each deal went beside par; it is near if not further away than a third of what deals are worth."""
    near = max(1.0, sum(map(abs, par.deals)) / len(par.deals) / 3)
    return [
        NEAR if abs(score - usual) <= near else ABOVE if score > usual else BELOW
        for score, usual in zip(scores, par.deals, strict=True)
    ]
