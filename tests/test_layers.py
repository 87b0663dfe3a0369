"""Who may import whom: a folder only those on the lines above its own; and within a folder, no circle of its parts."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from pathlib import Path

import overtrick

ROOT = Path(overtrick.__file__).parent

LEVELS = """
core starters
games store client
bots
match compiled
players familiar tournament adapters
review
scenes arena manual exploit puzzles
league
terminal web
agents
commands
"""
MOST_MODULES = 15
LONGEST = 650


def modules() -> dict[str, Path]:
    """Return the modules of the package by their dotted names; a folder stands for what is in it."""
    found = {}
    for source in ROOT.rglob("*.py"):
        parts = source.relative_to(ROOT).with_suffix("").parts
        if "starters" not in parts:
            found[".".join(("overtrick", *parts)).removesuffix(".__init__")] = source
    return found


def imported(source: Path, known: dict[str, Path]) -> Iterator[str]:
    """Yield the modules of ours that a file imports, wherever in the file it does so."""
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "overtrick":
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield full if full in known else node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "overtrick")


def arrows() -> set[tuple[str, str]]:
    """Return who imports whom."""
    known = modules()
    return {(name, other) for name, source in known.items() for other in imported(source, known)}


def test_every_folder_imports_only_what_stands_above_it_in_the_list() -> None:
    levels = {folder: number for number, line in enumerate(LEVELS.split("\n")) for folder in line.split()}
    folders = {path.name for path in ROOT.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders == set(levels)
    wrong = []
    for name, other in arrows():
        mine, theirs = (dotted.split(".")[1:2] for dotted in (name, other))
        if theirs and mine and mine != theirs and mine[0] in levels:
            wrong += [f"{name} imports {other}"] if levels[theirs[0]] >= levels[mine[0]] else []
    assert wrong == []


def test_no_folder_imports_in_a_circle_at_any_level() -> None:
    found = arrows()
    for package in {name.rsplit(".", 1)[0] for name in modules() if "." in name}:
        depth = package.count(".") + 1
        inner = [
            (name.split(".")[depth], other.split(".")[depth])
            for name, other in found
            if name.startswith(f"{package}.") and other.startswith(f"{package}.")
        ]
        folders = {path.name for path in (ROOT.parent / package.replace(".", "/")).iterdir() if path.is_dir()}
        graph = TopologicalSorter[str]()
        for mine, theirs in inner:
            if mine != theirs and {mine, theirs} & folders:
                graph.add(mine, theirs)
        try:
            graph.prepare()
        except CycleError as error:
            steps = [
                f"{name} imports {other}"
                for ends in pairwise(error.args[1])
                for name, other in found
                if (name.split(".")[depth : depth + 1], other.split(".")[depth : depth + 1]) == ([ends[1]], [ends[0]])
                and name.startswith(f"{package}.")
            ]
            raise AssertionError(f"{package}: {'; '.join(steps)}") from None


def test_only_the_front_door_lies_at_the_top() -> None:
    assert {path.name for path in ROOT.iterdir() if path.is_file()} == {"__init__.py", "__main__.py", "py.typed"}


def test_no_folder_is_a_heap() -> None:
    counts = {folder: len([m for m in folder.glob("*.py") if m.stem != "__init__"]) for folder in ROOT.rglob("*")}
    assert {str(folder.relative_to(ROOT)): count for folder, count in counts.items() if count > MOST_MODULES} == {}


def test_no_file_is_called_after_nothing() -> None:
    assert not {source.stem for source in ROOT.rglob("*.py")} & {
        "utils",
        "helpers",
        "base",
        "manager",
        "common",
        "misc",
    }


def test_files_stay_short() -> None:
    long = {str(s.relative_to(ROOT)): n for s in ROOT.rglob("*.py") if (n := len(s.read_text().splitlines())) > LONGEST}
    assert long == {}


def test_the_tests_lie_in_the_same_folders() -> None:
    tests = Path(__file__).parent
    folders = {test.parent.relative_to(tests) for test in tests.rglob("test_*.py")}
    assert [str(folder) for folder in folders if not (ROOT / folder).is_dir()] == []
