"""Hints: what the strong player of a game would do in one's place, and why, as lines and as a panel."""

from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING

from rich.text import Text

from overtrick.core.mistake import Mistake
from overtrick.games import GAMES, find_game
from overtrick.games.face import face_of, title_of
from overtrick.games.sentences import in_words
from overtrick.games.view import View
from overtrick.match.record import Record
from overtrick.match.regret import Regret
from overtrick.scenes.learning import odds
from overtrick.terminal.columns import Column, plain_lines
from overtrick.terminal.faces import QUIET, STRONG, bar

if TYPE_CHECKING:
    from overtrick.players.explanation import Choice, Explanation

THINKING = "The strong player is thinking …"
COMPILING = "Compiling the strong player …, once on this machine; you may play on meanwhile."
BAR = 5  # cells
MOST = 8  # choices that are shown


def need_packages() -> None:
    """Raise Mistake if what the strong players are made of is not installed."""
    if find_spec("numba") is None:
        raise Mistake("hints need some more packages; pip install 'overtrick[search]' brings them")


def why_no_hint(game: str) -> str:
    """Return why there are never hints in a game, or nothing if there are some."""
    found = find_game(game)
    return "" if face_of(found).explainers else f"there are no hints: no player of {title_of(found)} explains itself"


def hint(view: View) -> "Explanation":
    """Return what the strong player would do; this may take a second, and the first time longer."""
    if why := why_no_hint(view.game.NAME):
        raise Mistake(why)
    need_packages()
    from overtrick.players.explain import explain_in_words

    return explain_in_words(view)


def thoughts(record: Record, deal: int, step: int) -> "Explanation":
    """Return what the strong player would have done at a step of a recorded match."""
    if step > len(record.deals[deal - 1].actions):
        raise Mistake("the deal is over: nobody is to move here")
    from overtrick.players.explain import decision

    return hint(decision(record, deal, step).seen)


def solved(record: Record) -> dict[int, str]:
    """Return by step what each play gave away; nothing where the game is not solved."""
    found = judged(record)
    return {
        step: f"It gave away {play.lost}; best: {in_words(GAMES[record.match.game], ' or '.join(play.better))}."
        for step, play in enumerate(found.plays if found else (), start=1)
        if play.lost
    }


def judged(record: Record) -> Regret | None:
    """Return what perfect play says of a match; None where the game is not solved."""
    face = face_of(GAMES[record.match.game])
    if "regret" not in face.parts or find_spec("numba") is None:
        return None
    try:
        found: Regret = face.part("regret").regret(record)
    except Mistake:  # a larger game, or one with hidden cards
        return None
    return found


def hint_lines(told: "Explanation") -> Iterator[str]:
    """Yield a hint as plain lines."""
    yield f"{told.player}: {told.sentence}"
    yield told.numbers
    columns = [
        Column("choice", tuple(choice.name for choice in told.choices[:MOST]), left=True),
        Column("value", tuple(f"{choice.value:.2f}" for choice in told.choices[:MOST])),
        Column("exact", tuple(chance_text(choice) for choice in told.choices[:MOST])),
        Column("", tuple(choice.note for choice in told.choices[:MOST]), left=True),
    ]
    yield from plain_lines([column for column in columns if any(column.cells)])
    for fact in told.facts:
        yield f"{fact.name}: {fact_text(fact.value, fact.unit)}"


def hint_panel(told: "Explanation") -> Text:
    """Return a hint for a narrow panel: the sentence, the choices and the facts as bars."""
    text = Text(told.sentence, style=STRONG).append(f"\n{told.numbers}\n", style=QUIET)
    shown = told.choices[:MOST]
    low, high = min((c.value for c in shown), default=0.0), max((c.value for c in shown), default=0.0)
    width = max((len(choice.name) for choice in shown), default=0)
    for choice in shown:
        share = (choice.value - low) / (high - low) if high > low else 1.0
        chance = f" {chance_text(choice)}" if choice.chance is not None else ""
        text.append(f"\n{choice.name:<{width}} {choice.value:>6.2f} {bar(share, BAR)}{chance}")
    for fact in told.facts:
        drawn = f"{bar(fact.value, BAR)} " if fact.unit == "probability" else ""
        text.append(f"\n{drawn}{fact_text(fact.value, fact.unit)} {fact.name}", style=QUIET)
    return text.append(f"\n\nsays {told.player}", style=QUIET)


def chance_text(choice: "Choice") -> str:
    """Return the chance of an exact bid, where there is one."""
    return "" if choice.chance is None else f"{100 * choice.chance:.0f} %"


def fact_text(value: float, unit: str) -> str:
    """Return the number of a fact; its name says what is counted."""
    if unit == "probability":
        return f"{100 * value:.0f} %"
    return f"${value:.1f}" if unit == "dollars" else f"{round(value, 2):g}"


def exact_odds(view: View) -> dict[str, float]:
    """Return the exact odds of what is hidden, as far as a seat can know them."""
    need_packages()
    return odds(view)
