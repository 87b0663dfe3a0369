"""The command line: each command parses, calls the library and prints."""

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING

import click

from overtrick import __version__
from overtrick.commands.flags import (
    fail_flag,
    json_flag,
    limits_flag,
    option_flag,
    read_options,
    seed_flag,
    trust_flag,
    typed,
)
from overtrick.core import waiting
from overtrick.core.ending import PlatformFault
from overtrick.core.mistake import Mistake
from overtrick.core.printable import printable

if TYPE_CHECKING:
    from overtrick.bots.find import Player
    from overtrick.match.record import Match, Record


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
@click.option(
    "--game-file", type=click.Path(path_type=Path), multiple=True, metavar="FILE.py", help="A game of your own."
)
def cli(game_file: tuple[Path, ...]) -> None:
    """An arena where card-playing programs, and people, compete."""
    if game_file:
        from overtrick.games import add_game

        for path in game_file:
            add_game(path)


for beside in iter_modules([str(Path(__file__).parent)]):  # each brings its commands
    if beside.name != "main":
        for command in getattr(import_module(f"overtrick.commands.{beside.name}"), "COMMANDS", ()):
            cli.add_command(command)


def main() -> None:
    """Run a command; a mistake, or a machine that does not let us work, gets one sentence and exit code 2."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)  # as Ctrl-C: leave no files behind
    # Processes that we start take no module from the folder we stand in: it may be a stranger's.
    os.environ["PYTHONSAFEPATH"] = "1"
    waiting.somebody = True
    try:
        sys.exit(cli(standalone_mode=False) or 0)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except click.Abort:  # somebody pressed Ctrl-C
        raise KeyboardInterrupt from None
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        sys.exit(told(f"{where}{error.strerror or error}"))
    except (Mistake, PlatformFault) as mistake:
        sys.exit(told(str(mistake)))


def told(sentence: str) -> int:
    """Print what went wrong; return the exit code for it."""
    click.echo(f"overtrick: {sentence}", err=True)
    return 2


def say(line: str) -> None:
    """Print a line in which a stranger's words cannot disturb the terminal."""
    click.echo(printable(line.expandtabs()))


def set_up(
    game: str,
    players: Sequence[str],
    options: Sequence[str],
    seed: str | None,
    *,
    limits: str | None = None,
    trust: bool = False,
) -> "tuple[Match, Callable[[str], Player]]":
    """Return a match, and what finds a player by its name."""
    from dataclasses import replace

    from overtrick.bots.fence.limits import parse_limits
    from overtrick.bots.find import find
    from overtrick.core import luck
    from overtrick.match.record import new_match

    secret = luck.new_seed() if seed is None else luck.read_seed(seed)
    match = new_match(game, players, read_options(options), secret)
    allowed = None if limits is None else parse_limits(limits)
    found = {name: find(name, game, limits=allowed, trust=trust) for name in players}
    match = replace(match, contents=tuple(found[name].content for name in players))
    return match, found.__getitem__


def table_of(game: str, player: str, seats: int | None) -> list[str]:
    """Return a table with the same player in every seat."""
    from overtrick.games import find_game
    from overtrick.games.contract import check_seats, usual_seats

    found = find_game(game)
    count = usual_seats(found) if seats is None else seats
    check_seats(found, count)
    return [player] * count


@cli.command()
@json_flag
def games(as_json: bool) -> None:
    """List the games and their options."""
    from overtrick.terminal.games import games_json, games_table

    if as_json:
        click.echo(json.dumps(games_json(), indent=2))
    else:
        games_table()


@cli.command()
@click.argument("game")
def rules(game: str) -> None:
    """Print the rules of GAME."""
    from overtrick.games.rules_text import rules_text

    click.echo(rules_text(game))


@cli.command()
@click.argument("game")
@click.option("--seats", type=int, help="How many seats the table has.")
@seed_flag
@option_flag
@click.option("--play", "player", metavar="BOT", help="Let BOT, such as random, play in every seat, to the end.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON that explains itself.")
def deal(
    game: str, seats: int | None, seed: str | None, options: tuple[str, ...], player: str | None, as_json: bool
) -> None:
    """Deal the cards of GAME, and play them out if wished."""
    from overtrick.games import GAMES
    from overtrick.games.rules_text import rules_text
    from overtrick.match.play import play
    from overtrick.match.record import dealt, start_deal, to_json
    from overtrick.terminal.transcript import opening_lines, transcript

    match, make = set_up(game, table_of(game, "first" if player is None else player, seats), options, seed)
    record = dealt(match) if player is None else play(match, [make(name)() for name in match.players])
    if as_json:
        click.echo(json.dumps({"rules": rules_text(game), **to_json(record)}, indent=2))
        return
    for line in opening_lines(GAMES[game], start_deal(match, [])[0], 1) if player is None else transcript(record):
        click.echo(line)


@cli.command()
@click.argument("game")
@click.argument("players", nargs=-1, required=True, metavar="BOT...")
@click.option("--blocks", default=1, show_default=True, help="How many sets of cards; each is played in all rotations.")
@seed_flag
@option_flag
@limits_flag
@trust_flag
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help="How many processes play.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the records here, one a line.")
@fail_flag
@json_flag
def match(
    game: str,
    players: tuple[str, ...],
    blocks: int,
    seed: str | None,
    options: tuple[str, ...],
    limits: str | None,
    trust: bool,
    workers: int,
    out: Path | None,
    fail_on_fault: bool,
    as_json: bool,
) -> None:
    """Play BOTs against each other at one table of GAME, one for each seat."""
    from overtrick.core.luck import seed_text
    from overtrick.core.processes import one_core
    from overtrick.games import find_game
    from overtrick.games.contract import less_is_better
    from overtrick.match.record_file import record_writer
    from overtrick.terminal.live import live_line
    from overtrick.terminal.tournament.scoreboard import Scoreboard

    if blocks < 1:
        raise Mistake(f"blocks is {blocks}; allowed: 1 or more")
    what, make = set_up(game, players, options, seed, limits=limits, trust=trust)
    board = Scoreboard(players, less_is_better(find_game(game)))
    stopped = False
    try:
        with one_core(), record_writer(out) as write, live_line(blocks * what.seats, quiet=as_json) as show:
            told: list[Record] = []
            for record in played(what, blocks, make, workers):
                told.append(record)
                write(record)
                show(board.line() if board.blocks else "")
                if len(told) == what.seats:
                    board.add(told)
                    told = []
    except KeyboardInterrupt:
        if not board.blocks:
            raise
        stopped = True
    done = len(board.blocks)
    if as_json:
        about = {"game": game, "seed": what.seed.hex(), "blocks": done, "matches": done * what.seats}
        click.echo(json.dumps({**about, "players": board.data()}, indent=2))
    else:
        for line in board.table():
            say(line)
        plural = "s" if done > 1 else ""
        click.echo(f"{done} block{plural} of {what.seats} matches; --seed {seed_text(what.seed)} repeats them")
    if stopped:
        click.echo(f"stopped after {done} of {blocks} blocks", err=True)
        sys.exit(1)
    if fail_on_fault and board.faults:
        sys.exit(1)


def played(what: "Match", blocks: int, make: "Callable[[str], Player]", workers: int) -> "Iterator[Record]":
    """Yield the records of all blocks in their order, whoever plays them."""
    from overtrick.match.block import block
    from overtrick.match.play import play_until_it_counts

    rotations = (rotation for number in range(blocks) for rotation in block(what, number))
    if workers == 1:
        for rotation in rotations:
            yield play_until_it_counts(rotation, lambda name: make(name)())
        return
    from overtrick.commands.tournaments.stores import need_packages

    need_packages()
    from overtrick.tournament.workers.side_by_side import side_by_side

    yield from side_by_side(rotations, {name: make(name) for name in what.players}, workers)


@cli.command()
@click.argument("bot")
@click.option("--game", metavar="GAME", help="Which game it plays, if the bot does not say so itself.")
@click.option("--case", "number", type=int, help="Only this case.")
@click.option("--round", "round_", metavar="ADDRESS", help="Check what a round of a site can bring, as the site does.")
@click.option("--seats", type=int, help="Only tables of so many seats, with the options given.")
@option_flag
@limits_flag
@trust_flag
@json_flag
def check(
    bot: str,
    game: str | None,
    number: int | None,
    round_: str | None,
    seats: int | None,
    options: tuple[str, ...],
    limits: str | None,
    trust: bool,
    as_json: bool,
) -> None:
    """Play BOT against the test player in every seat and phase, and explain its first fault.

    With --option, such as model=turn, only the cases with that option are played. With
    --round, an address or SLUG/N, only the tables of that round, within its limits.
    """
    from overtrick.bots.fence.limits import parse_limits
    from overtrick.bots.find import find
    from overtrick.bots.program import game_of
    from overtrick.games import find_game
    from overtrick.match.check import at_table, fitting, run, run_in_haste, situations
    from overtrick.match.check_report import fault_data, fault_lines
    from overtrick.terminal.live import waiting_line

    stated: Mapping[str, object] = read_options(options)
    words = [bot, *(["--trust"] if trust else [])]
    languages: Sequence[str] = ()
    if round_ is None:
        name = find_game(game).NAME if game else game_of(bot)
        words += ["--game", name, *(["--limits", limits] if limits else [])]
        words += [word for option in options for word in ("-o", option)] + (["--seats", f"{seats}"] if seats else [])
        cases = fitting(name, stated) if seats is None else at_table(name, seats, stated)
    else:
        if game or options or seats is not None or limits:
            raise Mistake("--round says game, seats, options and limits itself; allowed: it alone")
        from overtrick.commands.site import stated_round

        there = stated_round(round_)
        name, limits, languages = find_game(there["game"]).NAME, there["limits"], there["languages"]
        words += ["--round", round_]
        cases = at_table(name, there["seats"], there["options"])
    player = find(bot, name, limits=parse_limits(limits) if limits else None, trust=trust)
    if languages and player.language not in languages:
        raise Mistake(f"the language of {bot} is {player.language}; allowed in this round: {', '.join(languages)}")
    chosen = [case for case in cases if number in (None, case.number)]
    if not chosen:
        raise Mistake(f"case is {number}; allowed: {', '.join(str(case.number) for case in cases)}")
    seen: set[str] = set()
    passed, fault = [], None
    tell = (lambda _: None) if as_json else say
    for case in chosen:
        with waiting_line(str(case)):
            report = run(case, player) if limits else run_in_haste(case, player)
        if report.fault is not None:
            fault = fault_data(report, report.fault)
            again = typed("check", *words, "--case", case.number)
            for line in (*fault_lines(report, report.fault), f"see it again: {again}"):
                tell(line)
            break
        seen |= report.seen
        passed.append(report.data())
        tell(f"ok  {case}: {report.decisions} decisions, {report.slowest_ms:.1f} ms of CPU at most")
    if as_json:
        met = {situation: situation in seen for situation in situations(name)}
        told = {"bot": bot, "game": name, "fence": report.fence, "cases": passed, "met": met, "fault": fault}
        click.echo(json.dumps(told, indent=2))
    if fault is not None:
        sys.exit(1)
    for situation in situations(name):
        tell(f"{'ok ' if situation in seen else '-- '} it {situation}{'' if situation in seen else ': never'}")
    tell(f"{bot} plays {name} without a fault (fence {report.fence})")


@cli.command()
@click.argument("game")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option(
    "--lang", default="python", show_default=True, metavar="python|c|node|java|go|rust", help="The language of the bot."
)
def new(game: str, folder: Path, lang: str) -> None:
    """Write a starter bot for GAME into DIR."""
    from overtrick.bots.new import new_bot

    for path in new_bot(game, lang, folder):
        click.echo(f"wrote {path}")
    click.echo(f"now: {typed('check', folder, '--game', game)}")


@cli.command()
@json_flag
def doctor(as_json: bool) -> None:
    """Tell which fence, languages and extras this machine has."""
    from overtrick.bots.doctor import doctor as facts
    from overtrick.terminal.facts import facts_table

    if as_json:
        click.echo(
            json.dumps([dict(zip(("what", "found", "meaning"), fact, strict=True)) for fact in facts()], indent=2)
        )
    else:
        facts_table(facts())
