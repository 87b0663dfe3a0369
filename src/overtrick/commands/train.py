"""The command that trains our networks: it parses, calls the library and prints.

A game whose networks can be trained brings the part ``training``, a module with

    train(seats, matches, seed, progress)   networks from nothing, by play
    write(model, path)                      keeps them in a file
    measured(seats, model, blocks, seed)    a line that says how strong they are
"""

from pathlib import Path

import click

from overtrick.commands.flags import seed_flag
from overtrick.core.mistake import Mistake

MATCHES = 24_000
SEED = "1"  # of the networks that we ship
BLOCKS = 250


@click.command()
@click.argument("game")
@click.option("--seats", type=int, default=4, show_default=True, help="For how many seats.")
@click.option("--matches", type=click.IntRange(50), default=MATCHES, show_default=True, help="Learn from so many.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the networks to this file.")
@click.option("--blocks", type=click.IntRange(2), default=BLOCKS, show_default=True, help="Blocks to measure them in.")
@seed_flag
def train(game: str, seats: int, matches: int, out: Path | None, blocks: int, seed: str | None) -> None:
    """Train the networks of GAME from nothing, by play against themselves, and measure them."""
    from importlib.util import find_spec

    from overtrick.core import luck
    from overtrick.games import find_game
    from overtrick.games.contract import check_seats
    from overtrick.games.face import face_of, games_with

    if game not in games_with("training"):
        allowed = ", ".join(games_with("training")) or "no game"
        raise Mistake(f"there is nothing to train for {game[:40]!r}; allowed: {allowed}")
    if find_spec("numba") is None:
        raise Mistake("training needs some more packages; pip install 'overtrick[search]' brings them")
    from rich.progress import Progress, TimeElapsedColumn, TimeRemainingColumn

    training = face_of(find_game(game)).part("training")
    check_seats(find_game(game), seats)
    if out is not None:
        check_writable(out)  # now, not when minutes of training would be lost
    secret = luck.read_seed(seed or SEED)
    click.echo(f"training for {seats} seats on {matches} matches (compiling once, if that was not done yet)", err=True)
    columns = (*Progress.get_default_columns()[:3], TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns) as bar:
        task = bar.add_task("learning", total=matches)
        model = training.train(seats, matches, secret, lambda played: bar.advance(task, played))
    if out is not None:
        training.write(model, out)
        click.echo(f"wrote {out}")
    click.echo(training.measured(seats, model, blocks, luck.derive(secret, "measure")))


def check_writable(path: Path) -> None:
    """Raise Mistake if a file cannot be written; it is made if it is not there."""
    try:
        path.open("ab").close()
    except OSError as error:
        raise Mistake(f"{path} cannot be written: {error.strerror}") from None


COMMANDS = (train,)
