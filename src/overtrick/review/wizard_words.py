"""What a review of Wizard says, without the players that judge."""

from collections.abc import Sequence

from overtrick.core.cards import RANKS, members, suit
from overtrick.games.contract import NOBODY, Row
from overtrick.games.sentences import action_words
from overtrick.games.tricks import HAND, JESTER, NEXT, TRUMP, trick
from overtrick.games.view import View
from overtrick.games.wizard import rulebook as wizard
from overtrick.games.wizard.rulebook import BID, DEALER, PHASE, PLAYING, STILL_IN, WIZARD
from overtrick.review.judged import percent

CLEARLY = 3  # values by which a card of another suit is higher or lower


def bidders(seen: View) -> list[int]:
    """Return the seats in the order in which they bid."""
    first = seen.row[NEXT + seen.row[DEALER]]
    order = [first]
    while (seat := seen.row[NEXT + order[-1]]) != first:
        order.append(seat)
    return order


def place_words(seen: View) -> str:
    """Return as which of the table a seat bids or plays."""
    if seen.row[PHASE] != PLAYING:
        order = bidders(seen)
        place = order.index(seen.seat)
        return "bidding first" if place == 0 else "bidding last" if place == len(order) - 1 else "bidding in between"
    laid, last = len(trick(seen.row)), seen.row[STILL_IN].bit_count() - 1
    return "leading" if laid == 0 else "playing last" if laid == last else "playing in between"


def card_words(row: Row, played: int, better: int) -> str:
    """Return what a card is beside a better one."""
    one, two = card_kind(row, played), card_kind(row, better)
    if one != two:
        return f"{one} instead of {two}"
    higher = played % RANKS - better % RANKS
    if suit(played) != suit(better) and abs(higher) < CLEARLY:
        return "a card of the wrong suit"
    return "too high a card" if higher > 0 else "too low a card"


def card_kind(row: Row, card: int) -> str:
    """Return what kind of card it is."""
    if card >= JESTER:
        return "a Wizard" if card >= WIZARD else "a Jester"
    return "a trump" if suit(card) == row[TRUMP] else "a plain card"


def trumps_words(seen: View) -> str:
    """Return how many trumps a seat holds."""
    if seen.row[TRUMP] == NOBODY:
        return "in rounds without trump"
    held = sum(card_kind(seen.row, card) == "a trump" for card in members(seen.row[HAND + seen.seat]))
    return ("without a trump", "with one trump", "with two trumps", "with three trumps or more")[min(held, 3)]


def why_sentence(
    seen: View, better: int, played: int, worth: Sequence[float], chances: Sequence[float], worlds: int
) -> str:
    """Return in a sentence what the better one has over what was played."""
    one, two = (action_words(wizard, wizard.name(seen.row, action)) for action in (better, played))
    bid = "the bid" if seen.row[PHASE] != PLAYING else f"the bid of {seen.row[BID + seen.seat]}"
    return (
        f"{one[:1].upper()}{one[1:]} brings {worth[0]:.1f} points on average over {worlds} sampled worlds and makes "
        f"{bid} in {percent(chances[0])} of them; {two} brings {worth[1]:.1f} and makes it in {percent(chances[1])}."
    )
