"""The duel solved: what every deal brings the leader with perfect play from both sides, and what the lead is worth."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import combinations_with_replacement
from math import factorial
from typing import Any

from overtrick.players.duel.positions import BALANCE, FLIPPED, LONGEST, place_in_order, place_of, places
from overtrick.players.duel.table import NO_POSITION, check_served, table


@dataclass(frozen=True)
class Study:
    """All deals of the duel with so many values in each suit, counted."""

    ranks: int
    tricks: int  # in a deal
    positions: int  # between two tricks, from full hands to empty ones; equal ones counted once
    deals: int
    by_tricks: tuple[int, ...]  # deals by the tricks of the leader, from none to all
    by_lead: dict[int, int]  # deals by how many tricks a hand takes more if it leads than if the other one does

    @property
    def mean(self) -> float:
        """The tricks of the leader in the mean."""
        return sum(tricks * deals for tricks, deals in enumerate(self.by_tricks)) / self.deals

    @property
    def won(self) -> float:
        """The share of deals in which the leader takes more than half of the tricks."""
        return sum(deals for tricks, deals in enumerate(self.by_tricks) if 2 * tricks > self.tricks) / self.deals

    @property
    def drawn(self) -> float:
        """The share of deals in which both sides take half of the tricks."""
        return sum(deals for tricks, deals in enumerate(self.by_tricks) if 2 * tricks == self.tricks) / self.deals

    @property
    def lost(self) -> float:
        """The share of deals in which the leader takes less than half of the tricks."""
        return sum(deals for tricks, deals in enumerate(self.by_tricks) if 2 * tricks < self.tricks) / self.deals

    @property
    def lead_worth(self) -> float:
        """How many tricks a hand takes more, in the mean, if it leads than if the other one does."""
        return sum(tricks * deals for tricks, deals in self.by_lead.items()) / self.deals

    def data(self) -> dict[str, Any]:
        """Return all numbers, fit for JSON."""
        found = asdict(self)
        found["by_tricks"] = {str(tricks): deals for tricks, deals in enumerate(self.by_tricks)}
        found["by_lead"] = {str(tricks): deals for tricks, deals in self.by_lead.items()}
        shares = {name: getattr(self, name) for name in ("mean", "won", "drawn", "lost", "lead_worth")}
        return {"game": "duel", **found, **shares}


def study(ranks: int = LONGEST) -> Study:
    """Return what the exact table says of all deals, or raise Mistake if it does not know so many values."""
    check_served({"ranks": ranks, "stock": 0})
    values = table()
    tricks = 2 * ranks
    by_tricks, by_lead = [0] * (tricks + 1), Counter[int]()
    for a, b, c, d, deals in all_deals(ranks):
        leading = values[place_in_order(a, b, c, d)]
        following = tricks - values[place_of(FLIPPED[a], FLIPPED[b], FLIPPED[c], FLIPPED[d])]
        by_tricks[leading] += deals
        by_lead[leading - following] += deals
    known = values[: places(ranks)]
    return Study(
        ranks,
        tricks,
        len(known) - known.count(NO_POSITION),
        sum(by_tricks),
        tuple(by_tricks),
        dict(sorted(by_lead.items())),
    )


def all_deals(ranks: int) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield full hands as four ascending shapes, each with the number of deals that differ only in their suits."""
    for shapes in combinations_with_replacement(range(1 << ranks, 2 << ranks), 4):
        if sum(BALANCE[shape] for shape in shapes) == 0:
            deals = factorial(4)
            for equal in Counter(shapes).values():
                deals //= factorial(equal)
            yield *shapes, deals
