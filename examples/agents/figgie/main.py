"""An agent of Figgie as public arenas know it; it is entered as it is."""

from typing import Any

PARTNER = {"spades": "clubs", "clubs": "spades", "hearts": "diamonds", "diamonds": "hearts"}
FAIR = 7


def get_action(state: dict[str, Any]) -> dict[str, Any]:
    """Return an action: collect the suit that is the goal if the longest one is the suit of twelve."""
    longest = max(state["hand"], key=lambda suit: int(state["hand"][suit]))
    goal = PARTNER[longest]
    offer, bid = state["offers"][goal], state["bids"][goal]
    if offer and offer["player"] != state["position"] and offer["price"] <= min(FAIR, state["money"]):
        return {"type": "buy", "suit": goal}
    best = state["bids"][longest]
    if best and best["player"] != state["position"] and best["price"] >= FAIR and state["hand"][longest]:
        return {"type": "sell", "suit": longest}
    if bid is None and (offer is None or offer["price"] > 3) and state["money"] >= 3:
        return {"type": "bid", "suit": goal, "price": 3}
    return {"type": "pass"}
