"""The options of the duel for people who choose a table."""

from overtrick.games.face import Way, Ways

WAYS = {
    "ranks": Ways(
        "How many cards?",
        {
            "3": Way("Twelve", "Three in each suit, so six tricks: over in a minute.", "A 2 3"),
            "5": Way("Twenty", "Five in each suit, so ten tricks.", "A – 5"),
            "13": Way("A whole deck", "Thirteen in each suit, so 26 tricks.", "A – K"),
        },
        unit="in each suit",
    ),
    "stock": Ways(
        "Cards left in the box",
        {
            "0": Way("None", "What you do not hold, the other one holds.", "0"),
            "4": Way("Four", "Nobody sees them, so the other hand can no longer be worked out.", "?"),
            "8": Way("Eight", "More is left to chance.", "? ?"),
        },
        unit="cards",
    ),
}
