"""The command that asks a strong player about a recorded match: it parses, calls the library and prints."""

import json

import click

from overtrick.commands.tournament import json_flag, records_of
from overtrick.core.mistake import Mistake
from overtrick.core.printable import printable


@click.command()
@click.argument("where", metavar="FILE|STORE")
@click.argument("key", required=False)
@click.option("--match", "which", default=1, show_default=True, metavar="M", help="Which match of the file.")
@click.option("--deal", "number", default=1, show_default=True, metavar="K", help="Which deal of the match.")
@click.option("--step", default=1, show_default=True, metavar="N", help="Which decision of the deal.")
@click.option("--seat", type=int, metavar="S", help="Count only the decisions of this seat.")
@click.option("--player", default="", metavar="BOT", help="Who explains; the strongest that we have if nobody says.")
@json_flag
def explain(
    where: str, key: str | None, which: int, number: int, step: int, seat: int | None, player: str, as_json: bool
) -> None:
    """Tell what a strong player thinks at a point of a match in FILE, or of the one in STORE named by KEY."""
    from importlib.util import find_spec

    if find_spec("numba") is None:
        raise Mistake("explaining needs some more packages; pip install 'overtrick[search]' brings them")
    from overtrick.players.explain import decision
    from overtrick.players.explain import explain as explained
    from overtrick.terminal.replay.explanation import explanation_lines

    records = records_of(where, key)
    if not 1 <= which <= len(records):
        raise Mistake(f"match is {which}; allowed: 1 to {len(records)}")
    decided = decision(records[which - 1], number, step, seat)
    told = explained(decided.seen, player)
    if as_json:
        where_from = {"deal": decided.deal, "step": decided.step, "seat": decided.seen.seat, "chosen": decided.action}
        click.echo(json.dumps({**where_from, **told.data()}, indent=2))
        return
    for line in explanation_lines(records[which - 1], decided, told):
        click.echo(printable(line))


COMMANDS = (explain,)
