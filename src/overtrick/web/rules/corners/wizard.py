"""Corners of Wizard: trump, following suit, who takes a trick, what is led, the hook and the scores."""

from collections.abc import Sequence

from overtrick.core.luck import draws_for
from overtrick.games.contract import Row, settled
from overtrick.games.sentences import card_words, does, why_not
from overtrick.games.tricks import DECK_SIZE, LEADER, WON, trick
from overtrick.games.wizard import rulebook as wizard
from overtrick.web.rules.corners.picture import Card, Chip, Corner, Line, marked

NAMES = ("Dee", "Ann", "Bo", "You")  # seat 0 deals, so Ann acts first and the dealer last


def dealt(hands: Sequence[str], turned_up: str, **options: str) -> Row:
    """Return a deal in which the seats from 0 on hold these cards."""
    cards = [wizard.ACTION_OF[card] for hand in hands for card in hand.split()]
    size = len(cards) // len(hands)
    rules = wizard.rules(len(hands), settled(wizard, len(hands), {"series": [size], **options}))
    order = [*cards, wizard.ACTION_OF[turned_up]]
    return wizard.deal(wizard.next_deal(rules, []), [*draws_for(range(DECK_SIZE), order), 0])


def acted(row: Row, actions: Sequence[str]) -> Row:
    """Return a row after some actions, which must be legal."""
    row = row.copy()
    for name in actions:
        action = wizard.parse(row, name)
        if problem := why_not(wizard, row, action):
            raise AssertionError(problem)
        wizard.play(row, action)
    return row


def bid(row: Row) -> Row:
    """Return a row after everybody has bid nothing, as it does not matter here."""
    return acted(row, ["bid 0"] * len(NAMES))


def shown(name: str, below: str = "", *, wins: bool = False) -> Card:
    """Return a card in a picture."""
    return Card("wizard", name, card_words(wizard, name), below, marked("wins", wins))


def whole_trick(title: str, cards: str, turned_up: str, says: str) -> Corner:
    """Return a trick of one card each, with who takes it."""
    played = cards.split()  # from Ann on
    row = acted(bid(dealt([played[-1], *played[:-1]], turned_up)), played)
    seats = [1, 2, 3, 0]
    things = [
        shown(card, f"{does(NAMES[seat], 'take')} it" if seat == row[LEADER] else NAMES[seat], wins=seat == row[LEADER])
        for seat, card in zip(seats, played, strict=True)
    ]
    trump = wizard.state(row)["trump"]
    label = f"Trump is {trump}" if trump else "No trump"
    return Corner(title, (Line(label, tuple(things)),), says)


def following(title: str, trick_so_far: str, hand: str, says: str, **options: str) -> Corner:
    """Return an unfinished trick, and which cards of your hand may be played."""
    played = trick_so_far.split()
    held = hand.split()
    taken = {*played, *held, "R1"}
    others = (card for card in wizard.CARD_NAMES if card not in taken)
    hands = [" ".join(next(others) for _ in held)]  # of the dealer, who comes last
    hands += [" ".join([card, *(next(others) for _ in held[1:])]) for card in played]
    row = acted(bid(dealt([*hands, hand], "R1", **options)), played)
    led = wizard.state(row)["led"]
    so_far = tuple(shown(wizard.CARD_NAMES[card], NAMES[seat]) for seat, card in trick(row))
    mine = []
    for name in held:
        problem = wizard.refuse(row, wizard.ACTION_OF[name]) != wizard.OK
        below = "not allowed" if problem else ""
        mine.append(Card("wizard", name, card_words(wizard, name), below, marked("no", problem)))
    lines = (Line(f"{led.capitalize()} is led" if led else "No suit is led", so_far), Line("Your hand", tuple(mine)))
    return Corner(title, lines, says)


def turned_up() -> Corner:
    """Return what the card that is turned up decides."""
    hands = ["G1", "G2", "G3", "G4"]
    things = []
    for card in ("B7", "J1", "W1"):
        row = dealt(hands, card)
        trump = wizard.state(row)["trump"]
        naming = row[wizard.PHASE] == wizard.NAMING
        below = "the dealer names it" if naming else f"{trump} is trump" if trump else "no trump"
        things.append(shown(card, below))
    things.append(Card("wizard", "", "no card", "no trump"))
    return Corner(
        "The card that is turned up",
        (Line("Turned up", tuple(things)),),
        "A suit card makes its suit trump, a Jester means no trump, and for a Wizard the dealer names a suit. "
        "In the last round of a full deck no card is left: no trump.",
    )


def scores() -> Corner:
    """Return what bids and tricks bring."""
    row = dealt(["G1 G2 G3", "G4 G5 G6", "G7 G8 G9", "G10 G11 G12"], "R1")
    things = []
    for seat, (bid_made, won) in enumerate(((0, 0), (2, 2), (1, 3), (3, 2))):
        row[wizard.BID + seat], row[WON + seat] = bid_made, won
        points = wizard.score(row, seat)
        text = f"{points:+}".replace("-", "−")
        things.append(Chip(text, f"bid {bid_made}, took {won}", "wins" if bid_made == won else "no"))
    return Corner(
        "What a round brings",
        (Line("Points", tuple(things)),),
        "20 and 10 for each trick if the bid is met; otherwise 10 off for each trick over or under.",
    )


def hook(title: str, totals: Sequence[int], bids: Sequence[int], says: str, value: str) -> Corner:
    """Return the bids of a dealer, with the one that the hook forbids."""
    row = dealt(["G1 G2 G3", "G4 G5 G6", "G7 G8 G9", "G10 G11 G12"], "R1", hook=value)
    for seat, total in enumerate(totals):
        row[wizard.TOTAL + seat] = total
    row = acted(row, [f"bid {tricks}" for tricks in bids])
    legal = wizard.legal(row)
    made = tuple(Chip(str(tricks), NAMES[seat]) for seat, tricks in enumerate(bids, start=1))
    own = tuple(
        Chip(str(tricks)) if wizard.FIRST_BID + tricks in legal else Chip(str(tricks), "forbidden", "no")
        for tricks in range(4)
    )
    points = ", ".join(f"{NAMES[seat]} {total}" for seat, total in enumerate(totals))
    label = f"Bids so far, 3 tricks ({points})" if any(totals) else "Bids so far, 3 tricks"
    return Corner(title, (Line(label, made), Line("Dee deals, and may bid", own)), says)


def corners() -> dict[str, tuple[Corner, ...]]:
    """Return the pictures by the heading under which they belong."""
    free = "Nothing has to be followed, for the whole trick."
    later = "The Wizard is no suit card, so the suit of the first one still has to be followed."
    return {
        "A round": (
            turned_up(),
            following(
                "Follow suit",
                "G8 G3",
                "G2 G11 R13 W1 J1",
                "You hold green, so you must follow it; but a Wizard or a Jester may be played at any time.",
            ),
            whole_trick("The highest of the led suit", "G8 G11 Y13 G3", "R1", "Nobody has played trump or a Wizard."),
            whole_trick("Trump is higher", "G8 R2 G13 R5", "R1", "The highest trump wins, whatever was led."),
            whole_trick("The first Wizard", "G8 W2 R13 W1", "R1", "A second Wizard changes nothing."),
            whole_trick("Only Jesters", "J3 J1 J4 J2", "R1", "If all cards are Jesters the first one wins."),
            scores(),
        ),
        "What decides the led suit": (
            following("A Jester is led", "J1 G8", "G2 B11 R13 W1 J2", "The next card that is no Jester decides."),
            following("A Jester, then a Wizard", "J1 W2", "G2 B11 R13 W1 J2", free),
            following("A Wizard is led", "W2 G8", "G2 B11 R13 W1 J2", free),
            following(
                "Where the next colour counts",
                "W2 G8",
                "G2 B11 R13 W1 J2",
                later,
                lead_rule="first-suit-card",
            ),
        ),
        "The hook": (
            hook("With the hook", (0, 0, 0, 0), (1, 0, 1), "A bid of 1 would make 3 bids for 3 tricks.", "on"),
            hook(
                "Canadian, and somebody leads",
                (20, 50, 10, 0),
                (1, 0, 1),
                "Only a dealer who alone has the highest total is bound, and Ann has more points.",
                "canadian",
            ),
            hook(
                "Canadian, and the dealer leads",
                (60, 50, 10, 0),
                (1, 0, 1),
                "Dee alone has the highest total, so the hook binds her.",
                "canadian",
            ),
            hook(
                "Canadian, and 0 would be even",
                (60, 50, 10, 0),
                (1, 1, 1),
                "Even then she may bid 0.",
                "canadian",
            ),
        ),
    }
