"""The README and the docs say what happens: their code runs and their commands print what they show."""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from overtrick.games import GAMES, outside

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
# What is printed only where it takes long
PROGRESS = re.compile(
    r"^(\d+(/\d+ matches|\d* blocks), |[a-z ]+, \d+%, \d+ matches, "
    r"|computing the exact table |compiling, |waiting for another process |generation \d+: "
    r"|.*, generation \d+: .*, round robin, |\d+ matches; the cards are fixed: ).*\n",
    re.MULTILINE,
)
LONG = {
    *(
        "docs/research/bulk.md",
        "docs/research/tutorial.md",
        "docs/research/vector.md",
    ),  # wait for Numba most of their time
    *(
        "docs/add-a-game.md",
        "docs/comparing.md",
        "docs/exploiting.md",
        "docs/reviewing.md",
        "docs/start/authors.md",
        "docs/stores.md",
    ),
    *("docs/leagues.md", "docs/tournaments.md"),  # and those before it run many commands
}
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path, language: str) -> list[str]:
    return [text for name, text in BLOCK.findall(page.read_text()) if name == language]


def run_console(block: str, folder: Path) -> None:
    """Run every ``$ command`` of a block and compare what it prints with what the block shows."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        words = shlex.split(command)
        assert words[0] == "overtrick", f"the docs run a command that is not ours: {command}"
        done = subprocess.run(
            [sys.executable, "-m", *words], cwd=folder, capture_output=True, text=True, timeout=120, check=False
        )
        assert done.stdout + PROGRESS.sub("", done.stderr) == expected, command


@pytest.fixture
def only_our_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Forget the games that an example makes known."""
    monkeypatch.setenv(outside.VARIABLE, "")
    ours = set(GAMES)
    yield
    for name in set(GAMES) - ours:
        del GAMES[name]


def case_of(page: Path) -> object:
    """Return a page as a case of its own."""
    name = str(page.relative_to(ROOT))
    return pytest.param(page, id=name, marks=pytest.mark.long if name in LONG else ())


@pytest.mark.parametrize("page", [case_of(page) for page in PAGES])
@pytest.mark.usefixtures("only_our_games")
def test_the_examples_of_a_page_do_what_it_shows(page: Path, tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for code in blocks(page, "python"):
        named = re.match(r"# (\w+\.py)\n", code)
        if named:
            (tmp_path / named[1]).write_text(code)
        exec(compile(code, str(page), "exec"), {})
    for text in blocks(page, "toml"):
        named = re.match(r"# (\w+\.toml)\n", text)
        if named:
            (tmp_path / named[1]).write_text(text)
    for block in blocks(page, "console"):
        run_console(block, tmp_path)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text()):
        assert "://" not in target, f"{target} leads out of the repository"
        assert (page.parent / target).exists(), f"{target} is not there"


def test_the_readme_shows_a_bot_a_transcript_and_the_two_commands() -> None:
    readme = (ROOT / "README.md").read_text()
    assert len(blocks(ROOT / "README.md", "console")) >= 2
    assert "def choose(view):" in readme
    assert "make run" in readme
    assert "make test" in readme
