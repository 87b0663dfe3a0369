"""What is said about puzzles of Wizard."""

from overtrick.games.tricks import trick
from overtrick.games.view import View
from overtrick.games.wizard.rulebook import PHASE, PLAYING, STILL_IN, parse
from overtrick.puzzles.puzzle import Puzzle
from overtrick.review.wizard_words import bidders, why_sentence

QUESTIONS = {"play": "Which card brings most points?", "bid": "Which bid brings most points?"}
UNIT = "points"
WORLDS = 3200


def theme(kind: str, seen: View, answer: str) -> str:
    """Return what a puzzle is about."""
    if seen.row[PHASE] != PLAYING:
        order = bidders(seen)
        place = order.index(seen.seat)
        return "bidding first" if place == 0 else "bidding last" if place == len(order) - 1 else "bidding in between"
    laid, last = len(trick(seen.row)), seen.row[STILL_IN].bit_count() - 1
    return "leading" if laid == 0 else "playing last" if laid == last else "playing in between"


def why(seen: View, puzzle: Puzzle, played: str) -> str:
    """Return in a sentence what the answer has over another choice."""
    (one, made), (two, also) = puzzle.choices[puzzle.answer], puzzle.choices[played]
    better, other = parse(seen.row, puzzle.answer), parse(seen.row, played)
    return why_sentence(seen, better, other, (one, two), (made or 0.0, also or 0.0), WORLDS)
