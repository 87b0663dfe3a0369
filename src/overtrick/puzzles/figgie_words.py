"""What is said about puzzles of Figgie."""

from typing import Any

from overtrick.games.face import Scene
from overtrick.games.figgie.rulebook import BID, FIRST_BUY, FIRST_SELL, OFFER, PASS, SUIT_WORDS, SUITS, parse
from overtrick.games.view import View
from overtrick.puzzles.puzzle import Puzzle
from overtrick.review.figgie_words import worth_sentence

QUESTIONS = {"take": "Which quote do you take, if any?"}
UNIT = "dollars"


def theme(kind: str, seen: View, answer: str) -> str:
    """Return what a puzzle is about."""
    return "buying" if parse(seen.row, answer) < FIRST_SELL else "selling"


def why(seen: View, puzzle: Puzzle, played: str) -> str:
    """Return in a sentence or two what the cards are worth, of the answer and of another take."""
    return " ".join(_told(seen, puzzle, name) for name in dict.fromkeys((puzzle.answer, played)) if name != "pass")


def _told(seen: View, puzzle: Puzzle, name: str) -> str:
    action = parse(seen.row, name)
    assert action != PASS, "a pass has no price"
    buying, suit = action < FIRST_SELL, (action - FIRST_BUY) % SUITS
    price = seen.row[(OFFER if buying else BID) + suit]
    gain, odds = puzzle.choices[name]
    return worth_sentence(SUIT_WORDS[suit], odds or 0.0, buying, price + gain if buying else price - gain, price)


def offered(seen: View, scene: Scene) -> Scene:
    """Return a scene in which quotes can be taken or left, but none can be made."""
    now: dict[str, Any] = scene["now"]
    choices = {suit: {**may, "bid": None, "offer": None} for suit, may in now["choices"].items()}
    return {**scene, "now": {**now, "choices": choices}}
