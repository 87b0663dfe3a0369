"""Records in files: one JSON document a line, or a single one."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import Any

from overtrick.core.mistake import Mistake
from overtrick.core.private import open_private
from overtrick.games.face import FACES, games_with
from overtrick.match.record import Record, from_json, replay, to_json


@contextmanager
def record_writer(path: Path | None) -> Iterator[Callable[[Record], None]]:
    """Give a function that writes a record to a file, a line each; without a path it writes nothing.

    A record holds the seed of its cards, so a new file is its owner's alone.
    """
    if path is None:
        yield lambda _: None
        return
    try:
        file = FileIO(path, "wb", opener=open_private)
    except OSError as error:
        raise Mistake(f"{path} cannot be written: {error.strerror}") from None
    with file:
        yield lambda record: _write_line(file, path, json.dumps(to_json(record)).encode() + b"\n")


def _write_line(file: FileIO, path: Path, line: bytes) -> None:
    """Write a line, whole or not at all."""
    written = 0
    try:
        while written < len(line):
            written += file.write(line[written:])
    except OSError as error:
        with suppress(OSError):  # a pipe cannot be taken back
            file.truncate(file.seek(-written, os.SEEK_CUR))
        raise Mistake(f"{path} cannot be written: {error.strerror}; the records before are in it") from None


def read_records(path: Path, tell: Callable[[str], object] | None = None) -> list[Record]:
    """Return the records of a file, all sound, or raise Mistake with a sentence that names the line.

    With ``tell`` a last line that was cut off, as a full disk or a kill leaves it, is told of and left out.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise Mistake(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Mistake(f"{path} is not a text file") from None
    try:
        return [sound_record(json.loads(text))]
    except (ValueError, RecursionError) as error:
        if isinstance(error, Mistake):
            raise Mistake(f"{path}: {error}") from None
    if not text.strip():
        raise Mistake(f"{path} holds no record")
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    cut = tell is not None and len(lines) > 1 and not text.endswith("\n") and not _is_json(lines[-1][1])
    records = [_read_line(path, number, line) for number, line in lines[: len(lines) - cut]]
    if tell is not None and cut:
        tell(f"{path}, line {lines[-1][0]}: this line is cut off and is left out; those before it are whole")
    return records


def _is_json(line: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _read_line(path: Path, number: int, line: str) -> Record:
    try:
        return sound_record(json.loads(line))
    except Mistake as mistake:
        raise Mistake(f"{path}, line {number}: {mistake}") from None
    except (ValueError, RecursionError):
        raise Mistake(f"{path}, line {number}: this is not JSON") from None


def sound_record(data: Any) -> Record:
    """Return the record of our own JSON, or of a log that a game reads, played again to be sure.

    A game that reads logs of another program brings a part ``log``, with ``is_log(data)`` and ``from_log(data)``.
    """
    logs = [FACES[name].part("log") for name in games_with("log")]
    read = next((log.from_log for log in logs if log.is_log(data)), from_json)
    record: Record = read(data)
    replay(record)
    return record
