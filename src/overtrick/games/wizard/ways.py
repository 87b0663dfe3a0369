"""The options of Wizard for people who choose a table."""

from overtrick.games.face import Way, Ways

WAYS = {
    "preset": Ways(
        "Which rules?",
        {
            "official": Way("Official", "As the rules say that come with the cards.", "W"),
            "house": Way(
                "House rules", "To the right, up to three last seats, and after a Wizard the next colour counts.", "⌂"
            ),
        },
    ),
    "series": Ways(
        "How long",
        {
            "standard": Way("A whole game", "One card more in each round, until the deck is used up.", "1 2 3 …"),
            "tournament-10": Way("Ten rounds", "Shorter: some hand sizes are left out.", "10"),
            "elimination": Way("Until three are left", "Twenty rounds; the last leave when cards run short.", "6 → 3"),
        },
    ),
    "hook": Ways(
        "The dealer's bid",
        {
            "off": Way("Free", "The dealer may bid anything.", "0 1 2"),
            "on": Way("The hook", "The bids may not add up to the tricks, so somebody must fail.", "≠"),
            "canadian": Way("Canadian hook", "It binds only a dealer who alone is in the lead.", "≠ 1st"),
        },
    ),
    "bidding": Ways(
        "Bids",
        {
            "open": Way("In turn", "Everybody hears the bids before theirs.", "1 … 2"),
            "hidden": Way("All at once", "Nobody hears a bid before all have one.", "? ? ?"),
        },
    ),
    "trump_choice": Ways(
        "When a Wizard is turned up",
        {
            "dealer": Way("The dealer chooses", "They look at their cards and name the trump.", "W ?"),
            "random": Way("Chance decides", "One of the four colours is drawn.", "W ⚂"),
        },
    ),
    "lead_rule": Ways(
        "After a Wizard is led",
        {
            "official": Way("All are free", "Nobody has to follow anything in that trick.", "W *"),
            "first-suit-card": Way("The next colour counts", "The first coloured card has to be followed.", "W R R"),
        },
    ),
    "direction": Ways(
        "Which way round",
        {
            "clockwise": Way("Clockwise", "To the left, as most people play.", "↻"),
            "anticlockwise": Way("Anticlockwise", "To the right.", "↺"),
        },
    ),
}
