"""Which built-in players are compiled, for play in bulk: the part ``minds`` of a game's face has them."""

from collections.abc import Sequence

from overtrick.games.contract import Game
from overtrick.games.face import face_of

RANDOM = 0  # the kind of a seat that plays at random
EXPLOITER = -1  # the kind of a seat that plays by numbers of its own, see overtrick.bots.exploiters


def kinds_of(game: Game, players: Sequence[str]) -> list[int] | None:
    """Return the kinds of players by which the kernel knows them, or None if one of them is not compiled."""
    module = face_of(game).part("minds")
    if module is None:
        return None
    names: tuple[str, ...] = ("random", *module.NAMES)
    short = [own_name(game, name) for name in players]
    return [names.index(name) for name in short] if all(name in names for name in short) else None


def own_name(game: Game, player: str) -> str:
    """Return the short name of a player; of a level that never slips, that of the player it is made of."""
    short = player.removeprefix(f"{game.NAME}:")
    level = face_of(game).levels.get(short)
    return short if level is None or level.slips else level.player
