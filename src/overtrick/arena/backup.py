"""A backup of a site: store, programs and vault in one file, taken while the site runs; and a site made of it again.

It is a stream of the usual archive format. What stands in the vault is written after what stands in the store: a secret
is kept before its commitment is, so every commitment in a backup has its secret.
"""

import json
import tarfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from gzip import BadGzipFile, GzipFile
from io import BytesIO
from pathlib import Path
from typing import IO, Any

from overtrick import __version__
from overtrick.arena.arena import WAIT_S, Arena
from overtrick.arena.worker.lease import forget_all
from overtrick.arena.worker.vault import Vault
from overtrick.core.mistake import Mistake
from overtrick.store import schema
from overtrick.store.database import filled_anew, find_place
from overtrick.store.rows import Chunk, Refilled, chunks, columns, count_rows

FORMAT = 1
PACKED = b"\x1f\x8b"  # how a packed file begins
FIRST, LAST = "backup.json", "end.json"
STORE, VAULT = "store", "vault"
LONGEST_MEMBER = 1 << 30
LONGEST_REST = 1 << 20

Progress = Callable[[int, int], object]
"""Is told how many rows are done, and of how many; 0 if nobody knows."""


# Take


def write_backup(arena: Arena, vault: Vault, out: IO[bytes], progress: Progress) -> dict[str, int]:
    """Write all of a site to a file, and return how many rows of each table and secrets that were."""
    counts: dict[str, int] = {}
    with (
        GzipFile(fileobj=out, mode="wb", compresslevel=1) as packed,
        tarfile.open(fileobj=packed, mode="w|") as archive,
    ):
        with arena.snapshot() as connection:
            total, done = count_rows(connection), 0
            begin = {"format": FORMAT, "overtrick": __version__, "revision": schema.REVISION, "made": arena.now()}
            _add(archive, FIRST, json.dumps({**begin, "rows": total, "columns": columns()}).encode())
            for number, chunk in enumerate(chunks(connection)):
                _add(archive, f"{STORE}/{number}/{chunk.table}/{chunk.rows}", chunk.lines)
                counts[chunk.table] = counts.get(chunk.table, 0) + chunk.rows
                done += chunk.rows
                progress(done, total)
        secrets = vault.secrets()
        for promise, secret in secrets.items():
            _add(archive, f"{VAULT}/{promise}", secret)
        counts["secrets in the vault"] = len(secrets)
        _add(archive, LAST, json.dumps(counts).encode())
    return counts


def _add(archive: tarfile.TarFile, name: str, data: bytes) -> None:
    member = tarfile.TarInfo(name)
    member.size, member.mode = len(data), 0o600
    archive.addfile(member, BytesIO(data))


# Restore


def restore_backup(source: IO[bytes], store: str, vault: Path, progress: Progress) -> dict[str, int]:
    """Make a site of a backup where there is none, whole or not at all; return how many rows and secrets it has."""
    place = find_place(store, WAIT_S)
    with _members(source) as members:
        about = _about(members)
        counts: dict[str, int] = {}
        secrets: dict[str, bytes] = {}
        with filled_anew(place, about["revision"]) as connection:
            refilled, done = Refilled(connection, about["columns"]), 0
            for name, data in members:
                if name == LAST:
                    break
                folder, *words = name.split("/")
                if folder == VAULT and len(words) == 1:
                    secrets[words[0]] = data
                elif folder == STORE and len(words) == 3 and words[2].isdigit():
                    chunk = Chunk(words[1], int(words[2]), data)
                    refilled.add(chunk)
                    counts[chunk.table] = counts.get(chunk.table, 0) + chunk.rows
                    done += chunk.rows
                    progress(done, about["rows"])
                else:
                    raise Mistake(f"the backup has a part {name[:60]!r}, which this version does not know")
            else:
                raise Mistake("the backup is cut off: its end is missing")
            counts["secrets in the vault"] = len(secrets)
            if counts != json.loads(data):
                raise Mistake("the backup is damaged: it has not as many rows as its end says")
            if next(members, None) is not None:
                raise Mistake("the backup is damaged: there is something behind its end")
            refilled.count_on()
            forget_all(connection)  # nobody works here yet
            _fill(Vault(vault), secrets)  # before the store is there, or a commitment could lack its secret
    return counts


def _fill(vault: Vault, secrets: dict[str, bytes]) -> None:
    for promise, secret in secrets.items():
        if vault.keep(secret) != promise:
            raise Mistake(f"the backup is damaged: the secret of {promise[:64]} is another one")


def _about(members: Iterator[tuple[str, bytes]]) -> dict[str, Any]:
    """Return what a backup says about itself, or raise Mistake if it is none that we can read."""
    name, data = next(members, ("", b""))
    if name != FIRST:
        raise Mistake("this is no backup of overtrick")
    about: dict[str, Any] = json.loads(data)
    if about["format"] != FORMAT or about["revision"] > schema.REVISION:
        raise Mistake(
            f"the backup was made by a newer version, {about['overtrick']} (revision {about['revision']}); this one "
            f"knows revisions up to {schema.REVISION}"
        )
    return about


@contextmanager
def _members(source: IO[bytes]) -> Iterator[Iterator[tuple[str, bytes]]]:
    """Give the parts of an archive with their names; what is damaged raises Mistake, at their end at the latest."""

    def parts(archive: tarfile.TarFile, packed: GzipFile) -> Iterator[tuple[str, bytes]]:
        with _damage_told():  # here too, or the store would be blamed for it
            for member in archive:
                if not member.isfile() or member.size > LONGEST_MEMBER:
                    raise Mistake(f"the backup has a part {member.name[:60]!r} that is no file of a backup")
                content = archive.extractfile(member)
                assert content is not None  # it is a file
                yield member.name, content.read()
            while packed.read(LONGEST_REST):  # its checksum comes last, and is looked at when all is read
                pass

    with _damage_told(), GzipFile(fileobj=source) as packed, tarfile.open(fileobj=packed, mode="r|") as archive:
        yield parts(archive, packed)


@contextmanager
def _damage_told() -> Iterator[None]:
    try:
        yield
    except (tarfile.TarError, BadGzipFile, EOFError, zlib.error, KeyError, TypeError, json.JSONDecodeError):
        raise Mistake("this is no backup of overtrick, or it is damaged or cut off") from None
