"""The face of Wizard."""

from overtrick.games.face import Daily, Face, Level, Suit
from overtrick.games.trick_scene import trick_sentence
from overtrick.games.wizard import checks, scene, words
from overtrick.games.wizard.rulebook import WIDTH
from overtrick.games.wizard.story import story
from overtrick.games.wizard.ways import WAYS

FACE = Face(
    title="Wizard",
    invitation="Say how many tricks you will take, then take exactly that many.",
    suits=(
        Suit("R", "red", "R", "red"),
        Suit("Y", "yellow", "Y", "yellow"),
        Suit("G", "green", "G", "green"),
        Suit("B", "blue", "B", "blue"),
        Suit("W", "Wizard", "W", "white", alike=True),
        Suit("J", "Jester", "J", "violet", alike=True),
    ),
    card_words=words.card_words,
    deal_sentence=words.deal_sentence,
    closing_sentence=trick_sentence,
    hidden_sentence=words.hidden_sentence,
    story=story,
    latest=scene.latest,
    extras=scene.extras,
    still_in=scene.still_in,
    tally=scene.tally,
    pad=("bids", "tricks"),
    situations=checks.SITUATIONS,
    variants=checks.VARIANTS,
    players={
        "classic": "overtrick.players.wizard.classic",
        "rules": "overtrick.players.wizard.rules",
        "net": "overtrick.players.wizard.net.player",
        "tree": "overtrick.players.wizard.search.tree",
        "search": "overtrick.players.wizard.search.player",
        "stranger": "overtrick.players.wizard.strangers.player",
    },
    styles=("stranger",),
    budgets=("tree", "search"),
    test_player="classic",
    levels={
        "novice": Level("classic", 0.6, 1, "Bids boldly, a trick too many, and plays high for it.", 0.7),
        "easy": Level("classic", 0.25, -1, "Bids shyly, and is surprised by its own tricks.", 1.1),
        "medium": Level("classic", character="Counts its high cards, and goes by them.", tempo=0.9),
        "hard": Level("net", 0.1, character="Weighs every card, but loses the thread now and then."),
        "expert": Level("search@100ms", character="Plays the round out in its head before every card.", tempo=1.3),
    },
    daily=Daily(
        seats=4,
        options={"series": "3,5,7,9"},
        level="hard",
        panel=(*("search@100",) * 4, "net", "rules"),
        usual=86.7,
        weight=0.40,
        noise=49.3,
        line="Four rounds of 3, 5, 7 and 9 cards against three opponents.",
    ),
    explainers=("search@400", "tree@1000", "net"),  # with a number of worlds, so that they say the same each time
    starters={lang: f"wizard_{lang}" for lang in ("python", "c", "node", "java", "go", "rust")},
    worst=lambda rules: -10 * sum(rules[WIDTH:]) - 10,  # every trick of every round missed, and more
    drawing="games/wizard/table.js",
    ways=WAYS,
    parts={
        "lesson": "overtrick.games.wizard.lesson",
        "training": "overtrick.players.wizard.training.train",
        "lanes": "overtrick.adapters.observations.wizard",
        "openspiel": "overtrick.adapters.openspiel.wizard",
        "minds": "overtrick.players.wizard.minds",
        "exploiters": "overtrick.players.wizard.exploiters.family",
        "review": "overtrick.review.wizard",
        "puzzles": "overtrick.puzzles.wizard",
        "puzzle_words": "overtrick.puzzles.wizard_words",
        "screen": "overtrick.terminal.tables.wizard.screen",
        "corners": "overtrick.web.rules.corners.wizard",
        "cards": "overtrick.web.rules.wizard_cards",
    },
)
