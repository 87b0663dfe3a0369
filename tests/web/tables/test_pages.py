"""The pages: what every answer carries, what is refused, and the way from home to a table."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from overtrick.arena.worker.lease import Lease
from overtrick.store.trouble import StoreTrouble
from overtrick.web.app import LARGEST_FORM, make_app
from overtrick.web.site.guests import Guest, cookie_name
from overtrick.web.site.site import FOLDER, Settings
from overtrick.web.tables.pages import LARGEST_SAVE

HOST = "http://testserver.local"
CSP = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
}
EVERY_PATH = ["/", "/play/wizard", "/play/chess", "/nowhere", "/tables/none", "/health", "/static/none.js", "/tables"]
EVERY_PATH += ["/service-worker.js", "/static/site/overtrick.webmanifest"]
Site = TestClient[Litestar]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    store = str(tmp_path_factory.mktemp("site") / "site.db")
    with TestClient(make_app(Settings(store, referees=1, new_tables=(1000, 10))), base_url=HOST) as client:
        client.follow_redirects = False
        yield client


@pytest.fixture
def site(shared: Site) -> Site:
    """Return the site as somebody new sees it."""
    shared.cookies.clear()
    return shared


def form_key(text: str) -> str:
    found = re.search(r'name="_csrf_token" value="([0-9a-f]{64})"', text)
    assert found
    return found[1]


def post(site: Site, path: str, origin: str = HOST, **form: str) -> httpx.Response:
    """Send a form of our own home page."""
    form = {"_csrf_token": form_key(site.get("/").text), **form}
    return site.post(path, data=form, headers={"Origin": origin})


def new_table(site: Site, **form: str) -> str:
    answer = post(site, "/tables", **{"game": "duel", **form})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def sentence(answer: httpx.Response) -> str:
    """Return the text of a page, without its tags."""
    return " ".join(re.sub(r"<[^>]*>", " ", answer.text).split())


# Headers and cookies


@pytest.mark.parametrize("path", EVERY_PATH)
def test_every_answer_keeps_browsers_careful(site: Site, path: str) -> None:
    headers = site.get(path).headers
    assert set(headers["content-security-policy"].split("; ")) == CSP
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "strict-transport-security" not in headers
    assert "server" not in headers


@pytest.mark.parametrize("path", EVERY_PATH)
def test_over_https_browsers_are_told_to_stay_there(site: Site, path: str) -> None:
    assert site.get(f"https://testserver.local{path}").headers["strict-transport-security"] == "max-age=31536000"


def test_a_guest_gets_one_cookie_that_scripts_cannot_read(site: Site) -> None:
    answer = site.get("/")
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("overtrick=")
    for part in ("HttpOnly", "SameSite=lax", "Path=/", "Max-Age="):
        assert part in cookie
    assert "Secure" not in cookie
    assert "set-cookie" not in site.get("/").headers
    assert answer.headers["cache-control"] == "no-store"


def test_over_https_the_cookie_is_bound_to_the_host(site: Site) -> None:
    cookie = site.get("https://testserver.local/").headers["set-cookie"]
    assert cookie.startswith("__Host-overtrick=")
    assert "Secure" in cookie
    assert "Domain" not in cookie


@pytest.mark.parametrize("token", ["", "short", "x" * 33, "ä" * 32, "<" * 32])
def test_a_cookie_that_is_none_of_ours_is_replaced(site: Site, token: str) -> None:
    answer = site.get("/", headers={b"Cookie": f"{cookie_name(False)}={token}".encode()})
    assert "set-cookie" in answer.headers


def test_a_guest_is_known_by_a_hash_alone(site: Site, shared: Site) -> None:
    path = new_table(site)
    token = site.cookies["overtrick"]
    store = Path(shared.app.state.site.settings.store)
    kept = b"".join(file.read_bytes() for file in store.parent.iterdir())
    assert path.rsplit("/", 1)[1].encode() in kept
    assert Guest(token).id.encode() in kept
    assert token.encode() not in kept


# Where a form comes from


def test_a_form_without_its_key_is_refused(site: Site) -> None:
    site.get("/")
    for form in ({"game": "duel"}, {"game": "duel", "_csrf_token": "0" * 64}, {"game": "duel", "_csrf_token": "ä"}):
        answer = site.post("/tables", data=form, headers={"Origin": HOST})
        assert answer.status_code == 403
        assert "open the page again" in sentence(answer)


def test_a_form_with_the_key_of_somebody_else_is_refused(site: Site) -> None:
    key = form_key(site.get("/").text)
    site.cookies.clear()
    assert site.post("/tables", data={"game": "duel", "_csrf_token": key}).status_code == 403
    site.get("/")
    assert site.post("/tables", data={"game": "duel", "_csrf_token": key}).status_code == 403


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://testserver.local", "http://testserver.local:81", "http://", "x"]
)
def test_a_form_from_another_site_is_refused(site: Site, origin: str) -> None:
    answer = post(site, "/tables", origin, game="duel")
    assert answer.status_code == 403
    assert "another site" in sentence(answer)


def test_every_form_of_the_site_is_guarded(site: Site) -> None:
    path = new_table(site)
    for target in ("/tables", "/tables/load", f"{path}/join", f"{path}/leave"):
        assert site.post(target, data={"game": "duel"}, headers={"Origin": HOST}).status_code == 403
    methods = {
        (method, route.path)
        for route in site.app.routes
        for method in getattr(route, "methods", ())
        if method not in ("GET", "HEAD", "OPTIONS")
    }
    assert {method for method, _ in methods} == {"POST"}


def test_a_site_with_names_answers_to_no_other(tmp_path: Path) -> None:
    app = make_app(Settings(str(tmp_path / "site.db"), referees=1, hosts=("play.example", "127.0.0.1")))
    with TestClient(app, base_url="http://play.example") as client:
        assert client.get("/").status_code == 200
        assert client.get("http://127.0.0.1:8000/").status_code == 200
        answer = client.get("http://evil.example/")
        assert answer.status_code == 421
        assert "not called so" in sentence(answer)


# Pages


def test_home_starts_a_table_with_one_form(site: Site) -> None:
    text = site.get("/").text
    assert 'action="/tables"' in text
    path = new_table(site, game="wizard")
    page = site.get(path)
    assert page.status_code == 200
    assert f"{path}/socket" in page.text
    assert path in site.get("/").text, "one's own tables are listed"
    site.cookies.clear()
    assert path not in site.get("/").text, "others' are not"


@pytest.mark.parametrize("game", ["wizard", "duel", "figgie"])
def test_the_form_of_a_game_offers_all_its_options(site: Site, game: str) -> None:
    from overtrick.games import GAMES

    text = site.get(f"/play/{game}").text
    for option in GAMES[game].OPTIONS:
        assert f'name="option_{option.name}"' in text
    for preset in GAMES[game].PRESETS:
        assert f'name="preset" value="{preset}"' in text
    for level in ("easy", "medium", "hard", "expert", "open", "hot", "me"):
        assert f'value="{level}"' in text


def test_a_form_with_a_mistake_comes_back_filled_in_with_a_sentence(site: Site) -> None:
    answer = post(site, "/tables", game="wizard", seats="3", name_0="<b>Ann</b>")
    assert answer.status_code == 400
    assert "the name is" in sentence(answer).lower()
    assert "<b>Ann</b>" not in answer.text
    assert "&lt;b&gt;Ann&lt;/b&gt;" in answer.text


def test_what_is_not_there_is_a_page_with_a_sentence(site: Site) -> None:
    for path in ("/nowhere", "/play/chess", "/tables/none", "/tables/none/join", "/tables/none/save"):
        answer = site.get(path)
        assert answer.status_code == 404
        assert answer.headers["content-type"].startswith("text/html")
        assert "There is no" in sentence(answer) or "chess" in sentence(answer)
    assert post(site, "/tables/none/join", name="Ann").status_code == 404
    assert site.put("/tables").status_code in (403, 405)


def test_a_fault_of_ours_is_a_page_without_details(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(guest: str) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr(site.app.state.site.tables, "of_guest", fail)
    answer = site.get("/")
    assert answer.status_code == 500
    assert "wrong on our side" in sentence(answer)
    assert "secret" not in answer.text
    assert "a secret" in caplog.text


def test_health_says_that_the_referees_are_up_and_whether_a_worker_is(site: Site) -> None:
    ok = {"status": "ok", "referees": 1, "worker": "away", "fence": "", "checkers": 0}
    assert site.get("/health").json() == ok
    arena = site.app.state.site.arena
    checkers = [Lease(arena, "A", "", only_checks=True) for _ in range(2)]
    lease = Lease(arena, "A+", "")
    try:
        assert all(one.take() for one in checkers)
        assert site.get("/health").json() == {**ok, "checkers": 2}
        assert lease.take()
        assert site.get("/health").json() == {**ok, "worker": "up", "fence": "A+", "checkers": 2}
    finally:
        for one in (lease, *checkers):
            one.give_up()
    assert site.get("/health").json() == ok


def test_health_tells_of_a_store_that_does_not_answer(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(arena: object) -> None:
        raise StoreTrouble("the store cannot be read")

    monkeypatch.setattr("overtrick.web.site.health.status", fail)
    answer = site.get("/health")
    assert answer.status_code == 503
    assert answer.json()["status"] == "store"


# Limits


def test_a_form_that_is_too_large_is_refused(site: Site) -> None:
    answer = post(site, "/tables", game="duel", name_0="x" * LARGEST_FORM)
    assert answer.status_code == 413
    assert f"too large; allowed: {LARGEST_FORM} bytes" in sentence(answer)


def test_a_saved_game_that_is_too_large_is_refused(site: Site) -> None:
    key = form_key(site.get("/").text)
    file = {"file": ("a.json", b" " * LARGEST_SAVE, "application/json")}
    assert site.post("/tables/load", data={"_csrf_token": key}, files=file).status_code == 413


def test_an_address_sets_up_only_so_many_tables(tmp_path: Path) -> None:
    app = make_app(Settings(str(tmp_path / "site.db"), referees=1, new_tables=(2, 0.001)))
    with TestClient(app, base_url=HOST) as client:
        client.follow_redirects = False
        assert [post(client, "/tables", game="duel").status_code for _ in range(3)] == [303, 303, 429]
        client.cookies.clear()
        answer = post(client, "/tables", game="duel")
        assert answer.status_code == 429
        assert "wait a minute" in sentence(answer)


# Static files


def test_static_files_come_with_their_kind_and_are_asked_for_once(site: Site) -> None:
    answer = site.get("/static/site/site.css")
    assert answer.headers["content-type"] == "text/css; charset=utf-8"
    assert answer.content == (FOLDER / "static" / "site" / "site.css").read_bytes()
    again = site.get("/static/site/site.css", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert "set-cookie" not in answer.headers


NO_FILES = """..%2Fapp.py %2e%2e/app.py ../app.py .hidden a.py site/site.css%00 x/y site site/ site/..%2F..%2Fapp.py
site/%2e%2e/%2e%2e/app.py site/.hidden.css %2Fetc%2Fpasswd site%5Csite.css a/b/c/d/e.js Site/site.css"""


@pytest.mark.parametrize("name", ["", *NO_FILES.split()])
def test_nothing_but_static_files_is_given_out(site: Site, name: str) -> None:
    assert site.get(f"/static/{name}").status_code == 404


def test_pages_have_no_inline_script_or_style(site: Site) -> None:
    path = new_table(site, kind_1="open")
    for page in ("/", "/play/wizard", "/play/figgie", path, "/nowhere"):
        text = site.get(page).text
        for tag in re.findall(r"<script\b[^>]*>", text):
            assert "src=" in tag or 'type="application/json"' in tag, tag
        assert "<style" not in text
        assert not re.search(r"<[^>]+\s(on\w+|style)=", text)


# Joining, leaving, saving


def join_link(site: Site, path: str) -> str:
    """Return the invitation to a table, as its host sees it."""
    with site.websocket_connect(f"{path}/socket", headers={"Origin": HOST}) as socket:
        return str(socket.receive_json()["table"]["invite"])


def test_somebody_joins_by_the_link_and_goes_to_the_table(site: Site) -> None:
    path = new_table(site, kind_1="open", name_0="Ann")
    link = join_link(site, path)
    assert link.startswith(f"{path}/join?key=")
    assert site.get(link).headers["location"] == path, "who sits there goes to the table"
    site.cookies.clear()
    page = site.get(link)
    assert page.status_code == 200
    assert "Ann" in page.text
    key = link.partition("key=")[2]
    answer = post(site, f"{path}/join", key=key, name="")
    assert answer.status_code == 400
    assert "the name is" in sentence(answer).lower()
    for refused in (post(site, f"{path}/join", key="", name="Ben"), site.get(f"{link}x"), site.get(f"{path}/join")):
        assert refused.status_code == 403
        assert "does not fit" in refused.text
        assert "Ann" not in refused.text, "a stranger learns nothing of the table"
    answer = post(site, f"{path}/join", name="Ben", key=key, seat="1")
    assert (answer.status_code, answer.headers["location"]) == (303, path)
    assert path in site.get("/").text
    site.cookies.clear()
    answer = post(site, link, name="Cy")
    assert answer.status_code == 400
    assert "all seats are taken" in sentence(answer).lower()


def test_nobody_takes_the_cards_home_while_a_seat_is_free_for_somebody_invited(site: Site) -> None:
    path = new_table(site, kind_1="open")
    with site.websocket_connect(f"{path}/socket", headers={"Origin": HOST}) as socket:
        may = socket.receive_json()["table"]["may"]
    assert not may["save"] and not may["back"] and not may["hint"]
    answer = site.get(f"{path}/save")
    assert answer.status_code == 400
    assert "seed" not in answer.text
    assert site.get(f"{new_table(site)}/save").status_code == 200


def test_somebody_leaves_by_a_form(site: Site) -> None:
    path = new_table(site)
    answer = post(site, f"{path}/leave")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    site.cookies.clear()
    assert post(site, f"{path}/leave").status_code == 400


def test_a_game_is_saved_and_loaded(site: Site) -> None:
    path = new_table(site, game="figgie", name_0="Ann")
    saved = site.get(f"{path}/save")
    assert saved.headers["content-disposition"] == 'attachment; filename="overtrick-figgie.json"'
    assert json.loads(saved.text)["game"] == "figgie"
    key = form_key(site.get("/").text)
    file = {"file": ("a.json", saved.content, "application/json")}
    answer = site.post("/tables/load", data={"_csrf_token": key}, files=file)
    assert answer.status_code == 303
    assert answer.headers["location"] != path
    assert "Ann" in site.get(answer.headers["location"]).text
    for wrong in (b"{}", b"\xff\xfe", b""):
        answer = site.post("/tables/load", data={"_csrf_token": key}, files={"file": ("a.json", wrong, "text/html")})
        assert answer.status_code == 400
        assert "saved game" in sentence(answer)
    assert post(site, "/tables/load").status_code == 400


def test_only_who_plays_alone_against_our_players_takes_the_cards_home(site: Site) -> None:
    path = new_table(site, kind_1="open")
    link = join_link(site, path)
    mine = dict(site.cookies)
    site.cookies.clear()
    assert site.get(f"{path}/save").status_code == 400, "a spectator learns no cards"
    post(site, link, name="Ben")
    assert site.get(f"{path}/save").status_code == 400
    site.cookies.clear()
    site.cookies.update(mine)
    answer = site.get(f"{path}/save")
    assert answer.status_code == 400
    assert "against our players alone" in sentence(answer)


def test_the_start_page_begins_with_tables_that_go_on_and_has_doors_to_all_else(site: Site) -> None:
    text = site.get("/").text
    assert "Go on where you were" not in text and "New here?" in text
    for door in ("/#friends", "/#open-tables-title", "/players/me", "/replays"):
        assert f'href="{door}"' in text
    for anchor in ('id="friends"', 'id="open-tables-title"'):
        assert anchor in text
    path = new_table(site, game="duel")
    text = site.get("/").text
    assert text.index("Go on where you were") < text.index(path) < text.index('class="games"')
    assert "New here?" not in text
    known = {route.path for route in site.app.routes}
    for link in re.findall(r'<nav class="doors".*?</nav>', text, re.S)[0].split('href="')[1:]:
        assert link.split('"')[0].split("#")[0] in known
