"""The commands about tournaments: each parses, calls the library and prints."""

import json
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, TextIO

import click

from overtrick.arena.bundles.format import is_bundle
from overtrick.commands.flags import (
    fail_flag,
    json_flag,
    limits_flag,
    machines_flag,
    option_flag,
    read_options,
    seed_flag,
    trust_flag,
    workers_flag,
)
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

csv_flag = click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
store_argument = click.argument("store", metavar="STORE")
name_flag = click.option("--tournament", "name", metavar="NAME", help="Which one, if the store has several.")
out_flag = click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file.")


EXPECTED = ("better", "worse", "equal", "not-worse")
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
    """Return the records of a file, a folder or a site, or the one of a store or bundle whose key begins so."""
    from overtrick.match.record_file import read_records

    if is_site(where):
        return records_at(where, key)
    if Path(where).is_dir():
        if key is not None:
            raise Mistake(
                f"key is {key[:70]!r}, but {where} is a folder; allowed: a key for a store, none for a folder"
            )
        return [record for path in files_in(Path(where)) for record in read_records(path)]
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


def files_in(folder: Path) -> list[Path]:
    """Return the files of records and the logs of a folder, in the order of their numbers, or raise Mistake."""
    found = [
        path for path in folder.iterdir() if path.suffix == ".jsonl" or re.fullmatch(r"round_\d+\.json", path.name)
    ]
    if not found:
        raise Mistake(f"{folder} is a folder without records; allowed: files .jsonl, or logs round_K.json")
    return sorted(
        found, key=lambda path: [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", path.name)]
    )


def records_at(address: str, key: str | None) -> "list[Record]":
    """Return the matches of a round on a site, or one of them, one by its page, or that of one's own submission."""
    from overtrick.client.login import site_of, visit
    from overtrick.commands.site import ask
    from overtrick.commands.verify import download
    from overtrick.match.record_file import sound_record

    if found := re.fullmatch(r"https?://[^/]+/submissions/(\d{1,9})(?:/replay)?/?", address):
        return [sound_record(ask(visit(site_of(address)), f"/submissions/{found[1]}/record"))]
    if one := key_at(address):
        return [sound_record(ask(visit(site_of(address)), f"/matches/{one}/record"))]
    check_address(address, ", or of a submission of yours")
    with TemporaryDirectory() as folder:
        download(address, {}, Path(folder, "round.jsonl"))
        return records_of(str(Path(folder, "round.jsonl")), key)


def check_address(address: str, more: str = "") -> None:
    """Raise Mistake if an address is that of no round and no match of a site."""
    if not key_at(address) and not re.fullmatch(r"https?://[^/]+/c/[^/]+/\d+/?", address):
        places = "that of a round (…/c/SLUG/N), or of a match (…/m/KEY)"
        raise Mistake(f"the address is {address[:80]!r}; allowed: {places}{more}")


def key_at(address: str) -> str:
    """Return the key of the match whose page or replay has this address; empty if it is another page."""
    found = re.fullmatch(r"https?://[^/]+/(?:m|replay)/([0-9a-fA-F]{1,64})/?(?:[?#].*)?", address)
    return found[1].lower() if found else ""


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
@fail_flag
@json_flag
def tournament(
    path: Path,
    store: str | None,
    workers: int | None,
    machines: str | None,
    only_planned: bool,
    fail_on_fault: bool,
    as_json: bool,
) -> None:
    """Play the tournament that FILE.toml describes, or go on with it."""
    need_packages()
    from overtrick.terminal.tournament.bracket import bracket_lines
    from overtrick.terminal.tournament.run_board import plan_lines, run_board
    from overtrick.terminal.tournament.standings import print_standings
    from overtrick.tournament.report.export import standings_rows
    from overtrick.tournament.run import find_players, open_contest, run
    from overtrick.tournament.stated.file import read_tournament
    from overtrick.tournament.trial import paced

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
        contest = open_contest(paced(stated, opened, players, playing), players, opened)
        if not as_json:
            echo_all(plan_lines(contest))
        with resumable(), run_board(contest, quiet=as_json) as watch:
            failed = run(contest, playing, watch)
        ratings = contest.ratings()
        if as_json:
            click.echo(json.dumps(standings_rows(ratings), indent=2))
        else:
            echo_all(bracket_lines(contest))
            print_standings(ratings)
            click.echo(f"overtrick report {shlex.quote(opened.place)} writes a page about it")
    tell_failures(failed)
    if fail_on_fault:
        end_on_faults({rating.name: rating.faults for rating in ratings.ratings})


def tell_cost(stated: "Tournament", players: "Mapping[str, Player]", playing: "Playing", *, as_json: bool) -> None:
    """Print how many matches a tournament takes and about how long, and what other statements would take."""
    from overtrick.tournament.cost import cost_of, meeting_of, others
    from overtrick.tournament.trial import measure

    pace = measure(stated, players, playing)
    meeting = meeting_of(replace(stated, pace=pace.a_second))
    costs = [(one, cost_of(one)) for one in (meeting, *others(meeting))]
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


def end_on_faults(faults: Mapping[str, int]) -> None:
    """Leave with code 1 if there was a fault, and say whose."""
    guilty = [f"{name} ({count})" for name, count in faults.items() if count]
    if guilty:
        click.echo(f"overtrick: faults of {printable(', '.join(guilty))}", err=True)
        sys.exit(1)


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
@trust_flag
@workers_flag
@click.option("--store", metavar="URL", help="Keep the records here, and go on from there; else they are forgotten.")
@click.option(
    "--expect",
    type=click.Choice(EXPECTED),
    help="End with code 1 if the verdict is another; not-worse takes equal too.",
)
@fail_flag
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
    trust: bool,
    workers: int | None,
    store: str | None,
    expect: str | None,
    fail_on_fault: bool,
    as_json: bool,
) -> None:
    """Play until it is clear whether A is better or worse than B, or as good."""
    need_packages()
    from overtrick.bots.program import game_of
    from overtrick.terminal.tournament.comparison import (
        comparison_board,
        comparison_json,
        comparison_lines,
        faults_of,
        is_expected,
    )
    from overtrick.tournament.comparison import comparison
    from overtrick.tournament.run import find_players, open_contest, run

    if trust and store:
        raise Mistake("--trust and --store are both given; allowed: one of them, as a store keeps what was fenced")
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
    players = find_players(stated, trust=trust)
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
        met, faults = expect is None or is_expected(contest, expect), faults_of(contest)
    tell_failures(failed)
    if not met:
        click.echo(f"overtrick: the verdict is not what was expected: {expect}", err=True)
        sys.exit(1)
    if fail_on_fault:
        end_on_faults({name: fault.count for name, fault in faults.items()})


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


COMMANDS = (tournament, compare, standings, crosstable, report, export, reveal)
