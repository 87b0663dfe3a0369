"""Competitions by how far they are, as lists show them."""

from dataclasses import dataclass

from overtrick.arena.arena import Arena
from overtrick.arena.competitions.competition import Competition, CompetitionState, RoundState
from overtrick.arena.competitions.competitions import all_competitions

GOES_ON = (RoundState.OPEN, RoundState.FINAL)
SHOWN_AT_HOME = 3


@dataclass(frozen=True)
class Groups:
    """Competitions by how far they are, the newest first."""

    running: list[Competition]  # a round goes on
    coming: list[Competition]
    past: list[Competition]


def grouped(found: tuple[Competition, ...]) -> Groups:
    """Return competitions by how far they are."""
    groups = Groups([], [], [])
    for competition in found:
        states = {one.state for one in competition.rounds}
        if competition.state is CompetitionState.ARCHIVED:
            groups.past.append(competition)
        elif states & set(GOES_ON):
            groups.running.append(competition)
        elif RoundState.PLANNED in states or not states:
            groups.coming.append(competition)
        else:
            groups.past.append(competition)
    return groups


def for_home(arena: Arena) -> list[Competition]:
    """Return the competitions that the start page shows: those that go on, then those to come."""
    groups = grouped(all_competitions(arena))
    return [*groups.running, *groups.coming][:SHOWN_AT_HOME]
