"""What a path to a bot stands for: what is refused before it costs us anything, and how it is laid out."""

import errno
import io
import os
import re
import tarfile
import tempfile
from pathlib import Path

import pytest

from overtrick.bots.fence import compiler, fence
from overtrick.bots.fence.compiler import run_build
from overtrick.bots.fence.fence import Level, PlatformFault
from overtrick.bots.fenced import Protocol
from overtrick.bots.find import find
from overtrick.bots.program import MAX_FILES, MAX_PYTHON, Built, build, stage, stage_root
from overtrick.core.mistake import Mistake
from overtrick.match.play import play_until_it_counts
from overtrick.match.record import new_match
from tests.support.boxes import LEVELS
from tests.support.modes import mode, umask

CHOOSE = "def choose(view): return view.legal[0]\n"
ODD = os.fsdecode(b"\xff.txt")


def two_files(mark: str) -> Built:
    """Return a bot of two files that no other test has laid out."""
    return Built((("a_weights", mark.encode()), ("main.py", b"")), ("./bot",), Protocol.LINES, "other")


def names_below(folder: Path) -> set[bytes]:
    return {os.fsencode(path.name) for path in folder.iterdir()}


# Laid out whole or not at all


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have the system refuse to write a file called main.py, after others were written."""
    write = Path.write_bytes

    def refuse(path: Path, content: bytes) -> int:
        if path.name == "main.py" and path.is_relative_to(stage_root()):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(path, content)

    monkeypatch.setattr(Path, "write_bytes", refuse)
    return stage_root()


def test_half_a_bot_on_a_full_disk_is_our_fault_and_never_taken_for_a_whole_one(
    full_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, before = two_files("full"), names_below(full_disk)
    for _ in range(2):
        with pytest.raises(PlatformFault, match=r"file 'main.py' cannot be laid out: No space left on device"):
            stage(bot)
        assert names_below(full_disk) == before
    monkeypatch.undo()
    assert names_below(stage(bot)) == {b"a_weights", b"main.py"}


def test_a_disk_without_space_for_the_folder_of_bots_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> str:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(tempfile, "mkdtemp", refuse)
    with pytest.raises(
        PlatformFault, match=r"no folder for bots' files can be made below /.*: No space left on device"
    ):
        stage_root.__wrapped__()


def test_the_user_of_a_box_may_read_all_of_a_bot_whatever_the_umask() -> None:
    deep = Built((("main.py", b""), ("data/more/weights", b"umask")), ("./bot",), Protocol.LINES, "other")
    with umask(0o077):
        folder = stage(deep)
    assert [mode(path) for path in (folder, folder / "data", folder / "data" / "more")] == [0o755] * 3
    assert mode(folder / "data" / "more" / "weights") == 0o555


def test_a_full_disk_is_nobodys_loss(full_disk: Path, tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(CHOOSE)
    (tmp_path / "a_weights").write_text("full disk")
    match = new_match("duel", [str(tmp_path), "first"], {}, bytes(32))
    with pytest.raises(Mistake, match=r"the platform failed 3 times and the match does not count: .*No space"):
        play_until_it_counts(match, lambda name: find(name, "duel")())


def test_a_name_that_no_disk_can_hold_is_the_bots_mistake() -> None:
    before = names_below(stage_root())
    with pytest.raises(Mistake, match="cannot be laid out: File name too long"):
        stage(Built((("x" * 300, b""),), ("./bot",), Protocol.LINES, "other"))
    assert names_below(stage_root()) == before


def test_two_processes_may_lay_out_the_same_bot_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rename = Path.rename

    def beaten(path: Path, target: Path) -> Path:
        target.mkdir()
        (target / "theirs").touch()
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", beaten)
    folder = stage(two_files("race"))
    assert names_below(folder) == {b"theirs"}
    assert names_below(folder.parent).isdisjoint({b"bot"}), "ours is gone"


# What a build leaves is read outside the fence


def packed(headers: dict[str, str], name: str = "bot", kind: bytes = tarfile.REGTYPE) -> bytes:
    """Return an archive of one empty entry with extended headers."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as archive:
        entry = tarfile.TarInfo(name)
        entry.type, entry.pax_headers = kind, headers
        archive.addfile(entry)
    return buffer.getvalue()


def sparse(size: int) -> bytes:
    """Return an archive of one entry that is nothing but a hole, in the form of GNU tar."""
    entry = tarfile.TarInfo("bot")
    entry.type = tarfile.GNUTYPE_SPARSE
    header = bytearray(entry.tobuf(tarfile.GNU_FORMAT))
    header[386:410] = b"00000000000\0" * 2
    header[483:495] = b"%011o\0" % size
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    return bytes(header) + bytes(1024)


ARCHIVES = {
    "a hole": (sparse(200_000_000), r"left 'bot' \(200000000 bytes\), not a plain file"),
    "a hole by headers": (packed({"GNU.sparse.map": "0,0", "GNU.sparse.size": "200000000"}), "not a plain file"),
    "a size that is no number": (packed({"GNU.sparse.size": "abc"}), "cannot be read"),
    "a map that is no numbers": (packed({"GNU.sparse.map": "a,b"}), "cannot be read"),
    "a size beyond the archive": (packed({"size": "200000000"}), "not a plain file"),
    "a size that leads back": (packed({"size": "-1536"}, kind=b"Z"), "not a plain file|left no file"),
    "a name with a zero": (packed({"path": "a\0b"}), r"left 'a\\x00b'"),
    "headers of headers": (packed({"path": "a" * 300})[:1024] * 3000, "cannot be read"),
    "no archive": (b"x" * 2048, "cannot be read"),
    "nothing": (bytes(10240), "left no file"),
}


@pytest.mark.parametrize("name", ARCHIVES)
def test_an_archive_cannot_harm_who_reads_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    archive, sentence = ARCHIVES[name]
    monkeypatch.setattr(compiler, "BUILD_SCRIPT", 'cd "$TMPDIR" && tar -x -f - && cat evil.tar')
    files, words = run_build({"evil.tar": archive}, ["true"])
    assert files == {}
    assert re.search(sentence, words) and "\n" not in words


@pytest.mark.parametrize("level", [*LEVELS, Level.C])
def test_a_build_command_is_a_program_and_no_word_of_the_shell(level: Level, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fence, "probe", lambda: level)
    source = {"bot.c": b"int main(void) { return 0; }\n", "evil.tar": packed({}, "evil")}
    assert set(run_build(source, ["cc", "-o", "bot", "bot.c"])[0]) == {"bot", *source}
    files, words = run_build(source, ["eval", "tar() { cat evil.tar; }"])
    assert files == {} and "eval: not found" in words


def test_what_a_build_leaves_has_the_limits_of_a_folder(tmp_path: Path) -> None:
    text = 'build = ["sh", "-c", "i=0; while [ $i -lt COUNT ]; do : > f$i; i=$((i+1)); done"]\n'
    (tmp_path / "bot.toml").write_text(text.replace("COUNT", str(MAX_FILES - 1)))
    assert len(build(tmp_path, "duel").files) == MAX_FILES
    (tmp_path / "bot.toml").write_text(text.replace("COUNT", str(MAX_FILES)))
    with pytest.raises(Mistake, match="is too large; allowed: 500 files and 20 MB"):
        build(tmp_path, "duel")


# What is parsed outside the fence


def test_python_that_would_take_gigabytes_to_parse_is_not_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = tmp_path / "main.py"
    bot.write_text(CHOOSE + "#" * (MAX_PYTHON - len(CHOOSE)))
    assert build(bot, "duel").language == "python"
    bot.write_text(CHOOSE + "#" * (MAX_PYTHON - len(CHOOSE) + 1))
    monkeypatch.setattr("overtrick.bots.program.ast", None)
    for path in (bot, tmp_path):
        with pytest.raises(Mistake, match=r"main\.py has 300001 bytes; allowed: 300000"):
            build(path, "duel")


@pytest.mark.parametrize(
    "deep", ["(", "[[", "-", "a+", "a.", "not ", "lambda:", "a if a else ", "f(", "{1:", "~(" * 90]
)
def test_python_of_any_depth_gets_a_sentence(deep: str, tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(f"{CHOOSE}x = {(deep * 100_000)[:250_000]}a\n")
    with pytest.raises(Mistake, match=r"main\.py is not Python: \w"):
        build(tmp_path, "duel")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("run = " + "[" * 5000, "is not TOML"), ("a." * 5000 + "a = 1", "has 10005 bytes; allowed: 10000")],
)
def test_a_manifest_cannot_keep_us_busy(text: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text(text)
    with pytest.raises(Mistake, match=rf"bot\.toml {sentence}"):
        build(tmp_path, "duel")


# Names that are not UTF-8


def test_the_hash_of_ordinary_names_stays_what_it_was() -> None:
    files = (("main.py", CHOOSE.encode()), ("données/é.txt", b"\xff"))
    assert (
        Built(files, ("./bot",), Protocol.LINES, "python").digest
        == "1d1dc08471d400c158d29fc8ec1e38000b308b15c6270dd6e15e39673c43d0e9"
    )


def test_a_bot_may_have_files_whose_names_are_not_utf_8(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(CHOOSE)
    plain = build(tmp_path, "duel").digest
    (tmp_path / ODD).write_text("x")
    built = build(tmp_path, "duel")
    assert built.digest != plain
    assert names_below(stage(built)) == {b"main.py", b"\xff.txt"}


def test_c_files_and_builds_may_have_such_names_too(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"\xff.c")).write_text("int main(void) { return 0; }\n")
    built = build(tmp_path, "duel")
    assert (built.language, built.messages) == ("c", "")
    (tmp_path / "bot.toml").write_text("build = ['sh', '-c', 'cp *.c $(printf \"\\376.c\")']\n")
    made = build(tmp_path, "duel")
    assert names_below(stage(made)) == {b"bot.toml", b"\xff.c", b"\xfe.c"}
    assert made.messages == ""


@pytest.mark.parametrize(
    "source",
    [
        "class Bot:\n    def choose(self, view):\n        pass\n",
        "def make():\n    def get_action(state):\n        pass\n    return get_action\n",
    ],
)
def test_a_function_inside_something_else_is_no_bot(source: str, tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(source)
    with pytest.raises(Mistake, match="has no function"):
        build(tmp_path / "main.py", "duel")


@pytest.mark.parametrize(
    "source",
    [
        "try:\n    from fast import choose\nexcept ImportError:\n    def choose(view):\n        pass\n",
        "if True:\n    choose = lambda view: view.legal[0]\n",
        "get_action = choose = len\n",
    ],
)
def test_a_function_may_be_defined_in_every_usual_way(source: str, tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(source)
    assert build(tmp_path / "main.py", "duel").language == "python"


@pytest.mark.parametrize(
    ("manifest", "game", "sentence"),
    [
        ('protocol = "integers"', "wizard", "protocol is 'integers', which only duel has"),
        ('game = "wizard"', "duel", "game is 'wizard', but here duel is played"),
    ],
)
def test_a_manifest_fits_the_game_that_is_played(manifest: str, game: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text(manifest)
    with pytest.raises(Mistake, match=sentence):
        build(tmp_path, game)
