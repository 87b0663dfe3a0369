"""A running tournament on the whole screen, read from its store again and again."""

import time
from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Footer, ProgressBar, Static

from overtrick.core.mistake import Mistake
from overtrick.store.trouble import StoreTrouble
from overtrick.terminal import styles
from overtrick.terminal.aside import aside
from overtrick.terminal.columns import EDGES, fitted, rich_table
from overtrick.terminal.screen_app import ScreenApp
from overtrick.terminal.tournament.standings import TERMINAL_MARKS, ranking_columns
from overtrick.terminal.tournament.watching import Look, latest_lines, progress_line

SHARE = 0.1  # of the time may go into looking


class WatchApp(ScreenApp[str]):
    """The standings, the progress and the latest matches of a tournament; it returns a mistake, if one ended it."""

    CSS = styles.WATCH
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "look", "Look now"),
        Binding("q,escape", "quit", "Leave"),
        Binding("ctrl+q,ctrl+c", "quit", show=False, priority=True),
    ]

    def __init__(self, look: Callable[[], Look], every_s: float) -> None:
        super().__init__()
        self.ask, self.every_s = look, every_s
        self.looking = False
        self.seen: Look | None = None

    def compose(self) -> ComposeResult:
        """Yield the screen."""
        yield Static("reading the store …", id="title")
        yield Static(id="progress")
        yield ProgressBar(show_eta=False, show_percentage=False)
        with VerticalScroll(id="body"):
            yield Static(id="standings")
            yield Static(id="latest")
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """Look at once."""
        self.title = "overtrick watch"
        self.query_one("#body").focus()
        self.action_look()

    def action_look(self) -> None:
        """Look now."""
        if not self.looking:
            self.looking = True
            self.run_worker(self.look())

    async def look(self) -> None:
        """Read the store and draw what it says; the next look comes by itself."""
        begin = time.monotonic()
        try:
            self.seen = await aside(self.ask)
        except (Mistake, StoreTrouble) as mistake:
            self.exit(str(mistake), return_code=2)
            return
        finally:
            self.looking = False
        self.draw(self.seen)
        if not self.seen.over:
            took = time.monotonic() - begin
            self.set_timer(max(self.every_s, took / SHARE), self.action_look)

    def draw(self, seen: Look) -> None:
        """Draw what was seen."""
        self.query_one("#title", Static).update(Text(f"{seen.name}: {seen.about}"))
        self.query_one("#progress", Static).update(Text(progress_line(seen)))
        self.query_one(ProgressBar).update(total=max(seen.total, 1), progress=seen.done)
        ranking = fitted(ranking_columns(seen.ratings, TERMINAL_MARKS), self.size.width - EDGES - 4)
        self.query_one("#standings", Static).update(rich_table(ranking))
        lines = ["latest matches", *latest_lines(seen.latest, int(time.time()))]
        self.query_one("#latest", Static).update(Text("\n".join(lines)))
