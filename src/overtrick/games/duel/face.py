"""The face of the duel."""

from overtrick.games.duel import checks, words
from overtrick.games.duel.story import story
from overtrick.games.duel.ways import WAYS
from overtrick.games.face import Daily, Face, Level, Tally
from overtrick.games.trick_checks import TRICK_SITUATIONS
from overtrick.games.trick_scene import trick_extras, trick_sentence

FACE = Face(
    title="The duel",
    invitation="Two hands of ten cards, ten tricks. No luck is left once you count.",
    deal_sentence=words.deal_sentence,
    closing_sentence=trick_sentence,
    story=story,
    extras=trick_extras,
    tally=lambda line, seat: [Tally("Tricks", "a deal", line["tricks"][seat])],
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
    daily=Daily(
        seats=2,
        options={},
        level="hard",
        tables=((0, 0), (0, 1), (1, 0), (1, 1)),
        panel=("sampler",),
        usual=22.4,
        weight=0.35,
        noise=3.0,
        line="Two deals, each from both sides: forty tricks.",
    ),
    explainers=("sampler", "perfect"),
    starters={lang: f"duel_{lang}" for lang in ("python", "c", "node", "java", "go", "rust")},
    worst=lambda _: -1,
    drawing="games/duel/table.js",
    ways=WAYS,
    parts={
        "lesson": "overtrick.games.duel.lesson",
        "lanes": "overtrick.adapters.observations.duel",
        "openspiel": "overtrick.adapters.openspiel.duel",
        "integers": "overtrick.bots.duel.integers",
        "minds": "overtrick.players.duel.minds",
        "exploiters": "overtrick.players.duel.exploiters.family",
        "regret": "overtrick.players.duel.regret",
        "review": "overtrick.review.duel",
        "puzzles": "overtrick.puzzles.duel",
        "puzzle_words": "overtrick.puzzles.duel_words",
        "screen": "overtrick.terminal.tables.duel.screen",
        "study": "overtrick.terminal.tables.duel.study",
        "corners": "overtrick.web.rules.corners.duel",
    },
)
