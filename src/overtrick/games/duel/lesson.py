"""The first game of the duel: one hand of ten tricks."""

from collections.abc import Sequence

from overtrick.games.contract import Row
from overtrick.games.lesson import Lesson, Topic
from overtrick.games.view import View

SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RANKS = "A2345"


def hand(view: View) -> list[str]:
    """Return the learner's cards."""
    return list(view.state["hands"][view.seat])


def others(view: View) -> set[str]:
    """Return the cards that only the other one can hold."""
    played = {view.game.name(view.row, event[1]) for event in view.events}
    return {suit + rank for suit in SUITS for rank in RANKS} - played - {*hand(view)}


def leads(view: View, _: Sequence[Row]) -> bool:
    """Return whether the learner leads."""
    return not view.state["trick"]


def must_follow(view: View, _: Sequence[Row]) -> bool:
    """Return whether some of the learner's cards may not be played now."""
    return bool(view.state["trick"]) and len(view.legal) < len(hand(view))


def is_free(view: View, _: Sequence[Row]) -> bool:
    """Return whether the learner has nothing of the suit that is led, and can choose."""
    led = view.state["led"]
    return bool(led) and not any(SUITS[card[0]] == led for card in hand(view)) and len(view.legal) > 1


def safe_suit(view: View) -> str:
    """Return a suit in which any card of the learner wins, as the other one has none left; nothing if there is none."""
    theirs = {card[0] for card in others(view)}
    return next((SUITS[card[0]] for card in hand(view) if card[0] not in theirs), "")


def sure_card(view: View) -> str:
    """Return a card of the learner that the other one cannot beat; nothing if there is none."""
    best = {suit: max((RANKS.index(card[1]) for card in others(view) if card[0] == suit), default=-1) for suit in SUITS}
    return next((card for card in hand(view) if RANKS.index(card[1]) > best[card[0]] >= 0), "")


def says_sure(view: View, _: Sequence[Row]) -> str:
    """Return a card that wins for sure, and why."""
    card = sure_card(view)
    suit, rank = SUITS[card[0]], "ace" if card[1] == "A" else card[1]
    return (
        f"Your {rank} of {suit} cannot be beaten: nobody else holds a higher one. It is a sure trick "
        "whenever you lead it."
    )


def says_won(view: View, finished: Sequence[Row]) -> str:
    """Return who leads, and what that is worth."""
    if leads(view, finished):
        return "You have won the trick, so you lead the next one. That is worth a lot: the other one has to answer."
    return "The other one has won the trick, so they lead the next one. That is worth a lot: you have to answer."


def says_counted(view: View, _: Sequence[Row]) -> str:
    """Return how the tricks stand."""
    mine, theirs = view.state["tricks"][view.seat], view.state["tricks"][1 - view.seat]
    return (
        f"Half of the tricks are played: {mine} for you, {theirs} for the other. Six win the hand, five each is a draw."
    )


LESSON = Lesson(
    minutes=3,
    seats=2,
    seed="1",
    player="greedy",
    topics=(
        Topic(
            "cards",
            lambda *_: True,
            lambda *_: (
                "Twenty cards, ace to five in four suits; the ace is the lowest. You hold ten of them, so "
                "the other one holds all that you do not see."
            ),
            "hand",
        ),
        Topic(
            "lead",
            leads,
            lambda *_: (
                "You lead: play any card, and the other one answers it. That is a trick. They must follow "
                "its suit if they can, and the higher card of that suit wins."
            ),
            "hand",
        ),
        Topic(
            "follow",
            must_follow,
            lambda view, _: (
                f"{view.state['led'].capitalize()} were led and you hold some, so you must follow. The cards "
                "that you may not play are pale."
            ),
            "hand",
        ),
        Topic(
            "free",
            is_free,
            lambda view, _: (
                f"You have no {view.state['led']}: play anything, but it cannot win. Give away what you need least."
            ),
            "hand",
        ),
        Topic("win", lambda view, _: view.state["tricks_played"] > 0, says_won, "seats"),
        Topic("sure", lambda view, _: leads(view, _) and bool(sure_card(view)), says_sure, "hand"),
        Topic(
            "void",
            lambda view, _: leads(view, _) and bool(safe_suit(view)),
            lambda view, _: (
                f"The other one has no {safe_suit(view)} left, so every one that you lead wins, even the ace. "
                "Whoever leads such cards keeps the lead."
            ),
            "hand",
        ),
        Topic("half", lambda view, _: view.state["tricks_played"] == 5, says_counted, "seats"),
    ),
    closing=(
        "That is the duel. Nothing is hidden and nothing is luck after the deal, so it can be played "
        "perfectly: the page after a game tells "
        "you where you gave a trick away."
    ),
)
