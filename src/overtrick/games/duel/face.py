"""The face of the duel."""

from overtrick.games.duel import checks, words
from overtrick.games.face import Face, Level
from overtrick.games.trick_checks import TRICK_SITUATIONS
from overtrick.games.trick_scene import trick_extras, trick_sentence

FACE = Face(
    title="The duel",
    invitation="Two hands of ten cards, ten tricks. No luck is left once you count.",
    deal_sentence=words.deal_sentence,
    closing_sentence=trick_sentence,
    extras=trick_extras,
    situations=TRICK_SITUATIONS,
    variants=checks.VARIANTS,
    hint=checks.hint,
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
    worst=lambda _: -1,
    drawing="games/duel/table.js",
    parts={
        "lanes": "overtrick.adapters.observations.duel",
        "openspiel": "overtrick.adapters.openspiel.duel",
        "integers": "overtrick.bots.duel.integers",
        "minds": "overtrick.players.duel.minds",
        "exploiters": "overtrick.players.duel.exploiters.family",
        "regret": "overtrick.players.duel.regret",
        "screen": "overtrick.terminal.tables.duel.screen",
        "study": "overtrick.terminal.tables.duel.study",
        "corners": "overtrick.web.rules.corners.duel",
    },
)
