"""What `make run` shows: a few deals of each game, played by random seats, then all three games at full speed."""

import time

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from overtrick import luck
from overtrick.bots.find import find
from overtrick.games import GAMES
from overtrick.match import new_match, play, replay
from overtrick.search.simulate import simulate
from overtrick.terminal.transcript import transcript

DEALS: list[tuple[str, int, dict[str, object]]] = [
    ("wizard", 4, {"series": [1, 3, 5]}),
    ("duel", 2, {}),
    ("figgie", 4, {}),
]
MATCHES = {"wizard": 100_000, "duel": 2_000_000, "figgie": 200_000}
LONG = 40  # transcripts longer than this are shown with their middle left out


def show_deals(console: Console) -> None:
    """Play a few deals of each game and print them."""
    for game, seats, options in DEALS:
        match = new_match(game, ["random"] * seats, options, luck.new_seed())
        record = play(match, [find("random", game, luck.derive(match.seed, f"bot/{seat}")) for seat in range(seats)])
        replay(record)
        console.rule(f"{game}: {GAMES[game].SUMMARY}")
        lines = list(transcript(record))
        if len(lines) > LONG:
            lines[LONG // 2 : -LONG // 2] = [f"  … {len(lines) - LONG} more lines …"]
        console.print("\n".join(lines), highlight=False)


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
    show_deals(console)
    show_speed(console)
    console.print("Now yours: .venv/bin/overtrick play wizard     (and .venv/bin/overtrick --help)", highlight=False)


if __name__ == "__main__":
    main()
