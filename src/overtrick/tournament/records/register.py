"""Registering a tournament in a store: its secret, drawn once and kept, and who takes part."""

import time
from collections.abc import Sequence

from sqlalchemy import Connection, RowMapping, insert, select, update

from overtrick.core import luck
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.match.record import commitment
from overtrick.store.database import alone
from overtrick.store.schema import entrants, secrets, tournaments
from overtrick.tournament.plan.plan import participants
from overtrick.tournament.records.stored import Registered, details, options_text
from overtrick.tournament.stated.tournament import Tournament


def register(
    connection: Connection, tournament: Tournament, contents: Sequence[str], place: str, *, sealed: bool = False
) -> Registered:
    """Give a tournament its place in a store, or find it there; ``place`` names the store in sentences.

    If it is sealed, its secret is given with it and is not written: somebody else keeps it until all is played.
    """
    names = tuple(participant.name for participant in participants(tournament))
    if len(contents) != len(names) or len(set(contents)) != len(names):
        raise ValueError(f"{len(names)} participants need as many different contents, not {list(contents)}")
    alone(connection)
    row = connection.execute(select(tournaments).where(tournaments.c.name == tournament.name)).mappings().first()
    if row is None:
        number, secret = _begin(connection, tournament, sealed)
    else:
        number, secret = _go_on(connection, tournament, row, f"tournament {tournament.name!r} in store {place}")
    told = details(tournament, contents)
    if row is None or row["details"] != told:
        connection.execute(update(tournaments).where(tournaments.c.id == number).values(details=told))
    ids = _enter(connection, number, tournament, contents)
    seats, promise = tournament.seats, commitment(secret)
    still_sealed = sealed and told_secret(connection, number) is None
    return Registered(number, tournament.name, seats, promise, ids, names, tuple(contents), secret, still_sealed)


def told_secret(connection: Connection, tournament: int) -> bytes | None:
    """Return the secret of a tournament, by its id, if the store has it."""
    secret = connection.execute(select(secrets.c.secret).where(secrets.c.tournament == tournament)).scalar()
    return None if secret is None else bytes(secret)


def secret_of(connection: Connection, tournament: int) -> bytes:
    """Return the secret of a tournament, by its id, or raise Mistake."""
    secret = told_secret(connection, tournament)
    if secret is None:
        raise Mistake(f"the secret of tournament number {tournament} is not in the store")
    return secret


def _rules(tournament: Tournament) -> dict[str, object]:
    """Return what must stay the same as long as a tournament lasts."""
    return {
        "game": tournament.game,
        "version": GAMES[tournament.game].VERSION,
        "seats": tournament.seats,
        "options": options_text(tournament.options),
    }


def _begin(connection: Connection, tournament: Tournament, sealed: bool) -> tuple[int, bytes]:
    promised = tournament.commitment.lower()
    if promised and tournament.seed is None:
        raise Mistake(f"tournament {tournament.name!r} has a commitment, but not the seed that fits it")
    secret = luck.new_seed() if tournament.seed is None else tournament.seed
    if promised not in ("", commitment(secret)):
        raise Mistake(f"the seed of tournament {tournament.name!r} does not fit its commitment {promised}")
    values = {
        "name": tournament.name,
        **_rules(tournament),
        "commitment": commitment(secret),
        "created": int(time.time()),
        "details": "",
    }
    number = connection.execute(insert(tournaments).values(values).returning(tournaments.c.id)).scalar_one()
    if not sealed:
        connection.execute(insert(secrets).values(tournament=number, secret=secret))
    return number, secret


def _go_on(connection: Connection, tournament: Tournament, row: RowMapping, here: str) -> tuple[int, bytes]:
    for name, value in _rules(tournament).items():
        if row[name] != value:
            raise Mistake(f"{here} has {name} {row[name]}, not {value}; allowed: another name, or another store")
    if tournament.commitment.lower() not in ("", row["commitment"]):
        raise Mistake(f"{here} has commitment {row['commitment']}, not {tournament.commitment}")
    seed = tournament.seed
    if seed is not None and commitment(seed) == row["commitment"]:
        return row["id"], seed
    secret = secret_of(connection, row["id"])
    if seed not in (None, secret):
        raise Mistake(f"{here} has another seed than the one given; its commitment is {row['commitment']}")
    return row["id"], secret


def _enter(connection: Connection, number: int, tournament: Tournament, contents: Sequence[str]) -> tuple[int, ...]:
    """Return the ids of the participants, in their order; a new program gets its own, a new name takes over the old."""
    rows = connection.execute(select(entrants).where(entrants.c.tournament == number)).mappings().all()
    known = {one["content"]: one for one in rows}
    ids = []
    for participant, content in zip(participants(tournament), contents, strict=True):
        told = {"name": participant.name, "bot": participant.bot}
        if content not in known:
            new = insert(entrants).values(tournament=number, content=content, **told).returning(entrants.c.id)
            ids.append(connection.execute(new).scalar_one())
            continue
        ids.append(known[content]["id"])
        if any(known[content][name] != value for name, value in told.items()):
            connection.execute(update(entrants).where(entrants.c.id == ids[-1]).values(**told))
    return tuple(ids)
