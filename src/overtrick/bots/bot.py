"""A bot chooses: given what its seat may know, it returns an action."""

from collections.abc import Callable

from overtrick.games.view import View

Bot = Callable[[View], int]
