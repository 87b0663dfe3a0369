"""The check: a bot plays the test player in every seat and phase, and its first fault is explained."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from overtrick.bots.bot import Answer, Bot, Fault, Hello
from overtrick.bots.builtin import sparring_partner
from overtrick.bots.find import Player, find
from overtrick.core import luck
from overtrick.core.ending import Ending
from overtrick.games import find_game
from overtrick.games.contract import changed, settled, usual_seats
from overtrick.games.face import Variant, face_of
from overtrick.games.options import settle
from overtrick.games.view import View
from overtrick.match.play import play
from overtrick.match.record import FaultNote, Record, new_match

LEAST = 4  # matches of the check at one table
HASTE = 2  # the wall factor of a first try: a program that waits for us needs no more
IDLE = 0.05  # who used less of the time than this was waiting: only twenty busy programs a core leave one so little


@dataclass(frozen=True)
class Case:
    """One match of the check."""

    number: int
    game: str
    seats: int
    seat: int
    options: Mapping[str, object]

    def __str__(self) -> str:
        options = "".join(f", {name}={value}" for name, value in self.options.items())
        return f"case {self.number}: {self.game}, {self.seats} seats, in seat {self.seat}{options}"


@dataclass(frozen=True)
class Report:
    """What one case showed."""

    case: Case
    record: Record
    decisions: int
    seen: set[str]
    fence: str
    stderr: str
    last: View | None  # what it was asked last
    starved: bool  # it worked, but not fast enough for the wall clock

    def data(self) -> dict[str, Any]:
        """Return what passed, as data."""
        case = self.case
        told = {"case": case.number, "seats": case.seats, "seat": case.seat, "options": dict(case.options)}
        return {**told, "decisions": self.decisions, "slowest_ms": self.slowest_ms}

    @property
    def slowest_ms(self) -> float:
        """The CPU time of the bot's slowest decision."""
        times = [
            time[0]
            for deal in self.record.deals
            for (seat, _), time in zip(deal.actions, deal.times, strict=True)
            if seat == self.case.seat
        ]
        return max(times, default=0) / 1000

    @property
    def fault(self) -> FaultNote | None:
        """The first fault of the bot."""
        return next((fault for fault in self.record.faults if fault.seat == self.case.seat), None)


def situations(game: str) -> list[str]:
    """Return what a bot should meet in the check of a game."""
    return list(face_of(find_game(game)).situations)


def variants(game: str) -> tuple[Variant, ...]:
    """Return the tables of the check; where a game names none, its fewest and its most seats."""
    rulebook = find_game(game)
    return face_of(rulebook).variants or ((rulebook.SEATS[0], {}), (rulebook.SEATS[-1], {}))


def cases(game: str) -> Iterator[Case]:
    """Yield the cases of a game: every variant, in every seat."""
    number = 0
    for seats, options in variants(game):
        for seat in range(seats):
            number += 1
            yield Case(number, game, seats, seat, options)


def at_table(game: str, seats: int, options: Mapping[str, object]) -> list[Case]:
    """Return the cases of one table, such as a round has: every seat of it, more than once where there are few."""
    rulebook = find_game(game)
    told = changed(rulebook, settled(rulebook, seats, options))
    count = seats * -(-LEAST // seats)
    return [Case(number + 1, game, seats, number % seats, told) for number in range(count)]


def fitting(game: str, options: Mapping[str, object]) -> list[Case]:
    """Return the cases that are played with these options; if there is none, those of the usual table with them."""
    rulebook = find_game(game)
    wanted = settle(rulebook.OPTIONS, rulebook.PRESETS, options)
    names = sorted({*options, *rulebook.PRESETS.get(str(options.get("preset")), {})} - {"preset"})
    played = [(case, settle(rulebook.OPTIONS, rulebook.PRESETS, case.options)) for case in cases(game)]
    found = [case for case, values in played if all(values.get(name) == wanted[name] for name in names)]
    return found or at_table(game, usual_seats(rulebook), options)


def run_in_haste(case: Case, player: Player) -> Report:
    """Play one case, waiting less than usual for a program that sleeps; one that was at work gets all of its time."""
    report = run(case, replace(player, limits=replace(player.limits, wall_factor=HASTE)))
    return run(case, player) if report.starved else report


def run(case: Case, make: Callable[[], Bot]) -> Report:
    """Play one case; the same case always deals the same cards."""
    watched = Watched(make(), case.game)
    bots: list[Bot] = [find(sparring_partner(case.game), case.game)() for _ in range(case.seats)]
    bots[case.seat] = watched
    players = [sparring_partner(case.game)] * case.seats
    players[case.seat] = "the bot"
    seed = luck.derive(bytes(32), f"check/{case.game}/{case.number}")
    record = play(new_match(case.game, players, case.options, seed), bots)
    return watched.report(case, record)


class Watched:
    """A bot whose situations are written down."""

    def __init__(self, bot: Bot, game: str) -> None:
        self._bot = bot
        self._situations = face_of(find_game(game)).situations
        self.seen: set[str] = set()
        self.decisions = 0
        self.last: View | None = None
        self.starved = False

    @property
    def fence(self) -> str:
        """The fence of the bot."""
        return self._bot.fence

    def open(self, hello: Hello) -> None:
        """Let the bot sit down."""
        self._bot.open(hello)

    def ask(self, view: View) -> Answer:
        """Note the situation, then ask the bot, but never again once it gave no answer: each wait may be long."""
        self.decisions += 1
        self.last = view
        self.seen |= {name for name, there in self._situations.items() if there(view)}
        try:
            return self._bot.ask(view)
        except Fault as fault:
            fault.dead = True
            by_wall = fault.ending is Ending.TIMEOUT and "of CPU" not in fault.sentence
            self.starved = by_wall and fault.cpu_s > IDLE * fault.wall_s
            raise

    def close(self, scores: list[int]) -> None:
        """Let the bot leave."""
        self._bot.close(scores)

    def stderr(self) -> str:
        """Return what the bot said to its author."""
        return self._bot.stderr()

    def report(self, case: Case, record: Record) -> Report:
        """Return what its match showed."""
        return Report(
            case, record, self.decisions, self.seen, self.fence, self.stderr(), last=self.last, starved=self.starved
        )
