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
        "novice": Level("greedy", 0.85, 1, "Shows its high cards off, needed or not.", 0.7),
        "easy": Level("greedy", 0.58, -1, "Saves its high cards, often for too long.", 1.1),
        "medium": Level("greedy", 0.25, character="Takes tricks cheaply, but is often absent-minded."),
        "hard": Level("greedy", character="Takes every trick as cheaply as it can, and looks no further.", tempo=0.9),
        "expert": Level("sampler", character="Has counted every card, and gives nothing away.", tempo=1.3),
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
