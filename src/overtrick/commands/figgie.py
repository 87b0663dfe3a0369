"""The familiar Figgie command on the command line; all its work is done in ``familiar``."""

import contextlib
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from overtrick.commands.flags import json_flag, limits_flag
from overtrick.core.ending import PlatformFault
from overtrick.core.mistake import Mistake

if TYPE_CHECKING:
    from overtrick.familiar.rounds import Plan, Round

QUICK_S = 2.0  # what takes no longer needs no progress line


class Familiar(click.Command):
    """A command whose every mistake exits with 1, as people who know the older one expect."""

    def make_context(self, *words: Any, **more: Any) -> click.Context:
        """Read the command line."""
        try:
            return super().make_context(*words, **more)
        except click.UsageError as error:
            error.exit_code = 1  # type: ignore[misc]
            raise


@click.command(cls=Familiar)
@click.argument("bots", nargs=-1, metavar="BOT BOT BOT BOT [BOT]")
@click.option("-r", "--rounds", default=10, show_default=True, help="How many rounds are played.")
@click.option("-v", "--verbose", is_flag=True, help="Print every round: deck, hands, actions, refusals, scores.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="DIR", help="Write round_K.json files there.")
@click.option(
    "--model", type=click.Choice(["turn", "tick"]), default="turn", show_default=True, help="How it is traded."
)
@click.option("--seed", metavar="HEX", help="1 to 64 hexadecimal digits; the same seed deals the same cards.")
@limits_flag
@click.option("--trust", is_flag=True, help="Run Python files inside this program; they can do all that you can.")
@json_flag
def figgie(
    bots: tuple[str, ...],
    rounds: int,
    verbose: bool,
    output: Path | None,
    model: str,
    seed: str | None,
    limits: str | None,
    trust: bool,
    as_json: bool,
) -> None:
    """Play rounds of Figgie with the seats as given, and print who won how many."""
    from overtrick.bots.fence.limits import parse_limits
    from overtrick.core import luck
    from overtrick.familiar.rounds import Plan

    try:
        secret = luck.new_seed() if seed is None else luck.read_seed(seed)
        allowed = None if limits is None else parse_limits(limits)
        run(Plan(bots, secret, rounds, model, trust, allowed), output, verbose=verbose, as_json=as_json)
    except (Mistake, PlatformFault) as error:
        click.echo(f"overtrick: {error}", err=True)
        sys.exit(1)


def run(plan: "Plan", output: Path | None, *, verbose: bool, as_json: bool = False) -> None:
    """Play and print; what trusted bots print goes to the error output, so that they cannot forge results."""
    from overtrick.familiar.lines import Tally, lines_of
    from overtrick.familiar.rounds import play_rounds

    out = sys.stdout
    if isinstance(out, io.TextIOWrapper):
        out.reconfigure(errors="replace")  # a terminal may know only ASCII
    tally = Tally(plan.bots)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            rounds = shown(logged(play_rounds(plan), output), plan.rounds, quiet=verbose and out.isatty())
            for line in lines_of(rounds, tally, verbose=verbose and not as_json):
                if not as_json:
                    click.echo(line, file=out)
        if as_json:
            click.echo(json.dumps({"seed": plan.seed.hex(), "rounds": plan.rounds, **tally.data()}, indent=2), file=out)
    except KeyboardInterrupt:
        raise Mistake(f"stopped after {len(tally.scores[0])} of {plan.rounds} rounds") from None


def shown(rounds: "Iterator[Round]", total: int, *, quiet: bool) -> "Iterator[Round]":
    """Yield the rounds while a line on a terminal's error output says how many are played."""
    from overtrick.terminal.live import live_line

    quiet = quiet or not sys.stderr.isatty()
    with live_line(total, unit="rounds", quiet=quiet, after_s=QUICK_S) as show:
        for done in rounds:
            show("")
            yield done


def logged(rounds: "Iterator[Round]", output: Path | None) -> "Iterator[Round]":
    """Yield the rounds, each after its log is written."""
    from datetime import datetime

    from overtrick.familiar.rounds import write_log

    for done in rounds:
        if output is not None:
            write_log(done, output, datetime.now().isoformat())
        yield done


COMMANDS = (figgie,)
