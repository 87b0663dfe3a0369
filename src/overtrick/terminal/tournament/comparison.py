"""Two bots compared: a line while they play, and a verdict at the end."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.live import Live
from rich.text import Text

from overtrick.core.printable import printable
from overtrick.terminal.tournament.run_board import PLAIN_EVERY_S, Every
from overtrick.tournament.plan.knock_out import Tie
from overtrick.tournament.plan.sequential import Comparison, Verdict
from overtrick.tournament.report.export import finite
from overtrick.tournament.report.words import MEASURES, difference_text
from overtrick.tournament.run import Contest
from overtrick.tournament.stated.tournament import RankBy
from overtrick.tournament.workers.here import Outcome

LIVE_EVERY_S = 0.3
SENTENCES = {
    Verdict.BETTER: "{0} is better than {1}",
    Verdict.WORSE: "{0} is worse than {1}",
    Verdict.EQUAL: "{0} and {1} are equal: any difference is within the margin of {2}",
    Verdict.UNDECIDED: "{0} and {1}: no verdict within {3} blocks",
    None: "{0} and {1}: no verdict yet",
}


QUESTION = (
    "The test asks after every block whether the difference is surely not 0, or surely smaller than the margin of {0}; "
    "it has {1} of what it takes to say so."
)
ONE_LOOK = (
    "That the interval leaves 0 out is no contradiction: it is made for one look, and the test has looked {0} times."
)
SMALL = "That the interval leaves 0 out is no contradiction: there may be a difference, but less than the margin."


@dataclass(frozen=True)
class Faults:
    """How many faults somebody committed, and the first in words."""

    count: int
    first: str


def faults_of(contest: Contest) -> dict[str, Faults]:
    """Return the faults of all who committed some."""
    count: Counter[str] = Counter()
    first: dict[str, tuple[str, int]] = {}
    for match in contest.store.played(contest.registered, contest.stages()):
        for seat, number in enumerate(match.faults):
            if number:
                count[match.entrants[seat]] += number
                first.setdefault(match.entrants[seat], (match.key, seat))
    return {name: Faults(count[name], _first_fault(contest, *where)) for name, where in first.items()}


def _first_fault(contest: Contest, key: str, seat: int) -> str:
    fault = next(fault for fault in contest.store.record(key).faults if fault.seat == seat)
    return f"{fault.ending}: {fault.sentence}"


def is_expected(contest: Contest, expected: str) -> bool:
    """Return whether a comparison ended as somebody expects."""
    (tie,) = contest.ties()
    verdict = tie.state.verdict if tie.state else None
    allowed = {
        "better": (Verdict.BETTER,),
        "worse": (Verdict.WORSE,),
        "equal": (Verdict.EQUAL,),
        "not-worse": (Verdict.BETTER, Verdict.EQUAL),
    }
    return verdict in allowed[expected]


def state_line(contest: Contest, tie: Tie) -> str:
    """Return where a comparison stands, in one line."""
    state = tie.state
    assert state is not None, "plans give every tie a state"
    near = f"better {state.better:.0%}, worse {state.worse:.0%}, equal {state.equal:.0%}"
    more = f", about {state.expected} blocks more" if state.verdict is None else ""
    return f"{state.blocks} blocks, difference {difference_text(contest.measured_by, state.difference)}; {near}{more}"


def comparison_lines(contest: Contest) -> list[str]:
    """Return the verdict, and what it rests on."""
    (tie,) = contest.ties()
    state = tie.state
    assert state is not None
    first, second = (contest.registered.names[entrant] for entrant in (tie.first, tie.second))
    rank_by = contest.measured_by
    margin = MEASURES[rank_by].text(state.margin, 2).removeprefix("+")
    whose = f"{second} minus {first}" if rank_by is RankBy.FEWEST else f"{first} minus {second}"
    return [
        f"{SENTENCES[state.verdict].format(first, second, margin, state.blocks)}.",
        f"{whose}: {difference_text(rank_by, state.difference)} points a match with its 95 % interval; "
        f"{state.blocks} blocks.",
        *_explained(state, margin),
        *(
            f"{name}: {fault.count} fault{'s' * (fault.count > 1)}, the first {fault.first}"
            for name, fault in faults_of(contest).items()
        ),
    ]


def _explained(state: Comparison, margin: str) -> Iterator[str]:
    """Yield what the test asks, where its verdict could be taken for another question's answer."""
    if state.verdict in (Verdict.BETTER, Verdict.WORSE) or not state.blocks:
        return
    if state.verdict is not Verdict.EQUAL:
        parts = {"better": state.better, "worse": state.worse, "equal": state.equal}
        yield QUESTION.format(margin, ", ".join(f"{part:.0%} for {word}" for word, part in parts.items()))
    if state.difference.low > 0 or state.difference.high < 0:
        yield SMALL if state.verdict is Verdict.EQUAL else ONE_LOOK.format(state.blocks)


def comparison_json(contest: Contest) -> dict[str, Any]:
    """Return the verdict as data."""
    (tie,) = contest.ties()
    state = tie.state
    assert state is not None
    return {
        "first": contest.registered.names[tie.first],
        "second": contest.registered.names[tie.second],
        "verdict": None if state.verdict is None else str(state.verdict),
        "blocks": state.blocks,
        "difference": finite(state.difference.value),
        "difference_low": finite(state.difference.low),
        "difference_high": finite(state.difference.high),
        "margin": finite(state.margin),
        "faults": {name: {"count": fault.count, "first": fault.first} for name, fault in faults_of(contest).items()},
    }


@contextmanager
def comparison_board(contest: Contest, *, quiet: bool = False) -> Iterator[Callable[[Outcome], None]]:
    """Give a function that is told of every match; it draws in a terminal, prints lines elsewhere, or is quiet."""
    console = Console(stderr=True)
    if quiet:
        yield lambda _: None
        return

    def line() -> str:
        (tie,) = contest.ties()
        return printable(state_line(contest, tie))

    every = Every(LIVE_EVERY_S if console.is_terminal else PLAIN_EVERY_S)
    if not console.is_terminal:
        every(lambda: None)  # there is nothing to tell at once
        yield lambda _: every(lambda: console.print(line(), highlight=False, soft_wrap=True, markup=False))
        return
    with Live(Text(line()), console=console, transient=True) as live:
        yield lambda _: every(lambda: live.update(Text(line())))
