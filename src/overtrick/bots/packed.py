"""Programs and players as bytes: packed for a store or for another machine, and opened again."""

import base64
import json
import zlib
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path, PurePosixPath
from typing import Any

from overtrick.bots.fence.limits import Limits
from overtrick.bots.fenced import Protocol
from overtrick.bots.find import Player
from overtrick.bots.program import Built
from overtrick.core.mistake import Mistake

MOST_BYTES = 1 << 28  # of a program that is opened: a short one may stand for a long one


def pack_program(built: Built) -> bytes:
    """Return a program as a store keeps it."""
    files = {name: base64.b64encode(content).decode() for name, content in built.files}
    told = {"argv": built.argv, "protocol": str(built.protocol), "language": built.language, "files": files}
    return zlib.compress(json.dumps(told).encode())


def program_of(packed: bytes) -> Built:
    """Return the program that was packed so, or raise Mistake if nobody can have packed it."""
    opening = zlib.decompressobj()
    try:
        text = opening.decompress(packed, MOST_BYTES)
        if not opening.eof:
            raise Mistake(f"a program has no end, or is longer than {MOST_BYTES} bytes")
        told = json.loads(text)
        files = tuple((name, base64.b64decode(content)) for name, content in told["files"].items())
        program = Built(files, tuple(told["argv"]), Protocol(told["protocol"]), told["language"])
    except (zlib.error, AttributeError, LookupError, TypeError, RecursionError, ValueError) as error:
        raise error if isinstance(error, Mistake) else Mistake(f"a program cannot be read: {error}") from None
    for name, _ in files:
        if not name or PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts or "\0" in name:
            raise Mistake(f"a file of a program is called {name[:60]!r}; allowed: a path within its folder")
    return program


def pack_players(players: Mapping[str, Player]) -> bytes:
    """Return players by name as bytes that any machine can open."""
    return json.dumps({name: _packed(player) for name, player in players.items()}).encode()


def players_of(packed: bytes) -> dict[str, Player]:
    """Return the players that were packed so."""
    return {name: _player(told) for name, told in json.loads(packed).items()}


def _packed(player: Player) -> dict[str, Any]:
    return {
        "name": player.name,
        "game": player.game,
        "content": player.content,
        "built": player.built and base64.b64encode(pack_program(player.built)).decode(),
        "limits": asdict(player.limits),
        "trusted": player.trusted and str(player.trusted),
    }


def _player(told: Mapping[str, Any]) -> Player:
    built = None if told["built"] is None else program_of(base64.b64decode(told["built"]))
    trusted = None if told["trusted"] is None else Path(told["trusted"])
    return Player(told["name"], told["game"], told["content"], built, Limits(**told["limits"]), trusted)
