"""The first game of Wizard: three rounds at a table of three."""

from collections.abc import Sequence

from overtrick.games.contract import Row
from overtrick.games.lesson import Lesson, Topic
from overtrick.games.tricks import WON
from overtrick.games.view import View
from overtrick.games.wizard.rulebook import BID, score
from overtrick.games.wizard.words import card_words


def tricks(count: int) -> str:
    """Return a number of tricks in words."""
    return "no trick" if count == 0 else "one trick" if count == 1 else f"{count} tricks"


def bidding(view: View, _: Sequence[Row]) -> bool:
    """Return whether a bid is due."""
    return bool(view.state["phase"] == "bid")


def playing(view: View, _: Sequence[Row]) -> bool:
    """Return whether a card is due."""
    return bool(view.state["phase"] == "play")


def hand(view: View) -> list[str]:
    """Return the learner's cards."""
    return list(view.state["hands"][view.seat])


def must_follow(view: View, finished: Sequence[Row]) -> bool:
    """Return whether some of the learner's cards may not be played now."""
    return playing(view, finished) and len(view.legal) < len(hand(view))


def is_free(view: View, finished: Sequence[Row]) -> bool:
    """Return whether a suit is led that the learner does not have."""
    led = view.state["led"]
    return playing(view, finished) and bool(led) and not any(card[0] == led[0].upper() for card in hand(view))


def holds(letter: str, view: View) -> bool:
    """Return whether the learner has a Wizard or a Jester."""
    return any(card[0] == letter for card in hand(view))


def is_done(view: View, finished: Sequence[Row]) -> bool:
    """Return whether the learner has all tricks that were bid, and cards left."""
    state = view.state
    return playing(view, finished) and state["tricks"][view.seat] == state["bids"][view.seat]


def wants(view: View, finished: Sequence[Row]) -> bool:
    """Return whether the learner still needs tricks, and has seen some go."""
    state = view.state
    return (
        playing(view, finished) and state["tricks"][view.seat] < state["bids"][view.seat] and sum(state["tricks"]) > 0
    )


def says_trump(view: View, _: Sequence[Row]) -> str:
    """Return what the trump means, and what this one is."""
    trump = view.state["trump"]
    if not trump:
        return "This round has no trump: only the colour that is led can take a trick, or a Wizard."
    turned = view.state["turned_up"]
    shown = f", because {card_words(turned)} was turned up" if turned else ""
    return f"{trump.capitalize()} is trump{shown}. A trump beats every card of the other three colours."


def says_follow(view: View, _: Sequence[Row]) -> str:
    """Return which colour has to be followed."""
    led = view.state["led"]
    return (
        f"{led.capitalize()} was led and you hold {led}, so you must follow it. The cards that you "
        "may not play now are pale. "
        "A Wizard or a Jester may be played at any time."
    )


def says_free(view: View, _: Sequence[Row]) -> str:
    """Return what may be done without the colour that is led."""
    led, trump = view.state["led"], view.state["trump"]
    take = f" A {trump} card takes the trick, unless somebody plays a higher one." if trump else ""
    return f"You have no {led}, so you may play anything.{take} Any other colour just goes away."


def says_score(_: View, finished: Sequence[Row]) -> str:
    """Return what the latest round brought to the learner, and why."""
    row = finished[-1]
    bid, won, points = row[BID], row[WON], score(row, 0)
    if bid == won:
        why = f"20 for an exact bid and 10 for each trick make {points} points"
        return f"You bid {tricks(bid)} and took just that: {why}."
    off = abs(bid - won)
    return f"You bid {tricks(bid)} and took {tricks(won)}: {off} off, and each one costs 10, so {points} points."


def says_bid(view: View, _: Sequence[Row]) -> str:
    """Return what a bid is."""
    count = len(hand(view))
    return (
        f"Everybody plays one card, and one of the cards wins them all: that is a trick. With {count} "
        f"cards each there are {tricks(count)} "
        "to win. Say how many you will take, not more and not less."
    )


def says_others(view: View, _: Sequence[Row]) -> str:
    """Return what the bids of the others tell."""
    said = [bid for seat, bid in enumerate(view.state["bids"]) if bid is not None and seat != view.seat]
    total, count = sum(said), len(hand(view))
    return (
        f"The others have bid {total} of {count} tricks so far. If all want more tricks than there "
        "are, somebody will be short; if they "
        "want fewer, somebody gets one too many."
    )


LESSON = Lesson(
    minutes=4,
    seats=3,
    seed="1",
    player="classic",
    options={"series": "2,3,4"},
    topics=(
        Topic("bid", bidding, says_bid, "choices"),
        Topic("trump", lambda *_: True, says_trump, "trump"),
        Topic("score", lambda _, finished: bool(finished), says_score, "seats"),
        Topic(
            "wizard",
            lambda view, _: holds("W", view),
            lambda *_: "You hold a Wizard. The first Wizard in a trick always wins it, so count it as one.",
            "hand",
        ),
        Topic(
            "jester",
            lambda view, _: holds("J", view),
            lambda *_: "You hold a Jester. It never wins, and you may play it whenever you like to get out of a trick.",
            "hand",
        ),
        Topic("follow", must_follow, says_follow, "hand"),
        Topic("free", is_free, says_free, "hand"),
        Topic(
            "lead",
            lambda view, finished: playing(view, finished) and not view.state["trick"],
            lambda *_: "You lead: any card will do, and its colour is what the others must follow.",
            "hand",
        ),
        Topic(
            "done",
            is_done,
            lambda *_: (
                "You have all the tricks you bid. From now on one more would cost you: play low, and under the others."
            ),
            "seats",
        ),
        Topic(
            "short",
            wants,
            lambda view, _: (
                f"You bid {tricks(view.state['bids'][view.seat])} and have "
                f"{tricks(view.state['tricks'][view.seat])}: now is the time for "
                "your high cards."
            ),
            "seats",
        ),
        Topic("others", lambda view, finished: bidding(view, finished) and len(finished) > 1, says_others, "seats"),
    ),
    closing=(
        "That is Wizard. A whole game goes on like this, with one card more in each round, and the "
        "most points win. You have "
        "seen all there is to know; the rest is practice."
    ),
)
