"""The face of a game: what the rest of the program wants to know of it besides its rules.

A game of ours has its face beside its rulebook; a game from outside may have one as ``FACE`` in its file. Every part
has a usual answer, so a game without a face works everywhere, plainly. Nothing outside the folders of a game names a
game: who wants something of one asks ``face_of`` here.

What needs more than the rules (players, drawings, numbers for learners) lies in folders above this one. A face names
such a *part* as ``"package.module"``, which is imported when somebody asks for it, or brings the module itself:

    minds       compiled players for play in bulk             (see overtrick.compiled.minds)
    exploiters  a family of players that can be searched      (see overtrick.bots.exploiters)
    lanes       observations as small numbers                 (see overtrick.adapters.observations.encoding)
    openspiel   a deal for OpenSpiel                          (see overtrick.adapters.openspiel)
    wire        other words for bots than names and states    (see overtrick.bots.wire)
    integers    a protocol of plain integers                  (see overtrick.bots.fenced)
    luck        numbers of the cards that explain scores      (see overtrick.tournament.rating.adjust)
    regret      what each play gave away, by perfect play     (see overtrick.match.regret)
    review      how to judge the decisions of a match         (see overtrick.review.review)
    puzzles     how to make puzzles, and judge them           (see overtrick.puzzles.puzzle)
    puzzle_words  what is said about them                     (see overtrick.puzzles.puzzle)
    odds        what a learner may be told of hidden cards    (see overtrick.scenes.learning)
    study       what perfect play makes of all deals          (see overtrick.commands.study)
    training    a player that can be trained again            (see overtrick.commands.bulk)
    log         records in the form of another program        (see overtrick.match.record_file)
    lesson      a guided first game                           (see overtrick.games.lesson)
    screen      a table as text                               (see overtrick.terminal.tables.screen)
    corners     pictures of the rules                         (see overtrick.web.rules.corners)
    cards       cards drawn by the server                     (see overtrick.web.rules.card_art)
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from overtrick.games.contract import Event, Game, Row, settled
from overtrick.games.options import Option, Value
from overtrick.games.view import View

Names = Sequence[str]  # of the seats, as sentences use them
Scene = dict[str, Any]  # plain data for a page or a terminal
Situation = Callable[[View], bool]
Variant = tuple[int, Mapping[str, Value]]  # seats and options


@dataclass(frozen=True)
class Suit:
    """A suit: the letter in names of cards, its word, its sign and the colour of both."""

    letter: str
    word: str
    sign: str
    colour: str  # one of white, red, yellow, green, blue, violet
    alike: bool = False  # whether all its cards are alike, whatever follows the letter


FRENCH = (
    Suit("S", "spades", "♠", "white"),
    Suit("H", "hearts", "♥", "red"),
    Suit("D", "diamonds", "♦", "blue"),
    Suit("C", "clubs", "♣", "green"),
)


@dataclass(frozen=True)
class Level:
    """A player for people: one of the game's own or ``random``, how it slips, and what a person may notice of it."""

    player: str
    slips: float = 0.0  # the share of its actions in which it slips
    lean: int = 0  # to which side: -1 to the action before the one meant, 1 to the one after it, 0 to either
    character: str = ""  # a sentence
    tempo: float = 1.0  # how long it seems to think, beside others


@dataclass(frozen=True)
class Way:
    """A value of an option for people who choose one: a short title, a sentence, and a sign that stands for it."""

    title: str
    line: str
    sign: str


@dataclass(frozen=True)
class Ways:
    """An option for people: what it is about, and its values in words, or those of a number that one might choose."""

    title: str
    values: Mapping[str, Way] = field(default_factory=dict)
    line: str = ""
    unit: str = ""  # of a number


@dataclass(frozen=True)
class Tally:
    """Something that is counted of a deal for a person's profile: "Exact bids" with "5 cards", 1 if it was one."""

    what: str
    kind: str  # what it is told apart by
    value: float
    unit: str = ""  # "%" where a share is told, else what stands before a mean


@dataclass(frozen=True)
class Prices:
    """Columns that simulations may follow in a deal: ``count`` of them from ``first`` on, by the column ``clock``."""

    clock: int
    first: int
    count: int
    longest: Callable[[Row, int], int]  # from rules and seats: how often the clock ticks at most; 0 where time runs


@dataclass(frozen=True)
class Live:
    """A game in which time runs, at some tables: when somebody is to act, and how others come in between.

    Times are milliseconds since the deal began. Whoever is to act does so at ``due``; a table with people waits until
    then. ``at`` turns an action of a seat, as people name it, into one that counts at a moment.
    """

    runs: Callable[[Row], bool]  # whether time runs by these rules
    due: Callable[[Row], int]  # when the seat to move acts
    now: Callable[[Row], int]  # when the latest action happened
    ends: Callable[[Row], int]  # when the deal ends
    at: Callable[[Row, int, int, str], str]  # from a seat, a moment and the name of an action: the name of an arrival
    turned: Callable[[Row, int], Row]  # the row as if a seat were to act now
    plain: Callable[[str], str]  # from the name of an arrival: that of the action, as who is to move names it


@dataclass(frozen=True, kw_only=True)
class Daily:
    """The deal of the day: the table that everybody gets, and how the luck of its cards is taken out.

    The numbers are measured by scripts/daily_luck.py.
    """

    seats: int
    options: Mapping[str, str]
    level: str  # of all opponents; one that plays the same again
    tables: tuple[tuple[int, int], ...] = ((0, 0),)  # of a try, one after the other: which cards, and in which seat
    panel: tuple[str, ...]  # players that show what the cards are worth, one play each; they play the same again
    usual: float  # what they get on average
    weight: float  # how much of what they get above that is luck of the cards for others too
    noise: float  # how far luck-free points of equally good tries lie apart: their standard deviation
    line: str  # what is played, in a sentence


@dataclass(frozen=True, kw_only=True)
class Face:
    """What a game may say of itself besides its rules; each part has a usual answer."""

    title: str = ""  # as a heading; usually its name
    invitation: str = ""  # one sentence for those who might play; usually its summary
    suits: tuple[Suit, ...] = FRENCH  # of its cards, whose names begin with a suit's letter
    ways: Mapping[str, Ways] = field(default_factory=dict)  # options in words for people
    signed: bool = False  # whether points are told with their sign, also above zero

    # Words: None for the usual ones, see overtrick.games.sentences
    card_words: Callable[[str], str] | None = None  # the name of a card: "red 13", "a Jester"
    action_words: Callable[[str], str] | None = None  # the name of an action as a noun: "a bid of 8 for spades"
    event_sentence: Callable[[Row, Event, Names], str] | None = None  # what a seat did
    deal_sentence: Callable[[Row, Names], str] | None = None  # what a deal begins with
    closing_sentence: Callable[[Row, Names], str] | None = None  # what the play just made has ended, such as a trick
    hidden_sentence: Callable[[Row, Names], str] | None = None  # what was just done that nobody may see yet
    story: Callable[[Scene, View], Sequence[str]] | None = None  # what decided a match that is over, see games/story.py

    # What people see, see overtrick.scenes.scene; for tricks see overtrick.games.trick_scene
    latest: Callable[[Row, Sequence[Event]], Sequence[Event]] | None = None  # the events that became public together
    stops: Callable[[Row, Sequence[Event]], bool] | None = None  # whether these newest events have ended something
    extras: Callable[[View], Scene] | None = None  # more of a moment than its state
    choices: Callable[[View], Scene] | None = None  # what a seat may do, where that is no list of names
    at_once: Callable[[Row], bool] | None = None  # whether all seats choose at the same time; then with ``choices``
    live: Live | None = None  # where time may run
    one_click: Mapping[str, str] = field(default_factory=dict)  # options of a table that nobody chose any for
    daily: Daily | None = None  # the deal of the day, if there is one
    still_in: Callable[[Row], list[int]] | None = None  # the seats that still play, where some may leave
    tally: Callable[[Scene, int], Sequence[Tally]] | None = None  # from a line of the score pad and a seat; see Tally
    pad: tuple[str, ...] = ()  # names of KEPT that the score pad shows; the first below zero is a seat that was out

    # The check of bots, see overtrick.match.check
    situations: Mapping[str, Situation] = field(default_factory=dict)  # what a bot should meet
    variants: tuple[Variant, ...] = ()  # tables at which it plays; usually with fewest and with most seats
    hint: Callable[[str, Mapping[str, object]], str] | None = None  # to a fault in words, under options; or nothing

    # Players by their short names, as parts; see overtrick.bots.builtin
    players: Mapping[str, str | ModuleType] = field(default_factory=dict)
    budgets: tuple[str, ...] = ()  # players that take a budget after @
    styles: tuple[str, ...] = ()  # players that take the name of a style after @
    test_player: str = "random"  # whom bots are checked against
    levels: Mapping[str, Level] = field(default_factory=lambda: {"easy": Level("random")})  # weakest first
    explainers: tuple[str, ...] = ()  # players that say why, the strongest first and the quickest last
    slip: Callable[[Row, int, int], int] | None = None  # what a level does that misses an action, to a side
    starters: Mapping[str, str | Path] = field(default_factory=dict)  # by language, a folder to begin with

    # Numbers
    worst: Callable[[Row], int] | None = None  # from rules: a score that is worse than every score of a match
    prices: Prices | None = None

    drawing: str | Path = (
        ""  # a JavaScript module that draws a table; scenes lack ``plain`` with one of ours and a screen
    )
    parts: Mapping[str, str | ModuleType] = field(default_factory=dict)

    def part(self, name: str) -> Any:
        """Return the module of a part, or None if the game has none."""
        return loaded(self.parts[name]) if name in self.parts else None


def loaded(module: str | ModuleType) -> Any:
    """Return a module that was given, or named."""
    return import_module(module) if isinstance(module, str) else module


FACES: dict[str, Face] = {}  # by the name of the game, for all that are known
PLAIN = Face()


def face_of(game: Game) -> Face:
    """Return the face of a game."""
    return FACES.get(game.NAME, PLAIN)


def games_with(part: str) -> list[str]:
    """Return the names of the games that bring a part."""
    return [name for name, face in FACES.items() if part in face.parts]


def title_of(game: Game) -> str:
    """Return what a game is called in a heading: ``Oh hell``."""
    return face_of(game).title or game.NAME.replace("-", " ").capitalize()


def option_ways(game: Game, option: Option) -> Ways:
    """Return an option for people, in the words of the game or, where it has none, in those of its rulebook."""
    if own := face_of(game).ways.get(option.name):
        return own
    title = option.name.replace("_", " ").capitalize()
    if isinstance(option.allowed, range):
        return Ways(title, line=f"{option.meaning} {option.allowed_text()}; usual: {option.default}.")
    values = {value: Way(value.replace("-", " ").capitalize(), "", value[:1].upper()) for value in option.allowed}
    return Ways(title, values, option.meaning)


def is_standard(game: Game, seats: int, options: Mapping[str, Value]) -> bool:
    """Return whether a match is by the rules that one click gives, at a table of any size."""
    return options == settled(game, seats, face_of(game).one_click)


def at_once(game: Game, row: Row) -> bool:
    """Return whether all seats choose at the same time."""
    own = face_of(game).at_once
    return own is not None and own(row)


def live_of(game: Game, row: Row) -> Live | None:
    """Return how time runs in a deal, or None if it does not."""
    own = face_of(game).live
    return own if own is not None and row and own.runs(row) else None


def plays_on(game: Game, row: Row, seat: int) -> bool:
    """Return whether a seat is still in the match."""
    own = face_of(game).still_in
    return own is None or seat in own(row)
