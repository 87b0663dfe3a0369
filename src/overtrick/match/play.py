"""Playing a match: the only place where bots are asked, and where their faults are judged."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from enum import Enum

from overtrick.bots.bot import Answer, Bot, Fault, Hello
from overtrick.core import luck
from overtrick.core.ending import Ending, PlatformFault
from overtrick.core.mistake import Mistake
from overtrick.games.contract import NOBODY, Game, comes_in, refusal
from overtrick.games.view import View
from overtrick.match.progress import Progress
from overtrick.match.record import Deal, FaultNote, Match, Record, kept_stderr


class Consequence(Enum):
    """What follows from a fault."""

    REPLACE = "its first legal action is played instead"
    RETIRE = "it is not asked again: its first legal action is played to the end of the match"
    FORFEIT = "it loses the deal at once"


MOST_TIMEOUTS = 3
"""After so many a seat is not asked again: whoever sleeps would hold up everybody else at each question."""


def consequence(game: Game, fault: Fault, faults: int, timeouts: int) -> Consequence:
    """Return what follows from a seat's latest fault, given how many it has by now: the whole fault policy."""
    if game.PATIENCE == 0:
        return Consequence.FORFEIT
    if fault.dead or timeouts >= MOST_TIMEOUTS or (game.PATIENCE is not None and faults >= game.PATIENCE):
        return Consequence.RETIRE
    return Consequence.REPLACE


def late_notes(game: Game, notes: Iterable[FaultNote], seat: int) -> list[FaultNote]:
    """Return where a seat ran out of time, if it did so until it was not asked again or had lost the deal."""
    late = [note for note in notes if note.seat == seat and note.ending is Ending.TIMEOUT]
    return late if len(late) >= (1 if game.PATIENCE == 0 else MOST_TIMEOUTS) else []


def play(match: Match, bots: Sequence[Bot], watch: Callable[[Deal], None] | None = None) -> Record:
    """Play a match to its end; ``watch`` is shown every finished deal."""
    table = Seated(match, bots)
    points: list[int] = []
    with ExitStack() as leaving:
        for bot in bots:
            leaving.callback(bot.close, points)
        table.open()
        while table.going.row:
            deal = table.play_deal()
            if watch is not None:
                watch(deal)
        record = table.going.record(table.faults, tuple(bot.fence for bot in bots))
        points.extend(record.totals)
    # Only now, as a bot may say its last words when it leaves.
    return replace(record, stderr=kept_stderr([bot.stderr() for bot in bots]))


TRIES = 3


def play_until_it_counts(match: Match, make: Callable[[str], Bot]) -> Record:
    """Play a match with fresh bots; after a fault of our own play it again, and give up after three tries."""
    for _ in range(TRIES):
        try:
            return play(match, [make(name) for name in match.players])
        except PlatformFault as fault:
            reason = str(fault)
    raise Mistake(f"the platform failed {TRIES} times and the match does not count: {reason}")


class Seated:
    """The bots of one match, and what they have done wrong so far."""

    def __init__(self, match: Match, bots: Sequence[Bot]) -> None:
        self.match = match
        self.going = Progress(match)
        self.game = self.going.game
        self.bots = bots
        self.faults: list[FaultNote] = []
        self.absent: dict[int, Fault] = {}  # seats whose bot could not even sit down
        self.retired: set[int] = set()

    def open(self) -> None:
        """Let every bot sit down; one that cannot commits its fault when it is first to move."""
        for seat, bot in enumerate(self.bots):
            own = luck.derive(self.match.seed, f"bot/{seat}").hex()
            hello = Hello(self.match.game, self.game.VERSION, self.match.seats, seat, self.match.options, own)
            try:
                bot.open(hello)
            except Fault as fault:
                self.absent[seat] = fault

    def play_deal(self) -> Deal:
        """Play the deal on the table to its end or its forfeit."""
        game, going = self.game, self.going
        row, number = going.row, going.number
        doubts = [0] * self.match.seats
        while (seat := game.to_move(row)) >= 0:
            answer = self.choose(going.view(seat), len(going.actions))
            if answer is None:
                return going.end_deal(forfeit=seat)
            doubts[seat] = game.doubt(row, answer.action)
            going.play(answer)
            for late, refused, code in game.refused(row, seat):
                if doubts[late]:  # what was valid when it was named is nobody's fault
                    reason = game.REFUSALS[code].format(action=game.name(row, refused))
                    self.note(Fault(Ending.ILLEGAL, reason), late, number, len(going.actions))
        return going.end_deal()

    def choose(self, seen: View, before: int) -> Answer | None:
        """Return what a seat does, or what is done for it; None if it forfeits the deal."""
        seat = seen.seat
        if seat in self.retired:
            return Answer(self.game.legal(seen.row)[0])
        try:
            if seat in self.absent:
                raise self.absent[seat]
            answer = self.bots[seat].ask(seen)
            if reason := refusal(self.game, seen.row, answer.action):
                raise Fault(Ending.ILLEGAL, reason)
            if comes_in(self.game, seen.row, answer.action) != NOBODY:
                raise Fault(Ending.ILLEGAL, f"{self.game.name(seen.row, answer.action)} comes out of turn")
            return answer
        except Fault as fault:
            self.note(fault, seat, seen.deal, before)
            own = [note.ending for note in self.faults if note.seat == seat]
            follows = consequence(self.game, fault, len(own), own.count(Ending.TIMEOUT))
            if follows is Consequence.FORFEIT:
                return None
            if follows is Consequence.RETIRE:
                self.retired.add(seat)
            return Answer(self.game.legal(seen.row)[0], fault.cpu_s, fault.wall_s)

    def note(self, fault: Fault, seat: int, deal: int, action: int) -> None:
        """Write a fault down."""
        self.faults.append(FaultNote(deal, action, seat, fault.ending, fault.sentence, fault.question, fault.reply))
