"""Submissions as values: a program that somebody sent, and how far it got."""

import zlib
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
    SUSPENDED = "suspended"  # it had passed, and then ran out of time too often; the verdict says so


PUBLIC = (State.PASSED, State.SUSPENDED)
"""Of what has played, everybody may know."""


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
    report: str  # JSON: overtrick.arena.submissions.result.Report
    created: int
    changed: int
    tries: int
    keep: int  # 1 if the version before shall play on should it rank higher
    has_record: bool


@dataclass(frozen=True)
class Bot:
    """What an account has in a round: a name, and the version that plays."""

    id: int
    round: int
    account: int
    name: str
    active: int | None  # a submission; None if it was withdrawn or none ever passed
    removed: str  # why an organiser took it out; empty if nobody did
    rival: int | None = None  # the submission that comes back if the active one ranks lower
    rival_worth: float | None = None  # what that one was worth when it last played


def pack_record(text: str) -> bytes:
    """Return the JSON of a match as it is kept."""
    return zlib.compress(text.encode())


def opened_record(packed: bytes) -> str:
    """Return the JSON of a match that was packed so."""
    return zlib.decompress(packed).decode()
