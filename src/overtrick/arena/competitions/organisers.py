"""Who organises a competition: whoever organises the whole site, and those who were named for this one."""

from sqlalchemy import delete, select

from overtrick.arena.arena import Arena
from overtrick.arena.audit import note
from overtrick.arena.competitions.competition import Competition
from overtrick.arena.people.accounts import Account, find_by_name
from overtrick.core.mistake import Mistake
from overtrick.store.database import insert_into
from overtrick.store.schema import accounts, organisers


def organisers_of(arena: Arena, competition: Competition) -> tuple[tuple[int, str], ...]:
    """Return the numbers and names of those who were named for a competition."""
    query = select(accounts.c.id, accounts.c.name).join(organisers, organisers.c.account == accounts.c.id)
    with arena.reading() as connection:
        rows = connection.execute(query.where(organisers.c.competition == competition.id).order_by(accounts.c.folded))
        return tuple((row.id, row.name) for row in rows)


def add_organiser(arena: Arena, competition: Competition, name: str) -> Account:
    """Let somebody organise a competition, and nothing else; or raise Mistake."""
    account = find_by_name(arena, name)
    if account is None or account.banned is not None:
        raise Mistake(
            f"nobody here is called {name.strip()[:40]!r}; allowed: the name of an account that is not banned"
        )
    with arena.writing() as connection:
        row = insert_into(connection, organisers).values(competition=competition.id, account=account.id)
        connection.execute(row.on_conflict_do_nothing())
        note(arena, connection, "named an organiser", f"{competition.slug}: {account.name}", competition=competition.id)
    return account


def remove_organiser(arena: Arena, competition: Competition, account: int) -> None:
    """Let somebody organise a competition no more, or raise Mistake if they did not."""
    names = dict(organisers_of(arena, competition))
    if account not in names:
        raise Mistake(f"account {str(account)[:20]} does not organise {competition.slug!r}")
    with arena.writing() as connection:
        mine = (organisers.c.competition == competition.id, organisers.c.account == account)
        connection.execute(delete(organisers).where(*mine))
        about = f"{competition.slug}: {names[account]}"
        note(arena, connection, "took an organiser's right", about, competition=competition.id)
