"""What `make run` shows: bots in Python and C against our players, behind the fence; then all games at full speed."""

import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import overtrick
from overtrick import luck
from overtrick.block import block
from overtrick.bots.bot import Bot
from overtrick.bots.fence import probe
from overtrick.bots.find import Player, find
from overtrick.games import GAMES
from overtrick.match import play_until_it_counts
from overtrick.record import new_match, replay
from overtrick.search.simulate import simulate
from overtrick.terminal.live import live_line
from overtrick.terminal.scoreboard import Scoreboard
from overtrick.terminal.transcript import transcript

STARTERS = Path(overtrick.__file__).parent / "starters"
TABLES: list[tuple[str, list[str], dict[str, object], int]] = [
    ("wizard", ["wizard_python", "wizard_c", "wizard:classic", "wizard:random"], {"series": [1, 3, 5]}, 10),
    ("duel", ["duel_c", "duel:greedy"], {}, 20),
    ("figgie", ["figgie_python", "figgie_c", "figgie:starter", "figgie:random"], {}, 10),
]
MATCHES = {"wizard": 100_000, "duel": 2_000_000, "figgie": 200_000}
LONG = 30  # transcripts longer than this are shown with their middle left out


def show_matches(console: Console) -> None:
    """Play some blocks of each game between starters and our players; print one match and the scores."""
    console.print(f"Programs of others run behind a fence of level {probe()}.", highlight=False)
    for game, names, options, blocks in TABLES:
        console.rule(f"{game}: {GAMES[game].SUMMARY}")
        paths = {name: name if ":" in name else str(STARTERS / name) for name in names}
        make = seats_of({name: find(path, game) for name, path in paths.items()})
        match = new_match(game, names, options, luck.new_seed())
        board = Scoreboard(names)
        with live_line(blocks * len(names)) as show:
            for number in range(blocks):
                records = [play_until_it_counts(rotation, make) for rotation in block(match, number)]
                for record in records:
                    replay(record)
                    show("")
                board.add(records)
        console.print(shortened(list(transcript(records[0]))), highlight=False, soft_wrap=True)
        console.print("\n".join(["", *board.table()]), highlight=False)


def seats_of(found: dict[str, Player]) -> Callable[[str], Bot]:
    """Return what makes a fresh bot of a name."""
    return lambda name: found[name]()


def shortened(lines: list[str]) -> str:
    """Return a text whose middle is left out if it is long."""
    if len(lines) > LONG:
        lines[LONG // 2 : -LONG // 2] = [f"  … {len(lines) - LONG} more lines …"]
    return "\n".join(lines)


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
    show_matches(console)
    show_speed(console)
    console.print("Now yours: .venv/bin/overtrick play wizard     (and .venv/bin/overtrick --help)", highlight=False)


if __name__ == "__main__":
    main()
