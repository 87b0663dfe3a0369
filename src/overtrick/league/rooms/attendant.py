"""The first process of a room: it runs the command, ends all that this started, and hands over what it left.

It is run as a file, by the Python of the machine and without our package. In a room of namespaces it is process 1,
which nobody in there can end.
"""

import ctypes
import json
import os
import resource
import shutil
import signal
import socket
import stat
import sys
import tarfile
import termios
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

HANDOUT = "league"
"""The folder in which a command finds what it is told; it is no part of what it leaves."""
SKIPPED = (".", "__pycache__")  # how names begin that are no part of it either
DUMPABLE, SUBREAPER = 4, 36  # PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER
prctl = ctypes.CDLL(None).prctl
FIRST_OUT = "500"  # where memory runs out, the command's processes go before us


def main(told: dict[str, Any]) -> None:
    """Run a command in a copy of a folder; then tell how it ended, and write what it left as an archive."""
    reply, life, folder = int(told["reply"]), int(told["life"]), Path(told["folder"])
    for path in Path("/proc/self/fd").iterdir():
        with suppress(OSError):  # the one by which they are listed is gone
            os.set_inheritable(int(path.name), int(path.name) < 3)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # which process 1 never hears of, as it has no handler
    prctl(DUMPABLE, 0)  # or the command, whose user is ours, could halt us as a debugger does
    if os.getpid() != 1:
        prctl(SUBREAPER, 1)
    shutil.copytree(told["given"], folder, dirs_exist_ok=True)
    Path(os.environ["TMPDIR"]).mkdir(parents=True, exist_ok=True)
    threading.Thread(target=end_with, args=(life,), daemon=True).start()
    began_s = time.monotonic()
    code, unstarted = run(told, folder)
    seconds = time.monotonic() - began_s
    found, wrong, size = [], "", 0
    for path in left(folder):
        found.append(path)
        size += path.stat().st_size
        if len(found) > told["most_files"] or size > told["most_bytes"]:
            found, wrong = [], f"it left more than {told['most_files']} files or {told['most_bytes'] // 1_000_000} MB"
            break
    with os.fdopen(reply, "wb") as out:
        about = {"code": code, "unstarted": unstarted, "seconds": seconds, "wrong": wrong, "files": len(found)}
        out.write(json.dumps(about).encode() + b"\n")
        with tarfile.open(fileobj=out, mode="w|", format=tarfile.GNU_FORMAT) as archive:
            for path in found:
                # As a file of its own: what is there under two names is written twice.
                entry = tarfile.TarInfo(str(path.relative_to(folder)))
                entry.size = path.stat().st_size
                with path.open("rb") as file:
                    archive.addfile(entry, file)


def end_with(life: int) -> None:
    """End everything when whoever holds the other end of the lifeline lets go of it, or is gone."""
    os.read(life, 1)
    if os.getpid() != 1:  # the end of process 1 is everybody's
        end_all()
    os._exit(1)


def run(told: dict[str, Any], folder: Path) -> tuple[int | None, str]:
    """Run the command and end all that it started; return its exit code, None if its time was over, and why it could
    not be started, if so.
    """

    def too_late(number: int, frame: FrameType | None) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, too_late)
    signal.setitimer(signal.ITIMER_REAL, told["time_s"])
    try:
        terminal = own_terminal(told["screen"], told["size"]) if told["screen"] is not None else None
        why, whynot = os.pipe()  # closed when the command begins
        with warnings.catch_warnings():  # the other thread waits at the lifeline and holds nothing
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:
            become(told, folder, terminal, whynot)
        os.close(whynot)
        if terminal is not None:
            os.close(terminal)  # it ends with the last of the command's processes
        while True:
            pid, status = os.wait()  # of those whose parents have gone, too
            if pid == child:
                return os.waitstatus_to_exitcode(status), os.read(why, 1 << 12).decode(errors="replace")
    except TimeoutError:
        return None, ""
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        end_all()


def own_terminal(screen: int, size: tuple[int, int]) -> int:
    """Return a new terminal for the command; its other side goes to whoever lends theirs."""
    ours, terminal = os.openpty()
    termios.tcsetwinsize(terminal, size)
    with socket.socket(fileno=screen) as lender:
        socket.send_fds(lender, [b"."], [ours])
    os.close(ours)
    return terminal


def become(told: dict[str, Any], folder: Path, terminal: int | None, whynot: int) -> None:
    """Become the command, or tell why that cannot be."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    words = told["command"]
    try:
        prctl(DUMPABLE, 1)
        if terminal is None:
            os.setsid()
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        else:
            os.login_tty(terminal)
        os.chdir(folder)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if told["processes"]:
            resource.setrlimit(resource.RLIMIT_NPROC, (told["processes"],) * 2)
        Path("/proc/self/oom_score_adj").write_text(FIRST_OUT)
        os.execvp(words[0], words)
    except OSError as error:
        os.write(whynot, os.fsencode(f"{words[0][:200]} cannot be started: {error.strerror}"))
    finally:
        os._exit(127)


def end_all() -> None:
    """End everything that the command has started, whatever it calls itself now."""
    while True:
        if os.getpid() == 1:
            with suppress(ProcessLookupError):
                os.kill(-1, signal.SIGKILL)
        else:
            for child in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split():
                os.kill(int(child), signal.SIGKILL)  # its own become ours by that
        try:
            os.wait()
        except ChildProcessError:
            return


def left(folder: Path) -> Iterator[Path]:
    """Yield the plain files of a folder: none that is hidden, no link, no pipe and no device.

    Their owner, who is ours too, may have closed them.
    """
    open_to_us(folder)
    for place, folders, names in os.walk(folder):
        skipped = (HANDOUT,) if Path(place) == folder else ()
        folders[:] = sorted(name for name in folders if not name.startswith(SKIPPED) and name not in skipped)
        for name in folders:
            open_to_us(Path(place, name))
        for path in (Path(place, name) for name in sorted(names) if not name.startswith(SKIPPED)):
            if stat.S_ISREG(path.lstat().st_mode):
                open_to_us(path)
                yield path


def open_to_us(path: Path) -> None:
    """Let us read a file or a folder, if it is no link."""
    with suppress(OSError):  # it belongs to somebody else, or was never there
        if not path.is_symlink():
            path.chmod(0o700)


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
