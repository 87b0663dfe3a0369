"""The worker: submissions are built, checked and played; rounds open, close, have their final and their secret."""

import json
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from sqlalchemy import delete, select, update

from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.audit import acts
from overtrick.arena.boards.board import Board
from overtrick.arena.boards.board_rows import latest_board
from overtrick.arena.competitions.competition import Release, Round, RoundState
from overtrick.arena.competitions.competitions import find_round
from overtrick.arena.competitions.costs import pace_of
from overtrick.arena.competitions.planning import edit_round
from overtrick.arena.competitions.stated import stated_round
from overtrick.arena.submissions.programs import find_program
from overtrick.arena.submissions.queue import claim, finish
from overtrick.arena.submissions.result import Worked, report_of
from overtrick.arena.submissions.submission import Purpose, State, Submission
from overtrick.arena.submissions.submissions import Upload, find, submit, withdraw
from overtrick.arena.worker.going import TRIES, Going
from overtrick.arena.worker.lease import Lease, status
from overtrick.arena.worker.log import JsonLog, open_log
from overtrick.arena.worker.pool import Back
from overtrick.arena.worker.rounds import advance, close, players_of, reveal
from overtrick.arena.worker.vault import Vault, usual_vault
from overtrick.arena.worker.work import Work, go_on, refusal_of
from overtrick.bots.fence.fence import Level
from overtrick.bots.fence.limits import Limits
from overtrick.bots.packed import pack_program
from overtrick.bots.program import python_bot
from overtrick.core import luck
from overtrick.core.ending import PlatformFault
from overtrick.core.mistake import Mistake
from overtrick.match.record import commitment
from overtrick.store.schema import (
    boards,
    dealt,
    entrants,
    programs,
    records,
    rounds,
    secrets,
    site,
    submissions,
    tournaments,
)
from overtrick.tournament.plan.stage import Planned, planned, size
from overtrick.tournament.records.store import open_store
from overtrick.tournament.run import Contest
from overtrick.tournament.stated.tournament import Format
from overtrick.tournament.verify import verify
from tests.support.arena_rounds import BAD_C, DUEL_C, STARTERS, Working, account, close_round, new_round, working
from tests.support.modes import mode, umask

PYTHON = (STARTERS / "duel_python" / "main.py").read_bytes()


@pytest.fixture
def where(tmp_path: Path) -> Path:
    return tmp_path / "site.db"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return tmp_path / "vault"


@pytest.fixture
def arena(where: Path) -> Iterator[Arena]:
    with open_arena(where) as opened:
        yield opened


def cup(arena: Arena) -> Round:
    return find_round(arena, "cup", 1)


def board(arena: Arena, *, final: bool = False) -> Board | None:
    number = cup(arena).final if final else cup(arena).provisional
    return None if number is None else latest_board(arena, number)


def names(found: Board | None) -> set[str]:
    return {line.name for line in found.lines} if found else set()


def complete(found: Board | None, *wanted: str) -> bool:
    return found is not None and found.records == found.planned and names(found) >= set(wanted)


def checked(worker: Working, arena: Arena, sent: Submission) -> Submission:
    worker.until(lambda: find(arena, sent.id).state in (State.PASSED, State.FAILED))
    return find(arena, sent.id)


def open_cup(worker: Working, arena: Arena) -> Round:
    worker.until(lambda: cup(arena).state is RoundState.OPEN)
    return cup(arena)


@contextmanager
def open_round(arena: Arena, where: Path, vault: Path, **details: object) -> Iterator[tuple[Working, Round]]:
    """Give a worker and a round of the cup, once the worker has opened it."""
    new_round(arena, **details)  # type: ignore[arg-type]
    with working(arena, where, vault) as worker:
        yield worker, open_cup(worker, arena)


def findings(where: Path) -> list[str]:
    with open_store(where, create=False) as store:
        return [str(finding) for finding in verify(store)]


def test_a_whole_round_from_a_c_file_to_the_published_secret(arena: Arena, where: Path, vault: Path) -> None:
    ann, bob = account(arena), account(arena, "bob")
    with open_round(arena, where, vault) as (worker, opened):
        assert len(opened.commitment) == 64 and opened.secret is None
        sent = submit(arena, opened, ann, Upload("bot.c", DUEL_C))
        other = submit(arena, opened, bob, Upload("main.py", PYTHON, name="Bobby"))
        assert checked(worker, arena, sent).state is State.PASSED
        assert checked(worker, arena, other).state is State.PASSED
        worker.until(lambda: complete(board(arena), "ann", "Bobby", "duel:greedy", "duel:random"))
        provisional = board(arena)
        assert provisional is not None and not provisional.final
        assert provisional.records == 6 * 2 * 2, "6 pairs, 2 sets of cards, 2 rotations"
        mine = next(line for line in provisional.lines if line.name == "ann")
        assert (mine.owner, mine.version, mine.faults, mine.matches) == ("ann", 1, 0, 12)

        # Until the end the database knows no secret: not the round's, not those of its tournaments.
        with arena.reading() as connection:
            assert connection.execute(select(secrets)).all() == []
            assert len(connection.execute(select(dealt)).all()) == 2
        with open_store(where) as store, pytest.raises(Mistake, match="is not in the store"):
            store.reveal("cup/1 provisional")
        assert findings(where) == [], "what was played can be checked before the end as well"

        close_round(arena)
        worker.until(lambda: cup(arena).state is RoundState.OVER, 90)
        over = cup(arena)
        final = board(arena, final=True)
        assert final is not None and final.final and final.records == 6 * 3 * 2
        assert all(line.strength is not None for line in final.lines)
        assert over.secret is not None and commitment(over.secret) == opened.commitment
        assert [entry.name for entry in over.entries] == ["duel:greedy", "duel:random", "ann", "Bobby"]
    assert findings(where) == []
    with open_store(where) as store:
        assert store.reveal("cup/1 provisional") == luck.derive(over.secret, "provisional")


def test_a_focused_round_goes_on_with_those_whose_order_is_open_until_the_top_is_certain(
    arena: Arena, where: Path, vault: Path
) -> None:
    players = ("duel:greedy", "duel:random", "duel:first", "duel:easy", "duel:medium")
    focused = {"format": Format.FOCUSED, "top": 1, "blocks": 20, "final_blocks": 150, "players": players}
    with open_round(arena, where, vault, **focused) as (worker, _):
        worker.until(lambda: complete(board(arena)) and worker.work.goings[1].contest.progress().ended)
        provisional = board(arena)
        assert provisional is not None and provisional.records == 20 * 4 * 2, "two of them meet each other"
        close_round(arena)
        worker.until(lambda: cup(arena).state is RoundState.OVER, seconds=180)
        final = latest_board(arena, cup(arena).final or 0)
        assert final is not None and final.final
        with open_store(where) as store:
            found = store.tournament("cup/1 final")
            contest = Contest(found.tournament, store, found.registered)
            assert found.tournament.format is Format.FOCUSED
            assert contest.progress().ended
            assert final.records == contest.done() == size(contest.stages()) > 16 * 3 * 2
            shown = [(line.name, line.group) for line in final.lines]
            assert shown == [(rating.name, rating.group) for rating in contest.ratings().ratings]
            assert len(contest.progress().drawn[-1].asked) < 5 or not contest.progress().asked
    assert findings(where) == []


def test_the_hours_of_a_final_become_matches_when_it_closes(arena: Arena, where: Path, vault: Path) -> None:
    players = ("duel:greedy", "duel:random", "duel:first")
    focused = {"format": Format.FOCUSED, "top": 1, "blocks": 16, "final_blocks": 5000, "players": players}
    with open_round(arena, where, vault, hours=0.0001, **focused) as (worker, _):
        assert pace_of(arena, "duel") is None
        close_round(arena)
        assert close(arena, cup(arena)) == [], "nothing tells the pace yet"
        with arena.writing() as connection:
            connection.execute(update(rounds).values(closes=arena.now() + 3600))
        worker.until(lambda: complete(board(arena)))
        with arena.writing() as connection:  # so many matches that each took a second
            rows = connection.execute(select(records.c.key).order_by(records.c.key)).scalars().all()
            now = arena.now()
            for number, key in enumerate(rows):
                connection.execute(update(records).where(records.c.key == key).values(played=now - number))
        close_round(arena)
        worker.until(lambda: cup(arena).state is RoundState.OVER)
        over = cup(arena)
        pace = len(rows) / (len(rows) - 1)
        assert over.details.pace == round(pace, 3) and over.details.budget is None
        (act,) = (act for act in acts(arena) if act.did == "measured the pace of")
        assert act.why == f"0.0001 h at {over.details.pace:g} matches a second: its final has 64 matches at most"
        assert act.why in worker.out.getvalue()
        final = latest_board(arena, over.final or 0)
        assert final is not None and final.records == 16 * 2 * 2, "everybody begins; one of the three sits twice"
        stated = stated_round(over)
        renamed = edit_round(arena, over, replace(stated, title="Other", details=replace(stated.details, pace=None)))
        assert (renamed.title, renamed.details.pace) == ("Other", over.details.pace)
    assert findings(where) == []


def test_verify_finds_what_was_changed_in_a_round(arena: Arena, where: Path, vault: Path) -> None:
    with open_round(arena, where, vault, blocks=1, final_blocks=1) as (worker, _):
        worker.until(lambda: complete(board(arena)))
        close_round(arena)
        worker.until(lambda: cup(arena).state is RoundState.OVER)
    assert findings(where) == []
    entries = '[{"name":"x","bot":1,"submission":1,"content":"y","owner":1}]'
    changes: list[tuple[dict[str, object], str]] = [
        ({"commitment": "0" * 64}, "round cup/1, tournament: the commitment 000"),
        ({"entries": entries}, "the final was not dealt from its secret and its list of entries"),
        ({"entries": entries}, "the final was played by other programs"),
        ({"secret": bytes(32)}, "the provisional ranking was not dealt from its secret"),
    ]
    with arena.reading() as connection:
        before = dict(connection.execute(select(rounds)).mappings().one())
    for values, words in changes:
        with arena.writing() as connection:
            connection.execute(update(rounds).values(values))
        assert any(words in finding for finding in findings(where)), (words, findings(where))
        with arena.writing() as connection:
            connection.execute(update(rounds).values(before))
    with arena.writing() as connection:
        connection.execute(update(dealt).values(seed=bytes(32)))
    assert any("cards were dealt from another secret" in finding for finding in findings(where))
    with arena.writing() as connection:
        connection.execute(delete(secrets))
    assert any("is not that of the secret" in finding for finding in findings(where)), "a lost secret is found too"


def test_a_broken_upload_is_explained_and_the_working_version_plays_on(arena: Arena, where: Path, vault: Path) -> None:
    ann = account(arena)
    with open_round(arena, where, vault) as (worker, opened):
        good = submit(arena, opened, ann, Upload("bot.c", DUEL_C))
        assert checked(worker, arena, good).state is State.PASSED
        bad = checked(worker, arena, submit(arena, opened, ann, Upload("bot.c", BAD_C)))
        assert bad.state is State.FAILED and "undeclared" in bad.log
        assert report_of(bad).command == "overtrick check bot.c --game duel --seats 2"
        tried = checked(worker, arena, submit(arena, opened, ann, Upload("main.py", PYTHON, Purpose.TRY)))
        assert tried.state is State.PASSED and tried.has_record
        worker.until(lambda: complete(board(arena), "ann"))
        mine = next(line for line in board(arena).lines if line.name == "ann")  # type: ignore[union-attr]
        assert mine.version == 1


@pytest.mark.long
def test_a_new_version_plays_its_matches_and_leaves_those_of_others_alone(
    arena: Arena, where: Path, vault: Path
) -> None:
    ann = account(arena)
    with open_round(arena, where, vault) as (worker, opened):
        worker.until(lambda: complete(board(arena), "duel:greedy"))
        first = submit(arena, opened, ann, Upload("bot.c", DUEL_C))
        checked(worker, arena, first)
        worker.until(lambda: complete(board(arena), "ann"))
        second = submit(arena, opened, ann, Upload("bot.c", DUEL_C + b"/* better */\n"))
        assert checked(worker, arena, second).content == find(arena, first.id).content, (
            "the same program, once compiled"
        )
        third = submit(arena, opened, ann, Upload("main.py", PYTHON))
        checked(worker, arena, third)
        worker.until(lambda: complete(board(arena), "ann") and version_of(board(arena), "ann") == 3)
        with open_store(where) as store:
            assert store.count() == 4 + 8 + 8, "our two players, then those of two programs with both"
        withdraw(arena, ann, opened)
        worker.until(lambda: complete(board(arena)) and "ann" not in names(board(arena)))
        assert board(arena).records == 4  # type: ignore[union-attr]


def version_of(found: Board | None, name: str) -> int | None:
    return next((line.version for line in found.lines if line.name == name), None) if found else None


SLEEPER = b"import time\ndef choose(view):\n    time.sleep(60)\n"


def test_who_keeps_running_out_of_time_is_suspended_and_not_in_the_final(
    arena: Arena, where: Path, vault: Path
) -> None:
    ann = account(arena)
    with open_round(arena, where, vault, limits=Limits(wait_ms=100)) as (worker, opened):
        sent = submit(arena, opened, ann, Upload("main.py", SLEEPER))
        built = python_bot({"main.py": SLEEPER}, Path("main.py"))
        assert claim(arena) is not None
        passed = Worked(State.PASSED, "it slept later", content=built.digest, program=pack_program(built))
        finish(arena, sent.id, passed)
        worker.until(lambda: find(arena, sent.id).state is State.SUSPENDED)
        why = find(arena, sent.id).verdict
        assert re.match(r"it ran out of time in 3 of its last \d+ matches \(at last: no answer after ", why)
        assert f"cup/1 provisional: submission {sent.id} is suspended: {why}" in worker.out.getvalue()
        worker.until(lambda: complete(board(arena)) and names(board(arena)) == {"duel:greedy", "duel:random"})
        close_round(arena)
        worker.until(lambda: cup(arena).state is RoundState.OVER, 90)
    assert [entry.name for entry in cup(arena).entries] == ["duel:greedy", "duel:random"]
    assert findings(where) == []


@pytest.mark.long
def test_two_authors_may_send_the_same_starter(arena: Arena, where: Path, vault: Path) -> None:
    ann, bob = account(arena), account(arena, "bob")
    with open_round(arena, where, vault, players=()) as (worker, opened):
        for author in (ann, bob):
            sent = submit(arena, opened, author, Upload("bot.c", DUEL_C))
            assert checked(worker, arena, sent).state is State.PASSED
        worker.until(lambda: complete(board(arena), "ann", "bob"))
        with arena.reading() as connection:
            contents = list(connection.scalars(select(entrants.c.content).order_by(entrants.c.id)))
            kinds = list(connection.scalars(select(entrants.c.bot)))
        assert [content.split(" ", 1)[1] for content in contents] == ["bot 1", "bot 2"]
        assert kinds == ["submission 1", "submission 2"]


def test_a_submission_sent_in_time_is_in_the_final_though_it_is_checked_later(
    arena: Arena, where: Path, vault: Path
) -> None:
    ann = account(arena)
    with open_round(arena, where, vault) as (worker, opened):
        submit(arena, opened, ann, Upload("bot.c", DUEL_C))
        close_round(arena)
        worker.until(lambda: cup(arena).state is RoundState.OVER, 90)
    assert [entry.name for entry in cup(arena).entries] == ["duel:greedy", "duel:random", "ann"]


@pytest.mark.parametrize(
    ("release", "told"),
    [
        (Release.AT_ONCE, "cup/1 is over; its secret is published"),
        (Release.STAGED, "cup/1 is over; its secret is published when all its results are released"),
    ],
)
def test_the_secret_of_a_staged_round_is_said_to_be_published_later(arena: Arena, release: Release, told: str) -> None:
    new_round(arena, release=release)
    assert reveal(arena, cup(arena), bytes(32)) == [told]


def test_a_round_that_too_few_have_entered_ends_without_a_final(arena: Arena, where: Path, vault: Path) -> None:
    with open_round(arena, where, vault, players=()) as (worker, opened):
        close_round(arena)
        worker.until(lambda: cup(arena).state is RoundState.OVER)
    over = cup(arena)
    assert over.final is None and over.secret is not None and commitment(over.secret) == opened.commitment
    assert findings(where) == []


@pytest.mark.long
def test_several_rounds_are_played_at_once(arena: Arena, where: Path, vault: Path) -> None:
    new_round(arena, "one", blocks=4000)
    new_round(arena, "two", blocks=4000)
    with working(arena, where, vault) as worker:

        def played(slug: str) -> int:
            number = find_round(arena, slug, 1).provisional
            found = None if number is None else latest_board(arena, number)
            return found.records if found else 0

        worker.until(lambda: min(played("one"), played("two")) > 20)
        close_round(arena, "one")
        worker.until(lambda: find_round(arena, "one", 1).state is RoundState.OVER)


@pytest.mark.long
def test_the_next_worker_goes_on_where_the_last_one_ended(arena: Arena, where: Path, vault: Path) -> None:
    new_round(arena, blocks=1000)
    with working(arena, where, vault) as worker:
        worker.until(lambda: (found := board(arena)) is not None and found.records > 10)
    with open_store(where) as store:
        before = store.count()
        assert 10 < before < 2000
    with working(arena, where, vault) as worker:
        worker.until(lambda: complete(board(arena)))
        assert f"{before} of 2000 matches played" in worker.out.getvalue()
    with open_store(where) as store:
        assert store.count() == 2000


def test_old_boards_are_let_go(arena: Arena, where: Path, vault: Path) -> None:
    new_round(arena, blocks=300)
    with working(arena, where, vault) as worker:
        worker.until(lambda: complete(board(arena)))
    with arena.reading() as connection:
        assert len(connection.execute(select(boards)).all()) == 1


def test_without_its_secret_a_round_is_not_played_and_the_reason_is_told_once(
    arena: Arena, where: Path, vault: Path, tmp_path: Path
) -> None:
    new_round(arena)
    advance(arena, Vault(tmp_path / "elsewhere"))
    with working(arena, where, vault) as worker:
        end = time.monotonic() + 2
        worker.until(lambda: time.monotonic() > end)
        assert worker.out.getvalue().count("does not give the secret") == 1
        assert board(arena) is None


def test_a_round_without_its_secret_does_not_end_and_all_others_go_on(
    arena: Arena, where: Path, vault: Path, tmp_path: Path
) -> None:
    new_round(arena, players=())
    advance(arena, Vault(tmp_path / "elsewhere"))
    close_round(arena)
    with working(arena, where, vault) as worker:
        worker.until(lambda: "cup/1 cannot end: the vault" in worker.out.getvalue())
        new_round(arena, "other")
        worker.until(lambda: find_round(arena, "other", 1).state is RoundState.OPEN)
        assert worker.out.getvalue().count("does not give the secret") == 1
    assert cup(arena).state is RoundState.FINAL


def test_a_program_that_was_changed_in_the_store_is_not_run(arena: Arena, where: Path, vault: Path) -> None:
    ann = account(arena)
    with open_round(arena, where, vault) as (worker, opened):
        checked(worker, arena, submit(arena, opened, ann, Upload("bot.c", DUEL_C)))
        worker.until(lambda: complete(board(arena), "ann"))
        entry = worker.work.goings[opened.id].entries[-1]
        assert players_of(arena, opened, [entry])
        with arena.writing() as connection:
            built = find_program(connection, entry.content)
            other = pack_program(replace(built, files=(*built.files, ("more.py", b""))))
            connection.execute(update(programs).where(programs.c.content == entry.content).values(built=other))
        with pytest.raises(Mistake, match="the program of ann in cup/1 was changed in the store"):
            players_of(arena, opened, [entry])
        with pytest.raises(Mistake, match="is not in the store"):
            players_of(arena, opened, [replace(entry, content="0" * 64)])


def test_a_match_that_cannot_be_played_is_told_and_counts_for_nobody(arena: Arena, where: Path, vault: Path) -> None:
    with open_round(arena, where, vault) as (worker, _):
        worker.until(lambda: complete(board(arena)))
        going = worker.work.goings[cup(arena).id]
        match = next(iter(going_matches(going)))
        going.given += 1
        before = going.tally.count
        worker.work.take(Back(going, match, "the fence broke"))
        assert going.failed == {match.key: match} and going.tally.count == before
        assert "could not be played: the fence broke" in worker.out.getvalue()


def spoil_finals(monkeypatch: pytest.MonkeyPatch, spoils: Callable[[Planned], bool]) -> Counter[str]:
    """Let some matches of finals fail though no bot is at fault; return how often each did."""
    monkeypatch.setattr("overtrick.arena.worker.going.AGAIN_S", 0.1)
    tries = Counter[str]()
    take = Work.take

    def taken(work: Work, back: Back) -> None:
        if back.going.final and spoils(back.match):
            tries[back.match.key] += 1
            back = back._replace(outcome="the disk is full")
        take(work, back)

    monkeypatch.setattr(Work, "take", taken)
    return tries


def test_a_final_waits_while_a_trouble_of_ours_keeps_it_from_being_played(
    arena: Arena, where: Path, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trouble = True
    tries = spoil_finals(monkeypatch, lambda _: trouble)
    with open_round(arena, where, vault, blocks=1) as (worker, _):
        close_round(arena)
        worker.until(lambda: len(tries) == 6 and min(tries.values()) > TRIES)
        assert cup(arena).state is RoundState.FINAL and cup(arena).secret is None
        assert worker.out.getvalue().count("the disk is full") == 6, "told once for each match"
        assert worker.out.getvalue().count("it is tried again every minute") == 1
        trouble = False
        worker.until(lambda: cup(arena).state is RoundState.OVER)
    assert complete(board(arena, final=True))


def test_a_match_of_a_final_that_fails_time_and_again_is_given_up(
    arena: Arena, where: Path, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = spoil_finals(monkeypatch, lambda match: tries.keys() <= {match.key})  # whichever comes first
    with open_round(arena, where, vault, blocks=1) as (worker, _):
        close_round(arena)
        worker.until(lambda: cup(arena).state is RoundState.OVER)
        assert "1 matches could not be played, and count for nobody" in worker.out.getvalue()
    assert list(tries.values()) == [TRIES]
    found = board(arena, final=True)
    assert found is not None and (found.records, found.planned) == (5, 6)


def test_a_final_does_not_wait_for_one_bot_whose_matches_all_fail(
    arena: Arena, where: Path, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil_finals(monkeypatch, lambda match: 1 in match.seating)
    with open_round(
        arena, where, vault, blocks=1, final_blocks=1, players=("duel:greedy", "duel:random", "duel:first")
    ) as (worker, _):
        close_round(arena)
        worker.until(lambda: cup(arena).state is RoundState.OVER)
    found = board(arena, final=True)
    assert found is not None and (found.records, found.planned) == (2, 6)


def test_what_another_worker_has_stored_meanwhile_counts_too(arena: Arena, where: Path, vault: Path) -> None:
    with open_round(arena, where, vault) as (worker, _):
        worker.until(lambda: complete(board(arena)))
        going = worker.work.goings[cup(arena).id]
        going.tally.count -= 1  # as if it had been stored by somebody else
        worker.until(lambda: going.over)
        assert going.tally.count == going.planned


def going_matches(going: Going) -> Iterator[Planned]:
    for stage in going.contest.stages():
        yield from planned(stage, 0, going.contest.everyone())


def test_a_submission_whose_author_has_left_is_simply_gone(arena: Arena, where: Path, vault: Path) -> None:
    ann = account(arena)
    with open_round(arena, where, vault) as (worker, opened):
        sent = submit(arena, opened, ann, Upload("bot.c", DUEL_C))
        worker.until(lambda: worker.work.checks.at_hand)
        with arena.writing() as connection:
            connection.execute(delete(submissions).where(submissions.c.id == sent.id))
        worker.until(lambda: not worker.work.checks.at_hand)
        assert "or its author has left" in worker.out.getvalue()


# The vault


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o777])
def test_a_vault_is_for_its_owner_alone_whatever_the_umask(tmp_path: Path, mask: int) -> None:
    secret = luck.new_seed()
    with umask(mask):
        vault = Vault(tmp_path / "vault")
        promise = vault.keep(secret)
    assert promise == commitment(secret) and vault.secret(promise) == secret
    assert mode(vault.folder) == 0o700
    assert [mode(file) for file in vault.folder.iterdir()] == [0o600]
    with pytest.raises(Mistake, match="does not give the secret of 00"):
        vault.secret("00")
    (vault.folder / promise).write_bytes(bytes(32))
    with pytest.raises(Mistake, match="was changed"):
        vault.secret(promise)


def test_the_usual_vault_is_in_the_users_folder_for_state(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert usual_vault() == tmp_path / "overtrick" / "vault"
    (tmp_path / "file").write_text("")
    with pytest.raises(Mistake, match="cannot be made"):
        Vault(tmp_path / "file" / "vault")


# The lease, the fence and the log


def test_there_is_one_worker_at_a_time(arena: Arena) -> None:
    assert not status(arena).alive
    first, second = Lease(arena, "A+", ""), Lease(arena, "B", "no")
    assert first.take() and not second.take()
    assert status(arena).alive and status(arena).fence == "A+"
    first.give_up()
    assert not status(arena).alive
    assert second.take() and status(arena).refusal == "no"
    second.give_up()


def test_a_lease_ends_when_nobody_renews_it(arena: Arena) -> None:
    first = Lease(arena, "A+", "")
    assert first._write()
    now = time.time()
    arena.clock = lambda: now + 100
    assert not status(arena).alive
    second = Lease(arena, "A", "")
    assert second._write() and not first._write()


def test_a_lease_lasts_from_when_it_was_written_however_long_that_took(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    later = iter([now + 100])
    arena.clock = lambda: now
    monkeypatch.setattr("overtrick.arena.worker.lease.alone", lambda connection: wait_until(arena, next(later)))
    assert Lease(arena, "A+", "")._write()
    assert status(arena).alive


def wait_until(arena: Arena, moment: float) -> None:
    arena.clock = lambda: moment


def test_a_worker_whose_lease_another_one_has_taken_ends(
    arena: Arena, where: Path, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("overtrick.arena.worker.lease.RENEW_S", 0.05)
    new_round(arena)
    with working(arena, where, vault) as worker:
        told = {"id": "another", "until": time.time() + 5, "fence": "A", "refusal": ""}
        with arena.writing() as connection:
            connection.execute(update(site).where(site.c.name == "worker").values(value=json.dumps(told).encode()))
        stop = threading.Event()
        enough = threading.Timer(20, stop.set)
        enough.start()
        with pytest.raises(PlatformFault, match="another worker is at work"):
            go_on(worker.work, stop)
        enough.cancel()
    assert status(arena).fence == "A", "who has lost it does not take it away"


def test_below_level_a_strangers_programs_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overtrick.arena.worker.work.probe", lambda: Level.B)
    monkeypatch.setattr("overtrick.arena.worker.work.refusals", lambda: {Level.A: "no namespaces"})
    level, why = refusal_of(Level.A)
    assert level == "B" and "runs no programs of visitors: its fence is of level B" in why and "no namespaces" in why
    assert refusal_of(Level.B) == ("B", "") == refusal_of(Level.C)


def test_where_the_fence_is_too_low_submissions_fail_and_rounds_with_bots_stand_still(
    arena: Arena, where: Path, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = account(arena)
    new_round(arena)
    monkeypatch.setattr("overtrick.arena.worker.work.refusal_of", lambda allowed: ("C", "this site runs no programs"))
    with working(arena, where, vault) as worker:
        opened = open_cup(worker, arena)
        worker.until(lambda: complete(board(arena), "duel:greedy"))
        sent = checked(worker, arena, submit(arena, opened, ann, Upload("bot.c", DUEL_C)))
        assert (sent.state, sent.verdict) == (State.FAILED, "this site runs no programs")


def test_logs_are_lines_or_json() -> None:
    out = StringIO()
    log = open_log("json", out)
    log.tell("round", "cup/1 is open", number=1)
    told = json.loads(out.getvalue())
    assert (told["event"], told["sentence"], told["number"]) == ("round", "cup/1 is open", 1)
    assert isinstance(log, JsonLog)
    out = StringIO()
    open_log("plain", out).tell("round", "cup/1 \x1b[31m is open")
    assert out.getvalue() == "worker: cup/1 ?[31m is open\n"


def test_commitments_are_there_before_a_round_opens_even_of_drafts(arena: Arena, vault: Path) -> None:
    new_round(arena)
    with arena.writing() as connection:
        connection.execute(update(rounds).values(opens=arena.now() + 1000))
    told = advance(arena, Vault(vault))
    assert len(told) == 1 and "its secret is drawn" in told[0]
    assert cup(arena).state is RoundState.PLANNED and len(cup(arena).commitment) == 64
    assert advance(arena, Vault(vault)) == []
    with arena.reading() as connection:
        assert connection.execute(select(tournaments)).all() == []
