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


def of_colour(view: View, colour: str | None) -> bool:
    """Return whether the learner has a card of a colour."""
    return bool(colour) and any(card[0] == str(colour)[0].upper() for card in hand(view))


def is_free(view: View, finished: Sequence[Row]) -> bool:
    """Return whether a colour is led that the learner does not have, and there is something to choose."""
    led = view.state["led"]
    return playing(view, finished) and bool(led) and not of_colour(view, led) and len(view.legal) > 1


def holds(letter: str, view: View) -> bool:
    """Return whether the learner has a Wizard or a Jester."""
    return any(card[0] == letter for card in hand(view))


def is_done(view: View, finished: Sequence[Row]) -> bool:
    """Return whether the learner has all tricks that were bid, and can choose."""
    state = view.state
    made = playing(view, finished) and state["tricks"][view.seat] == state["bids"][view.seat]
    return made and len(view.legal) > 1


def wants(view: View, finished: Sequence[Row]) -> bool:
    """Return whether the learner still needs tricks, has seen some go, and can choose."""
    state = view.state
    missing = playing(view, finished) and state["tricks"][view.seat] < state["bids"][view.seat]
    return missing and sum(state["tricks"]) > 0 and len(view.legal) > 1


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
    if not of_colour(view, trump):
        return (
            f"You have no {led}, so you may play anything. Another colour cannot win the trick: a good moment to get "
            "rid of a card."
        )
    return (
        f"You have no {led}, so you may play anything. A {trump} card takes the trick, unless there is a higher one "
        "or a Wizard; any other colour cannot win it."
    )


def says_score(_: View, finished: Sequence[Row]) -> str:
    """Return what the latest round brought to the learner, and why."""
    row = finished[-1]
    bid, won, points = row[BID], row[WON], score(row, 0)
    if bid == won:
        why = f"20 for an exact bid and 10 for each trick make {points} points"
        return f"You bid {tricks(bid)} and took just that: {why}."
    off = abs(bid - won)
    return f"You bid {tricks(bid)} and took {tricks(won)}: {off} off, and each one costs 10, so −{-points} points."


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
    heard = (
        f"The others have bid {sum(said)} of {len(hand(view))} tricks so far." if said else "This time you bid first."
    )
    return (
        f"{heard} If all together want more tricks than there are, somebody will be short; if they want fewer, "
        "somebody gets one too many."
    )


def says_done(view: View, _: Sequence[Row]) -> str:
    """Return what to do when no more tricks are wanted."""
    if view.state["bids"][view.seat] == 0:
        return "You bid no trick, so each one that you take costs you: play low, and under the others."
    return "You have all the tricks you bid. From now on one more would cost you: play low, and under the others."


def says_short(view: View, _: Sequence[Row]) -> str:
    """Return what to do while tricks are missing, or when too many are."""
    state = view.state
    bid, won, left = state["bids"][view.seat], state["tricks"][view.seat], len(hand(view))
    if bid - won > left:
        return (
            f"You bid {tricks(bid)} and have {tricks(won)}: that cannot be reached any more, but each trick still "
            "saves 10 points."
        )
    return f"You bid {tricks(bid)} and have {tricks(won)}: now is the time for your high cards."


LESSON = Lesson(
    minutes=4,
    seats=3,
    seed="1",
    player="classic",
    options={"series": "2,3,4"},
    opening=(
        "Three short rounds of Wizard, with two others. In each you say how many tricks you will take, and then play "
        "for just that many. The others speak first."
    ),
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
            lambda *_: "You hold a Jester. It beats no card, and you may play it at any time to get out of a trick.",
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
        Topic("done", is_done, says_done, "seats"),
        Topic("short", wants, says_short, "seats"),
        Topic("others", lambda view, finished: bidding(view, finished) and len(finished) > 1, says_others, "seats"),
    ),
    closing=(
        "That is Wizard. A whole game goes on like this, with one card more in each round, and the "
        "most points win. You have "
        "seen all there is to know; the rest is practice."
    ),
)
