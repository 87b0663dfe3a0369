"""Opponents of an agent: built-in players by name, or functions; and which of them play in compiled code."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from overtrick.adapters.episode import PER_DEAL, Episode
from overtrick.bots.bot import Hello
from overtrick.bots.builtin import full_name, maker, names
from overtrick.core import luck
from overtrick.core.mistake import Mistake
from overtrick.games.face import face_of
from overtrick.games.view import View

if TYPE_CHECKING:
    from overtrick.compiled.tables.tables import Seating

Chooser = Callable[[View], int]
Opponents = str | Chooser | Sequence[str | Chooser]
RANDOM = "random"


def one_for_each(opponents: Opponents, game: str, seats: int) -> list[str | Chooser]:
    """Return an opponent for each other seat, or raise Mistake."""
    given = [opponents] * (seats - 1) if isinstance(opponents, str) or callable(opponents) else list(opponents)
    if len(given) != seats - 1:
        raise Mistake(f"opponents are {len(given)}; allowed: one for all others, or {seats - 1}, one for each")
    for player in given:
        if isinstance(player, str) and maker(player, game) is None:
            raise Mistake(f"there is no built-in player {player[:60]!r}; allowed: {', '.join(names(game))}")
    return given


def sat_down(player: str | Chooser, table: Episode, seat: int) -> Chooser:
    """Return a player ready for a match."""
    if not isinstance(player, str):
        return player
    game = table.game
    if short_name(player, game.NAME) == RANDOM:
        return lambda _: table.at_random()
    make = maker(player, game.NAME)
    assert make is not None, "names are checked when the environment is made"
    own = luck.derive(repr(table.origin).encode(), f"bot/{seat}").hex()
    return make(Hello(game.NAME, game.VERSION, table.seats, seat, table.options, own))


def short_name(player: str, game: str) -> str:
    """Return the name of a built-in player without that of its game."""
    return full_name(player, game)[0].split(":")[1]


def seating(table: Episode, opponents: Sequence[str | Chooser], *, agent: int = 0, drawn: bool = False) -> "Seating":
    """Return who sits at a compiled table: an agent, and opponents as kinds, those that are not compiled as ASKED."""
    from overtrick.compiled.tables import no_minds
    from overtrick.compiled.tables.stepping import ASKED
    from overtrick.compiled.tables.tables import Seating

    minds = face_of(table.game).part("minds")
    known = (RANDOM, *minds.NAMES) if hasattr(minds, "desk_of") else (RANDOM,)
    names = [short_name(player, table.game.NAME) if isinstance(player, str) else "" for player in opponents]
    kinds = [known.index(name) if name in known else ASKED for name in names]
    return Seating(
        agent,
        kinds,
        minds if max(kinds) > known.index(RANDOM) else no_minds,
        strict=True,
        drawn=drawn,
        per_deal=table.rewards == PER_DEAL,
        worst=table.worst(),
    )
