"""Live lines: progress with rate and time left in a terminal, plain lines elsewhere."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

PLAIN_EVERY_S = 5.0


@contextmanager
def live_line(total: int, *, unit: str = "matches", quiet: bool = False) -> Iterator[Callable[[str], None]]:
    """Give a function that counts one more and shows a text beside the progress."""
    console = Console(stderr=True)
    if quiet:
        yield lambda _: None
    elif console.is_terminal:
        columns = (
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
            TextColumn("{task.fields[text]}"),
        )
        with Progress(*columns, console=console, transient=True) as progress:
            task = progress.add_task("", total=total, text="", rate="")

            def show(text: str) -> None:
                speed = progress.tasks[0].finished_speed or progress.tasks[0].speed or 0.0
                progress.update(task, advance=1, text=text, rate=f"{speed:.1f} {unit}/s")

            yield show
    else:
        yield _plain_lines(total, unit, console)


def _plain_lines(total: int, unit: str, console: Console) -> Callable[[str], None]:
    begin = last = time.monotonic()
    done = 0

    def show(text: str) -> None:
        nonlocal done, last
        done += 1
        now = time.monotonic()
        if now - last >= PLAIN_EVERY_S:
            last = now
            rate = done / (now - begin)
            left = (total - done) / rate
            console.print(
                f"{done}/{total} {unit}, {rate:.1f}/s, {left:.0f} s left  {text}", highlight=False, soft_wrap=True
            )

    return show
