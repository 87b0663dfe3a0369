"""What this machine can do for bots, as facts for a table."""

import importlib.util
import os
import platform
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

from overtrick.bots.causes import missing
from overtrick.bots.fence.fence import Level, probe, refusals
from overtrick.bots.fence.levels import PATH
from overtrick.bots.fence.shown.runtime import what_pages_tell, whereabouts
from overtrick.bots.fence.toolchain import find_compiler
from overtrick.core.ending import PlatformFault
from overtrick.core.mistake import Mistake


class Fact(NamedTuple):
    """What was looked for, what was found, and what that means."""

    what: str
    found: str
    meaning: str


PROTECTION = {
    Level.A_PLUS: "namespaces, a user and a cgroup for every bot: fit for strangers' programs",
    Level.A: "namespaces around every bot: fit for strangers' programs",
    Level.B: "no namespaces, but files and system calls are fenced: for programs of people you know",
    Level.C: "only limits: run nothing here that you would not run yourself",
}

EXTRAS = {
    "search": ("numba", "strong players and mass simulation"),
    "web": ("litestar", "the site"),
    "terminal": ("textual", "playing in the terminal"),
    "cluster": ("distributed", "tournaments on several machines"),
    "rl": ("pettingzoo", "reinforcement learning environments"),
}


LANGUAGES = {"JavaScript": ("node",), "Java": ("javac", "java"), "Go": ("go",), "Rust": ("rustc",)}
"""What builds and runs bots in other languages."""


def doctor() -> list[Fact]:
    """Return the facts, the fence first."""
    others = [_language(name) for name in LANGUAGES]
    return [*_fence(), _runtime(), _compiler(), _python(), *others, *(_extra(name) for name in EXTRAS)]


def _fence() -> list[Fact]:
    try:
        level = probe()
    except PlatformFault as fault:
        return [Fact("fence", "none", f"bots cannot be run: {fault}")]
    better = [Fact(f"fence {other}", "not here", f"{why}{_advice(why)}") for other, why in refusals().items()]
    return [Fact("fence", str(level), PROTECTION[level]), *better]


def _runtime() -> Fact:
    if why := what_pages_tell():
        return Fact("runtime", "on disk", why)
    return Fact("runtime", "in memory", f"bots see copies of what they need, in {whereabouts()}")


def _advice(why: str) -> str:
    """Return what to do against a refusal, as far as we know."""
    restricted = Path("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")
    if "bubblewrap is not installed" in why or "needs root" in why:
        return ""
    if restricted.exists() and restricted.read_text().strip() == "1" and os.geteuid() != 0:
        return "; AppArmor keeps namespaces from bwrap, see docs/fence.md"
    if Path("/.dockerenv").exists() or Path("/run/.containerenv").exists():
        return "; this is a container that may not make namespaces, see docs/fence.md"
    return ""


def _compiler() -> Fact:
    try:
        return Fact("C compiler", find_compiler().version, "C bots are compiled with it")
    except Mistake as mistake:
        return Fact("C compiler", "none", str(mistake))


def _python() -> Fact:
    return Fact("Python", platform.python_version(), f"Python bots run with {sys.base_prefix}")


def _language(name: str) -> Fact:
    there = {program: shutil.which(program, path=PATH) for program in LANGUAGES[name]}
    if absent := [program for program, path in there.items() if path is None]:
        return Fact(name, "none", missing(absent[0]))
    return Fact(name, " and ".join(str(path) for path in there.values()), f"bots in {name} are built and run with it")


def _extra(name: str) -> Fact:
    module, use = EXTRAS[name]
    if importlib.util.find_spec(module):
        return Fact(f"extra {name}", "installed", use)
    return Fact(f"extra {name}", "not installed", f"{use}: pip install 'overtrick[{name}]'")
