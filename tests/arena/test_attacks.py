"""A stranger at the site: forged forms, planted cookies, scripts in every text, sizes, paths, other people's things."""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from zipfile import ZipFile

import httpx
import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute
from litestar.testing import TestClient
from sqlalchemy import Connection, select, update

from overtrick.arena.people import accounts, invitations, tokens
from overtrick.arena.people.accounts import Role
from overtrick.arena.people.tokens import Scope
from overtrick.arena.submissions.archive import pack_files
from overtrick.arena.submissions.result import Report, report_text
from overtrick.store import schema
from overtrick.web.app import LARGEST_FORM
from overtrick.web.site.guests import LETTERS, TOKEN_LENGTH
from tests.support import filled_arena
from tests.support.web_people import HOST, PASSWORD, Visitor, account_named, site_of_people, words

EVIL = "https://evil.example"
PAYLOAD = """"'><img src=x onerror=alert(1)><script>alert(1)</script>{{ 7*7 }}"""
SAFE = ("GET", "HEAD", "OPTIONS")
PLACES = {  # what stands for the parts of addresses that are asked for
    "slug": filled_arena.SLUG,
    "game": "duel",
    "code": "x" * 32,
    "key": "0" * 16,
    "name": "none",
    "file": "none",
    "path": "none",
}


@dataclass(frozen=True)
class Attacked:
    """A site with competitions, bots and people, whose texts are all scripts."""

    client: TestClient[Litestar]
    filled: filled_arena.Filled

    def visitor(self, name: str | None = None) -> Visitor:
        """Return somebody, who is logged in if a name is given."""
        visitor = Visitor(self.client)
        if name is not None:
            assert visitor.log_in(name).status_code == 303
        return visitor


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Attacked]:
    store = tmp_path_factory.mktemp("attacked") / "site.db"
    filled = filled_arena.fill(store)
    with site_of_people(store) as client:
        attacked = Attacked(client, filled)
        arena = attacked.visitor().arena
        for name in filled_arena.PEOPLE:
            code = invitations.reset_password(arena, account_named(arena, name).id)
            invitations.choose_password(arena, code, PASSWORD)
        with arena.writing() as connection:
            write_scripts(connection)
            write_private_things(connection, filled)
        yield attacked


def write_scripts(connection: Connection) -> None:
    """Write scripts into every text of people, past all that would refuse them."""
    run = connection.execute
    competition = schema.competitions.c.slug == filled_arena.SLUG
    run(update(schema.competitions).where(competition).values(title=PAYLOAD, text=PAYLOAD))
    run(update(schema.rounds).values(title=PAYLOAD))
    run(update(schema.submissions).values(filename=PAYLOAD, verdict=PAYLOAD))
    run(schema.announcements.insert().values(competition=1, posted=1, text=PAYLOAD, link="javascript:alert(1)"))


def write_private_things(connection: Connection, filled: filled_arena.Filled) -> None:
    """Give everybody something that nobody else may see: logs, a token, and sources that are not published."""
    run, sent = connection.execute, schema.submissions
    for name, account in filled.people.items():
        log = f"LOG OF {name} {PAYLOAD}"
        report = report_text(Report((PAYLOAD,), (log,), PAYLOAD))
        run(update(sent).where(sent.c.account == account).values(log=log, report=report))
        token = {"account": account, "name": f"token of {name}", "hash": name.encode(), "scopes": "read", "created": 1}
        run(schema.tokens.insert().values(token))
        hidden = (sent.c.account == account) & (sent.c.round != filled.rounds[filled_arena.OVER])
        files = pack_files({"main.py": f"# SOURCE OF {name} {PAYLOAD}\n".encode()})
        hashes = select(sent.c.source).where(hidden)
        run(update(schema.sources).where(schema.sources.c.hash.in_(hashes)).values(files=files))


def addresses(client: TestClient[Litestar], *, safe: bool) -> list[tuple[str, str]]:
    """Return all methods and addresses of the site, with something in the place of each part."""
    found = []
    for route in client.app.routes:
        if not isinstance(route, HTTPRoute):
            continue
        path = route.path_format
        for name, kind in route.path_parameters.items():
            path = path.replace("{" + name + "}", PLACES.get(name, "1") if kind.type is not int else "1")
        found += [(method, path) for method in sorted(route.methods) if (method in SAFE) == safe]
    return sorted(set(found))


# Forged forms


def test_every_form_of_the_site_needs_its_key_and_its_origin(site: Attacked) -> None:
    boss, other = site.visitor("Olga"), site.visitor("ann")
    mine, theirs = boss.key(), other.key()
    changing = [(method, path) for method, path in addresses(site.client, safe=False) if not path.startswith("/api/")]
    assert len(changing) > 20
    for method, path in changing:
        for form, origin in (({}, HOST), ({"_csrf_token": theirs}, HOST), ({"_csrf_token": mine}, EVIL)):
            answer = boss.send(method, path, data=form, headers={"Origin": origin})
            assert answer.status_code == 403, (method, path, form, origin, answer.status_code)
        answer = boss.send(method, path, json={"_csrf_token": mine}, headers={"Origin": "null"})
        assert answer.status_code == 403, (method, path)
    assert boss.name == "Olga"


def test_no_program_interface_obeys_a_browser(site: Attacked) -> None:
    boss = site.visitor("Olga")
    for method, path in addresses(site.client, safe=False):
        if path.startswith("/api/"):
            answer = boss.send(method, path, data={"_csrf_token": boss.key()}, headers={"Origin": HOST})
            assert answer.status_code in (400, 401), (method, path, answer.status_code)
            token = tokens.make_token(boss.arena, account_named(boss.arena, "Olga"), "t", [Scope.READ])
            headers = {"Authorization": f"Bearer {token}", "Origin": EVIL}
            assert boss.send(method, path, headers=headers).status_code == 403


def test_nothing_but_a_form_or_a_token_changes_anything(site: Attacked) -> None:
    """Addresses that only show something are asked for by other sites too."""
    boss = site.visitor("Olga")
    with boss.arena.reading() as connection:
        before = {table.name: connection.execute(table.select()).all() for table in schema.metadata.sorted_tables}
    for method, path in addresses(site.client, safe=True):
        if not path.endswith("/events"):  # which goes on and on
            boss.send(method, path, headers={"Origin": EVIL, "Sec-Fetch-Site": "cross-site"})
    with boss.arena.reading() as connection:
        after = {table.name: connection.execute(table.select()).all() for table in schema.metadata.sorted_tables}
    assert after == before


# Planted cookies


def test_a_planted_session_is_never_taken_over(site: Attacked) -> None:
    victim = site.visitor()
    planted = "A" * TOKEN_LENGTH
    victim.cookies.set("overtrick-session", planted, domain="testserver.local")
    assert victim.name is None
    assert victim.log_in("ben").status_code == 303
    assert victim.session != planted
    attacker = site.visitor()
    attacker.cookies.set("overtrick-session", planted, domain="testserver.local")
    assert attacker.name is None


def test_who_planted_the_cookie_of_a_guest_cannot_forge_the_forms_of_whom_logs_in(site: Attacked) -> None:
    attacker, victim = site.visitor(), site.visitor()
    known = attacker.key()
    victim.cookies = httpx.Cookies(attacker.cookies)
    assert victim.key() == known
    assert victim.log_in("ben").status_code == 303
    answer = victim.send("POST", "/logout", data={"_csrf_token": known}, headers={"Origin": HOST})
    assert answer.status_code == 403
    assert victim.name == "ben"


@pytest.mark.parametrize("word", ["", "x", "A" * 31, "A" * 33, "é" * 32, "A" * 31 + ";", "' OR 1=1 --" + "A" * 21])
def test_a_session_that_nobody_gave_out_is_nobody(site: Attacked, word: str) -> None:
    headers = {"Cookie": f"overtrick-session={word}".encode("latin-1")}
    answer = site.client.get("/me", headers=headers)  # type: ignore[arg-type]
    assert answer.status_code == 303
    assert LETTERS.isdisjoint("é;' =")


def test_a_token_is_no_session_and_a_session_no_token(site: Attacked) -> None:
    ann = site.visitor("ann")
    account = account_named(ann.arena, "ann")
    token = tokens.make_token(ann.arena, account, "t", [Scope.READ])
    stranger = site.visitor()
    assert stranger.get("/me", headers={"Authorization": f"Bearer {token}"}).status_code == 303
    for word in (ann.session, f"{token}x", "", "x" * 5000):
        answer = stranger.get("/api/me", headers={"Authorization": f"Bearer {word}"})
        assert answer.status_code == 401
    assert stranger.get("/api/me", headers={"Authorization": "Basic YTpi"}).status_code == 401
    assert stranger.get("/api/me", headers={"Authorization": f"bearer {token}"}).status_code == 200


# Scripts


def links_of(answer: httpx.Response) -> set[str]:
    """Return the pages of this site that a page leads to."""
    found = re.findall(r'(?:href|src|action)="([^"]*)"', answer.text)
    return {html.unescape(one).partition("#")[0] for one in found if one.startswith("/")}


def crawl(visitor: Visitor, start: set[str]) -> dict[str, httpx.Response]:
    """Return all pages that links lead to, but not those of the manual."""
    seen: dict[str, httpx.Response] = {}
    left = set(start)
    while left:
        path = left.pop()
        if path in seen or path.startswith(("/static/", "/docs/", "/replay")) or path.endswith("/events"):
            continue
        seen[path] = visitor.get(path)
        if "text/html" in seen[path].headers.get("content-type", ""):
            left |= links_of(seen[path])
        assert len(seen) < 3000
    return seen


@pytest.mark.long
@pytest.mark.parametrize("name", [None, "ann", "Olga"])
def test_no_text_of_anybody_becomes_a_part_of_a_page(site: Attacked, name: str | None) -> None:
    visitor = site.visitor(name)
    start = {"/", "/competitions", "/replays", f"/c/{filled_arena.SLUG}", "/me", "/people", "/organise", "/api"}
    pages = crawl(visitor, start | {f"/submissions/{number}" for number in range(1, 30)})
    assert len(pages) > 20
    shown = 0
    for path, answer in pages.items():
        assert answer.status_code < 500, path
        if "text/html" not in answer.headers.get("content-type", ""):
            continue
        assert "<img src=x" not in answer.text, path
        assert "<script>" not in answer.text, path
        assert not re.search(r'(href|src|action)="\s*(javascript|data|vbscript):', answer.text, re.IGNORECASE), path
        assert not re.search(r"<[^>]*\son\w+=", re.sub(r'"[^"]*"', '""', answer.text)), path
        assert answer.headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'")
        shown += "&lt;img src=x" in answer.text
    assert shown > 5


# Sizes


def test_what_is_too_large_is_refused_before_it_is_read(site: Attacked) -> None:
    visitor = site.visitor("ann")
    big = visitor.post("/login", {"name": "x" * LARGEST_FORM})
    assert big.status_code == 413
    many = visitor.post("/login", {f"field{number}": "x" for number in range(LARGEST_FORM // 10)})
    assert many.status_code == 413

    def endless() -> Iterator[bytes]:
        yield b"_csrf_token=" + visitor_key
        for _ in range(100):
            yield b"x" * 10_000

    visitor_key = visitor.key().encode()
    headers = {"Origin": HOST, "Content-Type": "application/x-www-form-urlencoded"}
    assert visitor.send("POST", "/login", content=endless(), headers=headers).status_code == 413


def test_long_names_and_passwords_cost_no_more_than_short_ones(site: Attacked) -> None:
    visitor = site.visitor()
    answer = visitor.post("/login", {"name": "x" * 20_000, "password": "y" * 20_000})
    assert answer.status_code == 400
    assert "The name or the password is wrong" in words(answer)
    answer = visitor.post("/register", {"name": "Zed", "password": "y" * 20_000, "again": "y" * 20_000})
    assert "has 20000 characters; allowed: 10 to 200" in words(answer)


# Odd words


ODD = [
    "\0",
    "a\0b",
    "\ud800".encode("utf-8", "surrogatepass"),
    b"\xff\xfe",
    "\r\nSet-Cookie: a=b",
    "%00",
    "../../etc/passwd",
]


@pytest.mark.parametrize("text", ODD)
def test_odd_words_are_answered_and_never_a_fault_of_ours(site: Attacked, text: str | bytes) -> None:
    visitor = site.visitor()
    raw = text.encode() if isinstance(text, str) else text
    quoted = "".join(f"%{byte:02X}" for byte in raw)
    for path in (
        f"/login?next={quoted}",
        f"/welcome/{quoted}",
        f"/c/{quoted}",
        f"/c/{quoted}/1",
        f"/people?find={quoted}",
    ):
        assert visitor.get(path).status_code < 500, path
    body = f"_csrf_token={visitor.key()}&name={quoted}&password={quoted}&next={quoted}".encode()
    headers = {"Origin": HOST, "Content-Type": "application/x-www-form-urlencoded"}
    answer = visitor.send("POST", "/login", content=body, headers=headers)
    assert answer.status_code in (400, 429), words(answer)
    assert "a=b" not in str(answer.headers)
    parts = [("_csrf_token", visitor.key().encode()), ("name", raw), ("password", raw), ("again", raw)]
    multipart = b"".join(
        b'--frontier\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (name.encode(), value)
        for name, value in parts
    )
    headers["Content-Type"] = "multipart/form-data; boundary=frontier"
    answer = visitor.send("POST", "/register", content=multipart + b"--frontier--\r\n", headers=headers)
    assert answer.status_code in (400, 429), words(answer)


@pytest.mark.parametrize("number", ["0", "-1", "2147483648", "9" * 30, "1e3"])
def test_numbers_that_no_row_has_are_no_fault_of_ours(site: Attacked, number: str) -> None:
    boss = site.visitor("Olga")
    for path in (
        f"/c/{filled_arena.SLUG}/{number}",
        f"/c/{filled_arena.SLUG}/1/bots/{number}",
        f"/submissions/{number}",
    ):
        assert boss.get(path).status_code == 404, path
    for path in (f"/people/{number}/ban", f"/me/tokens/{number}/revoke", f"/people/{number}/password"):
        assert boss.post(path).status_code in (400, 404), path


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static/..%5capp.py",
        "/docs/../../pyproject.toml",
        "/docs/..%2f..%2fpyproject.toml",
        "/docs/%2e%2e/%2e%2e/pyproject.toml",
        "/rules/..%2fwizard",
        "/c/..%2f..%2fetc/1",
        "/c/spring-cup/1/sources/..%2f..%2f1",
        "//evil.example/%2e%2e",
    ],
)
def test_no_path_leads_out_of_the_site(site: Attacked, path: str) -> None:
    answer = site.client.get(httpx.URL(HOST, raw_path=path.encode()))
    assert answer.status_code in (400, 404)
    assert "import" not in answer.text
    assert "location" not in answer.headers


# Other people's things


def contents_of(answer: httpx.Response) -> str:
    """Return all that an answer tells, out of an archive too."""
    if not answer.content.startswith(b"PK"):
        return answer.text
    with ZipFile(BytesIO(answer.content)) as archive:
        return "".join(archive.read(name).decode() for name in archive.namelist())


def private(name: str) -> set[str]:
    """Return words that only somebody's own pages may hold, as long as their sources are not published."""
    return {f"LOG OF {name}", f"SOURCE OF {name}", f"token of {name}"}


@pytest.mark.long
@pytest.mark.parametrize("name", [None, "ben", "Olga"])
def test_nobody_sees_the_private_things_of_somebody_else(site: Attacked, name: str | None) -> None:
    visitor = site.visitor(name)
    numbers = range(1, 80)
    start = {path for method, path in addresses(site.client, safe=True) if method == "GET"}
    start |= {f"/submissions/{number}{more}" for number in numbers for more in ("", "/replay", "/state", "/log")}
    start |= {f"/api/submissions/{number}{more}" for number in numbers for more in ("", "/record")}
    for (number, _), bot in site.filled.bots.items():
        of_round = [f"/c/{filled_arena.SLUG}/{place}" for place, one in site.filled.rounds.items() if one == number]
        start |= {f"{path}/sources/{bot}{more}" for path in of_round for more in ("", "/zip", "/fork")}
        start |= {f"{path}/bots/{bot}" for path in of_round}
    pages = crawl(visitor, {path for path in start if not path.startswith("/docs")})
    others = set().union(*(private(one) for one in filled_arena.PEOPLE if one != name))
    for path, answer in pages.items():
        told = contents_of(answer)
        assert not [words for words in others if words in told], path
    if name == "ben":  # all this was really asked for
        told = "".join(contents_of(answer) for answer in pages.values())
        assert [words in told for words in sorted(private("ben"))] == [True, True, True]
        assert "ann-bot, version 3" in told  # which is published


def test_a_token_tells_no_more_than_its_owner_may_know(site: Attacked) -> None:
    visitor = site.visitor()
    token = tokens.make_token(visitor.arena, account_named(visitor.arena, "ben"), "t", [Scope.READ, Scope.SUBMIT])
    headers = {"Authorization": f"Bearer {token}"}
    seen = [visitor.get(f"/api/submissions/{number}", headers=headers) for number in range(1, 80)]
    assert {answer.status_code for answer in seen} == {200, 404}
    assert "LOG OF ben" in "".join(answer.text for answer in seen)
    assert not [words for words in private("ann") | private("cat") if words in "".join(one.text for one in seen)]


def test_nobody_changes_the_bot_of_somebody_else(site: Attacked) -> None:
    ben = site.visitor("ben")
    token = tokens.make_token(ben.arena, account_named(ben.arena, "ben"), "t", list({Scope.READ, Scope.SUBMIT}))
    ann = account_named(ben.arena, "ann").id
    mine = select(schema.bots).where(schema.bots.c.account == ann)
    with ben.arena.reading() as connection:
        before = connection.execute(mine).all()
        sent = connection.scalars(select(schema.submissions.c.id).where(schema.submissions.c.account == ann)).all()
    assert len(sent) > 5
    for number in sent:
        assert ben.post(f"/submissions/{number}/activate").status_code == 404
        answer = ben.send("POST", f"/api/submissions/{number}/activate", headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code in (403, 404)
    with ben.arena.reading() as connection:
        assert connection.execute(mine).all() == before


def test_a_token_does_only_what_it_is_for(site: Attacked) -> None:
    ben = site.visitor("ben")
    account = account_named(ben.arena, "ben")
    reads = {"Authorization": f"Bearer {tokens.make_token(ben.arena, account, 't', [Scope.READ])}"}
    sends = {"Authorization": f"Bearer {tokens.make_token(ben.arena, account, 't', [Scope.SUBMIT])}"}
    path = f"/api/rounds/{filled_arena.SLUG}/{filled_arena.OPEN}/withdraw"
    assert ben.send("POST", path, headers=reads).status_code == 403
    assert ben.get("/api/submissions", headers=sends).status_code == 403
    assert ben.get("/api/submissions", headers=reads).status_code == 200


def test_names_of_all_the_world_are_shown_and_downloaded(site: Attacked) -> None:
    visitor = site.visitor()
    bot = site.filled.bots[site.filled.rounds[filled_arena.OVER], "cat-bot"]
    with visitor.arena.writing() as connection:
        connection.execute(update(schema.bots).where(schema.bots.c.id == bot).values(name="Müsli 猫 é"))
    path = f"/c/{filled_arena.SLUG}/{filled_arena.OVER}"
    assert "Müsli 猫 é" in words(visitor.get(f"{path}/bots/{bot}"))
    for more in ("zip", "fork"):
        answer = visitor.get(f"{path}/sources/{bot}/{more}")
        assert answer.status_code == 200
        assert answer.headers["content-disposition"].startswith("attachment; ")
        assert ZipFile(BytesIO(answer.content)).testzip() is None


def test_who_organises_no_longer_keeps_no_token_for_it(site: Attacked) -> None:
    visitor = site.visitor()
    (code,) = invitations.invite(visitor.arena, Role.ORGANISER)
    once = invitations.register_invited(visitor.arena, code, "Once", PASSWORD)
    headers = {"Authorization": f"Bearer {tokens.make_token(visitor.arena, once, 't', list(Scope))}"}
    path = f"/api/competitions/{filled_arena.DRAFT}/file"
    assert visitor.get(path, headers=headers).status_code == 200
    accounts.set_role(visitor.arena, once.id, Role.AUTHOR)
    assert visitor.get(path, headers=headers).status_code == 403
    assert visitor.get("/api/me", headers=headers).status_code == 200
