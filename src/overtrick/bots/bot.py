"""A bot chooses: given what its seat may know, it answers with an action, or commits a fault."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from overtrick.core.ending import Ending
from overtrick.games.options import Value
from overtrick.games.view import View


@dataclass(frozen=True)
class Hello:
    """What a bot is told once, before the first deal."""

    game: str
    version: int
    seats: int
    seat: int
    options: Mapping[str, Value]
    seed: str  # the bot's own luck, so that a match can be repeated exactly


class Answer(NamedTuple):
    """An action, and what it cost to find it."""

    action: int
    cpu_s: float = 0.0
    wall_s: float = 0.0


class Fault(Exception):  # noqa: N818
    """A bot's fault: what happened, in a sentence, and the words that went to and fro."""

    def __init__(self, ending: Ending, sentence: str, *, question: str = "", reply: str = "", dead: bool = False):
        super().__init__(sentence)
        self.ending = ending
        self.sentence = sentence
        self.question = question
        self.reply = reply
        self.dead = dead  # nothing more can come from this bot
        self.cpu_s = 0.0
        self.wall_s = 0.0


class Bot(Protocol):
    """Whoever sits in a seat for one match; something that is opened and closed."""

    @property
    def fence(self) -> str:
        """How it is kept from doing harm: a fence level, ``built-in`` or ``trusted``."""

    def open(self, hello: Hello) -> None:
        """Sit down; called once."""

    def ask(self, view: View) -> Answer:
        """Return an answer, or raise Fault."""

    def close(self, scores: list[int]) -> None:
        """Leave the table; called once, whatever happened."""

    def stderr(self) -> str:
        """Return what the bot said to its author so far."""
