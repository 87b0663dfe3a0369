"""What is sent of a puzzle before it is answered: the table as the seat sees it, and nothing of what is hidden."""

from typing import Any

from overtrick.games.face import Scene
from overtrick.games.sentences import YOU, action_words, in_words
from overtrick.puzzles.puzzle import Puzzle, words_of
from overtrick.scenes.scene import NAMES, log, scene


def question(puzzle: Puzzle) -> Scene:
    """Return what a page needs to ask."""
    going, words = puzzle.position(), words_of(puzzle.game)
    seat = going.to_move
    others = iter(NAMES)
    names = [YOU if place == seat else next(others) for place in range(going.match.seats)]
    drawn = scene(going, seat, names)
    if hasattr(words, "offered"):
        drawn = words.offered(going.view(seat), drawn)
    told: Scene = {"id": puzzle.id, "game": puzzle.game, "question": words.QUESTIONS[puzzle.kind]}
    told["answers"] = sorted(puzzle.choices)  # in an order that tells nothing
    return {**told, "scene": drawn, "log": log(going, seat, names)}


def verdict(puzzle: Puzzle, played: str) -> dict[str, Any]:
    """Return what is said to an answer."""
    words, seen = words_of(puzzle.game), puzzle.view()
    beside = played if played != puzzle.answer else runner_up(puzzle)
    ranked = sorted(puzzle.choices.items(), key=lambda one: -one[1][0])
    return {
        "right": played == puzzle.answer,
        "played": played,
        "answer": puzzle.answer,
        "best": action_words(seen.game, puzzle.answer),
        "why": in_words(seen.game, words.why(seen, puzzle, beside)),
        "theme": puzzle.theme,
        "margin": puzzle.margin,
        "half": puzzle.half,
        "unit": words.UNIT,
        "choices": [{"name": name, "value": value, "chance": chance} for name, (value, chance) in ranked],
    }


def runner_up(puzzle: Puzzle) -> str:
    """Return the best choice besides the answer."""
    return max((name for name in puzzle.choices if name != puzzle.answer), key=lambda name: puzzle.choices[name][0])
