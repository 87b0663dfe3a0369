"""Strangers' programs at the table: each in its own fence for one match, long-lived or started anew for every turn.

A game may have a protocol of plain integers as its part ``integers``, a module with

    question(view)       what the program reads
    read(view, output)   the legal action that it printed, or raise Fault
    text(action)         an action as these integers
    HINT                 what is to be printed, for somebody whose program prints something else
"""

import json
import marshal
import os
import signal
from enum import StrEnum
from typing import Any

from overtrick.bots import wire
from overtrick.bots.bot import Answer, Fault, Hello
from overtrick.bots.fence import pool
from overtrick.bots.fence.fence import OUT_OF_TIME, End, Fence, Limits, Program, Turn
from overtrick.bots.fence.turn import REPLIED
from overtrick.core.ending import Ending, PlatformFault
from overtrick.games import GAMES
from overtrick.games.face import face_of
from overtrick.games.view import View

BY_STATE = b', "by_state": true}'
"""What our own kit adds to an answer if its bot has no use for the names of legal actions."""


class Protocol(StrEnum):
    """How a program is spoken to."""

    LINES = "lines"  # long-lived: a line of JSON for each question, one for each answer
    ONCE = "once"  # started anew for every turn: one question as JSON, one answer
    INTEGERS = "integers"  # started anew for every turn: plain integers, in games that have them as a part


class Fenced:
    """A program behind its fence, for one match."""

    fence = ""

    def __init__(self, program: Program, protocol: Protocol, limits: Limits) -> None:
        self._program = program
        self._protocol = protocol
        self._limits = limits
        self._box: Fence | None = None
        self._deal = self._known = 0
        self._late = 0  # answers that came too late and may still arrive
        self._stderr = b""
        self._in_turn = False

    def open(self, hello: Hello) -> None:
        """Put the fence up, start a long-lived program and say hello."""
        self._hello = wire.hello_message(hello)
        self._words = wire.words_of(GAMES[hello.game])
        self._put = self._words.question
        self._integers = face_of(GAMES[hello.game]).part("integers")
        self._box = pool.take(self._program, self._limits)
        self._written = frame_of if self._box.is_warm else line_of
        self.fence = str(self._box.level)
        if self._protocol is Protocol.LINES:
            self._started(self._box.start())
            self._box.tell(self._written(self._hello))

    def ask(self, view: View) -> Answer:
        """Put a question to the program; return its answer, or raise Fault."""
        assert self._box is not None
        question = self._question(view)
        self._in_turn = True
        turn = self._box.ask(question) if self._protocol is Protocol.LINES else self._box.turn(question)
        self._in_turn = False
        if turn.stderr:
            self._stderr = (self._stderr + turn.stderr)[: self._limits.stderr_bytes]
        try:
            return Answer(self._read(view, turn), turn.cpu_s, turn.wall_s)
        except Fault as fault:
            fault.question = self._shown(question)
            fault.cpu_s, fault.wall_s = turn.cpu_s, turn.wall_s
            raise

    def close(self, scores: list[int]) -> None:
        """Say goodbye, unless a turn was broken off (Ctrl-C, a broken fence), and take the fence down."""
        if self._box is None:
            return
        try:
            if self._protocol is Protocol.LINES and not self._in_turn:
                self._box.tell(self._written(wire.goodbye_message(scores)))
                self._stderr += self._box.finish(self._limits.cpu_ms).stderr
            pool.give_back(self._box, whole=not self._in_turn)
        except PlatformFault:
            self._box.close()  # Every turn has been played: a fence that breaks at the goodbye takes no result away.
        finally:
            self._box = None

    def stderr(self) -> str:
        """Return what the program wrote to its error output, from the beginning up to the limit."""
        return self._stderr.decode("utf-8", "backslashreplace")

    def _started(self, turn: Turn) -> None:
        if turn.end is End.NOT_STARTED:
            what = f"{self._program.argv[0]} cannot be started: {os.strerror(turn.code)}"
            raise Fault(Ending.CRASH, what, dead=True)

    def _question(self, view: View) -> bytes:
        if self._protocol is Protocol.INTEGERS:
            asked: bytes = self._integers.question(view)
            return asked
        if self._protocol is Protocol.ONCE:
            return line_of({**self._hello, **self._words.question(view, 0)})
        if view.deal != self._deal:
            self._deal, self._known = view.deal, 0
        message = self._put(view, self._known)
        self._known = len(view.events)
        return self._written(message)

    def _shown(self, question: bytes) -> str:
        """Return a question as the protocol's documentation writes it."""
        return line_of(marshal.loads(question[4:])).decode() if self._written is frame_of else question.decode()

    def _read(self, view: View, turn: Turn) -> int:
        if turn.end is not REPLIED or turn.dropped:
            self._check_lines(turn)
        if self._protocol is Protocol.INTEGERS:
            action: int = self._integers.read(view, turn.stdout)
            return action
        if self._written is frame_of and BY_STATE in turn.stdout and self._words.trades is not None:
            self._put = self._words.short_question
        try:
            return self._words.read_line(view, turn.stdout.decode())
        except UnicodeDecodeError:
            raise Fault(Ending.GARBLED, "the answer is not UTF-8", reply=beginning(turn)) from None

    def _check_lines(self, turn: Turn) -> None:
        """Raise Fault if there is no answer, or more lines than one may have owed."""
        late, self._late = self._late, max(0, self._late - turn.dropped) + (turn.end in OUT_OF_TIME)
        if turn.end is not REPLIED:
            raise fault_of(turn, beginning(turn), long_lived=self._protocol is Protocol.LINES)
        if turn.dropped > late:
            more = turn.dropped - late
            lines = "line" if more == 1 else "lines"
            what = f"the program wrote {more} more {lines} than it was asked for"
            raise Fault(Ending.GARBLED, what, reply=beginning(turn))


def beginning(turn: Turn) -> str:
    """Return the beginning of an answer as a fault shows it."""
    return turn.stdout[:1000].decode("utf-8", "backslashreplace")


def frame_of(message: dict[str, Any]) -> bytes:
    """Return a message for our own kit: Python's marshal is several times as quick as JSON, at both ends."""
    text = marshal.dumps(message)
    return len(text).to_bytes(4, "little") + text


def line_of(message: dict[str, Any]) -> bytes:
    """Return a message as one line of JSON."""
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def fault_of(turn: Turn, reply: str, *, long_lived: bool) -> Fault:
    """Return the fault of a turn that brought no answer."""
    if turn.end in OUT_OF_TIME:
        return Fault(Ending.TIMEOUT, f"no answer after {time_used(turn)}", reply=reply)
    if turn.end is End.FLOOD:
        return Fault(Ending.GARBLED, "the answer is longer than allowed", reply=reply)
    if turn.end is End.SIGNAL:
        how = f"was ended by {signal_name(turn.code)}"
    elif turn.end is End.NOT_STARTED:
        how = f"cannot be started or has ended: {os.strerror(turn.code)}"
    else:
        how = f"ended with exit code {turn.code}"
    return Fault(Ending.CRASH, f"the program {how}", reply=reply, dead=long_lived)


def time_used(turn: Turn) -> str:
    """Return what a turn that ran out of time has used of it, by the clock that ran out."""
    if turn.end is End.WALL:
        return f"{turn.wall_s:.1f} s on the clock"
    waited = f" and {turn.idle_s * 1000:.0f} ms of waiting" if turn.end is End.IDLE else ""
    used_up = "; what a match has for waiting is used up" if waited and turn.code else ""
    return f"{turn.cpu_s * 1000:.0f} ms of CPU{waited}{used_up}"


def signal_name(number: int) -> str:
    """Return the name of a signal."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
