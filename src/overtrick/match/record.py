"""A match is what shall be played; a record is what was played.

A record explains itself: it holds the rules in force, every hand as dealt, every
action by name and the scores, so that somebody without our code could referee it
again. ``replay`` does just that with our code, and objects to any difference.
"""

import hashlib
import json
from collections.abc import Container, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import chain
from typing import Any, TypeVar

from overtrick.core import luck
from overtrick.core.ending import Ending
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES, find_game
from overtrick.games.contract import NOBODY, Game, Row, merit, ranked, refusal, settled, whose
from overtrick.games.options import Value

FORMAT = "overtrick record 1"
STDERR_BYTES = 4096  # of each seat that a record keeps
MOST_US = 10**12  # eleven days: nobody thinks longer about an action
NOBODYS = (Ending.NORMAL, Ending.PLATFORM)  # endings that are no bot's fault
NO_SEED = b""  # of a match from elsewhere: its draws are known, but nothing proves them


@dataclass(frozen=True)
class Match:
    """One series of deals, by one seating of bots, on the cards of one seed."""

    game: str
    seats: int
    options: Mapping[str, Value]
    players: tuple[str, ...]
    seed: bytes
    contents: tuple[str, ...] = ()  # hashes of the players' programs, so that a new version is a new match

    def key(self) -> str:
        """Return the name of exactly this match: the same game, rules, programs, seats and cards."""
        parts = [self.game, GAMES[self.game].VERSION, self.seats, dict(self.options), commitment(self.seed)]
        text = json.dumps([*parts, list(self.contents or self.players)], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

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
    forfeit: int | None = None  # the seat whose fault ended the deal
    # CPU and wall time of each action, in microseconds; measured, so two equal deals may differ in it.
    times: tuple[tuple[int, int], ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class FaultNote:
    """What a bot did wrong: when, what, and the words that went to and fro."""

    deal: int  # from 1
    action: int  # how many actions of the deal came before
    seat: int
    ending: Ending
    sentence: str
    question: str
    reply: str


@dataclass(frozen=True)
class Record:
    """A finished match."""

    match: Match
    deals: tuple[Deal, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    ending: Ending = Ending.NORMAL
    at_fault: int | None = None
    faults: tuple[FaultNote, ...] = ()
    fences: tuple[str, ...] = ()
    facts: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # more than scores tell, seat by seat
    stderr: tuple[str, ...] = ()  # the beginning of what each bot said to its author; empty if none said anything


def kept_stderr(said: Sequence[str]) -> tuple[str, ...]:
    """Return what a record keeps of what bots said to their authors: the beginning, or nothing if all were quiet."""
    kept = tuple(words.encode(errors="replace")[:STDERR_BYTES].decode(errors="ignore") for words in said)
    return kept if any(kept) else ()


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


def dealt(match: Match) -> Record:
    """Return a match of which only the first hands are dealt; nobody has played yet."""
    match = replace(match, players=("nobody",) * match.seats, contents=())
    row, draws = start_deal(match, [])
    return Record(match, (Deal(tuple(draws), GAMES[match.game].state(row), (), (), ()),), (), ())


def replay(record: Record) -> list[Row]:
    """Return the final row of every deal, or raise BrokenRecord where the record breaks the rules."""
    match = record.match
    game = GAMES[match.game]
    finished: list[Row] = []
    for number, deal in enumerate(record.deals, start=1):
        row = _deal_again(match, finished, deal, number)
        _play_again(game, row, deal, number)
        finished.append(row)
        after = scores_of(game, row, match.seats, deal.forfeit), notes_of(match, finished, deal.forfeit)
        if after != (deal.scores, deal.notes):
            raise BrokenRecord(
                f"deal {number}: scores {list(deal.scores)} and notes {list(deal.notes)} should be "
                f"{list(after[0])} and {list(after[1])}"
            )
    check_series_over(match, finished)
    again = result(match, finished, record.deals)
    if again != (record.totals, record.places):
        raise BrokenRecord(
            f"totals {list(record.totals)} and places {list(record.places)} should be "
            f"{list(again[0])} and {list(again[1])}"
        )
    told = facts_of(match, finished, record.deals)
    if told != record.facts:
        raise BrokenRecord(f"the facts {dict(record.facts)} should be {told}")
    check_faults(record)
    return finished


def check_series_over(match: Match, finished: Sequence[Row]) -> None:
    """Raise BrokenRecord if another deal would have to follow."""
    if GAMES[match.game].next_deal(match.rules(), finished):
        raise BrokenRecord(f"the series goes on after deal {len(finished)}, but the record ends there")


def check_faults(record: Record) -> None:
    """Raise BrokenRecord where the ending, the faults, the times or the fences do not fit the deals."""
    seats, guilty = record.match.seats, at_fault(record.deals)
    if record.at_fault != guilty or (record.ending is Ending.NORMAL) != (guilty is None):
        raise BrokenRecord(f"the ending {record.ending} with seat {record.at_fault} at fault does not fit the deals")
    for fault in record.faults:
        deals = range(1, len(record.deals) + 1)
        if fault.seat not in range(seats) or fault.deal not in deals or fault.ending in NOBODYS:
            raise BrokenRecord(f"there cannot be a fault ({fault.ending}) of seat {fault.seat} in deal {fault.deal}")
        if fault.action not in range(len(record.deals[fault.deal - 1].actions) + 1):
            raise BrokenRecord(f"deal {fault.deal} has no action {fault.action} for a fault to come before")
    for number, deal in enumerate(record.deals, start=1):
        times = [*chain.from_iterable(deal.times)]
        if len(deal.times) not in (0, len(deal.actions)) or (times and not 0 <= min(times) <= max(times) <= MOST_US):
            raise BrokenRecord(f"the times of deal {number} do not fit its actions")
    if len(record.fences) not in (0, seats):
        raise BrokenRecord(f"there are {len(record.fences)} fences for {seats} seats")
    if len(record.stderr) not in (0, seats) or any(len(words) > STDERR_BYTES for words in record.stderr):
        raise BrokenRecord(f"the stderr of this record is not that of {seats} seats, up to {STDERR_BYTES} bytes each")


def concluded(match: Match, finished: Sequence[Row], deals: Sequence[Deal], faults: Sequence[FaultNote]) -> Record:
    """Return the record of a match all deals of which are over, without its fences and error output."""
    totals, places = result(match, finished, deals)
    guilty = at_fault(deals)
    ending = Ending.NORMAL if guilty is None else faults[-1].ending
    facts = facts_of(match, finished, deals)
    return Record(match, tuple(deals), totals, places, ending, guilty, tuple(faults), facts=facts)


def at_fault(deals: Sequence[Deal]) -> int | None:
    """Return the seat whose fault ended the match, if one did."""
    return next((deal.forfeit for deal in deals if deal.forfeit is not None), None)


def _deal_again(match: Match, finished: Sequence[Row], deal: Deal, number: int) -> Row:
    row, draws = start_deal(match, finished) if match.seed else _deal_as_told(match, finished, deal)
    if not row:
        raise BrokenRecord(f"deal {number} comes after the end of the series")
    if deal.draws != tuple(draws):
        raise BrokenRecord(f"deal {number} has other draws than {'the seed gives' if match.seed else 'it can have'}")
    if _as_text(GAMES[match.game].state(row)) != _as_text(deal.start):
        raise BrokenRecord(f"deal {number} does not start as its draws say")
    return row


def _deal_as_told(match: Match, finished: Sequence[Row], deal: Deal) -> tuple[Row, list[int]]:
    """Return the row of the next deal from the draws of the record, as many as it takes, brought below their bounds."""
    game, rules = GAMES[match.game], match.rules()
    setup = game.next_deal(rules, finished)
    if not setup:
        return [], []
    bounds = game.bounds(rules)[: game.draws_needed(setup)]
    draws = [draw % bound for draw, bound in zip((*deal.draws, *bounds), bounds, strict=False)]
    return game.deal(setup, draws), draws


def _as_text(state: Mapping[str, Any]) -> str:
    """Return a state as text that tells True, 1 and 1.0 apart."""
    return json.dumps(state, sort_keys=True)


def _play_again(game: Game, row: Row, deal: Deal, number: int) -> None:
    for place, (seat, name) in enumerate(deal.actions, start=1):
        where = f"deal {number}, action {place}"
        try:
            action = game.parse(row, name)
        except Mistake as error:
            raise BrokenRecord(f"{where}: {error}") from None
        if seat != whose(game, row, action):
            raise BrokenRecord(f"{where}: seat {seat} is not to move")
        if name != game.name(row, action):
            raise BrokenRecord(f"{where}: {name!r} is only short for {game.name(row, action)!r}")
        if reason := refusal(game, row, action):
            raise BrokenRecord(f"{where}: {reason}")
        game.play(row, action)
    check_deal_over(game, row, deal.forfeit, number)


def check_deal_over(game: Game, row: Row, forfeit: int | None, number: int) -> None:
    """Raise BrokenRecord unless a deal is over, or forfeited by the seat to move."""
    if forfeit is None and game.to_move(row) >= 0:
        raise BrokenRecord(f"deal {number} is not played to its end")
    if forfeit is not None and (forfeit == NOBODY or forfeit != game.to_move(row)):
        raise BrokenRecord(f"deal {number} is forfeited by seat {forfeit}, which is not to move")


def result(match: Match, finished: Sequence[Row], deals: Sequence[Deal]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the totals and places of a finished match; after a forfeit the scores decide, not the rows."""
    points = [sum(deal.scores[seat] for deal in deals) for seat in range(match.seats)]
    forfeited = any(deal.forfeit is not None for deal in deals)
    game = GAMES[match.game]
    merits = [merit(game, total) for total in points]
    places = ranked(merits) if forfeited else game.places(match.rules(), finished)
    return tuple(points), tuple(places)


def facts_of(match: Match, finished: Sequence[Row], deals: Sequence[Deal]) -> dict[str, tuple[int, ...]]:
    """Return what a finished match tells beyond its scores, summed over the deals that nobody forfeited."""
    game, seats = GAMES[match.game], range(match.seats)
    over = [row for row, deal in zip(finished, deals, strict=True) if deal.forfeit is None]
    told = [[game.facts(row, seat) for row in over] for seat in seats]
    return {
        name: tuple(sum(deal[index] for deal in told[seat]) for seat in seats) for index, name in enumerate(game.FACTS)
    }


def scores_of(game: Game, row: Row, seats: int, forfeit: int | None) -> tuple[int, ...]:
    """Return the scores of a deal that is over, or that a seat has forfeited."""
    if forfeit is not None:
        scores = game.forfeit(row, forfeit)
        if scores is None:
            raise BrokenRecord(f"no deal of {game.NAME} can be forfeited")
        return tuple(scores)
    return tuple(game.score(row, seat) for seat in range(seats))


def notes_of(match: Match, finished: Sequence[Row], forfeit: int | None) -> tuple[str, ...]:
    """Return the notes after a deal."""
    return () if forfeit is not None else tuple(GAMES[match.game].notes(match.rules(), finished))


# JSON


def commitment(seed: bytes) -> str:
    """Return what can be published before a match, to prove its seed afterwards."""
    return hashlib.sha256(seed).hexdigest()


def for_authors(record: Record, seats: Container[int]) -> Record:
    """Return a record without what only authors read: error output and messages of all seats but these."""
    stderr = tuple(words if seat in seats else "" for seat, words in enumerate(record.stderr))
    faults = tuple(note if note.seat in seats else replace(note, question="", reply="") for note in record.faults)
    return replace(record, faults=faults, stderr=stderr if any(stderr) else ())


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
        "contents": list(match.contents),
        "key": match.key(),
        "seed": match.seed.hex(),
        "commitment": commitment(match.seed),
        "deals": [
            {
                "draws": list(deal.draws),
                "start": dict(deal.start),
                "actions": [{"seat": seat, "action": action} for seat, action in deal.actions],
                "scores": list(deal.scores),
                "notes": list(deal.notes),
                "forfeit": deal.forfeit,
                "times_us": [list(time) for time in deal.times],
            }
            for deal in record.deals
        ],
        "totals": list(record.totals),
        "places": list(record.places),
        "facts": {name: list(numbers) for name, numbers in record.facts.items()},
        "ending": str(record.ending),
        "at_fault": record.at_fault,
        "faults": [{**asdict(fault), "ending": str(fault.ending)} for fault in record.faults],
        "fences": list(record.fences),
        **({"stderr": list(record.stderr)} if record.stderr else {}),
    }


def from_json(data: object) -> Record:
    """Return the record of such JSON, or raise BrokenRecord with a sentence."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BrokenRecord(f"this is no record: its format is not {FORMAT!r}")
    try:
        match = _match_of(data)
        deals = tuple(
            Deal(
                all_of(int, deal["draws"]),
                one_of(dict, deal["start"]),
                tuple(
                    (one_of(int, action["seat"]), one_of(str, action["action"]))
                    for action in all_of(dict, deal["actions"])
                ),
                all_of(int, deal["scores"]),
                all_of(str, deal["notes"]),
                one_or_none(int, deal["forfeit"]),
                tuple(_pair(time) for time in all_of(list, deal["times_us"])),
            )
            for deal in all_of(dict, data["deals"])
        )
        return Record(
            match,
            deals,
            all_of(int, data["totals"]),
            all_of(int, data["places"]),
            Ending(one_of(str, data["ending"])),
            one_or_none(int, data["at_fault"]),
            tuple(_fault_of(fault) for fault in all_of(dict, data["faults"])),
            all_of(str, data["fences"]),
            {name: all_of(int, numbers) for name, numbers in one_of(dict, data["facts"]).items()},
            all_of(str, data.get("stderr", [])),
        )
    except KeyError as error:
        raise BrokenRecord(f"this record has no {error.args[0]!r}") from None
    except ValueError as error:
        raise BrokenRecord(str(error)) from None


def _match_of(data: Mapping[str, Any]) -> Match:
    players, options = all_of(str, data["players"]), one_of(dict, data["options"])
    told = one_of(str, data["seed"])
    seed = luck.read_seed(told) if told else NO_SEED
    if told != seed.hex():  # a short form stands for the same seed, but is not what was written
        raise BrokenRecord(
            f"the seed of this record is {told[:40]!r}; allowed: {len(seed)} bytes in hexadecimal digits"
        )
    match = new_match(one_of(str, data["game"]), players, options, seed)
    version = GAMES[match.game].VERSION
    if one_of(int, data["version"]) != version:
        raise BrokenRecord(
            f"this record is of {match.game} version {data['version']}; this program plays version {version}"
        )
    if one_of(int, data["seats"]) != match.seats or options != match.options:
        raise BrokenRecord(f"the seats and options of this record should be {match.seats} and {dict(match.options)}")
    if data["commitment"] != commitment(match.seed):
        raise BrokenRecord("the commitment of this record is not that of its seed")
    contents = all_of(str, data["contents"])
    if len(contents) not in (0, match.seats):
        raise BrokenRecord(f"there are hashes of {len(contents)} programs for {match.seats} seats")
    match = replace(match, contents=contents)
    if data["key"] != match.key():
        raise BrokenRecord("the key of this record is not that of its match")
    return match


def _pair(time: list[Any]) -> tuple[int, int]:
    if len(time) != 2:
        raise BrokenRecord(f"this record has {repr(time)[:40]} where two times belong")
    return one_of(int, time[0]), one_of(int, time[1])


def _fault_of(data: Mapping[str, Any]) -> FaultNote:
    words = [one_of(str, data[name]) for name in ("sentence", "question", "reply")]
    numbers = [one_of(int, data[name]) for name in ("deal", "action", "seat")]
    return FaultNote(
        numbers[0], numbers[1], numbers[2], Ending(one_of(str, data["ending"])), words[0], words[1], words[2]
    )


Kind = TypeVar("Kind")


def one_of(kind: type[Kind], value: object) -> Kind:
    """Return a value that is exactly of a kind: True is no int here."""
    if type(value) is not kind:
        raise BrokenRecord(f"this record has {repr(value)[:40]} where a value of type {kind.__name__} belongs")
    return value


def one_or_none(kind: type[Kind], value: object) -> Kind | None:
    """Return such a value, or None."""
    return None if value is None else one_of(kind, value)


def all_of(kind: type[Kind], values: object) -> tuple[Kind, ...]:
    """Return a list of such values as a tuple."""
    found = tuple(one_of(list, values))
    if set(map(type, found)) - {kind}:  # quick, as there may be many
        for value in found:
            one_of(kind, value)
    return found
