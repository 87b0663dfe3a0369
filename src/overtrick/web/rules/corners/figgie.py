"""Corners of Figgie: the twelve decks, quotes, a trade that clears them, a tick, and how the pot is shared."""

from collections.abc import Mapping, Sequence

from overtrick.core.luck import draws_for
from overtrick.games.contract import NOBODY, Row, settled
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.sentences import event_sentence, refusal_words
from overtrick.web.rules.corners.picture import Book, Chip, Corner, Count, Line, marked

NAMES = ("Ann", "Bo", "Cem", "Dee", "Eve")
SUITS = range(figgie.SUITS)
# A deck in which spades have 12 cards and hearts 8, so that clubs, which have 10, are the goal.
LONG_SPADES = 1


def dealt(hands: Sequence[Sequence[int]] | None = None, *, which: int = LONG_SPADES, model: str = "turn") -> Row:
    """Return a deal of one of the twelve decks in which the seats hold so many of each suit."""
    seats = 4 if hands is None else len(hands)
    setup = figgie.next_deal(figgie.rules(seats, settled(figgie, seats, {"model": model})), [])
    sizes = setup.copy()
    figgie.set_sizes(sizes, which)
    left = []
    start = 0
    for suit in SUITS:
        left.append(list(range(start, start + sizes[figgie.SIZE + suit])))
        start += sizes[figgie.SIZE + suit]
    order = [left[suit].pop() for hand in hands or () for suit in SUITS for _ in range(hand[suit])]
    orders = figgie.draws_needed(setup) - len(figgie.DECK) - 1
    return figgie.deal(setup, [*draws_for(range(len(figgie.DECK)), order), which, *[0] * orders])


def acted(row: Row, actions: Sequence[str]) -> tuple[Row, list[str]]:
    """Return a row after the actions of one seat after the other, and what happened."""
    row, told = row.copy(), []
    for name in actions:
        seat = row[figgie.TURN]
        action = figgie.parse(row, name)
        if problem := figgie.refuse(row, action):
            raise AssertionError(refusal_words(figgie, problem, name))
        figgie.play(row, action)
        told += [event_sentence(figgie, row, event, NAMES) for event in figgie.events(row, seat, action)]
        told += [
            f"{NAMES[actor]} is too late: {refusal_words(figgie, code, figgie.name(row, refused))}."
            for actor, refused, code in figgie.refused(row, seat)
        ]
    return row, told


def books(row: Row) -> tuple[Book, ...]:
    """Return the four books of a row."""
    state = figgie.state(row)
    shown = []
    for word in figgie.SUIT_WORDS:
        bid, offer = state["bids"][word], state["offers"][word]
        shown.append(Book(word, (quoted("bid", bid), quoted("offer", offer))))
    return tuple(shown)


def quoted(side: str, quote: Mapping[str, int] | None) -> str:
    """Return one side of a book in words."""
    return f"{side} ${quote['price']} by {NAMES[quote['seat']]}" if quote else f"no {side}"


def decks() -> Corner:
    """Return the decks there can be, with their goal suits."""
    lines = []
    for which in range(figgie.DECKS):
        state = figgie.state(ended(dealt(which=which)))
        counts, goal = state["suit_counts"], state["goal_suit"]
        things = tuple(Count(word, counts[word], marked("goal", word == goal)) for word in figgie.SUIT_WORDS)
        lines.append(Line("", things))
    return Corner(
        "The twelve decks",
        tuple(lines),
        "The goal suit, which is marked, is the other suit of the colour of the longest one. Each deck is as likely.",
        width="columns",
    )


def ended(row: Row) -> Row:
    """Return a row after a round in which everybody only passes."""
    row = row.copy()
    while row[figgie.TURN] != NOBODY:
        figgie.play(row, figgie.PASS)
    return row


def limits() -> Corner:
    """Return which quotes a book allows."""
    row, _ = acted(dealt(EVEN), ["bid hearts 5", "offer hearts 9"])
    hearts = figgie.SUIT_WORDS.index("hearts")
    seat = row[figgie.TURN]
    low, high = figgie.bid_limits(row, seat, hearts)
    lowest, highest = figgie.offer_limits(row, seat, hearts)
    things = (
        Chip(f"bid hearts {low} to {high}", "better than 5, below 9", "wins"),
        Chip(f"offer hearts {lowest} to {highest}", "better than 9, above 5", "wins"),
        Chip("buy hearts", "from Bo for $9", "wins"),
        Chip("sell hearts", "to Ann for $5", "wins"),
        Chip("bid hearts 9", "not allowed: buy instead", "no"),
        Chip("offer hearts 5", "not allowed: sell instead", "no"),
    )
    for chip in things[4:]:
        if figgie.refuse(row, figgie.parse(row, chip.text)) == figgie.OK:
            raise AssertionError(chip.text)
    return Corner(
        "What a book allows",
        (Line("The book", tuple(book for book in books(row) if book.suit == "hearts")), Line("Cem may", things)),
        "Quotes must improve on the best one of their side and may not meet the other side.",
        width="wide",
    )


EVEN = ((3, 3, 2, 2), (3, 3, 2, 2), (3, 2, 2, 3), (3, 2, 2, 3))  # each holds some of every suit


def cleared() -> Corner:
    """Return the books before and after a trade."""
    quotes = ["bid hearts 5", "offer clubs 12", "bid spades 4", "offer hearts 9"]
    before, _ = acted(dealt(EVEN), quotes)
    after, told = acted(before, ["buy hearts"])
    return Corner(
        "A trade clears every quote",
        (Line("Before", books(before)), Line("After", books(after))),
        f"{told[0]} All quotes in all suits are gone, not only those for hearts.",
        width="wide",
    )


def tick() -> Corner:
    """Return a tick in which two want the same card."""
    before, _ = acted(dealt(EVEN, model="tick"), ["pass", "pass", "pass", "ask clubs 8"])
    named = ["buy clubs", "buy clubs", "bid hearts 3", "pass"]
    after, told = acted(before, named)
    chips = tuple(Chip(name, NAMES[seat]) for seat, name in enumerate(named))
    order = ", ".join(NAMES[seat] for seat in figgie.order(before, before[figgie.CLOCK]))
    return Corner(
        "Two want the same card in one tick",
        (Line("All see this", books(before)), Line("All name an action", chips), Line("Then", books(after))),
        f"The order drawn for this tick is {order}. {' '.join(told)}",
        width="wide",
    )


def shared(title: str, hands: Sequence[Sequence[int]], which: int, says: str) -> Corner:
    """Return what goal cards and the rest of the pot bring at the end."""
    row = ended(dealt(hands, which=which))
    goal = figgie.SUIT_WORDS[row[figgie.GOAL]]
    held = [figgie.state(row)["hands"][seat][goal] for seat in range(len(hands))]
    things = []
    for seat, cards in enumerate(held):
        paid, rest = figgie.CARD_PAYS * cards, figgie.bonus(row, seat)
        below = f"{cards} × $10" + (f" + ${rest} of the rest" if rest else "")
        things.append(Chip(f"{NAMES[seat]} ${paid + rest}", below, marked("wins", rest > 0)))
    return Corner(title, (Line(f"{goal.capitalize()} are the goal", tuple(things)),), says)


def corners() -> dict[str, tuple[Corner, ...]]:
    """Return the pictures by the heading under which they belong."""
    return {
        "The deck": (decks(),),
        "Money": (
            shared(
                "Most of the goal suit",
                ((3, 4, 2, 1), (3, 3, 2, 2), (3, 2, 2, 3), (3, 1, 2, 4)),
                LONG_SPADES,
                "Each goal card earns $10 from the pot of $200; the rest goes to the seat with the most.",
            ),
            shared(
                "Three share the rest",
                ((3, 3, 2, 2), (3, 3, 2, 2), (3, 3, 2, 2), (3, 1, 2, 4)),
                LONG_SPADES,
                "The odd dollar goes to the lowest of their seats.",
            ),
        ),
        "Trading": (limits(), cleared()),
        "Three ways to play": (tick(),),
    }
