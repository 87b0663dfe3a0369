"""A large round of Wizard, from submission to a verified bundle: a site on the loopback, generated bots, two workers.

    .venv/bin/python -m scripts.large_round FOLDER --bots 300 --matches 51000

Starts a site with one worker that plays and one that only checks, sends all bots through the API, pauses, extends, goes
on and closes the round, makes a backup meanwhile and lets a site that is restored from it play on, listens to webhooks,
waits until the final is over, verifies its bundle, and lets many download it at once. What was measured is printed as
JSON at the end.
"""

import argparse
import base64
import hmac
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
from scripts.generated_wizards import write

from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.people.accounts import Account, Role, add_account
from overtrick.arena.people.tokens import Scope, make_token
from overtrick.arena.webhooks import EVENTS, add_webhook

ROUND = "large/1"
DOWNLOADS = 20
STATED = """slug = "large"
title = "A large round"

[[rounds]]
game = "wizard"
seats = 3
opens = "now"
closes = "12h"
format = "focused"
top = 10
blocks = 1
budget = {matches}
[rounds.options]
series = "{series}"
"""


def main() -> None:
    """Run it all."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--bots", type=int, default=300)
    asked.add_argument("--in-python", type=int, help="how many of them in Python, the others in C; a quarter")
    asked.add_argument("--matches", type=int, default=51_000, help="the most matches of the final")
    asked.add_argument("--series", default="1,2,3,4,5,6", help="hand sizes of a match")
    asked.add_argument("--seed", type=int, default=1, help="of the bots")
    asked.add_argument("--sample", type=int, default=500, help="matches that programs play again")
    given = asked.parse_args()
    given.folder.mkdir(parents=True)
    run = Run(given.folder)
    with ExitStack() as stack:
        run.play(stack, given)
    print(json.dumps(run.measured, indent=2))


class Run:
    """A large round under way, and what was measured of it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.store, self.vault = folder, folder / "site.db", folder / "vault"
        self.measured: dict[str, Any] = {}
        self.began_s = time.monotonic()

    def tell(self, words: str) -> None:
        """Print a line with the time since the beginning."""
        print(f"{time.monotonic() - self.began_s:7.0f} s  {words}", flush=True)

    @contextmanager
    def timed(self, name: str) -> Iterator[None]:
        """Measure how long something takes."""
        began_s = time.monotonic()
        yield
        self.measured[f"{name}_s"] = round(time.monotonic() - began_s, 1)
        self.tell(f"{name}: {self.measured[f'{name}_s']} s")

    def play(self, stack: ExitStack, given: argparse.Namespace) -> None:
        """Do everything, one thing after the other."""
        in_python = given.bots // 4 if given.in_python is None else given.in_python
        bots = write(self.folder / "bots", given.bots, given.seed, in_python)
        self.measured |= {"bots": len(bots), "in_python": in_python, "series": given.series, "budget": given.matches}
        with open_arena(self.store) as arena:
            organiser = token(arena, member(arena, "Olga", Role.ORGANISER), *Scope)
            authors = [
                token(arena, member(arena, f"author{number}"), Scope.READ, Scope.SUBMIT) for number in range(len(bots))
            ]
            heard = stack.enter_context(listening(arena))
        site = stack.enter_context(self.site(self.store, self.vault))
        web = Web(site.address, organiser)
        stack.enter_context(self.worker("worker", "--vault", str(self.vault), "--workers", "2"))
        web.post("/drafts", toml=STATED.format(matches=given.matches, series=given.series))
        web.post("/competitions/large/state", state="open")
        self.wait("the round opens", lambda: web.round()["state"] == "open")
        web.post(f"/rounds/{ROUND}/pause", why="all programs are checked first")
        web.post(f"/rounds/{ROUND}/extend", hours=1, why="to try it")
        with self.worker("checks", "--checks-only", "--workers", "1"):
            with self.timed("submitting"):
                self.submit(site.address, bots, authors)
            with self.timed("checking"):
                self.wait("all are checked", lambda: self.waiting(site.address) == 0)
        self.measured["verdicts"] = labelled(web.metrics(), "overtrick_submissions_checked_total")
        web.post(f"/rounds/{ROUND}/resume")
        web.post(f"/rounds/{ROUND}/close")
        self.wait("the round closes", lambda: web.round()["state"] != "open")
        with self.timed("final"):
            self.final(web, given)
        board = web.get(f"/rounds/{ROUND}/board")
        self.measured["matches"] = board["records"]
        self.measured["matches_a_second"] = round(board["records"] / self.measured["final_s"], 1)
        self.measured["store_bytes"] = self.store.stat().st_size
        self.verify(site.address, given.sample)
        self.download(site)
        self.measured["webhooks"] = heard.counts()

    # The parts of it

    def submit(self, address: str, bots: list[Path], tokens: list[str]) -> None:
        """Send every bot by its author's token."""
        for bot, word in zip(bots, tokens, strict=True):
            form = {"purpose": "enter", "name": bot.stem}
            answer = httpx.post(
                f"{address}/api/rounds/{ROUND}/submissions",
                headers={"authorization": f"Bearer {word}"},
                data=form,
                files={"file": (bot.name, bot.read_bytes())},
                timeout=60,
            )
            if answer.status_code != 201:
                raise SystemExit(f"{bot.name} was refused: {answer.text}")

    def final(self, web: "Web", given: argparse.Namespace) -> None:
        """Wait for the final; at a third of it make a backup, and let a site that is restored from it play on."""
        saved = False
        told_s = 0.0
        while web.round()["state"] != "over":
            board = web.get(f"/rounds/{ROUND}/board", of="final", missing_ok=True) or {"records": 0, "planned": 0}
            if time.monotonic() > told_s + 30:
                told_s = time.monotonic()
                health = httpx.get(f"{web.address}/health", timeout=60).json()
                played = numbered(web.metrics(), "overtrick_matches_total")
                self.tell(f"{played:.0f} matches of {given.matches} at most, planned {board['planned']}, {health}")
            if not saved and numbered(web.metrics(), "overtrick_matches_total") > given.matches / 3:
                saved = True
                self.save_and_restore()
            time.sleep(2)

    def save_and_restore(self) -> None:
        """Make a sealed backup while the site runs, restore it elsewhere, and let that site play on for a while."""
        key, file, elsewhere = self.folder / "arena.key", self.folder / "site.backup", self.folder / "restored"
        elsewhere.mkdir()
        address = self.command("backup", str(key), "--new-key").splitlines()[0]
        with self.timed("backup"):
            self.command("backup", str(file), "--to", address, "--store", str(self.store), "--vault", str(self.vault))
        self.measured["backup_bytes"] = file.stat().st_size
        place = ("--store", str(elsewhere / "site.db"), "--vault", str(elsewhere / "vault"))
        with self.timed("restore"):
            self.command("restore", str(file), "--key", str(key), *place)
        with self.site(elsewhere / "site.db", elsewhere / "vault") as site:
            web = Web(site.address, "")
            before = numbered(web.metrics(), "overtrick_matches_total")
            with self.worker(
                "restored", "--vault", str(elsewhere / "vault"), "--workers", "1", store=elsewhere / "site.db"
            ):
                self.wait(
                    "the restored site plays on",
                    lambda: numbered(web.metrics(), "overtrick_matches_total") > before,
                )
            after = numbered(web.metrics(), "overtrick_matches_total")
        self.measured["restored_site_had"], self.measured["restored_site_played"] = int(before), int(after - before)

    def verify(self, address: str, sample: int) -> None:
        """Fetch the bundle, and check it: all records, and some of them by their programs."""
        file = self.folder / "round.jsonl"
        with self.timed("fetch"):
            self.command("fetch", f"{address}/c/{ROUND}", "--out", str(file))
        self.measured["bundle_bytes"] = file.stat().st_size
        with self.timed("verify_records"):
            self.measured["verify_records"] = self.command("verify", str(file), "--records-only").splitlines()
        with self.timed("verify_programs"):
            self.measured["verify_programs"] = self.command("verify", str(file), "--sample", str(sample)).splitlines()
        lost = self.folder / "lost.jsonl"
        self.measured["fetch_lost"] = self.command(
            "fetch", f"{address}/c/{ROUND}", "--bot", "bot001", "--lost", "--out", str(lost)
        ).strip()

    def download(self, site: "Site") -> None:
        """Let many download the round at once, and measure what the site needs meanwhile."""
        for name in ("matches.csv", "matches.jsonl", "board.csv", "cross"):
            before, most = memory_mb(site.pid), 0.0
            with self.timed(f"download_{name}"), ThreadPoolExecutor(DOWNLOADS) as pool:
                path = f"{site.address}/api/rounds/{ROUND}/{name}"
                under_way = [pool.submit(size_of, path) for _ in range(DOWNLOADS)]
                while not all(one.done() for one in under_way):
                    most = max(most, memory_mb(site.pid))
                    time.sleep(0.2)
                sizes = {one.result() for one in under_way}
            self.measured[f"download_{name}"] = {"bytes": sorted(sizes), "before_mb": before, "most_mb": most}

    def waiting(self, address: str) -> float:
        """Return how many submissions wait, and tell it now and then."""
        waiting = numbered(httpx.get(f"{address}/metrics", timeout=60).text, "overtrick_submissions_waiting")
        if waiting:
            self.tell(f"{waiting:.0f} submissions wait")
            time.sleep(10)
        return waiting

    def wait(self, words: str, condition: Callable[[], object], seconds: float = 7200) -> None:
        """Wait until something is so."""
        end_s = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end_s:
                raise SystemExit(f"{words}: not within {seconds:.0f} s")
            time.sleep(0.5)
        self.tell(words)

    # Programs

    def command(self, *words: str) -> str:
        """Run a command of ours to its end, and return what it prints."""
        done = subprocess.run([sys.executable, "-m", "overtrick", *words], capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"overtrick {' '.join(words)} ended with {done.returncode}: {done.stdout}{done.stderr}")
        return done.stdout

    @contextmanager
    def site(self, store: Path, vault: Path) -> Iterator["Site"]:
        """Serve a site on a free port, without a worker."""
        words = ("serve", "--no-worker", "--cold", "--port", "0", "--store", str(store), "--vault", str(vault))
        log = self.folder / f"site-{store.parent.name}.log"
        with self.running(log, *words) as process:
            self.wait("the site is up", lambda: re.search(r"Play at (http://[^ ]+)/", log.read_text()), 60)
            found = re.search(r"Play at (http://[^ ]+)/", log.read_text())
            assert found
            yield Site(found[1], process.pid)

    @contextmanager
    def worker(self, name: str, *words: str, store: Path | None = None) -> Iterator[None]:
        """Have a worker at work."""
        with self.running(self.folder / f"{name}.log", "worker", "--store", str(store or self.store), *words):
            yield

    @contextmanager
    def running(self, log: Path, *words: str) -> Iterator["subprocess.Popen[bytes]"]:
        """Have a command of ours run, and end it with Ctrl-C."""
        with log.open("wb") as out:
            process = subprocess.Popen([sys.executable, "-m", "overtrick", *words], stdout=out, stderr=out)
        try:
            yield process
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(60)


class Site:
    """A site that is up."""

    def __init__(self, address: str, pid: int) -> None:
        self.address, self.pid = address, pid


class Web:
    """The API of a site, asked by an organiser."""

    def __init__(self, address: str, word: str) -> None:
        self.address = address
        self._client = httpx.Client(base_url=f"{address}/api", headers={"authorization": f"Bearer {word}"}, timeout=120)

    def get(self, path: str, *, missing_ok: bool = False, **query: str) -> Any:
        """Return what the API answers."""
        answer = self._client.get(path, params=query)
        if missing_ok and answer.status_code == 404:
            return None
        return answer.raise_for_status().json()

    def post(self, path: str, **body: object) -> None:
        """Have the API do something."""
        answer = self._client.post(path, json=body)
        if answer.is_error:
            raise SystemExit(f"{path} was refused: {answer.text}")

    def round(self) -> Any:
        """Return the round."""
        return self.get(f"/rounds/{ROUND}")

    def metrics(self) -> str:
        """Return the metrics of the site, as a program on this machine reads them."""
        return httpx.get(f"{self.address}/metrics", timeout=60).raise_for_status().text


def member(arena: Arena, name: str, role: Role = Role.AUTHOR) -> Account:
    """Return a new account without a password; it is used by tokens only."""
    with arena.writing() as connection:
        return add_account(connection, arena.now(), name, "", role)


def token(arena: Arena, account: Account, *scopes: Scope) -> str:
    """Return a token of an account."""
    return make_token(arena, account, "large round", scopes)


def numbered(metrics: str, name: str) -> float:
    """Return the value of a metric without labels; 0 if there is none yet."""
    found = re.search(rf"^{name} (\S+)$", metrics, re.MULTILINE)
    return float(found[1]) if found else 0.0


def labelled(metrics: str, name: str) -> dict[str, float]:
    """Return the values of a metric by its labels."""
    return {labels: float(value) for labels, value in re.findall(rf"^{name}{{(.*)}} (\S+)$", metrics, re.MULTILINE)}


def memory_mb(pid: int) -> float:
    """Return how much memory a process has now."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, 1)


def size_of(address: str) -> int:
    """Return how many bytes a download has; none of them are kept."""
    with httpx.stream("GET", address, timeout=600) as answer:
        answer.raise_for_status()
        return sum(len(part) for part in answer.iter_bytes())


class Heard:
    """The webhooks that came: the first one is answered with an error, so that it has to come again."""

    def __init__(self) -> None:
        self.secret = b""
        self.types: list[str] = []
        self.genuine = self.refused = 0

    def hear(self, head: dict[str, str], body: bytes) -> int:
        """Take a message in, and return the status to answer with."""
        digest = hmac.digest(self.secret, f"{head['id']}.{head['timestamp']}.".encode() + body, "sha256")
        self.genuine += hmac.compare_digest(f"v1,{base64.b64encode(digest).decode()}", head["signature"])
        if not self.refused:
            self.refused += 1
            return 500
        self.types.append(json.loads(body)["type"])
        return 200

    def counts(self) -> dict[str, int]:
        """Return how many messages of each type came, how many were signed rightly, and how many we refused."""
        by_type = {name: self.types.count(name) for name in sorted(set(self.types))}
        return {**by_type, "signed rightly": self.genuine, "refused once": self.refused}


@contextmanager
def listening(arena: Arena) -> Iterator[Heard]:
    """Listen to all webhooks of a site."""
    heard = Heard()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            head = {name: self.headers[f"webhook-{name}"] for name in ("id", "timestamp", "signature")}
            self.send_response(heard.hear(head, body))
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        word = add_webhook(arena, f"http://127.0.0.1:{server.server_port}/", EVENTS)
        heard.secret = base64.b64decode(word.removeprefix("whsec_"))
        try:
            yield heard
        finally:
            server.shutdown()


if __name__ == "__main__":
    main()
