"""What all our screens share: where nobody wants colours, nothing is painted, greys included."""

from collections.abc import Sequence
from typing import TypeVar

from textual.app import App
from textual.filter import LineFilter, NoColor

Result = TypeVar("Result")


class ScreenApp(App[Result]):
    """A screen of ours."""

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return what changes the lines before they are shown; with NO_COLOR Textual alone would still paint greys."""
        return [NoColor()] if self.no_color else super().get_line_filters()
