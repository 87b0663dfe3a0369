"""The wheel works by itself: built, installed into an empty environment outside the checkout, and used."""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)],
        check=True,
        capture_output=True,
    )
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """Return the folder of programs of an environment that holds nothing but the wheel and what it needs."""
    folder = wheel.parent
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
        [installed / "python", "-c", "import overtrick.compiled.simulate"], capture_output=True, text=True, check=False
    )
    assert "pip install 'overtrick[search]'" in done.stderr


def test_the_wheel_brings_the_whole_manual(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "package")
    pages = "from overtrick.manual.sources import DOCS, pages; print(DOCS, len(pages(None)))"
    done = subprocess.run(
        [sys.executable, "-c", f"{pages}\nfrom overtrick.commands.main import main; main()", "manual", "out"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "package")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr  # a link that leads nowhere is a mistake
    assert done.stdout.startswith(str(tmp_path / "package"))
    made = {str(page.relative_to(tmp_path / "out")) for page in (tmp_path / "out").rglob("*.html")}
    docs = {path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")}
    assert {str(page) for page in docs if str(page) != "README.html"} | {"index.html"} <= made
