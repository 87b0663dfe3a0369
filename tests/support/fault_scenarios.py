"""What is disturbed by faults: records, a tournament, a round, checks of submissions, a migration, the vault, files."""

import gzip
import os
import re
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import alembic.command  # noqa: F401  # all that runs would import, so that they need not
from sqlalchemy import select

import overtrick.commands.main
import overtrick.terminal.tournament.run_board
import overtrick.terminal.tournament.standings
import overtrick.tournament.report.page  # noqa: F401
from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.boards.board_rows import latest_board
from overtrick.arena.competitions.competition import RoundState
from overtrick.arena.competitions.competitions import find_round
from overtrick.arena.people.accounts import find_by_name
from overtrick.arena.submissions import queue
from overtrick.arena.submissions.submissions import WAITING, Upload, submit, versions
from overtrick.arena.worker import work
from overtrick.arena.worker.rounds import advance, draw_secrets
from overtrick.arena.worker.settings import Settings
from overtrick.arena.worker.vault import Vault
from overtrick.core import luck
from overtrick.core.ending import PlatformFault
from overtrick.core.mistake import Mistake
from overtrick.store.schema import REVISION, rounds, submissions
from overtrick.tournament.records.store import open_store
from tests.support.arena_rounds import BAD_C, DUEL_C, STARTERS, account, close_round, new_round
from tests.support.crash import Cup, Losses, ask, be_script, losses, run_command, told_by, write_cup
from tests.support.cups import CONTENTS, CUP, add, matches
from tests.support.faults import Scenario

OLDER = Path(__file__).parents[1] / "last_version" / "stores" / "revision-0001.db.gz"
STARTER = STARTERS / "duel_python"
SMALL = Cup(f'game = "duel"\n[entrants]\ngreedy = "duel:greedy"\nrandom = "random"\nstarter = "{STARTER}"', 1)
SEED = bytes(range(32))
NOTHING = Losses(0, 0, 0, 0)


def lay_out_nothing(folder: Path) -> None:
    """Begin with an empty folder for passing files."""
    (folder / "tmp").mkdir()


@contextmanager
def as_a_command() -> Iterator[None]:
    """Turn what commands have a sentence for into that sentence."""
    try:
        yield
    except (Mistake, PlatformFault) as error:
        sys.exit(f"overtrick: {error}")


def pass_files_in(folder: Path) -> None:
    """Have passing files made in a folder, so that their faults count as well."""
    os.environ["TMPDIR"] = tempfile.tempdir = str(folder / "tmp")


# Records, kept by one process


def keep_records(folder: Path) -> None:
    """Play what is missing of a cup."""
    with as_a_command(), open_store(folder / "cup.db") as store:
        registered = store.register(replace(CUP, seed=SEED), CONTENTS)
        everything = list(matches(registered))
        there = store.present(registered, [match.key for match in everything])
        for match in everything:
            if match.key not in there:
                add(store, registered, match)


def compare_records(ours: Path, theirs: Path) -> Losses:
    """Compare the rows of two cups."""
    mine, others = (
        ask(folder / "cup.db", "SELECT key, stage, cluster, seating, totals, payload FROM records ORDER BY key")
        for folder in (ours, theirs)
    )
    keys, wanted = [row[0] for row in mine], {row[0] for row in others}
    return Losses(len(wanted - set(keys)), len(keys) - len(set(keys) & wanted), len(set(mine) - set(others)), 0)


# A tournament, by a command with workers and a program behind the fence


def lay_out_cup(folder: Path) -> None:
    """Write the file of a small tournament."""
    lay_out_nothing(folder)
    write_cup(SMALL, folder / "cup.toml", 7)


def play_cup(folder: Path) -> None:
    """Play a small tournament."""
    pass_files_in(folder)
    run_command(["tournament", str(folder / "cup.toml"), "--workers", "1", "--json"])


def compare_cups(ours: Path, theirs: Path) -> Losses:
    """Compare all that two stores tell."""
    return losses(told_by(ours / "cup.db"), told_by(theirs / "cup.db"))


# A round of a competition, from its first upload to its published secret


def lay_out_competition(folder: Path) -> None:
    """Make a site with a round that is to be opened."""
    lay_out_nothing(folder)
    with open_arena(folder / "site.db") as arena:
        new_round(arena, blocks=1, final_blocks=1)
        account(arena)


def play_round(folder: Path) -> None:
    """Be a worker, and beside it the organiser and an author, who go on where they were."""
    be_script()
    pass_files_in(folder)
    luck.new_seed = lambda: SEED  # so that all rounds are dealt alike
    work.TICK_S = work.LOOK_S = 0.05
    settings = Settings(str(folder / "site.db"), str(folder / "vault"), workers=1)
    stop, complaints = threading.Event(), list[str]()

    def people() -> None:
        try:
            with open_arena(settings.store) as arena:
                be_people(arena, stop)
        except (Mistake, PlatformFault) as error:
            complaints.append(str(error))
        finally:
            stop.set()

    beside = threading.Thread(target=people)
    with as_a_command():
        beside.start()
        try:
            work.run(settings, stop)
        finally:
            stop.set()
            beside.join()
        if complaints:
            raise Mistake(complaints[0])


def be_people(arena: Arena, stop: threading.Event) -> None:
    """Send a program, let the round close when all is played, and wait for its end."""
    ann = find_by_name(arena, "ann")
    assert ann is not None
    wait_for(stop, lambda: find_round(arena, "cup", 1).state is not RoundState.PLANNED)
    if not versions(arena, find_round(arena, "cup", 1), ann.id):
        submit(arena, find_round(arena, "cup", 1), ann, Upload("bot.c", DUEL_C))
    wait_for(stop, lambda: is_played(arena) or find_round(arena, "cup", 1).state is not RoundState.OPEN)
    if not stop.is_set() and find_round(arena, "cup", 1).state is RoundState.OPEN:
        close_round(arena)
    wait_for(stop, lambda: find_round(arena, "cup", 1).state is RoundState.OVER)


def is_played(arena: Arena) -> bool:
    """Return whether all three have played in the provisional ranking."""
    number = find_round(arena, "cup", 1).provisional
    board = latest_board(arena, number) if number else None
    return board is not None and len(board.lines) == 3 and board.records == board.planned


def wait_for(stop: threading.Event, condition: Callable[[], bool]) -> None:
    """Wait until something is so, unless all ends before."""
    while not stop.is_set() and not condition():
        stop.wait(0.05)


def compare_rounds(ours: Path, theirs: Path) -> Losses:
    """Compare both tournaments of a round, and what the site tells of it."""
    found = [
        losses(*(told_by(folder / "site.db", f"cup/1 {part}") for folder in (ours, theirs)))
        for part in ("provisional", "final")
    ]
    told = "SELECT state, commitment, secret, entries FROM rounds"
    sent = "SELECT number, name, state, content, verdict FROM submissions"
    board = "SELECT tournament, max(records) FROM boards GROUP BY tournament"
    differ = sum(ask(ours / "site.db", query) != ask(theirs / "site.db", query) for query in (told, sent, board))
    return Losses(
        sum(one.lost for one in found),
        sum(one.twice for one in found),
        sum(one.different for one in found) + differ,
        sum(one.wrong for one in found),
    )


# Submissions, checked by a worker that does nothing else


def lay_out_queue(folder: Path) -> None:
    """Make a site with an open round, to which two programs were sent: one that is well, one that cannot be built."""
    lay_out_nothing(folder)
    with open_arena(folder / "site.db") as arena:
        new_round(arena)
        advance(arena, Vault(folder / "vault"))
        for name, program in (("ann", DUEL_C), ("ben", BAD_C)):
            submit(arena, find_round(arena, "cup", 1), account(arena, name), Upload("bot.c", program))


def check_queue(folder: Path) -> None:
    """Be a worker for checks alone, until nothing waits any more."""
    be_script()
    pass_files_in(folder)
    work.LOOK_S, queue.LEASE_S = 0.05, 3  # so that nobody waits long for what a killed one had at hand
    settings = Settings(str(folder / "site.db"), "", workers=1)
    stop, complaints = threading.Event(), list[str]()

    def look() -> None:
        try:
            with open_arena(settings.store) as arena:
                wait_for(stop, lambda: not waits(arena))
        except (Mistake, PlatformFault) as error:
            complaints.append(str(error))
        finally:
            stop.set()

    beside = threading.Thread(target=look)
    with as_a_command():
        beside.start()
        try:
            work.run_checks(settings, stop)
        finally:
            stop.set()
            beside.join()
        if complaints:
            raise Mistake(complaints[0])


def waits(arena: Arena) -> bool:
    """Return whether a submission is not finished."""
    with arena.reading() as connection:
        return connection.execute(select(submissions.c.id).where(submissions.c.state.in_(WAITING))).first() is not None


def compare_queues(ours: Path, theirs: Path) -> Losses:
    """Compare what became of each submission, of the bots, and the programs that were built."""
    sent = "SELECT id, state, content, verdict FROM submissions ORDER BY id"
    playing, built = (
        "SELECT account, active FROM bots ORDER BY id",
        "SELECT content, built FROM programs ORDER BY content",
    )
    differ = sum(ask(ours / "site.db", query) != ask(theirs / "site.db", query) for query in (sent, playing, built))
    return Losses(0, 0, differ, 0)


# The vault


def lay_out_rounds(folder: Path) -> None:
    """Make a site with two rounds that have no secret yet."""
    with open_arena(folder / "site.db") as arena:
        new_round(arena, "spring")
        new_round(arena, "autumn")


def keep_secrets(folder: Path) -> None:
    """Draw the secrets of rounds."""
    with as_a_command(), open_arena(folder / "site.db") as arena:
        draw_secrets(arena, Vault(folder / "vault"))
        with arena.reading() as connection:
            print(*connection.scalars(select(rounds.c.commitment).order_by(rounds.c.id)))


def check_secrets(folder: Path) -> list[str]:
    """Return which commitments of a store the vault does not hold the secret of; note those that it does."""
    promises = [promise for (promise,) in ask(folder / "site.db", "SELECT commitment FROM rounds ORDER BY id")]
    (folder / "promises").write_text("\n".join(promises))
    wrong = [f"there is no secret for {promise}" for promise in promises if promise and not has(folder, promise)]
    return wrong + [f"{path.name} is no whole secret" for path in secrets_in(folder) if not has(folder, path.name)]


def has(folder: Path, promise: str) -> bool:
    """Return whether the vault has the secret of a commitment."""
    try:
        Vault(folder / "vault").secret(promise)
    except Mistake:
        return False
    return True


def secrets_in(folder: Path) -> list[Path]:
    """Return the files of the vault that stand for secrets."""
    return [path for path in (folder / "vault").glob("*") if path.suffix != ".half"]


def compare_secrets(ours: Path, theirs: Path) -> Losses:
    """Return how many rounds have no secret, more than one, or another than they had before."""
    before = (ours / "promises").read_text().split("\n") if (ours / "promises").exists() else ["", ""]
    wrong = check_secrets(ours)
    after = (ours / "promises").read_text().split("\n")
    changed = sum(bool(old) and old != new for old, new in zip(before, after, strict=True))
    return Losses(after.count("") + len(wrong), len(after) - len(set(after)), changed, 0)


# A migration


def lay_out_older(folder: Path) -> None:
    """Lay out a store as an older version left it."""
    (folder / "cup.db").write_bytes(gzip.decompress(OLDER.read_bytes()))


def migrate(folder: Path) -> None:
    """Ask for the standings, for which an older store is brought up to date."""
    run_command(["standings", str(folder / "cup.db"), "--json"])


def check_store(folder: Path) -> list[str]:
    """Return what is wrong with a store and its copies, which must be whole whatever happened."""
    wrong = []
    for path in [folder / "cup.db", *folder.glob("*.backup")]:
        if ask(path, "PRAGMA integrity_check") != [("ok",)]:
            wrong.append(f"{path.name} is damaged")
        if (count := ask(path, "SELECT count(*) FROM records")) != [(4,)]:
            wrong.append(f"{path.name} has {count} records")
        revision = ask(path, "SELECT version_num FROM overtrick_version")
        if revision not in ([("0001",)], [(REVISION,)]) or (path.suffix == ".backup" and revision != [("0001",)]):
            wrong.append(f"{path.name} has revision {revision}")
    return wrong


def compare_migrated(ours: Path, theirs: Path) -> Losses:
    """Compare two stores that were brought up to date; there must be a whole copy, and no half ones."""
    found = losses(told_by(ours / "cup.db"), told_by(theirs / "cup.db"))
    wrong = len(check_store(ours)) + (not list(ours.glob("*.backup"))) + len(list(ours.glob("*.half*")))
    return replace(found, wrong=found.wrong + wrong)


# Files that are written from a store


def lay_out_played(folder: Path) -> None:
    """Make a store with a whole cup."""
    keep_records(folder)


def write_files(folder: Path) -> None:
    """Write what commands make of a store."""
    store = str(folder / "cup.db")
    for words in (
        ["export", store, "--out", str(folder / "cup.jsonl")],
        ["export", store, "--csv", "--out", str(folder / "cup.csv")],
        ["report", store, "--out", str(folder / "cup.html")],
        ["match", "duel", "random", "random", "--seed", "1", "--out", str(folder / "match.jsonl")],
    ):
        run_command_to_its_end(words)


def run_command_to_its_end(words: list[str]) -> None:
    """Be a command that is not the last one."""
    try:
        run_command(words)
    except SystemExit as left:
        if left.code:
            raise


def compare_files(ours: Path, theirs: Path) -> Losses:
    """Return how many files are missing or different."""
    lost = different = 0
    for name in ("cup.jsonl", "cup.csv", "cup.html", "match.jsonl"):
        mine, other = ours / name, theirs / name
        lost += not mine.exists()
        different += mine.exists() and plain(mine) != plain(other)
    return replace(compare_records(ours, theirs), lost=lost, different=different)


def plain(path: Path) -> str:
    """Return the text of a file without what two runs may differ in: where they are, and how long programs thought."""
    return re.sub(r'"times_us": \[\[.*?\]\]', "", path.read_text().replace(str(path.parent), ""))


SCENARIOS = (
    Scenario("records", lay_out_nothing, keep_records, compare_records),
    Scenario("tournament", lay_out_cup, play_cup, compare_cups),
    Scenario("round", lay_out_competition, play_round, compare_rounds, check_secrets),
    Scenario("checks", lay_out_queue, check_queue, compare_queues),
    Scenario("vault", lay_out_rounds, keep_secrets, compare_secrets, check_secrets, every=1),
    Scenario("migration", lay_out_older, migrate, compare_migrated, check_store),
    Scenario("files", lay_out_played, write_files, compare_files),
)
