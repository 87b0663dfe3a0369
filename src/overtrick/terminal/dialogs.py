"""Pages in front of a table: something to read, and the question before leaving."""

from typing import ClassVar

from rich.console import RenderableType
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from overtrick.terminal import styles
from overtrick.terminal.board import Board
from overtrick.terminal.choices import Choice

EDGES = 6  # cells of the frame, the padding and the scroll bar


class Page(ModalScreen[None]):
    """Something to read, as wide as a text needs; any of several keys, or a click, closes it."""

    DEFAULT_CSS = styles.FRAME
    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,enter,q,space,p,question_mark", "close", "Close"),
        ("up", "scroll(-1)", "Up"),
        ("down", "scroll(1)", "Down"),
        ("pageup", "scroll(-10)", "Page up"),
        ("pagedown", "scroll(10)", "Page down"),
    ]

    def __init__(self, heading: str, text: RenderableType) -> None:
        super().__init__()
        self.heading, self.text = heading, text

    def compose(self) -> ComposeResult:
        """Yield the page."""
        with Vertical() as box, VerticalScroll():
            box.border_title = self.heading
            box.border_subtitle = "Enter closes"
            if isinstance(self.text, Text):
                lines = (self.heading, *self.text.plain.split("\n"))
                box.styles.width = max(len(line) for line in lines) + EDGES
            else:
                box.styles.width = "100%"
            yield Static(self.text)

    def action_close(self) -> None:
        """Close the page."""
        self.dismiss()

    def action_scroll(self, lines: int) -> None:
        """Scroll by so many lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def on_click(self) -> None:
        """Close the page."""
        self.dismiss()


class Question(ModalScreen[str]):
    """A question with a few answers; Escape gives the empty one."""

    DEFAULT_CSS = styles.FRAME
    BINDINGS: ClassVar[list[BindingType]] = [("escape", "answer('')", "Back")]

    def __init__(self, question: str, answers: dict[str, str]) -> None:
        super().__init__()
        self.question, self.answers = question, answers

    def compose(self) -> ComposeResult:
        """Yield the question and its answers, each with the letter that chooses it."""
        with Vertical():
            yield Static(self.question)
            yield Board()

    def on_mount(self) -> None:
        """Show the answers."""
        board = self.query_one(Board)
        board.show([[Choice(name, text) for name, text in self.answers.items()]])
        board.focus()

    def on_board_chosen(self, event: Board.Chosen) -> None:
        """Give an answer."""
        event.stop()
        self.dismiss(event.choice.name)

    def on_board_pointed(self, event: Board.Pointed) -> None:
        """Keep it here: the table behind has a cursor of its own."""
        event.stop()

    def action_answer(self, name: str) -> None:
        """Give an answer by a key."""
        self.dismiss(name)
