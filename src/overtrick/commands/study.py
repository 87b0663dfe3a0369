"""The commands about perfect play: each parses, calls the library and prints.

A game that is solved brings the part ``regret`` (see overtrick.match.regret), and for ``study`` a part of that name:
a module with ``study(options)``, whose result has ``data()``, and with ``lines`` and ``picture`` of such a result.
"""

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


def need_table(game: str) -> None:
    """Say so if what is known of perfect play must be computed first, which takes a while if nothing is compiled."""
    from overtrick.match.regret import judge_of

    need_packages()
    if not judge_of(game).is_ready():
        click.echo(f"computing the exact table of {game} once; compiling takes some seconds", err=True)


@click.command()
@click.argument("game")
@option_flag
@json_flag
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Draw a picture into this file.")
def study(game: str, options: tuple[str, ...], as_json: bool, svg: Path | None) -> None:
    """Tell what perfect play makes of all deals of a GAME that is solved."""
    from overtrick.games import find_game
    from overtrick.games.contract import settled, usual_seats
    from overtrick.games.face import face_of, games_with

    found = find_game(game)
    if "study" not in face_of(found).parts:
        raise Mistake(f"{game} is not solved; allowed: {', '.join(games_with('study')) or 'no game'}")
    need_table(game)
    part = face_of(found).part("study")
    told = part.study(settled(found, usual_seats(found), read_options(options)))
    if as_json:
        click.echo(json.dumps(told.data(), indent=2))
    else:
        for line in part.lines(told):
            click.echo(line)
    if svg is not None:
        try:
            svg.write_text(part.picture(told), encoding="utf-8")
        except OSError as error:
            raise Mistake(f"{svg} cannot be written: {error.strerror}") from None
        click.echo(f"wrote {svg}", err=as_json)


@click.command()
@click.argument("where", metavar="FILE|STORE")
@click.argument("key", required=False)
@click.option("--match", "which", type=int, metavar="M", help="Only this match of the file, play by play.")
@json_flag
def regret(where: str, key: str | None, which: int | None, as_json: bool) -> None:
    """Tell how many tricks each play of matches gave away, where the game is solved: in FILE, or by KEY in STORE."""
    from overtrick.match.regret import judge_of
    from overtrick.terminal.replay.regret import regret_lines, total_lines

    records = records_of(where, key)
    if which is not None and not 1 <= which <= len(records):
        raise Mistake(f"match is {which}; allowed: 1 to {len(records)}")
    chosen = records if which is None else [records[which - 1]]
    need_table(chosen[0].match.game)
    judge = judge_of(chosen[0].match.game)
    if as_json:
        matches = [judge.regret(record).data() for record in chosen]
        told = {"matches": matches, "players": [total.data() for total in judge.totals(chosen)]}
        click.echo(json.dumps(told, indent=2))
        return
    if len(chosen) == 1:
        lines = list(regret_lines(judge.regret(chosen[0])))
    else:
        lines = [*total_lines(judge.totals(chosen)), "", "--match M tells of one match, play by play"]
    for line in lines:
        click.echo(printable(line))


COMMANDS = (study, regret)
