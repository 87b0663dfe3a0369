"""What programs need of the machine, and what they then find in the memory that boxes see."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from overtrick.bots.doctor import doctor
from overtrick.bots.fence.fence import PYTHON, End, Fence, Level, Program, why_not
from overtrick.bots.fence.shown import modules, runtime
from overtrick.bots.fence.shown.elf import libraries
from overtrick.bots.fence.shown.needs import SCRIPT_PROGRAMS, Need, files, needs
from overtrick.bots.fence.shown.runtime import resident
from overtrick.core.mistake import Mistake

needs_namespaces = pytest.mark.skipif(bool(why_not(Level.A)), reason=f"no namespaces here: {why_not(Level.A)}")


def names(program: Program, kind: str) -> set[str]:
    return {need.name for need in needs(program) if need.kind == kind}


def written(folder: Path, name: str, text: str) -> Program:
    (folder / name).write_text(text)
    (folder / name).chmod(0o755)
    return Program(folder, (f"/bot/{name}",))


def test_a_program_is_found_by_its_words_and_by_those_of_its_scripts(tmp_path: Path) -> None:
    assert names(Program(tmp_path, ("/bot/run", "perl")), "program") == {PYTHON, "/usr/bin/perl"}
    program = written(tmp_path, "run", "#!/usr/bin/env bash\nexec perl /bot/bot.pl\n")
    assert names(program, "program") >= {"/usr/bin/env", "/usr/bin/bash", "/usr/bin/perl"}


def test_a_script_that_names_everything_gets_little_of_it(tmp_path: Path) -> None:
    program = written(tmp_path, "run", "#!/bin/sh\n" + "\n".join(path.name for path in Path("/usr/bin").iterdir()))
    assert len(names(program, "program")) <= SCRIPT_PROGRAMS + 1


def test_modules_are_those_that_are_installed_and_not_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = tmp_path / "site"
    for name in ("cards", "tricks", "mine"):
        (site / f"{name}-1.dist-info").mkdir(parents=True)
        (site / f"{name}.py").write_text("")
        (site / f"{name}-1.dist-info" / "RECORD").write_text(f"{name}.py,,\n")
        (site / f"{name}-1.dist-info" / "METADATA").write_text(f"Name: {name}\nVersion: 1\n")
    (site / "cards-1.dist-info" / "METADATA").write_text("Name: cards\nVersion: 1\nRequires-Dist: Tricks>=1\n")
    monkeypatch.setattr(modules, "sites", lambda: [str(site)])
    monkeypatch.setattr(modules, "_distributions", modules._distributions.__wrapped__)
    monkeypatch.setattr("overtrick.bots.fence.shown.needs.shown_places", lambda: [site])
    bot = tmp_path / "bot"
    bot.mkdir()
    (bot / "mine.py").write_text("")
    (bot / "main.py").write_text("import os, cards.deck, mine, nowhere\nfrom . import other\n")
    assert names(Program(bot, ("python",)), "module") == {"cards"}
    assert set(files(Need("module", "cards"))) == {site / "cards.py", site / "tricks.py"}


def test_libraries_are_those_that_the_loader_takes() -> None:
    for program in (Path("/usr/bin/env"), Path("/usr/bin/bash").resolve(), Path("/usr/bin/python3").resolve()):
        told = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
        wanted = {Path(words[2]).resolve() for line in told.splitlines() if (words := line.split())[1:2] == ["=>"]}
        assert wanted and wanted <= libraries(program) | {path.resolve() for path in libraries(program)}


def test_a_program_cannot_have_any_file_of_the_machine_copied(tmp_path: Path) -> None:
    whole = Path("/usr/bin/env").read_bytes()
    (tmp_path / "bot").write_bytes(whole.replace(b"libc.so.6\0", b"/bin/true\0"))
    assert b"/bin/true\0" in (tmp_path / "bot").read_bytes() and libraries(tmp_path / "bot") == set()
    program = written(tmp_path, "run", f"#!/bin/sh\n{tmp_path}/tool /etc/shadow ../../{sys.executable}\n")
    (tmp_path / "tool").write_text("#!/bin/sh")
    (tmp_path / "tool").chmod(0o755)
    copied = {path for need in needs(program) if need.kind not in ("base", "settings") for path in files(need)}
    assert not [path for path in copied if path.is_relative_to(tmp_path) or path.is_relative_to("/etc")]


@pytest.mark.parametrize("cut", [4, 16, 63, 64, 100, 1000, 5000])
def test_half_a_program_loads_nothing(tmp_path: Path, cut: int) -> None:
    whole = Path("/usr/bin/env").read_bytes()
    (tmp_path / "half").write_bytes(whole[:cut])
    assert libraries(tmp_path / "half") <= libraries(Path("/usr/bin/env"))
    (tmp_path / "wild").write_bytes(whole[:24] + b"\xff" * 40 + whole[64:cut])
    assert libraries(tmp_path / "wild") == set()


@needs_namespaces
@pytest.mark.parametrize(
    "words",
    [
        ("perl", "-MList::Util=sum", "-e", "print sum 1, 2"),
        ("bash", "-c", "echo -n $((1 + 2))"),
        (PYTHON, "-c", "import decimal, sqlite3, ssl; print(decimal.Decimal(3), end='')"),
        ("/usr/bin/python3", "-c", "import ctypes, json; print(json.loads('3'), end='')"),
    ],
)
def test_what_a_program_needs_is_there(words: tuple[str, ...], tmp_path: Path) -> None:
    with Fence(Program(tmp_path, words), level=Level.A) as fence:
        turn = fence.turn(b"")
    assert (turn.end, turn.stdout) == (End.REPLY, b"3"), turn


@needs_namespaces
def test_what_nobody_needs_is_not_there(tmp_path: Path) -> None:
    with Fence(Program(tmp_path, ("sh", "-c", "ls /usr/bin/git /usr/include /usr/share/doc")), level=Level.A) as fence:
        turn = fence.turn(b"")
    assert turn.stdout == b"" and turn.stderr.count(b"cannot access") == 3, turn


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Make copies in another folder, and none that would take long."""
    monkeypatch.setattr(runtime, "_place", lambda: tmp_path)
    monkeypatch.setattr(runtime, "needs", lambda _: (Need("library", "/usr/bin/env"),))
    runtime.whereabouts.cache_clear()
    yield tmp_path
    runtime.whereabouts.cache_clear()


def test_copies_can_be_read_by_all_and_written_by_none(elsewhere: Path) -> None:
    before = os.umask(0o077)
    try:
        tree = resident(Program(elsewhere, ("env",)))
    finally:
        os.umask(before)
    copy = tree / "usr" / "bin" / "env"
    assert copy.read_bytes() == Path("/usr/bin/env").read_bytes()
    assert (copy.stat().st_mode & 0o777, copy.stat().st_mtime_ns) == (0o555, Path("/usr/bin/env").stat().st_mtime_ns)
    for folder in [*copy.parents][: len(copy.relative_to(elsewhere).parts) - 1]:
        assert folder.stat().st_mode & 0o777 == 0o755, folder


def test_what_was_half_copied_is_completed(elsewhere: Path) -> None:
    tree = resident(Program(elsewhere, ("env",)))
    (tree / "usr" / "bin" / "env").unlink()
    for told in (tree.parent / "have").iterdir():
        told.unlink()  # as a process that was killed leaves it
    assert (resident(Program(elsewhere, ("env",))) / "usr" / "bin" / "env").exists()


def test_what_is_too_large_for_memory_is_kept_from_bots(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(runtime, "MOST_BYTES", 1000)
    assert not (resident(Program(elsewhere, ("env",))) / "usr").exists()
    assert "library /usr/bin/env takes 0 MB and is kept from bots" in caplog.text


def test_copies_of_older_packages_go_once_nobody_holds_them(elsewhere: Path) -> None:
    for name in ("held", "left"):
        (elsewhere / f"{runtime.PREFIX}{os.geteuid()}-{name}").mkdir()
    holder = "import fcntl, sys; f = open(sys.argv[1], 'w'); fcntl.flock(f, fcntl.LOCK_SH); print(flush=True); input()"
    words = [sys.executable, "-c", holder, str(elsewhere / f"{runtime.PREFIX}{os.geteuid()}-held" / "held")]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        resident(Program(elsewhere, ("env",)))
        left = {path.name.rpartition("-")[2] for path in elsewhere.glob(f"{runtime.PREFIX}*")}
        process.communicate(b"\n")
    assert "held" in left and "left" not in left and len(left) == 2


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder to somebody else")
def test_a_folder_of_somebody_else_is_not_used(elsewhere: Path) -> None:
    root = resident(Program(elsewhere, ("env",))).parent
    shutil.chown(root, 12345)
    runtime.whereabouts.cache_clear()
    with pytest.raises(Mistake, match="was made by somebody else"):
        resident(Program(elsewhere, ("env",)))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount")
def test_root_has_a_place_of_its_own_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "OWN_PLACE", tmp_path / "own")
    try:
        assert [runtime._place(), runtime._place()] == [tmp_path / "own"] * 2
        assert Path("/proc/self/mounts").read_text().count(f" {tmp_path / 'own'} tmpfs") == 1
    finally:
        subprocess.run(["umount", tmp_path / "own"], check=True)


def test_who_is_not_root_is_told_that_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "PLACES", ("/usr", "/run/{uid}"))
    monkeypatch.setattr(runtime, "OWN_PLACE", Path("/nowhere"))
    monkeypatch.setattr(os, "geteuid", lambda: 1234)
    with pytest.raises(Mistake, match="no folder in memory can hold programs; tried: /nowhere, /usr, /run/1234"):
        runtime._place()


def test_the_doctor_says_where_programs_find_what_they_need(monkeypatch: pytest.MonkeyPatch) -> None:
    def fact() -> tuple[str, str]:
        return next((found, meaning) for what, found, meaning in doctor() if what == "runtime")

    assert fact()[0] == "in memory"

    def nowhere() -> Path:
        raise Mistake("no folder in memory can hold programs; tried: /dev/shm")

    monkeypatch.setattr(runtime, "whereabouts", nowhere)
    assert fact() == (
        "on disk",
        "no folder in memory can hold programs; tried: /dev/shm; so bots can tell each other which pages were read",
    )
