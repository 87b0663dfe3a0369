"""The face of Figgie."""

from overtrick.games.face import FRENCH, Face, Level, Prices
from overtrick.games.figgie import checks, scene, words
from overtrick.games.figgie.rulebook import CLOCK, LAST_PRICE, SUITS
from overtrick.games.figgie.slips import slip

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
    latest=scene.latest,
    stops=scene.stops,
    extras=scene.extras,
    choices=scene.choices,
    at_once=scene.at_once,
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
        "trader": "overtrick.players.figgie.trader",
        "stranger": "overtrick.players.figgie.strangers.player",
    },
    styles=("stranger",),
    test_player="starter",
    levels={
        "novice": Level("starter", 0.45, 1, "Cannot wait, and pays what is asked.", 0.7),
        "easy": Level("collector", 0.1, 1, "Collects the suit that it was dealt most of.", 0.9),
        "medium": Level("follower", 0.5, 1, "Believes in prices: what others pay for must be good."),
        "hard": Level("fundamentalist", 0.45, -1, "Counts the cards, trusts nothing else, and hesitates.", 1.1),
        "expert": Level("trader", character="Reads what the others do, and waits for its price.", tempo=1.2),
    },
    explainers=("trader",),
    slip=slip,
    starters={"python": "figgie_python", "c": "figgie_c"},
    worst=lambda _: -500,  # nobody can lose more than the money of the start
    prices=Prices(CLOCK, LAST_PRICE, SUITS, scene.longest),
    drawing="games/figgie/table.js",
    parts={
        "luck": "overtrick.tournament.rating.figgie",
        "lanes": "overtrick.adapters.observations.figgie",
        "openspiel": "overtrick.adapters.openspiel.figgie",
        "log": "overtrick.familiar.log",
        "wire": "overtrick.bots.figgie.wire",
        "minds": "overtrick.players.figgie.minds",
        "exploiters": "overtrick.players.figgie.exploiters.family",
        "odds": "overtrick.players.figgie.odds",
        "training": "overtrick.players.figgie.training.train",
        "screen": "overtrick.terminal.tables.figgie.screen",
        "corners": "overtrick.web.rules.corners.figgie",
    },
)
