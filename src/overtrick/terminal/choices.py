"""What a person can choose from: cards and buttons that wrap to the width."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from rich.style import Style
from rich.text import Text

from overtrick.scenes.scene import Scene
from overtrick.terminal.faces import QUIET

CARD_WIDTH, CARD_HEIGHT = 5, 3
Edges = tuple[str, str, str]  # the upper, the middle and the lower line of a card, around its face
THIN: Edges = ("╭───╮", "│{}│", "╰───╯")
HEAVY: Edges = ("┏━━━┓", "┃{}┃", "┗━━━┛")
NONE: Edges = ("     ", " {} ", "     ")


class Kind(Enum):
    """What a choice looks like."""

    CARD = "card"
    BUTTON = "button"
    BID = "bid"  # a button that is crossed out if it is forbidden
    LABEL = "label"  # only to be read


@dataclass(frozen=True)
class Choice:
    """Something that can be chosen, or why it cannot be; without a name it is only shown."""

    name: str
    text: str
    style: str = ""
    kind: Kind = Kind.BUTTON
    reason: str = ""
    first: bool = False  # whether the cursor begins here

    @property
    def size(self) -> tuple[int, int]:
        """How many cells it takes across and down."""
        if self.kind is Kind.CARD:
            return CARD_WIDTH, CARD_HEIGHT
        return Text(self.text).cell_len + (0 if self.kind is Kind.LABEL else 2), 1


Rows = list[list[Choice]]


@dataclass(frozen=True)
class Asking:
    """What a person is asked from: the table, the odds that a learner is told, and what is typed so far."""

    scene: Scene
    moment: Scene  # of the scene; it offers something only if the person may act
    odds: Mapping[str, float] | None = None
    typed: str = ""


@dataclass(frozen=True)
class Placed:
    """A choice with its place on the board."""

    choice: Choice
    x: int
    y: int

    def holds(self, x: int, y: int) -> bool:
        """Return whether a point lies in it."""
        width, height = self.choice.size
        return self.x <= x < self.x + width and self.y <= y < self.y + height


def placed(rows: Sequence[Sequence[Choice]], width: int) -> list[Placed]:
    """Return where everything stands: each row begins anew, and wraps where the width ends."""
    found, y = [], 0
    for row in rows:
        x = height = 0
        for choice in row:
            across, down = choice.size
            if x and x + across > width:
                x, y, height = 0, y + height, 0
            found.append(Placed(choice, x, y))
            x, height = x + across, max(height, down)
        y += height
    return found


def drawn(choice: Choice, selected: bool) -> list[Text]:
    """Return the lines of a choice; what is refused has no edge, so that it shows without colours."""
    style = Style.parse(QUIET if choice.reason else choice.style)
    if selected:
        style += Style(reverse=True, bold=True)
    if choice.kind is Kind.CARD:
        edges = HEAVY if selected else NONE if choice.reason else THIN
        return [Text(line.format(f"{choice.text:^3}"), style=style) for line in edges]
    if choice.kind is Kind.LABEL:
        return [Text(choice.text, style=style)]
    crossed = "×{}×" if choice.kind is Kind.BID else " {} "
    edge = ">{}<" if selected else crossed if choice.reason else "[{}]" if choice.name else " {} "
    return [Text(edge.format(choice.text), style=style)]


def picture(places: Sequence[Placed], cursor: int | None) -> Text:
    """Return the whole board as lines."""
    bottom = max((place.y + place.choice.size[1] for place in places), default=0)
    lines = [Text() for _ in range(bottom)]
    for number, place in enumerate(places):
        for down, part in enumerate(drawn(place.choice, number == cursor)):
            line = lines[place.y + down]
            line.append(" " * (place.x - line.cell_len)).append_text(part)
    return Text("\n").join(lines)
