"""A tournament while it is played: progress, rate, time left, and the standings so far."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from overtrick.terminal.tournament.standings import standings_line, standings_table
from overtrick.tournament.plan.plan import imbalance_text
from overtrick.tournament.plan.stage import size
from overtrick.tournament.run import Contest
from overtrick.tournament.stated.tournament import Format, most_matches
from overtrick.tournament.workers.here import Outcome

SHARE = 0.02  # of the time may go into ratings that nobody keeps
PLAIN_EVERY_S = 5.0


class Every:
    """Calls a function now and then: never more often than said, and never for more than a small share of the time."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._next = 0.0

    def __call__(self, function: Callable[[], object]) -> None:
        """Call a function if it is time."""
        begin = time.monotonic()
        if begin >= self._next:
            function()
            end = time.monotonic()
            self._next = end + max(self._seconds, (end - begin) / SHARE)


def plan_lines(contest: Contest) -> list[str]:
    """Return what is going to be played, and what proves afterwards that the cards were fixed before."""
    stated, stages = contest.tournament, contest.stages()
    total, done = size(stages), contest.done()
    at_first = " at first" if stated.format in (Format.KNOCK_OUT, Format.FOCUSED) else ""
    so_far = f", {done} of them done before" if done else ""
    if stated.pace is not None:
        most = most_matches(stated, len(stated.entrants))
        so_far += f", {most} at most in {stated.hours:g} h at {stated.pace:g} a second, as measured"
    return [
        f"{stated.name}: {stated.game}, {stated.format}, {len(stated.entrants)} entrants at tables of {stated.seats}; "
        f"{imbalance_text(stated, stages)}",
        f"{total} matches{at_first}{so_far}; the cards are fixed: commitment {contest.registered.commitment}",
    ]


class Board:
    """What is done, how quickly, and what it says so far."""

    def __init__(self, contest: Contest) -> None:
        self._event = contest
        self._begin = time.monotonic()
        self._played = self._failed = self._faults = 0
        self._every = Every(1.0)
        self._every(self.look)

    def look(self) -> None:
        """Read the store: how much is planned and done, and the ratings."""
        stages = self._event.stages()
        results = self._event.results(stages)
        self.total, self.done = size(stages), len(results.cluster)
        self.ratings = self._event.ratings(results, quick=True)

    def count(self, outcome: Outcome) -> None:
        """Count a match that is over."""
        self._played += 1
        if isinstance(outcome, str):
            self._failed += 1
        else:
            self.done = min(self.done + 1, self.total)  # until the next look tells of a longer plan
            self._faults += sum(outcome.faults)
        self._every(self.look)

    def line(self) -> str:
        """Return the progress in one line."""
        pace = self._played / max(time.monotonic() - self._begin, 1e-9)
        left = f", {(self.total - self.done) / pace:.0f} s left" if self._played else ""
        failed = f", {self._failed} could not be played" if self._failed else ""
        return f"{self.done}/{self.total} matches, {pace:.1f}/s{left}, {self._faults} faults{failed}"

    def __rich__(self) -> RenderableType:
        """Return the board for a terminal."""
        bar = Table.grid(padding=(0, 1))
        bar.add_row(ProgressBar(total=max(self.total, 1), completed=self.done, width=30), Text(self.line()))
        return Group(bar, standings_table(self.ratings))


@contextmanager
def run_board(contest: Contest, *, quiet: bool = False) -> Iterator[Callable[[Outcome], None]]:
    """Give a function that is told of every match; it draws in a terminal, prints lines elsewhere, or is quiet."""
    if quiet:
        yield lambda _: None
        return
    console, board = Console(stderr=True), Board(contest)
    if console.is_terminal:
        with Live(board, console=console, refresh_per_second=4, transient=True):
            yield board.count
        return
    every = Every(PLAIN_EVERY_S)
    every(lambda: None)

    def plain(outcome: Outcome) -> None:
        board.count(outcome)
        every(
            lambda: console.print(
                f"{board.line()}  {standings_line(board.ratings)}",
                style=None,
                markup=False,
                highlight=False,
                soft_wrap=True,
            )
        )

    yield plain
