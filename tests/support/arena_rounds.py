"""Rounds for the tests of the arena: a competition that is open, who enters it, and a worker in this process."""

import io
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import insert, update

from overtrick.arena.arena import Arena
from overtrick.arena.competitions.competition import CompetitionState, Round, RoundDetails, RoundState
from overtrick.arena.competitions.competitions import create, find_round, round_by_id
from overtrick.arena.competitions.stated import StatedCompetition, StatedRound
from overtrick.arena.people.accounts import Account, Role, add_account
from overtrick.arena.submissions.queue import claim, finish
from overtrick.arena.submissions.result import Worked
from overtrick.arena.submissions.submission import State, Submission
from overtrick.arena.submissions.submissions import Upload, find, submit
from overtrick.arena.worker.log import PlainLog
from overtrick.arena.worker.rivals import worth_before
from overtrick.arena.worker.rounds import move
from overtrick.arena.worker.settings import Settings
from overtrick.arena.worker.vault import Vault
from overtrick.arena.worker.work import TICK_S, Work
from overtrick.games import GAMES
from overtrick.games.contract import settled, usual_seats
from overtrick.store.schema import rounds, tournaments
from overtrick.tournament.records.store import open_store

STARTERS = Path(__file__).parents[2] / "src" / "overtrick" / "starters"
DUEL_C = (STARTERS / "duel_c" / "main.c").read_bytes()
BAD_C = b"int main(void) { return undeclared; }\n"
ILLEGAL_C = b'#include <stdio.h>\nint main(void) { fprintf(stderr, "oops\\n"); printf("9 99\\n"); return 0; }\n'
PLAYERS = ("duel:greedy", "duel:random")
OLGA = Account(1, "Olga", Role.ORGANISER, 0, None)
ANN = Account(2, "ann", Role.AUTHOR, 0, None)


def account(arena: Arena, name: str = "ann") -> Account:
    """Return a new account; its password is nobody's business."""
    with arena.writing() as connection:
        return add_account(connection, arena.now(), name, "", Role.AUTHOR)


def new_round(arena: Arena, slug: str = "cup", lasts_s: int = 3600, **details: object) -> Round:
    """Return the round of a new competition; the worker opens it at its next look."""
    game = str(details.pop("game", "duel"))
    seats = usual_seats(GAMES[game])
    given = {"seats": seats, "options": settled(GAMES[game], seats, {}), "blocks": 2, "final_blocks": 3, **details}
    given.setdefault("players", PLAYERS)
    now = arena.now()
    stated = StatedRound("Round", game, RoundDetails(**given), now - 1, now + lasts_s)  # type: ignore[arg-type]
    create(arena, StatedCompetition(slug, slug.title(), rounds=(stated,)), CompetitionState.OPEN)
    return find_round(arena, slug, 1)


def open_round(arena: Arena) -> Round:
    """Return a round that takes submissions, without a worker."""
    new = new_round(arena)
    move(arena, new, RoundState.OPEN, "is open")
    return round_by_id(arena, new.id)


PASSED = Worked(State.PASSED, "it plays without a fault", language="c", content="c1", program=b"p")


def passed(arena: Arena, cup: Round, author: Account, *, keep: bool = False) -> Submission:
    """Return a version that somebody sent, that has passed and plays; without a worker."""
    submit(arena, cup, author, Upload("bot.c", DUEL_C, keep=keep))
    taken = claim(arena)
    assert taken is not None
    finish(arena, taken.id, PASSED, before=worth_before(arena, taken))
    return find(arena, taken.id)


def close_round(arena: Arena, slug: str = "cup") -> None:
    """Let a round close now; the worker does it at its next look."""
    with arena.writing() as connection:
        mine = rounds.c.id == find_round(arena, slug, 1).id
        connection.execute(update(rounds).where(mine).values(closes=arena.now()))


def add_tournament(arena: Arena, name: str) -> int:
    """Return the number of a tournament in the store that nobody has played."""
    values = {"name": name, "game": "duel", "version": 1, "seats": 2, "options": "{}", "commitment": "", "details": ""}
    with arena.writing() as connection:
        row = insert(tournaments).values(**values, created=0).returning(tournaments.c.id)
        return int(connection.execute(row).scalar_one())


class Working:
    """A worker that works only while it is asked to."""

    def __init__(self, work: Work, out: io.StringIO) -> None:
        self.work, self.out = work, out

    def until(self, condition: Callable[[], object], seconds: float = 60) -> None:
        """Work until something is so."""
        end_s = time.monotonic() + seconds
        next_s = 0.0
        while not condition():
            assert time.monotonic() < end_s, self.out.getvalue()
            if time.monotonic() >= next_s:
                self.work.tick()
                next_s = time.monotonic() + TICK_S / 2
            self.work.look(0.05)


@contextmanager
def working(arena: Arena, where: str | Path, vault: Path, **settings: object) -> Iterator[Working]:
    """Give a worker on a store, in this process, with matches in processes of its own."""
    out = io.StringIO()
    given = {"workers": 2, **settings}
    with open_store(where) as store:
        work = Work(arena, store, Vault(vault), Settings(str(where), str(vault), **given), PlainLog(out))  # type: ignore[arg-type]
        assert work.lease.take()
        try:
            yield Working(work, out)
        finally:
            work.close()
