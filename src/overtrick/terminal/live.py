"""Live lines: progress with rate and time left in a terminal, plain lines elsewhere."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Protocol

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

PLAIN_EVERY_S = 5.0
SPEED_OVER_S = 600.0  # one round of a bot that thinks too long may take a minute


class Shown(Protocol):
    """What counts one more, or some more, and shows a text beside the progress."""

    def __call__(self, text: str, more: int = 1, /) -> None:
        """Count and show."""


@contextmanager
def live_line(
    total: int | None, *, unit: str = "matches", quiet: bool = False, after_s: float = 0.0
) -> Iterator[Shown]:
    """Give a function that counts and shows a text beside the progress; a terminal shows it after a while.

    The total is None if nobody knows it before the end.
    """
    console = Console(stderr=True)
    if quiet:
        yield lambda *_: None
    elif console.is_terminal:
        columns = (
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
            TextColumn("{task.fields[text]}"),
        )
        progress = Progress(*columns, console=console, transient=True, speed_estimate_period=SPEED_OVER_S)
        task = progress.add_task("", total=total, text="", rate="")

        def show(text: str, more: int = 1, /) -> None:
            progress.update(task, advance=more, text=text)
            speed = progress.tasks[0].finished_speed or progress.tasks[0].speed or 0.0
            rate = f"{speed:.1f} {unit}/s" if speed >= 1 else f"{60 * speed:.1f} {unit}/min"
            progress.update(task, rate=rate if speed else "")

        waiting = Timer(after_s, progress.start)
        waiting.start()
        try:
            yield show
        finally:
            waiting.cancel()
            waiting.join()
            if progress.live.is_started:
                progress.stop()
    else:
        yield _plain_lines(total, unit, console)


@contextmanager
def waiting_line(text: str) -> Iterator[None]:
    """Show in a terminal what is being done, and for how long already, until it is done."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield
        return
    columns = (SpinnerColumn(), TimeElapsedColumn(), TextColumn("{task.description}", markup=False))
    # Lines for standard output go there, not through the console.
    with Progress(*columns, console=console, transient=True, redirect_stdout=False) as progress:
        progress.add_task(text, total=None)
        yield


def _plain_lines(total: int | None, unit: str, console: Console) -> Shown:
    begin = last = time.monotonic()
    done = 0

    def show(text: str, more: int = 1, /) -> None:
        nonlocal done, last
        done += more
        now = time.monotonic()
        if now - last >= PLAIN_EVERY_S:
            last = now
            rate = done / (now - begin)
            left = "" if total is None else f", {(total - done) / rate:.0f} s left"
            of = "" if total is None else f"/{total}"
            console.print(f"{done}{of} {unit}, {rate:.1f}/s{left}  {text}", highlight=False, soft_wrap=True)

    return show
