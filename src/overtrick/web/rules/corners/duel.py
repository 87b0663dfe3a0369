"""Corners of the duel: what a hand tells, following suit, the low ace, two symmetric games, a stock."""

from collections.abc import Sequence

from overtrick.core.cards import RANKS, members
from overtrick.core.luck import draws_for
from overtrick.games.contract import Row, settled
from overtrick.games.duel import rulebook as duel
from overtrick.games.sentences import card_words, does
from overtrick.games.tricks import CARDS, HAND, LEADER, trick
from overtrick.web.rules.corners.picture import Card, Corner, Line, marked

NAMES = ("Ann", "You")
HAND_OF_ANN = "SA S4 S5 HA H2 H5 D3 D4 C2 C5"
ALL_CLUBS = "CA C2 C3 C4 C5 S2 S3 H2 H3 D2"


def dealt(first: str, **options: int) -> Row:
    """Return a deal in which the first seat holds these cards, and the second gets its cards from all others."""
    rules = duel.rules(2, settled(duel, 2, options))
    setup = duel.next_deal(rules, [])
    values = setup[duel.VALUES]
    deck = [RANKS * (place // values) + place % values for place in range(4 * values)]
    held = [duel.CARD_OF[name] for name in first.split()]
    rest = [card for card in deck if card not in held]
    return duel.deal(setup, draws_for(deck, [*held, *rest]))


def shown(names: Sequence[str], below: str = "") -> tuple[Card, ...]:
    """Return cards of a picture."""
    return tuple(Card("duel", name, card_words(duel, name), below) for name in names)


def hand(row: Row, seat: int) -> list[str]:
    """Return the cards that a seat holds."""
    return [duel.CARD_NAMES[card] for card in members(row[HAND + seat])]


def one_trick(title: str, led: str, answer: str, says: str, *, hand_of_ann: str = HAND_OF_ANN) -> Corner:
    """Return a trick of two cards, with who takes it."""
    row = dealt(hand_of_ann)
    for name in (led, answer):
        action = duel.CARD_OF[name]
        if duel.refuse(row, action):
            raise AssertionError(f"{name} cannot be played")
        duel.play(row, action)
    winner = row[LEADER]
    things = []
    for seat, name in enumerate((led, answer)):
        below = f"{does(NAMES[seat], 'take')} it" if seat == winner else NAMES[seat]
        things.append(Card("duel", name, card_words(duel, name), below, marked("wins", seat == winner)))
    return Corner(title, (Line("Ann leads", tuple(things)),), says)


def following(title: str, led: str, says: str) -> Corner:
    """Return a card that was led, and which cards of your hand may answer it."""
    row = dealt(HAND_OF_ANN)
    duel.play(row, duel.CARD_OF[led])
    so_far = shown([duel.CARD_NAMES[card] for _, card in trick(row)], NAMES[0])
    mine = tuple(
        Card("duel", name, card_words(duel, name), "", marked("no", duel.refuse(row, duel.CARD_OF[name]) != duel.OK))
        for name in hand(row, 1)
    )
    return Corner(title, (Line("Ann leads", so_far), Line("Your hand", mine)), says, width="wide")


def corners() -> dict[str, tuple[Corner, ...]]:
    """Return the pictures by the heading under which they belong."""
    row = dealt(HAND_OF_ANN)
    harder = dealt("SA S4 S6 H2 H5 D3 D4 D6 CA C6", ranks=6, stock=4)
    undealt = members(duel.whole_deck(harder) & ~harder[HAND] & ~harder[HAND + 1])
    backs = tuple(Card("duel", "", "a hidden card") for _ in undealt)
    return {
        "The cards": (
            Corner(
                "Your hand tells the other one",
                (Line("You hold", shown(hand(row, 1))), Line("So Ann holds", shown(hand(row, 0)))),
                "All twenty cards are dealt, so what you do not hold the other seat does.",
                width="wide",
            ),
        ),
        "Play": (
            following("Follow suit", "D3", "You hold diamonds, so you must play one of them, high or low."),
            one_trick("The ace is the lowest", "SA", "S2", "An ace counts 1."),
            one_trick("The higher card of the led suit", "H5", "H3", "3 is lower than 5."),
            one_trick(
                "Another suit never wins",
                "CA",
                "S5",
                "You hold no club, so you may play anything, but only clubs count.",
                hand_of_ann=ALL_CLUBS,
            ),
        ),
        "Two symmetric games": (
            Corner(
                "The same hands twice",
                (
                    Line("First game: Ann leads from", shown(hand(row, 0))),
                    Line("and you hold", shown(hand(row, 1))),
                    Line("Second game: you lead from", shown(hand(row, 0))),
                    Line("and Ann holds", shown(hand(row, 1))),
                ),
                "Whoever takes more of the 20 tricks wins the matchup.",
                width="wide",
            ),
        ),
        "Harder duels": (
            Corner(
                "Six cards in a suit, four in the box",
                (Line("You hold", shown(hand(harder, 0))), Line("Undealt and unseen", backs)),
                f"Of the {len(undealt) + harder[CARDS]} cards that you do not see, {harder[CARDS]} are in the other "
                f"hand and {len(undealt)} in nobody's.",
                width="wide",
            ),
        ),
    }
