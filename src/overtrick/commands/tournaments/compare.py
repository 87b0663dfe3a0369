"""The command that tells whether one bot is better than another."""

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from overtrick.commands.flags import (
    fail_flag,
    json_flag,
    limits_flag,
    option_flag,
    read_options,
    seed_flag,
    trust_flag,
    workers_flag,
)
from overtrick.commands.tournaments.running import echo_all, end_on_faults, playing_on, resumable, tell_failures
from overtrick.commands.tournaments.stores import need_packages, store_at
from overtrick.core.mistake import Mistake

EXPECTED = ("better", "worse", "equal", "not-worse")


@click.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("--game", metavar="GAME", help="Which game they play, if neither says so itself.")
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
        game or game_of(first, second, *field),
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
