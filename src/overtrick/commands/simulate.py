"""The command for play in bulk: it parses, calls the library and prints."""

from pathlib import Path

import click

from overtrick.commands.flags import option_flag, read_options, seed_flag
from overtrick.core.mistake import Mistake

SUFFIXES = (".npz", ".csv")


@click.command()
@click.argument("game")
@click.option("--matches", type=click.IntRange(1), default=1000, show_default=True, help="How many matches to play.")
@click.option("--players", metavar="BOT,BOT...", help="Built-in players: one for all seats, or one for each.")
@click.option("--seats", type=int, help="How many seats the table has.")
@option_flag
@seed_flag
@click.option("--threads", type=click.IntRange(1), help="How many cores to use; all, if nothing is said.")
@click.option("--prices", is_flag=True, help="Keep the paths of prices too, where a game has them.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write arrays (.npz) or scores (.csv).")
def simulate(
    game: str,
    matches: int,
    players: str | None,
    seats: int | None,
    options: tuple[str, ...],
    seed: str | None,
    threads: int | None,
    prices: bool,
    out: Path | None,
) -> None:
    """Play many matches of GAME in bulk, at random or by built-in players, and tell how the seats did."""
    if out is not None and out.suffix not in SUFFIXES:
        raise Mistake(f"out is {out.name!r}; allowed: a name that ends with {' or '.join(SUFFIXES)}")
    from importlib.util import find_spec

    if find_spec("numba") is None:
        raise Mistake("play in bulk needs some more packages; pip install 'overtrick[search]' brings them")
    from rich.console import Console
    from rich.progress import Progress

    from overtrick.compiled.simulate import simulate as played
    from overtrick.compiled.simulate_output import lines, write
    from overtrick.core import luck
    from overtrick.games import find_game

    secret = luck.new_seed() if seed is None else luck.read_seed(seed)
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("playing", total=matches)
        result = played(
            find_game(game),
            matches,
            players=None if players is None else players.split(","),
            seats=seats,
            options=read_options(options),
            seed=secret,
            threads=threads,
            prices=prices,
            progress=lambda more: bar.advance(task, more),
        )
    for line in lines(result):
        click.echo(line)
    click.echo(f"--seed {luck.seed_text(secret)} repeats them")
    if out is not None:
        write(result, out)
        click.echo(f"wrote {out}")


COMMANDS = (simulate,)
