"""The protocol page holds real conversations: the referee's lines are exactly what we send."""

import json
import re

from overtrick.bots import wire
from overtrick.bots.bot import Answer, Hello
from overtrick.bots.duel import integers as duel_integers
from overtrick.games.view import View
from overtrick.match.play import play
from overtrick.match.record import new_match
from tests.support.programs import built_in
from tests.test_readme import ROOT

PAGE = (ROOT / "docs" / "protocol.md").read_text()


def block(language: str) -> list[str]:
    """Return the lines of the only block of a language."""
    found = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(found) == 1
    return str(found[0]).splitlines()


def compact(message: dict[str, object]) -> str:
    return json.dumps(message, separators=(",", ":"))


class Scripted:
    """A bot that answers from the page, and compares all that it is told with it."""

    fence = "none"

    def __init__(self) -> None:
        self.script = block("transcript")
        self.once: list[str] = []
        self.integers: list[str] = []

    def open(self, hello: Hello) -> None:
        self.known = 0
        self.hello = wire.hello_message(hello)
        self._expect(self.hello)

    def ask(self, view: View) -> Answer:
        self._expect(wire.words_of(view.game).question(view, self.known))
        self.known = len(view.events)
        self.once.append(compact({**self.hello, **wire.words_of(view.game).question(view, 0)}))
        self.integers.append(duel_integers.question(view).decode())
        line = self.script.pop(0)
        assert line.startswith("< ")
        action = wire.words_of(view.game).read_line(view, line[2:])
        assert duel_integers.read(view, b"%d %d" % (action // 13, action % 13 + 1)) == action
        return Answer(action)

    def close(self, scores: list[int]) -> None:
        self._expect(wire.goodbye_message(scores))

    def stderr(self) -> str:
        return ""

    def _expect(self, message: dict[str, object]) -> None:
        assert self.script.pop(0) == f"> {compact(message)}"


def conversation() -> Scripted:
    bot = Scripted()
    match = new_match("duel", ["greedy", "page"], {"ranks": 3, "stock": 6}, (7).to_bytes(32))
    record = play(match, [built_in("duel:greedy", "duel"), bot])
    assert record.faults == ()
    return bot


def test_the_transcript_is_a_whole_match_word_for_word() -> None:
    assert conversation().script == []


def test_the_question_to_a_program_that_is_started_anew_is_as_shown() -> None:
    question, answer = block("once")
    assert question == f"> {conversation().once[-1]}"
    assert answer == block("transcript")[-2]


def test_the_integers_are_as_shown() -> None:
    shown = block("integers")
    told = "".join(line[2:] + "\n" for line in shown if line.startswith("> "))
    assert told == conversation().integers[1]
    assert shown[-1] == "< 1 2"
    assert block("transcript")[4] == '< {"action":"H2"}'


def test_the_dictionaries_of_figgie_are_json() -> None:
    turn, tick = (json.loads(text) for text in re.findall(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
    assert set(turn) == {"position", "hand", "money", "num_players", "bids", "offers", "turn"}
    assert set(tick) == {"position", "hand", "money", "num_players", "books", "tick"}
