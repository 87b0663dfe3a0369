"""The check of what an entrant left: the same as that of a submission to a competition."""

from collections.abc import Mapping
from dataclasses import dataclass

from overtrick.arena.competitions.competition import ALL, Round, RoundDetails, RoundState
from overtrick.arena.submissions.builder import Task, work
from overtrick.arena.submissions.result import Worked
from overtrick.arena.submissions.submission import Purpose, State
from overtrick.league.edit import bot_of
from overtrick.league.stated import League


@dataclass(frozen=True)
class Checked:
    """A program that passed, packed and with its hash, or why it did not."""

    program: bytes
    content: str
    why: str = ""


def check(league: League, name: str, files: Mapping[str, bytes]) -> Checked:
    """Build and check the bot of a folder."""
    if not bot_of(files):
        return Checked(b"", "", "there is no bot: it left no file but notes")
    task = Task(0, name, bot_of(files), Purpose.ENTER, as_round(league))
    *_, worked = work(task)
    assert isinstance(worked, Worked), "the last that is told is what came of it"
    if worked.state is State.PASSED:
        return Checked(worked.program, worked.content)
    parts = (worked.verdict, worked.log, *worked.report.fault)
    return Checked(b"", "", "\n".join(part for part in parts if part))


def as_round(league: League) -> Round:
    """Return a league's rules as those of a round that takes submissions."""
    rules = league.rules
    return Round(
        id=0,
        competition=0,
        slug="",
        number=0,
        title=league.name,
        game=rules.game,
        details=RoundDetails(rules.seats, rules.options, limits=rules.limits, languages=rules.languages),
        opens=0,
        closes=0,
        state=RoundState.OPEN,
        released=ALL,
        commitment="",
        secret=None,
        entries=(),
        provisional=None,
        final=None,
    )
