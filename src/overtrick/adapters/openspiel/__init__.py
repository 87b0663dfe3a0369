"""Deals for OpenSpiel: to import this registers ``overtrick_GAME`` for each game that has a part ``openspiel``.

A game is one deal. Chance deals each hand in ascending order, or says how many cards of each suit it holds, so that
every deal has exactly one history.
"""

from overtrick.games import GAMES
from overtrick.games.face import face_of

for _game in GAMES.values():
    face_of(_game).part("openspiel")
