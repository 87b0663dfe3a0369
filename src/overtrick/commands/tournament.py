"""The commands about tournaments: each parses, calls the library and prints."""

import json
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, TextIO

import click

from overtrick.arena.bundles.format import is_bundle
from overtrick.commands.flags import limits_flag, machines_flag, option_flag, read_options, seed_flag
from overtrick.commands.site import is_site, print_site_standings, site_rows, site_standings
from overtrick.core.mistake import Mistake
from overtrick.core.printable import printable
from overtrick.core.private import open_private

if TYPE_CHECKING:
    from overtrick.bots.find import Player
    from overtrick.match.record import Record
    from overtrick.tournament.records.store import Store
    from overtrick.tournament.report.export import Cell
    from overtrick.tournament.run import Contest
    from overtrick.tournament.stated.tournament import Tournament
    from overtrick.tournament.workers.here import Playing

json_flag = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
csv_flag = click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
store_argument = click.argument("store", metavar="STORE")
name_flag = click.option("--tournament", "name", metavar="NAME", help="Which one, if the store has several.")
out_flag = click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file.")
workers_flag = click.option("--workers", type=click.IntRange(1), help="Processes; one for each core if nobody says.")


MOST_SHOWN = 500  # matches of a bundle that are read without a key


def need_packages() -> None:
    """Raise Mistake if what tournaments are made of is not installed."""
    from importlib.util import find_spec

    if not all(find_spec(package) for package in ("alembic", "numpy", "scipy", "sqlalchemy")):
        raise Mistake("tournaments need some more packages; pip install 'overtrick[tournament]' brings them")


@contextmanager
def playing_on(players: "Mapping[str, Player]", workers: int | None, machines: str | None) -> "Iterator[Playing]":
    """Give what plays matches, here or on a cluster, and close it."""
    from overtrick.tournament.workers.dask_address import check_machines

    check_machines(machines, workers)
    if machines is None:
        from overtrick.tournament.workers.here import Workers

        playing: Playing = Workers(players, workers)
    else:
        from overtrick.tournament.workers.cluster import open_machines

        playing = open_machines(
            machines, players, lambda sentence: click.echo(f"overtrick: {printable(sentence)}", err=True)
        )
    try:
        yield playing
    finally:
        playing.close()


@contextmanager
def store_at(where: str, *, create: bool = False) -> "Iterator[Store]":
    """Give the store at a path or URL, or what a bundle has, and tell if an older one was copied and changed."""
    need_packages()
    if is_bundle(where):
        from overtrick.arena.bundles.opened import open_bundle

        with open_bundle(Path(where)) as bundle:
            if bundle.is_cut:
                click.echo(f"overtrick: {where} is cut off; what is in it is not all", err=True)
            yield bundle.store
        return
    from overtrick.tournament.records.store import open_store

    with open_store(where, create=create) as opened:
        if opened.backup:
            click.echo(f"the store is of an older version; a copy of it is kept in {opened.backup}", err=True)
        yield opened


@contextmanager
def stored_contest(store: str, name: str | None) -> "Iterator[Contest]":
    """Give a tournament of a store, as it was stated when it last ran."""
    with store_at(store) as opened:
        from overtrick.tournament.run import Contest

        found = opened.tournament(name)
        yield Contest(found.tournament, opened, found.registered)


def records_of(where: str, key: str | None) -> "list[Record]":
    """Return the records of a file, or the one of a store or bundle whose key begins so."""
    from overtrick.match.record_file import read_records

    if is_bundle(where):
        with store_at(where) as opened:
            if key is not None:
                return [opened.record(key)]
            if (count := opened.count()) > MOST_SHOWN:
                raise Mistake(f"{where} has {count} matches, so name one by its key; overtrick export --csv lists them")
            return list(opened.records(opened.tournament().registered))
    if key is None and is_store(where):
        raise Mistake("this is a store, so a match must be named by its key; overtrick export --csv lists them")
    if key is None:
        return read_records(Path(where), lambda note: click.echo(f"overtrick: {note}", err=True))
    if Path(where).is_file() and not is_store(where):
        raise Mistake(
            f"key is {key[:70]!r}, but {where} is no store; allowed: a key for a store, none for a file of records"
        )
    with store_at(where) as opened:
        return [opened.record(key)]


def is_store(where: str) -> bool:
    """Return whether a place is a store; a file of records is none, and neither is nothing at all."""
    if "://" in where or not Path(where).is_file():
        return "://" in where
    with Path(where).open("rb") as file:
        return file.read(16) == b"SQLite format 3\0"


@click.command()
@click.argument("path", type=click.Path(path_type=Path), metavar="FILE.toml")
@click.option(
    "--store", metavar="URL", help="Where the records go: a file, or postgresql://…; beside FILE if not given."
)
@workers_flag
@machines_flag
@click.option("--plan", "only_planned", is_flag=True, help="Only say what it would take, and what changes would do.")
@json_flag
def tournament(
    path: Path, store: str | None, workers: int | None, machines: str | None, only_planned: bool, as_json: bool
) -> None:
    """Play the tournament that FILE.toml describes, or go on with it."""
    need_packages()
    from overtrick.terminal.tournament.bracket import bracket_lines
    from overtrick.terminal.tournament.run_board import plan_lines, run_board
    from overtrick.terminal.tournament.standings import print_standings
    from overtrick.tournament.report.export import standings_rows
    from overtrick.tournament.run import find_players, open_contest, run
    from overtrick.tournament.stated.file import read_tournament

    stated = read_tournament(path)
    place = str(path.with_suffix(".db")) if store is None else store
    players = find_players(stated)
    if machines is None and workers is None:
        workers = stated.workers
    if only_planned:
        with playing_on(players, workers, machines) as playing:
            tell_cost(stated, players, playing, as_json=as_json)
        return
    with playing_on(players, workers, machines) as playing, store_at(place, create=True) as opened:
        contest = open_contest(stated, players, opened)
        if not as_json:
            echo_all(plan_lines(contest))
        with resumable(), run_board(contest, quiet=as_json) as watch:
            failed = run(contest, playing, watch)
        if as_json:
            click.echo(json.dumps(standings_rows(contest.ratings()), indent=2))
        else:
            echo_all(bracket_lines(contest))
            print_standings(contest.ratings())
            click.echo(f"overtrick report {shlex.quote(opened.place)} writes a page about it")
    tell_failures(failed)


def tell_cost(stated: "Tournament", players: "Mapping[str, Player]", playing: "Playing", *, as_json: bool) -> None:
    """Print how many matches a tournament takes and about how long, and what other statements would take."""
    from overtrick.tournament.cost import cost_of, meeting_of, others
    from overtrick.tournament.trial import measure

    meeting = meeting_of(stated)
    costs = [(one, cost_of(one)) for one in (meeting, *others(meeting))]
    pace = measure(stated, players, playing)
    if as_json:
        keys = ("format", "blocks", "budget")
        rows = [{key: getattr(one, key) for key in keys} | vars(cost) for one, cost in costs]
        click.echo(json.dumps({"matches_a_second": pace.a_second, "plans": rows}, indent=2))
        return
    first, *rest = [(one.name, f"{cost.text}, {cost.time(pace.a_second)}") for one, cost in costs]
    who = f"{len(stated.entrants)} entrants at tables of {stated.seats}"
    echo_all(
        [
            f"{stated.name}: {stated.game}, {stated.format}, {who}",
            f"{first[1]} on these workers, which played {pace.matches} trial matches at {pace.a_second:.1f} a second",
            "otherwise:",
        ]
    )
    width = max(len(name) for name, _ in rest)
    echo_all(f"  {name:<{width}}  {text}" for name, text in rest)


@contextmanager
def resumable(tell: Callable[[], None] = lambda: None, *, kept: bool = True) -> Iterator[None]:
    """On Ctrl-C say how to go on, or that nothing is kept, and tell what is known so far."""
    try:
        yield
    except KeyboardInterrupt:
        again = f"all finished matches are kept, and this goes on:\n  {shlex.join(['overtrick', *sys.argv[1:]])}"
        click.echo(f"stopped; {again if kept else 'nothing is kept, as there is no --store'}", err=True)
        tell()
        sys.exit(1)


def echo_all(lines: Iterable[str]) -> None:
    """Print lines in which a stranger's words cannot disturb the terminal."""
    for line in lines:
        click.echo(printable(line))


def tell_failures(failed: Mapping[str, str]) -> None:
    """Say which matches could not be played, and leave with an error if there are any."""
    for key, reason in list(failed.items())[:5]:
        click.echo(f"overtrick: match {key[:12]} could not be played: {printable(reason)}", err=True)
    if failed:
        click.echo(f"overtrick: {len(failed)} matches could not be played and do not count; try again", err=True)
        sys.exit(2)


@click.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("--game", metavar="GAME", help="Which game they play, if A does not say so itself.")
@click.option("--field", multiple=True, metavar="BOT", help="Who sits in the other seats; repeat for each.")
@click.option("--seats", type=int, help="How many seats the table has.")
@click.option("--margin", type=float, metavar="X", help="The smallest difference you care about, in points a match.")
@click.option("--blocks", default=5000, show_default=True, help="Give up after so many blocks.")
@seed_flag
@option_flag
@limits_flag
@workers_flag
@click.option("--store", metavar="URL", help="Keep the records here, and go on from there; else they are forgotten.")
@json_flag
def compare(
    first: str,
    second: str,
    game: str | None,
    field: tuple[str, ...],
    seats: int | None,
    margin: float | None,
    blocks: int,
    seed: str | None,
    options: tuple[str, ...],
    limits: str | None,
    workers: int | None,
    store: str | None,
    as_json: bool,
) -> None:
    """Play until it is clear whether A is better or worse than B, or as good."""
    need_packages()
    from overtrick.bots.program import game_of
    from overtrick.terminal.tournament.comparison import comparison_board, comparison_json, comparison_lines
    from overtrick.tournament.comparison import comparison
    from overtrick.tournament.run import find_players, open_contest, run

    stated = comparison(
        game or game_of(first),
        (first, second),
        field=field,
        seats=seats,
        options=read_options(options),
        blocks=blocks,
        margin=margin,
        limits=limits,
        seed=seed,
    )
    players = find_players(stated)
    with (
        TemporaryDirectory() as folder,  # not in memory: a store there is lost if Ctrl-C comes while it is written
        playing_on(players, workers, None) as playing,
        store_at(store or str(Path(folder, "comparison.db")), create=True) as opened,
    ):
        contest = open_contest(stated, players, opened)

        def tell() -> None:
            echo_all(
                json.dumps(comparison_json(contest), indent=2).split("\n") if as_json else comparison_lines(contest)
            )

        with resumable(tell, kept=store is not None), comparison_board(contest, quiet=as_json) as watch:
            failed = run(contest, playing, watch)
        tell()
    tell_failures(failed)


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
    with stored_contest(store, name) as contest:
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
    with stored_contest(store, name) as contest:
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
    with stored_contest(store, name) as contest:
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
def reveal(store: str, name: str | None) -> None:
    """Print the secret of a finished tournament in STORE, from which all its cards follow."""
    with stored_contest(store, name) as contest:
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


COMMANDS = (tournament, compare, standings, crosstable, report, export, reveal)
