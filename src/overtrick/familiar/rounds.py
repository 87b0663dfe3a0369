"""The familiar Figgie command: rounds with the seats as given, and their log.

Every round is a match of one deal, but the bots sit down once and stay for the
whole run, so what they remember lasts as long. What a bot gives and what is
played are two things here: a refused action is a pass, logged as it was given.
"""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import cycle, groupby
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

from overtrick.bots.bot import Bot, Fault, Hello
from overtrick.bots.fence.limits import Limits
from overtrick.bots.figgie.states import States
from overtrick.bots.figgie.wire import WORDS, trade_of
from overtrick.bots.find import find
from overtrick.bots.inside import Trusted, crash, read_answer
from overtrick.core import luck
from overtrick.core.ending import Ending
from overtrick.core.mistake import Mistake
from overtrick.games.contract import NOBODY, Event, Row, refusal
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.figgie.messages import read, write
from overtrick.games.figgie.rulebook import CLOCK, MODEL, OK, PAID, PASS, REFUSED, SEAT_COUNT, check, play, play_tick
from overtrick.games.view import View, view
from overtrick.match.play import Consequence, consequence
from overtrick.match.record import new_match, start_deal

MOST_SHOWN = 1000  # characters of an odd answer in a log


@dataclass(frozen=True)
class Plan:
    """What shall be played: the bots seat by seat, for how many rounds, in which model, on which luck."""

    bots: tuple[str, ...]
    seed: bytes
    rounds: int = 10
    model: str = "turn"
    trust: bool = False
    limits: Limits | None = None


class Refusal(NamedTuple):
    """Why an action was refused, which makes it a pass, and what the bot had given."""

    ending: Ending
    sentence: str
    given: object


class Late(NamedTuple):
    """What an action broke when its moment in a tick came, and whether it was valid when given: then it is no fault."""

    code: int
    was_valid: bool


class Step(NamedTuple):
    """What one seat did when it was asked."""

    clock: int  # the turn or the tick
    seat: int
    action: int
    refusal: Refusal | None


@dataclass
class Round:
    """One finished round."""

    number: int  # from 0
    start: Row
    end: Row
    actions: list[int]  # in the order in which the seats were asked
    faults: dict[int, Refusal]  # what was refused when it was given, by place among the actions
    trades: list[Event]
    names: Sequence[str] = ()  # of the bots, as they were named

    def scores(self) -> list[int]:
        """Return the score of each seat."""
        return [figgie.score(self.end, seat) for seat in range(self.end[SEAT_COUNT])]

    def steps(self) -> Iterator[Step]:
        """Yield what the seats did, in the order of execution."""
        seats = self.end[SEAT_COUNT]
        if self.end[MODEL] == figgie.MODEL_TURN:
            for turn, action in enumerate(self.actions):
                yield Step(turn, turn % seats, action, self.refusal(turn))
            return
        for tick in range(self.end[CLOCK]):
            for seat in figgie.order(self.end, tick):
                place = seats * tick + seat
                yield Step(tick, seat, self.actions[place], self.refusal(place))

    def refusal(self, place: int) -> Refusal | None:
        """Return why an action was refused; in words only here, since most are never looked at."""
        if place not in self.late:
            return self.faults.get(place)
        row, action = self.end, self.actions[place]
        sentence = figgie.REFUSALS[self.late[place].code].format(action=figgie.name(row, action))
        return Refusal(Ending.ILLEGAL, sentence, write(row, action))

    @cached_property
    def late(self) -> dict[int, Late]:
        """What was refused when its moment in a tick came, by place; the round is played again to see it."""
        found: dict[int, Late] = {}
        seats, before, row = self.end[SEAT_COUNT], self.start, self.start.copy()
        for tick in range(self.end[CLOCK] if self.end[MODEL] == figgie.MODEL_TICK else 0):
            named = self.actions[seats * tick : seats * tick + seats]
            play_tick(row, named)
            for seat, code in enumerate(row[REFUSED : REFUSED + seats]):
                if code != OK:
                    found[seats * tick + seat] = Late(code, check(before, seat, named[seat]) == OK)
            before = row.copy()
        return found


def play_rounds(plan: Plan) -> Iterator[Round]:
    """Yield every round when it is finished; raise Mistake at once if a bot cannot sit down."""
    if plan.rounds < 1:
        raise Mistake(f"rounds is {plan.rounds}; allowed: 1 or more")
    new_match("figgie", plan.bots, {"model": plan.model}, plan.seed)
    bots = [find(name, "figgie", limits=plan.limits, trust=plan.trust)() for name in plan.bots]
    totals = [0] * len(bots)
    with ExitStack() as leaving:
        for bot in bots:
            leaving.callback(bot.close, totals)
        table = Run(plan, bots)
        for number in range(plan.rounds):
            done = table.play_round(number)
            totals[:] = [total + score for total, score in zip(totals, done.scores(), strict=True)]
            yield done


class Run:
    """The bots of one run, from its first round to its last."""

    def __init__(self, plan: Plan, bots: Sequence[Bot]) -> None:
        self.plan = plan
        self.match = new_match("figgie", plan.bots, {"model": plan.model}, plan.seed)
        self.bots = bots
        self.faults = [0] * len(bots)
        self.timeouts = [0] * len(bots)  # in the present round
        self.retired: set[int] = set()
        for seat, bot in enumerate(bots):
            own = luck.derive(plan.seed, f"bot/{seat}").hex()
            try:
                bot.open(Hello("figgie", figgie.VERSION, len(bots), seat, {"model": plan.model}, own))
            except Fault as fault:
                raise unfit(plan.bots[seat], fault) from None

    def play_round(self, number: int) -> Round:
        """Deal a round and play it to its end."""
        row, _ = start_deal(replace(self.match, seed=luck.derive(self.plan.seed, f"round/{number}")), [])
        return self.play_deal(row, number)

    def play_deal(self, row: Row, number: int) -> Round:
        """Play a round to its end, in place."""
        self.timeouts = [0] * len(self.bots)
        done = Round(number, row.copy(), row, [], {}, [], self.plan.bots)
        seats, actions, ticks = row[SEAT_COUNT], done.actions, row[MODEL] == figgie.MODEL_TICK
        quick = [bot.get_action if without_view(bot) else None for bot in self.bots]
        told, heard = States(row), list[Event]()
        all_ears = None in quick  # who is asked without a view hears only of trades
        at_once = ticks and not all_ears  # who is asked with a view sees whose turn it is to name an action
        last = seats - 1 if at_once else NOBODY
        for state, (seat, get_action) in zip(told.states(), cycle(enumerate(quick)), strict=False):
            try:
                if get_action:
                    try:
                        answer = get_action(state)
                    except BaseException as error:
                        raise crash(error, getattr(self.bots[seat], "path", "")) from error
                    action, code = read(row, answer)
                    if code != OK or not (ticks or check(row, seat, action) == OK):
                        action = read_answer(WORDS, View(figgie, seat, row, []), answer)
                else:
                    action = self.ask(seat, done, heard)
            except Fault as fault:
                self.judge(fault, seat, done)
                action = PASS
            actions.append(action)
            if seat < last:
                continue
            if at_once:
                play_tick(row, actions[-seats:])
            else:
                play(row, action)
            if all_ears or (any(row[PAID : PAID + seats]) if ticks else row[PAID + seat]):
                for event in figgie.events(row, seat, action):
                    heard.append(event)
                    if event[4] != NOBODY:
                        done.trades.append(event)
                        told.hear(event)
        return done

    def ask(self, seat: int, done: Round, heard: list[Event]) -> int:
        """Return the action of a seat that is asked with a view; a dead bot passes without being asked."""
        if seat in self.retired:
            return PASS
        seen = view(figgie, done.end, heard, seat, done.number + 1)
        return legal(done.end, self.bots[seat].ask(seen).action)

    def judge(self, fault: Fault, seat: int, done: Round) -> None:
        """Write down a fault; raise Mistake if it is that the bot could not even be loaded."""
        if fault.ending is Ending.BUILD_FAILED and len(done.actions) < len(self.bots) and done.number == 0:
            raise unfit(self.plan.bots[seat], fault) from None
        done.faults[len(done.actions)] = Refusal(fault.ending, fault.sentence, given(fault))
        self.faults[seat] += 1
        self.timeouts[seat] += fault.ending is Ending.TIMEOUT
        if consequence(figgie, fault, self.faults[seat], self.timeouts[seat]) is Consequence.RETIRE:
            self.retired.add(seat)


def without_view(bot: Bot) -> TypeGuard[Trusted]:
    """Return whether a bot is asked without a view."""
    return isinstance(bot, Trusted) and bot.by_state


def legal(row: Row, action: int) -> int:
    """Return an action that is legal, or raise Fault."""
    if figgie.refuse(row, action) != figgie.OK:
        raise Fault(Ending.ILLEGAL, refusal(figgie, row, action))
    return action


def unfit(name: str, fault: Fault) -> Mistake:
    """Return the sentence about a bot that cannot sit down."""
    return Mistake(fault.sentence if name in fault.sentence else f"{name}: {fault.sentence}")


def given(fault: Fault) -> object:
    """Return what a bot gave, as JSON has it; a pass if nothing came."""
    if not fault.reply:
        return {"type": "pass"}
    if len(fault.reply) > MOST_SHOWN:
        return fault.reply[:MOST_SHOWN] + "..."
    try:
        reply = json.loads(fault.reply, parse_constant=str)
    except ValueError:
        return fault.reply
    if type(reply) is dict and type(reply.get("error")) is str:
        return {"type": "pass"}
    return reply["action"] if type(reply) is dict and "action" in reply else reply


# The log


def log_of(done: Round, timestamp: str) -> dict[str, Any]:
    """Return a round as its log file has it; docs/figgie-command.md explains every field."""
    start, end = done.start, done.end
    seats = range(start[figgie.SEAT_COUNT])
    return {
        "timestamp": timestamp,
        "num_players": len(seats),
        "bots": list(done.names),
        "suit_counts": figgie.by_suit(start, figgie.SIZE),
        "goal_suit": figgie.SUIT_WORDS[start[figgie.GOAL]],
        "initial_hands": {str(seat): hand(start, seat) for seat in seats},
        "events": events_of(done),
        "final_hands": {str(seat): hand(end, seat) for seat in seats},
        "final_money": {str(seat): end[figgie.MONEY + seat] for seat in seats},
        "scores": {str(seat): score for seat, score in enumerate(done.scores())},
    }


def write_log(done: Round, out: Path, timestamp: str) -> None:
    """Write the log of a round into a folder, whole or not at all, or raise Mistake if that cannot be."""
    path = out / f"round_{done.number}.json"
    aside = out / f".{path.name}.{os.getpid()}"
    try:
        out.mkdir(parents=True, exist_ok=True)
        aside.write_text(json.dumps(log_of(done, timestamp), indent=2) + "\n")
        aside.rename(path)
    except OSError as error:
        raise Mistake(f"the log of round {done.number} cannot be written to {path}: {error.strerror}") from None
    finally:
        with suppress(OSError):
            aside.unlink()


def hand(row: Row, seat: int) -> dict[str, int]:
    """Return the cards of a seat, counted by suit."""
    return figgie.by_suit(row, figgie.HAND + figgie.SUITS * seat)


def events_of(done: Round) -> list[dict[str, Any]]:
    """Return the events of a log: in the turn model an action and then its trade, else the trades of a tick first."""
    clock = clock_word(done.end)
    trades: dict[int, list[dict[str, Any]]] = {}
    for event in done.trades:
        trades.setdefault(event[2], []).append(trade_event(done.end, event))
    events = []
    for time, steps in groupby(done.steps(), key=lambda step: step.clock):
        entries = [action_entry(done.end, step) for step in steps]
        if clock == "turn":
            events += [{"type": "action", clock: time, **entries[0]}, *trades.get(time, [])]
        else:
            events += [*trades.get(time, []), {"type": "tick", clock: time, "actions": entries}]
    return events


def action_entry(row: Row, step: Step) -> dict[str, Any]:
    """Return what a log says of one action."""
    if step.refusal is None:
        return {"player": step.seat, "action": write(row, step.action), "valid": True}
    return {"player": step.seat, "action": step.refusal.given, "valid": False, "error": step.refusal.sentence}


def trade_event(row: Row, event: Event) -> dict[str, Any]:
    """Return what a log says of one trade."""
    trade = trade_of(row, event)
    clock = clock_word(row)
    return {"type": "trade", clock: trade.pop(clock), **trade}


def clock_word(row: Row) -> str:
    """Return what the clock of a row counts."""
    return "turn" if row[figgie.MODEL] == figgie.MODEL_TURN else "tick"
