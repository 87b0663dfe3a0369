"""A Figgie bot to start from: short, readable, and right in both trading models.

Whenever it is our turn (in the tick model: at every tick) ``get_action(state)`` is called and returns one of

    {"type": "bid", "suit": "spades", "price": 8}      we would buy a card at this price
    {"type": "offer", "suit": "clubs", "price": 12}    we would sell one at this price; "ask" in the tick model
    {"type": "buy", "suit": "spades"}                  we take the best offer
    {"type": "sell", "suit": "hearts"}                 we take the best bid
    {"type": "pass"}

README.md beside this file shows a state. All numbers below are guesses: begin by improving them.
"""

from typing import Any

State = dict[str, Any]
Action = dict[str, Any]
Quotes = dict[str, Any]

MATE = {"spades": "clubs", "clubs": "spades", "hearts": "diamonds", "diamonds": "hearts"}

# What one more goal card is worth to us while we hold 0, 1, 2, ... of them: 10 that it pays for certain, the rest
# for the hope of the bonus, which three to five cards usually decide. Further cards add nothing to that.
WORTH = (12, 15, 20, 20, 16, 12)
LEAST = 5  # what we ask at least for a card of another suit, while there is time
FIRST_BID, FIRST_OFFER = 6, 14
LATE = 0.9  # the share of the game after which we clear out


def get_action(state: State) -> Action:
    """Trade if there is a good price to take, else quote one, else pass."""
    bids, offers = best_quotes(state)
    goal = likely_goal(state)
    return take(state, goal, bids, offers) or quote(state, goal, bids, offers) or {"type": "pass"}


def likely_goal(state: State) -> str:
    """Return our guess of the goal suit."""
    # Idea 1, identify the goal suit: it has the colour of the longest suit and is not that suit, so it is its mate.
    # The longest suit is most likely the one of which we have seen most cards dealt. To see those dealt to us, we
    # take our own trades back.
    # Idea 3, read the others' trades: what somebody has sold and not bought before was dealt to him.
    net: dict[tuple[int, str], int] = {}
    for trade in state["trades"]:
        suit, buyer, seller = trade["suit"], trade["buyer"], trade["seller"]
        net[buyer, suit] = net.get((buyer, suit), 0) + 1
        net[seller, suit] = net.get((seller, suit), 0) - 1
    seen = dict(state["hand"])
    for (player, suit), bought in net.items():
        if player == state["position"] or bought < 0:
            seen[suit] -= bought
    return MATE[max(seen, key=seen.__getitem__)]


def take(state: State, goal: str, bids: Quotes, offers: Quotes) -> Action | None:
    """Return the trade to make at once, if there is a good one."""
    # Idea 4, position management: collect the goal suit, but pay less for each card that decides less.
    offer = offers[goal]
    if others(offer, state) and offer["price"] <= top_price(state, goal):
        return {"type": "buy", "suit": goal}
    # Idea 5, the endgame: cards of other suits pay nothing in the end, so at last any price is a good one.
    least = 1 if is_late(state) else LEAST
    for suit, bid in bids.items():
        if suit != goal and state["hand"][suit] and others(bid, state) and bid["price"] >= least:
            return {"type": "sell", "suit": suit}
    return None


def quote(state: State, goal: str, bids: Quotes, offers: Quotes) -> Action | None:
    """Return a quote that betters the best one by 1, if that still suits us and we did not make it ourselves."""
    # Idea 2, provide liquidity: who quotes lets the others come to him, and trades at a price of his own choice.
    top, bid = top_price(state, goal), bids[goal]
    price = bid["price"] + 1 if bid else min(FIRST_BID, top)
    too_high = offers[goal] and price >= offers[goal]["price"]
    if 1 <= price <= top and not too_high and (bid is None or others(bid, state)):
        return {"type": "bid", "suit": goal, "price": price}
    for suit, offer in offers.items():
        price = offer["price"] - 1 if offer else FIRST_OFFER
        too_low = bids[suit] and price <= bids[suit]["price"]
        if suit == goal or not state["hand"][suit] or price < LEAST or too_low:
            continue
        if offer is None or others(offer, state):
            return {"type": "ask" if "books" in state else "offer", "suit": suit, "price": price}
    return None


def others(quote: Any, state: State) -> bool:
    """Return whether there is a quote, made by somebody else."""
    return quote is not None and quote["player"] != state["position"]


def top_price(state: State, goal: str) -> int:
    """Return the most that we pay for one more goal card."""
    held = state["hand"][goal]
    return min(WORTH[held], state["money"]) if held < len(WORTH) else 0


def is_late(state: State) -> bool:
    """Return whether the game is nearly over: it lasts 50 turns for each player, or 200 ticks."""
    if "tick" in state:
        return bool(state["tick"] >= LATE * 200)
    return bool(state["turn"] >= LATE * 50 * state["num_players"])


def best_quotes(state: State) -> tuple[Quotes, Quotes]:
    """Return the best bids and offers by suit; the tick model keeps them in books."""
    if "books" not in state:
        return state["bids"], state["offers"]
    books = state["books"]
    return {suit: books[suit]["bid"] for suit in books}, {suit: books[suit]["ask"] for suit in books}
