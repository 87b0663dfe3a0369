"""What goes over the wire: questions as JSON, answers back to actions, each broken answer with its sentence.

docs/protocol.md is written from this file and shows a whole conversation.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from overtrick.bots.bot import Fault, Hello
from overtrick.bots.kit import plain
from overtrick.core.ending import Ending
from overtrick.core.mistake import Mistake
from overtrick.games.contract import Game, refusal
from overtrick.games.face import face_of
from overtrick.games.view import View

PROTOCOL = 1
SHORT = 100


def hello_message(hello: Hello) -> dict[str, Any]:
    """Return the first message of a match."""
    return {"type": "hello", "protocol": PROTOCOL, **vars(hello), "options": dict(hello.options)}


def goodbye_message(scores: list[int]) -> dict[str, Any]:
    """Return the last message of a match."""
    return {"type": "goodbye", "scores": scores}


@dataclass(frozen=True)
class Words:
    """How a game is told to bots and how they may answer; a game with others than the usual ones has a part ``wire``.

    Such a part is a module whose ``WORDS`` are looked up once for a match, as every question comes by here.
    """

    state: Callable[[View], dict[str, Any]] = lambda view: view.game.state(view.row)
    legal: Callable[[View], list[Any]] = lambda view: view.legal  # a run of numbers may be ["bid spades", 1, 9]
    trades: Callable[[View, int], list[Any]] | None = None  # among the events from a number on; see docs/protocol.md
    read: Callable[[View, object, str], int] | None = None  # the legal action of an answer that is no text, or Fault

    def question(self, view: View, known: int) -> dict[str, Any]:
        """Return the question to a bot that has heard of the first ``known`` events of this deal."""
        message = {
            "type": "choose",
            "deal": view.deal,
            "state": self.state(view),
            "legal": self.legal(view),
            "events": [[event[0], view.game.name(view.row, event[1])] for event in view.events[known:]],
        }
        if self.trades is not None:
            message["trades"] = self.trades(view, known)
        return message

    def short_question(self, view: View, known: int) -> dict[str, Any]:
        """Return what the kit needs of a question to call ``get_action`` where the trades are told."""
        assert self.trades is not None
        state, trades = self.state(view), self.trades(view, known)
        return {"type": "choose", "deal": view.deal, "state": state, "trades": trades}

    def read_line(self, view: View, line: str) -> int:
        """Return the legal action of a line of JSON, or raise Fault."""
        return self.to_action(view, read_short(line) if len(line) < SHORT else read_json(line), line)

    def to_action(self, view: View, answer: object, reply: str) -> int:
        """Return the legal action that an answer names, or raise Fault."""
        if type(answer) is dict and type(answer.get("error")) is str:
            words = one_line(answer["error"]) or "an error"
            if answer.get("loaded") is False:
                raise Fault(Ending.BUILD_FAILED, f"the bot cannot be loaded: {words}", reply=reply, dead=True)
            raise Fault(Ending.CRASH, f"the bot raised {words}", reply=reply)
        if type(answer) is dict and "action" in answer:
            answer = answer["action"]
        if type(answer) is not str:
            if self.read is not None:
                return self.read(view, answer, reply)
            raise _garbled(f"{short(answer)} is no action; allowed: a name, such as {example(view)!r}", reply)
        try:
            action = view.game.parse(view.row, answer)
        except Mistake as mistake:
            raise Fault(Ending.ILLEGAL, str(mistake), reply=reply) from None
        return checked(view, action, reply)


USUAL = Words()


def words_of(game: Game) -> Words:
    """Return how a game is told to bots."""
    part = face_of(game).part("wire")
    words: Words = USUAL if part is None else part.WORDS
    return words


# Answers


@lru_cache(4096)
def read_short(line: str) -> object:
    """Return what a short line of JSON says; most are said again and again, and nobody changes what is returned."""
    return read_json(line)


def read_json(line: str) -> object:
    """Return what a line of JSON says, strictly: no NaN, no key twice, nothing too deep or too long."""
    try:
        return _reader().decode(line)
    except RecursionError:
        raise _garbled("it is nested too deeply", line) from None
    except ValueError as error:
        raise _garbled(_told(error), line) from None


def checked(view: View, action: int, reply: str) -> int:
    """Return the action if it is legal, or raise Fault with the rule that it breaks."""
    if reason := refusal(view.game, view.row, action):
        raise Fault(Ending.ILLEGAL, reason, reply=reply)
    return action


def example(view: View) -> str:
    """Return the name of a legal action."""
    return view.game.name(view.row, view.game.pick(view.row, 0))


def _garbled(why: str, reply: str) -> Fault:
    return Fault(Ending.GARBLED, f"the answer cannot be read: {why}", reply=reply)


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


@cache
def _reader() -> json.JSONDecoder:
    """Return our strict reader, made once: that takes as long as to read most answers."""
    return json.JSONDecoder(parse_constant=_refuse_constant, object_pairs_hook=_without_doubles)


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands in it twice")
    return found


def _told(error: Exception) -> str:
    if "int_max_str_digits" in str(error):
        return "a number in it has too many digits"
    return one_line(str(error))[:200]


def one_line(text: str) -> str:
    """Return a bot's words as one line that can be written anywhere, also where it used half a character."""
    return " ".join(text[:500].encode("utf-8", "backslashreplace").decode().split())


def short(value: object) -> str:
    """Return a value as a sentence shows it."""
    try:
        text = repr(value)
    except ValueError:  # Python writes no integer of thousands of digits
        text = repr(plain(value))
    return text if len(text) <= 100 else text[:97] + "..."
