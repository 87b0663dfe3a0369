"""Haggling: a game that is like none of ours. Two seats name prices, four in all; a state without hands or phases."""

from collections.abc import Mapping, Sequence

from overtrick.core.mistake import Mistake
from overtrick.games.contract import NOBODY, Row, ranked
from overtrick.games.options import Value

NAME, VERSION, SUMMARY, SEATS = "haggle", 1, "Name a price.", range(2, 3)
LEFT, LATEST, NAMED, WIDTH = 0, 1, 2, 4
REFUSALS = ("", "{action} comes too late", "{action} is no price")
PRICES = [f"say {side} {price}" for side in ("high", "low") for price in range(1, 151)]
NAMES = ["be silent", *PRICES]


def rules(seats: int, options: Mapping[str, Value]) -> Row:
    """Return the rules; there is one deal."""
    return [4, 0, 0, 0, 1]


def next_deal(rules: Row, finished: Sequence[Row]) -> Row:
    """Return the only deal."""
    return [] if finished else rules[:WIDTH].copy()


def bounds(rules: Row) -> list[int]:
    """Return nothing: there is no luck."""
    return []


def deal(setup: Row, draws: Sequence[int]) -> Row:
    """Return the deal."""
    return setup.copy()


def to_move(row: Row) -> int:
    """Return the seat to move."""
    return row[LEFT] % 2 if row[LEFT] else NOBODY


def refuse(row: Row, action: int) -> int:
    """Return what is wrong."""
    return 1 if not row[LEFT] else 0 if 0 <= action < len(NAMES) else 2


def legal(row: Row) -> list[int]:
    """Return all names."""
    return list(range(len(NAMES)))


def play(row: Row, action: int) -> None:
    """Name a price."""
    row[LATEST] = action
    row[NAMED + to_move(row)] += action
    row[LEFT] -= 1


def score(row: Row, seat: int) -> int:
    """Return the difference."""
    return row[NAMED + seat] - row[NAMED + 1 - seat]


def hide(row: Row, seat: int) -> None:
    """Hide nothing."""


def places(rules: Row, finished: Sequence[Row]) -> list[int]:
    """Return the places."""
    return ranked([score(finished[0], seat) for seat in range(2)])


def name(row: Row, action: int) -> str:
    """Return the name of an action."""
    return NAMES[action]


def parse(row: Row, text: str) -> int:
    """Return the action of a name."""
    if text not in NAMES:
        raise Mistake(f"{text!r} is no action; allowed: {NAMES[0]}, {NAMES[1]} and so on")
    return NAMES.index(text)


def state(row: Row) -> dict[str, object]:
    """Return what is known."""
    named = row[NAMED : NAMED + 2]
    return {
        "latest": NAMES[row[LATEST]],
        "left": row[LEFT],
        "named": named,
        "half": {"sums": [one // 2 for one in named]},
    }
