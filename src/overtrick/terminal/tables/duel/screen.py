"""The table of the duel as text, drawn from a scene."""

from rich.text import Text

from overtrick.scenes.scene import Scene
from overtrick.terminal.choices import Asking, Rows
from overtrick.terminal.faces import QUIET, suit
from overtrick.terminal.tables import tricks
from overtrick.terminal.tables.screen import Screen


def title(scene: Scene, moment: Scene) -> Text:
    """Return in one line what is always in sight: the trick and the suit that was led."""
    state = moment["state"]
    text = Text(f"Duel   trick {min(sum(state['tricks']) + 1, state['cards'])} of {state['cards']}   led ")
    return text.append_text(suit(scene["game"], state["led"]) if state["led"] else Text("–"))


def table(scene: Scene, moment: Scene, open_hands: bool) -> Text:
    """Return the seats, and below them the hands if they are open."""
    drawn = seat_table(scene, moment).append("\n")
    return drawn.append_text(tricks.hands(scene, moment)) if open_hands else drawn


def seat_table(scene: Scene, moment: Scene) -> Text:
    """Return a line for every seat: who is to move, what was played, and the tricks."""
    lines = [Text(f"   {'':<{tricks.NAME}} {'card':<6}{'tricks':>8}", style=QUIET)]
    for seat in tricks.seats(scene):
        taken = moment["state"]["tricks"][seat]
        lines.append(tricks.seat_begins(scene, moment, seat).append(f"{taken:>8}"))
    return Text("\n").join(lines)


def choices(asking: Asking) -> Rows:
    """Return the cards of the hand."""
    return [tricks.hand(asking.scene, asking.moment, "legal" in asking.moment)]


SCREEN = Screen(
    title=title,
    table=table,
    choices=choices,
    question=lambda _: "Play a card.",
    keys="S H D C       next such card\n",
    facts=tricks.FACTS,
)
