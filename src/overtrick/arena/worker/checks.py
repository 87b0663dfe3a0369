"""Checks: submissions that are built and checked, by the one worker that plays, or by any number that do only this.

A worker for checks alone has no vault and no lease, so it knows of no cards. Each submission is claimed; if its
worker dies, another one claims it when the lease is over; and only who claimed it last can finish it.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import text

from overtrick.arena.arena import Arena
from overtrick.arena.competitions.competitions import round_by_id
from overtrick.arena.submissions.builder import Builder, Task
from overtrick.arena.submissions.queue import CLOCKS_S, claim, finish, give_back, note
from overtrick.arena.submissions.result import Progress, Report, Worked
from overtrick.arena.submissions.submission import State, Submission
from overtrick.arena.submissions.submissions import files_of_submission
from overtrick.arena.worker.counts import CHECKED, Counts
from overtrick.arena.worker.log import Log
from overtrick.arena.worker.rivals import worth_before
from overtrick.arena.worker.rounds import title
from overtrick.core.ending import PlatformFault
from overtrick.core.mistake import Mistake
from overtrick.store.trouble import StoreTrouble

NOTE_S = 1.0  # between notes about a submission that is being checked
BEGUN = Progress(State.BUILDING, "", Report())


@dataclass
class Check:
    """A submission at hand."""

    submission: Submission  # as it was claimed; its tries tell our claim from others
    builder: Builder
    noted_s: float
    latest: Progress = BEGUN

    def hear(self) -> Worked | None:
        """Return what came of it; None if it is not yet over."""
        for told in self.builder.told():
            if isinstance(told, Worked):
                return told
            self.latest = told
        return None


class Checks:
    """Submissions that are being built and checked, some at a time; something that is opened and closed."""

    def __init__(self, arena: Arena, log: Log, counts: Counts, refusal: str, most: int = 1) -> None:
        self.arena, self.log, self.counts, self.refusal, self.most = arena, log, counts, refusal, most
        self.begin_with: Callable[[Task], Builder] = Builder
        self.at_hand: list[Check] = []

    def look(self) -> None:
        """Go on with the submissions at hand, and begin with others as long as there is room."""
        for check in list(self.at_hand):
            self.go_on(check)
        while len(self.at_hand) < self.most:
            submission = claim(self.arena)
            if submission is None:
                return
            self.begin(submission)

    def begin(self, submission: Submission) -> None:
        """Begin with a submission that is ours."""
        files = files_of_submission(self.arena, submission)
        round_ = round_by_id(self.arena, submission.round)
        task = Task(submission.id, submission.filename, files, submission.purpose, round_, self.refusal)
        self.at_hand.append(Check(submission, self.begin_with(task), time.monotonic()))
        self.log.tell("submission", f"submission {task.number} to {title(round_)} is being built")

    def go_on(self, check: Check) -> None:
        """See how far a submission is, and write down what came of it."""
        number, tries = check.submission.id, check.submission.tries
        try:
            worked = check.hear()
        except PlatformFault as fault:
            self.log.tell("trouble", f"submission {number}: {fault}")
            self.put_away(check)
            give_back(self.arena, number, failed=True, tries=tries)
            return
        if worked is not None:
            self.put_away(check)
            if not finish(self.arena, number, worked, tries, worth_before(self.arena, check.submission)):
                self.lose(number)
                return
            self.log.tell("submission", f"submission {number} {worked.state}: {worked.verdict}", state=worked.state)
            self.counts.add(f"{CHECKED}{worked.state}")
        elif time.monotonic() > check.noted_s + NOTE_S:
            check.noted_s = time.monotonic()
            if not note(self.arena, number, check.latest, tries):
                self.put_away(check)
                self.lose(number)

    def lose(self, number: int) -> None:
        """Tell that a submission is not ours any more."""
        why = "another worker has taken it over, or its author has left"
        self.log.tell("trouble", f"submission {number} is no longer checked here: {why}")

    def put_away(self, check: Check) -> None:
        """Make room for another submission."""
        check.builder.close()
        self.at_hand.remove(check)

    def close(self) -> None:
        """Give back what is at hand, for another worker or the next one."""
        for check in list(self.at_hand):
            self.put_away(check)
            with suppress(StoreTrouble):  # then it is free when its lease is over
                give_back(self.arena, check.submission.id, failed=False, tries=check.submission.tries)


def check_clock(arena: Arena) -> None:
    """Raise Mistake if the clock of this machine is not that of the store, as leases are told by it."""
    with arena.reading() as connection:
        if connection.dialect.name != "postgresql":
            return  # a file is on this machine
        there = float(connection.execute(text("SELECT extract(epoch FROM clock_timestamp())")).scalar_one())
    ahead_s = arena.clock() - there
    if abs(ahead_s) > CLOCKS_S:
        raise Mistake(
            f"the clock of this machine is {ahead_s:+.0f} s from that of the store; allowed: up to {CLOCKS_S} s"
        )
