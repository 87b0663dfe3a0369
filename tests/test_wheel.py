"""The wheel works by itself: built, installed into an empty environment outside the checkout, and used."""

import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of programs of an environment that holds nothing but the wheel and what it needs."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)],
        check=True,
        capture_output=True,
    )
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "env", with_pip=True)
    programs = folder / "env" / "bin"
    subprocess.run(
        [programs / "pip", "install", "-q", "-c", str(ROOT / "constraints.txt"), str(wheel)],
        check=True,
        capture_output=True,
    )
    return programs


def run(programs: Path, *words: str) -> str:
    done = subprocess.run([programs / "overtrick", *words], cwd=programs.parent, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_installed_program_lists_the_games(installed: Path) -> None:
    assert all(game in run(installed, "games") for game in ("wizard", "duel", "figgie"))


def test_the_installed_program_plays_and_explains_every_game(installed: Path) -> None:
    for game in ("wizard", "duel", "figgie"):
        assert "result" in run(installed, "deal", game, "--play", "random")
        assert "## Options" in run(installed, "rules", game)


def test_speed_asks_for_its_extra(installed: Path) -> None:
    done = subprocess.run(
        [installed / "python", "-c", "import overtrick.search.simulate"], capture_output=True, text=True, check=False
    )
    assert "pip install 'overtrick[search]'" in done.stderr
