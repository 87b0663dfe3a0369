"""A person at the table, line by line: works in any terminal, over a pipe and with a screen reader."""

from collections.abc import Callable

from overtrick.bots.inside import BuiltIn
from overtrick.games.contract import Event, refusal
from overtrick.games.view import View
from overtrick.mistake import Mistake
from overtrick.terminal.transcript import hand_text

NOT_SHOWN = ("hands", "to_move", "phase", "still_in", "trump_named", "tricks_played")
MANY = 40  # more legal actions than this are not listed


def person(ask: Callable[[str], str], tell: Callable[[str], None]) -> BuiltIn:
    """Return a bot that shows a person the table and asks until the answer is legal."""
    shown: list[Event] = []

    def choose(view: View) -> int:
        tell("")
        for line in table_lines(view, shown):
            tell(line)
        shown[:] = view.events
        while True:
            answer = " ".join(ask("your move").split())
            try:
                return read_answer(view, answer)
            except Mistake as mistake:
                tell(f"  {mistake}")

    return BuiltIn(lambda _: choose)


def read_answer(view: View, answer: str) -> int:
    """Return the legal action that a person typed, in either case, or raise Mistake with the reason."""
    known = {spelling: spelling for spelling in (answer, answer.upper(), answer.lower())}
    for spelling in known:
        try:
            action = view.game.parse(view.row, spelling)
        except Mistake:
            continue
        if reason := refusal(view.game, view.row, action):
            raise Mistake(reason)
        return action
    return view.game.parse(view.row, answer)


def table_lines(view: View, shown: list[Event]) -> list[str]:
    """Return what a person wants to see before a decision: what happened since, the table, the hand."""
    state = view.state
    fresh = view.events[len(shown) :] if view.events[: len(shown)] == shown else view.events
    happened = ", ".join(f"seat {event[0]} {view.game.name(view.row, event[1])}" for event in fresh)
    facts = {
        name.replace("_", " "): value
        for name, value in state.items()
        if name not in NOT_SHOWN and value not in (None, [])
    }
    lines = [f"since then  {happened}"] if happened else []
    lines += [f"{name:<11} {fact_text(value)}" for name, value in facts.items()]
    lines.append(f"your seat   {view.seat}")
    lines.append(f"your hand   {hand_text(state['hands'][view.seat])}")
    legal = view.legal
    lines.append(f"you may     {', '.join(legal) if len(legal) <= MANY else examples(view)}")
    return lines


def examples(view: View) -> str:
    """Return the kinds of actions where there are too many to list."""
    kinds = dict.fromkeys(" ".join(name.split()[:2]) for name in view.legal)
    return ", ".join(f"{kind} …" if kind not in view.legal else kind for kind in kinds)


def fact_text(value: object) -> str:
    """Return one fact of the table on one line."""
    if isinstance(value, dict):
        return "  ".join(f"{name} {fact_text(part)}" for name, part in value.items())
    if isinstance(value, list):
        return "  ".join(fact_text(part) for part in value)
    return "-" if value is None else str(value)
