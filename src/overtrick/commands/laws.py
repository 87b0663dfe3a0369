"""The command that tries the laws of a game: it parses, calls the library and prints."""

import click

from overtrick.commands.flags import seed_flag


@click.command()
@click.argument("game")
@click.option(
    "--matches", type=click.IntRange(1), default=5, show_default=True, help="Matches for each number of seats."
)
@seed_flag
def laws(game: str, matches: int, seed: str | None) -> None:
    """Try by random play whether GAME, perhaps your own (--game-file), keeps the laws that every game must keep."""
    from overtrick.core import luck
    from overtrick.games import find_game
    from overtrick.match.laws import LAWS, check_all

    secret = luck.read_seed(seed) if seed else luck.new_seed()
    for seats, options, tried in check_all(find_game(game), matches, secret):
        chosen = "".join(f", {name}={value}" for name, value in options.items())
        click.echo(f"ok  {seats} seats{chosen}: {tried.positions} positions, {tried.pairs} pairs")
    laws = f"all {len(LAWS) + 1} laws in every position and every pair of positions"
    click.echo(f"{game} keeps {laws} (--seed {luck.seed_text(secret)} repeats this)")


COMMANDS = (laws,)
