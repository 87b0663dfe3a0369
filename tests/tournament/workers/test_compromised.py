"""A worker that is not ours any more: it runs no code in the driver, reads no vault and places no forged record."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import landlockpy
import pytest

from overtrick.tournament.records.store import open_store
from overtrick.tournament.run import find_players, open_contest, run
from overtrick.tournament.stated.file import read_tournament
from overtrick.tournament.verify import verify
from overtrick.tournament.workers import doubt
from overtrick.tournament.workers.cluster import open_machines
from overtrick.tournament.workers.here import Workers
from tests.support.crash import Losses, losses, told_by
from tests.support.dask_servers import evil_worker, scheduler, spying_worker, wait_for_workers, worker

pytestmark = pytest.mark.long

CUP = """
name = "cup"
game = "wizard"
seats = 3
blocks = 8
seed = "5a3e"
[entrants]
classic = "wizard:classic"
random = "random"
again = "wizard:classic"
"""
needs_kernel = pytest.mark.skipif(not landlockpy.supported(), reason="this kernel has no Landlock")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cluster")


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    """A scheduler with a worker that is as it should be."""
    with scheduler(folder) as found, worker(found, folder):
        yield found


def played(store: Path, address: str = "") -> list[str]:
    """Play the tournament into a store, here or on a cluster, and return what was told."""
    (store.parent / "cup.toml").write_text(CUP)
    stated = read_tournament(store.parent / "cup.toml")
    players, told = find_players(stated), list[str]()
    with (
        closing(open_machines(address, players, told.append) if address else Workers(players, 1)) as playing,
        open_store(store) as opened,
    ):
        assert run(open_contest(stated, players, opened), playing, lambda _: None) == {}
        assert list(verify(opened)) == []
    return told


LIES = {
    "garbage": "it cannot be read",
    "huge": "it cannot be read",
    "object": "it cannot be read",
    "other match": "it tells of other matches",
    "illegal": "deal 1",
    "fence": "the fence of",
    "fault": "faults",
    "other moves": "its players play otherwise",
}


@pytest.mark.parametrize("how", LIES)
def test_what_it_forges_is_refused_and_told_and_played_by_another(
    how: str, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doubt, "ONE_IN", 1)
    monkeypatch.setattr(doubt, "SHARE", float("inf"))
    (tmp_path / "there").mkdir()
    with evil_worker(address, tmp_path, how=how):
        wait_for_workers(address, 2)
        told = played(tmp_path / "there" / "cup.db", address)
    assert len(told) == 1, told
    assert told[0].startswith("the worker at tcp://127.0.0.1:") and LIES[how] in told[0], told
    assert "it gets no more work, and this is played again elsewhere" in told[0]
    played(tmp_path / "here.db")
    assert losses(told_by(tmp_path / "there" / "cup.db"), told_by(tmp_path / "here.db")) == Losses(0, 0, 0, 0)


@needs_kernel
def test_code_that_it_runs_in_the_messenger_reaches_nothing(address: str, tmp_path: Path) -> None:
    vault, store = tmp_path / "vault", tmp_path / "cup.db"
    vault.write_text("secret")
    played(tmp_path / "here.db")
    store.write_bytes(b"")
    with spying_worker(address, tmp_path, vault, store) as managed:
        wait_for_workers(address, 2)
        told = played(store, address)
    assert len(told) == 1 and "it cannot be read" in told[0]
    assert len(managed["worker"]) == 12, "where nothing keeps it from it, all of that is possible"
    assert managed["messenger"] == set()
    assert (tmp_path / "by worker").exists() and not (tmp_path / "by messenger").exists()
    assert losses(told_by(store), told_by(tmp_path / "here.db")) == Losses(0, 0, 0, 0)
