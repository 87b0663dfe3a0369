"""Frames: what driver and messenger say to each other, a header of JSON and a body of bytes, never an object."""

import json
import struct
from collections.abc import Mapping
from typing import Any, BinaryIO

LENGTHS = struct.Struct("!II")  # of the header and of the body
MOST_HEADER, MOST_BODY = 1 << 16, 1 << 26


class NoFrame(ValueError):  # noqa: N818
    """What came is no frame; whoever sends such things is not what it was."""


def write_frame(out: BinaryIO, header: Mapping[str, object], body: bytes = b"") -> None:
    """Write a frame at once."""
    text = json.dumps(header).encode()
    out.write(LENGTHS.pack(len(text), len(body)) + text + body)
    out.flush()


def read_frame(source: BinaryIO, most_body: int = MOST_BODY) -> tuple[dict[str, Any], bytes]:
    """Return the next frame; raise EOFError after the last, and NoFrame for anything else, before it is read."""
    header, body = LENGTHS.unpack(_read(source, LENGTHS.size))
    if header > MOST_HEADER or body > most_body:
        raise NoFrame(f"a header of {header} bytes and a body of {body}; allowed: {MOST_HEADER} and {most_body}")
    text, content = _read(source, header), _read(source, body)
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        raise NoFrame("a header that is no JSON") from None
    if not isinstance(told, dict):
        raise NoFrame("a header that is no JSON object")
    return told, content


def _read(source: BinaryIO, count: int) -> bytes:
    found = source.read(count)
    if len(found) < count:
        raise EOFError
    return found
