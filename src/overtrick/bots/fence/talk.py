"""Talking to a program that lives through a match: a line in answer to each question, directly through its pipes.

It runs only while it is asked and stands otherwise, with all its processes. A short turn is between the two of us; the
agent watches the turns that last.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from os import read, write
from pathlib import Path
from select import POLLIN, POLLOUT, poll
from signal import SIGCONT, SIGSTOP, pidfd_send_signal
from struct import Struct
from time import clock_gettime_ns, monotonic_ns

from overtrick.bots.fence.agent import ENOUGH_KIND, FOLLOW_KIND, START_KIND, TIDY_KIND, Agent, Reply, Time
from overtrick.bots.fence.limits import Limits
from overtrick.bots.fence.turn import ENDS, NO_PROGRAM, OUT_OF_TIME, REPLIED, End, Turn

TICK_MS = 20
"""A turn that lasts longer is watched."""
MOST_UNSENT = 8_000_000
"""A program that leaves so much unread will not read it."""
TIDY_AFTER = 64
"""Turns after which orphans that have ended are collected: they count as processes."""
BEGUN = Struct("=QQ")
WHOLE_GROUP = 4  # PIDFD_SIGNAL_PROCESS_GROUP, since Linux 6.9
ALL_AT_ONCE = 65536
MOMENT = Time(wall_us=8_000_000)
STOP, CONTINUE = int(SIGSTOP), int(SIGCONT)


class Talk:
    """A long-lived program, and our ends of its pipes."""

    def __init__(self, agent: Agent, limits: Limits) -> None:
        self._agent, self._limits = agent, limits
        stdin, self._in = os.pipe2(os.O_CLOEXEC)
        self._out, stdout = os.pipe2(os.O_CLOEXEC)
        self._err, stderr = os.pipe2(os.O_CLOEXEC)
        self._open = {self._in, self._out, self._err}
        self._ears = poll()
        self._ears.register(self._out, POLLIN)
        self._ears.register(self._err, POLLIN)
        for handle in self._open:
            os.set_blocking(handle, False)
        self._answer_came = [(self._out, POLLIN)]
        self._unsent = self._heard = self._errors = b""
        self._owed = 0  # answers to questions of the past, which may still come
        self._turns = 0
        self._over: Turn | None = None  # what is said instead of asking, once it has ended
        try:
            self.started = self._start((stdin, stdout, stderr))
        except BaseException:
            self.close()
            raise
        finally:
            for handle in (stdin, stdout, stderr):
                os.close(handle)

    def _start(self, streams: tuple[int, int, int]) -> Turn:
        self._agent.hand(streams)
        reply = self._agent.exchange(START_KIND, b"", MOMENT)
        turn = Turn(ENDS[reply.end], b"", b"", reply.code, 0.0, reply.wall_us / 1e6)
        if turn.end is REPLIED:
            self._hold(self._agent.take())
        else:
            self._over = NO_PROGRAM
        return turn

    def _hold(self, pidfd: int) -> None:
        self._open.add(pidfd)
        self._pidfd, self._pid = pidfd, _number(pidfd)
        self._signals_by_pidfd = _reaches_groups(pidfd)
        self._clock = (~self._pid << 3) | 2  # as clock_getcpuclockid computes it
        self._cpu_us = self._clock_us()

    def close(self) -> None:
        """Close our ends; the agent ends the program."""
        for handle in list(self._open):
            self._close(handle)

    def ask(self, question: bytes, time: Time) -> Turn:
        """Let the program run until it has answered with one line; every question of a match comes by here."""
        if self._over:
            over, self._over = self._over, NO_PROGRAM
            return over
        dropped = self._drop_early_lines() if self._heard or self._ears.poll(0) else 0
        if len(self._unsent) > MOST_UNSENT:
            return Turn(End.WALL, b"", b"", 0, 0.0, 0.0)
        began_us = monotonic_ns() // 1000
        self._feed(question)  # while it still stands: it then wakes once, and finds its question
        self._signal(CONTINUE)
        if self._ears.poll(TICK_MS) == self._answer_came and not self._heard and not self._owed:
            answer = read(self._out, min(self._limits.reply_bytes, 16384))
            if answer.find(b"\n") == len(answer) - 1:
                self._signal(STOP)
                return self._timed(REPLIED, answer, began_us, time, dropped)
            self._heard = answer
        return self._ask_on(began_us, time, dropped)

    def finish(self, words: bytes, time: Time) -> Turn:
        """Give the program its last words and the end of input, and wait for its end."""
        if self._over:
            return self._over
        self._drop_early_lines()
        began_us = monotonic_ns() // 1000
        self._feed(words)
        self._signal(CONTINUE)
        reply = self._listen(began_us, time, self._has_flooded, last=True)
        assert reply is not None, "the last turn is watched"
        self._over = NO_PROGRAM
        ended_well = ENDS[reply.end] is End.EXIT and reply.code == 0
        end = End.FLOOD if self._has_flooded() else REPLIED if ended_well else ENDS[reply.end]
        return _turn(end, reply, self._heard, self._take_errors())

    # Turns that are not as short and simple as most

    def _ask_on(self, began_us: int, time: Time, dropped: int) -> Turn:
        """Listen until there is an answer, or there can be none."""
        answer = b""

        def is_answered() -> bool:
            nonlocal answer, dropped
            while self._owed and self._cut_line():
                self._owed -= 1
                dropped += 1
            answer = b"" if self._owed else self._cut_line()
            return bool(answer) or self._has_flooded()

        reply = self._listen(began_us, time, is_answered)
        end = REPLIED if answer else End.FLOOD if reply is None or ENDS[reply.end] is REPLIED else ENDS[reply.end]
        if reply is None:
            turn = self._timed(end, answer or self._heard, began_us, time, dropped)
        else:
            self._cpu_us = self._clock_us()
            end = End.CPU if end is REPLIED and reply.cpu_us > time.cpu_us else end
            turn = _turn(end, reply, answer or self._heard, self._take_errors(), dropped)
            if ENDS[reply.end] in (End.EXIT, End.SIGNAL, End.NOT_STARTED):
                self._over = _turn(ENDS[reply.end], reply, b"", b"") if answer else NO_PROGRAM
        if not answer and (end in OUT_OF_TIME or end is End.FLOOD):
            self._owed += 1
        if end is End.FLOOD:
            self._heard = b""  # of an endless line only the end is awaited; half a line stays, its other half may come
        return turn

    def _listen(self, began_us: int, time: Time, is_enough: Callable[[], bool], *, last: bool = False) -> Reply | None:
        """Listen until it is enough or the agent says that the turn is over; return its words if it had to watch.

        It must, to the end of the last turn: only the agent can tell how a program has ended.
        """
        watched = False
        replies = self._agent.replies
        if self._unsent:
            self._ears.register(self._in, POLLOUT)
        try:
            while True:
                if last and not self._unsent:
                    self._close(self._in)
                if (watched or not last) and is_enough():
                    self._signal(STOP)
                    if watched:
                        self._agent.send(ENOUGH_KIND, b"", time)
                    return self._agent.receive() if watched else None
                past = monotonic_ns() // 1000 - began_us > TICK_MS * 1000
                if not watched and (past or self._out not in self._open or (last and is_enough())):
                    watched = True
                    self._agent.send(FOLLOW_KIND, BEGUN.pack(began_us, self._cpu_us), time)
                    self._ears.register(replies, POLLIN)
                for handle, _ in self._ears.poll(None if watched else TICK_MS):
                    if handle == replies:
                        reply = self._agent.receive()
                        self._hear_all()
                        is_enough()
                        return reply
                    self._attend(handle)
        finally:
            for handle in (replies, self._in):
                with suppress(KeyError):
                    self._ears.unregister(handle)

    def _timed(self, end: End, answer: bytes, began_us: int, time: Time, dropped: int) -> Turn:
        """Return a turn by the program's own clock, which it has stopped."""
        before_us, self._cpu_us = self._cpu_us, self._clock_us()
        cpu_us, wall_us = self._cpu_us - before_us, monotonic_ns() // 1000 - began_us
        self._turns += 1
        if self._turns % TIDY_AFTER == 0:
            self._agent.exchange(TIDY_KIND, b"", MOMENT)
        if end is REPLIED and cpu_us > time.cpu_us:
            end = End.CPU
        errors = self._take_errors() if self._errors else b""
        return Turn(end, answer, errors, 0, cpu_us / 1e6, wall_us / 1e6, dropped)

    # Bytes

    def _attend(self, handle: int) -> None:
        if handle == self._in:
            self._feed(b"")
            if not self._unsent:
                self._ears.unregister(self._in)
        elif handle == self._out:
            self._hear()
        else:
            self._hear_errors()

    def _feed(self, question: bytes) -> None:
        """Write what the pipe has room for; a program that closed its input does without."""
        unsent = self._unsent + question if self._unsent else question
        try:
            sent = write(self._in, unsent)
        except BlockingIOError:
            sent = 0
        except OSError:
            sent = len(unsent)
        self._unsent = unsent[sent:]

    def _hear(self) -> bool:
        """Read what there is of an answer; return whether there may be more of it."""
        room = self._limits.reply_bytes + 1 - len(self._heard)
        try:
            text = read(self._out, room) if room > 0 else b""
        except BlockingIOError:
            return False
        self._heard += text
        if not text and room > 0:
            self._close(self._out)
        return bool(text)

    def _hear_errors(self) -> bool:
        """Keep the first bytes for the author; the rest is thrown away, so that the program need not wait."""
        try:
            text = read(self._err, ALL_AT_ONCE)
        except BlockingIOError:
            return False
        self._errors += text[: self._limits.stderr_bytes - len(self._errors)]
        if not text:
            self._close(self._err)
        return bool(text)

    def _hear_all(self) -> None:
        """Read what is still in the pipes of a program that stands or has ended."""
        while self._out in self._open and self._hear():
            pass
        while self._err in self._open and self._hear_errors():
            pass

    def _drop_early_lines(self) -> int:
        """Drop lines that were complete before the question, which they cannot answer; some may be owed."""
        dropped = 0
        more = True
        while more:
            more = self._out in self._open and self._hear()
            lines = self._heard.count(b"\n")
            dropped += lines
            self._owed = max(0, self._owed - lines)
            self._heard = self._heard[self._heard.rfind(b"\n") + 1 :]
            if self._has_flooded():
                self._heard = b""  # the middle of an endless line; its end will be dropped too
        return dropped

    def _cut_line(self) -> bytes:
        """Take the first line from what was heard, if there is a whole one."""
        end = self._heard.find(b"\n") + 1
        line, self._heard = self._heard[:end], self._heard[end:]
        return line

    def _has_flooded(self) -> bool:
        return len(self._heard) > self._limits.reply_bytes

    def _take_errors(self) -> bytes:
        errors, self._errors = self._errors, b""
        return errors

    def _close(self, handle: int) -> None:
        if handle in self._open:
            self._open.remove(handle)
            with suppress(KeyError):
                self._ears.unregister(handle)
            os.close(handle)

    # The process

    def _signal(self, number: int) -> None:
        """Stop or continue the program with all its children: the filter lets nobody leave the process group."""
        try:
            if self._signals_by_pidfd:
                pidfd_send_signal(self._pidfd, number, None, WHOLE_GROUP)
            else:  # the number is its own until the agent has collected it
                os.killpg(self._pid, number)
        except ProcessLookupError:  # it has ended; without contextlib, which costs as much as the signal
            pass

    def _clock_us(self) -> int:
        try:
            return clock_gettime_ns(self._clock) // 1000
        except OSError:  # it has ended
            return self._cpu_us


def _turn(end: End, reply: Reply, stdout: bytes, stderr: bytes, dropped: int = 0) -> Turn:
    times = (reply.cpu_us / 1e6, reply.wall_us / 1e6)
    return Turn(end, stdout, stderr, reply.code, *times, dropped, reply.idle_us / 1e6)


def _number(pidfd: int) -> int:
    """Return the number by which we know a process that others know by another one."""
    words = Path(f"/proc/self/fdinfo/{pidfd}").read_text().split()
    return int(words[words.index("Pid:") + 1])


def _reaches_groups(pidfd: int) -> bool:
    try:
        pidfd_send_signal(pidfd, 0, None, WHOLE_GROUP)
    except OSError:
        return False
    return True
