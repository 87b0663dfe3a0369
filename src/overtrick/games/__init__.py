"""The games, by name. Each is a module that keeps the promises of ``overtrick.games.contract``."""

from overtrick.games import duel, figgie, wizard
from overtrick.games.contract import Game
from overtrick.mistake import Mistake

_ALL: tuple[Game, ...] = (wizard, duel, figgie)  # typed, so that each is checked against the contract
GAMES: dict[str, Game] = {game.NAME: game for game in _ALL}


def find_game(name: str) -> Game:
    """Return the game of a name, or raise Mistake with a sentence."""
    if name not in GAMES:
        raise Mistake(f"unknown game {name[:40]!r}; allowed: {', '.join(GAMES)}")
    return GAMES[name]
