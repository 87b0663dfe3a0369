"""The command of leagues."""

import json
import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from overtrick.commands.flags import json_flag, workers_flag
from overtrick.commands.tournaments.running import echo_all, resumable, tell_failures
from overtrick.commands.tournaments.stores import need_packages, store_at
from overtrick.core.printable import printable

if TYPE_CHECKING:
    from overtrick.league.edit import Edit
    from overtrick.league.stated import Contender
    from overtrick.tournament.run import Contest
    from overtrick.tournament.workers.here import Outcome


class Told:
    """Tells in lines how a league goes; quiet if JSON is printed in the end."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet

    def _say(self, line: str) -> None:
        if not self._quiet:
            click.echo(printable(line), err=True)

    def editing(self, contender: "Contender", generation: int) -> None:
        """Tell that a command begins as soon as its records are reviewed."""
        most = f"then its command has up to {contender.allowed.time_s} s"
        self._say(f"generation {generation}: {contender.name}'s matches are looked at, {most}")

    def lending(self, contender: "Contender", generation: int) -> None:
        """Ask whoever sits at the terminal to begin; the time does not run before that."""
        from overtrick.league.rooms.screen import ask

        command = printable(shlex.join(contender.command))
        ask(
            f"generation {generation}: {contender.name}'s command gets this terminal for up to "
            f"{contender.allowed.time_s} s: {command}\n"
            "press Enter to begin it, or Ctrl-C to stop the league, which can go on later "
        )

    def edited(self, contender: "Contender", edit: "Edit") -> None:
        """Tell what became of an edit."""
        took = f" after {edit.seconds:.1f} s ({edit.ended})" if edit.ended else ""
        self._say(f"generation {edit.generation}: {contender.name}{took}: {edit.sentence.splitlines()[0]}")

    @contextmanager
    def playing(self, contest: "Contest") -> "Iterator[Callable[[Outcome], None]]":
        """Tell what is played, and how far it is."""
        from overtrick.terminal.tournament.run_board import plan_lines, run_board

        for line in plan_lines(contest):
            self._say(line)
        with run_board(contest, quiet=self._quiet) as watch:
            yield watch


@click.command()
@click.argument("path", type=click.Path(path_type=Path), metavar="FILE.toml")
@click.option(
    "--into",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where everything is kept; beside FILE if not given.",
)
@workers_flag
@click.option("--trust", is_flag=True, help="Run commands without a room, with all your rights.")
@click.option(
    "--no-terminal", is_flag=True, help="Ask nobody: where a command takes a terminal, the version before plays."
)
@json_flag
def league(path: Path, folder: Path | None, workers: int | None, trust: bool, no_terminal: bool, as_json: bool) -> None:
    """Let entrants improve from generation to generation, as FILE.toml describes, or go on with it."""
    need_packages()
    from overtrick.league.export import results_json
    from overtrick.league.rooms.rooms import Rooms
    from overtrick.league.run import Ground, Place, run_league
    from overtrick.league.stated import read_league
    from overtrick.terminal.tournament.league import league_lines
    from overtrick.tournament.workers.here import Workers

    stated = read_league(path)
    place = Place(path.with_suffix(".league") if folder is None else folder)
    place.folder.mkdir(parents=True, exist_ok=True)
    playing = Workers({}, workers or stated.workers)
    try:
        with resumable(), Rooms(stated.abreast, trust=trust) as rooms, store_at(str(place.store), create=True) as store:
            results, failed = run_league(
                stated, Ground(place, store, rooms, playing, not no_terminal), Told(quiet=as_json)
            )
            if as_json:
                click.echo(json.dumps(results_json(results), indent=2))
            else:
                echo_all(league_lines(results))
                echo_all([f"wrote {place.results} and {place.page}"])
    finally:
        playing.close()
    tell_failures(failed)


COMMANDS = (league,)
