"""A board of choices on the screen, with a cursor for arrow keys and mouse."""

from collections.abc import Callable, Sequence

from rich.text import Text
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from overtrick.terminal.choices import Choice, Placed, picture, placed


class Board(Widget, can_focus=True):
    """Choices with a cursor: arrow keys and Enter, or the mouse."""

    DEFAULT_CSS = "Board { height: auto; width: 1fr; }"

    class Chosen(Message):
        """Somebody wants this."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

    class Pointed(Message):
        """The cursor stands on this."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

    rows: Sequence[Sequence[Choice]] = ()
    cursor: int | None = None
    typing: Callable[[events.Key], bool] | None = None  # asked first what a key means, and whether that is all

    def show(self, rows: Sequence[Sequence[Choice]]) -> None:
        """Show other choices; the cursor stays with the same one, whatever its price, else it begins anew."""
        before = self.pointed()
        self.rows = rows
        self.cursor = None
        named = [choice for row in rows for choice in row]
        allowed = [number for number, choice in enumerate(named) if choice.name and not choice.reason]
        words = before.name.split()[:2] if before is not None else []
        same = [number for number in allowed if named[number].name.split()[:2] == words]
        first = [number for number in allowed if named[number].first]
        if allowed:
            self.cursor = (same or first or allowed)[0]
        self.refresh(layout=True)
        self.tell()

    def places(self) -> list[Placed]:
        """Return where everything stands now."""
        return placed(self.rows, self.size.width or 80)

    def pointed(self) -> Choice | None:
        """Return the choice under the cursor."""
        named = [choice for row in self.rows for choice in row]
        return None if self.cursor is None else named[self.cursor]

    def tell(self) -> None:
        """Tell where the cursor stands."""
        if (choice := self.pointed()) is not None:
            self.post_message(self.Pointed(choice))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """Return how many lines it takes."""
        return max((place.y + place.choice.size[1] for place in placed(self.rows, width)), default=0)

    def render(self) -> Text:
        """Return the board."""
        return picture(self.places(), self.cursor if self.has_focus else None)

    def point(self, number: int) -> None:
        """Move the cursor."""
        self.cursor = number
        self.refresh()
        self.tell()

    def choose(self) -> None:
        """Choose what the cursor stands on."""
        if (choice := self.pointed()) is not None:
            self.post_message(self.Chosen(choice))

    def jump(self, letter: str) -> bool:
        """Move to the next choice with a word that begins so, and return whether there is one."""
        words = [place.choice.name.split() for place in self.places()]
        named = [number for number, name in enumerate(words) if any(word.startswith(letter) for word in name)]
        if not named:
            return False
        here = -1 if self.cursor is None else self.cursor
        self.point(next((number for number in named if number > here), named[0]))
        return True

    def point_last(self, word: str) -> bool:
        """Move to the choice whose last word is this, and return whether there is one."""
        for number, place in enumerate(self.places()):
            if place.choice.name.split()[-1:] == [word]:
                self.point(number)
                return True
        return False

    def on_click(self, event: events.Click) -> None:
        """Choose what was clicked."""
        at = event.get_content_offset(self)
        for number, place in enumerate(self.places()):
            if at is not None and place.choice.name and place.holds(at.x, at.y):
                self.focus()
                self.point(number)
                self.choose()
                return

    def on_key(self, event: events.Key) -> None:
        """Move or choose."""
        if self.typing is not None and self.typing(event):
            event.stop()
            event.prevent_default()
            return
        if self.cursor is None:
            return
        if event.key in ("enter", "space"):
            self.choose()
        elif (number := self.neighbour(event.key)) is not None:
            self.point(number)
        else:
            return
        event.stop()
        event.prevent_default()

    def neighbour(self, key: str) -> int | None:
        """Return where a key leads to from the cursor, or None if it is no key for moving."""
        places = self.places()
        named = [number for number, place in enumerate(places) if place.choice.name]
        here = named.index(self.cursor) if self.cursor in named else 0
        if key in ("home", "end"):
            return named[0 if key == "home" else -1]
        if key in ("left", "right"):
            return named[(here + (1 if key == "right" else -1)) % len(named)]
        if key not in ("up", "down"):
            return None
        mine = places[named[here]]
        lines = sorted({places[number].y for number in named})
        at = lines.index(mine.y) + (1 if key == "down" else -1)
        line = lines[at % len(lines)]
        return min((n for n in named if places[n].y == line), key=lambda number: abs(places[number].x - mine.x))
