"""The real site for the tests: on a free port of the loopback, in a process of its own, with a store of its own."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

READY_S = 60.0


@dataclass
class RunningSite:
    """A site that is up."""

    url: str  # without a slash at the end
    process: "subprocess.Popen[str]"
    store: str

    def kill(self) -> None:
        """End it with -9, as a power cut of the program alone would."""
        self.process.kill()
        self.process.wait()


@contextmanager
def running_site(store: str | Path, *arguments: str, port: int = 0, worker: bool = False) -> Iterator[RunningSite]:
    """Start the site, give it once it answers, and stop it with Ctrl-C; its vault is beside the store."""
    words = [sys.executable, "-m", "overtrick", "serve", "--cold", "--port", str(port), "--store", str(store)]
    more = [*([] if worker else ["--no-worker"]), *arguments]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    with tempfile.TemporaryDirectory() as elsewhere:  # for the vault of a site whose store is no file
        folder = Path(elsewhere) if "://" in str(store) else Path(store).parent
        command = [*words, "--vault", str(folder / "vault"), *more]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
        )
        try:
            site = RunningSite(_address(process), process, str(store))
            _wait_until_up(site)
            yield site
        finally:
            interrupt(process)


def interrupt(process: "subprocess.Popen[str]") -> None:
    """Stop a program with Ctrl-C unless it has ended, or kill it if that takes too long."""
    process.send_signal(signal.SIGINT)
    try:
        process.wait(30)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    assert process.stdout is not None
    process.stdout.close()


def _address(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"http://[^ ]+[0-9]", line)
    assert found, f"the site said {line!r}"
    return found[0]


def _wait_until_up(site: RunningSite) -> None:
    end = time.monotonic() + READY_S
    while True:
        try:
            if httpx.get(f"{site.url}/health").status_code == 200:
                return
        except httpx.TransportError:
            pass
        assert site.process.poll() is None, "the site has ended"
        assert time.monotonic() < end, "the site does not answer"
        time.sleep(0.05)


@dataclass
class Person:
    """Somebody with a browser of their own, without the browser."""

    site: RunningSite
    client: httpx.Client = field(init=False)

    def __post_init__(self) -> None:
        none = httpx.Limits(max_keepalive_connections=0)  # so that nothing is left to close
        self.client = httpx.Client(base_url=self.site.url, timeout=60, limits=none)
        self.client.get("/")

    def form_key(self) -> str:
        """Return what our forms hold."""
        found = re.search(r'name="_csrf_token" value="([0-9a-f]+)"', self.client.get("/").text)
        assert found
        return found[1]

    def post(self, path: str, form: dict[str, str] | None = None, **more: Any) -> httpx.Response:
        """Send a form as a page of ours would."""
        return self.client.post(path, data={"_csrf_token": self.form_key(), **(form or {})}, **more)

    def new_table(self, game: str, **form: str) -> str:
        """Set up a table and return its path."""
        answer = self.post("/tables", {"game": game, **form})
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]

    def sit(self, table: str) -> "Seat":
        """Open the socket of a table."""
        return Seat(self.socket(table))

    def socket(self, table: str, origin: str | None = "own", cookies: bool = True) -> ClientConnection:
        """Open the socket of a table, as the page of it would unless told otherwise."""
        sent = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        return connect(
            f"ws{self.site.url.removeprefix('http')}{table}/socket",
            origin=None if origin is None else Origin(self.site.url if origin == "own" else origin),
            additional_headers={"Cookie": sent} if cookies else None,
            close_timeout=1,
            max_queue=None,  # what a test does not read must not hold up the rest
            legacy=True,
        )


class Seat:
    """A page that is open at a table: what it was shown, and what it says."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[str] = []  # all messages, as they came over the wire
        self.scene: dict[str, Any] = {}
        self.table: dict[str, Any] = {}

    def __enter__(self) -> "Seat":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def say(self, do: str, **more: object) -> None:
        self.socket.send(json.dumps({"do": do, **more}))

    def act(self, action: str) -> None:
        self.say("act", action=action, step=self.scene["step"])

    def hear(self, timeout: float = 30.0) -> dict[str, Any]:
        """Return the next message."""
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        self.scene = message.get("scene", self.scene)
        self.table = message.get("table", self.table)
        return message

    def hear_until(self, word: str, timeout: float = 30.0) -> dict[str, Any]:
        """Return the next message of a kind."""
        end = time.monotonic() + timeout
        while True:
            message = self.hear(max(end - time.monotonic(), 0.01))
            if word in message:
                return message

    def wait(self, timeout: float = 30.0) -> list[str]:
        """Wait for a turn and return what is legal then; nothing when the match is over."""
        end = time.monotonic() + timeout
        while True:
            if self.scene:
                if self.scene["places"]:
                    return []
                if self.table["curtain"] is not None:
                    self.say("lift")
                elif choices := self.choices():
                    return choices
            self.hear(max(end - time.monotonic(), 0.01))

    def choices(self) -> list[str]:
        """Return what may be done now."""
        now = self.scene["now"] or {}
        if "choices" in now:
            takes = [f"{verb} {suit}" for suit, may in now["choices"].items() for verb in ("buy", "sell") if may[verb]]
            quotes = [f"bid {suit} {may['bid'][0]}" for suit, may in now["choices"].items() if may["bid"]]
            return ["pass", *takes, *quotes]
        return list(now.get("legal", ()))

    def play_on(self, choose: Any = lambda choices: choices[-1]) -> None:
        """Play to the end of the match."""
        while choices := self.wait():
            step = self.scene["step"]
            self.act(choose(choices))
            while self.scene["step"] == step and not self.scene["places"]:
                assert "refused" not in self.hear() or self.table["clock"], self.heard[-1]


def play_together(*seats: Seat) -> None:
    """Let several people play a match to its end, each whenever it is their turn."""
    acted = dict.fromkeys(seats, -1)
    end = time.monotonic() + 60
    while not all(seat.scene.get("places") for seat in seats):
        assert time.monotonic() < end, [seat.heard[-1] for seat in seats]
        for seat in seats:
            if seat.scene and (choices := seat.choices()) and acted[seat] < seat.scene["step"]:
                acted[seat] = seat.scene["step"]
                seat.act(choices[0])
            with suppress(TimeoutError):
                assert "refused" not in seat.hear(0.02), seat.heard[-1]
