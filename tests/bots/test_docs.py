"""The bots of the docs play legally at every table of their game, and beat those before them."""

import re
from pathlib import Path

import pytest

from overtrick.bots.bot import Bot
from overtrick.bots.inside import Trusted
from overtrick.games import GAMES
from overtrick.match.play import play
from overtrick.match.record import new_match
from tests.support.programs import TABLES, Table, play_at
from tests.test_readme import ROOT, blocks


@pytest.fixture(scope="module")
def bots(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Path]]:
    """Return the bots of each game's page, as files."""
    folder = tmp_path_factory.mktemp("docs")
    found: dict[str, list[Path]] = {}
    for game in GAMES:
        for code in blocks(ROOT / "docs" / "bots" / f"{game}.md", "python"):
            named = re.match(r"# (\w+\.py)\n", code)
            assert named
            (folder / named[1]).write_text(code)
            found.setdefault(game, []).append(folder / named[1])
    return found


@pytest.mark.parametrize("game", GAMES)
def test_there_are_four_bots_for_each_game(game: str, bots: dict[str, list[Path]]) -> None:
    assert len(bots[game]) == 4


@pytest.mark.long
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_they_play_legally_at_every_table(table: Table, bots: dict[str, list[Path]]) -> None:
    for seed, bot in enumerate(bots[table[0]]):
        play_at(table, seed, lambda bot=bot: Trusted(bot))  # type: ignore[misc]


def ahead(game: str, better: Path, worse: Path, matches: int) -> float:
    """Return by how much one bot beats another, on average over matches and both ways to sit."""
    seats = 2 if game == "duel" else 4
    total = 0
    for seed in range(matches):
        table: list[Bot] = [Trusted(better if (seat + seed) % 2 else worse) for seat in range(seats)]
        totals = play(new_match(game, ["bot"] * seats, {}, (seed // 2).to_bytes(32)), table).totals
        total += sum(points if (seat + seed) % 2 else -points for seat, points in enumerate(totals))
    return total / matches


@pytest.mark.long
@pytest.mark.parametrize("game", ["wizard", "duel"])
def test_each_beats_the_one_before_it(game: str, bots: dict[str, list[Path]]) -> None:
    for worse, better in zip(bots[game], bots[game][1:], strict=False):
        assert ahead(game, better, worse, 20) > 0
