"""What people at a table tell each other: a few phrases for all who play, and chat for those who are logged in."""

import re
import time
import unicodedata
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from overtrick.core.mistake import Mistake
from overtrick.web.allowance import Allowance

PHRASES = (
    "Hello!",
    "Good luck!",
    "Well played!",
    "Thank you!",
    "Oops.",
    "One moment, please.",
    "I am back.",
    "Good game!",
)
LONGEST = 200
MOST_LINES = 50
KEPT_S = 3600.0  # so long a line is remembered, and no longer than anybody is at the table
AROUND = 10  # lines before a reported one that go with it
BURST, PER_SECOND = 5, 0.5
JOINER = re.compile("(?<=[^\\s\u200c\u200d])[\u200c\u200d](?=[^\\s\u200c\u200d])")  # within emoji and Persian words


@dataclass(frozen=True)
class Line:
    """Something that somebody said."""

    number: int
    seat: int
    name: str
    text: str
    chat: bool  # in their own words
    account: int = 0
    moment: float = 0.0

    def data(self) -> dict[str, Any]:
        """Return what everybody at the table is told."""
        return {"number": self.number, "seat": self.seat, "name": self.name, "text": self.text, "chat": self.chat}


@dataclass
class Talk:
    """What was said at a table while its referee has it; none of it is ever written to the store, but for reports."""

    now: Callable[[], float] = time.monotonic
    kept: deque[Line] = field(default_factory=lambda: deque(maxlen=MOST_LINES))
    count: int = 0
    allowances: dict[str, Allowance] = field(default_factory=dict)

    def add(self, guest: str, seat: int, name: str, text: str, account: int = 0) -> Line:
        """Return a new line, or raise Mistake if somebody says too much."""
        mine = self.allowances.setdefault(guest, Allowance(BURST, PER_SECOND, self.now))
        if not mine.spend():
            raise Mistake("you say too much at once; wait a few seconds")
        self.count += 1
        line = Line(self.count, seat, name, text, bool(account), account, self.now())
        self.kept.append(line)
        return line

    def lines(self) -> list[Line]:
        """Return what is remembered; what is too old is forgotten."""
        while self.kept and self.kept[0].moment < self.now() - KEPT_S:
            self.kept.popleft()
        return list(self.kept)

    def reported(self, number: object) -> tuple[Line, list[dict[str, Any]]]:
        """Return a line that somebody said in their own words, and what stood around it; or raise Mistake."""
        lines = self.lines()
        place = next((place for place, line in enumerate(lines) if line.number == number and line.chat), None)
        if place is None:
            raise Mistake("this line is not there any more")
        around = lines[max(place - AROUND, 0) : place + 1]
        return lines[place], [{"name": line.name, "text": line.text} for line in around]


def phrase(number: object) -> str:
    """Return one of the phrases, or raise Mistake."""
    if type(number) is not int or not 0 <= number < len(PHRASES):
        raise Mistake(f"a phrase has a number; allowed: 0 to {len(PHRASES) - 1}")
    return PHRASES[number]


def checked_text(given: object) -> str:
    """Return what somebody says in their own words, in one plain line, or raise Mistake."""
    text = unicodedata.normalize("NFC", given).strip() if isinstance(given, str) else ""
    if not 1 <= len(text) <= LONGEST or not JOINER.sub("", text).isprintable() or any(_heaps(text)):
        raise Mistake(f"a line has 1 to {LONGEST} characters that can be read")
    return text


def _heaps(text: str) -> Iterator[bool]:
    """Yield where marks are heaped on each other, which would run over other lines."""
    marks = [unicodedata.combining(letter) != 0 for letter in text]
    pairs = list(pairwise(marks))
    return (first == second == (True, True) for first, second in pairwise(pairs))


def told(lines: list[Line]) -> list[dict[str, Any]]:
    """Return lines as everybody at the table is told."""
    return [line.data() for line in lines]
