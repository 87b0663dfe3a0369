"""A cgroup for one box: a limit for all its processes together, and an account of their CPU time."""

import os
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

ROOT = Path("/sys/fs/cgroup")


@dataclass(frozen=True)
class Cgroup:
    """The folders of one box (one for each controller, or a single one) and its file of CPU time."""

    folders: tuple[Path, ...]
    cpu_file: Path
    memory_file: Path

    def oom_kills(self) -> int:
        """Return how many processes were killed because the box had used up its memory."""
        words = self.memory_file.read_text().split()
        return int(words[words.index("oom_kill") + 1])

    def join_files(self) -> list[Path]:
        """Return the files into which a process writes itself."""
        return [folder / "cgroup.procs" for folder in self.folders]

    def remove(self) -> None:
        """Remove the folders; the kernel refuses for a moment after the last process has gone."""
        for folder in self.folders:
            for _ in range(100):
                with suppress(FileNotFoundError):
                    try:
                        folder.rmdir()
                    except OSError:
                        time.sleep(0.01)
                        continue
                break


def sweep(above: Path) -> None:
    """Remove what referees that were killed have left: empty cgroups named after a process that is gone."""
    for folder in above.glob("overtrick-*-*"):
        pid = folder.name.split("-")[1]
        if not Path("/proc", pid).exists():
            with suppress(OSError):
                folder.rmdir()


def make_cgroup(name: str, memory_bytes: int, processes: int, root: Path = ROOT) -> Cgroup:
    """Make a box's cgroup below our own; OSError says what is not permitted here."""
    own = _own_paths()
    if (root / "pids").is_dir():
        folders = {kind: root / kind / own.get(kind, "").lstrip("/") / name for kind in ("pids", "memory", "cpuacct")}
        group = Cgroup(
            tuple(folders.values()), folders["cpuacct"] / "cpuacct.usage", folders["memory"] / "memory.oom_control"
        )
        limits = {
            folders["pids"] / "pids.max": processes,
            folders["memory"] / "memory.limit_in_bytes": memory_bytes,
            folders["memory"] / "memory.memsw.limit_in_bytes": memory_bytes,
        }
    else:
        above = root / own.get("", "").lstrip("/")
        (above / "cgroup.subtree_control").write_text("+pids +memory +cpu")
        folder = above / name
        group = Cgroup((folder,), folder / "cpu.stat", folder / "memory.events")
        limits = {
            folder / "pids.max": processes,
            folder / "memory.max": memory_bytes,
            folder / "memory.swap.max": 0,
        }
    try:
        _fill(group, limits)
    except OSError:
        group.remove()
        raise
    return group


def _fill(group: Cgroup, limits: dict[Path, int]) -> None:
    for folder in group.folders:
        sweep(folder.parent)
        folder.mkdir()
    for file, value in limits.items():
        # Accounting of swap is an option of the kernel; without it the limit of memory has to do.
        if "sw" not in file.name or file.exists():
            file.write_text(str(value))


def _own_paths() -> dict[str, str]:
    """Return our own cgroup by controller; the unified one has no name."""
    paths = {}
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, kinds, path = line.split(":", 2)
        paths.update(dict.fromkeys(kinds.split(","), path))
    return paths


def box_name() -> str:
    """Return a name that no other box of this machine has."""
    return f"overtrick-{os.getpid()}-{os.urandom(6).hex()}"
