"""Leaving: what becomes of an account that is deleted. Finished results stay, under the names of its bots alone."""

from collections.abc import Iterable
from dataclasses import replace

from sqlalchemy import Connection, Select, delete, select, update

from overtrick.arena.arena import Arena
from overtrick.arena.boards.board_rows import board_of, board_text
from overtrick.arena.competitions.competition import Round, RoundState
from overtrick.arena.competitions.stored_rounds import find_rounds
from overtrick.arena.people.accounts import GONE, Account, Role, keep_an_organiser
from overtrick.core.mistake import Mistake
from overtrick.store import schema
from overtrick.store.schema import accounts, boards, bots, programs, rounds, sources, submissions


def delete_account(arena: Arena, account: Account) -> None:
    """Delete an account: bots withdrawn, name replaced, sources gone unless they are published; or raise Mistake."""
    with arena.writing() as connection:
        keep_an_organiser(connection, account.id)
        mine = find_rounds(connection, rounds.c.id.in_(select(bots.c.round).where(bots.c.account == account.id)))
        played = [one for one in mine if _entries(one, account)]
        for one in played:
            if one.state is RoundState.FINAL:
                raise Mistake(f"your bot plays in the final of {one.slug}/{one.number}; come back when it is over")
        name = f"{GONE} {account.id}"
        _rename_on_boards(connection, account.id, name, arena.now())
        _forget_bots(connection, account.id, played)
        _forget_submissions(connection, account, played)
        for column in (schema.results.c.account, schema.reports.c.account, schema.reports.c.reporter):
            nameless = {"name": name} if column.table is schema.results else {}
            connection.execute(update(column.table).where(column == account.id).values({column.name: None, **nameless}))
        for table in (
            schema.sessions,
            schema.tokens,
            schema.invitations,
            schema.invited,
            schema.organisers,
            schema.puzzle_tries,
            schema.tries,
        ):
            connection.execute(delete(table).where(table.c.account == account.id))
        nobody = {"name": name, "folded": name, "password": "", "role": Role.AUTHOR}
        connection.execute(update(accounts).where(accounts.c.id == account.id).values(nobody))


def _entries(round_: Round, account: Account) -> list[int]:
    """Return the submissions of an account in the final of a round."""
    return [one.submission for one in round_.entries if one.owner == account.id and one.submission is not None]


def _forget_bots(connection: Connection, account: int, played: Iterable[Round]) -> None:
    """Withdraw the bots of an account, and remove those that played in no final."""
    own = bots.c.account == account
    connection.execute(delete(bots).where(own, bots.c.round.not_in([one.id for one in played])))
    connection.execute(update(bots).where(own).values(active=None))


def _forget_submissions(connection: Connection, account: Account, played: Iterable[Round]) -> None:
    """Remove the submissions of an account that played in no final, and all of the others that nobody may see."""
    kept = {number: one.details.publish_sources for one in played for number in _entries(one, account)}
    own = submissions.c.account == account.id
    rows = connection.execute(select(submissions.c.id, submissions.c.source, submissions.c.content).where(own)).all()
    public = {number for number, published in kept.items() if published}
    private = [row for row in rows if row.id not in public]
    connection.execute(delete(submissions).where(own, submissions.c.id.not_in(kept)))
    connection.execute(update(submissions).where(own).values(log="", report="", record=None))
    secret = [number for number, published in kept.items() if not published]
    others = submissions.c.id.not_in(secret)
    _remove_files(connection, {row.source for row in private}, select(submissions.c.source).where(others))
    used = select(submissions.c.content).where(others)
    gone = {row.content for row in private}
    connection.execute(delete(programs).where(programs.c.content.in_(gone), programs.c.content.not_in(used)))


def _remove_files(connection: Connection, hashes: Iterable[bytes], used: "Select[tuple[bytes]]") -> None:
    """Remove sources unless they are used elsewhere; of those that a row still names, the row stays empty."""
    unused = (sources.c.hash.in_(list(hashes)), sources.c.hash.not_in(used))
    named = select(submissions.c.source)
    connection.execute(delete(sources).where(*unused, sources.c.hash.not_in(named)))
    connection.execute(update(sources).where(*unused).values(files=b""))


def _rename_on_boards(connection: Connection, account: int, name: str, now: int) -> None:
    """Replace the name of an account on all leaderboards; the latest become newer, so that pages notice."""
    own = bots.c.account == account
    mine = set(connection.scalars(select(bots.c.id).where(own)))
    held = select(rounds.c.provisional, rounds.c.final).where(rounds.c.id.in_(select(bots.c.round).where(own)))
    found = {number for row in connection.execute(held) for number in row if number is not None}
    newest: set[int] = set()
    rows = connection.execute(select(boards).where(boards.c.tournament.in_(found)).order_by(boards.c.made.desc())).all()
    for row in rows:
        board = board_of(row.data)
        made = row.made if row.tournament in newest else max(row.made + 1, now * 1000)
        newest.add(row.tournament)
        lines = tuple(replace(line, owner=name) if line.bot in mine else line for line in board.lines)
        if lines == board.lines:
            continue
        this = (boards.c.tournament == row.tournament, boards.c.made == row.made)
        values = {"made": made, "data": board_text(replace(board, lines=lines, made=made))}
        connection.execute(update(boards).where(*this).values(values))
