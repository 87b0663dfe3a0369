"""What a review of Figgie says, without the players that judge."""

from overtrick.review.judged import percent


def worth_sentence(word: str, odds: float, buying: bool, value: float, price: float, *, taken: bool = False) -> str:
    """Return in a sentence what a card of a suit was worth to who bought or sold it, and for how much."""
    verb = "one more card is worth" if buying else "one card less costs"
    and_taken = ", and somebody took it" if taken else ""
    return f"{word.capitalize()} are {goal_words(odds)}, so {verb} {value:.1f}, and the price was {price}{and_taken}."


def goal_words(odds: float) -> str:
    """Return how likely a suit is the goal."""
    return f"the goal with a chance of {percent(odds)} by the cards seen"
