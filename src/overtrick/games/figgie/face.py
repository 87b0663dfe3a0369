"""The face of Figgie."""

from overtrick.games.face import FRENCH, Face, Level
from overtrick.games.figgie.rulebook import PASS

SPADES, HEARTS, DIAMONDS, CLUBS = FRENCH

FACE = Face(
    title="Figgie",
    suits=(SPADES, CLUBS, HEARTS, DIAMONDS),
    signed=True,
    players={
        "starter": "overtrick.players.figgie.starter",
        "rules": "overtrick.players.figgie.rules",
        "follower": "overtrick.players.figgie.follower",
        "fundamentalist": "overtrick.players.figgie.fundamentalist",
        "bayes": "overtrick.players.figgie.bayes",
    },
    test_player="starter",
    levels={
        "easy": Level("starter"),
        "medium": Level("rules"),
        "hard": Level("bayes", 0.4),
        "expert": Level("bayes"),
    },
    explainers=("bayes",),
    slip=lambda *_: PASS,  # the neighbour of a price would be a penny more or less
    starters={"python": "figgie_python", "c": "figgie_c"},
    parts={"minds": "overtrick.players.figgie.minds"},
)
