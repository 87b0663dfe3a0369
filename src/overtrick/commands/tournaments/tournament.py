"""The command that plays a tournament, or says what it would take."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from overtrick.commands.flags import fail_flag, json_flag, machines_flag, typed, workers_flag
from overtrick.commands.tournaments.running import echo_all, end_on_faults, playing_on, resumable, tell_failures
from overtrick.commands.tournaments.stores import need_packages, store_at

if TYPE_CHECKING:
    from overtrick.bots.find import Player
    from overtrick.tournament.stated.tournament import Tournament
    from overtrick.tournament.workers.here import Playing


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
            click.echo(f"{typed('report', opened.place)} writes a page about it")
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
