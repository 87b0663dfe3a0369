"""Games in which fewer points are better: everything that ranks, compares and praises knows it."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from overtrick.arena.boards.recap import Result, closest, furthest_behind, highest
from overtrick.bots.find import find
from overtrick.commands.main import cli
from overtrick.games import GAMES, outside
from overtrick.games.contract import Game, merit
from overtrick.match.play import play
from overtrick.match.record import Record, new_match
from overtrick.tournament.plan.sequential import Verdict
from overtrick.tournament.rating.rate import rate
from overtrick.tournament.rating.results import Results
from overtrick.tournament.report.words import MEASURES, legend, summary
from overtrick.tournament.stated.tournament import STATED, RankBy
from tests.support.made_results import random_results

HEARTS = Path(__file__).parents[2] / "examples" / "hearts.py"
NAMES = ["A", "B", "C", "D"]


# Ratings


def turned(results: Results) -> Results:
    """Return the results of a game that counts the other way round, with the places as they were."""
    return replace(results, totals=-results.totals)


@pytest.mark.parametrize("rank_by", STATED)
def test_ratings_are_those_of_the_points_turned_round_but_tell_the_points_as_they_are(rank_by: RankBy) -> None:
    more = random_results(4, 4, 12, seed=3)
    usual = rate(more, NAMES, rank_by)
    fewer = rate(turned(more), NAMES, rank_by, less_is_better=True)
    assert fewer.rank_by is (RankBy.FEWEST if rank_by is RankBy.SCORE else rank_by)
    assert fewer.pairs == usual.pairs
    for line, other in zip(fewer.ratings, usual.ratings, strict=True):
        assert line.score.value == -other.score.value
        assert (line.score.low, line.score.high) == (-other.score.high, -other.score.low)
        assert replace(line, score=other.score) == other


def test_the_words_say_that_fewer_are_better() -> None:
    found = rate(turned(random_results(4, 4, 40, seed=3)), NAMES, RankBy.SCORE, less_is_better=True)
    assert found.ratings[0].name == "A"
    assert found.ratings[0].worth.value > 0
    assert found.ratings[0].score.value < found.ratings[-1].score.value
    assert MEASURES[found.rank_by].heading == "below mean"
    assert "points a match below the mean of the table" in summary(found)
    assert legend(found).startswith("Column minus row, in points a match, as fewer are better.")
    assert MEASURES[found.rank_by].better(1.0) == 1


# Highlights


def result(key: str, *totals: int) -> Result:
    return Result(key, ("ann", "ben", "cat")[: len(totals)], totals, {}, clean=True, sign=-1)


def test_highlights_praise_who_has_few_points() -> None:
    few = [result("a", 50, 20, 10), result("b", 30, 31, 90)]
    close, best = closest(few), highest(few)
    assert close is not None and best is not None
    assert (close.key, close.sentence) == ("b", "ann beat ben by 1 point, 30 to 31.")
    assert (best.title, best.sentence) == ("Fewest points", "cat got 10 points in one match.")


def test_who_is_behind_has_more_points(hearts: Game) -> None:
    record = finished_match()
    winner = record.places.index(1)
    sums = np.cumsum([deal.scores for deal in record.deals], axis=0)[:-1]
    assert furthest_behind(record, winner)[0] == max(row[winner] - row.min() for row in sums)


def finished_match() -> Record:
    match = new_match("hearts", ["random"] * 4, {"deals": 5}, bytes([7] * 32))
    return play(match, [find("random", "hearts")() for _ in range(4)])


def test_merit_turns_points_round(hearts: Game) -> None:
    assert (merit(hearts, 13), merit(GAMES["duel"], 13)) == (-13, 13)


# The commands


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv(outside.VARIABLE, "")
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    GAMES.pop("hearts", None)


def run(*words: str) -> str:
    done = CliRunner().invoke(cli, ["--game-file", str(HEARTS), *words], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_a_match_lists_the_fewest_points_first(folder: Path) -> None:
    told = run("match", "hearts", "random", "careful", "random", "random", "--blocks", "2", "-o", "deals=3")
    assert told.splitlines()[0].startswith("1. careful")


def test_a_comparison_finds_who_has_fewer_points(folder: Path) -> None:
    told = run("compare", "careful", "random", "--game", "hearts", "-o", "deals=1", "--seed", "1", "--blocks", "200")
    assert "careful is better than random." in told
    assert "random minus careful: +" in told
    verdict = run("compare", "random", "careful", "--game", "hearts", "-o", "deals=1", "--seed", "1", "--json")
    data = json.loads(verdict)
    assert data["verdict"] == str(Verdict.WORSE)
    assert data["difference"] < 0


TOURNAMENT = """
name = "T"
game = "hearts"
blocks = 4
workers = 1
seed = "1"
[options]
deals = 2
[entrants]
random = "random"
other = "random"
first = "first"
careful = "careful"
"""


def test_a_tournament_is_won_by_few_points_and_can_be_verified(folder: Path) -> None:
    (folder / "t.toml").write_text(TOURNAMENT)
    run("tournament", "t.toml", "--store", "s.db")
    standings = run("standings", "s.db")
    assert "below mean" in standings
    lines = [line.split() for line in standings.splitlines() if line.split()[:2] == ["1", "careful"]]
    assert len(lines) == 1 and lines[0][2].startswith("+")
    cross = run("crosstable", "s.db")
    assert cross.splitlines()[1].split()[:2] == ["1", "careful"]
    assert "Column minus row" in cross
    run("report", "s.db", "--out", "r.html")
    page = (folder / "r.html").read_text()
    assert page.index("careful") < page.index("random")
    assert "below the mean of the table" in page
    assert "all cards and all plays are as they should be" in run("verify", "s.db")
