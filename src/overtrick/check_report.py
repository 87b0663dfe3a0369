"""What the check says: what passed, and the first fault with all that is needed to mend it."""

import shlex
from collections.abc import Iterator, Sequence

from overtrick.check import Report
from overtrick.ending import Ending
from overtrick.record import FaultNote

LONG = 2000  # longer questions are cut


def fault_lines(report: Report, fault: FaultNote, words: Sequence[str]) -> Iterator[str]:
    """Yield an explanation of a fault: what happened, to which question, with which reply, and how to see it again.

    The words are those that the check was called with.
    """
    yield f"{report.case}"
    yield f"FAULT ({fault.ending}) in deal {fault.deal}, before action {fault.action + 1}: {fault.sentence}"
    if hint := hint_for(fault, report.stderr):
        yield f"hint: {hint}"
    if fault.question:
        yield "the question was:"
        yield from (f"  {line}" for line in cut(fault.question).splitlines())
        yield f"the reply was: {cut(fault.reply)!r}"
    if report.stderr:
        yield "its error output:"
        yield from (f"  {line}" for line in cut(report.stderr).splitlines())
    yield f"see it again: overtrick check {shlex.join(words)} --case {report.case.number}"


def cut(text: str) -> str:
    """Return a text of readable length."""
    return text if len(text) <= LONG else text[:LONG] + "…"


def hint_for(fault: FaultNote, stderr: str) -> str:
    """Return what is usually behind such a fault, or nothing."""
    reply = fault.reply
    integers = fault.question[:1].isdigit()
    if fault.ending is Ending.TIMEOUT and reply and not reply.endswith("\n"):
        return f"it printed {reply[:40]!r} without a newline; end each answer with one and flush"
    if fault.ending is Ending.TIMEOUT and fault.sentence.endswith("of CPU"):
        return "it was busy all the time: look for an endless loop, or think less"
    if fault.ending is Ending.TIMEOUT and not integers and not reply:
        return (
            "nothing came back: flush your output after each line (fflush(stdout), flush=True), and read one line "
            "at a time, not until the end of input"
        )
    if fault.sentence.endswith("than it was asked for"):
        return "write one line for each question and nothing else; a hello and a goodbye want no answer"
    if fault.sentence == "the program ended with exit code 0":
        return "it must stay, and read line after line until the goodbye"
    if fault.ending is Ending.GARBLED and reply and not integers and "is no action" not in fault.sentence:
        return "the reply must be one line of JSON and nothing else; print anything for yourself to the error output"
    if fault.ending is Ending.GARBLED and integers:
        return "print exactly two integers, suit (0 to 3) and value, and nothing else"
    if "does not follow the led suit" in fault.sentence:
        return "if you hold cards of the led suit you must play one of them; every legal action is in the question"
    if fault.ending is Ending.CRASH and fault.question and not stderr:
        return "run it on the question below to see where it stops; compile C with -g"
    return ""
