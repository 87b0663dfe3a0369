"""What the package manager of Debian and its kin knows: whose a file is, and what belongs together."""

import re
import subprocess
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

CORE = re.compile("-(minimal|base|core)$")
"""How a package is called that is only the core of another one, without most of its library."""
SHOWN = ("/usr/", "/lib", "/bin/", "/sbin/")


@cache
def installed() -> dict[str, tuple[tuple[str, ...], ...]]:
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


def of_packages(names: Iterable[str]) -> Iterator[Path]:
    """Yield the files of packages and of all that they depend on."""
    seen: set[str] = set()
    waiting = [name for name in names if name in installed()]
    waiting += [whole for name in waiting if (whole := CORE.sub("", name)) in installed()]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            for choice in installed()[name]:
                waiting += [other for other in choice if other in installed()][:1]
    listed = subprocess.run(["dpkg-query", "-L", *sorted(seen)], capture_output=True, text=True, check=False).stdout
    for line in listed.splitlines():
        path = Path(line)
        if line.startswith(SHOWN) and (path.is_symlink() or path.is_file()):
            yield path


def owner(path: Path) -> str | None:
    """Return the package that a file came with; a merged /usr has two names for it."""
    resolved = path.resolve()
    names = {str(resolved), str(resolved).removeprefix("/usr")}
    found = subprocess.run(["dpkg-query", "-S", *sorted(names)], capture_output=True, text=True, check=False).stdout
    return next((_bare(line) for line in found.splitlines() if not line.startswith("diversion")), None)
