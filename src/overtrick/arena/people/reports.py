"""What people reported of a chat: for organisers of the whole site, who read it and are done with it."""

import json
from dataclasses import dataclass

from sqlalchemy import delete, select

from overtrick.arena.arena import Arena
from overtrick.arena.audit import note
from overtrick.store.schema import accounts, reports

MOST_SHOWN = 100


@dataclass(frozen=True)
class Report:
    """A line that somebody reported, with those before it."""

    id: int
    table: str
    moment: int
    reporter: str  # empty for a guest
    account: str  # who said it
    lines: tuple[tuple[str, str], ...]  # names and texts, the reported one last


def all_reports(arena: Arena) -> tuple[Report, ...]:
    """Return the reports, the latest first."""
    reporter = accounts.alias()
    query = (
        select(reports, accounts.c.name, reporter.c.name.label("by"))
        .outerjoin(accounts, accounts.c.id == reports.c.account)
        .outerjoin(reporter, reporter.c.id == reports.c.reporter)
        .order_by(reports.c.id.desc())
        .limit(MOST_SHOWN)
    )
    with arena.reading() as connection:
        rows = connection.execute(query).all()
    return tuple(
        Report(
            id=row.id,
            table=row.table,
            moment=row.moment,
            reporter=row.by or "",
            account=row.name or "",
            lines=tuple((line["name"], line["text"]) for line in json.loads(row.lines)),
        )
        for row in rows
    )


def settle_report(arena: Arena, number: int) -> None:
    """Be done with a report, which is then deleted."""
    with arena.writing() as connection:
        account = connection.scalar(delete(reports).where(reports.c.id == number).returning(reports.c.account))
        if account is not None:
            name = connection.scalar(select(accounts.c.name).where(accounts.c.id == account))
            note(arena, connection, "settled a report about", name or "")
