"""Uploads: what somebody sends, a file or an archive, becomes a few plain files by name, or is refused with a sentence.

An archive is only ever read in memory: nothing of it is unpacked to a disk, so no name in it can lead anywhere.
"""

import hashlib
import io
import stat
import string
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping

from overtrick.core.mistake import Mistake

Files = dict[str, bytes]  # by their path, with / between its parts
Reader = Callable[[bytes], Iterator[tuple[str, bytes]]]

MOST_PACKED = 1_000_000
MOST_UNPACKED = 5_000_000
MOST_FILES = 200
LONGEST_PATH = 120
DEEPEST = 8
LETTERS = frozenset(string.ascii_letters + string.digits + " _.-+")
LEFT_OUT = ("__MACOSX", "__pycache__")  # and whatever begins with a dot
HEADERS = MOST_FILES * 2 * 1024 + 20_000  # what a tar of so many files may have beside their contents
ALLOWED = "allowed: a .py or .c file, or a .zip, .tar or .tar.gz archive"
BROKEN = (
    *(zipfile.BadZipFile, zlib.error, tarfile.TarError, EOFError, RuntimeError, ValueError, OverflowError),
    *(LookupError, OSError, TypeError),
)
"""What the modules of the standard library raise when an archive is not as it should be."""


def files_of_upload(filename: str, data: bytes) -> Files:
    """Return the files of an upload, or raise Mistake with what is wrong with it."""
    if not data:
        raise Mistake(f"the file {_shown(filename)} is empty; {ALLOWED}")
    if len(data) > MOST_PACKED:
        raise Mistake(f"the file {_shown(filename)} has {len(data)} bytes; allowed: {MOST_PACKED}")
    lower = filename.lower()
    if lower.endswith((".py", ".c")):
        return {check_path(filename): data}
    readers = {(".zip",): _zip_files, (".tar",): _tar_files, (".tar.gz", ".tgz"): _packed_tar_files}
    for endings, read in readers.items():
        if lower.endswith(endings):
            check_path(filename)  # which pages and terminals show
            return _settled(_whole(read, data))
    raise Mistake(f"the file is called {_shown(filename)}; {ALLOWED}")


def check_path(path: str) -> str:
    """Return a path that is safe anywhere, or raise Mistake with a sentence."""
    parts = path.split("/")
    if path.startswith("/") or "\\" in path or ".." in parts or path[1:2] == ":":
        raise Mistake(f"the path {_shown(path)} leads out of the archive; allowed: paths inside it, with / between")
    if len(path) > LONGEST_PATH or len(parts) > DEEPEST:
        allowed = f"{LONGEST_PATH} characters and {DEEPEST} folders"
        raise Mistake(f"the path {_shown(path)} is too long or too deep; allowed: {allowed}")
    for part in parts:
        if not part or not LETTERS.issuperset(part) or part != part.strip(" ") or part.endswith("."):
            raise Mistake(
                f"the path {_shown(path)} has a part that is no plain name; allowed: A-Z a-z 0-9 space _ . - +"
            )
    return path


def pack_files(files: Mapping[str, bytes]) -> bytes:
    """Return files as one archive, as a store keeps them and as they can be downloaded."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, content in sorted(files.items()):
            opened.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def files_of(packed: bytes) -> Files:
    """Return the files of such an archive of ours; none if they were deleted."""
    if not packed:
        return {}
    with zipfile.ZipFile(io.BytesIO(packed)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def hash_of(files: Mapping[str, bytes]) -> bytes:
    """Return a name for exactly these files, however they were packed."""
    digest = hashlib.sha256()
    for name, content in sorted(files.items()):
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.digest()


# Archives of strangers


def _whole(read: Reader, data: bytes) -> list[tuple[str, bytes]]:
    """Return all entries, as far as they are few and small."""
    found: list[tuple[str, bytes]] = []
    total = 0
    try:
        for name, content in read(data):
            total += len(content)
            found.append((name, content))
            _check_size(total, len(found))
    except Mistake:
        raise
    except BROKEN as error:
        raise Mistake(f"this archive is damaged: {_shown(str(error) or type(error).__name__)}") from None
    return found


def _check_size(total: int, count: int) -> None:
    if total > MOST_UNPACKED:
        raise Mistake(f"the archive unpacks to more than {MOST_UNPACKED} bytes, which is all that is allowed")
    if count > MOST_FILES:
        raise Mistake(f"the archive holds more than {MOST_FILES} files, which is all that is allowed")


def _settled(entries: list[tuple[str, bytes]]) -> Files:
    """Return entries by their checked paths, without what programs add by themselves and without a common folder."""
    files: Files = {}
    folded: dict[str, str] = {}
    for path, content in entries:
        check_path(path)
        if any(part.startswith(".") or part in LEFT_OUT for part in path.split("/")):
            continue
        before = folded.setdefault(path.lower(), path)
        if path in files or before != path:
            raise Mistake(
                f"the archive holds {_shown(before)} and {_shown(path)}; allowed: names that differ in letters"
            )
        files[path] = content
    if not files:
        raise Mistake("the archive holds no file")
    for path in files:
        parts = path.lower().split("/")
        for depth in range(1, len(parts)):
            if "/".join(parts[:depth]) in folded:
                raise Mistake(f"the archive holds {_shown(folded['/'.join(parts[:depth])])} as a file and as a folder")
    tops = {path.split("/")[0] for path in files}
    if len(tops) == 1 and all("/" in path for path in files):
        return {path.partition("/")[2]: content for path, content in files.items()}
    return files


def _zip_files(data: bytes) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        entries = opened.infolist()
        files = [entry for entry in entries if not entry.is_dir()]
        _check_size(sum(entry.file_size for entry in files), len(files))
        for entry in entries:
            mode = entry.external_attr >> 16
            if "\0" in entry.orig_filename:
                raise Mistake(f"the path {_shown(entry.orig_filename)} has a part that is no plain name")
            if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
                raise Mistake(f"{_shown(entry.filename)} is a link or a device; allowed: plain files and folders")
            if entry.flag_bits & 1:
                raise Mistake(f"{_shown(entry.filename)} has a password; allowed: archives without one")
            if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise Mistake(f"{_shown(entry.filename)} is packed in a rare way; allowed: stored or deflated")
            if entry.is_dir():
                check_path(entry.filename.rstrip("/"))
                continue
            with opened.open(entry) as file:
                yield entry.filename, file.read(MOST_UNPACKED + 1)


def _packed_tar_files(data: bytes) -> Iterator[tuple[str, bytes]]:
    gzip = zlib.decompressobj(wbits=31)
    most = MOST_UNPACKED + HEADERS
    unpacked = gzip.decompress(data, most + 1)
    if len(unpacked) > most:
        _check_size(len(unpacked), 0)
    if not gzip.eof:
        raise Mistake("this archive is damaged: it is cut off")
    yield from _tar_files(unpacked)


def _tar_files(data: bytes) -> Iterator[tuple[str, bytes]]:
    if data[-512:].strip(b"\0") or len(data) < 1024:
        raise Mistake("this archive is damaged: it is cut off")
    count = 0
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as opened:
        for entry in opened:
            name = entry.name.removeprefix("./")
            count += 1
            _check_size(0, count // 4)  # empty folders take time as well
            if entry.isdir():
                if name not in ("", "."):
                    check_path(name)
                continue
            if not entry.isreg() or entry.issparse():
                raise Mistake(f"{_shown(name)} is a link or a device; allowed: plain files and folders")
            _check_size(entry.size, 0)
            file = opened.extractfile(entry)
            content = b"" if file is None else file.read()
            if len(content) != entry.size:
                raise Mistake("this archive is damaged: it is cut off")
            yield name, content


def _shown(text: str) -> str:
    """Return strangers' words for a sentence."""
    return repr("".join(letter if letter.isprintable() else "?" for letter in text[:60]))
