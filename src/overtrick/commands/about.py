"""The commands about the arena itself: the laws that its games keep, and its manual."""

import json
from pathlib import Path

import click

from overtrick.commands.flags import command_line, json_flag, seed_flag
from overtrick.core.mistake import Mistake


@click.command()
@click.argument("game")
@click.option(
    "--matches", type=click.IntRange(1), default=5, show_default=True, help="Matches for each number of seats."
)
@seed_flag
@json_flag
def laws(game: str, matches: int, seed: str | None, as_json: bool) -> None:
    """Try by random play whether GAME, perhaps your own (--game-file), keeps the laws that every game must keep."""
    from overtrick.core import luck
    from overtrick.games import find_game
    from overtrick.match.laws import LAWS, Tried, check_all

    secret = luck.read_seed(seed) if seed else luck.new_seed()
    tables, total = [], Tried()
    for seats, options, tried in check_all(find_game(game), matches, secret):
        chosen = "".join(f", {name}={value}" for name, value in options.items())
        total += tried
        tables.append({"seats": seats, "options": dict(options), "positions": tried.positions, "pairs": tried.pairs})
        if not as_json:
            click.echo(f"ok  {seats} seats{chosen}: {tried.positions} positions, {tried.pairs} pairs")
    if as_json:
        found = {"game": game, "seed": secret.hex(), "laws": len(LAWS) + 1, "tables": tables}
        click.echo(json.dumps({**found, "luck_tried": not total.unknown}, indent=2))
        return
    all_of_them = f"all {len(LAWS) + 1} laws in every position and every pair of positions"
    kept = f"{len(LAWS)} laws in every position" if total.unknown else all_of_them
    click.echo(f"{game} keeps {kept} (--seed {luck.seed_text(secret)} repeats this)")
    if total.unknown:
        click.echo(
            f"the last one, that nothing leaks, was not tried with other luck: {game} does not tell what a seat has"
        )
        click.echo("of its own, neither by `hands` of its state nor by `holds(row, seat)`")


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
def manual(folder: Path) -> None:
    """Write the manual as HTML files into DIR; nothing is fetched from elsewhere."""
    from importlib.util import find_spec

    if find_spec("jinja2") is None:
        raise Mistake("the manual needs some more packages; pip install 'overtrick[web]' brings them")
    from overtrick.manual.build import build

    broken = build(folder, command_line())
    click.echo(f"wrote {sum(1 for _ in folder.rglob('*.html'))} pages; begin with {folder / 'index.html'}")
    if broken:
        raise Mistake(f"{len(broken)} links lead nowhere: {'; '.join(broken)[:2000]}")


COMMANDS = (laws, manual)
