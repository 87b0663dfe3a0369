"""Programs as bytes: packed for a store, and opened again."""

import base64
import json
import zlib

from overtrick.bots.fenced import Protocol
from overtrick.bots.program import Built
from overtrick.core.mistake import Mistake

MOST = 8_000_000  # bytes that a program may take, packed


def pack_program(built: Built) -> bytes:
    """Return a program as a store keeps it, or raise Mistake if it is too large."""
    files = {name: base64.b64encode(content).decode() for name, content in built.files}
    told = {"argv": built.argv, "protocol": str(built.protocol), "language": built.language, "files": files}
    packed = zlib.compress(json.dumps(told).encode())
    if len(packed) > MOST:
        raise Mistake(f"the program takes {len(packed)} bytes when packed; allowed: {MOST}")
    return packed


def program_of(packed: bytes) -> Built:
    """Return the program that was packed so."""
    told = json.loads(zlib.decompress(packed))
    files = tuple((name, base64.b64decode(content)) for name, content in told["files"].items())
    return Built(files, tuple(told["argv"]), Protocol(told["protocol"]), told["language"])
