"""The commands for play in bulk: simulate, exploit and train.

A game whose players can be trained brings the part ``training``, a module with

    MATCHES                                 how many what we ship was trained on
    task(seats, options)                    what shall be trained for such tables, or Mistake
    train(task, matches, seed, progress)    networks or weights from nothing, by play
    write(model, path)                      keeps them in a file
    measured(task, model, blocks, seed)     a line that says how strong they are
"""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from overtrick.commands.flags import json_flag, limits_flag, option_flag, read_options, seed_flag, trust_flag, typed
from overtrick.core.mistake import Mistake
from overtrick.core.printable import printable

if TYPE_CHECKING:
    from overtrick.exploit.halls import Table

SUFFIXES = (".npz", ".csv")
BUDGET = "1m"
TRAINED_BY = "1"  # the seed of what we ship
MEASURED = 250  # blocks


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
@json_flag
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
    as_json: bool,
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
    from overtrick.compiled.simulate_output import data, lines, write
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
    if as_json:
        click.echo(json.dumps({"seed": secret.hex(), **data(result)}, indent=2))
    else:
        for line in lines(result):
            click.echo(line)
        click.echo(f"--seed {luck.seed_text(secret)} repeats them")
    if out is not None:
        write(result, out)
        click.echo(f"wrote {out}", err=as_json)


def need_packages() -> None:
    """Raise Mistake if what a search takes is not installed."""
    from importlib.util import find_spec

    if not all(find_spec(package) for package in ("cma", "numba", "scipy", "sqlalchemy")):
        raise Mistake("exploit needs some more packages; pip install 'overtrick[search,tournament]' brings them")


@click.command()
@click.argument("player")
@click.option("--budget", metavar="TIME", help=f"How long to search, such as 90s, 10m or 1h; {BUDGET} if nobody says.")
@click.option("--matches", type=click.IntRange(1), help="Play so many instead; with --seed the same comes out again.")
@click.option("--game", metavar="GAME", help="Which game, if the name of the player does not say so.")
@click.option("--seats", type=int, help="How many seats the table has.")
@option_flag
@seed_flag
@limits_flag
@trust_flag
@click.option("--workers", type=click.IntRange(1), help="Cores to use; all, if nobody says.")
@click.option("--measure", type=click.Path(path_type=Path), metavar="FILE", help="Only measure the exploiter of FILE.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Keep the exploiter, and what it gains.")
@json_flag
def exploit(
    player: str,
    budget: str | None,
    matches: int | None,
    game: str | None,
    seats: int | None,
    options: tuple[str, ...],
    seed: str | None,
    limits: str | None,
    trust: bool,
    workers: int | None,
    measure: Path | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Search a family of players for the one that wins most from a table of PLAYER, and tell how much."""
    need_packages()
    from overtrick.core import luck
    from overtrick.exploit.run import run
    from overtrick.terminal.exploit import search_line

    if budget is not None and matches is not None:
        raise Mistake(f"budget is {budget} and matches is {matches}; allowed: one of them")
    table = table_of(player, game, seats, options, limits, trust)
    if out is not None:
        check_writable(out)  # now, not when minutes of search would be lost
    secret = luck.new_seed() if seed is None else luck.read_seed(seed)
    with search_line(quiet=as_json) as tell:
        result = run(table, secret, tell, budget=budget or BUDGET, matches=matches, workers=workers, kept=measure)
    if out is not None:
        out.write_text(json.dumps(result.data(), indent=1) + "\n", encoding="utf-8")
    if as_json:
        click.echo(json.dumps(result.data(), indent=2))
    else:
        for line in result.lines():
            click.echo(printable(line))
        if out is not None:
            click.echo(f"wrote {out}, which can be seated: {typed('match', table.game, out)} ...")
        file = out or measure
        click.echo(f"to measure it again: {result.again(str(file))}" if file else "--out FILE keeps it")
    if result.found.stopped:
        click.echo("stopped before the budget was used up", err=True)
        sys.exit(1)


def table_of(
    player: str, game: str | None, seats: int | None, options: tuple[str, ...], limits: str | None, trust: bool
) -> "Table":
    """Return the table of a player, or raise Mistake with a sentence."""
    from overtrick.bots.exploiters import family_of
    from overtrick.bots.fence.limits import parse_limits
    from overtrick.bots.find import find
    from overtrick.bots.program import game_of
    from overtrick.exploit.halls import Table
    from overtrick.games import find_game
    from overtrick.games.contract import check_seats, settled, usual_seats

    found = find_game(game or game_of(player))
    family_of(found.NAME)
    count = usual_seats(found) if seats is None else seats
    check_seats(found, count)
    agreed = settled(found, count, read_options(options))
    who = find(player, found.NAME, limits=None if limits is None else parse_limits(limits), trust=trust)
    return Table(found.NAME, count, agreed, who)


@click.command()
@click.argument("game")
@click.option("--seats", type=int, help="For how many seats, where that matters; 4 if not given.")
@click.option("--matches", type=int, help="Learn from so many; as what we ship did, if not given.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write what was learnt to this file.")
@click.option("--blocks", type=click.IntRange(2), default=MEASURED, show_default=True, help="Blocks to measure it in.")
@option_flag
@seed_flag
@json_flag
def train(
    game: str,
    seats: int | None,
    matches: int | None,
    out: Path | None,
    blocks: int,
    options: tuple[str, ...],
    seed: str | None,
    as_json: bool,
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
    secret = luck.read_seed(seed or TRAINED_BY)
    click.echo(f"learning from {matches} matches (compiling once, if that was not done yet)", err=True)
    with live_line(matches) as show:
        model = training.train(task, matches, secret, lambda played: show("", played))
    if out is not None:
        training.write(model, out)
    measured = training.measured(task, model, blocks, luck.derive(secret, "measure"))
    if as_json:
        click.echo(json.dumps({"out": out and str(out), "matches": matches, "measured": measured}, indent=2))
        return
    if out is not None:
        click.echo(f"wrote {out}")
    click.echo(measured)


def check_writable(path: Path) -> None:
    """Raise Mistake if a file cannot be written; it is not there afterwards if it was not before."""
    new = not path.exists()
    try:
        path.open("ab").close()
        if new:
            path.unlink()
    except OSError as error:
        raise Mistake(f"{path} cannot be written: {error.strerror}") from None


COMMANDS = (simulate, exploit, train)
