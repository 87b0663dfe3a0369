"""A lesson: a first game at a real table with prepared cards, in which a learner is told each thing when it shows.

What is told follows from the position alone, so a learner may play as they like, take back, and come again later.
A game with a lesson brings the part ``lesson``, a module with ``LESSON``.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from overtrick.games.contract import Game, Row
from overtrick.games.face import face_of
from overtrick.games.view import View

AT_ONCE = 2  # topics that are told at one decision at most; the others wait for the next


@dataclass(frozen=True)
class Topic:
    """One thing to learn: at the first decision where it ``shows`` the learner is told what it ``says``.

    Both get the learner's view and the deals before it. ``look`` names what the page points at: hand, choices, centre,
    trump or seats.
    """

    name: str
    shows: Callable[[View, Sequence[Row]], bool]
    says: Callable[[View, Sequence[Row]], str]
    look: str = ""


@dataclass(frozen=True)
class Lesson:
    """A first game: how it is dealt, who else sits there, what is told on the way and what at the end."""

    minutes: int
    seats: int
    seed: str  # of the prepared cards; the learner sits in seat 0
    player: str  # the short name of the player in all other seats
    topics: tuple[Topic, ...]
    closing: str
    opening: str = ""  # where others act before the learner's first decision
    options: Mapping[str, str] = field(default_factory=dict)


def lesson_of(game: Game) -> Lesson | None:
    """Return the guided first game of a game, or None if it has none."""
    part = face_of(game).part("lesson")
    return None if part is None else part.LESSON


Told = dict[str, int]  # by the name of a topic: the step at which it was told


def teach(lesson: Lesson, told: Told, step: int, view: View, finished: Sequence[Row]) -> Told:
    """Return what a learner has been told when they decide at a step; what was told later is forgotten."""
    before = {name: when for name, when in told.items() if when <= step}
    fresh = [topic.name for topic in lesson.topics if topic.name not in before and topic.shows(view, finished)]
    room = AT_ONCE - sum(when == step for when in before.values())
    return before | dict.fromkeys(fresh[: max(room, 0)], step)
