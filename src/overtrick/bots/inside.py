"""Bots in our own process: the ones we ship, and Python files that the user trusts."""

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from overtrick.bots import kit, wire
from overtrick.bots.bot import Answer, Fault, Hello
from overtrick.core.ending import Ending
from overtrick.games import GAMES
from overtrick.games.view import View

Chooser = Callable[[View], int]
Maker = Callable[[Hello], Chooser]


class BuiltIn:
    """A player that we ship: a function from view to action."""

    fence = "built-in"

    def __init__(self, make: Maker) -> None:
        self._make = make

    def open(self, hello: Hello) -> None:
        """Sit down."""
        self._choose = self._make(hello)

    def ask(self, view: View) -> Answer:
        """Return an answer."""
        cpu, wall = time.thread_time(), time.perf_counter()
        action = self._choose(view)
        return Answer(action, time.thread_time() - cpu, time.perf_counter() - wall)

    def close(self, scores: list[int]) -> None:
        """Leave the table."""

    def stderr(self) -> str:
        """Return nothing: a built-in says nothing."""
        return ""


@contextmanager
def neighbours(folder: Path) -> Iterator[None]:
    """Let a file import the files beside it, and forget them afterwards: two bots may have files of one name."""
    before = set(sys.modules)
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - before:
            if Path(getattr(sys.modules[name], "__file__", None) or "/").is_relative_to(folder):
                del sys.modules[name]


class Trusted:
    """A Python file run right here: quick, but it can do all that we can."""

    fence = "trusted"

    def __init__(self, path: Path) -> None:
        self._path = path
        self.path = str(path.resolve())  # of what it runs
        self._known = self._deal = 0

    def open(self, hello: Hello) -> None:
        """Run the file, or raise Fault if that fails."""
        try:
            with neighbours(self._path.parent.resolve()):
                self._bot = kit.load(self.path)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # also SystemExit: a bot must not end the program
            raise Fault(Ending.BUILD_FAILED, f"{self._path} cannot be loaded: {_told(error)}", dead=True) from error
        self._bot.begin(wire.hello_message(hello))
        self.get_action = self._bot.get_action
        self._words = wire.words_of(GAMES[hello.game])
        self.by_state = self._words.trades is not None and self._bot.by_state
        self._question = self._words.short_question if self.by_state else self._words.question

    def ask(self, view: View) -> Answer:
        """Return an answer, or raise Fault."""
        if view.deal != self._deal:
            self._deal, self._known = view.deal, 0
        known, self._known = self._known, len(view.events)
        began = time.perf_counter()
        question = self._question(view, known)
        try:
            answer = self._bot.answer(question)
        except BaseException as error:
            raise crash(error, self.path) from error
        action = read_answer(self._words, view, answer)
        spent = time.perf_counter() - began  # for the CPU too: to read its clock takes longer than many a bot
        return Answer(action, spent, spent)

    def close(self, scores: list[int]) -> None:
        """Leave the table."""

    def stderr(self) -> str:
        """Return nothing: what the file prints is on our own error output."""
        return ""


def crash(error: BaseException, path: str = "") -> Fault:
    """Return the fault of a bot that raised something, even SystemExit: a bot must not end the program, only we may."""
    if isinstance(error, KeyboardInterrupt):
        raise error
    return Fault(Ending.CRASH, f"the bot raised {_told(error)}{kit.line_of(error, path)}")


def read_answer(words: wire.Words, view: View, answer: object) -> int:
    """Return the action of an answer, or raise Fault, which then has the answer as text."""
    try:
        return words.to_action(view, answer, "")
    except Fault as fault:
        fault.reply = written(answer)
        raise
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # odd objects run code of their own, even when they are only shown
        raise Fault(Ending.GARBLED, f"the answer cannot be read: {_told(error)}", reply=written(answer)) from error


def written(answer: object) -> str:
    """Return an answer as JSON, in which what is no plain data is shown by its repr."""
    try:
        return json.dumps(kit.plain(answer))
    except RecursionError:
        return json.dumps(kit.shown(answer))


def _told(error: BaseException) -> str:
    try:
        return f"{type(error).__name__}: {wire.one_line(str(error))}"[:500].removesuffix(": ")
    except KeyboardInterrupt:
        raise
    except BaseException:  # an exception of the bot's own making
        return type(error).__name__
