"""A match is what shall be played; a record is what was played.

A record explains itself: it holds the rules in force, every hand as dealt, every
action by name and the scores, so that somebody without our code could referee it
again. ``replay`` does just that with our code, and objects to any difference.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from overtrick import luck
from overtrick.bots.bot import Bot
from overtrick.games import GAMES, find_game
from overtrick.games.contract import Event, Game, Row, refusal, settled, totals
from overtrick.games.options import Value
from overtrick.games.view import view
from overtrick.mistake import Mistake

FORMAT = "overtrick record 1"


@dataclass(frozen=True)
class Match:
    """One series of deals, by one seating of bots, on the cards of one seed."""

    game: str
    seats: int
    options: Mapping[str, Value]
    players: tuple[str, ...]
    seed: bytes

    def rules(self) -> Row:
        """Return the rules as the rulebook wants them."""
        return GAMES[self.game].rules(self.seats, self.options)


@dataclass(frozen=True)
class Deal:
    """One finished deal: its luck, what that meant, what was done and what it brought."""

    draws: tuple[int, ...]
    start: Mapping[str, Any]
    actions: tuple[tuple[int, str], ...]
    scores: tuple[int, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Record:
    """A finished match."""

    match: Match
    deals: tuple[Deal, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]


class BrokenRecord(Mistake):
    """A record that cannot have been played by the rules."""


def new_match(game: str, players: Sequence[str], options: Mapping[str, object], seed: bytes) -> Match:
    """Return a match whose game, seats and options are allowed, or raise Mistake with a sentence."""
    agreed = settled(find_game(game), len(players), options)
    return Match(game, len(players), agreed, tuple(players), seed)


def start_deal(match: Match, finished: Sequence[Row]) -> tuple[Row, list[int]]:
    """Return the row of the next deal and its draws, or empty lists when the series is over."""
    game = GAMES[match.game]
    rules = match.rules()
    setup = game.next_deal(rules, finished)
    if not setup:
        return [], []
    bounds = game.bounds(rules)[: game.draws_needed(setup)]
    draws = luck.draws(match.seed, f"{match.game}/deal/{len(finished)}", bounds)
    return game.deal(setup, draws), draws


def play(match: Match, bots: Sequence[Bot], watch: Callable[[Deal], None] | None = None) -> Record:
    """Play a match to its end; ``watch`` is shown every finished deal."""
    game = GAMES[match.game]
    finished: list[Row] = []
    deals: list[Deal] = []
    while True:
        row, draws = start_deal(match, finished)
        if not row:
            return _record(match, finished, deals)
        start = game.state(row)
        actions = play_deal(game, row, bots)
        finished.append(row)
        notes = game.notes(match.rules(), finished)
        deals.append(Deal(tuple(draws), start, tuple(actions), _scores(game, row, match.seats), tuple(notes)))
        if watch is not None:
            watch(deals[-1])


def dealt(match: Match) -> Record:
    """Return a match of which only the first hands are dealt; nobody has played yet."""
    match = replace(match, players=("nobody",) * match.seats)
    row, draws = start_deal(match, [])
    return Record(match, (Deal(tuple(draws), GAMES[match.game].state(row), (), (), ()),), (), ())


def play_deal(game: Game, row: Row, bots: Sequence[Bot]) -> list[tuple[int, str]]:
    """Play a deal to its end, in place; return who did what."""
    events: list[Event] = []
    actions = []
    while (seat := game.to_move(row)) >= 0:
        action = bots[seat](view(game, row, events, seat))
        if reason := refusal(game, row, action):
            raise Mistake(f"seat {seat}: {reason}")
        actions.append((seat, game.name(row, action)))
        game.play(row, action)
        events += game.events(row, seat, action)
    return actions


def replay(record: Record) -> list[Row]:
    """Return the final row of every deal, or raise BrokenRecord where the record breaks the rules."""
    match = record.match
    game, rules = GAMES[match.game], match.rules()
    finished: list[Row] = []
    for number, deal in enumerate(record.deals, start=1):
        row = _deal_again(match, finished, deal, number)
        _play_again(game, row, deal, number)
        finished.append(row)
        after = _scores(game, row, match.seats), tuple(game.notes(rules, finished))
        if after != (deal.scores, deal.notes):
            raise BrokenRecord(
                f"deal {number}: scores {list(deal.scores)} and notes {list(deal.notes)} should be "
                f"{list(after[0])} and {list(after[1])}"
            )
    if game.next_deal(rules, finished):
        raise BrokenRecord(f"the series goes on after deal {len(finished)}, but the record ends there")
    again = _record(match, finished, record.deals)
    if (again.totals, again.places) != (record.totals, record.places):
        raise BrokenRecord(
            f"totals {list(record.totals)} and places {list(record.places)} should be "
            f"{list(again.totals)} and {list(again.places)}"
        )
    return finished


def _deal_again(match: Match, finished: Sequence[Row], deal: Deal, number: int) -> Row:
    row, draws = start_deal(match, finished)
    if not row:
        raise BrokenRecord(f"deal {number} comes after the end of the series")
    if deal.draws != tuple(draws):
        raise BrokenRecord(f"deal {number} has other draws than the seed gives")
    if _as_text(GAMES[match.game].state(row)) != _as_text(deal.start):
        raise BrokenRecord(f"deal {number} does not start as its draws say")
    return row


def _as_text(state: Mapping[str, Any]) -> str:
    """Return a state as text that tells True, 1 and 1.0 apart."""
    return json.dumps(state, sort_keys=True)


def _play_again(game: Game, row: Row, deal: Deal, number: int) -> None:
    for place, (seat, name) in enumerate(deal.actions, start=1):
        where = f"deal {number}, action {place}"
        if seat != game.to_move(row):
            raise BrokenRecord(f"{where}: seat {seat} is not to move")
        try:
            action = game.parse(row, name)
        except Mistake as error:
            raise BrokenRecord(f"{where}: {error}") from None
        if name != game.name(row, action):
            raise BrokenRecord(f"{where}: {name!r} is only short for {game.name(row, action)!r}")
        if reason := refusal(game, row, action):
            raise BrokenRecord(f"{where}: {reason}")
        game.play(row, action)
    if game.to_move(row) >= 0:
        raise BrokenRecord(f"deal {number} is not played to its end")


def _record(match: Match, finished: Sequence[Row], deals: Sequence[Deal]) -> Record:
    game = GAMES[match.game]
    points = totals(game, match.seats, finished)
    return Record(match, tuple(deals), tuple(points), tuple(game.places(match.rules(), finished)))


def _scores(game: Game, row: Row, seats: int) -> tuple[int, ...]:
    return tuple(game.score(row, seat) for seat in range(seats))


# JSON


def commitment(seed: bytes) -> str:
    """Return what can be published before a match, to prove its seed afterwards."""
    return hashlib.sha256(seed).hexdigest()


def to_json(record: Record) -> dict[str, Any]:
    """Return a record as JSON that explains itself."""
    match = record.match
    return {
        "format": FORMAT,
        "game": match.game,
        "version": GAMES[match.game].VERSION,
        "seats": match.seats,
        "options": dict(match.options),
        "players": list(match.players),
        "seed": match.seed.hex(),
        "commitment": commitment(match.seed),
        "deals": [
            {
                "draws": list(deal.draws),
                "start": dict(deal.start),
                "actions": [{"seat": seat, "action": action} for seat, action in deal.actions],
                "scores": list(deal.scores),
                "notes": list(deal.notes),
            }
            for deal in record.deals
        ],
        "totals": list(record.totals),
        "places": list(record.places),
    }


def from_json(data: object) -> Record:
    """Return the record of such JSON, or raise BrokenRecord with a sentence."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BrokenRecord(f"this is no record: its format is not {FORMAT!r}")
    try:
        match = _match_of(data)
        deals = tuple(
            Deal(
                _all(int, deal["draws"]),
                _one(dict, deal["start"]),
                tuple(
                    (_one(int, action["seat"]), _one(str, action["action"])) for action in _all(dict, deal["actions"])
                ),
                _all(int, deal["scores"]),
                _all(str, deal["notes"]),
            )
            for deal in _all(dict, data["deals"])
        )
        return Record(match, deals, _all(int, data["totals"]), _all(int, data["places"]))
    except KeyError as error:
        raise BrokenRecord(f"this record has no {error.args[0]!r}") from None
    except ValueError as error:
        raise BrokenRecord(str(error)) from None


def _match_of(data: Mapping[str, Any]) -> Match:
    players, options = _all(str, data["players"]), _one(dict, data["options"])
    match = new_match(_one(str, data["game"]), players, options, luck.read_seed(_one(str, data["seed"])))
    version = GAMES[match.game].VERSION
    if _one(int, data["version"]) != version:
        raise BrokenRecord(
            f"this record is of {match.game} version {data['version']}; this program plays version {version}"
        )
    if _one(int, data["seats"]) != match.seats or options != match.options:
        raise BrokenRecord(f"the seats and options of this record should be {match.seats} and {dict(match.options)}")
    if data["commitment"] != commitment(match.seed):
        raise BrokenRecord("the commitment of this record is not that of its seed")
    return match


Kind = TypeVar("Kind")


def _one(kind: type[Kind], value: object) -> Kind:
    """Return a value that is exactly of a kind: True is no int here."""
    if type(value) is not kind:
        raise BrokenRecord(f"this record has {repr(value)[:40]} where a value of type {kind.__name__} belongs")
    return value


def _all(kind: type[Kind], values: object) -> tuple[Kind, ...]:
    """Return a list of such values as a tuple."""
    return tuple(_one(kind, value) for value in _one(list, values))
