"""No module outside the folders that belong to a game names one: what is wanted of a game is asked of its face."""

import re
from pathlib import Path

import pytest

import overtrick
from overtrick.games import GAMES

ROOT = Path(overtrick.__file__).parent
ENDINGS = (".py", ".js", ".html", ".css")

# Besides what belongs to a game: a file or folder that is called after it, such as games/figgie or adapters/duel_v0.py.
EXEMPTED = (
    "games/__init__.py",  # the registry
    "familiar",  # the familiar Figgie command …
    "commands/figgie.py",
    "adapters/gymnasium_names.py",  # names that are registered without importing anything
)

NAMED = re.compile("|".join(GAMES), re.IGNORECASE)


def belongs_to_a_game(path: Path) -> bool:
    """Return whether a part of a path is the name of a game, or begins with it."""
    return any(re.match(rf"({'|'.join(GAMES)})([_.]|$)", part) for part in path.parts)


def places() -> list[Path]:
    """Return all files that may name no game, relative to the package."""
    found = [path.relative_to(ROOT) for path in ROOT.rglob("*") if path.suffix in ENDINGS]
    exempted = {Path(name) for name in EXEMPTED}
    return [path for path in found if not belongs_to_a_game(path) and not exempted & {path, *path.parents}]


def test_no_module_names_a_game() -> None:
    named = [
        f"{path}:{number}: {line.strip()}"
        for path in sorted(places())
        for number, line in enumerate((ROOT / path).read_text(encoding="utf-8").splitlines(), start=1)
        if NAMED.search(line)
    ]
    assert named == []


@pytest.mark.parametrize("name", EXEMPTED)
def test_what_is_exempted_is_there_and_needs_it(name: str) -> None:
    files = [path for path in [ROOT / name, *(ROOT / name).rglob("*")] if path.suffix in ENDINGS]
    assert any(NAMED.search(path.read_text(encoding="utf-8")) for path in files)
