"""What is said about puzzles of Wizard."""

from overtrick.games.view import View
from overtrick.games.wizard.rulebook import parse
from overtrick.puzzles.puzzle import Puzzle
from overtrick.review.wizard_words import place_words, why_sentence

QUESTIONS = {"play": "Which card brings most points?", "bid": "Which bid brings most points?"}
UNIT = "points"
WORLDS = 3200


def theme(kind: str, seen: View, answer: str) -> str:
    """Return what a puzzle is about."""
    return place_words(seen)


def why(seen: View, puzzle: Puzzle, played: str) -> str:
    """Return in a sentence what the answer has over another choice."""
    (one, made), (two, also) = puzzle.choices[puzzle.answer], puzzle.choices[played]
    better, other = parse(seen.row, puzzle.answer), parse(seen.row, played)
    return why_sentence(seen, better, other, (one, two), (made or 0.0, also or 0.0), WORLDS)
