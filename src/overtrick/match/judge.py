"""Judging a record's faults again: bots that do what it tells play the match, and it must come out the same."""

from overtrick.bots.bot import Answer, Fault, Hello
from overtrick.core.mistake import Mistake
from overtrick.games.view import View
from overtrick.match.play import Seated
from overtrick.match.record import BrokenRecord, Record


def judge_faults(record: Record) -> None:
    """Raise BrokenRecord unless what followed from each fault is what the fault policy says."""
    bots = [Retold(record) for _ in range(record.match.seats)]
    table = Seated(record.match, bots)
    for bot in bots:
        bot.table = table
    for deal in record.deals:
        if table.play_deal() != deal:
            raise BrokenRecord(f"deal {len(table.going.deals)} does not go on after its faults as it must")
    if tuple(table.faults) != record.faults:
        raise BrokenRecord("there are faults that could not follow from what was played")


class Retold:
    """A bot that does what a record tells, faults included."""

    fence = ""
    table: Seated

    def __init__(self, record: Record) -> None:
        self._record = record

    def open(self, hello: Hello) -> None:
        """Sit down."""

    def ask(self, view: View) -> Answer:
        """Commit the next fault of the record if this is the moment, else answer what stands there."""
        before, told = len(self.table.going.actions), self._record.faults[len(self.table.faults) :]
        if told and (told[0].deal, told[0].action, told[0].seat) == (view.deal, before, view.seat):
            raise Fault(told[0].ending, told[0].sentence, question=told[0].question, reply=told[0].reply)
        actions = self._record.deals[view.deal - 1].actions
        if before >= len(actions):
            raise BrokenRecord(f"deal {view.deal} ends without the fault that ends it")
        try:
            return Answer(view.game.parse(view.row, actions[before][1]))
        except Mistake as mistake:
            raise BrokenRecord(f"deal {view.deal}, action {before + 1}: {mistake}") from None

    def close(self, scores: list[int]) -> None:
        """Leave the table."""

    def stderr(self) -> str:
        """Return nothing."""
        return ""
