"""The pages of accounts: register, log in and out, tokens, links that work once, what organisers do about people."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from litestar import Litestar
from litestar.testing import TestClient

from overtrick.arena.people import accounts, invitations, sessions, tokens
from overtrick.arena.people.accounts import Role
from overtrick.arena.people.tokens import Scope
from overtrick.commands.main import cli
from overtrick.core.mistake import Mistake
from overtrick.store.trouble import StoreTrouble
from overtrick.web.competitions.board_pages import MOST_OF_ADDRESS
from overtrick.web.site.door import PER_ADDRESS, PER_PAIR, Door, Failures, household
from overtrick.web.site.people import own_path
from tests.support.arena_rounds import new_round
from tests.support.web_people import HOST, PASSWORD, Visitor, account_named, organiser_of, site_of_people, words

OTHER = "eight blue umbrellas"
Client = TestClient[Litestar]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with site_of_people(tmp_path_factory.mktemp("people") / "site.db") as opened:
        yield opened


@pytest.fixture(autouse=True)
def fresh_door(client: Client) -> Iterator[None]:
    """Let every test begin with nobody having failed."""
    site = client.app.state.site
    site.door.close()
    site.door = Door()
    yield
    invitations.open_registration(site.arena, True)


@pytest.fixture
def ann(client: Client) -> Iterator[Visitor]:
    """Return Ann, who is logged in."""
    visitor = Visitor(client)
    if accounts.find_by_name(visitor.arena, "Ann") is None:
        accounts.register(visitor.arena, "Ann", PASSWORD)
    assert visitor.log_in("Ann").status_code == 303
    yield visitor


def link_in(answer: httpx.Response) -> str:
    """Return the path of the only link that a page shows this once."""
    found = re.findall(rf"{HOST}(/welcome/[\w-]+)", answer.text)
    assert len(found) == 1
    return str(found[0])


# Register, log in, log out


def test_a_newcomer_registers_and_goes_to_the_competitions(client: Client) -> None:
    newcomer = Visitor(client)
    assert "Log in" in newcomer.get("/register").text
    answer = newcomer.post("/register", {"name": "New Comer", "password": PASSWORD, "again": PASSWORD})
    assert (answer.status_code, answer.headers["location"]) == (303, "/competitions")
    assert newcomer.name == "New Comer"
    assert account_named(newcomer.arena, "new comer").role is Role.AUTHOR
    assert newcomer.get("/register").headers["location"] == "/competitions"


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"name": "<b>x</b>", "password": PASSWORD, "again": PASSWORD}, "The name is '<b>x</b>'; allowed:"),
        ({"name": "Zoe", "password": "short", "again": "short"}, "The password has 5 characters; allowed: 10 to 200."),
        ({"name": "Zoe", "password": PASSWORD, "again": OTHER}, "The two passwords are not the same."),
        ({"name": "ANN", "password": PASSWORD, "again": PASSWORD}, "Somebody here is called 'ANN' already"),
        ({}, "The password has 0 characters"),
    ],
)
def test_a_form_with_a_mistake_comes_back_with_the_name_and_without_the_password(
    client: Client, ann: Visitor, form: dict[str, str], sentence: str
) -> None:
    visitor = Visitor(client)
    answer = visitor.post("/register", form)
    assert answer.status_code == 400
    assert sentence in words(answer)
    assert "<b>x</b>" not in answer.text
    assert PASSWORD not in answer.text
    assert visitor.session is None
    if form.get("name") == "Zoe":
        assert 'value="Zoe"' in answer.text


def test_registration_that_is_closed_is_closed(client: Client) -> None:
    visitor = Visitor(client)
    invitations.open_registration(visitor.arena, False)
    assert "need an invitation" in words(visitor.get("/register"))
    assert "/register" not in visitor.get("/login").text
    answer = visitor.post("/register", {"name": "Pushy", "password": PASSWORD, "again": PASSWORD})
    assert answer.status_code == 400
    assert "without an invitation" in words(answer)
    assert accounts.find_by_name(visitor.arena, "Pushy") is None


def test_an_address_makes_only_so_many_accounts(tmp_path_factory: pytest.TempPathFactory) -> None:
    with site_of_people(tmp_path_factory.mktemp("few") / "site.db", new_accounts=(2, 0.001)) as client:
        got = []
        for name in ("one", "two", "three"):
            form = {"name": name, "password": PASSWORD, "again": PASSWORD}
            got.append(Visitor(client).post("/register", form).status_code)
        assert got == [303, 303, 429]


def test_the_cookie_of_a_session_is_for_this_site_alone_and_changes_at_each_login(client: Client, ann: Visitor) -> None:
    first = ann.session
    answer = ann.log_in("Ann")
    given = [line for line in answer.headers.get_list("set-cookie") if line.startswith("overtrick-session=")]
    assert len(given) == 1
    parts = {part.strip().lower() for part in given[0].split(";")[1:]}
    assert parts == {"httponly", "path=/", "samesite=lax", f"max-age={sessions.LASTS_S}"}
    assert first
    assert ann.session not in (None, first)
    assert sessions.find_session(ann.arena, first) is None


def test_over_https_the_session_is_bound_to_the_host(client: Client, ann: Visitor) -> None:
    visitor = Visitor(client)
    host = HOST.replace("http:", "https:")
    key = re.search(r'value="([0-9a-f]{64})"', visitor.get(f"{host}/login").text)
    assert key
    form = {"_csrf_token": key[1], "name": "Ann", "password": PASSWORD}
    answer = visitor.send("POST", f"{host}/login", data=form, headers={"Origin": host})
    (given,) = [line for line in answer.headers.get_list("set-cookie") if "session" in line]
    assert given.startswith("__Host-overtrick-session=")
    assert {"secure", "httponly", "path=/", "samesite=lax"} <= {part.strip().lower() for part in given.split(";")}
    assert "domain" not in given.lower()


def test_who_logs_out_is_out_even_with_the_old_cookie(client: Client, ann: Visitor) -> None:
    old = httpx.Cookies(ann.cookies)
    answer = ann.post("/logout")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert not ann.session
    assert ann.name is None
    ann.cookies = old
    assert ann.name is None
    assert ann.get("/me").headers["location"] == "/login?next=%2Fme"


def test_after_a_login_one_goes_where_one_wanted(client: Client, ann: Visitor) -> None:
    visitor = Visitor(client)
    answer = visitor.get("/people?find=a%20b")
    assert (answer.status_code, answer.headers["location"]) == (303, "/login?next=%2Fpeople%3Ffind%3Da%2520b")
    page = visitor.get(answer.headers["location"])
    assert 'name="next" value="/people?find=a%20b"' in page.text
    answer = visitor.log_in("Ann", next="/people?find=a%20b")
    assert answer.headers["location"] == "/people?find=a%20b"
    assert visitor.get("/login?next=/rules").headers["location"] == "/rules"


@pytest.mark.parametrize(
    "given",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example",
        "\\\\evil.example",
        "/a\\..\\evil",
        "javascript:alert(1)",
        "evil.example",
        "/a\r\nSet-Cookie: a=b",
        "/\t/evil.example",
        " /x",
        "/x y",
        "/" + "x" * 600,
        "/ü",
    ],
)
def test_nobody_is_led_to_another_site(client: Client, ann: Visitor, given: str) -> None:
    assert own_path(given) == "/"
    answer = Visitor(client).log_in("Ann", next=given)
    assert (answer.status_code, answer.headers["location"]) == (303, "/competitions")
    assert "a=b" not in str(answer.headers)


def test_nobody_is_asked_to_log_in_where_there_is_nothing(client: Client, ann: Visitor) -> None:
    for visitor in (ann, Visitor(client)):
        answer = visitor.get("/nowhere/at/all")
        assert answer.status_code == 404
        assert 'class="who"' not in answer.text


# Wrong passwords


def test_after_five_wrong_passgivena_name_waits_a_minute_even_with_the_right_one(client: Client, ann: Visitor) -> None:
    now = [0.0]
    client.app.state.site.door = Door(lambda: now[0])
    visitor = Visitor(client)
    for moment in range(PER_PAIR):
        now[0] = float(moment)
        answer = visitor.log_in("aNN" if moment % 2 else "Ann", OTHER)
        assert answer.status_code == 400
        assert "The name or the password is wrong." in words(answer)
    answer = visitor.log_in("Ann")
    assert answer.status_code == 429
    assert "too many wrong passwords" in words(answer)
    assert visitor.session is None
    assert Visitor(client).register("Bystander").session
    now[0] = 59.9
    assert visitor.log_in("Ann").status_code == 429
    now[0] = 60.0
    assert visitor.log_in("Ann").status_code == 303


def test_right_passgivendo_not_count(client: Client, ann: Visitor) -> None:
    for _ in range(2 * PER_PAIR):
        assert Visitor(client).log_in("Ann").status_code == 303


def test_an_address_that_tries_many_names_waits_too(client: Client, ann: Visitor) -> None:
    visitor = Visitor(client)
    got = [visitor.log_in(f"nobody {number}", OTHER).status_code for number in range(PER_ADDRESS + 1)]
    assert got == [400] * PER_ADDRESS + [429]
    assert visitor.log_in("Ann").status_code == 429


def test_guessing_the_password_of_an_open_session_is_counted_as_well(client: Client, ann: Visitor) -> None:
    form = {"old": OTHER, "password": OTHER, "again": OTHER}
    got = [ann.post("/me/password", form).status_code for _ in range(3)]
    got += [ann.post("/me/delete", {"password": OTHER, "sure": "yes"}).status_code for _ in range(3)]
    assert got == [400] * 5 + [429]
    assert ann.name == "Ann"


def test_failures_are_forgotten_one_by_one_and_the_oldest_first() -> None:
    now = [0.0]
    failures = Failures(2, lambda: now[0])
    for now[0] in (0.0, 30.0):
        assert not failures.too_many("a")
        failures.add("a")
    assert failures.too_many("a")
    assert not failures.too_many("b")
    failures.take_back("a")
    assert not failures.too_many("a")
    failures.add("a")
    now[0] = 60.0
    assert not failures.too_many("a")


def test_somebody_with_a_network_of_addresses_is_one_household() -> None:
    assert household("2001:db8:1:2::1") == household("2001:db8:1:2:ffff::9") != household("2001:db8:1:3::1")
    assert household("::ffff:10.0.0.1") == household("10.0.0.1") == "10.0.0.1"
    assert household("fe80::1%eth0") == household("fe80::2")
    assert household("testclient") == "testclient"


def test_limits_of_an_address_hold_for_a_whole_household(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with site_of_people(tmp_path / "site.db", new_accounts=(2, 0.001), new_tables=(2, 0.001)) as client:
        asked, inner = count(1), client.app.asgi_handler

        async def moving(scope: Any, receive: Any, send: Any) -> None:
            if scope["type"] == "http":
                scope["client"] = (f"2001:db8:1:2::{next(asked):x}", 1)
            await inner(scope, receive, send)

        monkeypatch.setattr(client.app, "asgi_handler", moving)
        form = {"password": PASSWORD, "again": PASSWORD}
        made = [Visitor(client).post("/register", {"name": f"Ann {n}", **form}).status_code for n in range(3)]
        assert made == [303, 303, 429]
        assert [Visitor(client).post("/tables", {"game": "duel"}).status_code for _ in range(3)] == [303, 303, 429]
        tried = [Visitor(client).log_in("Ann 0", OTHER).status_code for _ in range(PER_PAIR + 1)]
        assert tried == [400] * PER_PAIR + [429]
        client.app.state.site.live.watchers["2001:db8:1:2::"] = MOST_OF_ADDRESS
        new_round(client.app.state.site.arena, "cup")
        assert Visitor(client).get("/c/cup/1/events").status_code == 503


def test_a_store_that_is_busy_is_no_wrong_password() -> None:
    def busy() -> None:
        raise StoreTrouble("store /srv/site.db: it is busy")

    async def attempts() -> None:
        for _ in range(PER_PAIR + 1):
            with pytest.raises(StoreTrouble):
                await door.attempt("Ann", "here", busy)

    with closing(Door()) as door:
        asyncio.run(attempts())


# One's own page


def test_a_stranger_is_sent_to_log_in_from_all_that_is_somebodys_own(client: Client) -> None:
    stranger = Visitor(client)
    for path in ("/me", "/people"):
        assert stranger.get(path).headers["location"].startswith("/login?next=")
    for path in ("/me/password", "/me/tokens", "/me/tokens/1/revoke", "/me/delete", "/people/invite", "/people/1/ban"):
        assert stranger.post(path).headers["location"] == "/login?next=%2F"


def test_a_changed_password_logs_out_all_other_browsers(client: Client) -> None:
    here, there = Visitor(client).register("Changer"), Visitor(client)
    there.log_in("Changer")
    before = here.session
    answer = here.post("/me/password", {"old": PASSWORD, "password": OTHER, "again": OTHER})
    assert answer.headers["location"] == "/me?done=password"
    assert "Your password is changed" in words(here.get("/me?done=password"))
    assert here.session != before
    assert (here.name, there.name) == ("Changer", None)
    assert there.log_in("Changer").status_code == 400
    assert there.log_in("Changer", OTHER).status_code == 303


@pytest.mark.parametrize("keep", [False, True])
def test_a_changed_password_ends_tokens_unless_the_box_is_ticked(client: Client, keep: bool) -> None:
    ann = Visitor(client).register(f"Token owner {keep}")
    assert "keep_tokens" not in ann.get("/me").text, "there is nothing to keep"
    (word,) = re.findall(r"overtrick-[\w-]{32}", ann.post("/me/tokens", {"name": "laptop", "scope_read": "on"}).text)
    assert 'type="checkbox" name="keep_tokens"' in ann.get("/me").text
    form = {"old": PASSWORD, "password": OTHER, "again": OTHER} | ({"keep_tokens": "yes"} if keep else {})
    led = ann.post("/me/password", form).headers["location"]
    assert (tokens.find_token(ann.arena, word) is not None) == keep
    assert ("Your tokens go on." if keep else "No token of yours counts any more.") in words(ann.get(led))


def test_a_token_is_shown_once_and_can_be_revoked_by_its_owner_alone(client: Client, ann: Visitor) -> None:
    form = {"name": "laptop", "scope_read": "on", "scope_submit": "on", "scope_organise": "on"}
    assert "only organisers may" in words(ann.post("/me/tokens", form))
    del form["scope_organise"]
    answer = ann.post("/me/tokens", form)
    (word,) = re.findall(r"overtrick-[\w-]{32}", answer.text)
    assert tokens.find_token(ann.arena, word) == (
        account_named(ann.arena, "Ann"),
        frozenset((Scope.READ, Scope.SUBMIT)),
    )
    page = ann.get("/me").text
    assert word not in page
    (number,) = re.findall(r"/me/tokens/(\d+)/revoke", page)
    other = Visitor(client).register("Thief")
    assert other.post(f"/me/tokens/{number}/revoke").status_code == 400
    assert tokens.find_token(ann.arena, word)
    assert ann.post(f"/me/tokens/{number}/revoke").status_code == 303
    assert tokens.find_token(ann.arena, word) is None


def test_the_page_tells_the_commands_with_the_address_of_this_site(ann: Visitor) -> None:
    assert f"overtrick login {HOST}\n" in ann.get("/me").text


def test_somebody_deletes_their_account(client: Client) -> None:
    leaver = Visitor(client).register("Leaver")
    assert "tick that you are sure" in words(leaver.post("/me/delete", {"password": PASSWORD}))
    assert "password is wrong" in words(leaver.post("/me/delete", {"password": OTHER, "sure": "yes"}))
    assert leaver.name == "Leaver"
    answer = leaver.post("/me/delete", {"password": PASSWORD, "sure": "yes"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert leaver.name is None
    assert leaver.log_in("Leaver").status_code == 400
    assert accounts.find_by_name(leaver.arena, "Leaver") is None


# Links that work once


def test_the_first_organiser_comes_in_by_the_link_that_the_terminal_printed(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with site_of_people(tmp_path_factory.mktemp("new") / "site.db") as client:
        visitor = Visitor(client)
        path = f"/welcome/{invitations.first_organiser(visitor.arena)}"
        for _ in range(2):  # to look does not use it up
            assert "account organiser" in words(visitor.get(path))
        short = visitor.post(path, {"password": "short", "again": "short"})
        assert (short.status_code, "has 5 characters" in words(short)) == (400, True)
        answer = visitor.post(path, {"password": PASSWORD, "again": PASSWORD})
        assert (answer.status_code, answer.headers["location"]) == (303, "/competitions")
        assert visitor.name == "organiser"
        assert visitor.get("/people").status_code == 200
        assert visitor.get(path).status_code == 404
        assert "used already, or is too old" in words(visitor.post(path, {"password": OTHER, "again": OTHER}))


def test_an_invitation_opens_a_site_where_nobody_else_may_register(client: Client) -> None:
    boss = organiser_of(client)
    assert boss.post("/people/registration", {"open": "no"}).status_code == 303
    path = link_in(boss.post("/people/invite", {"to": "author", "count": "1"}))
    guest = Visitor(client)
    assert "You are invited" in words(guest.get(path))
    answer = guest.post(path, {"name": "Invited", "password": PASSWORD, "again": PASSWORD})
    assert answer.status_code == 303
    assert guest.name == "Invited"
    assert guest.get("/people").status_code == 403
    late = Visitor(client)
    assert late.post(path, {"name": "Late", "password": PASSWORD, "again": PASSWORD}).status_code == 404
    assert late.get("/welcome/nothing").status_code == 404


def test_an_organiser_resets_a_password(client: Client) -> None:
    boss, lost = organiser_of(client), Visitor(client).register("Lost")
    number = account_named(boss.arena, "Lost").id
    answer = boss.post(f"/people/{number}/password")
    assert "for a new password of Lost" in words(answer)
    path = link_in(answer)
    again = Visitor(client)
    assert again.post(path, {"password": OTHER, "again": OTHER}).status_code == 303
    assert (again.name, lost.name) == ("Lost", None)
    assert lost.log_in("Lost").status_code == 400


def test_a_link_of_somebody_banned_lets_nobody_in(client: Client) -> None:
    boss, lost = organiser_of(client), Visitor(client).register("Banned One")
    number = account_named(boss.arena, "Banned One").id
    path = link_in(boss.post(f"/people/{number}/password"))
    boss.post(f"/people/{number}/ban", {"why": "rude"})
    answer = lost.post(path, {"password": OTHER, "again": OTHER})
    assert answer.status_code == 400
    assert "banned" in words(answer)
    assert not lost.session or lost.name is None


# Organisers


def test_an_organiser_bans_somebody_at_once_and_lifts_the_ban(client: Client) -> None:
    boss, rude = organiser_of(client), Visitor(client).register("Rude")
    number = account_named(boss.arena, "Rude").id
    assert boss.post(f"/people/{number}/ban", {"why": "rude"}).status_code == 303
    assert "banned since" in words(boss.get("/people?find=rude"))
    assert rude.name is None
    answer = rude.log_in("Rude")
    assert "This account is banned" in words(answer)
    assert boss.post(f"/people/{number}/unban").status_code == 303
    assert rude.log_in("Rude").status_code == 303


def test_an_organiser_makes_another_and_the_last_one_stays(client: Client) -> None:
    boss, helper = organiser_of(client), Visitor(client).register("Helper")
    number = account_named(boss.arena, "Helper").id
    own = account_named(boss.arena, "Olga").id
    assert "cannot ban yourself" in words(boss.post(f"/people/{own}/ban"))
    assert "the only organiser" in words(boss.post(f"/people/{own}/role", {"role": "author"}))
    assert helper.get("/people").status_code == 403
    assert boss.post(f"/people/{number}/role", {"role": "organiser"}).status_code == 303
    assert helper.get("/people").status_code == 200
    assert boss.post(f"/people/{number}/role", {"role": "author"}).status_code == 303
    assert helper.get("/people").status_code == 403


def test_only_organisers_do_what_organisers_do(client: Client, ann: Visitor) -> None:
    boss = organiser_of(client)
    number = account_named(boss.arena, "Olga").id
    for what in ("ban", "unban", "role", "password"):
        assert ann.post(f"/people/{number}/{what}", {"role": "author"}).status_code == 403
    for path in ("/people/invite", "/people/registration"):
        assert ann.post(path, {"to": "organiser", "count": "1", "open": "no"}).status_code == 403
    assert account_named(boss.arena, "Olga").is_organiser
    assert invitations.registration_open(boss.arena)


@pytest.mark.parametrize(
    "form", [{"to": "author", "count": "51"}, {"to": "author", "count": "²"}, {"to": "c/none"}, {}]
)
def test_an_invitation_that_makes_no_sense_is_explained(client: Client, form: dict[str, str]) -> None:
    answer = organiser_of(client).post("/people/invite", form)
    assert answer.status_code == 400
    assert "allowed:" in words(answer)
    assert "/welcome/" not in answer.text


def test_several_links_are_made_at_once(client: Client) -> None:
    answer = organiser_of(client).post("/people/invite", {"to": "organiser", "count": "3"})
    links = re.findall(r"/welcome/([\w-]+)", answer.text)
    assert len(set(links)) == 3
    assert "These links are to register as organiser" in words(answer)


def test_pages_of_accounts_have_no_inline_script_or_style_and_guard_their_forms(client: Client) -> None:
    boss = organiser_of(client)
    (code,) = invitations.invite(boss.arena)
    pages = [boss.get("/me"), boss.get("/people"), boss.get(f"/welcome/{code}")]
    pages += [Visitor(client).get(path) for path in ("/login", "/register")]
    for page in pages:
        assert page.status_code == 200
        assert page.headers["cache-control"] == "no-store"
        assert not re.search(r"<script(?![^>]*src=)|\sstyle=|<style|\son\w+=", page.text)
        assert page.text.count('method="post"') == page.text.count('name="_csrf_token"') > 0


# Beside the site


def test_who_runs_the_site_makes_a_link_for_an_organiser_who_forgot_the_password(client: Client) -> None:
    boss = organiser_of(client)
    store = client.app.state.site.settings.store
    done = CliRunner().invoke(cli, ["password", "OLGA", "--store", store])
    assert done.exit_code == 0
    found = re.search(r"^(/welcome/[\w-]+)  \(works once, within 14 days\)$", done.output, re.MULTILINE)
    assert found
    visitor = Visitor(client)
    assert visitor.post(found[1], {"password": OTHER, "again": OTHER}).status_code == 303
    assert (visitor.name, boss.name) == ("Olga", None)
    accounts.change_password(visitor.arena, account_named(visitor.arena, "Olga"), OTHER, PASSWORD)


def test_a_link_for_nobody_is_a_mistake(client: Client) -> None:
    store = client.app.state.site.settings.store
    for given, sentence in (
        (["nobody", "--store", store], "nobody on this site is called 'nobody'"),
        (["nobody", "--store", f"{store}.none"], "there is no such file"),
    ):
        done = CliRunner().invoke(cli, ["password", *given])
        assert isinstance(done.exception, Mistake)
        assert sentence in str(done.exception)


def test_who_registers_at_the_puzzles_comes_back_to_them(client: Client) -> None:
    visitor = Visitor(client)
    link = re.search(r'href="(/register[^"]*)"', visitor.get("/puzzles").text)
    assert link is not None
    form = dict(re.findall(r'name="(next)" value="([^"]*)"', visitor.get(link[1]).text))
    told = {"name": "Puzzled", "password": PASSWORD, "again": PASSWORD, **form}
    answer = visitor.post("/register", told, follow_redirects=False)
    assert answer.headers["location"] == "/puzzles"
