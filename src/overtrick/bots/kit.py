"""The kit: runs a Python bot, alone in its fence. This file needs nothing but Python.

A bot is a file with ``choose(view)``, which returns the name of an action, or with
``get_action(state)``, which gets and returns dictionaries. The kit speaks JSON
lines with the referee: a hello, one line for each question, one for each answer, a
goodbye. What the bot prints goes to its error output, so that it cannot disturb that.

usage: python kit.py BOT.py              for one match
       python kit.py BOT.py SOCKET       for many: a fresh process is forked for each, which gets its standard
                                         streams from the socket, and reads Python's own marshal instead of JSON
"""

import atexit
import gc
import json
import marshal
import math
import os
import sys
import traceback
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from types import CodeType
from typing import Any

AFTER_FORKS: list[dict[str, Any]] = []
"""What the next two modules want to have done in a forked process. After our own forks that is nothing: no thread ran
and no luck was used, but it would touch, and so copy, a third of all memory that a bot touches. A bot may fork too."""
if __name__ == "__main__" and len(sys.argv) > 2:
    register, os.register_at_fork = os.register_at_fork, lambda **calls: AFTER_FORKS.append(calls)
import random  # noqa: E402
import threading  # noqa: E402

if AFTER_FORKS:
    os.register_at_fork = register

AT_ONCE = 1 << 16
"""Bytes of a question that are read at once: room for twice as much would be fetched from the kernel every time."""
MOULD = "/mould"
"""Our library beside this file in a box that is used for many matches: mould.c."""


class View:
    """All that a seat may know.

    game, seats, options   what is played
    seat                   where you sit
    state                  the position, in words and numbers
    legal                  the names of your legal actions
    history                what has happened in this deal, oldest first: [seat, action, ...]
    rng                    your own random numbers: the same match gives you the same ones
    """

    def __init__(self, hello: Any, question: Any, history: list[Any], rng: random.Random) -> None:
        self.game = hello["game"]
        self.seats = hello["seats"]
        self.options = hello["options"]
        self.seat = hello["seat"]
        self.state = question["state"]
        self.history = history
        self.rng = rng
        self._legal: list[Any] = question["legal"]

    @property
    def legal(self) -> list[str]:
        """The names of the legal actions; a run such as ["bid spades", 1, 9] is spelled out on first use."""
        if any(type(entry) is not str for entry in self._legal):
            self._legal = [name for entry in self._legal for name in spelled_out(entry)]
        return self._legal


def spelled_out(entry: Any) -> list[str]:
    """Return the names that an entry of the legal actions stands for."""
    if type(entry) is str:
        return [entry]
    words, low, high = entry
    return [f"{words} {number}" for number in range(low, high + 1)]


class Bot:
    """A loaded bot: it is told and asked what the referee sends."""

    def __init__(self, functions: dict[str, Any]) -> None:
        self.choose: Any = functions.get("choose")
        self.get_action: Any = functions.get("get_action")
        if not callable(self.choose) and not callable(self.get_action):
            raise LookupError("there is no function choose(view) or get_action(state) in this file")
        self.by_state = not callable(self.choose)

    def begin(self, hello: Any) -> None:
        """Take in what is played, and by whom."""
        self.hello = hello
        self.deal = 0
        self.history: list[Any] = []
        self.trades: list[Any] = []
        self.rng = random.Random(hello["seed"])
        random.seed(hello["seed"])

    def answer(self, question: Any) -> Any:
        """Return the answer to a question, which is the bot's from now on."""
        if question["deal"] != self.deal:
            self.deal, self.history, self.trades = question["deal"], [], []
        if "events" in question:
            self.history += question["events"]
        state = question["state"]
        if "trades" in question:
            self.trades += question["trades"]
            state["trades"] = self.trades.copy()
            if self.by_state:  # the bots of such a game get all of the state, and nothing else
                return self.get_action(state)
        if not self.by_state:
            return self.choose(View(self.hello, question, self.history, self.rng))
        table = {"seat": self.hello["seat"], "seats": self.hello["seats"], "options": self.hello["options"]}
        return self.get_action({**state, **table, "legal": question["legal"], "history": self.history})


def compiled(path: str) -> CodeType:
    """Return a bot's file, compiled but not run."""
    with open(path, encoding="utf-8") as file:
        return compile(file.read(), path, "exec")


def load(path: str, code: CodeType | None = None) -> Bot:
    """Run a bot's file, which may be compiled already, and return the bot."""
    functions: dict[str, Any] = {"__name__": "bot", "__file__": path}
    exec(code or compiled(path), functions)
    return Bot(functions)


def told(error: BaseException, path: str) -> str:
    """Return an exception in words, with the line of the bot's own files in which it came up."""
    try:
        return f"{type(error).__name__}: {error}"[:500].removesuffix(": ") + line_of(error, path)
    except BaseException:  # it is of the bot's own making and has no words
        return type(error).__name__


def line_of(error: BaseException, path: str) -> str:
    """Return the last line on the way to an exception in a bot's file, or in one beside it; or nothing."""
    found, step = "", error.__traceback__
    while path and step is not None:
        file = step.tb_frame.f_code.co_filename
        if os.path.dirname(file) == os.path.dirname(path):
            where = "" if file == path else f"{os.path.basename(file)}, "
            found = f" ({where}line {step.tb_lineno})"
        step = step.tb_next
    return found


written = json.JSONEncoder(allow_nan=False).encode  # made once: that takes as long as to write most answers
quoted = lru_cache(1000)(written)  # for words, of which a bot has few


def reply_of(answer: Any, **more: bool) -> str:
    """Return the reply with an answer; the referee refuses what is in it that JSON cannot say, such as NaN."""
    if type(answer) is str and not more:  # as JSON says it, without a dictionary: most answers are names
        return f'{{"action": {written(answer)}}}'
    try:
        if type(answer) is dict and not more and (items := flat(answer)):
            return f'{{"action": {{{items}}}}}'
        return written({"action": answer, **more})
    except (TypeError, ValueError):
        if type(answer) is not dict:
            raise
        return written({"action": plain(answer), **more})


def flat(answer: dict[Any, Any]) -> str:
    """Return the items of a dictionary of words and integers as JSON says them, but sooner; nothing for others."""
    items = []
    for key, value in answer.items():
        if type(key) is not str or type(value) not in (str, int):
            return ""
        items.append(f"{quoted(key)}: {quoted(value) if type(value) is str else value}")
    return ", ".join(items)


def plain(value: object) -> object:
    """Return a value as JSON can say it; subclasses are no plain data, nor are numbers that no JSON reader takes."""
    if type(value) is dict:
        return {key if type(key) is str else shown(key): plain(item) for key, item in value.items()}
    if type(value) is list:
        return [plain(item) for item in value]
    if type(value) is int:
        return value if value.bit_length() <= 1000 else f"an integer of {value.bit_length()} bits"
    if value is None or type(value) in (str, bool) or (type(value) is float and math.isfinite(value)):
        return value
    return shown(value)


def shown(value: object) -> str:
    """Return a value as Python prints it."""
    try:
        return repr(value)[:500]
    except KeyboardInterrupt:
        raise
    except BaseException:  # the bot's own code, or nested too deeply
        return f"an object of type {type(value).__name__}"


def prepare(path: str) -> None:
    """Let what a bot prints be seen at once, and the files beside it be imported."""
    sys.stdout.reconfigure(write_through=True)  # type: ignore[union-attr]
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))


def converse(path: str, messages: Iterable[Any], code: CodeType | None = None, *, tell_use: bool = False) -> None:
    """Answer questions until the goodbye; tell a referee that knows this kit which parts of them are of no use."""
    replies = os.dup(1)
    os.dup2(2, 1)
    bot: Bot | None = None
    failure = "no hello"
    for message in messages:
        if message["type"] == "goodbye":
            return
        try:
            if message["type"] == "hello":
                random.seed(message["seed"])  # for what it draws while it is loaded
                bot = load(path, code)
                bot.begin(message)
                continue
            if bot is None:
                reply = written({"error": failure, "loaded": False})
            elif tell_use and bot.by_state and "trades" in message and "legal" in message:
                reply = reply_of(bot.answer(message), by_state=True)  # it need not be told what is legal
            else:
                reply = reply_of(bot.answer(message))
        except BaseException as error:  # also SystemExit: a bot must not leave the table by accident
            traceback.print_exc()
            failure = told(error, path)
            reply = written({"error": failure})
            if message["type"] == "hello":
                bot = None
                continue
        line = reply.encode() + b"\n"
        while line:
            line = line[os.write(replies, line) :]


def frames() -> Iterator[Any]:
    """Yield what comes through the standard input as frames: four bytes that tell the length, then the message."""
    waiting = b""
    while received := os.read(0, AT_ONCE):
        waiting = waiting + received if waiting else received
        while len(waiting) >= 4 and len(waiting) >= (end := 4 + int.from_bytes(waiting[:4], "little")):
            message, waiting = marshal.loads(waiting[4:end]), waiting[end:]
            yield message


def compiles(path: str) -> bool:
    """Return whether a bot's file can be compiled, tried by another process: there are texts that end it."""
    child = os.fork()
    if child == 0:
        with suppress(BaseException):
            compiled(path)
            os._exit(0)
        os._exit(1)
    return os.waitpid(child, 0)[1] == 0


def cast(path: str, descriptor: int) -> None:
    """Let a process be forked for each match that the agent asks for; it knows nothing of any other."""
    import ctypes  # which a bot that is started for one match only need not wait for

    code = compiled(path) if compiles(path) else None  # then each match tells what is wrong with it
    wait_for_match = ctypes.PyDLL(MOULD).cast
    prepare(path)
    gc.collect()
    gc.freeze()  # or the collector would touch, and so copy, every page of a fresh process
    if wait_for_match(descriptor) == 0:
        for calls in AFTER_FORKS:
            os.register_at_fork(**calls)
        try:
            converse(path, frames(), code, tell_use=True)
        finally:
            leave()


def leave() -> None:
    """End as a program ends, with all that the bot has left for its end, but without taking the interpreter down."""
    try:
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(0)


if __name__ == "__main__":
    if len(sys.argv) > 2:
        cast(sys.argv[1], int(sys.argv.pop()))
    else:
        prepare(sys.argv[1])
        converse(sys.argv[1], map(json.loads, sys.stdin))
