"""Where programs are handed in: who sees what, what is refused, and what nobody learns of others."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import update

from overtrick.arena.competitions.competition import RoundState
from overtrick.arena.competitions.competitions import find_round, round_by_id
from overtrick.arena.submissions.archive import MOST_PACKED
from overtrick.arena.submissions.queue import claim, finish
from overtrick.arena.submissions.result import Report, Worked
from overtrick.arena.submissions.submission import Purpose, State
from overtrick.arena.submissions.submissions import Upload, find, find_bot, submit
from overtrick.arena.submissions.suspension import suspend
from overtrick.arena.worker.rounds import move
from overtrick.store.schema import rounds
from tests.support.arena_rounds import BAD_C, DUEL_C, new_round
from tests.support.web_people import HOST, Visitor, account_named, site_of_people, words

SECRET_WORDS = "my secret stderr"
ENTER = "/c/cup/1/enter"


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Visitor]:
    with site_of_people(tmp_path / "site.db") as client:
        visitor = Visitor(client).register("ann")
        cup = new_round(visitor.arena)
        move(visitor.arena, cup, RoundState.OPEN, "is open")
        yield visitor


def other(ann: Visitor, name: str = "bob") -> Visitor:
    return Visitor(ann.client).register(name)


def send(who: Visitor, name: str = "bot.c", content: bytes = DUEL_C, **form: str) -> int:
    answer = who.post(ENTER, {"purpose": "enter", **form}, files={"file": (name, content)})
    assert answer.status_code == 303, words(answer)
    where = answer.headers["location"]
    assert where.startswith("/submissions/")
    return int(where.rpartition("/")[2])


def worked(who: Visitor, state: State = State.PASSED, **more: object) -> int:
    taken = claim(who.arena)
    assert taken is not None
    told = Worked(state, "it plays without a fault", log="a log", language="c", content=f"c{taken.id}", program=b"p")
    finish(who.arena, taken.id, told)
    return taken.id


def test_the_author_of_a_suspended_version_reads_why_and_nobody_else(ann: Visitor) -> None:
    send(ann)
    number = worked(ann)
    suspend(ann.arena, number, "it ran out of time in 3 of its last 9 matches")
    said = "It ran out of time in 3 of its last 9 matches. So it does not play any more: send another version"
    page = ann.get(f"/submissions/{number}")
    assert said in words(page) and 'class="step failed"' in page.text
    assert "suspended" in words(ann.get(ENTER))
    bot = find_bot(ann.arena, find_round(ann.arena, "cup", 1), account_named(ann.arena, "ann"))
    assert bot is not None
    public = words(other(ann).get(f"/c/cup/1/bots/{bot.id}"))
    assert "No version of this bot plays" in public and "ran out of time" not in public


def test_an_upload_by_the_form_waits_in_the_queue(ann: Visitor) -> None:
    number = send(ann, name="bot.c", content=DUEL_C)
    sent = find(ann.arena, number)
    assert (sent.state, sent.purpose, sent.filename, sent.name) == (State.QUEUED, Purpose.ENTER, "bot.c", "ann")
    page = ann.get(f"/submissions/{number}")
    assert page.status_code == 200 and "It is next." in page.text
    assert 'http-equiv="refresh"' in page.text, "it works without scripts"


def test_a_try_by_the_form_enters_nothing(ann: Visitor) -> None:
    number = send(ann, purpose="try")
    assert find(ann.arena, number).purpose is Purpose.TRY
    assert "A try of" in ann.get(f"/submissions/{number}").text


def test_strangers_are_led_to_the_form_to_log_in(ann: Visitor) -> None:
    stranger = Visitor(ann.client)
    assert "Log in to enter" in stranger.get(ENTER).text
    answer = stranger.post(ENTER, files={"file": ("bot.c", DUEL_C)})
    assert answer.status_code == 303 and answer.headers["location"].startswith("/login")
    assert stranger.get("/submissions/1").headers["location"] == "/login?next=%2Fsubmissions%2F1"


def test_what_is_wrong_with_an_upload_is_told_on_the_page(ann: Visitor) -> None:
    for name, content, told in [
        ("bot.exe", b"MZ", "allowed: a .py or .c file"),
        ("bot.py", b"", "is empty"),
        ("bot.zip", b"PK", "damaged"),
        ("bot.c", b"x" * (MOST_PACKED + 1), f"allowed: {MOST_PACKED}"),
        ("<script>alert(1)</script>.py", DUEL_C, "no plain name"),
    ]:
        answer = ann.post(ENTER, {"purpose": "enter"}, files={"file": (name, content)})
        assert answer.status_code == 400, name
        assert told in words(answer), (name, words(answer))
        assert "<script>alert" not in answer.text
    answer = ann.post(ENTER, {"purpose": "enter"})
    assert answer.status_code == 400 and "there is no file" in words(answer).lower()
    assert claim(ann.arena) is None, "nothing was kept"


def test_an_upload_that_is_far_too_large_is_not_even_read(ann: Visitor) -> None:
    answer = ann.post(ENTER, {"purpose": "enter"}, files={"file": ("bot.c", b"x" * 3_000_000)})
    assert answer.status_code == 413


def test_an_upload_from_another_site_is_refused(ann: Visitor) -> None:
    form = {"_csrf_token": ann.key(), "purpose": "enter"}
    foreign = {"Origin": "http://evil.example"}
    answer = ann.send("POST", ENTER, data=form, files={"file": ("bot.c", DUEL_C)}, headers=foreign)
    assert answer.status_code == 403
    answer = ann.send(
        "POST", ENTER, data={"purpose": "enter"}, files={"file": ("b.c", DUEL_C)}, headers={"Origin": HOST}
    )
    assert answer.status_code == 403
    assert claim(ann.arena) is None


def test_nobody_else_learns_anything_of_a_submission(ann: Visitor) -> None:
    number = send(ann)
    taken = claim(ann.arena)
    assert taken is not None
    report = Report(fault=(SECRET_WORDS,), command="overtrick check bot.c --game duel")
    finish(ann.arena, number, Worked(State.FAILED, "it committed a fault", SECRET_WORDS, report, record=b"x"))
    assert SECRET_WORDS in ann.get(f"/submissions/{number}").text
    bob = other(ann)
    for path in ("", "/replay", "/replay/file", "/replay/thoughts?deal=1&step=0", "/record"):
        answer = bob.get(f"/submissions/{number}{path}")
        assert answer.status_code == 404, path
        assert SECRET_WORDS not in answer.text
        assert words(answer) == words(bob.get(f"/submissions/999{path}")), (
            "one cannot tell it from one that is not there"
        )
    assert bob.post(f"/submissions/{number}/activate").status_code == 404
    for path in (ENTER, "/c/cup/1", "/c/cup", "/competitions"):
        assert SECRET_WORDS not in bob.get(path).text


def test_versions_are_chosen_and_withdrawn_on_the_page(ann: Visitor) -> None:
    first = send(ann)
    worked(ann)
    second = send(ann)
    worked(ann)
    cup = find_round(ann.arena, "cup", 1)
    account = account_named(ann.arena, "ann")

    def active() -> int | None:
        bot = find_bot(ann.arena, cup, account)
        assert bot is not None
        return bot.active

    assert active() == second
    assert "Let it play" in ann.get(ENTER).text
    assert ann.post(f"/submissions/{first}/activate").status_code == 303
    assert active() == first
    assert ann.post("/c/cup/1/try").status_code == 303
    assert ann.post("/c/cup/1/withdraw").status_code == 303
    assert active() is None
    answer = ann.post("/c/cup/1/try")
    assert answer.status_code == 400 and "no active version" in words(answer)


def test_another_ones_program_can_only_be_entered_once_it_is_published(ann: Visitor) -> None:
    number = send(ann)
    worked(ann)
    bob = other(ann)
    page = bob.get(f"{ENTER}?fork={number}")
    assert f"The program of submission {number} is entered as it is." in words(page)
    for fork in (str(number), "999", "x", "9" * 30, "-1"):
        answer = bob.post(ENTER, {"fork": fork})
        assert answer.status_code == 400, fork
    assert ann.post(ENTER, {"fork": str(number)}).status_code == 303, "one's own may be entered again"


def test_a_round_that_is_over_or_not_yet_open_has_no_form(ann: Visitor) -> None:
    cup = find_round(ann.arena, "cup", 1)
    for state, told in ((RoundState.PLANNED, "This round opens"), (RoundState.OVER, "takes no programs any more")):
        with ann.arena.writing() as connection:
            connection.execute(update(rounds).values(state=state))
        ann.post("/logout")
        ann.log_in("ann")
        page = ann.get(ENTER)
        assert told in words(page) and 'type="file"' not in page.text
        assert round_by_id(ann.arena, cup.id).state is state


def test_a_broken_version_and_one_that_waits_show_how_far_they_are(ann: Visitor) -> None:
    account = account_named(ann.arena, "ann")
    cup = find_round(ann.arena, "cup", 1)
    bad = submit(ann.arena, cup, account, Upload("bot.c", BAD_C))
    waits = submit(ann.arena, cup, account, Upload("bot.c", DUEL_C))
    assert "It is number 2 in the queue." in words(ann.get(f"/submissions/{waits.id}"))
    assert claim(ann.arena) is not None
    assert "It is being built." in words(ann.get(f"/submissions/{bad.id}"))
    finish(ann.arena, bad.id, Worked(State.FAILED, "bot.c does not compile", "bot.c:1: <b>error</b>"))
    page = ann.get(f"/submissions/{bad.id}")
    assert "bot.c does not compile." in words(page)
    assert "&lt;b&gt;error&lt;/b&gt;" in page.text and "<b>error" not in page.text
