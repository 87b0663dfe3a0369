"""Logs of the familiar Figgie command, ours or another engine's, read into records.

A log has the deck and the hands but no seed, so the record gets draws that deal
exactly these cards, and no seed. Every action is played again by the rulebook;
where the log says otherwise, BrokenRecord says where.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from overtrick.bots.figgie.wire import trade_of
from overtrick.core.cards import member
from overtrick.core.ending import Ending
from overtrick.games.contract import NOBODY, Event, Row
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.figgie.messages import read
from overtrick.match.record import NO_SEED, BrokenRecord, Deal, FaultNote, Match, Record, facts_of, new_match, result

Json = Mapping[str, Any]


def is_log(data: object) -> bool:
    """Return whether some JSON looks like such a log."""
    return isinstance(data, dict) and "initial_hands" in data and "events" in data


def from_log(data: Json) -> Record:
    """Return the record of a log, or raise BrokenRecord with the place where it breaks the rules."""
    try:
        return _record(data)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        if isinstance(error, BrokenRecord):
            raise
        raise BrokenRecord(f"this log cannot be read: {type(error).__name__}: {str(error)[:100]}") from None


def _record(data: Json) -> Record:
    hands = _hands(data["initial_hands"])
    events = [event for event in data["events"] if event["type"] in ("action", "tick")]
    model = "tick" if any(event["type"] == "tick" for event in events) else "turn"
    players = _names(data.get("bots"), len(hands))
    match = new_match("figgie", players, {"model": model}, NO_SEED)
    draws = _draws(hands, [event["actions"] for event in events] if model == "tick" else [])
    row = figgie.deal(match.rules()[: figgie.WIDTH], draws)
    _same(data, "suit_counts", figgie.by_suit(row, figgie.SIZE))
    _same(data, "goal_suit", figgie.SUIT_WORDS[row[figgie.GOAL]])
    start = figgie.state(row)
    again = _Again(row)
    for event in events:
        again.play(event)
    if row[figgie.TURN] != NOBODY:
        raise BrokenRecord(f"this log ends after {row[figgie.CLOCK]} {model}s, but the round goes on")
    _check_trades(data["events"], again.events, row)
    scores = tuple(figgie.score(row, seat) for seat in range(len(hands)))
    _check_end(data, row, scores)
    deal = Deal(tuple(draws), start, tuple(again.actions), scores, ())
    return _finished(match, deal, row, again.faults)


def _names(given: object, seats: int) -> list[str]:
    """Return what the bots of a log are called; logs of other programs do not say so."""
    if isinstance(given, list) and len(given) == seats and all(isinstance(name, str) and name for name in given):
        return given
    return [f"player {seat}" for seat in range(seats)]


def _finished(match: Match, deal: Deal, row: Row, faults: Sequence[FaultNote]) -> Record:
    totals, places = result(match, [row], [deal])
    facts = facts_of(match, [row], [deal])
    return Record(match, (deal,), totals, places, faults=tuple(faults), fences=("unknown",) * match.seats, facts=facts)


# The cards


def _hands(given: Json) -> list[list[int]]:
    """Return the cards of each seat by suit, in the order of the seats."""
    seats = range(len(given))
    return [[_count(given[str(seat)].get(suit, 0)) for suit in figgie.SUIT_WORDS] for seat in seats]


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise BrokenRecord(f"this log counts {value!r} cards")
    return value


def _draws(hands: Sequence[Sequence[int]], ticks: Sequence[Sequence[Json]]) -> list[int]:
    """Return draws that deal these hands and execute the ticks in the order logged."""
    sizes = [sum(hand[suit] for hand in hands) for suit in range(figgie.SUITS)]
    draws = [*_shuffle(hands, sizes), _deck(sizes)]
    if not ticks:
        return draws
    if len(ticks) > figgie.TICKS:
        raise BrokenRecord(f"this log has {len(ticks)} ticks; a round has at most {figgie.TICKS}")
    orders = [_order(tick, len(hands), number) for number, tick in enumerate(ticks)]
    return [*draws, *orders, *([0] * (figgie.TICKS - len(ticks)))]


def _deck(sizes: Sequence[int]) -> int:
    """Return which of the twelve decks has these sizes."""
    for which in range(figgie.DECKS):
        row = [0] * figgie.WIDTH
        figgie.set_sizes(row, which)
        if row[figgie.SIZE : figgie.SIZE + figgie.SUITS] == list(sizes):
            return which
    raise BrokenRecord(f"the hands of this log add up to {list(sizes)}, which is no deck of Figgie")


def _shuffle(hands: Sequence[Sequence[int]], sizes: Sequence[int]) -> list[int]:
    """Return the draws that deal these hands: the inverse of ``take``."""
    each = len(figgie.DECK) // len(hands)
    if any(sum(hand) != each for hand in hands):
        raise BrokenRecord(f"the hands of this log have {[sum(hand) for hand in hands]} cards instead of {each} each")
    left = [iter(range(sum(sizes[:suit]), sum(sizes[: suit + 1]))) for suit in range(figgie.SUITS)]
    cards = [next(left[suit]) for hand in hands for suit in range(figgie.SUITS) for _ in range(hand[suit])]
    deck = list(range(len(figgie.DECK)))
    draws = []
    for place, card in enumerate(cards):
        found = deck.index(card, place)
        draws.append(found - place)
        deck[found] = deck[place]
    return draws


def _order(actions: Sequence[Json], seats: int, tick: int) -> int:
    """Return the draw that executes a tick in this order: the inverse of ``order``."""
    order = [action["player"] for action in actions]
    if sorted(order) != list(range(seats)):
        raise BrokenRecord(f"tick {tick}: the players are {order}, but each seat acts once")
    code, weight, waiting = 0, 1, (1 << seats) - 1
    for seat in order:
        place = next(index for index in range(seats) if member(waiting, index) == seat)
        code += weight * place
        weight *= waiting.bit_count()
        waiting ^= 1 << seat
    return code


# The actions


class _Again:
    """A round that is played again, and what is written down meanwhile."""

    def __init__(self, row: Row) -> None:
        self.row = row
        self.actions: list[tuple[int, str]] = []
        self.events: list[Event] = []
        self.faults: list[FaultNote] = []

    def play(self, event: Json) -> None:
        """Play an event of the log: one action, or all actions of a tick."""
        if event["type"] == "action":
            self._play_turn(event)
        else:
            self._play_tick(event)

    def _play_turn(self, event: Json) -> None:
        row = self.row
        where = f"turn {event['turn']}"
        _in_time(row, event["turn"], where)
        if event["player"] != row[figgie.TURN]:
            raise BrokenRecord(f"{where}: player {event['player']} is not to move, but {row[figgie.TURN]}")
        action, code = read(row, event["action"])
        code = code or figgie.refuse(row, action)
        _agree(event, action, code, where)
        if event.get("valid") is False:
            self._note(event)
        self._do(action if code == figgie.OK else figgie.PASS)

    def _play_tick(self, event: Json) -> None:
        row = self.row
        where = f"tick {event['tick']}"
        _in_time(row, event["tick"], where)
        named = {}
        for entry in sorted(event["actions"], key=lambda entry: int(entry["player"])):
            named[entry["player"]] = read(row, entry["action"])
            self._do(named[entry["player"]][0])
        late = {seat: code for seat, _, code in figgie.refused(row, row[figgie.SEAT_COUNT] - 1)}
        for entry in event["actions"]:
            action, code = named[entry["player"]]
            _agree(entry, action, code or late.get(entry["player"], figgie.OK), where)
            if entry.get("valid") is False:
                self._note(entry)

    def _do(self, action: int) -> None:
        seat = self.row[figgie.TURN]
        self.actions.append((seat, figgie.name(self.row, action)))
        figgie.play(self.row, action)
        self.events += figgie.events(self.row, seat, action)

    def _note(self, entry: Json) -> None:
        ending = Ending.CRASH if entry["action"] == {"type": "pass"} else Ending.ILLEGAL
        sentence, reply = str(entry.get("error", "refused")), json.dumps(entry["action"])
        self.faults.append(FaultNote(1, len(self.actions), entry["player"], ending, sentence, "", reply))


def _in_time(row: Row, clock: object, where: str) -> None:
    if row[figgie.TURN] == NOBODY:
        raise BrokenRecord(f"{where} comes after the end of the round")
    if clock != row[figgie.CLOCK]:
        raise BrokenRecord(f"{where} stands where {row[figgie.CLOCK]} belongs")


def _agree(entry: Json, action: int, code: int, where: str) -> None:
    """Raise BrokenRecord unless the log and the rulebook agree on whether an action is valid.

    A pass may be logged as refused: it stands for a bot that gave nothing.
    """
    valid = entry.get("valid", code == figgie.OK)
    shown = json.dumps(entry["action"])[:100]
    if valid and code != figgie.OK:
        reason = figgie.REFUSALS[code].format(action=shown)
        raise BrokenRecord(f"{where}: an action of player {entry['player']} is logged as valid, but {reason}")
    if not valid and code == figgie.OK and action != figgie.PASS:
        raise BrokenRecord(f"{where}: {shown} of player {entry['player']} is logged as refused, but it is valid")


# The rest of the log


def _check_trades(logged: Iterable[Json], events: Iterable[Event], row: Row) -> None:
    """Raise BrokenRecord unless the trades logged, if any are, are those that happened."""
    happened = [trade_of(row, event) for event in events if event[4] != NOBODY]
    trades = [{word: event[word] for word in event if word != "type"} for event in logged if event["type"] == "trade"]
    if trades and trades != happened:
        wrong = next((trade for trade in trades if trade not in happened), trades[-1])
        raise BrokenRecord(f"the trade {json.dumps(wrong)} of this log did not happen like this")


def _check_end(data: Json, row: Row, scores: Sequence[int]) -> None:
    seats = range(len(scores))
    hands = {str(seat): figgie.by_suit(row, figgie.HAND + figgie.SUITS * seat) for seat in seats}
    _same(data, "final_hands", hands)
    _same(data, "final_money", {str(seat): row[figgie.MONEY + seat] for seat in seats})
    _same(data, "scores", {str(seat): scores[seat] for seat in seats})


def _same(data: Json, key: str, expected: object) -> None:
    """Raise BrokenRecord if the log has something else there; it may have nothing."""
    if data.get(key, expected) != expected:
        raise BrokenRecord(f"{key} of this log should be {expected}, not {str(data[key])[:200]}")
