"""Matches by built-in players that are not compiled, for play in bulk; slower, and in processes of their own."""

from collections.abc import Sequence
from dataclasses import dataclass

from overtrick.bots.bot import Hello
from overtrick.bots.builtin import maker
from overtrick.core import luck
from overtrick.games import find_game
from overtrick.games.contract import NOBODY, Row
from overtrick.games.face import Prices, face_of
from overtrick.games.options import Value
from overtrick.games.view import History, view

Options = dict[str, Value]


@dataclass(frozen=True)
class Job:
    """Who plays what, from which luck; it can be sent to another process."""

    game: str
    options: Options
    players: tuple[str, ...]
    secret: bytes


def play_matches(table: Job, matches: Sequence[tuple[int, int]]) -> list[tuple[list[Row], list[list[int]], int]]:
    """Return of each match its finished deals, the prices that its game lets follow, and its decisions."""
    return [play_match(table, number, state) for number, state in matches]


def play_match(table: Job, number: int, state: int) -> tuple[list[Row], list[list[int]], int]:
    """Play one match on the same cards as the compiled kernel deals in it, from a state of luck for them."""
    game, seats = find_game(table.game), len(table.players)
    rules = game.rules(seats, table.options)
    bounds, prices = game.bounds(rules), face_of(game).prices
    choosers = []
    for seat, name in enumerate(table.players):
        make = maker(name, table.game)
        assert make is not None, "players are looked up before they are sat down"
        own = luck.derive(table.secret, f"bot/{number}/{seat}").hex()
        choosers.append(make(Hello(table.game, game.VERSION, seats, seat, table.options, own)))
    finished: list[Row] = []
    path: list[list[int]] = []
    decisions = 0
    while setup := game.next_deal(rules, finished):
        draws = []
        for bound in bounds[: game.draws_needed(setup)]:
            state = luck.step(state)
            draws.append(luck.below(state, bound))
        row, history = game.deal(setup, draws), History(game, seats)
        while (seat := game.to_move(row)) != NOBODY:
            action = choosers[seat](view(game, row, history.heard(seat), seat, len(finished) + 1))
            game.play(row, action)
            history.add(row, seat, action)
            decisions += 1
            note_prices(prices, row, path)
        finished.append(row)
    return finished, path, decisions


def note_prices(prices: Prices | None, row: Row, path: list[list[int]]) -> None:
    """Note the prices once for each tick of their clock."""
    if prices is not None and row[prices.clock] > len(path):
        path.append(row[prices.first : prices.first + prices.count])
