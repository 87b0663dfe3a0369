"""What building and checking a submission tells: plain values, for a process that knows no store."""

import json
from dataclasses import asdict, dataclass, field

from overtrick.arena.submissions.submission import State, Submission


@dataclass(frozen=True)
class Report:
    """What building and checking a program showed; only its author reads it."""

    passed: tuple[str, ...] = ()  # a line for each case without a fault
    fault: tuple[str, ...] = ()  # lines that explain the first fault
    command: str = ""  # shows the same at home
    seat: int = 0  # of the bot in the match that is kept
    fence: str = ""


@dataclass(frozen=True)
class Progress:
    """How far a submission is."""

    state: State
    log: str
    report: Report


@dataclass(frozen=True)
class Worked:
    """What came of a submission."""

    state: State
    verdict: str
    log: str = ""
    report: Report = field(default_factory=Report)
    language: str = ""
    content: str = ""
    program: bytes = field(default=b"", repr=False)  # packed
    record: bytes | None = field(default=None, repr=False)  # packed


def report_text(report: Report) -> str:
    """Return a report as JSON."""
    return json.dumps(asdict(report))


def report_of(submission: Submission) -> Report:
    """Return what the check of a submission has found so far."""
    if not submission.report:
        return Report()
    told = json.loads(submission.report)
    return Report(**{**told, "passed": tuple(told["passed"]), "fault": tuple(told["fault"])})
