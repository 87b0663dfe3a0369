"""Files that only the owner of a key can read, in the format of the program ``age``."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from overtrick.core.mistake import Mistake

MAGIC = b"age-encryption.org/"
ALLOWED = "allowed: an address of age, which begins with age1"


def is_sealed(file: IO[bytes]) -> bool:
    """Return whether a file needs a key; it must be one that can be wound back."""
    begin = file.read(len(MAGIC))
    file.seek(0)
    return begin == MAGIC


def new_key() -> tuple[str, str]:
    """Return a new key, and the address to which files are sealed that it opens."""
    from pyrage import x25519

    key = x25519.Identity.generate()
    return str(key), str(key.to_public())


def read_address(text: str) -> Any:
    """Return the address that a word is, or raise Mistake."""
    from pyrage import RecipientError, x25519

    try:
        return x25519.Recipient.from_str(text.strip())
    except RecipientError:
        raise Mistake(f"{text[:40]!r} is no address to seal a file to; {ALLOWED}") from None


def read_key(path: Path) -> Any:
    """Return the key in a file, which may have comments as age writes them, or raise Mistake."""
    from pyrage import IdentityError, x25519

    lines = [line.strip() for line in path.read_text(encoding="utf-8", errors="replace").splitlines()]
    keys = [line for line in lines if line and not line.startswith("#")]
    try:
        if len(keys) == 1:
            return x25519.Identity.from_str(keys[0])
    except IdentityError:
        pass
    raise Mistake(f"{path}: this is no key; allowed: one line that begins with AGE-SECRET-KEY-1")


@contextmanager
def sealing(out: IO[bytes], address: Any) -> Iterator[IO[bytes]]:
    """Give a file to write to; what is written goes on sealed, and nothing of it lies open anywhere."""
    from pyrage import encrypt_io

    with _piped(lambda source: encrypt_io(source, out, [address]), writing=True) as file:
        yield file


@contextmanager
def unsealed(source: IO[bytes], key: Any) -> Iterator[IO[bytes]]:
    """Give a file to read what a key opens, or raise Mistake if it is not the right one."""
    from pyrage import DecryptError, decrypt_io

    def work(target: IO[bytes]) -> None:
        try:
            decrypt_io(source, target, [key])
        except (DecryptError, OSError) as error:
            if getattr(error, "errno", None) is not None:  # a trouble of the disk, not of the file
                raise
            raise Mistake("this key does not open the file, or the file is damaged or cut off") from None

    with _piped(work, writing=False) as file:
        yield file


@contextmanager
def _piped(work: Callable[[IO[bytes]], object], *, writing: bool) -> Iterator[IO[bytes]]:
    """Give our end of a pipe while a thread works at the other one; what goes wrong there is raised here."""
    reader, writer = os.pipe()
    ours, theirs = (writer, reader) if writing else (reader, writer)
    wrong: list[BaseException] = []

    def run() -> None:
        try:
            with os.fdopen(theirs, "rb" if writing else "wb") as end:
                work(end)
        except BaseException as error:  # whatever it is, it is ours to tell
            wrong.append(error)

    thread = threading.Thread(target=run, name="seal", daemon=True)
    thread.start()
    try:
        with os.fdopen(ours, "wb" if writing else "rb") as file:
            yield file
    except (BrokenPipeError, Mistake):
        thread.join()
        if wrong and not isinstance(wrong[0], BrokenPipeError):  # which only says that our end is closed
            raise wrong[0] from None
        raise
    thread.join()
    if wrong and not isinstance(wrong[0], BrokenPipeError):
        raise wrong[0]
