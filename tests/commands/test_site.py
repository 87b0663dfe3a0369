"""The commands that speak with a site, against a small server that answers as a test says, and once a real one."""

import json
import re
import stat
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.parser import BytesParser
from email.policy import HTTP
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner, Result

from overtrick.arena.arena import open_arena
from overtrick.arena.people.tokens import Scope, make_token
from overtrick.arena.submissions.archive import files_of_upload
from overtrick.client.api import ask, form_of, upload_of
from overtrick.client.login import Login, keep, login_at, logins, logins_file, site_of
from overtrick.commands.main import cli
from overtrick.commands.site import checked_round, ratings_of, waited
from overtrick.core.mistake import Mistake
from tests.support.arena_rounds import BAD_C, DUEL_C, account, new_round
from tests.support.boxes import soon
from tests.support.running_site import running_site

TOKEN = "overtrick-abc"


@dataclass
class Double:
    """A site that answers each path as it was told, and remembers what it was asked."""

    url: str
    answers: dict[str, list[tuple[int, Any]]] = field(default_factory=dict)
    asked: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)

    def says(self, path: str, *answers: Any, status: int = 200) -> None:
        """Answer a path with these, one after the other, and with the last one from then on."""
        self.answers[path] = [(status, answer) for answer in answers]


@pytest.fixture
def double(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Double]:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    made = Double(f"http://127.0.0.1:{server.server_address[1]}")

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            made.asked.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            answers = made.answers.get(self.path, [(404, {"detail": "There is no such page."})])
            status, answer = answers[0]
            if len(answers) > 1:
                answers.pop(0)
            self.send_response(status)
            if status == 302:
                self.send_header("location", answer)
            self.end_headers()
            self.wfile.write(answer.encode() if isinstance(answer, str) else json.dumps(answer).encode())

        do_POST = do_GET  # noqa: N815

        def log_message(self, *_: Any) -> None:
            pass

    server.RequestHandlerClass = Handler
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    made.says("/api/me", {"name": "Ada", "role": "author", "scopes": ["read", "submit"]})
    yield made
    server.shutdown()
    server.server_close()
    thread.join()


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(cli, words, input=typed)


def logged_in(double: Double) -> None:
    assert run("login", double.url, typed=f"{TOKEN}\n").exit_code == 0


def submission(state: str, **more: Any) -> dict[str, Any]:
    return {
        "id": 7,
        "round": "cup/1",
        "purpose": "enter",
        "version": 2,
        "bot": "Ada",
        "filename": "bot.py",
        "language": "python",
        "state": state,
        "verdict": "",
        "active": False,
        "created": 1_800_000_000,
        "address": "/submissions/7",
        "place": 1,
        "log": "",
        "passed": [],
        "fault": [],
        "command": "",
        "has_record": False,
        **more,
    }


# Log in and out


def test_a_login_is_checked_and_kept_where_only_its_user_can_read_it(double: Double) -> None:
    done = run("login", double.url + "/competitions", typed=f"  {TOKEN}\n")
    assert done.output == f"logged in at {double.url} as Ada; the token is for read and submit\n"
    assert double.asked[0][1]["authorization"] == f"Bearer {TOKEN}"
    assert logins() == [Login(double.url, TOKEN, "Ada")]
    assert stat.S_IMODE(logins_file().stat().st_mode) == 0o600
    assert stat.S_IMODE(logins_file().parent.stat().st_mode) == 0o700
    assert [path.name for path in logins_file().parent.iterdir()] == ["sites.json"]
    assert TOKEN not in repr(logins())


def test_a_token_that_the_site_does_not_know_is_not_kept(double: Double) -> None:
    double.says("/api/me", {"detail": "This needs a token."}, status=401)
    done = run("login", double.url, typed="overtrick-wrong\n")
    assert isinstance(done.exception, Mistake)
    assert "does not know this token" in str(done.exception)
    assert logins() == []


@pytest.mark.parametrize("typed", ["", "\n", "two words\n", "é\n", "x" * 300 + "\n"])
def test_what_cannot_be_a_token_is_not_sent(double: Double, typed: str) -> None:
    done = run("login", double.url, typed=typed)
    assert "this is no token" in str(done.exception)
    assert double.asked == []


def test_logout_forgets_the_token_and_says_that_it_still_counts(double: Double) -> None:
    logged_in(double)
    done = run("logout")
    assert f"revoke it at {double.url}/me" in done.output
    assert logins() == []
    assert "you are not logged in" in str(run("submissions").exception)


@pytest.mark.parametrize(
    ("address", "site"),
    [
        ("https://Arena.example.org/c/cup/1", "https://arena.example.org"),
        ("arena.example.org", "https://arena.example.org"),
        ("http://127.0.0.1:8000/", "http://127.0.0.1:8000"),
        ("http://[::1]:8000", "http://[::1]:8000"),
    ],
)
def test_the_site_of_an_address(address: str, site: str) -> None:
    assert site_of(address) == site


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("http://arena.example.org", "allowed: https"),
        ("ftp://arena.example.org", "allowed: that of a site"),
        ("https://ada:secret@arena.example.org", "allowed: that of a site"),
        ("https://", "allowed: that of a site"),
        ("https://[", "allowed: that of a site"),
        ("https://a:99999999", "allowed: that of a site"),
    ],
)
def test_other_addresses_are_refused(address: str, words: str) -> None:
    with pytest.raises(Mistake, match=words):
        site_of(address)


def test_the_latest_login_counts_unless_a_site_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    first, second = Login("https://a.example", "1", "Ada"), Login("https://b.example", "2", "Ada")
    keep([first, second])
    assert login_at(None) == second
    assert login_at("a.example") == first
    with pytest.raises(Mistake, match=r"overtrick login c\.example"):
        login_at("c.example")


def test_a_broken_file_of_logins_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    keep([])
    logins_file().write_text("{")
    with pytest.raises(Mistake, match="delete it and log in again"):
        logins()


# Talk


def test_a_redirect_never_carries_the_token_elsewhere(double: Double) -> None:
    double.says("/api/me", f"{double.url}/elsewhere", status=302)
    with pytest.raises(Mistake, match="status 302"):
        ask(Login(double.url, TOKEN), "/me")
    assert [path for path, _, _ in double.asked] == ["/api/me"]


def test_what_a_site_refuses_is_told_in_its_words(double: Double) -> None:
    double.says("/api/me", {"status_code": 400, "detail": "Round 1 of cup is closed."}, status=400)
    with pytest.raises(Mistake, match=rf"{double.url} refuses: round 1 of cup is closed$"):
        ask(Login(double.url, TOKEN), "/me")


def test_a_page_that_is_no_api_and_a_site_that_is_away_are_told(double: Double) -> None:
    double.says("/api/me", "<!doctype html>")
    with pytest.raises(Mistake, match="does not speak as an arena does"):
        ask(Login(double.url), "/me")
    with pytest.raises(Mistake, match=r"http://127\.0\.0\.1:1 does not answer: Connection refused"):
        ask(Login("http://127.0.0.1:1"), "/me")


# Submit


def test_submit_sends_a_file_and_tells_how_it_goes(
    double: Double, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged_in(double)
    monkeypatch.setattr("overtrick.commands.site.LOOK_S", 0)
    (tmp_path / "bot.py").write_text("def choose(view):\n    return view.legal[0]\n")
    double.says("/api/rounds/cup/1/submissions", submission("queued", place=2), status=201)
    double.says(
        "/api/submissions/7",
        submission("queued", place=2),
        submission("building"),
        submission("checking"),
        submission("passed", verdict="it plays legally", passed=["2 seats: fine"], has_record=True),
    )
    done = run("submit", str(tmp_path / "bot.py"), "--round", f"{double.url}/c/cup/1", "--keep-best")
    assert done.exit_code == 0, done.output
    assert done.output.splitlines() == [
        f"sent bot.py to cup/1: version 2 of Ada, submission 7, {double.url}/submissions/7",
        "  waiting, number 2 in the queue",
        "  building it",
        "  playing the test player",
        "  2 seats: fine",
        "passed: it plays legally",
        f"its match against the test player: {double.url}/submissions/7/replay",
        "it plays the provisional ranking to its end; if the version before ranked higher, that one plays again",
    ]
    sent = next(request for request in double.asked if request[0].endswith("/cup/1/submissions"))
    form = parts_of(sent[1]["content-type"], sent[2])
    assert form["purpose"] == b"enter"
    assert form["bot.py"] == (tmp_path / "bot.py").read_bytes()


def test_a_bot_is_sent_to_the_site_of_the_round_and_to_no_other(double: Double, tmp_path: Path) -> None:
    logged_in(double)
    (tmp_path / "bot.py").write_text("")
    elsewhere = ("submit", str(tmp_path / "bot.py"), "--round", "https://arena.example.org/c/cup/1")
    told = str(run(*elsewhere).exception)
    assert told == "you are not logged in; overtrick login https://arena.example.org does that"
    told = str(run(*elsewhere, "--site", double.url).exception)
    assert told == f"the round is at https://arena.example.org, and --site says {double.url}; allowed: one of them"
    assert not [address for address, *_ in double.asked if "submissions" in address]


def test_who_does_not_want_to_wait_is_told_how_to_ask_later(
    double: Double, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged_in(double)
    (tmp_path / "bot.py").write_text("def choose(view): ...\n")
    double.says("/api/rounds/cup/1/submissions", submission("queued"), status=201)

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("overtrick.commands.site.waited", interrupted)
    done = run("submit", str(tmp_path / "bot.py"), "--round", "cup/1")
    assert done.exit_code == 1
    assert "overtrick logs 7 tells what came of it" in done.output


def parts_of(kind: str, body: bytes) -> dict[str, bytes]:
    """Return the fields of a form, files by their names."""
    whole = BytesParser(policy=HTTP).parsebytes(f"content-type: {kind}\r\n\r\n".encode() + body)
    found = {}
    for part in whole.iter_parts():
        content = part.get_payload(decode=True)
        assert isinstance(content, bytes)
        found[str(part.get_filename() or part.get_param("name", header="content-disposition"))] = content
    return found


def test_a_failure_shows_log_fault_and_command_and_leaves_with_an_error(double: Double, tmp_path: Path) -> None:
    logged_in(double)
    (tmp_path / "bot.c").write_text("int main(void) { return x; }\n")
    failed = submission(
        "failed",
        verdict="it does not compile",
        log="main.c:1: error: \x1b[31mx undeclared",
        fault=["look at line 1"],
        command="overtrick check bot.c --game duel",
    )
    double.says("/api/rounds/cup/1/submissions", failed, status=201)
    done = run("submit", str(tmp_path / "bot.c"), "--round", "cup/1", "--try")
    assert done.exit_code == 1
    assert "main.c:1: error: ?[31mx undeclared" in done.output
    assert "failed: it does not compile" in done.output
    assert "the same at home:  overtrick check bot.c --game duel" in done.output
    assert b'name="purpose"\r\n\r\ntry\r\n' in double.asked[-1][2]


def test_the_only_open_round_is_taken_and_several_are_named(double: Double, tmp_path: Path) -> None:
    logged_in(double)
    (tmp_path / "bot.py").write_text("def choose(view): ...\n")
    rounds = [{"number": 1, "state": "over"}, {"number": 2, "state": "open"}]
    double.says("/api/competitions", [{"slug": "cup", "state": "open", "rounds": rounds}])
    double.says("/api/rounds/cup/2/submissions", submission("passed"), status=201)
    assert run("submit", str(tmp_path / "bot.py"), "--no-wait").exit_code == 0
    double.says("/api/competitions", [{"slug": slug, "state": "open", "rounds": rounds} for slug in ("cup", "mug")])
    assert "say --round cup/2 or --round mug/2" in str(run("submit", str(tmp_path / "bot.py")).exception)
    double.says("/api/competitions", [])
    assert "no round is open" in str(run("submit", str(tmp_path / "bot.py")).exception)


def test_a_folder_is_sent_as_an_archive_that_the_site_reads(tmp_path: Path) -> None:
    bot = tmp_path / "mybot"
    (bot / "lib").mkdir(parents=True)
    (bot / "__pycache__").mkdir()
    (bot / ".git").mkdir()
    (bot / "bot.toml").write_text('run = "./run"\n')
    (bot / "lib" / "more.py").write_text("x = 1\n")
    (bot / "run").write_text("#!/bin/sh\n")
    (bot / "__pycache__" / "more.pyc").write_bytes(b"x")
    (bot / ".git" / "config").write_text("secret")
    name, data = upload_of(bot)
    assert name == "mybot.zip"
    assert sorted(files_of_upload(name, data)) == ["bot.toml", "lib/more.py", "run"]
    assert upload_of(bot)[1] == data


def test_links_large_bots_and_missing_ones_are_refused(tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "passwd").symlink_to("/etc/passwd")
    with pytest.raises(Mistake, match="is a link"):
        upload_of(tmp_path / "bot")
    (tmp_path / "big.py").write_bytes(b"#" * 1_000_001)
    with pytest.raises(Mistake, match="has 1000001 bytes as it is sent; allowed: 1000000"):
        upload_of(tmp_path / "big.py")
    with pytest.raises(Mistake, match="there is no file or folder"):
        upload_of(tmp_path / "none.py")


def test_a_file_name_cannot_break_out_of_the_form() -> None:
    body, kind = form_of({"name": "x"}, 'a"\r\nb.py', b"data")
    assert parts_of(kind, body) == {"name": b"x", "a___b.py": b"data"}


@pytest.mark.parametrize("text", ["cup/1", "/c/cup/1", "https://arena.example.org/c/cup/1", "cup/1/"])
def test_a_round_is_named_by_slug_and_number_or_by_its_address(text: str) -> None:
    assert checked_round(text) == "cup/1"


@pytest.mark.parametrize("text", ["cup", "cup/x", "../1", "cup/1/2", "Cup/1", "https://a.example/"])
def test_other_rounds_are_refused(text: str) -> None:
    with pytest.raises(Mistake, match="allowed: SLUG/N"):
        checked_round(text)


def test_waiting_looks_again_until_it_is_done(double: Double) -> None:
    double.says("/api/submissions/7", submission("building"), submission("failed"))
    slept: list[float] = []
    done = waited(Login(double.url), submission("queued"), quiet=True, sleep=slept.append)
    assert done["state"] == "failed"
    assert slept == [1.0, 1.0]


# Lists and logs


def test_submissions_are_listed_and_those_of_a_round_asked_for(double: Double) -> None:
    logged_in(double)
    rows = [submission("passed", active=True), submission("failed", id=6, version=0, bot="A\x1bda")]
    double.says("/api/submissions", rows)
    lines = run("submissions").output.splitlines()
    assert lines[0].split() == ["id", "round", "bot", "version", "state", "sent", "file"]
    assert lines[1].split() == ["7", "cup/1", "Ada", "2", "plays", "15", "Jan", "08:00", "bot.py"]
    assert lines[2].split()[2:5] == ["A?da", "try", "failed"]
    double.says("/api/submissions?round=cup%2F1", rows[:1])
    assert len(json.loads(run("submissions", "--round", "cup/1", "--json").output)) == 1


def test_logs_prints_what_the_check_found(double: Double) -> None:
    logged_in(double)
    double.says("/api/submissions/7", submission("failed", log="gcc: no", verdict="it does not compile"))
    assert run("logs", "7").output == "Build log:\n  gcc: no\nfailed: it does not compile\n"
    assert json.loads(run("logs", "7", "--json").output)["log"] == "gcc: no"
    assert "refuses: there is no such page" in str(run("logs", "8").exception)


# Standings


def line(name: str, group: int, value: float, **more: Any) -> dict[str, Any]:
    return {
        "name": name,
        "group": group,
        "owner": "",
        "bot": None,
        "version": None,
        "worth": [value, value - 1, value + 1],
        "score": [value + 5, None, None],
        "place": 1.5,
        "won": 0.5,
        "strength": None,
        "matches": 40,
        "faults": 0,
        "needed": None,
        "trend": [],
        "facts": {},
        **more,
    }


BOARD = {
    "made": 1,
    "records": 40,
    "planned": 80,
    "rank_by": "score",
    "final": False,
    "lines": [line("Ada", 1, 2.0), line("duel:random", 2, -2.0, faults=3)],
}


def test_standings_of_a_site_look_like_those_of_a_tournament_and_need_no_login(double: Double) -> None:
    double.says("/api/rounds/cup/1/board", BOARD)
    done = run("standings", f"{double.url}/c/cup/1")
    assert done.exit_code == 0, done.output
    assert done.output.startswith("Provisional ranking after 40 of 80 matches, by points a match above the mean")
    ada = next(line for line in done.output.splitlines() if " Ada " in line)
    assert "+2" in ada
    assert "authorization" not in double.asked[-1][1]
    rows = json.loads(run("standings", f"{double.url}/c/cup/1", "--json").output)
    assert [(row["rank"], row["name"], row["worth"], row["strength"]) for row in rows] == [
        (1, "Ada", 2.0, None),
        (2, "duel:random", -2.0, None),
    ]
    assert run("standings", f"{double.url}/c/cup/1", "--csv").output.startswith("rank,name,worth,")


@pytest.mark.long
def test_a_real_site_takes_a_bot_and_ranks_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "main.c").write_bytes(DUEL_C)
    (tmp_path / "bad.c").write_bytes(BAD_C)
    with running_site(tmp_path / "site.db", "--workers", "1", worker=True) as site:
        with open_arena(tmp_path / "site.db") as arena:
            new_round(arena, "cup")
            token = make_token(arena, account(arena, "Ada"), "cli", (Scope.READ, Scope.SUBMIT))
        assert f"logged in at {site.url} as Ada" in run("login", site.url, typed=f"{token}\n").output
        opened = soon(lambda: run("submit", str(tmp_path / "main.c"), "--no-wait").exit_code == 0, 60, every_s=0.5)
        assert opened, "the worker does not open the round"
        bad = run("submit", str(tmp_path / "bad.c"))
        assert bad.exit_code == 1
        assert "error: ‘undeclared’ undeclared" in bad.output
        assert "the same at home:  overtrick check bad.c --game duel --seats 2" in bad.output
        listed = run("submissions").output.splitlines()
        assert [row.split()[4] for row in listed[1:]] == ["failed", "plays"]
        assert soon(lambda: " Ada " in run("standings", f"{site.url}/c/cup/1").output, 60, every_s=0.5)


@pytest.mark.long
def test_on_a_real_site_the_better_version_plays_on_and_its_matches_are_shown_by_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    page = (Path(__file__).parents[2] / "docs" / "bots" / "duel.md").read_text()
    bots = dict(re.findall(r"```python\n# (\w+)\.py\n(.*?)```", page, re.DOTALL))
    for name, text in {**bots, "worse": "def choose(view):\n    return min(view.legal)\n"}.items():
        (tmp_path / f"{name}.py").write_text(text)
    with running_site(tmp_path / "site.db", "--workers", "1", worker=True) as site:
        with open_arena(tmp_path / "site.db") as arena:
            new_round(arena, "cup", blocks=10)
            token = make_token(arena, account(arena, "Ada"), "cli", (Scope.READ, Scope.SUBMIT))
        run("login", site.url, typed=f"{token}\n")

        def submitted(name: str) -> dict[str, Any]:
            done: dict[str, Any] = json.loads(
                run("submit", str(tmp_path / f"{name}.py"), "--keep-best", "--json").output
            )
            return done

        def ranked(version: int) -> bool:
            asked = httpx.get(f"{site.url}/api/rounds/cup/1/board").json()
            mine = [line for line in asked["lines"] if line["version"] == version and line["bot"]]
            return bool(mine) and asked["records"] == asked["planned"] > 0

        def verdict(sent: dict[str, Any]) -> dict[str, Any]:
            found: dict[str, Any] = json.loads(run("logs", str(sent["id"]), "--json").output)
            return found

        assert soon(lambda: run("submit", str(tmp_path / "cheap.py"), "--no-wait").exit_code == 0, 60, every_s=0.5)
        assert soon(lambda: ranked(1), 120, every_s=0.5)
        worse = submitted("worse")
        assert worse["state"] == "passed"
        assert soon(lambda: not verdict(worse)["active"], 120, every_s=0.5), verdict(worse)
        assert "but version 1 ranks higher" in verdict(worse)["verdict"]
        assert soon(lambda: ranked(1), 120, every_s=0.5), "the version before is ranked again, without a match"
        better = submitted("knower")
        assert soon(lambda: ranked(3), 120, every_s=0.5)
        assert not soon(lambda: not verdict(better)["active"], 5, every_s=0.5), verdict(better)

        match = httpx.get(f"{site.url}/api/rounds/cup/1/matches?bot=Ada").json()["matches"][0]
        address = f"{site.url}{match['page']}"
        assert "deal 1" in run("show", address).output
        assert "deal 1" in run("replay", address, "--plain").output
        assert json.loads(run("show", address, "--json").output)[0]["key"] == match["key"]
        assert f"{site.url}/replay/{match['key'][:12]}#" in run("review", address, "--player", "Ada", "--json").output
        assert run("explain", address).exit_code == 0


def test_an_empty_board_is_told(double: Double) -> None:
    double.says("/api/rounds/cup/1/board", {**BOARD, "lines": []})
    assert "no match has been played yet" in run("standings", f"{double.url}/c/cup/1").output


def test_what_is_not_known_of_a_board_stays_unknown() -> None:
    rating = ratings_of(BOARD).ratings[0]
    assert rating.score.value == 7.0
    assert rating.score.low != rating.score.low  # NaN


# The check of a round at home

ROUND = {"game": "figgie", "seats": 4, "options": {"model": "turn"}, "limits": "cpu=700ms", "languages": []}
TURN_ONLY = "def get_action(state):\n    state['bids']\n    return {'type': 'pass'}\n"


def test_check_plays_the_tables_of_a_round_within_its_limits(double: Double, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(TURN_ONLY)
    address = f"{double.url}/c/cup/1"
    double.says("/api/rounds/cup/1", ROUND)
    told = json.loads(run("check", str(bot), "--round", address, "--json").output)
    assert [(case["seats"], case["seat"]) for case in told["cases"]] == [(4, 0), (4, 1), (4, 2), (4, 3)]
    assert told["fault"] is None and told["game"] == "figgie"
    double.says("/api/rounds/cup/1", {**ROUND, "options": {"model": "tick"}})
    failed = run("check", str(bot), "--round", address)
    assert failed.exit_code == 1 and f"--round {address} --case 1" in failed.output


@pytest.mark.parametrize(
    ("more", "stated", "sentence"),
    [
        (("--game", "duel"), {}, "--round says game, seats, options and limits itself; allowed: it alone"),
        ((), {"languages": ["c"]}, "is python; allowed in this round: c"),
        ((), {"game": "bridge"}, "unknown game 'bridge'"),
    ],
)
def test_what_a_round_does_not_go_with_is_a_mistake(
    more: tuple[str, ...], stated: dict[str, Any], sentence: str, double: Double, tmp_path: Path
) -> None:
    (tmp_path / "bot.py").write_text(TURN_ONLY)
    double.says("/api/rounds/cup/1", {**ROUND, **stated})
    done = run("check", str(tmp_path / "bot.py"), "--round", f"{double.url}/c/cup/1", *more)
    assert isinstance(done.exception, Mistake) and sentence in str(done.exception)


def test_activate_chooses_the_version_that_plays(double: Double) -> None:
    logged_in(double)
    double.says("/api/submissions/7/activate", {"version": 3, "bot": "Ada", "round": "cup/1"})
    done = run("activate", "7")
    assert done.output.endswith("version 3 of Ada plays in cup/1 now\n")
    double.says("/api/submissions/8/activate", {"error": "Submission 8 is failed; allowed: one."}, status=400)
    assert "submission 8 is failed" in str(run("activate", "8").exception)


def test_show_takes_a_submission_of_ones_own_and_refuses_other_addresses(double: Double) -> None:
    logged_in(double)
    double.says("/api/submissions/7/record", json.loads(run("deal", "duel", "--play", "first", "--json").output))
    assert "seat 0" in run("show", f"{double.url}/submissions/7").output
    assert "allowed: that of a round" in str(run("show", f"{double.url}/bots/abc").exception)


@pytest.mark.parametrize("page", ["m/ABC", "m/abc/", "replay/abc", "replay/abc#s0-3"])
def test_a_match_is_shown_by_the_address_of_its_page(page: str, double: Double) -> None:
    logged_in(double)
    double.says("/api/matches/abc/record", json.loads(run("deal", "duel", "--play", "first", "--json").output))
    assert "seat 0" in run("show", f"{double.url}/{page}").output
    assert "deal 1" in run("replay", f"{double.url}/{page}", "--plain").output


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("submit", "gone.py"), "there is no file or folder 'gone.py'"),
        (("submit", __file__, "--round", "cup"), "the round is 'cup'; allowed: SLUG/N"),
        (("submit", __file__, "--try", "--keep-best"), "--try and --keep-best are both given; allowed: one of them"),
        (("check", __file__, "--round", "nonsense"), "the round is 'nonsense'; allowed: SLUG/N"),
        (("review", "http://127.0.0.1:9/m/zz"), "the address is 'http://127.0.0.1:9/m/zz'; allowed: that of a round"),
        (("review", "http://127.0.0.1:9/"), "the address is 'http://127.0.0.1:9/'; allowed: that of a round"),
    ],
)
def test_what_is_wrong_is_named_before_a_login_is_asked_for(
    words: tuple[str, ...], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert sentence in str(run(*words).exception)


def test_a_match_that_is_not_there_gets_a_sentence(double: Double) -> None:
    logged_in(double)
    double.says("/api/matches/abd/record", {"detail": "There is no such match."}, status=404)
    for command in ("show", "replay", "review", "explain"):
        assert "refuses: there is no such match" in str(run(command, f"{double.url}/m/abd").exception), command
