"""Answer as cheaply as possible; lead a card from as far up the hand as LEAD says, from 0 (lowest) to 100 (highest)."""

from typing import Any

LEAD = 0


def choose(view: Any) -> str:
    """Return a card to play."""
    cards: list[str] = sorted(view.legal, key=value)
    if not view.state["trick"]:
        return cards[(len(cards) - 1) * LEAD // 100]
    led = view.state["trick"][0]["card"]
    winning = [card for card in cards if card[0] == led[0] and value(card) > value(led)]
    return (winning or cards)[0]


def value(card: str) -> int:
    """Return the value of a card such as SA, H4 or C13; an ace is the lowest."""
    return 1 if card[1:] == "A" else int(card[1:])
