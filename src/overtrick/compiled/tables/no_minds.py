"""The compiled players of a table at which everybody is asked, or plays at random: none."""

from typing import Any

from overtrick.games.contract import NOBODY, Row

Desk = Any  # nothing


def new_desks(options: Any, kinds: Any, tables: int) -> Desk:
    """Return nothing, for all tables."""
    return None


def desk_of(desks: Desk, index: int) -> Desk:
    """Return what a table has of it: nothing."""
    return None


def begin(desk: Desk) -> None:
    """Remember nothing."""


def choose(row: Row, seat: int, kind: int, desk: Desk) -> int:
    """Return no action: nobody is asked."""
    return NOBODY


def note(row: Row, seat: int, action: int, desk: Desk) -> None:
    """Remember nothing."""
