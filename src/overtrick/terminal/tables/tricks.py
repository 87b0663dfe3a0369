"""What tables share in a terminal: who sits there, the cards that lie on the table, and those in the hands."""

from collections.abc import Sequence

from rich.text import Text

from overtrick.scenes.scene import Scene
from overtrick.terminal.choices import Choice, Kind
from overtrick.terminal.faces import DEALER, QUIET, STRONG, TURN, WINS, card, card_style, cards, face, padded

NAME = 10  # cells of a name
CARD = 6  # cells of what a seat has on the table
BEGIN = 3 + NAME + 1 + CARD  # cells with which the line of a seat begins
FACTS = ("trump", "bids", "tricks", "trick")  # of a state, which change while tricks are played


def moment_of(scene: Scene) -> Scene:
    """Return the moment to look at: now, or how the latest deal ended."""
    found: Scene = scene["now"] or scene["ended"]
    return found


def seats(scene: Scene) -> range:
    """Return all seats."""
    return range(scene["seats"])


def turn_of(moment: Scene) -> int | None:
    """Return the seat to move, or None after the end."""
    seat: int | None = moment["plain"]["turn"] if "plain" in moment else moment["state"]["to_move"]
    return seat


def centre_of(moment: Scene) -> Sequence[Scene]:
    """Return the cards on the table, each with its seat."""
    found: Sequence[Scene] = moment["plain"]["centre"] if "plain" in moment else moment["state"].get("trick", [])
    return found


def trick_is_over(moment: Scene) -> bool:
    """Return whether a trick has just been finished and the next one not begun."""
    return bool(moment.get("last_trick")) and not centre_of(moment)


def shown_trick(moment: Scene) -> tuple[Sequence[Scene], int | None]:
    """Return the cards on the table and who is winning; a finished trick stays in sight."""
    if trick_is_over(moment):
        return moment["last_trick"]["cards"], moment["last_trick"]["winner"]
    return centre_of(moment), moment.get("winning")


def card_of(scene: Scene, moment: Scene, seat: int) -> Text:
    """Return what a seat has on the table, with a star if it is winning."""
    trick, winner = shown_trick(moment)
    played = cards(scene["game"], [entry["card"] for entry in trick if entry["seat"] == seat])
    return played.append(f" {WINS}", style=STRONG) if seat == winner and played else played


def marks(scene: Scene, moment: Scene, seat: int) -> Text:
    """Return whether a seat is to move and whether it deals."""
    turn = TURN if turn_of(moment) == seat else " "
    return Text(f"{turn}{DEALER if moment['state'].get('dealer') == seat else ' '} ")


def name_of(scene: Scene, seat: int) -> Text:
    """Return the name of a seat; one's own is strong."""
    return padded(Text(scene["names"][seat], style=STRONG if seat == scene["seat"] else ""), NAME)


def seat_begins(scene: Scene, moment: Scene, seat: int) -> Text:
    """Return how the line of a seat begins: its marks, its name and its card."""
    line = marks(scene, moment, seat).append_text(name_of(scene, seat)).append(" ")
    return line.append_text(padded(card_of(scene, moment, seat), CARD))


def last_trick(scene: Scene, moment: Scene) -> Text:
    """Return the last trick in one line, while another one is on the table."""
    last = moment.get("last_trick")
    if last is None or trick_is_over(moment):
        return Text("")
    parts = []
    for entry in last["cards"]:
        part = Text(f"{scene['names'][entry['seat']]} ").append_text(card(scene["game"], entry["card"]))
        parts.append(part.append(WINS if entry["seat"] == last["winner"] else ""))
    return Text("last trick  ", style=QUIET).append_text(Text("  ").join(parts))


def hands_of(moment: Scene) -> Sequence[list[str] | None]:
    """Return the hands by seat, None for those that may not be seen."""
    found: Sequence[list[str] | None] = moment["plain"]["hands"] if "plain" in moment else moment["state"]["hands"]
    return found


def hands(scene: Scene, moment: Scene) -> Text:
    """Return all hands that may be seen, one below the other."""
    lines = []
    for seat, hand in enumerate(hands_of(moment)):
        if hand:
            lines.append(padded(scene["names"][seat], NAME).append(" ").append_text(cards(scene["game"], hand)))
    return Text("\n").join(lines)


def below(scene: Scene, moment: Scene, width: int) -> Text:
    """Return what stands below a table that somebody only looks at: the hands."""
    return hands(scene, moment)


def held(scene: Scene, moment: Scene) -> list[str]:
    """Return the cards of the seat that looks."""
    found = hands_of(moment)
    return (found[scene["seat"]] if found else None) or []


def hand(scene: Scene, moment: Scene, playing: bool) -> list[Choice]:
    """Return the cards of the hand; while they are played, those that may not be say why."""
    game = scene["game"]
    return [
        Choice(
            name if playing else "",
            face(game, name),
            card_style(game, name),
            Kind.CARD if fits(face(game, name)) else Kind.BUTTON,
            moment["refused"].get(name, "") if playing else "",
        )
        for name in held(scene, moment)
    ]


def fits(text: str) -> bool:
    """Return whether a text can stand on a card."""
    return Text(text).cell_len <= 3
