"""The command that trains our networks: it parses, calls the library and prints."""

from pathlib import Path

import click

from overtrick.commands.flags import seed_flag
from overtrick.core.mistake import Mistake

GAMES = 24_000
SEED = "1"  # of the networks that we ship
BLOCKS = 250


@click.command()
@click.argument("game")
@click.option("--seats", type=int, default=4, show_default=True, help="For how many seats.")
@click.option("--games", type=click.IntRange(50), default=GAMES, show_default=True, help="Matches to learn from.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the networks to this file.")
@click.option("--blocks", type=click.IntRange(2), default=BLOCKS, show_default=True, help="Blocks to measure them in.")
@seed_flag
def train(game: str, seats: int, games: int, out: Path | None, blocks: int, seed: str | None) -> None:
    """Train the networks of GAME (wizard) from nothing, by play against themselves, and measure them."""
    if game != "wizard":
        raise Mistake(f"there is nothing to train for {game[:40]!r}; allowed: wizard")
    from importlib.util import find_spec

    if find_spec("numba") is None:
        raise Mistake("training needs some more packages; pip install 'overtrick[search]' brings them")
    from rich.progress import Progress, TimeElapsedColumn, TimeRemainingColumn

    from overtrick.core import luck
    from overtrick.games.contract import check_seats
    from overtrick.games.wizard import rulebook as wizard
    from overtrick.players.wizard.net.models import write
    from overtrick.players.wizard.training.train import own_field
    from overtrick.players.wizard.training.train import train as trained

    check_seats(wizard, seats)
    if out is not None:
        check_writable(out)  # now, not when minutes of training would be lost
    secret = luck.read_seed(seed or SEED)
    click.echo(f"training for {seats} seats on {games} matches (compiling once, if that was not done yet)", err=True)
    columns = (*Progress.get_default_columns()[:3], TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns) as bar:
        task = bar.add_task("learning", total=games)
        model = trained(seats, games, secret, lambda played: bar.advance(task, played))
    if out is not None:
        write(model, out)
        click.echo(f"wrote {out}")
    strength = own_field(seats, model, blocks, luck.derive(secret, "measure"))
    click.echo(
        f"in its own field: {strength.points:.0f} points a match (± {1.96 * strength.error:.0f}), "
        f"{strength.exact:.1%} of bids exact, over {blocks} blocks"
    )


def check_writable(path: Path) -> None:
    """Raise Mistake if a file cannot be written; it is made if it is not there."""
    try:
        path.open("ab").close()
    except OSError as error:
        raise Mistake(f"{path} cannot be written: {error.strerror}") from None


COMMANDS = (train,)
