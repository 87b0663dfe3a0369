"""A person at the table, line by line: works in any terminal, over a pipe and with a screen reader."""

from collections.abc import Callable, Iterator
from pathlib import Path

from overtrick.core.mistake import Mistake
from overtrick.games.view import View
from overtrick.terminal.play.hints import COMPILING, hint, hint_lines
from overtrick.terminal.play.table import OwnTable
from overtrick.terminal.state_text import NOT_SHOWN, hand_text, seat_text
from overtrick.terminal.tables.score_pad import pad_lines
from overtrick.terminal.tables.screen import screen_of

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


def play_in_lines(table: OwnTable, ask: Callable[[str], str], tell: Callable[[str], None]) -> bool:
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


def decide(table: OwnTable, ask: Callable[[str], str], tell: Callable[[str], None]) -> list[str] | None:
    """Show a person the table and ask until something was done; None if the person leaves."""
    tell("")
    for line in table_lines(table):
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


def turn_time(table: OwnTable, word: str) -> list[str]:
    """Take back or do again, and return what is to be told."""
    if word == "back":
        lines = table.story.lines
        table.take_back()
        undone = [line for _, line in lines[len(table.story.lines) :]]
        return [f"Taken back: {undone[0]}" if undone else "Taken back."]
    before = len(table.story.lines)
    table.redo()
    return [line for _, line in table.story.lines[before:]]


def asked_lines(table: OwnTable) -> Iterator[str]:
    """Ask the strong player, and tell if that has to wait."""
    if table.compiling:
        yield COMPILING
    yield from hint_lines(table.ask_strong(hint))


def saved_lines(table: OwnTable, rest: str) -> Iterator[str]:
    """Save the game and tell where."""
    yield table.save(Path(rest) if rest else None)


ANSWERS: dict[str, Callable[[OwnTable, str], Iterator[str]]] = {
    "hint": lambda table, _: asked_lines(table),
    "save": saved_lines,
    "pad": lambda table, _: pad_lines(table.scene()),
    "table": lambda table, _: iter(table_lines(table)),
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


def table_lines(table: OwnTable) -> list[str]:
    """Return what a person wants to see before a decision: the table, the hand, and what is allowed."""
    view = table.sitting.view(table.seat)
    scene = table.scene()
    state = screen_of(table.game).known(scene, scene["now"])
    facts = {
        name.replace("_", " "): seat_text(name, value, table.names)
        for name, value in state.items()
        if name not in NOT_SHOWN and value not in (None, [])
    }
    lines = [f"{name:<11} {text}" for name, text in facts.items()]
    hand = state["hands"][view.seat] if "hands" in state else None
    lines += [f"your hand   {hand_text(hand)}"] if hand else []
    legal = view.legal
    lines.append(f"you may     {', '.join(legal) if len(legal) <= MANY else examples(view)}")
    return lines


def examples(view: View) -> str:
    """Return the kinds of actions where there are too many to list."""
    kinds = dict.fromkeys(" ".join(name.split()[:2]) for name in view.legal)
    return ", ".join(f"{kind} …" if kind not in view.legal else kind for kind in kinds)
