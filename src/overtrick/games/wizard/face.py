"""The face of Wizard."""

from overtrick.games.face import Face, Level, Suit

FACE = Face(
    title="Wizard",
    suits=(
        Suit("R", "red", "R", "red"),
        Suit("Y", "yellow", "Y", "yellow"),
        Suit("G", "green", "G", "green"),
        Suit("B", "blue", "B", "blue"),
        Suit("W", "Wizard", "W", "white"),
        Suit("J", "Jester", "J", "violet"),
    ),
    players={
        "classic": "overtrick.players.wizard.classic",
        "rules": "overtrick.players.wizard.rules",
        "net": "overtrick.players.wizard.net.player",
        "tree": "overtrick.players.wizard.search.tree",
        "search": "overtrick.players.wizard.search.player",
    },
    budgets=("tree", "search"),
    test_player="classic",
    levels={
        "easy": Level("classic", 0.2),
        "medium": Level("classic"),
        "hard": Level("net"),
        "expert": Level("search@100ms"),
    },
    explainers=("search@400", "tree@1000", "net"),  # with a number of worlds, so that they say the same each time
    starters={"python": "wizard_python", "c": "wizard_c"},
    parts={"minds": "overtrick.players.wizard.minds"},
)
