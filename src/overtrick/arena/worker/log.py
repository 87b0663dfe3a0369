"""What the worker tells its operators: sentences and progress, as lines, as JSON lines, or drawn by Rich."""

import json
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TextIO

from rich.console import Console
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table

from overtrick.core.printable import printable

if TYPE_CHECKING:
    from overtrick.arena.worker.going import Going

EVERY_S = 10.0  # between lines of progress


class Log(Protocol):
    """Where the worker tells what happens; something that is opened and closed."""

    def tell(self, event: str, sentence: str, **facts: object) -> None:
        """Tell what happened."""

    def progress(self, goings: Sequence["Going"]) -> None:
        """Tell how far all is; called often."""

    def close(self) -> None:
        """Tell nothing more."""


def open_log(kind: str, out: TextIO | None = None) -> Log:
    """Return a log: ``json``, or for people as the terminal allows."""
    stream = out or sys.stderr
    if kind == "json":
        return JsonLog(stream)
    return DrawnLog(stream) if stream.isatty() else PlainLog(stream)


class Pace:
    """How many matches a second each round has played of late."""

    def __init__(self) -> None:
        self._seen: dict[str, tuple[float, int, float]] = {}  # when, how many, how fast

    def of(self, going: "Going") -> float:
        """Return the matches a second since the last look that was some seconds ago."""
        now_s, count = time.monotonic(), going.tally.count
        since_s, before, pace = self._seen.get(str(going), (now_s, count, 0.0))
        if now_s - since_s >= 2 or str(going) not in self._seen:
            pace = (count - before) / (now_s - since_s) if now_s > since_s else 0.0
            self._seen[str(going)] = now_s, count, pace
        return pace


class PlainLog:
    """Lines for a file or a pipe."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._next_s = 0.0
        self._told: dict[str, int] = {}
        self._pace = Pace()

    def tell(self, event: str, sentence: str, **facts: object) -> None:  # noqa: ARG002
        """Print a sentence."""
        print(f"worker: {printable(sentence)}", file=self._out, flush=True)

    def progress(self, goings: Sequence["Going"]) -> None:
        """Print a line for each round in which something was played, now and then."""
        paces = {str(going): self._pace.of(going) for going in goings}
        if time.monotonic() < self._next_s:
            return
        self._next_s = time.monotonic() + EVERY_S
        for going in goings:
            if self._told.get(str(going)) != going.tally.count:
                self._told[str(going)] = going.tally.count
                self.line(going, paces[str(going)])

    def line(self, going: "Going", pace: float) -> None:
        """Print how far a round is."""
        done = f"{going.tally.count} of {going.planned} matches"
        print(f"worker: {going}: {done}, {pace:.1f} a second", file=self._out, flush=True)

    def close(self) -> None:
        """Do nothing."""


class JsonLog(PlainLog):
    """A JSON object a line, for programs that collect logs."""

    def tell(self, event: str, sentence: str, **facts: object) -> None:
        """Write an event."""
        told = {"time": round(time.time(), 3), "event": event, "sentence": sentence, **facts}
        print(json.dumps(told), file=self._out, flush=True)

    def line(self, going: "Going", pace: float) -> None:
        """Write how far a round is."""
        facts = {"tournament": str(going), "played": going.tally.count, "planned": going.planned}
        sentence = f"{going.tally.count} of {going.planned} matches"
        self.tell("progress", sentence, **facts, a_second=round(pace, 2))


class DrawnLog:
    """A table at the foot of the terminal, and sentences above it."""

    def __init__(self, out: TextIO) -> None:
        self._console = Console(file=out)
        self._live = Live(console=self._console, auto_refresh=False, transient=True)
        self._live.start()
        self._pace = Pace()

    def tell(self, event: str, sentence: str, **facts: object) -> None:  # noqa: ARG002
        """Print a sentence."""
        self._console.print(printable(sentence), markup=False, highlight=False)

    def progress(self, goings: Sequence["Going"]) -> None:
        """Draw a line for each round."""
        table = Table.grid(padding=(0, 2))
        for _ in range(4):
            table.add_column(no_wrap=True)
        for going in goings:
            done = f"{going.tally.count} of {going.planned}"
            bar = ProgressBar(total=max(going.planned, 1), completed=going.tally.count, width=16)
            table.add_row(printable(str(going)), bar, done, f"{self._pace.of(going):.1f}/s")
        self._live.update(table, refresh=True)

    def close(self) -> None:
        """Clear the table."""
        self._live.stop()
