"""Boxes and interpreters that are used for many matches: none of them may know anything of another."""

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from overtrick.bots.fence import pool
from overtrick.bots.fence.agent import Agent
from overtrick.bots.fence.fence import Fence, Level, probe
from overtrick.bots.fenced import Fenced
from overtrick.bots.find import find
from overtrick.core.ending import Ending, PlatformFault
from overtrick.match.play import play
from overtrick.match.record import Record, new_match
from tests.support.boxes import soon

pytestmark = pytest.mark.skipif(
    probe() not in (Level.A_PLUS, Level.A), reason="only boxes of namespaces are used again, and there are none here"
)

SEES = '''
import ctypes, fcntl, gc, json, os, random, signal, stat, sys, threading, time, zlib

AT_LOAD = [random.random(), random.getstate()[1][::50]]
FILES = ("/", "/bot", "/bot/main.py", "/kit", "/kit/kit.py", "/agent", "/usr", "/dev", "/proc/self/exe")

def about(path):
    try:
        found = os.stat(path)
    except OSError as error:
        return error.strerror
    return [found.st_ino, found.st_dev, found.st_mtime_ns, found.st_ctime_ns, found.st_atime_ns, found.st_size]

def result(function, *arguments):
    try:
        return str(function(*arguments))
    except Exception as error:
        return type(error).__name__

def open_descriptors():
    found = {}
    for number in range(64):
        try:
            found[number] = [stat.S_IFMT(os.fstat(number).st_mode), fcntl.fcntl(number, fcntl.F_GETFL)]
        except OSError:
            pass
    return found

def lines_run():
    """What the interpreter has noted in its code, which tells how often a line was run."""
    kit = sys.modules["__main__"]
    known = [value.__code__ for _, value in sorted(vars(kit).items()) if hasattr(value, "__code__")]
    frame = sys._getframe()
    while frame := frame.f_back:
        known.append(frame.f_code)
    return {code.co_name: zlib.crc32(code._co_code_adaptive) for code in known}

def of_a_child():
    """What a process draws that the bot has forked: its own luck, as everywhere in Python."""
    seen, told = os.pipe()
    if os.fork() == 0:
        os.write(told, json.dumps([random.random(), threading.current_thread() is threading.main_thread()]).encode())
        os._exit(0)
    os.wait()
    number, is_main = json.loads(os.read(seen, 100))
    return [number == random.random(), is_main]

def survey():
    words = [str(number) for number in range(50)]
    return {
        "numbers": [os.getpid(), os.getppid(), os.getpgrp(), os.getsid(0), threading.get_native_id()],
        "descriptors": open_descriptors(),
        "hashes": [hash("bot"), list(set(words))],
        "addresses": [id(object()), id(words), id(survey), id(len), ctypes.addressof(ctypes.c_int())],
        "luck": [AT_LOAD, random.random(), random.Random("seed").random(), time.get_clock_info("monotonic").resolution],
        "files": {path: about(path) for path in FILES},
        "lists": {path: os.listdir(path) for path in ("/", "/bot", "/kit")},
        "process": [os.getcwd(), sys.argv, sys.path, dict(os.environ), sorted(sys.modules), threading.active_count()],
        "handlers": [str(signal.getsignal(number)) for number in range(1, 30)],
        "memory": [len(gc.get_objects()), sys.getallocatedblocks(), gc.get_freeze_count()],
        "others": [result(os.kill, number, signal.SIGKILL) for number in (1, 2, -1, -2)],
        "code": lines_run(),
        "child": of_a_child(),
        "threads": [threading.main_thread().ident, threading.main_thread().native_id, len(threading.enumerate())],
        "mould": [result(os.pidfd_open, 2), result(os.setpgid, 0, 0), result(os.sched_setaffinity, 2, {0})],
    }

asked = 0

def choose(view):
    global asked
    asked += 1
    if asked == 1:
        print(json.dumps(survey()))
    if asked == 2:
        mischief()
    return view.legal[0]

def mischief():
    """Leave traces wherever one could be left."""
    os.umask(0)
    os.chdir("/")
    os.environ["LEFT"] = "behind"
    for number in (0, 1, 2):
        fcntl.fcntl(number, fcntl.F_SETFL, os.O_APPEND)
    for _ in range(3):
        if os.fork() == 0:
            time.sleep(1000)
    threading.Thread(target=time.sleep, args=(0.01,)).start()
    os.memfd_create("left")
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
'''


@pytest.fixture(autouse=True)
def no_boxes() -> Iterator[None]:
    pool.close_all()
    yield
    pool.close_all()


def bot_file(folder: Path, source: str) -> str:
    path = folder / "bot.py"
    path.write_text(source)
    return str(path)


def played(name: str) -> Record:
    player, other = find(name, "duel"), find("first", "duel")
    return play(new_match("duel", ("bot", "first"), {}, bytes(32)), [player(), other()])


def report(record: Record) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(record.stderr[0].splitlines()[0])
    return found


def box_of(name: str) -> Fence:
    """Return the box that waits for a program's next match."""
    player = find(name, "duel")()
    assert isinstance(player, Fenced)
    box = pool.take(player._program, player._limits)
    pool.give_back(box, whole=True)
    return box


def test_a_match_cannot_tell_whether_another_was_played_before_it(tmp_path: Path) -> None:
    name = bot_file(tmp_path, SEES)
    first = report(played(name))
    box = box_of(name).pid
    for _ in range(8):  # a line that was run so often is compiled anew
        again = report(played(name))
    assert box_of(name).pid == box, "it was played in another box"
    pool.close_all()
    fresh = report(played(name))
    for part in first:
        assert again[part] == first[part], part
        assert fresh[part] == first[part], part
    assert first["others"] == ["None", "PermissionError", "PermissionError", "PermissionError"]  # PID 1 is immune
    assert first["child"] == [False, True]
    assert first["mould"] == ["PermissionError", "PermissionError", "OSError"]


@pytest.mark.parametrize(
    ("source", "ending"),
    [
        ("def choose(view):\n    import os\n    os._exit(3)\n", Ending.CRASH),
        ("def choose(view):\n    import os, signal\n    os.kill(os.getpid(), signal.SIGSEGV)\n", Ending.CRASH),
        ("def choose(view):\n    raise ValueError('no')\n", Ending.CRASH),
        ("raise ValueError('no')\ndef choose(view): pass\n", Ending.BUILD_FAILED),
        ("import no_such_module\ndef choose(view): pass\n", Ending.BUILD_FAILED),
        ("def choose(view):\n    import os\n    os.write(3, b'x' * 100_000 + b'\\n')\n", Ending.GARBLED),
    ],
)
def test_a_fault_leaves_a_box_that_is_as_good_as_new(source: str, ending: Ending, tmp_path: Path) -> None:
    name = bot_file(tmp_path, source)
    boxes = []
    for _ in range(2):
        record = played(name)
        assert record.faults[0].ending is ending, record.faults[0]
        boxes.append(box_of(name).pid)
    assert boxes[0] == boxes[1]


def test_the_question_of_a_fault_is_told_in_the_words_of_the_protocol(tmp_path: Path) -> None:
    record = played(bot_file(tmp_path, "def choose(view):\n    return 'nonsense'\n"))
    question = json.loads(record.faults[0].question)
    assert question["type"] == "choose" and question["legal"]


def test_a_box_whose_turn_was_broken_off_is_not_used_again(tmp_path: Path) -> None:
    name = bot_file(tmp_path, "def choose(view):\n    return view.legal[0]\n")
    played(name)
    box = box_of(name)
    player = find(name, "duel")()
    assert isinstance(player, Fenced)
    taken = pool.take(player._program, player._limits)
    assert taken is box
    pool.give_back(taken, whole=False)
    assert box_of(name) is not box


def test_a_box_that_died_while_it_waited_is_not_used_again(tmp_path: Path) -> None:
    name = bot_file(tmp_path, "def choose(view):\n    return view.legal[0]\n")
    played(name)
    box = box_of(name)
    os.kill(box.pid, signal.SIGKILL)
    assert soon(lambda: not box.is_alive, 5)
    assert played(name).faults == ()
    assert box_of(name).pid != box.pid


def test_boxes_that_wait_make_room_where_a_new_one_cannot_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "other").mkdir()
    names = [
        bot_file(folder, f"def choose(view):\n    return view.legal[0]  # {folder}\n")
        for folder in (tmp_path, tmp_path / "other")
    ]
    played(names[0])
    make_agent = Fence._make_agent

    def scarce(fence: Fence) -> Agent:
        if pool._idle:
            raise PlatformFault("all users for boxes are taken")
        return make_agent(fence)

    monkeypatch.setattr(Fence, "_make_agent", scarce)
    assert played(names[1]).faults == ()


def test_boxes_that_wait_too_long_or_are_too_many_are_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "MOST_IDLE", 2)
    for number in range(3):
        folder = tmp_path / str(number)
        folder.mkdir()
        played(bot_file(folder, f"def choose(view):\n    return view.legal[0]  # {number}\n"))
    assert len(pool._idle) == 2
    waiting = [fence.pid for _, _, fence in pool._idle]
    pool.close_old(pool._idle[-1][1] + pool.IDLE_S + 1)
    assert pool._idle == [] and not any(Path(f"/proc/{pid}").exists() for pid in waiting)
