"""The command that trains our players: it parses, calls the library and prints.

A game whose players can be trained brings the part ``training``, a module with

    MATCHES                                 how many what we ship was trained on
    task(seats, options)                    what shall be trained for such tables, or Mistake
    train(task, matches, seed, progress)    networks or weights from nothing, by play
    write(model, path)                      keeps them in a file
    measured(task, model, blocks, seed)     a line that says how strong they are
"""

from pathlib import Path

import click

from overtrick.commands.flags import option_flag, read_options, seed_flag
from overtrick.core.mistake import Mistake

SEED = "1"  # of what we ship
BLOCKS = 250


@click.command()
@click.argument("game")
@click.option("--seats", type=int, help="For how many seats, where that matters; 4 if not given.")
@click.option("--matches", type=int, help="Learn from so many; as what we ship did, if not given.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write what was learnt to this file.")
@click.option("--blocks", type=click.IntRange(2), default=BLOCKS, show_default=True, help="Blocks to measure it in.")
@option_flag
@seed_flag
def train(
    game: str,
    seats: int | None,
    matches: int | None,
    out: Path | None,
    blocks: int,
    options: tuple[str, ...],
    seed: str | None,
) -> None:
    """Train a player of GAME from nothing, by play, and measure it."""
    from importlib.util import find_spec

    from overtrick.core import luck
    from overtrick.games import find_game
    from overtrick.games.face import face_of, games_with

    if game not in games_with("training"):
        allowed = ", ".join(games_with("training")) or "no game"
        raise Mistake(f"there is nothing to train for {game[:40]!r}; allowed: {allowed}")
    if find_spec("numba") is None:
        raise Mistake("training needs some more packages; pip install 'overtrick[search]' brings them")
    from overtrick.terminal.live import live_line

    training = face_of(find_game(game)).part("training")
    task, matches = training.task(seats, read_options(options)), training.MATCHES if matches is None else matches
    if out is not None:
        check_writable(out)  # now, not when minutes of training would be lost
    secret = luck.read_seed(seed or SEED)
    click.echo(f"learning from {matches} matches (compiling once, if that was not done yet)", err=True)
    with live_line(matches) as show:
        model = training.train(task, matches, secret, lambda played: show("", played))
    if out is not None:
        training.write(model, out)
        click.echo(f"wrote {out}")
    click.echo(training.measured(task, model, blocks, luck.derive(secret, "measure")))


def check_writable(path: Path) -> None:
    """Raise Mistake if a file cannot be written; it is made if it is not there."""
    try:
        path.open("ab").close()
    except OSError as error:
        raise Mistake(f"{path} cannot be written: {error.strerror}") from None


COMMANDS = (train,)
