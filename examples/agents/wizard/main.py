"""Enters an agent of Wizard that is written as a class with make_move(phase, state); agent.py stays as it is."""

import random
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

SUITS = {"R": "Hearts", "Y": "Diamonds", "G": "Clubs", "B": "Spades"}
KINDS = {"W": "wizard", "J": "jester"}


@dataclass(frozen=True)
class Card:
    """A card as such agents know it; ranks go from 2 to 14."""

    card_type: str
    suit: str | None = None
    rank: int | None = None


def known(name: str) -> Card:
    """Return the card of a name such as R13, W1 or J4."""
    kind = KINDS.get(name[0])
    return Card(kind) if kind else Card("standard", SUITS[name[0]], int(name[1:]) + 1)


their: dict[str, Any] = {"__name__": "agent", "Card": Card, "random": random}
exec((Path(__file__).parent / "agent.py").read_text(), their)


@cache
def agent(seat: int) -> Any:
    """Return the agent in a seat; in every match it is a new one."""
    return their["WizardAgent"](f"Player-{seat + 1}")


def choose(view: Any) -> str:
    """Ask the agent, and name what it answers."""
    state, seat = view.state, view.seat
    legal: list[str] = view.legal
    if state["phase"] == "name trump":  # such agents are never asked
        held = [name[0] for name in state["hands"][seat]]
        return max(legal, key=lambda suit: held.count(suit[-1]))
    answer = agent(seat).make_move(state["phase"], told(state, seat))
    if state["phase"] == "bid":
        return f"bid {answer}"
    return next((name for name in legal if known(name) == answer), str(answer))


def told(state: Any, seat: int) -> dict[str, Any]:
    """Return the state as such agents know it."""
    trick = [(one["seat"], known(one["card"])) for one in state["trick"]]
    return {
        "round_number": state["round"],
        "cards_this_round": state["cards"],
        "trump_suit": SUITS[state["trump"][0].upper()] if state["trump"] else None,
        "my_hand": [known(name) for name in state["hands"][seat]],
        "my_position": seat,
        "current_trick": trick,
        "trick_leader": trick[0][0] if trick else None,
        "bids": state["bids"],
        "tricks_won": state["tricks"],
        "scores": state["totals"],
    }
