"""The screen of Figgie: its books, the keys that its players know, and its rounds as lines."""

from collections.abc import Iterator

from rich.text import Text

from overtrick.games.contract import NOBODY, Game, Row
from overtrick.games.figgie import rulebook
from overtrick.match.record import Deal
from overtrick.scenes.scene import Scene
from overtrick.terminal.choices import Asking, Rows, picture, placed
from overtrick.terminal.state_text import hand_text
from overtrick.terminal.tables.figgie import keys
from overtrick.terminal.tables.figgie.table import books, title, whole
from overtrick.terminal.tables.screen import Pressed, Screen, Typing


def quotes(scene: Scene, moment: Scene, width: int) -> Text:
    """Return the books for who only looks at them."""
    quiet = {name: value for name, value in moment.items() if name != "choices"}
    return picture(placed(books(scene, quiet, quotes_only=True), width), None)


def choices(asking: Asking) -> Rows:
    """Return the books, in which quotes can be taken and bettered."""
    return books(asking.scene, asking.moment, asking.odds)


def press(asking: Asking, key: str) -> Pressed:
    """Return what is typed after a key, and the action if one is complete; None if the key is for somebody else."""
    offer = "ask" if asking.moment["state"]["model"] == "tick" else "offer"
    return keys.press(asking.typed, key, offer)


def known(scene: Scene, moment: Scene) -> Scene:
    """Return the state, in which the quotes tell whose they are."""
    state, told = moment["state"], {}
    for side in ("bids", "offers"):
        quotes = {suit: quote for suit, quote in state[side].items() if quote}
        owned = {suit: f"{quote['price']} by {scene['names'][quote['seat']]}" for suit, quote in quotes.items()}
        told[side] = owned or "none"
    return {**state, **told}


def headline(game: Game, row: Row) -> str:
    """Return what is special about a round: the model, the deck and the goal."""
    state = game.state(row)
    sizes = ", ".join(f"{count} {suit}" for suit, count in state["suit_counts"].items())
    return f"{state['model']} model; {sizes}; the goal suit is {state['goal_suit']}"


def deal_lines(deal: Deal, row: Row) -> Iterator[str]:
    """Yield a line for every quote and trade, in the order in which they happened, and what each seat has then."""
    unit = ("turn", "tick", "ms")[row[rulebook.MODEL]]
    width = 6 if unit == "ms" else 4
    for seat, name in deal.actions:
        action = rulebook.parse(row, name)
        rulebook.play(row, action)
        for actor, done, clock, paid, partner in rulebook.events(row, seat, action):
            if done != rulebook.PASS:
                trade = "" if partner == NOBODY else f", trading with seat {partner} for {paid}"
                yield f"  {unit} {clock:<{width}} seat {actor}: {rulebook.name(row, done)}{trade}"
    state = rulebook.state(row)
    for seat, hand in enumerate(state["hands"]):
        yield f"  seat {seat}    {hand_text(hand)}   ${state['money'][seat]}"


SCREEN = Screen(
    title=title,
    table=whole,
    below=quotes,
    choices=choices,
    question=lambda _: "Your turn: trade, quote or pass.",
    typing=Typing(press, keys.words, keys.begun),
    jumps=False,
    keys=keys.HELP,
    no_pad="There is no score pad: a round of Figgie has one result.",
    known=known,
    facts=("bids", "offers", "money"),
    headline=headline,
    deal_lines=deal_lines,
)
