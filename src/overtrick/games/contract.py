"""The contract: what every game promises, in one place.

A game is a module. The position of one deal is a *row*: a flat list of ints
whose columns the module names. A row goes through three stages, each a copy of
the one before with more columns filled in:

    rules   what the options say; behind it, from WIDTH on, usually a number for each deal of the series
    setup   what is known before the cards are dealt: round, dealer, totals
    row     a deal under way, changed in place by ``play`` until it is over

All luck comes in as *draws*: ints made outside the rulebook. The functions that
say what happens (``next_deal`` to ``hide``) are interpreted for matches and
compiled for search from the same source, so they use ints, masks and loops, and
no dicts, classes, strings, exceptions or randomness. In compiled code a row is
an int64 array and a list of rows is a two-dimensional one.

History stands beside the row: ``events`` says what each play made known, and
whoever runs a deal appends that to a list. What a seat may know is what it has
heard and its hidden copy of the row; see ``overtrick.games.view``.

A game says everything in ``Game``. It may say more, for which there are usual answers:

    LESS_IS_BETTER           whether fewer points are better; usually they are not
    deals(rules)             how many deals the series has, UNKNOWN where only its scores tell;
                             usually one for each number behind WIDTH
    hears(row, event, seat)  whether a seat hears of an event of the play just made, of which ``row`` is the outcome;
                             usually everybody does. Who only watches hears what all seats hear.
    holds(row, seat)         what a seat has of its own that others may not know, as a list of words or numbers; usually
                             its hand in ``hands`` of the state. Only the laws ask.
    shown(row, seat)         the names of cards in other hands that a seat, or NOBODY, may know, as ``hands`` of the
                             state has them, such as a trump turned up; usually none. Only the laws ask
                             (``overtrick.match.leaks``).
    comes_in(row, action)    the seat that comes in with an action although another one is to move, NOBODY for all other
                             actions; usually nobody can. Such an action says when it comes, ``legal`` does not list it,
                             and only people at a table do it: see ``Live`` of the face.

Seats that choose at the same time, unseen, name their choices one after the other into columns that ``hide`` blanks;
the last one to name lets them all happen, and only then ``events`` tells of them.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from overtrick.core.mistake import Mistake
from overtrick.games.options import Option, Value, settle

Row = list[int]
Event = tuple[int, ...]  # begins with seat and action; a game may add more
NOBODY = -1
UNKNOWN = 0  # the number of deals of a series that ends by its scores


class Game(Protocol):
    """What a module must offer to be a game."""

    @property
    def NAME(self) -> str:
        """The word that people type."""

    @property
    def VERSION(self) -> int:
        """Changes with every change of rules, columns or actions."""

    @property
    def SUMMARY(self) -> str:
        """The game in one sentence."""

    @property
    def SEATS(self) -> range:
        """The numbers of seats allowed."""

    @property
    def OPTIONS(self) -> tuple[Option, ...]:
        """The variants of the game."""

    @property
    def PRESETS(self) -> Mapping[str, Mapping[str, Value]]:
        """Named sets of options; may be empty."""

    @property
    def WIDTH(self) -> int:
        """The number of columns of a row."""

    @property
    def KEPT(self) -> Mapping[str, int]:
        """Columns with one place per seat worth keeping of a finished deal, by name."""

    @property
    def FACTS(self) -> tuple[str, ...]:
        """Names of the numbers that ``facts`` gives; may be empty."""

    @property
    def PATIENCE(self) -> int | None:
        """After how many faults a seat is no longer asked but played for; None for never."""

    @property
    def REFUSALS(self) -> tuple[str, ...]:
        """A sentence for every code of ``refuse``, in which ``{action}`` stands for the action."""

    def rules(self, seats: int, options: Mapping[str, Value]) -> Row:
        """Return the rules of a match; ``options`` are settled, so every one is there and allowed."""

    def next_deal(self, rules: Row, finished: Sequence[Row]) -> Row:
        """Return the setup of the deal that follows the finished ones, or an empty row if none does."""

    def bounds(self, rules: Row) -> list[int]:
        """Return how many values each draw of a deal can take, for the deal that needs most."""

    def draws_needed(self, setup: Row) -> int:
        """Return how many of those draws this deal needs: equal luck then gives an equal deck in any deal."""

    def deal(self, setup: Row, draws: Sequence[int]) -> Row:
        """Return the row of a fresh deal; each draw lies below its bound."""

    def to_move(self, row: Row) -> int:
        """Return the seat to move, or NOBODY when the deal is over."""

    def refuse(self, row: Row, action: int) -> int:
        """Return 0, or the code of the first rule that the action breaks: this defines legality."""

    def legal(self, row: Row) -> list[int]:
        """Return the actions that ``refuse`` accepts, ascending; empty only when the deal is over.

        A game whose actions know no sensible end (prices) may stop at one and say so.
        """

    def pick(self, row: Row, number: int) -> int:
        """Return the legal action that a number from 0 to 2**32 - 1 picks: quick random play."""

    def play(self, row: Row, action: int) -> None:
        """Apply an action of the seat to move, in place; the caller has seen to legality."""

    def score(self, row: Row, seat: int) -> int:
        """Return the points of a seat in a deal that is over."""

    def facts(self, row: Row, seat: int) -> list[int]:
        """Return numbers of a seat in a deal that is over, which tell more than its score: one for each of FACTS."""

    def forfeit(self, row: Row, seat: int) -> list[int] | None:
        """Return the scores if a fault of a seat ends the deal at once; None if its first legal action is played."""

    def hide(self, row: Row, seat: int) -> None:
        """Blank, in place, what a seat may not see.

        What is left is again a row: ``to_move``, and ``legal`` for the seat
        itself, answer as on the full one.
        """

    def events(self, row: Row, seat: int, action: int) -> list[Event]:
        """Return what the play just made has made known, oldest first; ``hears`` may say to whom."""

    def doubt(self, row: Row, action: int) -> int:
        """Return 0, or the code of the rule that an action of the seat to move would break if it happened now."""

    def refused(self, row: Row, seat: int) -> list[tuple[int, int, int]]:
        """Return (seat, action, code) of named actions that were refused in the play just made by a seat."""

    def places(self, rules: Row, finished: Sequence[Row]) -> list[int]:
        """Return the final place of every seat, from 1; equals share a place."""

    def notes(self, rules: Row, finished: Sequence[Row]) -> list[str]:
        """Return sentences about what the latest deal brought beyond its scores, such as who must leave."""

    def name(self, row: Row, action: int) -> str:
        """Return the name of an action, short enough to type."""

    def parse(self, row: Row, text: str) -> int:
        """Return the action of a name, or raise Mistake with a sentence: the inverse of ``name``."""

    def state(self, row: Row) -> dict[str, Any]:
        """Return the row, full or hidden, in words and numbers that explain themselves, fit for JSON."""


def usual_seats(game: Game) -> int:
    """Return how many seats a table has if nobody says so: four where that is allowed."""
    return 4 if 4 in game.SEATS else game.SEATS[0]


def check_seats(game: Game, seats: int) -> None:
    """Raise Mistake if a game is not played by so many seats."""
    if seats not in game.SEATS:
        low, high = game.SEATS[0], game.SEATS[-1]
        span = f"{low}" if low == high else f"{low} to {high}"
        raise Mistake(f"{game.NAME} is played by {span} seats, not {seats}")


def settled(game: Game, seats: int, given: Mapping[str, object]) -> dict[str, Value]:
    """Return a value for every option of a game, or raise Mistake if seats or options are not allowed."""
    check_seats(game, seats)
    options = settle(game.OPTIONS, game.PRESETS, given)
    game.rules(seats, options)
    return options


def changed(game: Game, options: Mapping[str, Value]) -> dict[str, Value]:
    """Return those of some options that are not as the game has them by default."""
    usual = {option.name: option.default for option in game.OPTIONS}
    return {name: value for name, value in options.items() if value != usual.get(name)}


def comes_in(game: Game, row: Row, action: int) -> int:
    """Return the seat that comes in with an action out of turn, or NOBODY."""
    own = getattr(game, "comes_in", None)
    return NOBODY if own is None else int(own(row, action))


def whose(game: Game, row: Row, action: int) -> int:
    """Return whose action it is: that of the seat to move, or of one that comes in."""
    seat = comes_in(game, row, action)
    return game.to_move(row) if seat == NOBODY else seat


def deal_count(game: Game, rules: Row) -> int:
    """Return how many deals a series has, or UNKNOWN if only its scores tell."""
    deals = getattr(game, "deals", None)
    return len(rules) - game.WIDTH if deals is None else int(deals(rules))


def less_is_better(game: Game) -> bool:
    """Return whether fewer points are better."""
    return bool(getattr(game, "LESS_IS_BETTER", False))


def merit(game: Game, points: int) -> int:
    """Return points so that more of them are better, whatever the game counts."""
    return -points if less_is_better(game) else points


def totals(game: Game, seats: int, finished: Sequence[Row]) -> list[int]:
    """Return the points of every seat over all finished deals."""
    return [sum(game.score(row, seat) for row in finished) for seat in range(seats)]


def ranked(standing: Sequence[Any]) -> list[int]:
    """Return places from 1, the highest standing first, equals sharing the better place."""
    return [1 + sum(other > mine for other in standing) for mine in standing]


def refusal(game: Game, row: Row, action: int) -> str:
    """Return the sentence that says why an action is refused, or nothing if it is legal."""
    code = game.refuse(row, action)
    if code == 0:
        return ""
    try:
        name = game.name(row, action)
    except Mistake:
        name = str(action)
    return game.REFUSALS[code].format(action=name)
