"""The commands for people: sit down and play, watch a tournament, look at a match again."""

import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from overtrick.commands.flags import json_flag, option_flag, read_options, seed_flag, typed
from overtrick.commands.tournaments.records import records_of
from overtrick.commands.tournaments.running import echo_all
from overtrick.commands.tournaments.stores import name_flag, store_at
from overtrick.core import waiting
from overtrick.core.mistake import Mistake

if TYPE_CHECKING:
    from overtrick.match.record import Record
    from overtrick.terminal.play.table import OwnTable

where_argument = click.argument("where", metavar="FILE|DIR|STORE|ADDRESS")
key_argument = click.argument("key", required=False)
plain_flag = click.option("--plain", is_flag=True, help="Line by line, for a screen reader or a pipe.")


def ask(prompt: str, **settings: Any) -> str:
    """Return a line that a person typed; at the end of a pipe there is nobody any more, so leave."""
    if sys.stdin is None:
        raise Mistake("there is nobody to ask: the input is closed")
    try:
        return str(click.prompt(prompt, **settings))
    except click.Abort:
        if sys.stdin.isatty():
            raise  # somebody pressed Ctrl-C
        click.echo()
        return "q"


def say(line: str) -> None:
    """Print a line in which a stranger's words cannot disturb the terminal."""
    echo_all([line.expandtabs()])


def has_screen(plain: bool) -> bool:
    """Return whether to draw on the whole screen: nobody wants lines, and there is a screen to draw on."""
    from importlib.util import find_spec

    if plain or os.environ.get("TERM", "dumb") == "dumb" or sys.stdin is None:
        return False
    if not sys.stdin.isatty() or not sys.stdout.isatty():
        return False
    if find_spec("textual") is None:
        click.echo("line by line, as pip install 'overtrick[terminal]' is needed for the whole screen", err=True)
        return False
    waiting.somebody = False  # a line in the middle of the screen would help nobody
    return True


@click.command()
@click.argument("game", required=False)
@click.option("--seats", type=int, help="How many seats the table has.")
@click.option("--seat", default=0, show_default=True, help="Where you sit.")
@click.option(
    "--against",
    multiple=True,
    metavar="LEVEL|BOT",
    help="Who plays the others: novice, easy, medium (the usual), hard, expert or a bot; repeat for one in each seat.",
)
@seed_flag
@option_flag
@click.option(
    "--learn", is_flag=True, help="Show all hands, and the exact odds of what is hidden where a game has them."
)
@click.option("--pace", type=click.FloatRange(0, 10), default=0.6, show_default=True, help="Seconds an action stays.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the record here at the end.")
@click.option("--continue", "saved", type=click.Path(path_type=Path), metavar="FILE", help="Go on with a saved game.")
@plain_flag
@click.option("--web", is_flag=True, help="Play in the browser instead.")
def play(
    game: str | None,
    seats: int | None,
    seat: int,
    against: tuple[str, ...],
    seed: str | None,
    options: tuple[str, ...],
    learn: bool,
    pace: float,
    out: Path | None,
    saved: Path | None,
    plain: bool,
    web: bool,
) -> None:
    """Sit down at a table of GAME in this terminal."""
    from overtrick.core import luck
    from overtrick.games import GAMES
    from overtrick.terminal.play.saved import load
    from overtrick.terminal.play.table import continued, new_table

    if web:
        open_in_browser(game)
        return
    if saved is not None:
        table = continued(load(saved), saved)
        if game not in (None, table.game):
            raise Mistake(f"the game is {game!r}, but {saved} is one of {table.game}")
    elif game is None:
        some = next(iter(GAMES))
        raise Mistake(f"no game is named; allowed: a game, such as {some}, or --continue with a saved one")
    else:
        secret = None if seed is None else luck.read_seed(seed)
        table = new_table(game, seats, seat, against, read_options(options), secret)
    table.learning = learn
    with warmed(table):
        told, records = sit_at_screen(table, pace) if has_screen(plain) else sit_in_lines(table)
    if told:
        click.echo(told)
    if out is not None and records:
        from overtrick.match.record_file import record_writer

        with record_writer(out) as write:
            for record in records:
                write(record)
        click.echo(f"wrote {out}; {typed('replay', out)} looks at it again")


@contextmanager
def warmed(table: "OwnTable") -> Iterator[None]:
    """Have the strong players compiled beside a table at which somebody really sits, for hints and levels."""
    from importlib.util import find_spec

    from overtrick.games import GAMES
    from overtrick.games.face import face_of
    from overtrick.players.warm import Warming

    strong = bool(face_of(GAMES[table.game]).explainers) and find_spec("numba") is not None
    if not strong or sys.stdin is None or not sys.stdin.isatty():
        yield
        return
    table.warming = warming = Warming(table.game)
    try:
        yield
    finally:
        warming.close()


def sit_at_screen(table: "OwnTable", pace: float) -> "tuple[str, list[Record]]":
    """Play on the whole screen; return what to say afterwards, and what was played."""
    from overtrick.terminal.play.app import PlayApp

    app = PlayApp(table, pace)
    try:
        told = app.run()
    finally:
        app.table.sitting.close()
    if app.return_code:
        sys.exit(app.return_code)
    return told or "", list(app.records.values())


def sit_in_lines(table: "OwnTable") -> "tuple[str, list[Record]]":
    """Play line by line; return what to say afterwards, and what was played."""
    from overtrick.terminal.play.person import play_in_lines
    from overtrick.terminal.play.review import review_lines
    from overtrick.terminal.play.table import characters, opponents
    from overtrick.terminal.transcript import standings

    say(f"You sit in seat {table.seat}. Against you: {opponents(table)}.")
    for line in characters(table):
        say(line)
    say("Type help for what you can say besides your actions. Ctrl-C leaves the table.")
    try:
        if not play_in_lines(table, ask, say):
            return "", []
        record = table.sitting.record()
    finally:
        table.sitting.close()
    say("")
    for line in review_lines(table, record):
        say(line)
    return standings(record), [record]


def open_in_browser(game: str | None) -> None:
    """Serve the site and show the page for a new table in the browser."""
    import webbrowser
    from threading import Thread

    from overtrick.commands.serve import HOST, serve_site
    from overtrick.games import find_game

    page = f"play/{find_game(game).NAME}" if game else ""

    def ready(address: str) -> None:
        click.echo(f"Play at {address}{page}  (Ctrl-C stops)")
        Thread(target=webbrowser.open, args=(f"{address}{page}",), daemon=True).start()  # some browsers never return

    serve_site(HOST, 0, None, ready)


@click.command()
@click.argument("where", metavar="STORE|FILE.toml")
@name_flag
@click.option("--every", type=click.FloatRange(0.1), default=2.0, show_default=True, help="Seconds between two looks.")
@plain_flag
@json_flag
def watch(where: str, name: str | None, every: float, plain: bool, as_json: bool) -> None:
    """Watch a tournament that runs: its progress, the standings so far and the latest matches.

    With --json it prints a line of JSON for each look at which something was new.
    """
    place = str(Path(where).with_suffix(".db")) if where.endswith(".toml") else where
    with store_at(place) as store:
        from overtrick.terminal.tournament.watching import look, plain_line
        from overtrick.tournament.report.export import standings_rows

        if has_screen(plain or as_json):
            from overtrick.terminal.tournament.watch_app import WatchApp

            app = WatchApp(lambda: look(store, name, int(time.time())), every)
            told = app.run()
            if told:
                raise Mistake(told)
            return
        before = ""
        while True:
            seen = look(store, name, int(time.time()))
            line = plain_line(seen)
            if as_json:
                line = json.dumps({"done": seen.done, "total": seen.total, "standings": standings_rows(seen.ratings)})
            if line != before:
                say(line)
            if seen.over:
                return
            before = line
            time.sleep(every)


@click.command()
@where_argument
@key_argument
@click.option("--match", "which", type=int, metavar="M", help="Only this match of the file.")
@click.option("--deal", "only", type=int, metavar="K", help="Only this deal.")
@json_flag
def show(where: str, key: str | None, which: int | None, only: int | None, as_json: bool) -> None:
    """Print matches readably, deal by deal: those of FILE, of a folder of logs or of a round of a site.

    Of a STORE it prints the one whose key begins with KEY.
    """
    from overtrick.match.record import to_json
    from overtrick.terminal.transcript import transcript

    records = records_of(where, key)
    if which is not None:
        check_match(records, which)
    if as_json:
        chosen = records if which is None else [records[which - 1]]
        click.echo(json.dumps([to_json(record) for record in chosen], indent=2))
        return
    for number, record in enumerate(records, start=1):
        if which not in (None, number):
            continue
        if len(records) > 1:
            seats = ", ".join(f"seat {seat} {player}" for seat, player in enumerate(record.match.players))
            say(f"match {number} of {len(records)}: {seats}")
        for line in transcript(record, only):
            say(line)
        if which is None and number < len(records):
            say("")


def check_match(records: "Sequence[Record]", which: int) -> None:
    """Raise Mistake if there is no such match."""
    if not 1 <= which <= len(records):
        raise Mistake(f"match is {which}; allowed: 1 to {len(records)}")


@click.command()
@where_argument
@key_argument
@click.option("--match", "which", default=1, show_default=True, metavar="M", help="Which match of the file.")
@click.option("--deal", "number", default=1, show_default=True, metavar="K", help="Which deal of the match.")
@click.option("--step", default=1, show_default=True, metavar="N", help="Before which decision of the deal to begin.")
@plain_flag
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), metavar="OUT", help="Write a page instead.")
@click.option("--thoughts", is_flag=True, help="Let the strong player think about every step of that page.")
def replay(
    where: str, key: str | None, which: int, number: int, step: int, plain: bool, html: Path | None, thoughts: bool
) -> None:
    """Look again at a match of FILE, or at that of STORE whose key begins with KEY, step by step.

    Line by line it steps through one deal: Enter goes on, q leaves. The page of --html
    is one file that opens offline, with the match and others on the same cards.
    """
    from overtrick.terminal.replay.stepper import check_step, step_through

    records = records_of(where, key)
    check_match(records, which)
    record = records[which - 1]
    check_step(record, number, step)
    if html is not None:
        write_page(record, records if key is None else same_cards(where, record), html, thoughts)
        return
    if thoughts:
        raise Mistake("--thoughts is given without --html OUT, the page that would show them")
    if not has_screen(plain):
        step_through(record, number, step, partial(ask, default="", show_default=False), say)
        return
    from overtrick.terminal.replay.app import ReplayApp

    app = ReplayApp(record, number, step)
    app.run()
    if app.return_code:
        sys.exit(app.return_code)


def write_page(record: "Record", others: "Sequence[Record]", out: Path, thoughts: bool) -> None:
    """Write a match as one page that opens offline."""
    from overtrick.scenes.replay_data import all_thoughts, bundle, decisions
    from overtrick.terminal.live import live_line
    from overtrick.web.single_file import single_file

    data = bundle(record, others, raw=True)
    if thoughts:
        with live_line(len(decisions(record)), unit="steps") as show:
            data["matches"][0]["thoughts"] = all_thoughts(record, show)
    out.write_text(single_file(data), encoding="utf-8")
    click.echo(f"wrote {out}; open it in a browser")


def same_cards(where: str, record: "Record") -> "list[Record]":
    """Return what a store has of other matches on the same cards."""
    from overtrick.scenes.replay_data import MOST_LISTED

    with store_at(where) as opened:
        return opened.same_cards(record, MOST_LISTED)[0]


COMMANDS = (play, watch, show, replay)
