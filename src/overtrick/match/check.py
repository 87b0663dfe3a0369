"""The check: a bot plays the test player in every seat and phase, and its first fault is explained."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from overtrick.bots.bot import Answer, Bot, Fault, Hello
from overtrick.bots.builtin import sparring_partner
from overtrick.bots.find import Player, find
from overtrick.core import luck
from overtrick.core.cards import NO_SUIT
from overtrick.core.ending import Ending
from overtrick.core.mistake import Mistake
from overtrick.games import find_game
from overtrick.games.contract import NOBODY
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.options import settle
from overtrick.games.tricks import BEST, CARDS, HAND, LED, TRICKS, TRUMP, playable
from overtrick.games.view import View
from overtrick.games.wizard import rulebook as wizard
from overtrick.match.play import play
from overtrick.match.record import FaultNote, Record, new_match

HASTE = 2  # the wall factor of a first try: a program that waits for us needs no more
IDLE = 0.05  # who used less of the time than this was waiting: only twenty busy programs a core leave one so little

Situation = Callable[[View], bool]


def leads(view: View) -> bool:
    """Return whether the seat leads to a trick."""
    return playing(view) and view.row[BEST] == NOBODY


def playing(view: View) -> bool:
    """Return whether a card is due."""
    return view.game is not wizard or view.row[wizard.PHASE] == wizard.PLAYING


def must_follow(view: View) -> bool:
    """Return whether the hand has cards that may not be played now."""
    return playing(view) and playable(view.row) != view.row[HAND + view.seat]


def cannot_follow(view: View) -> bool:
    """Return whether a suit is led that the hand does not hold."""
    return playing(view) and view.row[LED] > 0 and not must_follow(view) and len(view.legal) > 1


def last_card(view: View) -> bool:
    """Return whether one card is left."""
    return playing(view) and view.row[TRICKS] == view.row[CARDS] - 1


def bidding(view: View) -> bool:
    """Return whether a bid is due."""
    return view.row[wizard.PHASE] == wizard.BIDDING


TRICK_SITUATIONS: dict[str, Situation] = {
    "leads": leads,
    "must follow suit": must_follow,
    "cannot follow suit": cannot_follow,
    "plays its last card": last_card,
}
SITUATIONS: dict[str, dict[str, Situation]] = {
    "duel": TRICK_SITUATIONS,
    "wizard": {
        **TRICK_SITUATIONS,
        "names the trump": lambda view: view.row[wizard.PHASE] == wizard.NAMING,
        "bids as dealer": lambda view: bidding(view) and view.row[wizard.DEALER] == view.seat,
        "is forbidden a bid": lambda view: bidding(view) and len(view.legal) == view.row[CARDS],
        "plays without trump": lambda view: playing(view) and view.row[TRUMP] == NO_SUIT,
    },
    "figgie": {
        "finds all books empty": lambda view: (
            max(view.row[figgie.BIDDER : figgie.BIDDER + 4]) == NOBODY
            and max(view.row[figgie.OFFERER : figgie.OFFERER + 4]) == NOBODY
        ),
        "could buy": lambda view: any(figgie.check(view.row, view.seat, figgie.FIRST_BUY + s) == 0 for s in range(4)),
        "could sell": lambda view: any(figgie.check(view.row, view.seat, figgie.FIRST_SELL + s) == 0 for s in range(4)),
        "holds none of a suit": lambda view: (
            0 in view.row[figgie.HAND + 4 * view.seat : figgie.HAND + 4 * view.seat + 4]
        ),
        "quoted": lambda view: any(
            seat == view.seat and action >= figgie.FIRST_BID for seat, action, *_ in view.events
        ),
        "traded": lambda view: any(
            partner != NOBODY and view.seat in (seat, partner) for seat, *_, partner in view.events
        ),
    },
}
VARIANTS: dict[str, list[tuple[int, dict[str, object]]]] = {
    "duel": [(2, {}), (2, {}), (2, {"ranks": 7}), (2, {"stock": 6})],
    "wizard": [
        (4, {}),
        (3, {"hook": "on"}),
        (5, {"bidding": "hidden"}),
        (6, {"preset": "house"}),
        (4, {"hook": "canadian", "trump_choice": "random", "series": "tournament-10"}),
    ],
    "figgie": [(4, {"model": "turn"}), (5, {"model": "turn"}), (4, {"model": "tick"}), (5, {"model": "tick"})],
}


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


def variants(game: str) -> list[tuple[int, dict[str, object]]]:
    """Return the tables of the check; for a game from outside, its fewest and its most seats."""
    seats = find_game(game).SEATS
    return VARIANTS.get(game) or [(seats[0], {}), (seats[-1], {})]


def cases(game: str) -> Iterator[Case]:
    """Yield the cases of a game: every variant, in every seat."""
    number = 0
    for seats, options in variants(game):
        for seat in range(seats):
            number += 1
            yield Case(number, game, seats, seat, options)


def fitting(game: str, options: Mapping[str, object]) -> list[Case]:
    """Return the cases that are played with these options, or raise Mistake if there is none."""
    rulebook = find_game(game)
    wanted = settle(rulebook.OPTIONS, rulebook.PRESETS, options)
    names = sorted({*options, *rulebook.PRESETS.get(str(options.get("preset")), {})} - {"preset"})
    played = [(case, settle(rulebook.OPTIONS, rulebook.PRESETS, case.options)) for case in cases(game)]
    found = [case for case, values in played if all(values[name] == wanted[name] for name in names)]
    if not found:
        given = ", ".join(f"{name}={wanted[name]}" for name in names)
        there = dict.fromkeys(", ".join(f"{name}={values[name]}" for name in names) for _, values in played)
        raise Mistake(f"no case of the check is played with {given}; allowed: {'; '.join(there)}")
    return found


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
        self._situations = SITUATIONS.get(game, {})
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
            by_wall = fault.ending is Ending.TIMEOUT and not fault.sentence.endswith("of CPU")
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
