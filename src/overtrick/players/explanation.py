"""Explanations: why a strong player acts as it does, as plain data for a page or a terminal to show."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Choice:
    """One action a player thought about: its worth in the player's own unit, and its chance where there is one."""

    action: int
    name: str
    value: float
    chance: float | None = None
    note: str = ""


@dataclass(frozen=True)
class Fact:
    """One thing a player believes, such as the odds of a suit or how likely a card takes a trick."""

    name: str
    value: float
    unit: str = ""


@dataclass(frozen=True)
class Explanation:
    """What a player would do and why: a sentence as people speak, the choices with the best first, what it believes."""

    sentence: str
    choices: tuple[Choice, ...] = ()
    facts: tuple[Fact, ...] = ()
    numbers: str = ""  # the same as a sentence of numbers
    player: str = ""  # who says so

    def data(self) -> dict[str, Any]:
        """Return the explanation as plain data, fit for JSON."""
        return {
            "player": self.player,
            "sentence": self.sentence,
            "numbers": self.numbers,
            "choices": [asdict(choice) for choice in self.choices],
            "facts": [asdict(fact) for fact in self.facts],
        }
