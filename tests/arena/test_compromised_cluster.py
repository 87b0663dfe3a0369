"""A site whose cluster has workers that are not ours any more: the secrets stay, and the round is played by another."""

from pathlib import Path

import landlockpy
import pytest

from overtrick.arena.arena import open_arena
from overtrick.arena.competitions.competition import RoundState
from overtrick.arena.competitions.competitions import find_round
from overtrick.tournament.records.store import open_store
from overtrick.tournament.verify import verify
from tests.support.arena_rounds import close_round, new_round, working
from tests.support.dask_servers import evil_worker, scheduler, spying_worker, wait_for_workers, worker

pytestmark = pytest.mark.long


@pytest.mark.skipif(not landlockpy.supported(), reason="this kernel has no Landlock")
def test_a_round_is_played_to_its_end_though_a_worker_spies_and_another_one_forges(tmp_path: Path) -> None:
    where, vault = tmp_path / "site.db", tmp_path / "vault"
    with open_arena(where) as arena, scheduler(tmp_path) as address, worker(address, tmp_path):
        new_round(arena, blocks=300, final_blocks=10)
        with working(arena, where, vault, workers=None, machines=address) as site:
            site.until(lambda: find_round(arena, "cup", 1).state is RoundState.OPEN)
            secret = vault / find_round(arena, "cup", 1).commitment
            with (
                spying_worker(address, tmp_path, secret, where) as managed,
                evil_worker(address, tmp_path, how="fence"),
            ):
                wait_for_workers(address, 3)
                site.until(lambda: site.out.getvalue().count("it gets no more work") == 2, 60)
            close_round(arena)
            site.until(lambda: find_round(arena, "cup", 1).state is RoundState.OVER, 60)
    assert "read the vault" in managed["worker"] and managed["messenger"] == set()
    with open_store(where, create=False) as store:
        assert store.count() > 20, "the final, and what was played before it"
        assert list(verify(store)) == []
