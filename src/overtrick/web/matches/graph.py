"""The graph of an analysis: what a seat could expect before each decision, and where it fell by its own doing."""

from math import ceil, floor
from typing import Any

WIDE, HIGH = 480, 240
LEFT, RIGHT, TOP, BOTTOM = 38, 8, 14, 22
Json = dict[str, Any]


def graph_of(review: Json) -> Json:
    """Return lines and marks of the graph, in units of the picture."""
    made = [one for one in review["decisions"] if one["expected"] is not None]
    before, ranks = review["before"], {place_of(one): rank for rank, one in enumerate(review["worst"], start=1)}
    tops = [before[one["place"]["deal"] - 1] + one["expected"] for one in made]
    falls = [max(0.0, one["cost"]["value"]) for one in made]
    lows = [top - fall for top, fall in zip(tops, falls, strict=True)]
    low, high = float(min([*lows, *before, 0])), float(max([*tops, *before, 0]))
    step = (WIDE - LEFT - RIGHT) / max(1, len(made))

    def x(place: float) -> float:
        return round(LEFT + step * place, 1)

    def y(points: float) -> float:
        return round(TOP + (HIGH - TOP - BOTTOM) * (high - points) / max(1e-9, high - low), 1)

    line = [(x(place), y(top)) for place, top in enumerate(tops)] + [(x(len(made)), y(before[-1]))]
    drops = [
        {"x": x(place), "top": y(tops[place]), "low": y(lows[place]), "rank": ranks.get(place_of(one)), **one}
        for place, one in enumerate(made)
        if falls[place] > 0 and one["what"]
    ]
    firsts = [place for place, one in enumerate(made) if place == 0 or deal_of(made[place - 1]) != deal_of(one)]
    every = 1 + len(firsts) // 16
    deals = [{"x": x(place), "deal": deal_of(made[place])} for place in firsts]
    return {
        "wide": WIDE,
        "high": HIGH,
        "left": LEFT,
        "right": WIDE - RIGHT,
        "bottom": HIGH - BOTTOM,
        "line": " ".join(f"{across},{down}" for across, down in line),
        "end": {"x": line[-1][0], "y": line[-1][1]},
        "drops": drops,
        "deals": [{**deal, "named": number % every == 0} for number, deal in enumerate(deals)],
        "marks": [{"y": y(points), "points": points} for points in marks(low, high)],
    }


def place_of(one: Json) -> tuple[int, int]:
    """Return where a decision stands."""
    return one["place"]["deal"], one["place"]["step"]


def deal_of(one: Json) -> int:
    """Return the deal of a decision."""
    return int(one["place"]["deal"])


def marks(low: float, high: float) -> list[int]:
    """Return round numbers between two others, up to five steps apart."""
    size = next(size for power in range(9) for one in (1, 2, 5) if (high - low) / (size := one * 10**power) <= 5)
    return list(range(ceil(low / size) * size, floor(high) + 1, size))
