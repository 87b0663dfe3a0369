"""Limits: what a fenced program may use, as one value, and its form on the command line."""

import re
from dataclasses import dataclass, fields, replace

from overtrick.core.mistake import Mistake


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What a program may use; time is what it causes, working or idle, and the wall clock is only a backstop."""

    cpu_ms: int = 1000
    """Time of one turn: on a processor, or with nothing to do."""
    bank_ms: int = 2000
    """Time for a whole match beyond that, against jitter."""
    start_ms: int = 5000
    """Time that a long-lived program may add to its first turn."""
    wait_ms: int = 4000
    """How much of all that may be idle in a whole match; where the kernel does not count it, nothing is."""
    wall_factor: int = 8
    """A turn that lasts this many times its time is over, whatever it did."""
    memory_mb: int = 512
    """Memory of all processes; where there is no cgroup, what one may write, and 512 MB more of addresses."""
    processes: int = 16
    """Processes and threads at a time."""
    reply_bytes: int = 65536
    """Longest answer."""
    stderr_bytes: int = 16384
    """How much of a turn's stderr is kept for the author; the rest is thrown away."""
    file_bytes: int = 1_000_000
    """Longest file, such as a piece of anonymous memory with a descriptor."""
    files: int = 64
    """Open descriptors of one process."""
    scratch_mb: int = 0
    """A private, writable /tmp, which compilers need; nothing is writable without it."""


TIMES = {"ms": 1, "s": 1000}
SIZES = {"B": 1, "kB": 1000, "MB": 1_000_000}
MEGABYTES = {"MB": 1, "GB": 1024}
COUNT = {"": 1}

KEYS: dict[str, tuple[str, dict[str, int], int, int]] = {
    "cpu": ("cpu_ms", TIMES, 1, 600_000),
    "bank": ("bank_ms", TIMES, 0, 600_000),
    "start": ("start_ms", TIMES, 0, 600_000),
    "wait": ("wait_ms", TIMES, 0, 600_000),
    "wall": ("wall_factor", COUNT, 1, 1000),
    "memory": ("memory_mb", MEGABYTES, 16, 1_048_576),
    "processes": ("processes", COUNT, 1, 10_000),
    "reply": ("reply_bytes", SIZES, 16, 16_000_000),
    "stderr": ("stderr_bytes", SIZES, 0, 16_000_000),
    "file": ("file_bytes", SIZES, 0, 1_000_000_000),
    "files": ("files", COUNT, 16, 10_000),
}
"""Word on the command line: the field, its units, the least and the most."""

assert {field for field, *_ in KEYS.values()} == {field.name for field in fields(Limits)} - {"scratch_mb"}


def parse_limits(text: str, limits: Limits | None = None) -> Limits:
    """Return limits changed as ``cpu=500ms,memory=256MB,bank=1s`` says."""
    changed: dict[str, int] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        key, _, value = part.partition("=")
        if key not in KEYS:
            raise Mistake(f"there is no limit {key!r}, as in {part!r}; the limits are {', '.join(KEYS)}")
        field = KEYS[key][0]
        if field in changed:
            raise Mistake(f"the limit {key} is given twice, last as {value!r}; once is allowed")
        changed[field] = _parse_value(key, value)
    return replace(limits or Limits(), **changed)


def limits_text(limits: Limits) -> str:
    """Return what differs from the defaults in the form that ``parse_limits`` reads."""
    plain = Limits()
    changed = {
        key: getattr(limits, row[0]) for key, row in KEYS.items() if getattr(limits, row[0]) != getattr(plain, row[0])
    }
    return ",".join(f"{key}={value}{next(iter(KEYS[key][1]))}" for key, value in changed.items())


def _parse_value(key: str, value: str) -> int:
    _, units, least, most = KEYS[key]
    unit = next(iter(units))
    match = re.fullmatch(r"([0-9]{1,12})([A-Za-z]*)", value)
    number = int(match[1]) * units[match[2]] if match and match[2] in units else None
    if number is None or not least <= number <= most:
        others = "".join(f", or in {other}" for other in list(units)[1:])
        raise Mistake(f"the limit {key} is {value!r}; allowed is {least}{unit} to {most}{unit}{others}")
    return number
