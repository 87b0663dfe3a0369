"""Rounds are paused, go on, stay open longer and are cancelled, each for a reason that everybody reads."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, select

from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.audit import acts
from overtrick.arena.competitions.competition import Round, RoundState
from overtrick.arena.competitions.competitions import find_competition, find_round
from overtrick.arena.competitions.halting import cancel, extend, pause, resume
from overtrick.arena.submissions.submissions import Upload, submit
from overtrick.arena.worker.rounds import advance
from overtrick.arena.worker.vault import Vault
from overtrick.core.mistake import Mistake
from overtrick.store.schema import records
from overtrick.tournament.records.store import open_store
from overtrick.tournament.verify import verify
from tests.support.arena_rounds import DUEL_C, account, close_round, new_round, working


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    with open_arena(tmp_path / "site.db") as opened:
        yield opened


@pytest.fixture
def opened(arena: Arena, tmp_path: Path) -> Round:
    """Return a round that is open."""
    new_round(arena)
    advance(arena, Vault(tmp_path / "vault"))
    return cup(arena)


def cup(arena: Arena) -> Round:
    return find_round(arena, "cup", 1)


def told(arena: Arena) -> str:
    return find_competition(arena, "cup").announcements[0].text


def test_a_paused_round_does_not_close_until_it_goes_on(arena: Arena, opened: Round, tmp_path: Path) -> None:
    assert pause(arena, opened, "the machine moves house").is_paused
    assert told(arena) == "Round 1, Round, is paused: the machine moves house"
    close_round(arena)
    assert advance(arena, Vault(tmp_path / "vault")) == []
    resume(arena, opened)
    assert told(arena) == "Round 1, Round, goes on."
    assert advance(arena, Vault(tmp_path / "vault")) == ["cup/1 is closed with 2 entries"]


def test_bots_can_be_sent_to_a_paused_round_and_not_to_a_cancelled_one(arena: Arena, opened: Round) -> None:
    ann = account(arena)
    pause(arena, opened, "so")
    submit(arena, opened, ann, Upload("main.c", DUEL_C))
    cancel(arena, opened, "nobody came")
    with pytest.raises(Mistake, match="is closed and takes no programs"):
        submit(arena, opened, ann, Upload("main.c", DUEL_C))


def test_an_open_round_can_stay_open_longer_even_after_its_time(arena: Arena, opened: Round) -> None:
    assert extend(arena, opened, 2, "the network was down").closes == opened.closes + 7200
    assert "is open until " in told(arena) and told(arena).endswith(" UTC: the network was down")
    close_round(arena)
    assert extend(arena, opened, 1, "again").closes >= arena.now() + 3600


@pytest.mark.parametrize(
    ("deed", "sentence"),
    [
        (lambda arena, one: resume(arena, one), "is not paused"),
        (lambda arena, one: pause(arena, one, ""), "the reason is ''; allowed: 1 to 200"),
        (lambda arena, one: cancel(arena, one, "x" * 201), "the reason is 'x+'; allowed"),
        (lambda arena, one: extend(arena, one, 0, "so"), "hours is 0; allowed: 1 to 8760"),
        (lambda arena, one: (pause(arena, one, "so"), pause(arena, one, "so")), "is paused already"),
        (lambda arena, one: (cancel(arena, one, "so"), cancel(arena, one, "so")), "is cancelled; allowed"),
        (lambda arena, one: (cancel(arena, one, "so"), extend(arena, one, 1, "so")), "is cancelled; allowed"),
    ],
)
def test_what_cannot_be_is_said(
    arena: Arena, opened: Round, deed: Callable[[Arena, Round], object], sentence: str
) -> None:
    with pytest.raises(Mistake, match=sentence):
        deed(arena, opened)


def test_a_round_that_has_not_begun_is_not_halted(arena: Arena) -> None:
    with pytest.raises(Mistake, match="is planned; allowed: a round that is open or final"):
        pause(arena, new_round(arena), "so")


def test_a_worker_leaves_a_paused_round_alone_and_tells_the_secret_of_a_cancelled_one(
    arena: Arena, tmp_path: Path
) -> None:
    new_round(arena, blocks=200)
    where = tmp_path / "site.db"

    def played() -> int:
        with arena.reading() as connection:
            return connection.scalar(select(func.count()).select_from(records)) or 0

    with working(arena, where, tmp_path / "vault", workers=1) as worker:
        worker.until(lambda: played() > 3)
        pause(arena, cup(arena), "so")
        worker.until(lambda: not worker.work.goings and not worker.work.pool.busy)
        worker.work.look(0.5)  # takes in what had come back
        before = played()
        worker.work.tick()
        worker.work.look(0.5)
        assert played() == before
        resume(arena, cup(arena))
        worker.until(lambda: played() > before)
        cancel(arena, cup(arena), "too few came")
        worker.until(lambda: cup(arena).secret is not None)
    assert cup(arena).state is RoundState.CANCELLED
    with open_store(where) as store:
        assert list(verify(store)) == []
    assert [act.did for act in acts(arena)][:3] == ["said it is cancelled", "said it goes on", "said it is paused"]
