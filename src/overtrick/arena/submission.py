"""Submissions as values: a program that somebody sent, and how far it got."""

from dataclasses import dataclass
from enum import StrEnum


class Purpose(StrEnum):
    """What a program was sent for."""

    ENTER = "enter"
    TRY = "try"  # play the test player, and show how it went


class State(StrEnum):
    """How far a submission got; the worker moves it on."""

    QUEUED = "queued"
    BUILDING = "building"
    CHECKING = "checking"  # plays the test player, as overtrick check does
    PASSED = "passed"  # and plays, if it is the active version; a try ends here
    FAILED = "failed"  # the verdict says why


@dataclass(frozen=True)
class Submission:
    """A program that somebody sent."""

    id: int
    round: int
    account: int
    purpose: Purpose
    number: int  # the version, from 1; 0 for a try
    name: str
    filename: str
    source: bytes  # hash
    language: str
    content: str
    state: State
    log: str
    verdict: str
    report: str  # JSON: overtrick.arena.builder.Report
    created: int
    changed: int
    tries: int
    has_record: bool
