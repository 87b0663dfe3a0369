"""What is said about puzzles of the duel."""

from overtrick.games.contract import NOBODY
from overtrick.games.tricks import BEST
from overtrick.games.view import View
from overtrick.puzzles.puzzle import Puzzle
from overtrick.review.duel_words import exact_sentence

QUESTIONS = {"play": "Which card leads to most tricks? You can work out what the other hand holds."}
UNIT = "tricks"


def theme(kind: str, seen: View, answer: str) -> str:
    """Return what a puzzle is about."""
    return "leading" if seen.row[BEST] == NOBODY else "answering a lead"


def why(seen: View, puzzle: Puzzle, played: str) -> str:
    """Return in a sentence what the answer has over another card."""
    best, other = puzzle.choices[puzzle.answer][0], puzzle.choices[played][0]
    return exact_sentence(puzzle.answer, int(best), played, int(other))
