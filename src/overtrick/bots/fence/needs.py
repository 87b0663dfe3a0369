"""What a program needs of the machine besides its own files, by what the package manager and its own text say."""

import ast
import importlib.machinery
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from importlib.metadata import Distribution, distributions
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from overtrick.bots.fence.elf import libraries
from overtrick.bots.fence.levels import PATH, PYTHON, SETTINGS, Program, python_folder

BASE = ("libc6", "libc-bin", "libstdc++6", "libgcc-s1", "libgomp1", "dash", "bash", "coreutils", "sed", "grep", "mawk")
"""Packages that any program may count on: the C and C++ libraries, a shell and its usual words."""
SHOWN = ("/usr/", "/lib", "/bin/", "/sbin/")
LEFT_OUT = re.compile(r"/usr/(share/(doc|man|info|locale|lintian|bug|icons|pixmaps)|include)/|\.a$|\.opt-[12]\.pyc$")
NOT_FOR_BOTS = {"test", "idlelib", "tkinter", "turtledemo", "ensurepip", "site-packages"}
"""Parts of Python's library that are large, and of no use here; what is installed beside it is taken by name."""
SCRIPT_BYTES, SCRIPT_PROGRAMS = 65536, 8
"""How much of a script is read, and how many programs it may name: a stranger must not fill the memory with them."""


class Need(NamedTuple):
    """Something to have: a program by its path, a module of Python by its name, or what all need."""

    kind: str
    name: str = ""


@lru_cache(1024)
def needs(program: Program) -> tuple[Need, ...]:
    """Return what a program needs; its folder does not change as long as it is used."""
    found = {Need("base"): None, Need("program", PYTHON): None}
    own = [file for file in sorted(program.folder.rglob("*")) if file.is_file() and not file.is_symlink()]
    for words in (program.argv, *map(_words_of_script, own)):
        paths = [shutil.which(word, path=PATH) for word in words if not word.startswith("/bot/")]
        found |= {Need("program", path): None for path in [path for path in paths if path][:SCRIPT_PROGRAMS]}
    for file in own:
        if _begins_with(file, b"\x7fELF"):
            found |= {Need("library", str(path)): None for path in sorted(libraries(file))}
    inside = {file.stem for file in own} | {file.parent.name for file in own}
    for name in sorted({name for file in own if file.suffix == ".py" for name in _imports(file)} - inside):
        if _spec(name):
            found[Need("module", name)] = None
    return tuple(found)


def files(need: Need) -> Iterator[Path]:
    """Yield the files that a need stands for, links included, on this machine."""
    return (path for path in _all_files(need) if not LEFT_OUT.search(str(path)))


def _all_files(need: Need) -> Iterator[Path]:
    if need.kind == "base":
        yield from chain.from_iterable(_below(Path(name)) for name in SETTINGS)
        yield from _of_packages(BASE)
    elif need.kind == "program":
        yield from _of_program(Path(need.name))
    elif need.kind == "module":
        yield from _of_module(need.name)
    else:
        yield from _chain(Path(need.name))


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


def _chain(path: Path) -> Iterator[Path]:
    """Yield a path and what it is a link to, to the end."""
    yield path
    while path.is_symlink():
        path = path.parent / path.readlink()
        yield path


def _of_program(path: Path) -> Iterator[Path]:
    *_, file = links = list(_chain(path))
    yield from links
    python = python_folder()
    if python and file.is_relative_to(python):
        yield from _of_python(python)
    elif package := _owner(file):
        yield from _of_packages([package])
    for library in libraries(file):
        yield from _chain(library)


def _of_python(folder: Path) -> Iterator[Path]:
    """Yield a Python that nobody's packages know, with its library and what that loads."""
    library = folder / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}"
    yield from (folder / "bin").glob("python*")
    yield from (folder / "lib").glob("libpython*")
    for part in library.iterdir():
        if part.name not in NOT_FOR_BOTS and not part.name.startswith("config-"):
            yield from _below(part)
    yield from chain.from_iterable(_loaded(library / "lib-dynload"))


def _below(path: Path) -> Iterator[Path]:
    return (file for file in path.rglob("*") if not file.is_dir()) if path.is_dir() else iter([path])


def _loaded(folder: Path) -> Iterator[Iterator[Path]]:
    """Yield the libraries that the compiled modules below a folder load."""
    found: set[Path] = set()
    for module in folder.rglob("*.so*"):
        found |= libraries(module)
    return map(_chain, sorted(found))


def _of_module(name: str) -> Iterator[Path]:
    """Yield what was installed with a module, and what that requires."""
    spec = _spec(name)
    place = spec and (spec.origin or next(iter(spec.submodule_search_locations or ()), None))
    if not place:
        return
    if package := _owner(Path(place)):
        yield from _of_packages([package])
        return
    wanted = [found for found in _distributions().values() if _brings(found, name)]
    seen: set[str] = set()
    while wanted:
        taken = wanted.pop()
        if taken.name in seen:
            continue
        seen.add(taken.name)
        paths = [Path(str(taken.locate_file(file))).resolve() for file in taken.files or ()]
        yield from (path for path in paths if path.is_file())
        for path in paths:
            if ".so" in path.suffixes:
                yield from chain.from_iterable(map(_chain, libraries(path)))
        required = {_plain(match[0]) for text in taken.requires or () if (match := re.match(r"[\w.-]+", text))}
        wanted += [_distributions()[other] for other in required if other in _distributions()]


def _brings(distribution: Distribution, name: str) -> bool:
    return any(file.parts[0] in (name, f"{name}.py") for file in distribution.files or ())


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@cache
def _distributions() -> dict[str, Distribution]:
    return {_plain(found.name): found for found in distributions(path=_sites())}


@cache
def _sites() -> list[str]:
    """Return where modules are installed for the Python of bots, which is never a virtual environment's."""
    own = {
        sysconfig.get_path(kind, vars={"base": sys.base_prefix, "platbase": sys.base_prefix})
        for kind in ("purelib", "platlib")
    }
    debian = (Path(sys.base_prefix, "lib", "python3", "dist-packages"),)
    local = Path("/usr/local/lib", f"python{sys.version_info.major}.{sys.version_info.minor}", "dist-packages")
    return [str(path) for path in (*sorted(own), *debian, local) if Path(path).is_dir()]


def _spec(name: str) -> importlib.machinery.ModuleSpec | None:
    return importlib.machinery.PathFinder.find_spec(name, _sites())


# The package manager of Debian and its kin.


@cache
def _packages() -> dict[str, tuple[tuple[str, ...], ...]]:
    """Return what each package that is installed depends on, as choices; a word that several provide is one of them."""
    form = "${Package}\t${Pre-Depends}, ${Depends}\t${Provides}\n"
    lines = subprocess.run(["dpkg-query", "-W", "-f", form], capture_output=True, text=True, check=True).stdout
    known: dict[str, tuple[tuple[str, ...], ...]] = {}
    provided: dict[str, tuple[tuple[str, ...], ...]] = {}
    for line in lines.splitlines():
        name, depends, provides = line.split("\t")
        known[name] = tuple(tuple(map(_bare, choice.split("|"))) for choice in depends.split(",") if choice.strip())
        provided |= {_bare(word): ((name,),) for word in provides.split(",") if word.strip()}
    return provided | known


def _bare(word: str) -> str:
    return re.split(r"[ :(]", word.strip(), maxsplit=1)[0]


def _of_packages(names: Iterable[str]) -> Iterator[Path]:
    """Yield the files of packages and of all that they depend on."""
    seen: set[str] = set()
    waiting = [name for name in names if name in _packages()]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            for choice in _packages()[name]:
                waiting += [other for other in choice if other in _packages()][:1]
    listed = subprocess.run(["dpkg-query", "-L", *sorted(seen)], capture_output=True, text=True, check=False).stdout
    for line in listed.splitlines():
        path = Path(line)
        if line.startswith(SHOWN) and (path.is_symlink() or path.is_file()):
            yield path


def _owner(path: Path) -> str | None:
    """Return the package that a file came with; a merged /usr has two names for it."""
    resolved = path.resolve()
    names = {str(resolved), str(resolved).removeprefix("/usr")}
    found = subprocess.run(["dpkg-query", "-S", *sorted(names)], capture_output=True, text=True, check=False).stdout
    return next((_bare(line) for line in found.splitlines() if not line.startswith("diversion")), None)
