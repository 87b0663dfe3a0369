"""What a program needs of the machine besides its own files, by what the package manager and its own text say."""

import ast
import re
import shutil
import stat
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from overtrick.bots.fence.levels import PATH, PYTHON, SETTINGS, Program, python_folder, shown_places
from overtrick.bots.fence.shown.elf import MAGIC, libraries, links
from overtrick.bots.fence.shown.modules import of_module, spec_of
from overtrick.bots.fence.shown.packages import of_packages, owner

BASE = ("libc6", "libc-bin", "libstdc++6", "libgcc-s1", "libgomp1", "dash", "bash", "coreutils", "sed", "grep", "mawk")
"""Packages that any program may count on: the C and C++ libraries, a shell and its usual words."""
LEFT_OUT = re.compile(r"/usr/(share/(doc|man|info|locale|lintian|bug|icons|pixmaps)|include)/|\.a$|\.opt-[12]\.pyc$")
NOT_FOR_BOTS = {"test", "idlelib", "tkinter", "turtledemo", "ensurepip", "site-packages"}
"""Parts of Python's library that are large, and of no use here; what is installed beside it is taken by name."""
SCRIPT_BYTES, SCRIPT_PROGRAMS, LIBRARIES_OF_OWN = 65536, 8, 32
"""How much of a script is read, how many programs it may name, and a compiled program libraries: a stranger must not
fill the memory with them."""


class Need(NamedTuple):
    """Something to have: a program or settings by their path, a module of Python by its name, or what all need."""

    kind: str
    name: str = ""


@lru_cache(1024)
def needs(program: Program) -> tuple[Need, ...]:
    """Return what a program needs; its folder does not change as long as it is used."""
    found = dict.fromkeys([Need("base"), *(Need("settings", name) for name in SETTINGS), Need("program", PYTHON)])
    own = program.own_files()
    for words in (program.argv, *map(_words_of_script, own)):
        paths = [shutil.which(word, path=PATH) for word in words if not word.startswith("/bot/")]
        found |= {Need("program", path): None for path in [path for path in paths if path][:SCRIPT_PROGRAMS]}
    for file in own:
        if _begins_with(file, MAGIC):
            found |= {Need("library", str(path)): None for path in sorted(libraries(file, LIBRARIES_OF_OWN))}
    inside = {file.stem for file in own} | {file.parent.name for file in own}
    for name in sorted({name for file in own if file.suffix == ".py" for name in _imports(file)} - inside):
        if spec_of(name):
            found[Need("module", name)] = None
    return tuple(found)


def files(need: Need) -> Iterator[Path]:
    """Yield the files that a need stands for, links included, on this machine: only what everybody may read."""
    for path in map(_settled, _all_files(need)):
        if (
            _is_shown(path)
            and not LEFT_OUT.search(str(path))
            and (path.is_symlink() or path.stat().st_mode & stat.S_IROTH)
        ):
            yield path


def _settled(path: Path) -> Path:
    """Return a path without links on the way, as a merged /usr has them; the last step may be one."""
    return path.parent.resolve() / path.name


def _is_shown(path: Path) -> bool:
    """Return whether a path lies where boxes see something of the machine."""
    return any(path.is_relative_to(place) for place in shown_places())


def _all_files(need: Need) -> Iterator[Path]:
    if need.kind == "base":
        yield from of_packages(BASE)
    elif need.kind == "settings":
        yield from _below(Path(need.name))
    elif need.kind == "program":
        yield from _of_program(Path(need.name))
    elif need.kind == "module":
        yield from of_module(need.name)
    else:
        yield from links(Path(need.name))


def _begins_with(file: Path, bytes_: bytes) -> bool:
    with file.open("rb") as opened:
        return opened.read(len(bytes_)) == bytes_


def _words_of_script(file: Path) -> list[str]:
    """Return the words of a script, in which every program must be named that it starts."""
    if not _begins_with(file, b"#!") and file.suffix != ".sh":
        return []
    with file.open("rb") as opened:
        text = opened.read(SCRIPT_BYTES).decode(errors="replace")
    return list(dict.fromkeys(re.findall(r"[\w./+-]{2,100}", text)))


def _imports(file: Path) -> Iterator[str]:
    """Yield the first words of all imports of a module that is not Python's own."""
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            names = [node.module] if isinstance(node, ast.ImportFrom) and node.module and not node.level else []
        yield from {name.partition(".")[0] for name in names} - sys.stdlib_module_names


def _of_program(path: Path) -> Iterator[Path]:
    *_, file = steps = list(links(path))
    yield from steps
    python = python_folder()
    if python and file.is_relative_to(python):
        yield from _of_python(python)
    elif package := owner(file):
        yield from of_packages([package])
    yield from libraries(file)


def _of_python(folder: Path) -> Iterator[Path]:
    """Yield a Python that nobody's packages know, with its library and what that loads."""
    library = folder / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}"
    yield from (folder / "bin").glob("python*")
    yield from (folder / "lib").glob("libpython*")
    for part in library.iterdir():
        if part.name not in NOT_FOR_BOTS and not part.name.startswith("config-"):
            yield from _below(part)
    for module in (library / "lib-dynload").glob("*.so"):
        yield from libraries(module)


def _below(path: Path) -> Iterator[Path]:
    return (file for file in path.rglob("*") if not file.is_dir()) if path.is_dir() else iter([path])
