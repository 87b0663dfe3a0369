"""Playing a match: the only place where bots are asked, and where their faults are judged."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from enum import Enum

from overtrick import luck
from overtrick.bots.bot import Answer, Bot, Fault, Hello
from overtrick.ending import Ending, PlatformFault
from overtrick.games import GAMES
from overtrick.games.contract import Event, Game, Row, refusal
from overtrick.games.view import View, view
from overtrick.mistake import Mistake
from overtrick.record import Deal, FaultNote, Match, Record, at_fault, facts_of, notes_of, result, scores_of, start_deal


class Consequence(Enum):
    """What follows from a fault."""

    REPLACE = "its first legal action is played instead"
    RETIRE = "it is not asked again: its first legal action is played to the end of the match"
    FORFEIT = "it loses the deal at once"


def consequence(game: Game, fault: Fault, faults: int) -> Consequence:
    """Return what follows from a seat's latest fault, which is its ``faults``-th: the whole fault policy."""
    if game.PATIENCE == 0:
        return Consequence.FORFEIT
    if fault.dead or (game.PATIENCE is not None and faults >= game.PATIENCE):
        return Consequence.RETIRE
    return Consequence.REPLACE


def play(match: Match, bots: Sequence[Bot], watch: Callable[[Deal], None] | None = None) -> Record:
    """Play a match to its end; ``watch`` is shown every finished deal."""
    table = Table(match, bots)
    finished: list[Row] = []
    deals: list[Deal] = []
    points: list[int] = []
    with ExitStack() as leaving:
        for bot in bots:
            leaving.callback(bot.close, points)
        table.open()
        while True:
            row, draws = start_deal(match, finished)
            if not row:
                break
            deals.append(table.play_deal(row, tuple(draws), len(deals) + 1, finished))
            if watch is not None:
                watch(deals[-1])
        totals, places = result(match, finished, deals)
        points.extend(totals)
    guilty = at_fault(deals)
    ending = Ending.NORMAL if guilty is None else table.faults[-1].ending
    fences = tuple(bot.fence for bot in bots)
    facts = facts_of(match, finished, deals)
    return Record(match, tuple(deals), totals, places, ending, guilty, tuple(table.faults), fences, facts)


TRIES = 3


def play_until_it_counts(match: Match, make: Callable[[str], Bot]) -> Record:
    """Play a match with fresh bots; after a fault of our own play it again, and give up after three tries."""
    for _ in range(TRIES):
        try:
            return play(match, [make(name) for name in match.players])
        except PlatformFault as fault:
            reason = str(fault)
    raise Mistake(f"the platform failed {TRIES} times and the match does not count: {reason}")


class Table:
    """The bots of one match, and what they have done wrong so far."""

    def __init__(self, match: Match, bots: Sequence[Bot]) -> None:
        self.match = match
        self.game = GAMES[match.game]
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

    def play_deal(self, row: Row, draws: tuple[int, ...], number: int, finished: list[Row]) -> Deal:
        """Play a deal to its end or its forfeit, in place, and add its row to the finished ones."""
        game, start = self.game, self.game.state(row)
        events: list[Event] = []
        actions: list[tuple[int, str]] = []
        times: list[tuple[int, int]] = []
        doubts = [0] * self.match.seats
        forfeit = None
        while (seat := game.to_move(row)) >= 0:
            answer = self.choose(view(game, row, events, seat, number), len(actions))
            if answer is None:
                forfeit = seat
                break
            actions.append((seat, game.name(row, answer.action)))
            times.append((round(answer.cpu_s * 1e6), round(answer.wall_s * 1e6)))
            doubts[seat] = game.doubt(row, answer.action)
            game.play(row, answer.action)
            events += game.events(row, seat, answer.action)
            for late, refused, code in game.refused(row, seat):
                if doubts[late]:  # what was valid when it was named is nobody's fault
                    reason = game.REFUSALS[code].format(action=game.name(row, refused))
                    self.note(Fault(Ending.ILLEGAL, reason), late, number, len(actions))
        finished.append(row)
        scores = scores_of(game, row, self.match.seats, forfeit)
        notes = notes_of(self.match, finished, forfeit)
        return Deal(draws, start, tuple(actions), scores, notes, forfeit, tuple(times))

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
            return answer
        except Fault as fault:
            self.note(fault, seat, seen.deal, before)
            follows = consequence(self.game, fault, sum(note.seat == seat for note in self.faults))
            if follows is Consequence.FORFEIT:
                return None
            if follows is Consequence.RETIRE:
                self.retired.add(seat)
            return Answer(self.game.legal(seen.row)[0], fault.cpu_s, fault.wall_s)

    def note(self, fault: Fault, seat: int, deal: int, action: int) -> None:
        """Write a fault down."""
        self.faults.append(FaultNote(deal, action, seat, fault.ending, fault.sentence, fault.question, fault.reply))
