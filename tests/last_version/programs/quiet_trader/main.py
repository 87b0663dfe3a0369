"""A trader of the familiar kind: some quotes and trades, some actions that are refused, then passes."""

asked = 0


def get_action(state):
    """Return the next action; both models."""
    global asked
    asked += 1
    clock = state["tick"] if "books" in state else state["turn"] // state["num_players"]
    if clock == 0:
        asked = 1
    me, hand = state["position"], state["hand"]
    mine = max(hand, key=hand.get)
    books = state.get("books") or {suit: {"bid": state["bids"][suit], "ask": state["offers"][suit]} for suit in hand}
    if asked == 1:
        return {"type": "bid", "suit": mine, "price": 4 + me}
    if asked == 2:
        return {"type": "ask" if "books" in state else "offer", "suit": mine, "price": 9 - me}
    if asked == 3:
        return {"type": "bid", "suit": "stars", "price": True}
    if asked == 4:
        raise RuntimeError("this fault is meant")
    if asked <= 6:
        for suit in hand:
            quote = books[suit]["ask"]
            if quote and quote["player"] != me:
                return {"type": "buy", "suit": suit}
    return {"type": "pass"}
