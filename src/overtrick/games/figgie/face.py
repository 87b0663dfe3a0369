"""The face of Figgie."""

from overtrick.games.face import FRENCH, Daily, Face, Level, Prices, Tally
from overtrick.games.figgie import checks, scene, words
from overtrick.games.figgie.rulebook import CLOCK, LAST_PRICE, SUITS
from overtrick.games.figgie.slips import slip
from overtrick.games.figgie.story import story
from overtrick.games.figgie.ways import WAYS

SPADES, HEARTS, DIAMONDS, CLUBS = FRENCH

FACE = Face(
    title="Figgie",
    invitation="Trade cards for dollars and find out which suit is the goal.",
    suits=(SPADES, CLUBS, HEARTS, DIAMONDS),
    signed=True,
    action_words=words.action_words,
    event_sentence=words.event_sentence,
    deal_sentence=words.deal_sentence,
    closing_sentence=words.closing_sentence,
    story=story,
    latest=scene.latest,
    stops=scene.stops,
    extras=scene.extras,
    choices=scene.choices,
    at_once=scene.at_once,
    live=scene.LIVE,
    one_click={"model": "live"},
    tally=lambda line, seat: [Tally("Money", "a round", line["scores"][seat], "$")],
    situations=checks.SITUATIONS,
    variants=checks.VARIANTS,
    hint=checks.hint,
    players={
        "starter": "overtrick.players.figgie.starter",
        "collector": "overtrick.players.figgie.strangers.collector",
        "rules": "overtrick.players.figgie.rules",
        "follower": "overtrick.players.figgie.follower",
        "fundamentalist": "overtrick.players.figgie.fundamentalist",
        "bayes": "overtrick.players.figgie.bayes",
        "trader": "overtrick.players.figgie.trader.player",
        "stranger": "overtrick.players.figgie.strangers.player",
    },
    styles=("stranger",),
    test_player="starter",
    levels={
        "novice": Level("starter", 0.6, 1, "Cannot wait, and pays what is asked.", 0.7),
        "easy": Level("collector", 0.1, 1, "Collects the suit that it was dealt most of.", 0.9),
        "medium": Level("follower", 0.58, 1, "Believes in prices: what others pay for must be good."),
        "hard": Level("fundamentalist", 0.71, -1, "Counts the cards, trusts nothing else, and hesitates.", 1.1),
        "expert": Level("trader", character="Reads what the others do, and waits for its price.", tempo=1.2),
    },
    daily=Daily(
        seats=4,
        options={"model": "turn"},
        level="hard",
        panel=("trader", "bayes", "follower"),
        usual=18.1,
        weight=0.80,
        noise=54.6,
        line="One round, turn by turn, against three opponents.",
    ),
    explainers=("trader", "bayes"),
    slip=slip,
    starters={lang: f"figgie_{lang}" for lang in ("python", "c", "node", "java", "go", "rust")},
    worst=lambda _: -500,  # nobody can lose more than the money of the start
    prices=Prices(CLOCK, LAST_PRICE, SUITS, scene.turns),
    drawing="games/figgie/table.js",
    ways=WAYS,
    parts={
        "lesson": "overtrick.games.figgie.lesson",
        "luck": "overtrick.tournament.rating.figgie",
        "lanes": "overtrick.adapters.observations.figgie",
        "openspiel": "overtrick.adapters.openspiel.figgie",
        "log": "overtrick.familiar.log",
        "wire": "overtrick.bots.figgie.wire",
        "minds": "overtrick.players.figgie.minds",
        "exploiters": "overtrick.players.figgie.exploiters.family",
        "odds": "overtrick.players.figgie.why",
        "training": "overtrick.players.figgie.training.train",
        "review": "overtrick.review.figgie",
        "puzzles": "overtrick.puzzles.figgie",
        "puzzle_words": "overtrick.puzzles.figgie_words",
        "screen": "overtrick.terminal.tables.figgie.screen",
        "corners": "overtrick.web.rules.corners.figgie",
    },
)
