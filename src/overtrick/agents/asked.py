"""Our own commands, run as processes for whoever asks by a tool: the same sentences, the same JSON, and an end."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio

from overtrick.core.mistake import Mistake

BEAT_S = 2.0
"""Between two signs of life."""
GRACE_S = 10.0
"""For a command to end after Ctrl-C, before it is killed."""
LONGEST = 200_000  # characters of what a command printed that are told on
MISTAKE = 2  # the exit code of a command that could not begin

Beat = Callable[[float], Awaitable[None]]


@dataclass(frozen=True)
class Outcome:
    """What a command printed, whether it was content, and whether its time was up before it was done."""

    ok: bool
    text: str
    stopped: bool = False

    def data(self) -> dict[str, Any]:
        """Return it as plain values: JSON is read, anything else stays text."""
        try:
            found: dict[str, Any] = {"result": json.loads(self.text)}
        except ValueError:
            found = {"text": self.text if len(self.text) <= LONGEST else f"{self.text[:LONGEST]}\n(cut off)"}
        return {"ok": self.ok, **({"stopped": True} if self.stopped else {}), **found}


async def run(words: Sequence[str], folder: Path, seconds: float, beat: Beat) -> Outcome:
    """Run ``overtrick WORDS`` in a folder; when its time is up it is stopped as by Ctrl-C, and tells what it knows."""
    if any("\0" in word for word in words):
        raise Mistake("a text has a null character; allowed: any other")
    process = subprocess.Popen(
        (sys.executable, "-P", "-m", "overtrick", *words),
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,  # what it starts is ended with it
    )
    # A thread listens: a loop that is ended while a process of asyncio's starts does not wait for it.
    listener = ThreadPoolExecutor(1)
    talk = asyncio.get_running_loop().run_in_executor(listener, process.communicate)
    try:
        stopped = not await finished(talk, seconds, beat)
        if stopped:
            end(process, signal.SIGINT)
            if not await finished(talk, GRACE_S, beat):
                raise Mistake(
                    f"overtrick {words[0]} took more than {seconds:g} s; allowed: more seconds, or less to do"
                )
        printed, said = (stream.decode(errors="replace") for stream in await talk)
    finally:
        end(process, signal.SIGKILL)
        try:
            with anyio.CancelScope(shield=True):  # or whoever cancels us would not let us wait for its end
                await asyncio.wait([talk])
        finally:
            listener.shutdown()  # whoever ends the loop is not kept by that shield
    if process.returncode == MISTAKE or (stopped and not printed.strip()):
        raise Mistake(
            sentence_of(said) or f"overtrick {words[0]} was stopped after {seconds:g} s and tells nothing yet"
        )
    return Outcome(process.returncode == 0, printed.strip(), stopped)


async def finished(talk: "asyncio.Future[Any]", seconds: float, beat: Beat) -> bool:
    """Wait for something so long, with signs of life; return whether it is done."""
    clock = asyncio.get_running_loop()
    begun = clock.time()
    while (spent := clock.time() - begun) < seconds:
        done, _ = await asyncio.wait([talk], timeout=min(BEAT_S, seconds - spent))
        if done:
            return True
        await beat(clock.time() - begun)
    return False


def end(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    """Send a signal to a process and all that it has started."""
    if process.returncode is None or number == signal.SIGKILL:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, number)


def sentence_of(said: str) -> str:
    """Return the sentence in which a command told its mistake."""
    lines = [line for line in said.splitlines() if line.strip()]
    told = [line for line in lines if line.startswith(("overtrick: ", "Error: "))] or lines
    return told[-1].removeprefix("overtrick: ").removeprefix("Error: ") if told else ""
