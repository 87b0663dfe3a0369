"""A puzzle: a deal that our players have played, where in it the question is, and what every answer is worth.

A game has puzzles if it brings the part ``puzzles``, a module that makes them:

    KINDS                       its kinds of puzzles, by the words in their names
    table(kind, draw)           seats with their players, and options; ``draw(n)`` returns luck below n
    asks(kind, seen)            whether a decision is a question of this kind at all
    first_look(seen, seed)      the action that seems clearly best at the usual budget, or None
    closer_look(seen, seed)     the same at a hundred times that budget, with what every choice is worth, or None
    FINDERS                     players that are asked whether they find it, the weakest first

and the part ``puzzle_words``, which needs nothing but the rules:

    QUESTIONS                   what is asked, by kind
    UNIT                        of what the choices are worth
    theme(kind, seen, answer)   what it is about, in a few words
    why(seen, puzzle, played)   a sentence about the answer beside another choice
    offered(seen, scene)        the scene with what may be answered and nothing else; optional
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from overtrick.core.luck import derive, read_seed
from overtrick.core.mistake import Mistake
from overtrick.games import find_game
from overtrick.games.contract import NOBODY, refusal
from overtrick.games.face import face_of, games_with
from overtrick.games.options import Value
from overtrick.games.view import View
from overtrick.match.progress import Progress
from overtrick.match.record import Match, new_match

Worth = tuple[float, float | None]
"""What a choice is worth in the unit of its game, and the chance that belongs to it, where there is one."""


@dataclass(frozen=True)
class Puzzle:
    """A question about a deal, and its answer; the seed and the number alone bring it about again."""

    game: str
    kind: str
    seed: str
    number: int
    players: tuple[str, ...]
    options: Mapping[str, Value]
    actions: tuple[str, ...]  # of the whole deal, by whoever was to move
    step: int  # how many of them come before the question
    theme: str
    answer: str
    choices: Mapping[str, Worth]  # all that may be answered
    margin: float  # how much better the answer is than any other choice, at least
    half: float  # of the 95 % interval of that; 0 if it is exact
    rating: int  # how difficult it seems before anybody has tried it

    @property
    def id(self) -> str:
        """The name of the puzzle in addresses."""
        return f"{self.game}-{self.kind}-{self.number}"

    @cached_property
    def match(self) -> Match:
        """The match of one deal in which the question comes up."""
        return match_of(self.game, self.kind, self.seed, self.number, self.players, self.options)

    def position(self) -> Progress:
        """Return the deal before the question, played by its rules."""
        return played(self.match, self.actions[: self.step])

    def view(self) -> View:
        """Return what the seat that is asked may know."""
        going = self.position()
        return going.view(going.to_move)

    def data(self) -> dict[str, Any]:
        """Return the puzzle as plain data, fit for JSON."""
        return asdict(self)

    def line(self) -> str:
        """Return the puzzle as a line of a file."""
        return json.dumps(self.data(), separators=(",", ":"))


def match_of(
    game: str, kind: str, seed: str, number: int, players: tuple[str, ...], options: Mapping[str, Value]
) -> Match:
    """Return the match of a puzzle: its cards follow from seed, kind and number."""
    return new_match(game, players, options, derive(read_seed(seed), f"puzzle/{game}/{kind}/{number}"))


def played(match: Match, actions: tuple[str, ...]) -> Progress:
    """Return a match after some actions of its first deal, or raise Mistake where the rules forbid one."""
    from overtrick.bots.bot import Answer

    going = Progress(match)
    for name in actions:
        if going.to_move == NOBODY:
            raise Mistake(f"{name!r} comes too late: the deal is over")
        action = going.game.parse(going.row, name)
        if reason := refusal(going.game, going.row, action):
            raise Mistake(reason)
        going.play(Answer(action))
    return going


def read_line(text: str) -> Puzzle:
    """Return the puzzle of a line, or raise Mistake if it is none."""
    try:
        given = json.loads(text)
        choices = {name: (float(value), chance) for name, (value, chance) in given.pop("choices").items()}
        players, actions = (tuple(given.pop(name)) for name in ("players", "actions"))
        return Puzzle(**given, players=players, actions=actions, choices=choices)
    except (ValueError, TypeError, KeyError, AttributeError):
        raise Mistake(f"{text[:60]!r} is no puzzle; allowed: a line that overtrick puzzles has written") from None


def kinds_of(game: str) -> tuple[str, ...]:
    """Return the kinds of puzzles of a game, or raise Mistake if it has none."""
    words = words_of(game)
    return tuple(words.QUESTIONS)


def words_of(game: str) -> Any:
    """Return what a game says about puzzles, or raise Mistake if it has none."""
    part = face_of(find_game(game)).part("puzzle_words")
    if part is None:
        raise Mistake(f"{game} has no puzzles; allowed: {', '.join(games_with('puzzle_words'))}")
    return part
