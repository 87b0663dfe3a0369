"""What a game may bring for terminals: the part ``screen`` of its face, a module with ``SCREEN = Screen(…)``.

A table is drawn from a scene and the moment of it that is looked at, never from a row. Whatever a game leaves out is
drawn plainly (see overtrick.terminal.tables.plain), so a game without this part can be played and looked at too. Only
a game with one of our drawings for pages must bring ``table`` here, as its scenes are then without what is plain.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rich.text import Text

from overtrick.games import find_game
from overtrick.games.contract import Game, Row
from overtrick.games.face import face_of
from overtrick.match.record import Deal, Record
from overtrick.scenes.scene import Scene
from overtrick.terminal.choices import Asking, Rows
from overtrick.terminal.tables import plain, tricks

Pressed = tuple[str, str] | None  # what is typed now, and the action if one is complete


@dataclass(frozen=True)
class Typing:
    """Actions that are typed key by key."""

    press: Callable[[Asking, str], Pressed]  # after a key; None if that is for somebody else
    words: Callable[[str], str]  # what is typed, as a line for the person
    begun: Callable[[str], str]  # what is typed after an unfinished action was chosen; nothing after a whole one


@dataclass(frozen=True, kw_only=True)
class Screen:
    """How the table of a game looks in a terminal."""

    # Drawn from a scene and its moment
    title: Callable[[Scene, Scene], Text] = plain.title  # one line, always in sight
    table: Callable[[Scene, Scene, bool], Text] = plain.table  # the seats; and whether hands are open
    last: Callable[[Scene, Scene], Text] = tricks.last_trick  # a line below the table
    below: Callable[[Scene, Scene, int], Text] = tricks.below  # for who only looks; and the width

    # For the person who plays
    choices: Callable[[Asking], Rows] = plain.choices
    question: Callable[[Scene], str] = plain.question  # of a moment in which the person is to move
    typing: Typing = Typing(plain.press, plain.words, plain.begun)
    jumps: bool = True  # whether a capital letter goes to the next such card, and a digit to a number
    keys: str = ""  # lines of the help; nothing for the usual keys
    no_pad: str = ""  # why there is no score pad, in a sentence; p is then a key like others

    # As lines
    known: Callable[[Scene, Scene], Scene] = plain.known  # the state of a moment, to be told before a decision
    facts: tuple[str, ...] = ()  # names of the state to be told after every action; usually all
    headline: Callable[[Game, Row], str] | None = None  # what is special about a deal
    deal_lines: Callable[[Deal, Row], Iterator[str]] | None = None  # its actions, while the row is played to the end
    review: Callable[[Scene, Record], Iterator[str]] = plain.review  # what a match came to, beyond places and regret


PLAIN = Screen()


def screen_of(game: str) -> Screen:
    """Return how a game looks in a terminal."""
    part = face_of(find_game(game)).part("screen")
    screen: Screen = PLAIN if part is None else part.SCREEN
    return screen
