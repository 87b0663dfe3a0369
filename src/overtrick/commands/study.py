"""The commands that look into positions: what perfect play makes of all deals, and puzzles.

A game that is solved brings the part ``regret`` (see overtrick.match.regret), and for ``study`` a part of that name:
a module with ``study(options)``, whose result has ``data()``, and with ``lines`` and ``picture`` of such a result.
"""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from overtrick.commands.flags import json_flag, option_flag, read_options, seed_flag, workers_flag
from overtrick.core.intervals import PLUS_MINUS
from overtrick.core.mistake import Mistake

if TYPE_CHECKING:
    from overtrick.puzzles.puzzle import Puzzle


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
@click.argument("game")
@click.option("--count", "wanted", type=click.IntRange(1, 1_000_000), default=20, show_default=True, help="How many.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write them here, each as soon as it is found; a file that is there is gone on with.",
)
@workers_flag
@seed_flag
@json_flag
def puzzles(game: str, wanted: int, out: Path | None, workers: int | None, seed: str | None, as_json: bool) -> None:
    """Make puzzles of GAME: positions in which one action is clearly best, also at a hundred times the budget.

    Our players play deals by the seed, equally many puzzles come from each kind, and the same seed makes the same
    puzzles on any number of cores. With --json each is printed as a line of JSON, as --out writes it.
    """
    from importlib.util import find_spec

    from overtrick.core.luck import read_seed, seed_text
    from overtrick.puzzles.file import SHIPPED_SEED, Going, make
    from overtrick.puzzles.puzzle import kinds_of
    from overtrick.terminal.live import live_line
    from overtrick.tournament.workers.here import cores

    kinds_of(game)
    if find_spec("numba") is None:
        raise Mistake("making puzzles needs some more packages; pip install 'overtrick[search]' brings them")
    agreed = seed_text(read_seed(seed or SHIPPED_SEED))
    going = Going(out, game, agreed) if out else None
    there = going.there if going else []
    if there:
        click.echo(f"{out} has {len(there)} puzzles already", err=True)
    with live_line(wanted, unit="puzzles", quiet=as_json and going is None) as show:
        show("", min(len(there), wanted))
        doubtful: list[str] = []  # puzzles whose lead has an interval

        def found(puzzle: "Puzzle") -> None:
            doubtful.extend([puzzle.id] * (puzzle.half > 0))
            if going is not None:
                going.add(puzzle)
            if as_json:
                click.echo(puzzle.line())
            elif going is None:
                click.echo(told(puzzle))
            show(puzzle.id)

        make(game, wanted, agreed, workers or len(cores()), there, found)
    if going is not None and not as_json:
        click.echo(f"wrote {out}")
    elif doubtful and not as_json:
        click.echo(PLUS_MINUS)


def told(puzzle: "Puzzle") -> str:
    """Return a puzzle in a line."""
    from overtrick.puzzles.puzzle import words_of

    doubt = f" ± {puzzle.half:.1f}" if puzzle.half else ""
    ahead = f"by {puzzle.margin:.1f}{doubt} {words_of(puzzle.game).UNIT}"
    return f"{puzzle.id}  rating {puzzle.rating}  {puzzle.theme}: {puzzle.answer}, {ahead}"


COMMANDS = (study, puzzles)
