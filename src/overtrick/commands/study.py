"""The commands about perfect play: each parses, calls the library and prints."""

import json
from pathlib import Path

import click

from overtrick.commands.flags import option_flag, read_options
from overtrick.commands.tournament import json_flag, records_of
from overtrick.core.mistake import Mistake
from overtrick.core.printable import printable


def need_packages() -> None:
    """Raise Mistake if what perfect play is computed with is not installed."""
    from importlib.util import find_spec

    if find_spec("numba") is None:
        raise Mistake("the exact table needs some more packages; pip install 'overtrick[search]' brings them")


def need_table() -> None:
    """Say so if the exact table must be computed first, which takes a while if nothing is compiled yet."""
    need_packages()
    from overtrick.players.duel.table import read_table

    if read_table() is None:
        click.echo("computing the exact table of the duel once; compiling takes some seconds", err=True)


@click.command()
@click.argument("game", metavar="duel")
@option_flag
@json_flag
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Draw a picture into this file.")
def study(game: str, options: tuple[str, ...], as_json: bool, svg: Path | None) -> None:
    """Tell what perfect play makes of all deals of the duel."""
    need_table()
    from overtrick.games import find_game
    from overtrick.games.contract import settled
    from overtrick.players.duel.picture import picture
    from overtrick.players.duel.study import study as made
    from overtrick.players.duel.table import check_served
    from overtrick.terminal.replay.study import study_lines

    if find_game(game).NAME != "duel":
        raise Mistake(f"{game} is not solved; allowed: duel")
    agreed = settled(find_game(game), 2, read_options(options))
    check_served(agreed)
    found = made(int(str(agreed["ranks"])))
    if as_json:
        click.echo(json.dumps(found.data(), indent=2))
    else:
        for line in study_lines(found):
            click.echo(line)
    if svg is not None:
        try:
            svg.write_text(picture(found), encoding="utf-8")
        except OSError as error:
            raise Mistake(f"{svg} cannot be written: {error.strerror}") from None
        click.echo(f"wrote {svg}", err=as_json)


@click.command()
@click.argument("where", metavar="FILE|STORE")
@click.argument("key", required=False)
@click.option("--match", "which", type=int, metavar="M", help="Only this match of the file, play by play.")
@json_flag
def regret(where: str, key: str | None, which: int | None, as_json: bool) -> None:
    """Tell how many tricks each play of a recorded duel gave away: in FILE, or in the match of STORE named by KEY."""
    need_table()
    from overtrick.players.duel.regret import regret as judged
    from overtrick.players.duel.regret import totals
    from overtrick.terminal.replay.study import regret_lines, total_lines

    records = records_of(where, key)
    if which is not None and not 1 <= which <= len(records):
        raise Mistake(f"match is {which}; allowed: 1 to {len(records)}")
    chosen = records if which is None else [records[which - 1]]
    if as_json:
        matches = [judged(record).data() for record in chosen]
        told = {"matches": matches, "players": [total.data() for total in totals(chosen)]}
        click.echo(json.dumps(told, indent=2))
        return
    if len(chosen) == 1:
        lines = list(regret_lines(judged(chosen[0])))
    else:
        lines = [*total_lines(totals(chosen)), "", "--match M tells of one match, play by play"]
    for line in lines:
        click.echo(printable(line))


COMMANDS = (study, regret)
