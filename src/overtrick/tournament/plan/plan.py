"""The plan: which matches a tournament consists of, as a pure function of what is stated and what is known."""

from collections.abc import Callable, Sequence

from overtrick.core.mistake import Mistake
from overtrick.tournament.plan.focused import Aim
from overtrick.tournament.plan.knock_out import Tie, bracket
from overtrick.tournament.plan.own_results import unit
from overtrick.tournament.plan.stage import Stage
from overtrick.tournament.plan.tables import gauntlet, growing, imbalance, round_robin
from overtrick.tournament.stated.tournament import Entrant, Format, Tournament, most_matches

Known = Callable[[Stage, int, int], Sequence[float]]
"""What is known of a stage: first's worth minus second's, cluster by cluster, up to the first one missing."""


def participants(tournament: Tournament) -> tuple[Entrant, ...]:
    """Return everyone who sits at tables: the entrants, then those who only fill seats."""
    numbered = (Entrant(f"field {number}", bot) for number, bot in enumerate(tournament.field, start=1))
    return (*tournament.entrants, *numbered)


def plan(tournament: Tournament, known: Known) -> tuple[Stage, ...]:
    """Return the stages as far as they can be known; a knock-out goes on when its ties are decided."""
    count, seats = len(tournament.entrants), tournament.seats
    if tournament.format is Format.KNOCK_OUT:
        return tuple(stage_of(tournament, tie) for tie in ties(tournament, known))
    if tournament.format is Format.GAUNTLET:
        candidate = [entrant.name for entrant in tournament.entrants].index(tournament.candidate)
        return (Stage("main", gauntlet(count, candidate, seats), tournament.blocks),)
    tables = growing if tournament.format is Format.GROWING else round_robin
    return (Stage("main", tables(count, seats), tournament.blocks),)


def aim_of(tournament: Tournament) -> Aim:
    """Return what a focused tournament aims at."""
    count, margin = len(tournament.entrants), tournament.margin
    if tournament.hours is not None and tournament.pace is None:
        raise Mistake(f"tournament {tournament.name!r} has hours, but no pace yet that makes matches of them")
    return Aim(
        entrants=count,
        seats=tournament.seats,
        top=min(tournament.top, count),
        cards=tournament.blocks,
        matches=most_matches(tournament, count),
        margin=None if margin is None else margin * unit(tournament.seats),
        wide=not tournament.joining,
    )


def ties(tournament: Tournament, known: Known) -> list[Tie]:
    """Return the ties of a knock-out that have been played, or can be played now."""
    return bracket(
        len(tournament.entrants),
        tournament.blocks,
        tournament.margin,
        lambda tie: known(stage_of(tournament, tie), tie.first, tie.second),
    )


def stage_of(tournament: Tournament, tie: Tie) -> Stage:
    """Return the stage of a tie: two face to face, or each in turn in the same seats of the same field."""
    count = len(tournament.entrants)
    field = tuple(range(count, count + len(tournament.field)))
    pair = (tie.first, tie.second)
    tables = tuple((entrant, *field) for entrant in pair) if field else (pair,)
    return Stage(tie.name, tables, tie.clusters)


def imbalance_text(tournament: Tournament, stages: Sequence[Stage]) -> str:
    """Return how evenly everybody meets everybody, in a line for people."""
    names = [entrant.name for entrant in tournament.entrants]
    if tournament.format is Format.KNOCK_OUT:
        return "every pair that meets plays the same cards in all seats"
    if tournament.format is Format.FOCUSED:
        return "tables are drawn anew for every set of cards, from all entrants"
    candidate = names.index(tournament.candidate) if tournament.format is Format.GAUNTLET else None
    tables = stages[0].tables
    return f"{len(tables)} tables, {imbalance(tables, len(names), candidate).text}"
