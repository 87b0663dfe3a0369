"""The names of our environments in Gymnasium; to register them nothing else of ours needs to be imported."""

from collections.abc import Callable, Container
from typing import Any

IDS = {"Wizard-v0": "wizard", "Duel-v0": "duel", "Figgie-v0": "figgie"}


def register_all(register: Callable[..., Any], known: Container[str]) -> None:
    """Register those that are not known yet."""
    for name, game in IDS.items():
        if name not in known:
            register(name, entry_point="overtrick.adapters.gymnasium:make_seat", kwargs={"game": game})
