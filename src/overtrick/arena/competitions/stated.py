"""What an organiser states about a competition, as values, before it has a place in the arena."""

from dataclasses import dataclass

from overtrick.arena.competitions.competition import Competition, Entry, Round, RoundDetails


@dataclass(frozen=True)
class StatedRound:
    """What an organiser states about a round."""

    title: str
    game: str
    details: RoundDetails
    opens: int  # seconds since 1970
    closes: int


@dataclass(frozen=True)
class StatedCompetition:
    """What an organiser states about a competition."""

    slug: str
    title: str
    text: str = ""
    entry: Entry = Entry.ANYONE
    rounds: tuple[StatedRound, ...] = ()


def stated_round(round_: Round) -> StatedRound:
    """Return what was stated about a round."""
    return StatedRound(round_.title, round_.game, round_.details, round_.opens, round_.closes)


def stated_competition(competition: Competition) -> StatedCompetition:
    """Return what was stated about a competition."""
    rounds = tuple(stated_round(one) for one in competition.rounds)
    return StatedCompetition(competition.slug, competition.title, competition.text, competition.entry, rounds)
