"""What somebody has in the competitions: their bots, for the page of their account."""

from dataclasses import dataclass

from sqlalchemy import select

from overtrick.arena.arena import Arena
from overtrick.arena.competitions.competition import RoundState
from overtrick.arena.people.accounts import Account
from overtrick.store.schema import bots, competitions, rounds


@dataclass(frozen=True)
class OwnBot:
    """A bot of an account, and where it plays."""

    id: int
    name: str
    title: str  # of the competition
    round_title: str
    path: str  # of the round
    state: RoundState
    plays: bool  # whether a version of it is active
    removed: str  # why an organiser took it out


def bots_of(arena: Arena, account: Account) -> tuple[OwnBot, ...]:
    """Return the bots of an account, those of the latest rounds first."""
    query = (
        select(bots, rounds.c.number, rounds.c.title, rounds.c.state, competitions.c.slug)
        .add_columns(competitions.c.title.label("competition"))
        .join(rounds, rounds.c.id == bots.c.round)
        .join(competitions, competitions.c.id == rounds.c.competition)
        .where(bots.c.account == account.id)
        .order_by(rounds.c.opens.desc(), bots.c.id.desc())
    )
    with arena.reading() as connection:
        rows = connection.execute(query).all()
    return tuple(
        OwnBot(
            id=row.id,
            name=row.name,
            title=row.competition,
            round_title=row.title,
            path=f"/c/{row.slug}/{row.number}",
            state=RoundState(row.state),
            plays=row.active is not None,
            removed=row.removed,
        )
        for row in rows
    )
