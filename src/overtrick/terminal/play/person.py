"""A person at the table, line by line: works in any terminal, over a pipe and with a screen reader."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from overtrick.core.mistake import Mistake
from overtrick.games.view import View
from overtrick.games.wizard import rulebook as wizard
from overtrick.games.wizard.scene import who_has_bid
from overtrick.terminal.play.hints import COMPILING, hint, hint_lines
from overtrick.terminal.play.table import Table
from overtrick.terminal.tables.score_pad import pad_lines
from overtrick.terminal.transcript import hand_text

NOT_SHOWN = ("hands", "to_move", "phase", "still_in", "trump_named", "tricks_played")
BY_SEAT = ("bids", "tricks", "totals", "money", "held")
MANY = 40  # more legal actions than this are not listed
HELP = (
    "hint       what a strong player would do, and why",
    "back       take your latest action back",
    "redo       do it again",
    "save FILE  write the game to a file; FILE may be left out",
    "pad        all rounds so far",
    "table      the table once more",
    "quit       leave; anything else is your action",
)


def play_in_lines(table: Table, ask: Callable[[str], str], tell: Callable[[str], None]) -> bool:
    """Play a whole match line by line; return whether it was played to its end."""
    for _, sentence in table.story.lines[-1:]:
        tell(sentence)
    while not table.sitting.over:
        if table.sitting.bot_is_due:
            told = table.did(*table.ask())
        elif (asked := decide(table, ask, tell)) is None:
            return False
        else:
            told = asked
        for line in told:
            tell(line)
    return True


def decide(table: Table, ask: Callable[[str], str], tell: Callable[[str], None]) -> list[str] | None:
    """Show a person the table and ask until something was done; None if the person leaves."""
    tell("")
    for line in table_lines(table.sitting.view(table.seat), table.names):
        tell(line)
    while True:
        answer = " ".join(ask("your move").split())
        word, _, rest = answer.partition(" ")
        try:
            if word.lower() in ("quit", "q"):
                return None
            if word.lower() in ("back", "redo"):
                return turn_time(table, word.lower())
            if word.lower() in ANSWERS:
                for line in ANSWERS[word.lower()](table, rest):
                    tell(line)
                continue
            return table.act(read_answer(table.sitting.view(table.seat), answer))
        except Mistake as mistake:
            tell(f"  {mistake}")


def turn_time(table: Table, word: str) -> list[str]:
    """Take back or do again, and return what is to be told."""
    if word == "back":
        lines = table.story.lines
        table.take_back()
        undone = [line for _, line in lines[len(table.story.lines) :]]
        return [f"Taken back: {undone[0]}" if undone else "Taken back."]
    before = len(table.story.lines)
    table.redo()
    return [line for _, line in table.story.lines[before:]]


def asked_lines(table: Table) -> Iterator[str]:
    """Ask the strong player, and tell if that has to wait."""
    if table.compiling:
        yield COMPILING
    yield from hint_lines(table.ask_strong(hint))


def saved_lines(table: Table, rest: str) -> Iterator[str]:
    """Save the game and tell where."""
    yield table.save(Path(rest) if rest else None)


ANSWERS: dict[str, Callable[[Table, str], Iterator[str]]] = {
    "hint": lambda table, _: asked_lines(table),
    "save": saved_lines,
    "pad": lambda table, _: pad_lines(table.scene()),
    "table": lambda table, _: iter(table_lines(table.sitting.view(table.seat), table.names)),
    "help": lambda *_: iter(HELP),
    "?": lambda *_: iter(HELP),
}


def read_answer(view: View, answer: str) -> str:
    """Return the name of the action that a person typed, in either case, or raise Mistake if it is none."""
    for spelling in (answer, answer.upper(), answer.lower()):
        try:
            return view.game.name(view.row, view.game.parse(view.row, spelling))
        except Mistake:
            continue
    return view.game.name(view.row, view.game.parse(view.row, answer))


def table_lines(view: View, names: Sequence[str]) -> list[str]:
    """Return what a person wants to see before a decision: the table, the hand, and what is allowed."""
    state = view.state
    facts = {
        name.replace("_", " "): seat_text(name, value, names)
        for name, value in with_hidden_bids(view, state).items()
        if name not in NOT_SHOWN and value not in (None, [])
    }
    lines = [f"{name:<11} {text}" for name, text in facts.items()]
    hand = state["hands"][view.seat] if "hands" in state else None
    lines += [f"your hand   {hand_text(hand)}"] if hand else []
    legal = view.legal
    lines.append(f"you may     {', '.join(legal) if len(legal) <= MANY else examples(view)}")
    return lines


def with_hidden_bids(view: View, state: dict[str, Any]) -> dict[str, Any]:
    """Return the facts of a table with a question mark for each bid of Wizard that was made and is not shown yet."""
    if view.game is not wizard or None not in state["bids"]:
        return state
    made = who_has_bid(view.row)
    return state | {"bids": ["?" if bid is None and seat in made else bid for seat, bid in enumerate(state["bids"])]}


def seat_text(name: str, value: object, names: Sequence[str]) -> str:
    """Return a fact of the table with the names of the seats in it."""
    if name == "dealer" and isinstance(value, int):
        return names[value]
    if name == "trick" and isinstance(value, list):
        return ", ".join(f"{names[played['seat']]} {played['card']}" for played in value)
    if name in BY_SEAT and isinstance(value, list):
        return ", ".join(f"{who} {fact_text(part)}" for who, part in zip(names, value, strict=True))
    if name in ("bids", "offers") and isinstance(value, dict):
        quotes = {suit: f"{quote['price']} by {names[quote['seat']]}" for suit, quote in value.items() if quote}
        return fact_text(quotes) or "none"
    return fact_text(value)


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
