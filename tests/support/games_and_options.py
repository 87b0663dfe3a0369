"""Every game at every table worth testing, and random play at them through the contract alone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from hypothesis import strategies as st

from overtrick.core.luck import draws_for
from overtrick.games import GAMES
from overtrick.games.contract import NOBODY, Event, Game, Row
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.options import Value
from overtrick.match.record import Match, new_match, start_deal


@dataclass(frozen=True)
class Table:
    """A game, its seats and its options; the smallest thing that rules can be made of."""

    name: str
    seats: int
    options: dict[str, Value]

    @property
    def game(self) -> Game:
        """Return the rulebook."""
        return GAMES[self.name]

    def match(self, seed: int) -> Match:
        """Return a match at this table on the cards of a small seed."""
        return new_match(self.name, [f"player {seat}" for seat in range(self.seats)], self.options, seed.to_bytes(32))

    def __str__(self) -> str:
        """Return the name of the test that uses this table."""
        return " ".join([self.name, str(self.seats), *(f"{name}={value}" for name, value in self.options.items())])


# The tables


def wizard_tables() -> Iterator[Table]:
    """Yield all combinations of all options that are allowed together, at 3 to 6 seats."""
    for seats in range(3, 7):
        series: list[Value] = ["standard", "elimination", "tournament-10", [1, 2, 3], [60 // seats, 1, 60 // seats - 1]]
        bids = [("off", "open"), ("on", "open"), ("canadian", "open"), ("off", "hidden")]
        directions, lead_rules = ("clockwise", "anticlockwise"), ("official", "first-suit-card")
        for direction, lead_rule, sizes, (hook, bidding), chooser in product(
            directions, lead_rules, series, bids, ("dealer", "random")
        ):
            options = {"direction": direction, "lead_rule": lead_rule, "series": sizes}
            yield Table("wizard", seats, {**options, "hook": hook, "bidding": bidding, "trump_choice": chooser})
        yield Table("wizard", seats, {"preset": "official"})
        yield Table("wizard", seats, {"preset": "house"})
        yield Table("wizard", seats, {"preset": "house", "hook": "canadian", "series": [2, 2]})


def duel_tables() -> Iterator[Table]:
    """Yield the duel with every number of ranks, and for each no stock, a small, a large and the largest one."""
    yield Table("duel", 2, {})
    for ranks in range(3, 14):
        for stock in sorted({0, 2, 2 * ranks, 4 * ranks - 2}):
            yield Table("duel", 2, {"ranks": ranks, "stock": stock})


def figgie_tables() -> Iterator[Table]:
    """Yield all models at 4 and 5 seats."""
    for seats, model in product((4, 5), ("turn", "tick")):
        yield Table("figgie", seats, {"model": model})
    for seats, seconds, reaction, rounds in (
        (4, 30, 500, 1),
        (5, 600, 10_000, 1),
        (4, 60, 500, 2),
        (5, 30, 10_000, 20),
    ):
        yield Table("figgie", seats, {"model": "live", "seconds": seconds, "reaction": reaction, "rounds": rounds})
    yield Table("figgie", 4, {"model": "live"})


TABLES: dict[str, list[Table]] = {
    "wizard": list(wizard_tables()),
    "duel": list(duel_tables()),
    "figgie": list(figgie_tables()),
}
ALL_TABLES = [table for tables in TABLES.values() for table in tables]


# Hypothesis

small_seeds = st.integers(0, 2**32 - 1)


def tables(*names: str) -> st.SearchStrategy[Table]:
    """Return a strategy for tables of the named games, or of all: first which game, then which table."""
    return st.sampled_from(names or sorted(GAMES)).flatmap(lambda name: st.sampled_from(TABLES[name]))


# Random play


def some_action(game: Game, row: Row, luck: Random, laziness: float) -> int:
    """Return a legal action: the first one, one that ``pick`` picks, or any."""
    roll = luck.random()
    if roll < laziness:
        return game.legal(row)[0]
    if roll < 0.85:
        return game.pick(row, luck.getrandbits(32))
    return luck.choice(game.legal(row))


def moves(game: Game, row: Row, luck: Random) -> Iterator[tuple[int, int, list[Event]]]:
    """Play a deal to its end, in place; yield seat, action and the events so far before each action is played."""
    events: list[Event] = []
    laziness = luck.choice((0.0, 0.1, 0.8))
    while (seat := game.to_move(row)) != NOBODY:
        action = some_action(game, row, luck, laziness)
        yield seat, action, events
        game.play(row, action)
        events += game.events(row, seat, action)


def play_out(game: Game, row: Row, luck: Random) -> list[int]:
    """Play a deal to its end, in place; return the actions."""
    return [action for _, action, _ in moves(game, row, luck)]


def deals(match: Match) -> Iterator[tuple[Row, list[int], list[Row]]]:
    """Yield each deal of a match, its draws and the finished deals; play its row out before asking for the next."""
    finished: list[Row] = []
    while True:
        row, draws = start_deal(match, finished)
        if not row:
            return
        yield row, draws, finished
        finished.append(row)


def one_deal(match: Match, luck: Random) -> tuple[Row, list[Row]]:
    """Return one deal of a match, freshly dealt, and the finished deals before it."""
    game = GAMES[match.game]
    last = luck.randrange(len(match.rules()) - game.WIDTH)
    for row, _, finished in deals(match):
        if len(finished) == last:
            return row, finished
        play_out(game, row, luck)
    raise AssertionError("the series is shorter than its rules say")


# Deals made to order


def figgie_draws(hands: list[list[int]], which: int, orders: Sequence[int] = ()) -> list[int]:
    """Return the draws that deal these counts of suits, from one of the twelve decks."""
    sizes = [0] * figgie.WIDTH
    figgie.set_sizes(sizes, which)
    left = [sum(sizes[figgie.SIZE : figgie.SIZE + suit]) for suit in range(4)]
    order: list[int] = []
    for hand in hands:
        for suit, count in enumerate(hand):
            order += range(left[suit], left[suit] + count)
            left[suit] += count
    return [*draws_for(range(40), order), which, *orders]
