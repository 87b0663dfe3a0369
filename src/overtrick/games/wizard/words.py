"""Wizard in words."""

from overtrick.games.contract import Row
from overtrick.games.face import Names
from overtrick.games.sentences import does, has_done, inside
from overtrick.games.tricks import CARDS, JESTER, TRUMP
from overtrick.games.wizard.rulebook import (
    ACTION_OF,
    BIDDING,
    CARD_NAMES,
    DEALER,
    HIDDEN_BIDS,
    NAMING,
    PHASE,
    ROUND,
    SUIT_LETTERS,
    SUIT_WORDS,
    TURNED_UP,
    WIZARD,
)
from overtrick.games.wizard.scene import who_has_bid


def card_words(name: str) -> str:
    """Return a card in words: ``red 13``, ``a Wizard``."""
    card = ACTION_OF.get(name, len(CARD_NAMES))
    if card >= len(CARD_NAMES):
        return name
    if card >= JESTER:
        return "a Wizard" if card >= WIZARD else "a Jester"
    return f"{SUIT_WORDS[SUIT_LETTERS.index(name[0])]} {name[1:]}"


def deal_sentence(row: Row, names: Names) -> str:
    """Return what a round begins with: its cards, who deals, and the trump."""
    cards, dealer, turned = row[CARDS], inside(names[row[DEALER]]), row[TURNED_UP]
    text = f"Round {row[ROUND]}: {cards} card{'s' * (cards > 1)} each, {does(dealer, 'deal')}. "
    if row[PHASE] == NAMING:
        return text + f"A Wizard is turned up: {does(dealer, 'name')} the trump."
    if row[TRUMP] >= 0:
        how = f", as {card_words(CARD_NAMES[turned])} is turned up" if 0 <= turned < JESTER else ""
        return text + f"Trump is {SUIT_WORDS[row[TRUMP]]}{how}."
    return text + ("A Jester is turned up: no trump." if turned >= JESTER else "All cards are dealt: no trump.")


def hidden_sentence(row: Row, names: Names) -> str:
    """Return who has just made a bid that is not shown yet."""
    if not row[HIDDEN_BIDS] or row[PHASE] != BIDDING:
        return ""
    bidders = who_has_bid(row)
    return f"{has_done(names[bidders[-1]], 'bid')}." if bidders else ""
