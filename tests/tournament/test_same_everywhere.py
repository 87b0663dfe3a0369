"""The same tournaments on one process, on two and on a Dask cluster: the same records and ratings."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from overtrick.bots.find import Player
from overtrick.tournament.records.store import open_store
from overtrick.tournament.run import find_players, open_contest, run
from overtrick.tournament.stated.file import read_tournament
from overtrick.tournament.stated.tournament import Tournament
from overtrick.tournament.workers.cluster import open_machines
from overtrick.tournament.workers.here import Playing, Workers
from tests.support.boxes import bot_folder
from tests.support.crash import Losses, Told, losses, told_by

pytestmark = pytest.mark.long

MOODY = "def choose(view):\n    return view.rng.choice(view.legal)\n"
FILES = {
    "wizard": """
        seats = 3
        options.series = [1, 4]
        [entrants]
        "wizard moody" = "moody.py"
        "wizard classic" = "wizard:classic"
        "wizard random" = "random"
        "wizard first" = "first"
        """,
    "duel": """
        [entrants]
        "duel greedy" = "duel:greedy"
        "duel random" = "random"
        "duel first" = "first"
        "duel random again" = "random"
        """,
    "figgie": """
        seats = 4
        [entrants]
        "figgie starter" = "figgie:starter"
        "figgie starter again" = "figgie:starter"
        "figgie random" = "random"
        "figgie first" = "first"
        "figgie random again" = "random"
        """,
}


def stated(game: str, folder: Path) -> Tournament:
    (folder / f"{game}.toml").write_text(
        f'name = "{game}"\ngame = "{game}"\nblocks = 3\nseed = "5a3e"\n{FILES[game].strip()}'
    )
    return read_tournament(folder / f"{game}.toml")


@contextmanager
def playing_on(where: str, players: dict[str, Player]) -> Iterator[Playing]:
    playing = open_machines(where, players, print) if ":" in where else Workers(players, int(where))
    try:
        yield playing
    finally:
        playing.close()


def played(where: str, folder: Path, store_folder: Path) -> dict[str, Told]:
    """Return what the stores tell after all tournaments were played somewhere, one after the other."""
    store_folder.mkdir()
    tournaments = [stated(game, folder) for game in FILES]
    found = [find_players(tournament) for tournament in tournaments]
    with playing_on(where, {name: player for players in found for name, player in players.items()}) as playing:
        for tournament, players in zip(tournaments, found, strict=True):
            with open_store(store_folder / f"{tournament.game}.db") as store:
                assert run(open_contest(tournament, players, store), playing, lambda _: None) == {}
    return {game: told_by(store_folder / f"{game}.db") for game in FILES}


def test_one_process_two_and_a_cluster_give_the_same_records_and_ratings(tmp_path: Path) -> None:
    with bot_folder(moody=MOODY) as folder:
        alone = played("1", folder, tmp_path / "alone")
        for where in ("2", "local:2"):
            there = played(where, folder, tmp_path / where.replace(":", " "))
            for game in FILES:
                assert len(alone[game].records) == alone[game].size > 30 and alone[game].wrong == []
                assert losses(there[game], alone[game]) == Losses(0, 0, 0, 0), (where, game)
    # The bot behind the fence really plays at random: the same table plays otherwise with every set of cards.
    wizard = list(alone["wizard"].records.values())
    table = next(record.match.players for record in wizard if "wizard moody" in record.match.players)
    same = [record for record in wizard if record.match.players == table]
    assert len({str([deal.actions for deal in record.deals]) for record in same}) == len(same) == 3
