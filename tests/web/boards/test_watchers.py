"""Those who watch leaderboards: counted off when they go, judged anew every time, not sent away by a busy store."""

import asyncio
import gc
import re

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import update

from overtrick.arena.people.sessions import begin_session, end_session
from overtrick.store.schema import accounts
from overtrick.store.trouble import StoreTrouble
from overtrick.web.competitions.board_pages import Watcher, tell
from tests.support.filled_arena import DRAFT, FINAL, OPEN, OVER, SLUG, Filled, final_keys, here
from tests.support.web_people import account_named, known, left


def busy(*given: object) -> None:
    raise StoreTrouble("store /srv/site.db: it is busy")


def test_who_stops_watching_is_not_counted_any_more(client: TestClient[Litestar]) -> None:
    gc.disable()  # which would count them off sooner or later
    try:
        for after in (0, 1, 2):
            assert client.blocking_portal.call(left, client.app, here(OPEN, "/events"), after) == 200
    finally:
        gc.enable()
    assert not client.app.state.site.live.watchers


@pytest.mark.parametrize("change", ["demoted", "banned", "logged out"])
def test_an_organiser_who_is_none_any_more_hears_nothing_more(
    client: TestClient[Litestar], filled: Filled, change: str
) -> None:
    arena, live = client.app.state.site.arena, client.app.state.site.live
    account = account_named(arena, "Olga")
    session = begin_session(arena, account)

    def rights(**values: object) -> None:
        with arena.writing() as connection:
            connection.execute(update(accounts).where(accounts.c.id == account.id).values(**values))
        live.forget()

    async def heard() -> list[str]:
        told = {where: tell(live, Watcher(*where, "final", "here", session)) for where in ((SLUG, FINAL), (DRAFT, 1))}
        for one in told.values():
            assert "retry" in await anext(one)
            assert "event: news" in await anext(one)
        match change:
            case "demoted":
                rights(role="author")
            case "banned":
                rights(banned=1)
            case _:
                end_session(arena, session)
                live.forget()
        found = [await asyncio.wait_for(anext(one), 20) for one in told.values()]
        for one in told.values():
            await one.aclose()
        return found

    final, draft = client.blocking_portal.call(heard)
    rights(role="organiser", banned=None)
    assert '"part": "provisional"' in final and not set(re.findall("[0-9a-f]{64}", final)) & set(
        final_keys(filled, FINAL)
    )
    assert "event: gone" in draft


def test_a_store_that_is_busy_for_a_moment_sends_nobody_away(
    client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    live = client.app.state.site.live

    async def heard() -> list[str]:
        told = tell(live, Watcher(SLUG, FINAL, "", "here"))
        found = [await anext(told) for _ in range(2)]
        live.forget()
        with monkeypatch.context() as patched:
            patched.setattr("overtrick.web.boards.live.find_competition", busy)
            waiting = asyncio.ensure_future(anext(told))
            await asyncio.sleep(2.5)
            assert not waiting.done()
        found.append(await asyncio.wait_for(waiting, 20))
        await told.aclose()
        return found

    assert "gone" not in "".join(client.blocking_portal.call(heard))


def test_a_store_that_is_busy_is_no_page_that_is_not_there(
    client: TestClient[Litestar], filled: Filled, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for finder in (
        "boards.live.find_competition",
        "competitions.pages.find_competition",
        "competitions.bot_pages.bot_by_id",
        "matches.page.find_match",
        "competitions.submission_pages.find",
        "api.submissions.find",
        "accounts.welcome.invitations.find_invitation",
    ):
        monkeypatch.setattr(f"overtrick.web.{finder}", busy)
    ann, bot = known(client, "ann"), filled.bots[filled.rounds[OPEN], "ann-bot"]
    key = final_keys(filled, OVER)[0]
    api = [
        f"/api/{one}" for one in (f"competitions/{SLUG}", f"rounds/{SLUG}/{OPEN}", f"matches/{key}", "submissions/1")
    ]
    for path in (here(OPEN), here(OPEN, "/events"), f"/c/{SLUG}", f"/m/{key}", "/submissions/1", "/welcome/x", *api):
        client.app.state.site.live.forget()
        answer = ann.get(path)
        assert answer.status_code == 503, path
        assert "the store does not answer just now" in answer.text, path
        assert "/srv" not in answer.text
    assert "/srv/site.db" in caplog.text
    monkeypatch.undo()
    monkeypatch.setattr("overtrick.web.competitions.bot_pages.bot_by_id", busy)
    assert ann.get(here(OPEN, f"/bots/{bot}")).status_code == 503
