"""Tables with every option of every game, and programs in their seats, run by nothing but pipes."""

import json
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path

from overtrick.bots import wire
from overtrick.bots.bot import Answer, Bot, Hello
from overtrick.bots.builtin import maker
from overtrick.bots.duel import integers as duel_integers
from overtrick.bots.inside import BuiltIn
from overtrick.games import GAMES
from overtrick.games.contract import Event
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.view import View, view
from overtrick.match.play import play
from overtrick.match.record import Record, new_match, start_deal

Table = tuple[str, int, Mapping[str, object]]

WIZARD_OPTIONS: list[dict[str, object]] = [
    {},
    {"preset": "house"},
    {"direction": "anticlockwise"},
    {"lead_rule": "first-suit-card"},
    {"hook": "on"},
    {"hook": "canadian", "series": "tournament-10"},
    {"bidding": "hidden"},
    {"trump_choice": "random"},
    {"series": [1, 2, 10, 1]},
]
TABLES: list[Table] = [
    *(("wizard", seats, options) for seats, options in product(range(3, 7), WIZARD_OPTIONS)),
    *(("duel", 2, {"ranks": ranks, "stock": stock}) for ranks in range(3, 14) for stock in (0, 2, 4 * ranks - 2)),
    *(("figgie", seats, {"model": model}) for seats, model in product((4, 5), ("turn", "tick"))),
    ("figgie", 4, {"model": "live", "seconds": 60, "rounds": 2}),
]


def tables(game: str) -> list[Table]:
    """Return the tables of one game."""
    return [table for table in TABLES if table[0] == game]


class Watched:
    """A bot of which every action must be valid at the moment it is asked, also in a tick."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.open = bot.open
        self.close = bot.close
        self.stderr = bot.stderr
        self.asked = 0

    @property
    def fence(self) -> str:
        """Return how the watched bot is kept."""
        return self._bot.fence

    def ask(self, seen: View) -> Answer:
        """Return the answer if it is valid."""
        self.asked += 1
        answer = self._bot.ask(seen)
        if seen.game is GAMES["figgie"]:
            assert figgie.check(seen.row, seen.seat, answer.action) == figgie.OK
        return answer


class Lines:
    """A long-lived program that speaks JSON lines."""

    fence = "none"

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command

    def open(self, hello: Hello) -> None:
        """Start the program and say hello."""
        self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._deal = self._known = 0
        self._tell(wire.hello_message(hello))

    def ask(self, seen: View) -> Answer:
        """Ask for the next action."""
        if seen.deal != self._deal:
            self._deal, self._known = seen.deal, 0
        self._tell(wire.words_of(seen.game).question(seen, self._known))
        self._known = len(seen.events)
        assert self._process.stdout is not None
        return Answer(wire.words_of(seen.game).read_line(seen, self._process.stdout.readline().decode()))

    def close(self, scores: list[int]) -> None:
        """Say goodbye; the program must leave by itself, without an error."""
        self._tell(wire.goodbye_message(scores))
        rest, _ = self._process.communicate(timeout=10)
        assert (rest, self._process.returncode) == (b"", 0)

    def stderr(self) -> str:
        """Return nothing."""
        return ""

    def _tell(self, message: dict[str, object]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
        self._process.stdin.flush()


class EveryTurn:
    """A program that is started anew for every turn and speaks integers."""

    fence = "none"

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command

    def open(self, hello: Hello) -> None:
        """Do nothing."""

    def ask(self, seen: View) -> Answer:
        """Run the program once."""
        done = subprocess.run(self._command, input=duel_integers.question(seen), stdout=subprocess.PIPE, check=True)
        return Answer(duel_integers.read(seen, done.stdout))

    def close(self, scores: list[int]) -> None:
        """Do nothing."""

    def stderr(self) -> str:
        """Return nothing."""
        return ""


def built_in(name: str, game: str) -> Bot:
    """Return a player that we ship."""
    make = maker(name, game)
    assert make is not None
    return BuiltIn(make)


def play_at(table: Table, seed: int, make: Callable[[], Bot], others: str = "random") -> Record:
    """Play a match with a bot in one seat, which must be asked and never commit a fault; others fill the table."""
    game, seats, options = table
    seat = seed % seats
    bots: list[Bot] = [built_in(others, game) for _ in range(seats)]
    watched = Watched(make())
    bots[seat] = watched
    match = new_match(game, [others] * seats, options, seed.to_bytes(32))
    record = play(match, bots)
    # In a tick a valid action may come too late; Watched has seen that it was valid when it was named.
    guilty = [note for note in record.faults if note.seat == seat and options.get("model") != "tick"]
    assert guilty == []
    assert watched.asked > 0
    return record


def views(table: Table, seed: int, path: str = "random") -> Iterator[View]:
    """Yield what the seat to move sees at each point of the first deal of a match."""
    name, seats, options = table
    game = GAMES[name]
    row, _ = start_deal(new_match(name, [path] * seats, options, seed.to_bytes(32)), [])
    make = maker(path, name)
    assert make is not None
    choose = make(Hello(name, game.VERSION, seats, 0, {}, "00" * 32))
    events: list[Event] = []
    while (seat := game.to_move(row)) >= 0:
        seen = view(game, row, events, seat)
        yield seen
        action = choose(seen)
        game.play(row, action)
        events += game.events(row, seat, action)


def compiled(source: Path, folder: Path) -> Path:
    """Return the program of a C file, compiled without a warning."""
    program = folder / f"{source.parent.name}_program"
    flags = ["-O2", "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    subprocess.run(["gcc", *flags, str(source), "-o", str(program)], check=True)
    return program
