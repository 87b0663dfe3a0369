"""The options of Figgie for people who choose a table."""

from overtrick.games.face import Way, Ways

WAYS = {
    "model": Ways(
        "How do you trade?",
        {
            "live": Way("A market that runs", "Act whenever you like; the quicker one gets the card.", "▶"),
            "turn": Way("Turn by turn", "One after the other, with time to think.", "1 2 3 4"),
            "tick": Way("In ticks", "All choose at once, and chance says who comes first.", "⚂"),
        },
    ),
    "rounds": Ways(
        "How many rounds?",
        {
            "1": Way("One", "A single deal.", "1"),
            "4": Way("Four", "Their gains are added up.", "4"),
            "8": Way("Eight", "Luck evens out a little.", "8"),
        },
        unit="rounds",
    ),
    "seconds": Ways(
        "How long is a round?",
        {
            "60": Way("A minute", "Every second counts.", "1:00"),
            "120": Way("Two minutes", "Time to watch what the others want.", "2:00"),
            "240": Way("Four minutes", "With room to think.", "4:00"),
        },
        unit="seconds",
    ),
    "reaction": Ways(
        "How quick are the bots?",
        {
            "4000": Way("Slow", "They take about four seconds, and leave much to you.", "4 s"),
            "2000": Way("Like people", "About two seconds.", "2 s"),
            "1000": Way("Quick", "About one second.", "1 s"),
        },
        unit="milliseconds",
    ),
}
