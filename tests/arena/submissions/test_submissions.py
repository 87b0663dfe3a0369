"""Submissions: who may send what, quotas, versions, the queue with its leases, and what is never replaced."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from sqlalchemy import insert, select, update

from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.competitions.competition import CompetitionState, Entry, Round, RoundState
from overtrick.arena.competitions.competitions import round_by_id
from overtrick.arena.competitions.entries import entered, remove_bot
from overtrick.arena.people.accounts import ban, find_account
from overtrick.arena.submissions.builder import Task, work
from overtrick.arena.submissions.queue import LEASE_S, TRIES, claim, finish, give_back, note, place_in_queue
from overtrick.arena.submissions.result import Progress, Report, Worked, report_of
from overtrick.arena.submissions.submission import Purpose, State, Submission, opened_record
from overtrick.arena.submissions.submissions import (
    DAY_S,
    Upload,
    activate,
    files_of_submission,
    find,
    find_bot,
    of_account,
    record_text,
    submit,
    try_active,
    versions,
    withdraw,
)
from overtrick.arena.worker.rounds import close, move
from overtrick.bots.fenced import Protocol
from overtrick.bots.packed import pack_program, program_of
from overtrick.bots.program import Built
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.contract import settled
from overtrick.match.record_file import sound_record
from overtrick.store.schema import bots, competitions, invited, programs, rounds, sources, submissions
from tests.support.arena_rounds import BAD_C, DUEL_C, ILLEGAL_C, STARTERS, account, new_round
from tests.support.clock import Clock

GOOD = Upload("bot.c", DUEL_C)
PASSED = Worked(State.PASSED, "it plays without a fault", language="c", content="c1", program=b"p")
FAILED = Worked(State.FAILED, "it does not compile")


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    with open_arena(tmp_path / "site.db") as opened:
        opened.clock = Clock(1_900_000_000.0)
        yield opened


def open_round(arena: Arena, slug: str = "cup", lasts_s: int = 3600, **details: object) -> Round:
    new = new_round(arena, slug, lasts_s, **details)
    move(arena, new, RoundState.OPEN, "is open")
    return round_by_id(arena, new.id)


def done(arena: Arena, worked: Worked) -> Submission:
    """Take the next submission and be done with it."""
    taken = claim(arena)
    assert taken is not None
    finish(arena, taken.id, worked)
    return find(arena, taken.id)


# Who may send what


def test_what_is_sent_waits_in_the_queue_with_its_files(arena: Arena) -> None:
    ann, cup = account(arena), open_round(arena)
    sent = submit(arena, cup, ann, GOOD)
    assert (sent.state, sent.number, sent.name, sent.purpose) == (State.QUEUED, 1, "ann", Purpose.ENTER)
    assert files_of_submission(arena, sent) == {"bot.c": DUEL_C}
    assert find(arena, sent.id) == sent
    assert place_in_queue(arena, sent) == 1
    bot = find_bot(arena, cup, ann)
    assert bot is not None and bot.active is None, "nothing plays that was not checked"


@pytest.mark.parametrize(
    ("state", "words"),
    [(RoundState.PLANNED, "not open yet"), (RoundState.FINAL, "is closed"), (RoundState.OVER, "is closed")],
)
def test_only_an_open_round_takes_programs(arena: Arena, state: RoundState, words: str) -> None:
    ann, cup = account(arena), open_round(arena)
    with arena.writing() as connection:
        connection.execute(update(rounds).values(state=state))
    with pytest.raises(Mistake, match=words):
        submit(arena, cup, ann, GOOD)


def test_a_round_takes_nothing_after_its_end_even_if_the_worker_is_late(arena: Arena) -> None:
    ann, cup = account(arena), open_round(arena, lasts_s=100)
    arena.clock.now = cup.closes  # type: ignore[attr-defined]
    with pytest.raises(Mistake, match="is closed"):
        submit(arena, cup, ann, GOOD)


def test_drafts_and_archived_competitions_take_nothing(arena: Arena) -> None:
    ann, cup = account(arena), open_round(arena)
    for state in (CompetitionState.DRAFT, CompetitionState.ARCHIVED):
        with arena.writing() as connection:
            connection.execute(update(competitions).values(state=state))
        with pytest.raises(Mistake, match="competition of round 1 of cup is not open"):
            submit(arena, cup, ann, GOOD)


def test_some_competitions_are_for_guests_only(arena: Arena) -> None:
    ann, cup = account(arena), open_round(arena)
    with arena.writing() as connection:
        connection.execute(update(competitions).values(entry=Entry.INVITED))
    with pytest.raises(Mistake, match="invited"):
        submit(arena, cup, ann, GOOD)
    with arena.writing() as connection:
        connection.execute(insert(invited).values(competition=cup.competition, account=ann.id))
    assert submit(arena, cup, ann, GOOD).state is State.QUEUED


def test_who_is_banned_or_taken_out_enters_nothing(arena: Arena) -> None:
    ann, bob, cup = account(arena), account(arena, "bob"), open_round(arena)
    submit(arena, cup, bob, GOOD)
    remove_bot(arena, find_bot(arena, cup, bob).id, "it is not yours")  # type: ignore[union-attr]
    with pytest.raises(Mistake, match="took your bot out of this round: it is not yours"):
        submit(arena, cup, bob, GOOD)
    ban(arena, ann.id, "rude")
    banned = find_account(arena, ann.id)
    assert banned is not None
    with pytest.raises(Mistake, match="banned"):
        submit(arena, cup, banned, GOOD)


def test_names_of_bots_are_plain_and_nobody_elses(arena: Arena) -> None:
    ann, bob, cup = account(arena), account(arena, "bob"), open_round(arena)
    assert submit(arena, cup, ann, replace(GOOD, name="Ace 2.0")).name == "Ace 2.0"
    for name in ("ACE 2.0", " ace 2.0"):
        with pytest.raises(Mistake, match="another bot of this round"):
            submit(arena, cup, bob, replace(GOOD, name=name))
    for name in ("Ace 2.O", "\u0410\u0441\u0435 2.0"):  # with a letter O; all letters Cyrillic
        with pytest.raises(Mistake, match=f"^the name '{name}' looks like 'Ace 2.0', as another bot of this round is"):
            submit(arena, cup, bob, replace(GOOD, name=name))
    for name in ("duel:greedy", "<b>", "a" * 41, "x\u202e"):
        with pytest.raises(Mistake, match="the name is"):
            submit(arena, cup, bob, replace(GOOD, name=name))
    assert submit(arena, cup, ann, GOOD).name == "Ace 2.0", "a name stays until another one is given"


def test_a_bot_does_not_look_like_a_player_of_its_round(arena: Arena) -> None:
    bob, cup = account(arena, "bob"), open_round(arena, players=("duel:greedy",))
    with pytest.raises(Mistake, match="looks like 'duel:greedy', as another bot"):
        submit(arena, cup, bob, replace(GOOD, name="duel\u02d0greedy"))


def test_a_bot_keeps_a_name_that_it_had_before_names_were_compared_by_their_looks(arena: Arena) -> None:
    ann, bob, cup = account(arena), account(arena, "bob"), open_round(arena)
    submit(arena, cup, ann, replace(GOOD, name="Ace 0"))
    submit(arena, cup, bob, replace(GOOD, name="Ace 1"))
    with arena.writing() as connection:
        connection.execute(update(bots).where(bots.c.account == bob.id).values(name="Ace O"))
    assert submit(arena, cup, bob, GOOD).name == "Ace O"


def test_a_few_versions_a_day_are_allowed(arena: Arena) -> None:
    ann, cup = account(arena), open_round(arena, lasts_s=3 * DAY_S, uploads_a_day=2)
    for number in (1, 2):
        assert submit(arena, cup, ann, GOOD).number == number
        done(arena, FAILED)
    with pytest.raises(Mistake, match="2 versions within a day; allowed in this round: 2"):
        submit(arena, cup, ann, GOOD)
    assert submit(arena, cup, ann, replace(GOOD, purpose=Purpose.TRY)).number == 0
    arena.clock.now += DAY_S + 1  # type: ignore[attr-defined]
    assert submit(arena, cup, ann, GOOD).number == 3


def test_three_programs_of_an_account_may_wait(arena: Arena) -> None:
    ann, bob, cup = account(arena), account(arena, "bob"), open_round(arena)
    for _ in range(3):
        submit(arena, cup, ann, replace(GOOD, purpose=Purpose.TRY))
    with pytest.raises(Mistake, match="3 programs of yours are waiting; allowed: 3 at a time"):
        submit(arena, cup, ann, GOOD)
    assert place_in_queue(arena, submit(arena, cup, bob, GOOD)) == 4


def test_the_same_files_are_kept_once(arena: Arena) -> None:
    ann, bob, cup = account(arena), account(arena, "bob"), open_round(arena)
    assert submit(arena, cup, ann, GOOD).source == submit(arena, cup, bob, GOOD).source
    with arena.reading() as connection:
        assert len(connection.execute(select(sources)).all()) == 1


# The queue


def test_a_version_that_passed_plays_and_a_broken_one_never_replaces_it(arena: Arena) -> None:
    ann, cup = account(arena), open_round(arena)
    submit(arena, cup, ann, GOOD)
    first = done(arena, PASSED)
    assert [one.submission for one in entered(arena, cup)] == [None, None, first.id]
    submit(arena, cup, ann, Upload("bot.c", BAD_C))
    assert done(arena, FAILED).state is State.FAILED
    assert [one.submission for one in entered(arena, cup)] == [None, None, first.id]
    submit(arena, cup, ann, GOOD)
    third = done(arena, replace(PASSED, content="c3"))
    assert [one.content for one in entered(arena, cup)][2:] == ["c3"]
    assert [one.number for one in versions(arena, cup, ann.id)] == [3, 2, 1]
    activate(arena, ann, first)
    assert [one.content for one in entered(arena, cup)][2:] == ["c1"]
    withdraw(arena, ann, cup)
    assert [one.content for one in entered(arena, cup)][2:] == []
    activate(arena, ann, third)
    assert [one.content for one in entered(arena, cup)][2:] == ["c3"]


def test_only_own_versions_that_passed_can_be_chosen_and_only_while_the_round_is_open(arena: Arena) -> None:
    ann, bob, cup = account(arena), account(arena, "bob"), open_round(arena)
    submit(arena, cup, ann, GOOD)
    good = done(arena, PASSED)
    submit(arena, cup, ann, GOOD)
    bad = done(arena, FAILED)
    submit(arena, cup, ann, replace(GOOD, purpose=Purpose.TRY))
    tried = done(arena, PASSED)
    for one, state in ((bad, "failed"), (tried, "a try, and entered nothing")):
        with pytest.raises(Mistake, match=f"submission {one.id} is {state}; allowed: a version that has passed"):
            activate(arena, ann, one)
    with pytest.raises(Mistake, match="no submission"):
        activate(arena, bob, good)
    with pytest.raises(Mistake, match="you have no bot"):
        withdraw(arena, bob, cup)
    arena.clock.now = cup.closes  # type: ignore[attr-defined]
    with pytest.raises(Mistake, match="entries do not change"):
        activate(arena, ann, good)
    with pytest.raises(Mistake, match="entries do not change"):
        withdraw(arena, ann, cup)


def test_a_try_enters_nothing(arena: Arena) -> None:
    ann, cup = account(arena), open_round(arena)
    submit(arena, cup, ann, replace(GOOD, purpose=Purpose.TRY))
    tried = done(arena, PASSED)
    assert tried.state is State.PASSED and tried.number == 0
    assert find_bot(arena, cup, ann) is None
    with pytest.raises(Mistake, match="no active version"):
        try_active(arena, cup, ann)
    submit(arena, cup, ann, GOOD)
    done(arena, PASSED)
    again = try_active(arena, cup, ann)
    assert again.purpose is Purpose.TRY and files_of_submission(arena, again) == {"bot.c": DUEL_C}
    assert [one.id for one in of_account(arena, ann.id)] == [again.id, again.id - 1, tried.id]


def test_a_submission_is_taken_once_and_again_when_its_worker_is_gone(arena: Arena) -> None:
    ann, cup = account(arena), open_round(arena)
    sent = submit(arena, cup, ann, GOOD)
    taken = claim(arena)
    assert taken is not None and taken.id == sent.id and taken.state is State.BUILDING
    assert claim(arena) is None
    arena.clock.now += LEASE_S - 1  # type: ignore[attr-defined]
    note(arena, sent.id, Progress(State.CHECKING, "built", Report(passed=("ok  case 1",))))
    assert report_of(find(arena, sent.id)).passed == ("ok  case 1",)
    arena.clock.now += LEASE_S - 1  # type: ignore[attr-defined]
    assert claim(arena) is None, "the lease was renewed"
    arena.clock.now += 1  # type: ignore[attr-defined]
    again = claim(arena)
    assert again is not None and again.id == sent.id and again.tries == 2


def test_what_ended_three_workers_is_given_up_and_the_next_one_is_taken(arena: Arena) -> None:
    ann, bob, cup = account(arena), account(arena, "bob"), open_round(arena)
    bad, good = submit(arena, cup, ann, GOOD), submit(arena, cup, bob, GOOD)
    for _ in range(TRIES):
        taken = claim(arena)
        assert taken is not None and taken.id == bad.id
        give_back(arena, bad.id, failed=True)
    taken = claim(arena)
    assert taken is not None and taken.id == good.id
    assert find(arena, bad.id).state is State.FAILED
    assert "our side failed 3 times" in find(arena, bad.id).verdict


def test_what_is_given_back_in_good_order_costs_no_try(arena: Arena) -> None:
    ann, cup = account(arena), open_round(arena)
    sent = submit(arena, cup, ann, GOOD)
    for _ in range(2 * TRIES):
        assert claim(arena) is not None
        give_back(arena, sent.id, failed=False)
    assert find(arena, sent.id).tries == 0


def test_what_was_finished_is_not_finished_again_by_a_late_worker(arena: Arena) -> None:
    ann, cup = account(arena), open_round(arena)
    submit(arena, cup, ann, GOOD)
    first = done(arena, PASSED)
    finish(arena, first.id, FAILED)
    assert find(arena, first.id).state is State.PASSED
    give_back(arena, first.id, failed=True)
    assert find(arena, first.id).state is State.PASSED
    note(arena, first.id, Progress(State.CHECKING, "built", Report()))
    assert find(arena, first.id) == first


def test_a_round_does_not_close_while_a_program_is_awaited_or_if_it_has_more_time(arena: Arena) -> None:
    ann, cup = account(arena), open_round(arena)
    submit(arena, cup, ann, GOOD)
    arena.clock.now = cup.closes  # type: ignore[attr-defined]
    assert close(arena, cup) == []
    done(arena, PASSED)
    with arena.writing() as connection:
        connection.execute(update(rounds).values(closes=cup.closes + 60))
    assert close(arena, cup) == [], "an organiser has just said so"
    arena.clock.now += 60  # type: ignore[attr-defined]
    assert close(arena, cup) == ["cup/1 is closed with 3 entries"]


def test_what_had_to_wait_until_a_round_closed_comes_too_late(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, cup = account(arena), open_round(arena)
    clock = cast(Clock, arena.clock)
    monkeypatch.setattr("overtrick.arena.submissions.submissions.alone", lambda _: setattr(clock, "now", cup.closes))
    with pytest.raises(Mistake, match="is closed and takes no programs"):
        submit(arena, cup, ann, GOOD)


def test_files_that_were_removed_with_their_author_come_back_when_somebody_sends_them(arena: Arena) -> None:
    ann, bob, cup = account(arena), account(arena, "bob"), open_round(arena)
    submit(arena, cup, ann, GOOD)
    with arena.writing() as connection:
        connection.execute(update(sources).values(files=b""))
    assert files_of_submission(arena, submit(arena, cup, bob, GOOD)) == {"bot.c": DUEL_C}


def test_a_program_comes_back_as_it_was_packed(arena: Arena) -> None:
    built = Built((("bot", b"\x7fELF\0"), ("data/x", b"")), ("/bot/bot", "x"), Protocol.ONCE, "c", "warning")
    assert program_of(pack_program(built)) == built
    assert program_of(pack_program(built)).digest == built.digest
    ann, cup = account(arena), open_round(arena)
    submit(arena, cup, ann, GOOD)
    done(arena, PASSED)
    with arena.reading() as connection:
        assert connection.scalar(select(programs.c.built).where(programs.c.content == "c1")) == b"p"


def test_records_of_tries_are_there_for_their_page(arena: Arena) -> None:
    ann, cup = account(arena), open_round(arena)
    sent = submit(arena, cup, ann, GOOD)
    with pytest.raises(Mistake, match="has not played"):
        record_text(arena, sent)
    with pytest.raises(Mistake, match="no submission 999"):
        find(arena, 999)
    with arena.reading() as connection:
        assert connection.scalar(select(submissions.c.tries)) == 0


# Building and checking, without the process around it


def worked(
    arena: Arena, cup: Round, filename: str, files: dict[str, bytes], purpose: Purpose = Purpose.ENTER
) -> Worked:
    *_, last = work(Task(7, filename, files, purpose, cup))
    assert isinstance(last, Worked)
    return last


def test_a_good_c_bot_passes_every_case_and_its_match_is_kept(arena: Arena) -> None:
    cup = open_round(arena)
    told = worked(arena, cup, "bot.c", {"bot.c": DUEL_C})
    assert (told.state, told.language, told.verdict) == (State.PASSED, "c", "it plays without a fault")
    assert len(told.report.passed) == 1 + 4, "a table of the round, then every seat of such tables, twice"
    assert told.report.command == "overtrick check bot.c --game duel --seats 2"
    assert program_of(told.program).digest == told.content
    assert told.record is not None


def test_what_does_not_compile_fails_with_the_words_of_the_compiler(arena: Arena) -> None:
    told = worked(arena, open_round(arena), "bot.c", {"bot.c": BAD_C})
    assert told.state is State.FAILED
    assert told.verdict == "bot.c does not compile"
    assert "undeclared" in told.log and "/tmp" not in told.log
    assert told.report.command == "overtrick check bot.c --game duel --seats 2"
    assert told.record is None and not told.content


def test_a_fault_is_explained_with_the_command_that_shows_it_at_home(arena: Arena) -> None:
    told = worked(arena, open_round(arena), "bot.c", {"bot.c": ILLEGAL_C})
    assert told.state is State.FAILED
    assert told.verdict.startswith("at a table of this round it committed a fault: ")
    words = "\n".join(told.report.fault)
    assert "the question was" in words and "'9 99" in words and "oops" in words
    assert told.report.command.startswith("overtrick match duel bot.c duel:greedy --seed ")
    assert told.record is not None


def test_a_try_is_one_match_at_a_table_of_the_round(arena: Arena) -> None:
    cup = open_round(arena, "wiz", game="wizard", players=("wizard:random",))
    main = (STARTERS / "wizard_python" / "main.py").read_bytes()
    told = worked(arena, cup, "main.py", {"main.py": main}, Purpose.TRY)
    assert told.state is State.PASSED and "place" in told.verdict
    assert told.report.passed == ()
    assert told.report.command.startswith("overtrick match wizard main.py wizard:classic wizard:classic wizard:classic")


def test_the_record_of_a_try_is_sound(arena: Arena) -> None:
    told = worked(arena, open_round(arena), "bot.c", {"bot.c": DUEL_C}, Purpose.TRY)
    assert told.record is not None
    record = sound_record(json.loads(opened_record(told.record)))
    assert record.match.players == ("bot.c", "duel:greedy")


def test_a_bot_is_checked_only_for_what_its_round_can_bring(arena: Arena) -> None:
    turn_only = {"bot.py": b"def get_action(state):\n    state['bids'], state['offers']\n    return {'type': 'pass'}\n"}
    told = worked(arena, open_round(arena, game="figgie", players=("figgie:random",)), "bot.py", turn_only)
    assert (told.state, told.verdict) == (State.PASSED, "it plays without a fault")
    options = settled(GAMES["figgie"], 4, {"model": "tick"})
    ticking = open_round(arena, "tick", game="figgie", players=("figgie:random",), options=options)
    told = worked(arena, ticking, "bot.py", turn_only)
    assert told.state is State.FAILED and "'bids'" in told.verdict
    told = worked(arena, ticking, "bot.py", {"bot.py": b"def get_action(state:"})
    assert told.report.command == "overtrick check bot.py --game figgie --seats 4 -o model=tick"
    options = settled(GAMES["figgie"], 4, {"model": "live", "rounds": 1})  # which other models do not have
    live = open_round(arena, "live", game="figgie", players=("figgie:random",), options=options)
    told = worked(arena, live, "bot.py", turn_only)
    assert told.state is State.PASSED
    assert told.report.command == "overtrick check bot.py --game figgie --seats 4 -o model=live -o rounds=1"


def test_languages_that_a_round_does_not_allow_are_refused(arena: Arena) -> None:
    cup = open_round(arena, languages=("python",))
    told = worked(arena, cup, "bot.c", {"bot.c": DUEL_C})
    assert (told.state, told.verdict) == (State.FAILED, "its language is c; allowed in this round: python")


def test_a_folder_that_is_no_bot_gets_a_sentence(arena: Arena) -> None:
    told = worked(arena, open_round(arena), "bot.zip", {"readme.txt": b"hello", "b.txt": b""})
    assert told.verdict == "bot.zip is no bot; allowed: a folder with bot.toml, main.py or C files"
    assert told.report.command == "overtrick check bot --game duel --seats 2"


def test_without_a_good_fence_nothing_of_a_stranger_is_run(arena: Arena) -> None:
    task = Task(
        7, "bot.c", {"bot.c": DUEL_C}, Purpose.ENTER, open_round(arena), "this site runs no programs of visitors"
    )
    assert list(work(task)) == [Worked(State.FAILED, "this site runs no programs of visitors")]


def test_the_process_that_builds_and_checks_loads_no_store() -> None:
    """It starts anew for every submission, and would wait for what it never uses."""
    asked = "import sys, overtrick.arena.submissions.builder; print('sqlalchemy' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", asked], text=True) == "False\n"
