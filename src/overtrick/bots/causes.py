"""Why a runtime or a compiler did not start behind the fence, read from what it said."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

from overtrick.bots.fence.levels import PATH

PACKAGES = {
    "cargo": "cargo",
    "go": "golang-go",
    "java": "default-jre-headless",
    "javac": "default-jdk-headless",
    "make": "make",
    "node": "nodejs",
    "npm": "npm",
    "rustc": "rustc",
}
"""Which package of Debian brings a program."""

MEMORY = "for all it needs at once; --limits memory=1GB gives more, and a JVM asks for less with -Xmx"
THREADS = "at a time; --limits processes=64 allows more, and runtimes have options for fewer"


def missing(program: str) -> str:
    """Return where a program is that a box does not find: nowhere, or only where a box sees nothing."""
    name = Path(program).name
    if elsewhere := shutil.which(name):
        return f"{elsewhere} is not shown behind the fence, where programs are looked for in {PATH}{_install(name)}"
    return f"{name} is not installed on this machine{_install(name)}"


def _install(name: str) -> str:
    return f"; apt install {PACKAGES[name]} brings it" if name in PACKAGES else ""


def _not_found(found: re.Match[str]) -> str:
    return missing(found[1])


CAUSES: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (r"exec: ([\w./+-]+): (?:not found|Permission denied)", _not_found),
    (r"^([\w.+-]+) cannot be started: No such file", _not_found),
    (r"env: ‘?'?([\w.+-]+)'?’?: No such file", _not_found),
    (
        r"/bot/([\w./+-]+) cannot be started: No such file",
        lambda found: (
            f"run names ./{found[1]}, but there is no such file in the folder once it is built, or the "
            "first line of it names a program that is not shown behind the fence"
        ),
    ),
    (
        r"^/bot/([\w./+-]+): \d+: (?:Syntax error|.*not found)",
        lambda found: (
            f"{found[1]} was read as a script for sh: it is built for another machine, or lacks its first line #!"
        ),
    ),
    (
        r"libjli\.so",
        "Java finds itself only as the first word of build or run: not in a script, and not after sh or make",
    ),
    (
        r"error while loading shared libraries: ([\w.+-]+)",
        lambda found: f"the library {found[1]} is not shown behind the fence: link it statically, or bring it along",
    ),
    (
        r"unable to create (?:new )?native thread|failed to create new OS thread|pthread_create(?: failed)?|"
        r"can't start new thread|uv_thread_create|Cannot create (?:worker )?GC thread|failed to spawn thread",
        f"too few threads: the limit processes, 16 if nobody says, counts processes and threads {THREADS}",
    ),
    (
        r"initialization of VM|insufficient memory for the Java|OutOfMemoryError|Could not reserve enough space|"
        r"failed to reserve page summary|Failed to reserve virtual memory|Fatal process OOM|heap out of memory|"
        r"runtime: out of memory|memory allocation of \d+ bytes|the box was out of memory|cannot allocate memory",
        f"too little memory: the limit memory, 512MB if nobody says, is {MEMORY}",
    ),
    (
        r"Could not find or load main class (\S+)",
        lambda found: f'{found[1]} is not where Java looks: build with -d . and run with "-cp", "./"',
    ),
    (
        r"Cannot find module '([^']+)'",
        lambda found: f"bring {found[1]} along, with node_modules: nothing is installed behind the fence",
    ),
    (r"linker `cc` not found", "rustc links with a C compiler; apt install gcc brings one"),
    (
        r"dial tcp|proxy\.golang\.org|no required module provides|Could not resolve host|getaddrinfo",
        "there is no network behind the fence: bring along what it would fetch, such as vendor/ for Go",
    ),
    (
        r"sun\.nio\.ch\.FileDispatcherImpl",
        "java.nio opens no files behind the fence, as it wants a socket for it; java.io does, such as FileInputStream",
    ),
    (
        r"UnsupportedClassVersionError",
        "it was compiled for a newer Java than runs it; let build compile it, or use javac --release",
    ),
)


def cause(said: str) -> str:
    """Return what is behind the last words of a runtime or compiler, or nothing if nobody knows."""
    for pattern, told in CAUSES:
        if found := re.search(pattern, said, re.MULTILINE | re.IGNORECASE):
            return told if isinstance(told, str) else told(found)
    return ""
