"""Programs to read after a round: who may, how they are shown, and that strangers' files cannot hold up the site."""

import io
import threading
import zipfile
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import select, update

from overtrick.arena.arena import Arena
from overtrick.arena.competitions.competitions import find_round
from overtrick.arena.leaving import delete_account
from overtrick.arena.submissions.archive import Files, pack_files
from overtrick.arena.submissions.submissions import bot_by_id, files_of_submission, versions
from overtrick.store.schema import rounds, sources, submissions
from overtrick.web.competitions import source_pages
from overtrick.web.competitions.source_pages import MOST_SHOWN, shown_files
from tests.support.filled_arena import FINAL, OPEN, OVER, SLUG, STAGED, Filled, fill, here
from tests.support.web_people import Visitor, account_named, known, site_of_people, words


@pytest.fixture
def nobody(client: TestClient[Litestar]) -> Visitor:
    return Visitor(client)


# Who may


def test_sources_are_for_their_owner_until_the_round_is_over(client: TestClient[Litestar], filled: Filled) -> None:
    for number in (OPEN, FINAL, STAGED):
        bot = filled.bots[filled.rounds[number], "ann-bot"]
        for path in (f"/sources/{bot}", f"/sources/{bot}/zip", f"/sources/{bot}/fork"):
            for name in ("ben", "Olga", None):
                visitor = known(client, name) if name else Visitor(client)
                assert visitor.get(here(number, path)).status_code == 404, (number, path, name)
            assert known(client, "ann").get(here(number, path)).status_code == 200


def test_published_sources_are_highlighted_downloaded_and_forked(nobody: Visitor, filled: Filled) -> None:
    bot = filled.bots[filled.rounds[OVER], "ann-bot"]
    assert f'href="/c/{SLUG}/{OVER}/sources/{bot}"' in nobody.get(here(OVER, "/sources")).text
    assert "ann-bot by ann , version 3, python" in words(nobody.get(here(OVER, "/sources")))
    page = nobody.get(here(OVER, f"/sources/{bot}")).text
    assert '<span class="k">def</span>' in page and "style=" not in page
    sent = zipfile.ZipFile(io.BytesIO(nobody.get(here(OVER, f"/sources/{bot}/zip")).content))
    assert sent.namelist() == ["main.py"]
    assert sent.read("main.py").startswith(b"# ann-bot, version 3\n")
    answer = nobody.get(here(OVER, f"/sources/{bot}/fork"))
    assert answer.headers["content-disposition"] == f'attachment; filename="fork-of-{SLUG}-bot-{bot}.zip"'
    fork = zipfile.ZipFile(io.BytesIO(answer.content))
    assert sorted(fork.namelist()) == ["FORKED.md", "main.py"]
    assert b"overtrick submit" in fork.read("FORKED.md")


def test_only_what_may_be_read_can_be_forked(client: TestClient[Litestar], filled: Filled) -> None:
    ben, arena = known(client, "ben"), client.app.state.site.arena

    def sent(number: int, name: str) -> str:
        return str(bot_by_id(arena, filled.bots[filled.rounds[number], name]).active)

    for theirs in (sent(OPEN, "ann-bot"), sent(STAGED, "ann-bot"), sent(FINAL, "cat-bot")):
        answer = ben.post(here(OPEN, "/enter"), {"fork": theirs})
        assert answer.status_code == 400
        assert f"no published program {theirs}" in words(answer)
    for wrong in ("1e3", "1" * 10, "²", ""):
        assert "the number of a submission" in words(ben.post(here(OPEN, "/enter"), {"fork": wrong}))
    assert ben.post(here(OPEN, "/enter"), {"fork": sent(OVER, "ann-bot")}).status_code == 303
    (copy, *_) = versions(arena, find_round(arena, SLUG, OPEN), account_named(arena, "ben").id)
    assert files_of_submission(arena, copy)["main.py"].startswith(b"# ann-bot, version 3\n")


def test_the_list_of_programs_forgets_the_name_of_who_leaves(tmp_path: Path) -> None:
    filled = fill(tmp_path / "left.db")
    with site_of_people(Path(filled.where)) as client:
        nobody, arena = Visitor(client), client.app.state.site.arena
        assert "cat-bot by cat , version 3, python" in words(nobody.get(here(OVER, "/sources")))
        with arena.writing() as connection:  # nobody may leave while a final is played
            connection.execute(update(rounds).where(rounds.c.id == filled.rounds[FINAL]).values(state="over"))
        delete_account(arena, account_named(arena, "cat"))
        client.app.state.site.live.forget()
        text = words(nobody.get(here(OVER, "/sources")))
        assert f"cat-bot by deleted account {filled.people['cat']} , version 3, python" in text


# How they are shown


def test_a_long_program_is_cut_with_a_word_and_its_short_files_stay_whole(nobody: Visitor, filled: Filled) -> None:
    code = b"def choose(): ..."
    files = {"a.json": b"[1]\n" * MOST_SHOWN, "b.txt": b"b" * MOST_SHOWN, "empty.py": b"", "main.py": code}
    shown = {one.path: one for one in shown_files(files | {"weights": b"\xff\xfe"})}
    assert list(shown) == ["a.json", "b.txt", "empty.py", "main.py", "weights"]
    assert (shown["a.json"].html, shown["a.json"].cut) == ("", True)
    assert (shown["b.txt"].html, shown["b.txt"].cut) == ("b" * (MOST_SHOWN - len(code)), True)
    assert (shown["empty.py"].html, shown["empty.py"].cut) == ("", False)
    assert "choose" in (shown["main.py"].html or "") and not shown["main.py"].cut
    assert shown["weights"].html is None

    bot = filled.bots[filled.rounds[OVER], "ben-bot"]
    send(nobody.arena, bot, files)
    text = words(nobody.get(here(OVER, f"/sources/{bot}")))
    assert "a.json 800000 bytes The program is long: this file is only in the download." in text
    assert "The program is long: the rest of this file is only in the download." in text
    assert text.count("The program is long") == 2 and "no text" not in text


def send(arena: Arena, bot: int, files: Files) -> None:
    """Let a program have been sent with other files."""
    sent = bot_by_id(arena, bot).active
    mine = select(submissions.c.source).where(submissions.c.id == sent).scalar_subquery()
    with arena.writing() as connection:
        connection.execute(update(sources).where(sources.c.hash == mine).values(files=pack_files(files)))


def test_archives_are_packed_beside_the_loop_that_serves_everybody(
    client: TestClient[Litestar], filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed_in: list[int] = []

    def pack(files: Files) -> bytes:
        packed_in.append(threading.get_ident())
        return pack_files(files)

    monkeypatch.setattr(source_pages, "pack_files", pack)
    bot = filled.bots[filled.rounds[OVER], "ann-bot"]
    for kind in ("zip", "fork"):
        assert Visitor(client).get(here(OVER, f"/sources/{bot}/{kind}")).status_code == 200
    assert len(packed_in) == 2 and client.blocking_portal.call(threading.get_ident) not in packed_in
