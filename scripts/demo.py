"""What `make demo` shows: a tournament of each game, with programs behind the fence; then all games at full speed."""

import shutil
import subprocess
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from overtrick.bots.fence.fence import probe
from overtrick.compiled.simulate import simulate
from overtrick.games import GAMES

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "build" / "demo"
MATCHES = {"wizard": 100_000, "duel": 2_000_000, "figgie": 200_000}


def overtrick(*words: object) -> None:
    """Run a command as a user would."""
    subprocess.run([sys.executable, "-m", "overtrick", *map(str, words)], check=True, cwd=ROOT)


def show_tournaments(console: Console) -> None:
    """Play the example tournaments from the beginning, and write a page about each."""
    console.print(f"Programs of others run behind a fence of level {probe()}.", highlight=False)
    shutil.rmtree(RESULTS, ignore_errors=True)
    RESULTS.mkdir(parents=True)
    for game in GAMES:
        console.rule(f"{game}: {GAMES[game].SUMMARY}")
        store = (RESULTS / f"{game}.db").relative_to(ROOT)
        overtrick("tournament", f"examples/{game}.toml", "--store", store)
        overtrick("report", store, "--out", store.with_suffix(".html"))


def show_speed(console: Console) -> None:
    """Play all games in bulk with the compiled rulebooks and print what came out."""
    console.rule("the same rulebooks, compiled")
    table = Table("game", "matches", "decisions", "million a second", "mean score by seat")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress:
        for name, matches in MATCHES.items():
            task = progress.add_task(f"{name} (the first run compiles)", total=matches)
            simulate(GAMES[name], 1)
            progress.update(task, description=name)
            begin = time.perf_counter()
            result = simulate(
                GAMES[name],
                matches,
                progress=lambda done, task=task: progress.advance(task, done),  # type: ignore[misc]
            )
            rate = result.decisions / (time.perf_counter() - begin) / 1e6
            means = "  ".join(f"{mean:+.2f}" for mean in result.scores.mean(axis=0))
            table.add_row(name, f"{matches:,}", f"{result.decisions:,}", f"{rate:.1f}", means)
    console.print(table)


def main() -> None:
    """Show everything, then say how to go on."""
    console = Console()
    try:
        show_tournaments(console)
    except subprocess.CalledProcessError as failed:
        sys.exit(failed.returncode)
    show_speed(console)
    console.print(
        "Now yours: make run, or .venv/bin/overtrick play wizard     (and .venv/bin/overtrick --help)", highlight=False
    )


if __name__ == "__main__":
    main()
