"""The database under a store: opened by many at once, migrated after a copy, and clear about what is wrong with it."""

import errno
import os
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import event, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from overtrick.core.mistake import Mistake
from overtrick.store import database, schema
from overtrick.store.file import told_if_open_to_all
from overtrick.store.trouble import StoreTrouble, explained
from overtrick.tournament.plan.stage import Stage
from overtrick.tournament.records.store import Store, open_store
from overtrick.tournament.verify import verify
from tests.support.cups import CONTENTS, CUP, MAIN, MATCHES, STAGES, add, fill, matches
from tests.support.modes import as_nobody, mode, shelf, shelve, umask
from tests.support.postgres import QUOTED, Server

ROOT = Path(__file__).parents[2]


def trouble(where: str | Path, **options: Any) -> str:
    """Return why a store cannot be opened."""
    with pytest.raises((Mistake, StoreTrouble)) as caught:
        open_store(where, **options)
    sentence = str(caught.value)
    assert "\n" not in sentence
    return sentence


# Places


@pytest.mark.parametrize("form", ["{}", "sqlite:///{}", "path"])
def test_an_sqlite_store_is_named_by_path_or_url(tmp_path: Path, form: str) -> None:
    path = tmp_path / "100% of? it#1.db" if form != "sqlite:///{}" else tmp_path / "cup.db"
    with open_store(path if form == "path" else form.format(path)) as store:
        fill(store)
        assert store.place == str(path)
    assert path.read_bytes().startswith(b"SQLite format 3")
    with open_store(path, create=False) as store:
        assert store.count() == MATCHES


def test_a_store_in_memory_is_gone_when_it_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with open_store(":memory:") as store:
        registered = fill(store)
        assert len(store.results(registered, STAGES).stage) == MATCHES
    with open_store(":memory:") as store:
        assert store.tournaments() == ()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("form", ["postgresql://", "postgresql+psycopg://", "postgres://"])
def test_a_postgresql_store_is_named_by_url(server: Server, form: str) -> None:
    url = server.url(server.new_database())
    with open_store(url.replace("postgresql://", form)) as store:
        fill(store)
        assert QUOTED not in store.place and store.place.startswith("postgresql://tester:***@127.0.0.1:")


def test_other_databases_are_refused() -> None:
    assert trouble("mysql://a:sesame@b/c").startswith("store is a URL of 'mysql'; allowed: a path, sqlite:///PATH, or")
    for wrong in ("://sesame", "postgresql://a:sesame@b:port/c", "http//://sesame"):
        assert trouble(wrong).endswith("postgresql://USER:PASSWORD@HOST/DATABASE")
        assert "sesame" not in trouble(wrong)


def test_an_sqlite_store_waits_writes_ahead_and_minds_foreign_keys(tmp_path: Path) -> None:
    with open_store(tmp_path / "cup.db", wait_s=7) as store, store._engine.connect() as connection:
        told = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert told == {"journal_mode": "wal", "synchronous": 1, "foreign_keys": 1, "busy_timeout": 7000}


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o777])
def test_a_store_and_all_beside_it_are_their_owners_alone_whatever_the_umask(tmp_path: Path, mask: int) -> None:
    with umask(mask), open_store(tmp_path / "cup.db") as store:
        fill(store)
        assert {path.name: mode(path) for path in tmp_path.iterdir()} == {
            "cup.db": 0o600,
            "cup.db-wal": 0o600,
            "cup.db-shm": 0o600,
        }


def test_a_store_that_is_there_keeps_its_mode(tmp_path: Path) -> None:
    with open_store(tmp_path / "cup.db"):
        pass
    (tmp_path / "cup.db").chmod(0o640)
    with open_store(tmp_path / "cup.db") as store:
        fill(store)
        assert {mode(path) for path in tmp_path.iterdir()} == {0o640}


def test_a_store_that_everybody_may_read_is_told_of(tmp_path: Path) -> None:
    path = tmp_path / "cup.db"
    with open_store(path):
        pass
    assert told_if_open_to_all(path) == ""
    path.chmod(0o640)
    assert told_if_open_to_all(path) == ""
    path.chmod(0o644)
    assert re.fullmatch(
        r"store .*cup.db has mode 0644, so everybody .*; chmod 600 .*cup.db ends that", told_if_open_to_all(path)
    )


# Trouble when opening


def test_what_is_no_store_is_refused_and_left_alone(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("These are only words, and quite a few of them. " * 100)
    before = words.read_bytes()
    assert "this file is no store, nor any other SQLite database" in trouble(words)
    assert words.read_bytes() == before
    foreign = tmp_path / "foreign.db"
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("CREATE TABLE birds (name)")
    before = foreign.read_bytes()
    assert "belongs to another program, as it has a table 'birds'" in trouble(foreign)
    assert foreign.read_bytes() == before
    assert "this is a folder" in trouble(tmp_path)
    assert "there is no folder" in trouble(tmp_path / "nowhere" / "cup.db")
    assert sorted(tmp_path.iterdir()) == [foreign, words]


def test_a_store_that_is_not_there_is_only_made_if_wanted(tmp_path: Path, server: Server) -> None:
    assert trouble(tmp_path / "cup.db", create=False).endswith("cup.db: there is no such file")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "empty.db").touch()
    assert "this is no store, but empty" in trouble(tmp_path / "empty.db", create=False)
    assert "this is no store, but empty" in trouble(server.url(server.new_database()), create=False)


def test_what_may_not_be_read_or_written_gets_a_sentence() -> None:
    with shelf() as folder:
        with open_store(folder / "cup.db") as store:
            fill(store)
        (folder / "cup.db").chmod(0o000)
        folder.chmod(0o555)
        with as_nobody():
            assert "the file cannot be opened" in trouble(folder / "new.db")
            for create in (True, False):
                assert "the file cannot be opened" in trouble(folder / "cup.db", create=create)
        folder.chmod(0o000)
        with as_nobody():
            assert "permission denied" in trouble(folder / "cup.db")
        shelve(folder)
        with as_nobody():
            assert "it may only be read here, as writing to the file or its folder" in trouble(folder / "cup.db")


# A store that may only be read


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def check_readable(path: Path, count: int = MATCHES) -> None:
    """Read all of a store that may not be written, and try to write."""
    with open_store(path, create=False, wait_s=0.1) as store:
        assert (store.count(), list(verify(store))) == (count, [])
        with pytest.raises(
            StoreTrouble, match=r"cup\.db: it may only be read here, as writing to the file or its folder"
        ):
            store.register(replace(CUP, name="second cup"), CONTENTS)


@pytest.mark.parametrize(("file", "inside"), [(0o444, 0o555), (0o666, 0o555), (0o444, 0o777)])
def test_a_file_or_folder_that_may_only_be_read_is_read_and_left_as_it_is(file: int, inside: int) -> None:
    with shelf() as folder:
        with open_store(folder / "cup.db") as store:
            fill(store)
        (folder / "cup.db").chmod(file)
        folder.chmod(inside)
        with as_nobody():
            check_readable(folder / "cup.db")
        assert names(folder) == ["cup.db"]


def test_a_store_on_a_disk_that_may_only_be_read_is_read(small_disk: Path) -> None:
    with open_store(small_disk / "cup.db") as store:
        fill(store)
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    check_readable(small_disk / "cup.db")
    assert "is writing allowed in its folder?" in trouble(small_disk / "cup.db")


@contextmanager
def written_by_another(path: Path, statement: str) -> Iterator["subprocess.Popen[str]"]:
    """Have another program change a store and keep it open, with the change in its log ahead of the file."""
    code = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None); "
        "c.execute(sys.argv[2]); print('done', flush=True); sys.stdin.read()"
    )
    words = [sys.executable, "-c", code, str(path), statement]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None and program.stdout.readline() == "done\n"
        yield program


@pytest.mark.parametrize("killed", [False, True])
def test_what_another_program_wrote_ahead_of_the_file_is_read_too(killed: bool) -> None:
    with shelf() as folder:
        with open_store(folder / "cup.db") as store:
            fill(store)
        (folder / "cup.db").chmod(0o644)
        one = "DELETE FROM records WHERE key = (SELECT min(key) FROM records)"
        with written_by_another(folder / "cup.db", one) as program:
            assert names(folder) == ["cup.db", "cup.db-shm", "cup.db-wal"]
            if killed:
                program.kill()
                program.wait()
                shelve(folder)
            with as_nobody():
                check_readable(folder / "cup.db", MATCHES - 1)
        if killed:
            (folder / "cup.db-shm").unlink()
            with as_nobody():
                assert "its latest records are in cup.db-wal, which cannot be" in trouble(
                    folder / "cup.db", create=False
                )


def test_a_store_that_is_written_while_it_is_read_as_if_at_rest_is_told_of_and_read_anew() -> None:
    with shelf() as folder:
        with open_store(folder / "cup.db") as store:
            fill(store)
        (folder / "cup.db").chmod(0o644)
        with as_nobody():
            reader = open_store(folder / "cup.db", create=False)
        with (
            pytest.raises(StoreTrouble, match="another program wrote to it while it was read"),
            reader.reading() as asked,
        ):
            assert asked.execute(text("SELECT count(*) FROM records")).scalar_one() == MATCHES
            with written_by_another(folder / "cup.db", "DELETE FROM records"):
                pass
        assert reader.count() == 0


def test_an_older_store_that_may_only_be_read_gets_a_sentence(
    next_revision: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with shelf() as folder:
        make_older(str(folder / "cup.db"), monkeypatch)
        shelve(folder)
        with as_nobody():
            said = trouble(folder / "cup.db", create=False)
        assert f"it has revision {THIS} and must be brought to {AFTER}, but may only be read here; copy it" in said


def test_a_server_that_does_not_answer_gets_a_sentence_without_the_password(server: Server) -> None:
    database = server.new_database()
    url = server.url(database)
    assert re.search(r"store postgresql://tester:\*\*\*@.*refused", trouble(url.replace(f":{server.port}/", ":1/")))
    assert "password authentication failed" in trouble(server.url(database, "sesame"))
    assert "sesame" not in trouble(server.url(database, "sesame"))
    assert "sesame" not in trouble(server.url(database, "") + "?password=sesame")
    assert 'database "nowhere" does not exist' in trouble(server.url("nowhere"))
    assert "host.invalid" in trouble(url.replace("127.0.0.1", "host.invalid"))


# Revisions


def test_migrating_gives_the_schema_that_the_tables_say(where: str) -> None:
    with open_store(where) as store, store._engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": schema.VERSION_TABLE})
        assert compare_metadata(context, schema.metadata) == []


def test_the_latest_revision_is_that_of_the_schema_and_files_are_named_after_theirs() -> None:
    config = Config()
    config.set_main_option("script_location", str(database.MIGRATIONS))
    scripts = ScriptDirectory.from_config(config)
    assert scripts.get_heads() == [schema.REVISION]
    for script in scripts.walk_revisions():
        assert Path(script.path).name.startswith(f"{script.revision}_") and re.fullmatch("[0-9]{4}", script.revision)


def test_a_store_of_a_newer_version_is_left_alone(where: str) -> None:
    with open_store(where) as store:
        fill(store)
        with store._engine.begin() as connection:
            connection.execute(text(f"UPDATE {schema.VERSION_TABLE} SET version_num = '0909'"))
    assert "a newer version of overtrick has written it (revision 0909); this one knows" in trouble(where)


THIS = schema.REVISION
AFTER = f"{int(THIS) + 1:04}"
NEXT = f"""
import sqlalchemy as sa
from alembic import op

revision = "{AFTER}"
down_revision = "{THIS}"


def upgrade():
    with op.batch_alter_table("tournaments") as batch:
        batch.add_column(sa.Column("motto", sa.Text, nullable=False, server_default="win"))
        batch.alter_column("created", nullable=True)  # for which SQLite needs a new table
"""


@pytest.fixture
def next_revision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Pretend that this program has one revision more, and return its file."""
    folder = tmp_path / "50% more migrations"
    shutil.copytree(database.MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    file = folder / "versions" / f"{AFTER}_mottos.py"
    file.write_text(NEXT)
    monkeypatch.setattr(database, "MIGRATIONS", folder)
    monkeypatch.setattr(schema, "REVISION", AFTER)
    return file


def make_older(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fill a store as the version before would have."""
    with monkeypatch.context() as before:
        before.setattr(schema, "REVISION", THIS)
        with open_store(where) as store:
            fill(store)


def copies(where: str, request: pytest.FixtureRequest) -> list[str]:
    """Return the copies beside a store."""
    if "://" not in where:
        return sorted(
            path.name for path in Path(where).parent.glob("*.db.*") if not path.name.endswith(("-wal", "-shm"))
        )
    server: Server = request.getfixturevalue("server")
    name = where.rpartition("/")[2]
    return server.run(r"SELECT nspname FROM pg_namespace WHERE nspname LIKE '%backup%' ORDER BY 1", name).splitlines()


def mottos(store: Store) -> list[str]:
    with store._engine.connect() as connection:
        return list(connection.execute(text("SELECT motto FROM tournaments")).scalars())


def test_an_older_store_is_copied_and_then_migrated(
    where: str, next_revision: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    make_older(where, monkeypatch)
    with umask(0o000), open_store(where) as store:
        assert mottos(store) == ["win"]
        if "://" not in where:
            assert mode(Path(store.backup)) == 0o600
        assert store.backup and copies(where, request) == [store.backup.removeprefix("schema ").rpartition("/")[2]]
        assert THIS in store.backup
        assert list(verify(store)) == [] and store.count() == MATCHES
        copy = store.backup
    with open_store(where) as store:
        assert store.backup == "" and len(copies(where, request)) == 1
    monkeypatch.setattr(schema, "REVISION", THIS)
    if "://" not in where:
        with open_store(copy) as older:
            assert list(verify(older)) == [] and older.count() == MATCHES
    else:
        server: Server = request.getfixturevalue("server")
        name = copy.removeprefix("schema ")
        assert server.run(f"SELECT count(*) FROM {name}.records", where.rpartition("/")[2]) == str(MATCHES)
        assert server.run(f"SELECT version_num FROM {name}.overtrick_version", where.rpartition("/")[2]) == THIS


def test_a_migration_that_fails_changes_nothing_and_can_be_done_again(
    where: str, next_revision: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    make_older(where, monkeypatch)
    next_revision.write_text(NEXT + '    op.execute("INSERT INTO tournaments (nonsense) VALUES (1)")\n')
    with pytest.raises(Exception, match="nonsense"):
        open_store(where)
    with monkeypatch.context() as before:
        before.setattr(schema, "REVISION", THIS)
        with open_store(where) as store:
            assert list(verify(store)) == [] and store.count() == MATCHES
    next_revision.write_text(NEXT)
    with open_store(where) as store:
        assert mottos(store) == ["win"]
        assert store.backup.removeprefix("schema ").rpartition("/")[2] in copies(where, request)


def test_a_store_of_the_first_revision_gets_the_tables_of_the_site(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as before:
        before.setattr(schema, "REVISION", "0001")
        with open_store(where) as store:
            fill(store)
    with open_store(where) as store, store._engine.connect() as connection:
        assert store.backup
        assert list(verify(store)) == [] and store.count() == MATCHES
        assert connection.execute(text("SELECT count(*) FROM tables")).scalar_one() == 0


# Several programs at once


def other_program(where: str, clusters: int) -> "subprocess.Popen[str]":
    """Start another program that adds to a store, and prints each key once it is there."""
    words = [sys.executable, "-m", "tests.support.cups", where, str(clusters)]
    return subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True)


@pytest.mark.long
def test_programs_that_make_and_fill_one_store_at_once_add_every_record_once(where: str) -> None:
    clusters, programs = 5, [other_program(where, 5) for _ in range(3)]
    said = [program.communicate()[0].split() for program in programs]
    assert [program.returncode for program in programs] == [0, 0, 0]
    with open_store(where) as store:
        registered = store.register(CUP, CONTENTS)
        assert store.count(registered) == clusters * 6
        assert list(verify(store)) == []
    assert all(len(words) == 2 * clusters * 6 for words in said)
    assert sum(words.count("True") for words in said) == clusters * 6


@pytest.mark.long
def test_what_was_acknowledged_survives_the_death_of_the_writer(where: str) -> None:
    acknowledged: set[str] = set()
    for _ in range(3):
        program = other_program(where, 1000)
        assert program.stdout is not None
        for _ in range(10):
            acknowledged.add(program.stdout.readline().split()[0])
        program.send_signal(signal.SIGKILL)
        acknowledged |= {line.split()[0] for line in program.stdout.read().splitlines()}
        program.stdout.close()
        program.wait()
        with open_store(where) as store:
            assert store.present(store.tournament().registered, acknowledged) == acknowledged
            assert list(verify(store)) == []
    assert len(acknowledged) >= 10


@contextmanager
def locked(where: str) -> Iterator[None]:
    """Keep a store locked."""
    if "://" not in where:
        with closing(sqlite3.connect(where, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
    else:
        with psycopg.connect(where) as server:
            server.execute("LOCK TABLE records, tournaments IN ACCESS EXCLUSIVE MODE")
            yield


def test_a_store_that_stays_locked_gets_a_sentence_and_goes_on_afterwards(where: str) -> None:
    with open_store(where, wait_s=0.1) as store:
        registered = store.register(CUP, CONTENTS)
        first, second, *_ = matches(registered)
        add(store, registered, first)
        with locked(where):
            for writing in (lambda: add(store, registered, second), lambda: store.register(CUP, CONTENTS)):
                with pytest.raises(StoreTrouble, match=r"another program keeps it locked\. Everything stored so far"):
                    writing()
        assert store.present(registered, [first.key, second.key]) == {first.key}
        assert add(store, registered, second)
        assert list(verify(store)) == []


def test_a_writer_that_must_read_first_waits_for_the_other_writer(tmp_path: Path) -> None:
    """SQLite refuses at once whoever has read before the other's commit and only then wants to write."""
    with open_store(tmp_path / "cup.db") as store, ThreadPoolExecutor() as pool:
        fill(store)
        with closing(sqlite3.connect(tmp_path / "cup.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            other.execute("UPDATE tournaments SET created = 1")
            waiting = pool.submit(store.register, replace(CUP, name="second cup"), CONTENTS)
            time.sleep(0.3)
            assert not waiting.done()
            other.execute("COMMIT")
        assert waiting.result().name == "second cup"


def test_a_store_can_be_read_while_another_program_writes(tmp_path: Path) -> None:
    with open_store(tmp_path / "cup.db", wait_s=0.1) as store:
        registered = fill(store)
        with locked(str(tmp_path / "cup.db")), open_store(tmp_path / "cup.db", wait_s=0.1) as reader:
            assert len(reader.results(registered, STAGES).stage) == MATCHES


# Disk full


def fill_up(store: Store) -> tuple[set[str], str]:
    """Add records until that fails; return the keys acknowledged, and the sentence."""
    registered = store.register(CUP, CONTENTS)
    acknowledged: set[str] = set()
    stage = Stage("main", MAIN.tables, 2000)
    for match in matches(registered, (stage,)):
        try:
            add(store, registered, match)
        except StoreTrouble as error:
            return acknowledged, str(error)
        acknowledged.add(match.key)
    raise AssertionError("the disk is never full")


def goes_on(store: Store, acknowledged: set[str]) -> None:
    """Check that nothing acknowledged is lost, and that adding works again."""
    registered = store.register(CUP, CONTENTS)
    assert store.present(registered, acknowledged) == acknowledged
    stage = Stage("main", MAIN.tables, 2000)
    left = (match for match in matches(registered, (stage,)) if match.key not in acknowledged)
    for _ in range(10):
        assert add(store, registered, next(left))
    assert store.count(registered) == len(acknowledged) + 10
    assert list(verify(store)) == []


PAGE = 4096


def pages_of(store: Path) -> int:
    """Return how many pages an empty store takes: the more tables there are, the more."""
    with closing(sqlite3.connect(store)) as connection:
        return int(connection.execute("PRAGMA page_count").fetchone()[0])


def test_a_full_disk_gets_a_sentence_and_loses_nothing(tmp_path: Path) -> None:
    with open_store(tmp_path / "cup.db") as store:
        most = [pages_of(tmp_path / "cup.db") + 40]
        event.listen(store._engine, "connect", lambda c, _: c.execute(f"PRAGMA max_page_count = {most[0]}"))
        store._engine.dispose()
        acknowledged, sentence = fill_up(store)
        assert acknowledged and "cup.db: the disk is full. Everything stored so far is there" in sentence
        most[0] = 1_000_000
        store._engine.dispose()
        goes_on(store, acknowledged)


def test_a_disk_that_refuses_to_write_loses_nothing(tmp_path: Path) -> None:
    """Here the system itself refuses, in the middle of a write."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with open_store(tmp_path / "cup.db") as store:
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (pages_of(tmp_path / "cup.db") * PAGE + 160_000, hard))
            acknowledged, sentence = fill_up(store)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            signal.signal(signal.SIGXFSZ, before)
        assert acknowledged and "the disk does not work, or is full. Everything stored so far is there" in sentence
        goes_on(store, acknowledged)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Give a disk of two megabytes, where the system lets us make one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(disk)]
    if os.getuid() != 0 or subprocess.run(words, capture_output=True, check=False).returncode:
        pytest.skip("this system does not let us mount a small disk")
    try:
        yield disk
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_a_disk_that_is_really_full_loses_nothing(small_disk: Path) -> None:
    (small_disk / "ballast").write_bytes(bytes(300_000))
    with open_store(small_disk / "cup.db") as store:
        acknowledged, sentence = fill_up(store)
        assert acknowledged and "the disk is full" in sentence
        assert "the disk is full" in fill_up(store)[1], "still"
        (small_disk / "ballast").unlink()
        goes_on(store, acknowledged)


def test_an_older_store_without_space_for_its_copy_stays_as_it_is(
    small_disk: Path, next_revision: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_older(str(small_disk / "cup.db"), monkeypatch)
    (small_disk / "ballast").write_bytes(bytes(shutil.disk_usage(small_disk).free - 40_000))
    assert "the disk is full" in trouble(small_disk / "cup.db")
    assert sorted(path.name for path in small_disk.iterdir()) == ["ballast", "cup.db"]
    (small_disk / "ballast").unlink()
    with open_store(small_disk / "cup.db") as store:
        assert mottos(store) == ["win"] and Path(store.backup).exists()
        assert list(verify(store)) == []


def test_a_store_on_a_disk_without_any_space_gets_a_sentence_at_once(small_disk: Path) -> None:
    with pytest.raises(OSError, match="No space"):
        (small_disk / "ballast").write_bytes(bytes(3_000_000))
    before = time.monotonic()
    assert "full" in trouble(small_disk / "cup.db")
    assert time.monotonic() - before < 5


def test_other_complaints_become_sentences_and_our_own_mistakes_do_not() -> None:
    with pytest.raises(StoreTrouble, match="store x: the disk of the server is full"), explained("x"):
        raise OperationalError("INSERT", {}, psycopg.errors.DiskFull("no space"))
    with pytest.raises(StoreTrouble, match="store x: no space left on device"), explained("x"):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    with pytest.raises(StoreTrouble, match=r"store x: first line of \*\*\*$"), explained("x", "sesame"):
        raise OperationalError("", {}, psycopg.OperationalError("first\nline of sesame\n"))
    with pytest.raises(StoreTrouble, match="store x: all connections of this program are in use"), explained("x"):
        raise PoolTimeout
    with pytest.raises(ZeroDivisionError), explained("x"):
        print(1 // 0)


def test_a_postgresql_store_asks_for_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert trouble("postgresql://host/database").endswith("pip install 'overtrick[postgres]'")
