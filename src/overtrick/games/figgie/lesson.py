"""The first game of Figgie: one round at a table of four, one seat after the other."""

from collections.abc import Sequence

from overtrick.games.contract import Row
from overtrick.games.figgie.scene import extras
from overtrick.games.lesson import Lesson, Topic
from overtrick.games.view import View

TWINS = {"spades": "clubs", "clubs": "spades", "hearts": "diamonds", "diamonds": "hearts"}
CARD = 10  # dollars that a goal card earns at the end
DEAR = 15  # dollars above which nobody should buy on a first guess
TURNS = 3  # of one's own, before a learner looks up from the first quotes


def hand(view: View) -> dict[str, int]:
    """Return how many cards the learner has of each suit."""
    found: dict[str, int] = view.state["hands"][view.seat]
    return found


def dealt(view: View) -> dict[str, int]:
    """Return how many cards the learner was dealt of each suit: what is held now, without what was traded."""
    found = dict(hand(view))
    for trade in extras(view)["tape"]:
        found[trade["suit"]] += (trade["seller"] == view.seat) - (trade["buyer"] == view.seat)
    return found


def longest(view: View) -> str:
    """Return the suit that the learner was dealt most of."""
    return max(dealt(view), key=lambda suit: dealt(view)[suit])


def likely_goal(view: View) -> str:
    """Return the suit that is most likely the goal, by the learner's first look at the cards."""
    return TWINS[longest(view)]


def own_turns(view: View) -> int:
    """Return how often the learner has acted."""
    return sum(event[0] == view.seat for event in view.events)


def quoted(view: View, side: str, suit: str) -> tuple[int, int] | None:
    """Return price and seat of a quote of somebody else."""
    quote = view.state[side][suit]
    return None if quote is None or quote["seat"] == view.seat else (quote["price"], quote["seat"])


def cheap(view: View, _: Sequence[Row]) -> bool:
    """Return whether a likely goal card is offered at a price that a learner may pay."""
    found = quoted(view, "offers", likely_goal(view))
    return found is not None and found[0] <= DEAR


def wanted(view: View) -> str:
    """Return a suit that somebody bids for and that the learner has without need; nothing if there is none."""
    suits = [suit for suit in hand(view) if suit != likely_goal(view) and hand(view)[suit]]
    return next((suit for suit in suits if quoted(view, "bids", suit)), "")


def unwanted(view: View) -> str:
    """Return the suit of which the learner has most without need."""
    return max((suit for suit in hand(view) if suit != likely_goal(view)), key=lambda suit: hand(view)[suit])


def traded(view: View, _: Sequence[Row]) -> bool:
    """Return whether anybody has traded."""
    return any(price is not None for price in view.state["last_prices"].values())


def says_count(view: View, _: Sequence[Row]) -> str:
    """Return what the learner's cards tell of the goal."""
    suit = longest(view)
    return (
        "Collect the goal suit. Which is it? One suit has 12 cards, two have 10, one has 8, and nobody knows which. "
        f"You hold {hand(view)[suit]} {suit}, your most: they may well be the long suit."
    )


def says_goal(view: View, _: Sequence[Row]) -> str:
    """Return which suit is the goal, and what to do about it."""
    goal = likely_goal(view)
    return (
        f"The goal is always the other suit of the long one's colour: {goal}, if {longest(view)} are long. "
        f"So bid for {goal}: write a price, say 6, into the field above Bid in that column, and press it."
    )


def says_cheap(view: View, _: Sequence[Row]) -> str:
    """Return what an offer below the worth of a card means."""
    goal = likely_goal(view)
    price = view.state["offers"][goal]["price"]
    return (
        f"Somebody offers {goal} for ${price}. If they are the goal, each earns ${CARD}, and whoever "
        "has most of them gets the rest of the "
        "pot: Buy takes the offer at once."
    )


def says_wanted(view: View, _: Sequence[Row]) -> str:
    """Return what a bid for an unwanted suit means."""
    suit = wanted(view)
    price = view.state["bids"][suit]["price"]
    return (
        f"Somebody bids ${price} for {suit}, and you do not need yours: Sell takes the bid, and the "
        "money is yours whatever the goal is."
    )


LESSON = Lesson(
    minutes=5,
    seats=4,
    seed="19",
    player="collector",
    options={"model": "turn"},
    topics=(
        Topic("count", lambda *_: True, says_count, "hand"),
        Topic("goal", lambda *_: True, says_goal, "choices"),
        Topic(
            "pot",
            lambda view, _: own_turns(view) > 0,
            lambda *_: (
                f"Everybody has paid $50 into the pot. At the end each goal card earns ${CARD} from it, and "
                "all the rest goes to whoever has most of them."
            ),
            "seats",
        ),
        Topic(
            "quote",
            lambda view, _: own_turns(view) > 0,
            lambda view, _: (
                "Each column shows the best bid and the best offer for a suit. As you bid for what you want, offer "
                f"what you do not need: a price into the field above Offer, say $8 for {unwanted(view)}."
            ),
            "choices",
        ),
        Topic("buy", cheap, says_cheap, "choices"),
        Topic("sell", lambda view, _: bool(wanted(view)), says_wanted, "choices"),
        Topic(
            "clear",
            traded,
            lambda *_: (
                "A trade has happened. It moves one card, and it clears all quotes in all suits: everybody "
                "begins again."
            ),
            "centre",
        ),
        Topic(
            "prices",
            lambda view, _: traded(view, _) and own_turns(view) >= TURNS,
            lambda *_: (
                "Watch what the others pay for. Whoever buys a suit dearly may know more about the long suit "
                "than you do; who sells it cheaply, too."
            ),
            "centre",
        ),
        Topic(
            "pass",
            lambda view, _: own_turns(view) >= TURNS,
            lambda *_: (
                "If no price suits you, pass. The round ends when everybody has passed twice running, or "
                "after fifty turns each."
            ),
            "choices",
        ),
    ),
    closing=(
        "That is Figgie. Now you have seen the goal, compare: did your first count point to it, and "
        "what did the others pay for? In the market that "
        "runs everybody acts at once, and being quick counts too."
    ),
)
