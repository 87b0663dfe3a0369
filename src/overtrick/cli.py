"""The command line: each command parses, calls the library and prints."""

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from overtrick import __version__
from overtrick.mistake import Mistake

if TYPE_CHECKING:
    from overtrick.bots.bot import Bot
    from overtrick.match import Match


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def cli() -> None:
    """An arena where card-playing programs, and people, compete."""


def main() -> None:
    """Run a command; a mistake gets one sentence and exit code 2."""
    try:
        cli()
    except Mistake as mistake:
        click.echo(f"overtrick: {mistake}", err=True)
        sys.exit(2)


def option_flag(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--option name=value`` to a command."""
    return click.option(
        "--option", "-o", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; repeat for more."
    )(command)


def seed_flag(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--seed HEX`` to a command."""
    return click.option(
        "--seed", metavar="HEX", help="1 to 64 hexadecimal digits; the same seed deals the same cards."
    )(command)


def read_options(given: Sequence[str]) -> dict[str, object]:
    """Return the options of ``name=value`` words."""
    options: dict[str, object] = {}
    for word in given:
        name, equals, value = word.partition("=")
        if not equals:
            raise Mistake(f"option {word!r} has no value; write it as name=value")
        if name in options:
            raise Mistake(f"option {name!r} is given twice")
        options[name] = value
    return options


def set_up(
    game: str, players: Sequence[str], options: Sequence[str], seed: str | None, *, trust: bool = False
) -> "tuple[Match, list[Bot]]":
    """Return a match and its bots, each with luck of its own."""
    from overtrick import luck
    from overtrick.bots.find import find
    from overtrick.match import new_match

    secret = luck.new_seed() if seed is None else luck.read_seed(seed)
    match = new_match(game, players, read_options(options), secret)
    seeds = [luck.derive(secret, f"bot/{seat}") for seat in range(match.seats)]
    return match, [find(name, game, own, trust=trust) for name, own in zip(players, seeds, strict=True)]


def table_of(game: str, player: str, seats: int | None) -> list[str]:
    """Return a table with the same player in every seat."""
    from overtrick.games import find_game
    from overtrick.games.contract import usual_seats

    return [player] * (usual_seats(find_game(game)) if seats is None else seats)


@cli.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def games(as_json: bool) -> None:
    """List the games and their options."""
    from overtrick.terminal.games import games_json, games_table

    if as_json:
        click.echo(json.dumps(games_json(), indent=2))
    else:
        games_table()


@cli.command()
@click.argument("game")
def rules(game: str) -> None:
    """Print the rules of GAME."""
    from overtrick.games.rules import rules_text

    click.echo(rules_text(game))


@cli.command()
@click.argument("game")
@click.option("--seats", type=int, help="How many seats the table has.")
@seed_flag
@option_flag
@click.option("--play", "player", metavar="BOT", help="Let BOT (random or first) play in every seat, to the end.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON that explains itself.")
def deal(
    game: str, seats: int | None, seed: str | None, options: tuple[str, ...], player: str | None, as_json: bool
) -> None:
    """Deal the cards of GAME, and play them out if wished."""
    from overtrick.games import GAMES
    from overtrick.games.rules import rules_text
    from overtrick.match import dealt, play, start_deal, to_json
    from overtrick.terminal.transcript import opening_lines, transcript

    match, bots = set_up(game, table_of(game, player or "first", seats), options, seed)
    record = dealt(match) if player is None else play(match, bots)
    if as_json:
        click.echo(json.dumps({"rules": rules_text(game), **to_json(record)}, indent=2))
        return
    for line in opening_lines(GAMES[game], start_deal(match, [])[0], 1) if player is None else transcript(record):
        click.echo(line)


@cli.command()
@click.argument("game")
@click.argument("players", nargs=-1, required=True, metavar="BOT...")
@seed_flag
@option_flag
@click.option("--trust", is_flag=True, help="Run Python files inside this program; they can do all that you can.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the record to this file.")
def match(
    game: str, players: tuple[str, ...], seed: str | None, options: tuple[str, ...], trust: bool, out: Path | None
) -> None:
    """Play one match of GAME between bots, one for each seat."""
    from overtrick.match import play, to_json
    from overtrick.terminal.transcript import standings

    what, bots = set_up(game, players, options, seed, trust=trust)
    record = play(what, bots)
    if out is not None:
        out.write_text(json.dumps(to_json(record)) + "\n")
    click.echo(standings(record))


@cli.command()
@click.argument("game")
@click.option("--seats", type=int, help="How many seats the table has.")
@click.option("--seat", default=0, show_default=True, help="Where you sit.")
@click.option("--against", default="random", show_default=True, metavar="BOT", help="Who sits in the other seats.")
@seed_flag
@option_flag
def play(game: str, seats: int | None, seat: int, against: str, seed: str | None, options: tuple[str, ...]) -> None:
    """Sit down at a table of GAME in this terminal."""
    from dataclasses import replace

    from overtrick.match import play as play_match
    from overtrick.terminal.person import person
    from overtrick.terminal.transcript import standings

    players = table_of(game, against, seats)
    if not 0 <= seat < len(players):
        raise Mistake(f"seat is {seat}; allowed: 0 to {len(players) - 1}")
    what, bots = set_up(game, players, options, seed)
    players[seat] = "you"
    bots[seat] = person(lambda prompt: str(click.prompt(prompt)), click.echo)
    click.echo(f"You sit in seat {seat}; {against} plays the others. Ctrl-C leaves the table.")
    record = play_match(
        replace(what, players=tuple(players)),
        bots,
        lambda done: click.echo(f"\nscores      {'  '.join(map(str, done.scores))}"),
    )
    click.echo("\n" + standings(record))
