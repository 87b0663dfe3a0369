"""The examples for researchers run, and what they claim is so."""

import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

pytestmark = pytest.mark.long

FOLDER = Path(__file__).parents[1] / "examples" / "research"


@pytest.fixture
def examples(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let the examples import each other as scripts do, and forget them afterwards."""
    monkeypatch.syspath_prepend(str(FOLDER))
    before = set(sys.modules)
    yield __import__
    for name in set(sys.modules) - before:
        if Path(getattr(sys.modules[name], "__file__", None) or "/").is_relative_to(FOLDER):
            del sys.modules[name]


def is_a_picture(file: Path, lines: int) -> bool:
    return len(ElementTree.parse(file).findall(".//{http://www.w3.org/2000/svg}polyline")) == lines


def test_a_small_network_learns_to_beat_greedy_in_seconds(examples: Any, tmp_path: Path) -> None:
    tricks, half = examples("train_duel").main(tmp_path, matches=300, measured=150)
    assert tricks - half > 5, "more than half of the ten tricks"
    assert is_a_picture(tmp_path / "train-duel.svg", 1)


def test_the_better_the_players_the_more_the_lead_is_worth(examples: Any, tmp_path: Path) -> None:
    values = examples("value_of_the_lead").main(tmp_path, matches=3000)
    assert 0 < values["random"][2] < values["perfect"][2] - 0.7
    assert values["greedy"][2] < values["perfect"][2] - 0.6
    assert is_a_picture(tmp_path / "value-of-the-lead.svg", 3)


def test_prices_are_drawn(examples: Any, tmp_path: Path) -> None:
    paths = examples("figgie_prices").main(tmp_path, matches=40)
    assert all(len(path) > 10 for path in paths.values())
    assert is_a_picture(tmp_path / "figgie-prices.svg", 4)
    assert is_a_picture(tmp_path / "figgie-match.svg", 4)


def test_regrets_are_minimised_on_a_small_duel(examples: Any) -> None:
    seen = examples("mccfr_duel").main(iterations=30)
    assert seen > 100


def test_an_example_runs_as_a_script(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(FOLDER / "mccfr_duel.py"), "2"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "2 iterations" in done.stdout
