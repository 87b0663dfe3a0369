"""What was installed for the Python of bots together with a module."""

import importlib.machinery
import re
import sys
import sysconfig
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from overtrick.bots.fence.shown.elf import libraries
from overtrick.bots.fence.shown.packages import of_packages, owner

if TYPE_CHECKING:
    from importlib.metadata import Distribution


@cache
def sites() -> list[str]:
    """Return where modules are installed for the Python of bots, which is never a virtual environment's."""
    base = {"base": sys.base_prefix, "platbase": sys.base_prefix}
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    own = {str(sysconfig.get_path(kind, vars=base)) for kind in ("purelib", "platlib")}
    debian = (f"{sys.base_prefix}/lib/python3/dist-packages", f"/usr/local/lib/{version}/dist-packages")
    return [place for place in (*sorted(own), *debian) if Path(place).is_dir()]


def spec_of(name: str) -> importlib.machinery.ModuleSpec | None:
    """Return where a module is installed, if it is."""
    return importlib.machinery.PathFinder.find_spec(name, sites())


def of_module(name: str) -> Iterator[Path]:
    """Yield what was installed with a module, and what that requires."""
    spec = spec_of(name)
    place = spec and (spec.origin or next(iter(spec.submodule_search_locations or ()), None))
    if not place:
        return
    if package := owner(Path(place)):
        yield from of_packages([package])
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
                yield from libraries(path)
        required = {_plain(match[0]) for text in taken.requires or () if (match := re.match(r"[\w.-]+", text))}
        wanted += [_distributions()[other] for other in required if other in _distributions()]


def _brings(distribution: "Distribution", name: str) -> bool:
    return any(file.parts[0] in (name, f"{name}.py") for file in distribution.files or ())


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@cache
def _distributions() -> dict[str, "Distribution"]:
    from importlib.metadata import distributions  # slow to import, and rarely wanted

    return {_plain(found.name): found for found in distributions(path=sites())}
