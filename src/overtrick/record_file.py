"""Records in files: one JSON document a line, or a single one."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from overtrick.figgie_log import from_log, is_log
from overtrick.mistake import Mistake
from overtrick.record import Record, from_json, replay, to_json


@contextmanager
def record_writer(path: Path | None) -> Iterator[Callable[[Record], None]]:
    """Give a function that writes a record to a file, a line each; without a path it writes nothing."""
    if path is None:
        yield lambda _: None
        return
    try:
        file = path.open("w", encoding="utf-8")
    except OSError as error:
        raise Mistake(f"{path} cannot be written: {error.strerror}") from None
    with file:
        yield lambda record: print(json.dumps(to_json(record)), file=file, flush=True)


def read_records(path: Path) -> list[Record]:
    """Return the records of a file, all sound, or raise Mistake with a sentence that names the line."""
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
    return [_read_line(path, number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]


def _read_line(path: Path, number: int, line: str) -> Record:
    try:
        return sound_record(json.loads(line))
    except Mistake as mistake:
        raise Mistake(f"{path}, line {number}: {mistake}") from None
    except (ValueError, RecursionError):
        raise Mistake(f"{path}, line {number}: this is not JSON") from None


def sound_record(data: Any) -> Record:
    """Return the record of our own JSON, or of a log of the familiar Figgie command, played again to be sure."""
    record = from_log(data) if is_log(data) else from_json(data)
    replay(record)
    return record
