"""The commands that tell what a tournament in a store came to."""

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from overtrick.commands.flags import json_flag
from overtrick.commands.site import is_site, print_site_standings, site_rows, site_standings
from overtrick.commands.tournaments.running import echo_all
from overtrick.commands.tournaments.stores import name_flag, stored_contest
from overtrick.core.mistake import Mistake
from overtrick.core.private import open_private

if TYPE_CHECKING:
    from overtrick.tournament.records.store import Store
    from overtrick.tournament.report.export import Cell
    from overtrick.tournament.run import Contest

csv_flag = click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
store_argument = click.argument("store", metavar="STORE")
out_flag = click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file.")


@click.command()
@store_argument
@name_flag
@json_flag
@csv_flag
def standings(store: str, name: str | None, as_json: bool, as_csv: bool) -> None:
    """Print the standings of a tournament in STORE, or of a round of a site by its address."""
    if is_site(store):
        board = site_standings(store)
        if as_json or as_csv:
            print_rows(site_rows(board), as_json=as_json, as_csv=as_csv)
        else:
            print_site_standings(board)
        return
    with stored_contest(store, name, ranked=True) as contest:
        from overtrick.terminal.tournament.bracket import bracket_lines
        from overtrick.terminal.tournament.standings import print_standings
        from overtrick.tournament.report.export import standings_rows

        ratings = contest.ratings()
        if as_json or as_csv:
            print_rows(standings_rows(ratings), as_json=as_json, as_csv=as_csv)
        else:
            echo_all(bracket_lines(contest))
            print_standings(ratings)


@click.command()
@store_argument
@name_flag
@json_flag
@csv_flag
def crosstable(store: str, name: str | None, as_json: bool, as_csv: bool) -> None:
    """Print how every two entrants of a tournament in STORE compare."""
    with stored_contest(store, name, ranked=True) as contest:
        from overtrick.terminal.tournament.crosstable import print_crosstable
        from overtrick.tournament.report.export import crosstable_rows

        ratings = contest.ratings()
        if as_json or as_csv:
            print_rows(crosstable_rows(ratings), as_json=as_json, as_csv=as_csv)
        else:
            print_crosstable(ratings)


def print_rows(rows: "Sequence[Mapping[str, Cell]]", *, as_json: bool, as_csv: bool) -> None:
    """Print rows as CSV or JSON."""
    from overtrick.tournament.report.export import write_csv

    if as_json and as_csv:
        raise Mistake("--json and --csv are both given; allowed: one of them")
    if as_csv:
        write_csv(rows, sys.stdout)
    else:
        click.echo(json.dumps(rows, indent=2))


@click.command()
@store_argument
@name_flag
@out_flag
@click.option("--reveal", "revealed", is_flag=True, help="Tell the secret of the cards in it, once all is played.")
def report(store: str, name: str | None, out: Path | None, revealed: bool) -> None:
    """Write a page about a tournament in STORE: one HTML file that can be mailed."""
    with stored_contest(store, name, ranked=True) as contest:
        from overtrick.tournament.report.page import report_html
        from overtrick.tournament.report.value import report_of

        path = out or Path(f"{file_name(contest.tournament.name)}.html")
        secret = contest.secret() if revealed else None
        page = report_html(report_of(contest, date.today().isoformat(), secret=secret, regrets=regrets_of(contest)))
        with output(path, contest.store) as file:
            file.write(page)
        click.echo(f"wrote {path}")


def regrets_of(contest: "Contest") -> dict[str, float]:
    """Return how many tricks of a match each entrant gave away, where the game is solved and can be looked up."""
    from importlib.util import find_spec

    from overtrick.games import GAMES
    from overtrick.games.face import face_of

    judge = face_of(GAMES[contest.tournament.game]).part("regret") if find_spec("numba") else None
    if judge is None:
        return {}
    try:
        judge.check_served(contest.tournament.options)
    except Mistake:  # a larger game, or one with hidden cards
        return {}
    records = list(contest.store.records(contest.registered, contest.stages()))
    return {total.player: total.mean for total in judge.totals(records)}


@click.command()
@store_argument
@name_flag
@csv_flag
@out_flag
def export(store: str, name: str | None, as_csv: bool, out: Path | None) -> None:
    """Print all matches of a tournament in STORE, or of a bundle: JSON lines with every action, or CSV by seats."""
    with stored_contest(store, name) as contest, output(out, contest.store, private=not as_csv) as file:
        from overtrick.match.record import to_json
        from overtrick.tournament.report.export import match_rows, write_csv

        if as_csv:
            write_csv(match_rows(contest.store.played(contest.registered, contest.stages())), file)
        else:
            for record in contest.store.records(contest.registered, contest.stages()):
                print(json.dumps(to_json(record)), file=file)


@click.command()
@store_argument
@name_flag
@json_flag
def reveal(store: str, name: str | None, as_json: bool) -> None:
    """Print the secret of a finished tournament in STORE, from which all its cards follow."""
    with stored_contest(store, name) as contest:
        if as_json:
            told = {"secret": contest.secret().hex(), "commitment": contest.registered.commitment}
            click.echo(json.dumps(told, indent=2))
            return
        click.echo(f"secret      {contest.secret().hex()}")
        click.echo(f"commitment  {contest.registered.commitment}  (SHA-256 of the secret's 32 bytes)")


def file_name(name: str) -> str:
    """Return a name that any file system takes."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.") or "report"


@contextmanager
def output(out: Path | None, store: "Store", *, private: bool = False) -> Iterator[TextIO]:
    """Give a file to write to, which must not be the store itself, or the standard output; with seeds it is private."""
    if out is None:
        yield sys.stdout
        return
    if out.exists() and Path(store.place).exists() and out.samefile(store.place):
        raise Mistake(f"{out} is the store itself; allowed: another file")
    try:
        file = open(out, "w", encoding="utf-8", opener=open_private if private else None)  # noqa: SIM115
    except OSError as error:
        raise Mistake(f"{out} cannot be written: {error.strerror}") from None
    try:
        with file:
            yield file
    except OSError as error:
        raise Mistake(f"{out} cannot be written: {error.strerror}; what is in it is not all") from None
