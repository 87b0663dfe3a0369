"""What the check says: what passed, and the first fault with all that is needed to mend it."""

import re
from collections.abc import Iterator
from typing import Any

from overtrick.bots.causes import cause
from overtrick.core.ending import Ending
from overtrick.games import find_game
from overtrick.games.face import face_of
from overtrick.games.options import option_text
from overtrick.match.check import Report
from overtrick.match.record import FaultNote

LONG = 2000  # longer questions are cut
HELLO = "a hello comes before the first question: it has no state and no legal actions, and wants no answer"


def fault_lines(report: Report, fault: FaultNote) -> Iterator[str]:
    """Yield an explanation of a fault: what happened, to which question, and with which reply."""
    yield f"{report.case}"
    yield f"FAULT ({fault.ending}) in deal {fault.deal}, before action {fault.action + 1}: {fault.sentence}"
    if hint := hint_for(report, fault):
        yield f"hint: {hint}"
    if fault.question:
        yield "the question was:"
        yield from (f"  {line}" for line in cut(fault.question).splitlines())
        yield f"the reply was: {cut(fault.reply)!r}"
        if in_integers(fault) and report.last and fault.ending in (Ending.GARBLED, Ending.ILLEGAL):
            legal = report.last.game.legal(report.last.row)
            yield f"expected one of: {', '.join(map(integers_of(report).text, legal))}"
    if report.stderr:
        yield "its error output:"
        yield from (f"  {line}" for line in cut(report.stderr).splitlines())


def fault_data(report: Report, fault: FaultNote) -> dict[str, Any]:
    """Return a fault as data, in the words of its explanation."""
    return {
        "case": report.case.number,
        "deal": fault.deal,
        "action": fault.action + 1,
        "ending": str(fault.ending),
        "sentence": fault.sentence,
        "hint": hint_for(report, fault),
        "question": cut(fault.question),
        "reply": cut(fault.reply),
        "stderr": cut(report.stderr),
    }


def cut(text: str) -> str:
    """Return a text of readable length."""
    return text if len(text) <= LONG else text[:LONG] + "…"


def in_integers(fault: FaultNote) -> bool:
    """Return whether the program was spoken to in plain integers."""
    return fault.question[:1].isdigit()


def integers_of(report: Report) -> Any:
    """Return the part of the game that speaks in plain integers."""
    return face_of(find_game(report.case.game)).part("integers")


def own_hint(report: Report, said: str) -> str:
    """Return what the game itself says of a fault in words, or nothing."""
    hint = face_of(find_game(report.case.game)).hint
    return "" if hint is None else hint(said, report.record.match.options)


def hint_for(report: Report, fault: FaultNote) -> str:
    """Return what is usually behind such a fault, or nothing."""
    if fault.ending is Ending.TIMEOUT:
        return timeout_hint(fault)
    if why := cause(f"{fault.sentence}\n{fault.reply}\n{report.stderr}"):
        return why
    if fault.ending in (Ending.CRASH, Ending.BUILD_FAILED):
        return crash_hint(report, fault)
    if fault.sentence.endswith("than it was asked for"):
        return "write one line for each question and nothing else; a hello and a goodbye want no answer"
    if fault.ending is Ending.GARBLED and in_integers(fault):
        return str(integers_of(report).HINT)
    if "does not follow the led suit" in fault.sentence:
        where = "" if in_integers(fault) else "; every legal action is in the question"
        return f"if you hold cards of the led suit you must play one of them{where}"
    if own := own_hint(report, fault.sentence):
        return own
    hint = ""
    if fault.ending is Ending.GARBLED and fault.reply and "is no action" not in fault.sentence:
        hint = "the reply must be one line of JSON and nothing else; print anything for yourself to the error output"
    return with_hello(hint, report, fault) if hint or " is no " in fault.sentence else ""


def with_hello(hint: str, report: Report, fault: FaultNote) -> str:
    """Return a hint, and one more if a program that reads lines may have taken the hello for a question."""
    in_lines = fault.question.startswith("{") and '"protocol":' not in fault.question
    by_kit = fault.reply.startswith(('{"action"', '{"error"'))
    if report.decisions > 1 or not in_lines or by_kit:
        return hint
    return f"{hint}; {HELLO}" if hint else HELLO


def timeout_hint(fault: FaultNote) -> str:
    """Return why no answer came in time."""
    if fault.reply and not fault.reply.endswith("\n"):
        return f"it printed {fault.reply[:40]!r} without a newline; end each answer with one and flush"
    used = re.search(r"(\d+) ms of CPU(?: and (\d+) ms of waiting)?", fault.sentence)
    if used and int(used[1]) > int(used[2] or 0):
        return (
            "it was busy all the time: look for an endless loop, or think less; if it has answered, the answer still "
            "lies in its buffer, so flush after each line (fflush(stdout), flush=True)"
        )
    if fault.reply or in_integers(fault):
        return ""
    return (
        "nothing came back: flush your output after each line (fflush(stdout), flush=True), and read one line "
        "at a time, not until the end of input; if it sleeps or waits for something else, that counts as thinking"
    )


def crash_hint(report: Report, fault: FaultNote) -> str:
    """Return why a bot may have ended, or raised an exception."""
    said = f"{fault.sentence}\n{report.stderr}"
    if own := own_hint(report, said):
        return own
    if missing := re.search(r"No module named '(\w+)", said):
        return f"to bring {missing[1]} along, name the folder of main.py: a single file goes behind the fence alone"
    if fault.sentence == "the program ended with exit code 0":
        return "it must stay, and read line after line until the goodbye"
    once = in_integers(fault) or '"protocol":' in fault.question
    if once and fault.reply.strip() and "ended with exit code" in fault.sentence:
        return "the answer came, but main must return 0"
    if report.stderr:  # which says where it stopped, but not at which line it was
        hello = with_hello("", report, fault)
        return f"if it stopped at the first line that it read: {hello}" if hello else ""
    look = "run it on the question below to see where it stops; compile C with -g"
    if usual := usual_options(report):
        look += f"; if your matches never have these options, overtrick check {usual} leaves such cases out"
    return with_hello(look if fault.question else "", report, fault)


def usual_options(report: Report) -> str:
    """Return the words for what a case has otherwise than usual, as it usually is."""
    default = {option.name: option_text(option.default) for option in find_game(report.case.game).OPTIONS}
    return " ".join(f"--option {name}={default[name]}" for name in report.case.options if name in default)
