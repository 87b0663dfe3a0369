"""Where the pages of the manual come from: the folder docs, the rules of the games, and what is made from the code."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

import click

from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.rules_text import rules_text
from overtrick.manual.reference import reference

SHIPPED = Path(__file__).parent / "source"  # here a wheel has the docs and the files that they lead to
ROOT = SHIPPED if SHIPPED.is_dir() else Path(__file__).parents[3]
DOCS, PACKAGE = ROOT / "docs", ROOT / "src" / "overtrick"
SECTIONS = (  # the folders and pages of the manual, in the order of its table of contents
    ("Start", ("index", "start/authors", "start/organisers", "start/players", "start/researchers")),
    ("Rules", ("rules/*",)),
    ("Play", ("playing", "daily", "terminal", "replays", "analysis", "levels", "puzzles")),
    ("Bots", ("bots/README", "bots/*", "reviewing", "protocol", "fence", "*-command")),
    ("Agents", ("agents", "league*")),
    ("Competitions", ("entering", "checking", "organising", "operations")),
    ("Tournaments", ("tournaments", "leagues", "comparing", "statistics", "stores", "cluster", "records", "json")),
    ("Strong players", ("*-players", "*-study", "strength", "exploiting")),
    ("Research", ("research/*", "add-a-game", "speed")),
    ("Reference", ("reference/*",)),
    ("Inside", ("architecture", "decisions/*")),
)


@dataclass(frozen=True)
class Page:
    """One page: its name without an ending, its title, its text in Markdown, and the file it comes from."""

    name: str
    title: str
    text: str
    source: Path | None = None


def located(file: Path) -> Path:
    """Return where a file of the source lies: those of our package, wherever that is installed."""
    return Path(__file__).parents[1] / file.relative_to(PACKAGE) if file.is_relative_to(PACKAGE) else file


def title_of(text: str, name: str) -> str:
    """Return the first heading of a text."""
    found = re.search(r"^# (.+)$", text, re.MULTILINE)
    return found[1].replace("`", "") if found else name


def pages(cli: click.Group | None) -> dict[str, Page]:
    """Return all pages by name, or raise Mistake where the documentation is not installed."""
    if not DOCS.is_dir():
        raise Mistake("the documentation is not part of this installation; it lies in the folder docs of the source")
    found: dict[str, Page] = {}
    for path in sorted(DOCS.rglob("*.md")):
        text = path.read_text(encoding="utf-8")
        name = str(path.relative_to(DOCS).with_suffix(""))
        found["index" if name == "README" else name] = Page(name, title_of(text, name), text, path)
    for game in GAMES:
        text = rules_text(game)
        found[f"rules/{game}"] = Page(f"rules/{game}", title_of(text, game), text)
    for name, text in reference(cli).items():
        found[f"reference/{name}"] = Page(f"reference/{name}", title_of(text, name), text)
    return found


def sections(names: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the table of contents: each section with its pages; what no section names comes last."""
    left = dict.fromkeys(sorted(names))
    for title, entries in SECTIONS:
        here = []
        for entry in entries:
            matching = [name for name in left if fnmatch(name, entry) and name.count("/") == entry.count("/")]
            here += matching
            for name in matching:
                del left[name]
        if here:
            yield title, here
    if left:
        yield "More", list(left)
