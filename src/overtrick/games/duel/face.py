"""The face of the duel."""

from overtrick.games.face import Face, Level

FACE = Face(
    title="The duel",
    players={
        "greedy": "overtrick.players.duel.greedy",
        "sampler": "overtrick.players.duel.sampler",
        "perfect": "overtrick.players.duel.perfect",
    },
    test_player="greedy",
    levels={
        "easy": Level("greedy", 0.4),
        "medium": Level("greedy"),
        "hard": Level("sampler", 0.05),
        "expert": Level("sampler"),  # which is perfect wherever that can play
    },
    explainers=("sampler", "perfect"),
    starters={"python": "duel_python", "c": "duel_c"},
    parts={"minds": "overtrick.players.duel.minds"},
)
