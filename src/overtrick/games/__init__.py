"""The games, by name: the contract, and for each game one rulebook with its face."""

import logging
from pathlib import Path

from overtrick.core.mistake import Mistake
from overtrick.games import outside
from overtrick.games.contract import Game
from overtrick.games.duel import face as duel_face
from overtrick.games.duel import rulebook as duel
from overtrick.games.face import FACES, PLAIN
from overtrick.games.figgie import face as figgie_face
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.wizard import face as wizard_face
from overtrick.games.wizard import rulebook as wizard

_OURS: tuple[Game, ...] = (wizard, duel, figgie)  # typed, so that each is checked against the contract
FACES |= {wizard.NAME: wizard_face.FACE, duel.NAME: duel_face.FACE, figgie.NAME: figgie_face.FACE}


def not_here(name: str) -> str:
    """Return what to say where a game is needed that nobody has brought, such as one that a store has matches of."""
    return f"the game {name[:40]!r} is not here; name its file with --game-file"


class Games(dict[str, Game]):
    """Games by name; one that an installed package offers is loaded when somebody asks for it."""

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or (isinstance(name, str) and outside.installed(name) is not None)

    def __missing__(self, name: str) -> Game:
        game = outside.installed(name)
        if game is None:  # such as one that a store has matches of
            raise Mistake(not_here(name))
        self.add(game)
        return game

    def add(self, game: Game) -> None:
        """Know a game from outside, and its face."""
        self[game.NAME] = game
        FACES[game.NAME] = getattr(game, "FACE", PLAIN)


GAMES = Games({game.NAME: game for game in _OURS})
for known in outside.remembered():
    GAMES.add(known)


def find_game(name: str) -> Game:
    """Return the game of a name, or raise Mistake with a sentence."""
    if name not in GAMES:
        raise Mistake(f"unknown game {name[:40]!r}; allowed: {', '.join(GAMES)}, or your own with --game-file")
    return GAMES[name]


def all_games() -> dict[str, Game]:
    """Return all games by name, with those that installed packages offer; one that cannot be loaded is left out."""
    for name in outside.offered():
        try:
            GAMES[name]
        except Exception as error:  # of a stranger's package
            logging.getLogger("overtrick.games").warning("the installed game %s is left out: %s", name, error)
    return dict(GAMES)


def add_game(path: Path) -> Game:
    """Return the game of a file, which from now on is known by its name, here and in processes that we start."""
    game = outside.load(path)
    if any(game.NAME == ours.NAME for ours in _OURS):
        raise Mistake(f"the NAME of {path} is {game.NAME!r}; allowed: a name that no game of ours has")
    GAMES.add(game)
    outside.remember(path)
    return game
