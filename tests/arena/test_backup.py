"""A backup holds all of a site, restores it whole or not at all, on either database, and opens to its key alone."""

import gzip
import io
import tarfile
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.backup import FIRST, LAST, restore_backup, write_backup
from overtrick.arena.people.accounts import register
from overtrick.arena.worker.vault import Vault
from overtrick.commands.backup import check_no_other
from overtrick.core import sealed
from overtrick.core.mistake import Mistake
from overtrick.store import rows, schema
from overtrick.store.rows import CHUNK_BYTES
from tests.support.filled_arena import Filled
from tests.support.modes import mode
from tests.support.postgres import Server

SECRET = b"s" * 32


def nothing(*_: object) -> None:
    pass


def content(arena: Arena) -> dict[str, list[Any]]:
    """Return all rows of a store; the lease of a worker is not restored."""
    with arena.reading() as connection:
        return {
            table.name: sorted(
                (tuple(row) for row in connection.execute(select(table)) if row[0] != "worker"), key=repr
            )
            for table in schema.metadata.sorted_tables
        }


def backup_of(where: str, folder: Path) -> bytes:
    vault = Vault(folder / "vault")
    vault.keep(SECRET)
    out = io.BytesIO()
    with open_arena(where, create=False) as arena:
        write_backup(arena, vault, out, nothing)
    return out.getvalue()


def test_all_of_a_site_comes_back_through_both_databases(filled: Filled, server: Server, tmp_path: Path) -> None:
    first = backup_of(filled.where, tmp_path)
    there = server.url(server.new_database())
    restore_backup(io.BytesIO(first), there, tmp_path / "there", nothing)
    second = backup_of(there, tmp_path)
    restore_backup(io.BytesIO(second), str(tmp_path / "back.db"), tmp_path / "back", nothing)
    with open_arena(filled.where) as one, open_arena(there) as two, open_arena(tmp_path / "back.db") as three:
        before = content(one)
        assert sum(map(len, before.values())) > 200
        assert before == content(two) == content(three)
        register(two, "somebody new", "a rather long pass phrase")  # numbers go on behind those that are taken
        register(three, "somebody new", "a rather long pass phrase")
    assert Vault(tmp_path / "back").secrets() == Vault(tmp_path / "there").secrets()
    assert list(Vault(tmp_path / "back").secrets().values()) == [SECRET]
    assert mode(tmp_path / "back.db") == 0o600


def test_large_tables_are_written_in_pieces(filled: Filled, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "CHUNK_BYTES", 2000)
    assert CHUNK_BYTES > 2000
    told: list[tuple[int, int]] = []
    out = io.BytesIO()
    with open_arena(filled.where) as arena:
        counts = write_backup(arena, Vault(tmp_path / "vault"), out, lambda *both: told.append(both))
    assert told[-1] == (sum(counts.values()), sum(counts.values())) and len(told) > 2 * len(counts)
    assert restore_backup(io.BytesIO(out.getvalue()), str(tmp_path / "again.db"), tmp_path / "v", nothing) == counts


def test_a_store_that_is_there_is_never_touched(filled: Filled, server: Server, tmp_path: Path) -> None:
    whole = backup_of(filled.where, tmp_path)
    taken = tmp_path / "taken.db"
    taken.write_bytes(b"mine")
    there = server.url(server.new_database())
    restore_backup(io.BytesIO(whole), there, tmp_path / "vault", nothing)
    for where in (str(taken), there):
        with pytest.raises(Mistake, match="there is one already"):
            restore_backup(io.BytesIO(whole), where, tmp_path / "vault", nothing)
    assert taken.read_bytes() == b"mine"
    with pytest.raises(Mistake, match="would be gone at once"):
        restore_backup(io.BytesIO(whole), ":memory:", tmp_path / "vault", nothing)


def members(whole: bytes) -> list[tuple[str, bytes]]:
    with tarfile.open(fileobj=io.BytesIO(whole)) as archive:
        return [(member.name, archive.extractfile(member).read()) for member in archive]  # type: ignore[union-attr]


def made(parts: list[tuple[str, bytes]]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name, data in parts:
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return out.getvalue()


def test_what_is_damaged_is_refused_and_leaves_nothing(filled: Filled, tmp_path: Path) -> None:
    whole = backup_of(filled.where, tmp_path)
    parts = members(whole)
    assert (parts[0][0], parts[-1][0]) == (FIRST, LAST)
    secret = next(number for number, (name, _) in enumerate(parts) if name.startswith("vault/"))
    changed = [*parts[:secret], (parts[secret][0], b"x" * 32), *parts[secret + 1 :]]
    newer = (FIRST, parts[0][1].replace(f'"revision": "{schema.REVISION}"'.encode(), b'"revision": "9999"'))
    wrong = {
        "this is no backup of overtrick": [b"", b"some text", gzip.compress(b"some text"), made(parts[1:])],
        "damaged or cut off": [whole[: len(whole) // 2], whole[:-200], whole[:-1], whole[:-8] + b"x" + whole[-7:]],
        "something behind its end": [made([*parts, ("more", b"")])],
        "its end is missing": [made(parts[:-1])],
        "not as many rows": [made([*parts[:2], *parts[3:]])],
        "the secret of": [made(changed)],
        "a newer version": [made([newer, *parts[1:]])],
        "cannot be read": [made([parts[0], (parts[1][0], b"no json\n"), *parts[2:]])],
        "there is no table": [made([parts[0], ("store/0/nobody/1", b"[1]\n"), *parts[1:]])],
        "do not fit together": [made([*parts[:2], *parts[1:]])],
        "does not know": [made([parts[0], ("more", b""), *parts[1:]])],
    }
    for sentence, files in wrong.items():
        for file in files:
            with pytest.raises(Mistake, match=sentence):
                restore_backup(io.BytesIO(file), str(tmp_path / "new.db"), tmp_path / "new", nothing)
            assert not list(tmp_path.glob("new.db*"))


def test_a_bit_that_has_changed_is_noticed_wherever_it_is(filled: Filled, tmp_path: Path) -> None:
    whole = backup_of(filled.where, tmp_path)
    for place in range(20, len(whole), len(whole) // 40):
        changed = bytearray(whole)
        changed[place] ^= 1
        with pytest.raises(Mistake):
            restore_backup(io.BytesIO(changed), str(tmp_path / "new.db"), tmp_path / "new", nothing)
        assert not list(tmp_path.glob("new.db*"))


def test_a_sealed_file_opens_to_its_key_alone(tmp_path: Path) -> None:
    (key, address), (other, _) = sealed.new_key(), sealed.new_key()
    with (tmp_path / "file").open("wb") as out, sealed.sealing(out, sealed.read_address(address)) as file:
        file.write(b"cards to come" * 100_000)
    whole = (tmp_path / "file").read_bytes()
    assert b"cards" not in whole
    (tmp_path / "key").write_text(f"# a comment\n{key}\n")
    (tmp_path / "other").write_text(other)
    with (tmp_path / "file").open("rb") as source:
        assert sealed.is_sealed(source)
        with sealed.unsealed(source, sealed.read_key(tmp_path / "key")) as opened:
            assert opened.read() == b"cards to come" * 100_000
    with (
        (tmp_path / "file").open("rb") as source,
        pytest.raises(Mistake, match="this key does not open"),
        sealed.unsealed(source, sealed.read_key(tmp_path / "other")) as opened,
    ):
        restore_backup(opened, str(tmp_path / "new.db"), tmp_path / "vault", nothing)
    for damaged in (whole[:-1], whole[:-100_000], whole[:500_000] + b"x" + whole[500_001:]):
        with (
            pytest.raises(Mistake, match="or the file is damaged or cut off"),
            sealed.unsealed(io.BytesIO(damaged), sealed.read_key(tmp_path / "key")) as opened,
        ):
            opened.read()
    with (
        pytest.raises(Mistake, match="this is no backup of overtrick"),
        sealed.unsealed(io.BytesIO(whole), sealed.read_key(tmp_path / "key")) as opened,
    ):
        restore_backup(opened, str(tmp_path / "new.db"), tmp_path / "vault", nothing)
    with pytest.raises(Mistake, match="no address to seal a file to"):
        sealed.read_address("somebody")
    (tmp_path / "other").write_text("no key")
    with pytest.raises(Mistake, match="this is no key"):
        sealed.read_key(tmp_path / "other")


def test_a_backup_takes_the_place_of_a_backup_and_of_nothing_else(tmp_path: Path) -> None:
    key = tmp_path / "arena.key"
    key.write_text("AGE-SECRET-KEY-1...")
    with pytest.raises(Mistake, match="is there already and is no backup"):
        check_no_other(key)
    for begin in (gzip.compress(b"older"), sealed.MAGIC + b"v1"):
        key.write_bytes(begin)
        check_no_other(key)
    check_no_other(tmp_path / "new")
