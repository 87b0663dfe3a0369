"""What `make soak` does besides: lets every single change of a file fail, and sees whether anything is lost by it.

    python -m scripts.faults [--only SCENARIO] [--from N] [--every N]

Of the faults one in three is tried, which is each call in one way or two; with ``--every 1`` in all, for hours.
Ctrl-C, or a plain kill, prints the table so far.
"""

import argparse
import os
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.support.faults import CALLS, Found, inject, is_loaded, start_again_loaded

COLUMNS = ("faults", "harmless", "sentences", "killed", "lost", "twice", "different", "wrong")


def lines(found: dict[str, Found]) -> Iterator[str]:
    """Yield the table, a scenario a line."""
    yield "| | " + " | ".join((*CALLS, *COLUMNS)) + " |"
    yield "|---|" + "--:|" * len((*CALLS, *COLUMNS))
    for name, one in found.items():
        counts = [one.calls[call] for call in CALLS]
        counts += [one.faults, one.harmless, one.said.total(), one.killed, one.lost, one.twice, one.different]
        yield f"| {name} | " + " | ".join(map(str, [*counts, len(one.wrong)])) + " |"


def main() -> None:
    """Inject faults, print the table and leave with an error if anything is wrong."""
    from tests.support.fault_scenarios import SCENARIOS

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", choices=[one.name for one in SCENARIOS], help="this scenario")
    parser.add_argument("--from", dest="first", type=int, default=0, help="leave out so many faults at the beginning")
    parser.add_argument("--every", type=int, help="try one in so many faults; an odd number takes all kinds in turn")
    arguments = parser.parse_args()
    for number in (signal.SIGINT, signal.SIGTERM):  # which a shell has its background jobs ignore
        signal.signal(number, signal.default_int_handler)
    begin_s, found = time.monotonic(), {}
    for scenario in SCENARIOS:
        if not arguments.only or scenario.name in arguments.only:
            which = slice(arguments.first, None, arguments.every or scenario.every)
            found[scenario.name] = inject(scenario, which, Show())
            if found[scenario.name].stopped:
                break
    print("\n".join(lines(found)))
    print(f"\n{time.monotonic() - begin_s:.0f} s")
    for name, one in found.items():
        print(*(f"{name}, {count} times: {sentence}" for sentence, count in one.said.most_common()), sep="\n")
    sys.exit(1 if any(one.bad for one in found.values()) else 0)


class Show:
    """Tells how far it is, now and then."""

    def __init__(self) -> None:
        self._next_s = 0.0

    def __call__(self, line: str, wrong: list[str]) -> None:
        """Print a line unless the last one is fresh, and what is wrong at once."""
        for word in wrong:
            print(word, file=sys.stderr, flush=True)
        if time.monotonic() > self._next_s:
            self._next_s = time.monotonic() + 10
            print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    if not is_loaded():
        start_again_loaded()
    try:
        main()
    finally:
        shutil.rmtree(Path(os.environ["FAULTS"]).parent)
