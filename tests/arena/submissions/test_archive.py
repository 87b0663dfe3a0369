"""Uploads: good ones become files, and each attack on archives is refused with a sentence."""

import io
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.arena.submissions.archive import (
    MOST_FILES,
    MOST_PACKED,
    MOST_UNPACKED,
    check_path,
    files_of,
    files_of_upload,
    hash_of,
    pack_files,
)
from overtrick.core.mistake import Mistake

MAIN = b"def choose(view):\n    return view.legal[0]\n"


def zipped(*entries: tuple[str, bytes], kind: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", kind) as opened:
        for name, content in entries:
            opened.writestr(zipfile.ZipInfo(name), content, kind)
    return buffer.getvalue()


def tarred(*entries: tuple[str, bytes], mode: str = "w:gz") -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=mode) as opened:  # type: ignore[call-overload]
        for name, content in entries:
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            opened.addfile(entry, io.BytesIO(content))
    return buffer.getvalue()


def special(kind: bytes, target: str = "/etc/passwd") -> bytes:
    """Return an archive with something in it that is no file."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as opened:
        entry = tarfile.TarInfo("main.py")
        entry.type, entry.linkname = kind, target
        opened.addfile(entry)
    return buffer.getvalue()


def test_a_single_file_keeps_its_name() -> None:
    assert files_of_upload("bot.c", b"int main;") == {"bot.c": b"int main;"}
    assert files_of_upload("My Bot-2.py", MAIN) == {"My Bot-2.py": MAIN}


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("bot.zip", zipped(("main.py", MAIN), ("data/net.bin", b"\0\1"))),
        ("bot.ZIP", zipped(("main.py", MAIN), ("data/net.bin", b"\0\1"), kind=zipfile.ZIP_STORED)),
        ("bot.tar", tarred(("main.py", MAIN), ("data/net.bin", b"\0\1"), mode="w:")),
        ("bot.tar.gz", tarred(("main.py", MAIN), ("data/net.bin", b"\0\1"))),
        ("bot.tgz", tarred(("./main.py", MAIN), ("./data/net.bin", b"\0\1"))),
        ("folder.zip", zipped(("bot/main.py", MAIN), ("bot/data/net.bin", b"\0\1"))),
        (
            "mac.zip",
            zipped(("main.py", MAIN), ("__MACOSX/main.py", b"x"), (".DS_Store", b"x"), ("data/net.bin", b"\0\1")),
        ),
        ("git.zip", zipped((".git/config", b"x"), ("main.py", MAIN), ("data/net.bin", b"\0\1"))),
    ],
)
def test_archives_become_files_without_a_common_folder_and_without_what_programs_add(name: str, data: bytes) -> None:
    assert files_of_upload(name, data) == {"main.py": MAIN, "data/net.bin": b"\0\1"}


@pytest.mark.parametrize(
    "path",
    [
        "../main.py",
        "bot/../../main.py",
        "/main.py",
        "/etc/cron.d/job",
        "..\\main.py",
        "bot\\main.py",
        "C:main.py",
        "C:/main.py",
        "bot//main.py",
        "bot/./ma\x00in.py",
        "main\u202eyp.exe",  # turns the direction of writing
        "m\x1bain.py",
        "main.py\n",
        "main.py ",
        "main.",
        "мain.py",  # a letter that only looks like one of ours
        "a/" * 20 + "main.py",
        "a" * 200 + ".py",
        "",
    ],
)
def test_no_path_can_lead_anywhere_or_pass_for_another(path: str) -> None:
    with pytest.raises(Mistake, match="path"):
        check_path(path)
    if path and "\x00" not in path:
        for name, data in (("x.zip", zipped((path, MAIN))), ("x.tar.gz", tarred((path, MAIN)))):
            if name == "x.zip" or not path.endswith(("/", " ")):
                with pytest.raises(Mistake, match=r"path|damaged"):
                    files_of_upload(name, data)


def test_a_name_with_a_nul_in_it_is_not_cut_there() -> None:
    data = zipped(("main.pyX.exe", MAIN)).replace(b"main.pyX.exe", b"main.py\0.exe")
    with pytest.raises(Mistake, match="no plain name"):
        files_of_upload("bot.zip", data)


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE])
def test_links_and_devices_are_refused(kind: bytes) -> None:
    with pytest.raises(Mistake, match="link or a device"):
        files_of_upload("bot.tar.gz", special(kind))


def test_links_in_a_zip_are_refused() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as opened:
        entry = zipfile.ZipInfo("main.py")
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16
        opened.writestr(entry, "/etc/passwd")
    with pytest.raises(Mistake, match="link or a device"):
        files_of_upload("bot.zip", buffer.getvalue())


@pytest.mark.parametrize(
    ("make", "sizes"),
    [
        (zipped, [MOST_UNPACKED + 1]),
        (zipped, [MOST_UNPACKED // 10] * 11),
        (tarred, [MOST_UNPACKED + 1]),
        (tarred, [50 * MOST_UNPACKED]),
    ],
)
def test_a_bomb_is_refused_before_it_is_unpacked(make: Callable[..., bytes], sizes: list[int]) -> None:
    data = make(*((f"part{number}", bytes(size)) for number, size in enumerate(sizes)))
    assert len(data) < MOST_PACKED
    with pytest.raises(Mistake, match=f"more than {MOST_UNPACKED} bytes"):
        files_of_upload(f"bomb.{'zip' if make is zipped else 'tar.gz'}", data)


def test_a_zip_that_lies_about_its_sizes_gains_nothing() -> None:
    data = zipped(("main.py", bytes(MOST_UNPACKED * 4)))
    size = (MOST_UNPACKED * 4).to_bytes(4, "little")
    with pytest.raises(Mistake, match=r"damaged|more than"):
        files_of_upload("bot.zip", data.replace(size, (10).to_bytes(4, "little")))


@pytest.mark.parametrize("make", [zipped, tarred])
def test_a_thousand_files_are_too_many(make: object) -> None:
    data = make(*((f"{number}.txt", b"") for number in range(1000)))  # type: ignore[operator]
    with pytest.raises(Mistake, match=f"more than {MOST_FILES} files"):
        files_of_upload("bot.zip" if make is zipped else "bot.tar.gz", data)


def test_as_many_files_as_allowed_are_taken() -> None:
    data = zipped(*((f"{number}.txt", b"x") for number in range(MOST_FILES)))
    assert len(files_of_upload("bot.zip", data)) == MOST_FILES


@pytest.mark.parametrize(
    "entries",
    [
        (("main.py", MAIN), ("Main.py", MAIN)),
        (("main.py", MAIN), ("main.py", b"other")),
        (("data/a.txt", b""), ("DATA/A.txt", b"")),
    ],
)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_names_that_differ_in_case_only_are_refused(entries: tuple[tuple[str, bytes], ...]) -> None:
    with pytest.raises(Mistake, match="differ in letters"):
        files_of_upload("bot.zip", zipped(*entries))


def test_a_file_cannot_be_a_folder_too() -> None:
    with pytest.raises(Mistake, match="as a file and as a folder"):
        files_of_upload("bot.zip", zipped(("data", b""), ("data/a.txt", b"")))


@pytest.mark.parametrize("name", ["bot.zip", "bot.tar", "bot.tar.gz"])
def test_a_truncated_archive_is_refused_wherever_it_ends(name: str) -> None:
    entries = (("main.py", MAIN), ("data.bin", bytes(range(256)) * 20))
    mode = "w:" if name.endswith(".tar") else "w:gz"
    whole = zipped(*entries) if name == "bot.zip" else tarred(*entries, mode=mode)
    needed = len(whole.rstrip(b"\0")) if name.endswith(".tar") else len(whole)
    assert len(files_of_upload(name, whole)) == 2
    for end in range(1, needed, 97):
        with pytest.raises(Mistake):
            files_of_upload(name, whole[:end])


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("bot.exe", b"MZ", "allowed: a .py or .c file"),
        ("bot", b"#!/bin/sh", "allowed: a .py or .c file"),
        ("bot.rar", b"Rar!", "allowed: a .py or .c file"),
        ("bot.py", b"", "empty"),
        ("bot.py", b"x" * (MOST_PACKED + 1), f"allowed: {MOST_PACKED}"),
        ("../bot.py", MAIN, "leads out"),
        ("bot.zip", b"PK\x05\x06" + bytes(18), "no file"),
        ("bot.zip", b"no zip at all", "damaged"),
        ("bot.tar", b"no tar at all", "damaged"),
        ("bot.tar.gz", b"no gzip at all", "damaged"),
        ("bot.tar.gz", zlib.compress(b"wrong wrapping"), "damaged"),
        ("bot.zip", zipped(("main.py", MAIN), kind=zipfile.ZIP_LZMA), "rare way"),
        ("bot.zip", zipped((".hidden", b"x")), "no file"),
    ],
)
def test_anything_else_gets_a_sentence(name: str, data: bytes, words: str) -> None:
    with pytest.raises(Mistake, match=words):
        files_of_upload(name, data)


def test_a_zip_with_a_password_is_refused() -> None:
    data = bytearray(zipped(("main.py", MAIN)))
    data[6] |= 1  # the flag of the file
    at = bytes(data).index(b"PK\x01\x02")
    data[at + 8] |= 1  # and of the list
    with pytest.raises(Mistake, match="password"):
        files_of_upload("bot.zip", bytes(data))


@given(st.binary(max_size=400), st.sampled_from(["bot.zip", "bot.tar", "bot.tar.gz"]))
def test_noise_is_refused_and_never_more_than_that(data: bytes, name: str) -> None:
    with pytest.raises(Mistake):
        files_of_upload(name, data)


@given(st.integers(0, 400), st.integers(0, 255), st.sampled_from(["bot.zip", "bot.tar"]))
def test_a_changed_byte_gives_files_or_a_sentence(place: int, value: int, name: str) -> None:
    whole = bytearray(zipped(("main.py", MAIN)) if name == "bot.zip" else tarred(("main.py", MAIN), mode="w:"))
    whole[place % len(whole)] = value
    try:
        found = files_of_upload(name, bytes(whole))
    except Mistake:
        return
    assert all(check_path(path) == path for path in found)


@given(
    st.dictionaries(st.from_regex(r"[a-z]{1,8}(/[a-z]{1,8}\.py)?", fullmatch=True), st.binary(max_size=50), min_size=1)
)
def test_files_come_back_as_they_were_packed(files: dict[str, bytes]) -> None:
    assert files_of(pack_files(files)) == files
    assert pack_files(files) == pack_files(dict(reversed(files.items())))
    assert hash_of(files) == hash_of(dict(reversed(files.items())))
    assert hash_of(files) != hash_of({**files, "more": b""})
