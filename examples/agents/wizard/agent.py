"""An agent of Wizard as public arenas know it: a class, cards as objects, and a state of their own."""

from typing import Any


class WizardAgent:
    """Bids a trick for each card that looks strong; plays high while tricks are missing, else low."""

    def __init__(self, name: str) -> None:
        self.name = name

    def make_move(self, phase: str, state: dict[str, Any]) -> Any:
        """Return a bid, or a card of the hand."""
        if phase == "bid":
            bid = sum(self.strength(card, state) >= 13 for card in state["my_hand"])
            given = [other for other in state["bids"] if other is not None]
            last = len(given) == len(state["bids"]) - 1
            if last and bid + sum(given) == state["cards_this_round"]:
                bid += 1 if bid < state["cards_this_round"] else -1
            return bid
        led = next((card.suit for _, card in state["current_trick"] if card.card_type == "standard"), None)
        if state["current_trick"] and state["current_trick"][0][1].card_type == "wizard":
            led = None
        follow = [card for card in state["my_hand"] if card.card_type == "standard" and card.suit == led]
        free = [card for card in state["my_hand"] if card.card_type != "standard"]
        allowed = follow + free if follow else state["my_hand"]
        wanted = state["bids"][state["my_position"]] - state["tricks_won"][state["my_position"]]
        allowed = sorted(allowed, key=lambda card: self.strength(card, state))
        return allowed[-1 if wanted > 0 else 0]

    def strength(self, card: Any, state: dict[str, Any]) -> int:
        """Return how good a card is."""
        if card.card_type != "standard":
            return 30 if card.card_type == "wizard" else 0
        return int(card.rank) + (6 if card.suit == state["trump_suit"] else 0)
