"""A Figgie bot to start from: short, readable, and right in all trading models.

Whenever it is our turn (in the tick model: at every tick) ``get_action(state)`` is called and returns one of

    {"type": "bid", "suit": "spades", "price": 8}      we would buy a card at this price
    {"type": "offer", "suit": "clubs", "price": 12}    we would sell one at this price; "ask" in the tick model
    {"type": "buy", "suit": "spades"}                  we take the best offer
    {"type": "sell", "suit": "hearts"}                 we take the best bid
    {"type": "pass"}

README.md beside this file shows a state, and says what to improve first.
"""

from typing import Any

State = dict[str, Any]
Action = dict[str, Any]

MATE = {"spades": "clubs", "clubs": "spades", "hearts": "diamonds", "diamonds": "hearts"}

# What one more goal card is worth to us while we hold 0, 1, 2, ... of them: 10 that it pays for certain, the rest
# for the hope of the bonus, which the third to the fifth card usually decide.
WORTH = (16, 18, 20, 20, 20, 18, 10, 10, 10, 10, 10, 10, 10)
LEAST = 6  # what we ask at least for a card of another suit, while there is time
FIRST_BID, FIRST_OFFER = 6, 14
LATE_TICK, LATE_TURN = 180, 45  # of 200 ticks, or of 50 turns for each player: then we clear out
LATE_SHARE = 0.9  # of the time of a live round: then too


def get_action(state: State) -> Action:
    """Trade if there is a good price to take, else better a quote by 1, else pass."""
    me, hand, trades = state["position"], state["hand"], state["trades"]
    if "books" in state:  # the tick model
        books, word, late = state["books"], "ask", state["tick"] >= LATE_TICK
    else:
        books = {suit: {"bid": bid, "ask": state["offers"][suit]} for suit, bid in state["bids"].items()}
        word = "offer"
        if "time" in state:  # the live model
            late = state["time"] >= LATE_SHARE * state["length"]
        else:
            late = state["turn"] >= LATE_TURN * state["num_players"]

    # Idea 1, identify the goal suit: it has the colour of the longest suit and is not that suit, so it is its mate.
    # The longest suit is most likely the one that we hold most of.
    goal = MATE[max(hand, key=hand.__getitem__)]
    # Idea 4, position management: collect the goal suit, but pay less for each card that decides less.
    top = min(WORTH[hand[goal]], state["money"])
    # Idea 5, the endgame: cards of other suits pay nothing in the end, so at last any price is a good one.
    least = 1 if late else LEAST

    bid, offer = books[goal]["bid"], books[goal]["ask"]
    if offer and offer["price"] <= top and offer["player"] != me:
        return {"type": "buy", "suit": goal}
    for suit, held in hand.items():
        wanted = books[suit]["bid"]
        if wanted and held and suit != goal and wanted["price"] >= least and wanted["player"] != me:
            return {"type": "sell", "suit": suit}

    # Idea 2, provide liquidity: who quotes lets the others come to him, and trades at a price of his own choice.
    price = bid["price"] + 1 if bid else FIRST_BID
    if price <= top and not (offer and offer["price"] <= price):
        return {"type": "bid", "suit": goal, "price": price}
    for suit, held in hand.items():
        if not held or suit == goal:
            continue
        bid, offer = books[suit]["bid"], books[suit]["ask"]
        price = offer["price"] - 1 if offer else FIRST_OFFER
        # Idea 3, read the trades: who has just paid more than that may do so again.
        if not offer and trades and trades[-1]["suit"] == suit:
            price = max(price, trades[-1]["price"] + 1)
        if price >= least and not (bid and bid["price"] >= price):
            return {"type": word, "suit": suit, "price": price}
    return {"type": "pass"}
