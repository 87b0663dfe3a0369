"""Why an action of Wizard, in the language of the table: what is wanted, what lies there, and who still wants tricks.

Every sentence holds of the view alone, whoever chose the action; cards and actions stand in it by their names.
"""

from overtrick.core.cards import IN_SUIT, NO_SUIT, RANKS, members, suit
from overtrick.games.contract import Row
from overtrick.games.tricks import (
    BEATING,
    BEST,
    CARDS,
    HAND,
    JESTERS,
    LATEST,
    TRICKS,
    TRUMP,
    WON,
    playable,
    trick,
)
from overtrick.games.view import View
from overtrick.games.wizard import rulebook as wizard
from overtrick.games.wizard.rulebook import (
    BID,
    BIDDING,
    CARD_NAMES,
    FIRST_TRUMP,
    HIDDEN_BIDS,
    NO_BID,
    PHASE,
    STILL_IN,
    WIZARDS,
    forbidden_bid,
)
from overtrick.players.wizard.sight import unseen

HIGH = 12  # and 13 are called high


def why(seen: View, action: int) -> str:
    """Return in a sentence what speaks for an action."""
    if action >= FIRST_TRUMP:
        return why_trump(seen, action)
    return why_bid(seen, action) if seen.row[PHASE] == BIDDING else why_card(seen, action)


# Cards


def why_card(seen: View, card: int) -> str:
    """Return the same of a card."""
    row, seat, name = seen.row, seen.seat, CARD_NAMES[card]
    needed, left = row[BID + seat] - row[WON + seat], row[CARDS] - row[TRICKS]
    wish = wish_words(row[BID + seat], needed, left)
    others = sum(max(0, row[BID + other] - row[WON + other]) for other in members(row[STILL_IN]) if other != seat)
    tail = f"the others still want {others}" if others else "nobody else wants one"
    return f"{wish}, {deed_words(seen, card, name, needed > 0)}; {tail}, with {left} left."


def wish_words(bid: int, needed: int, left: int) -> str:
    """Return what a seat wants of the tricks that are left, the present one among them."""
    if needed < 0:
        return f"The bid of {bid} is missed already and each trick more costs points"
    if needed == 0:
        return f"The bid of {bid} is made"
    if needed > left:
        return f"The bid of {bid} cannot be made any more but each trick still helps"
    if needed == left:
        return f"Every trick that is left is needed for the bid of {bid}"
    return f"{needed} of the {left} tricks left {'is' if needed == 1 else 'are'} needed for the bid of {bid}"


def deed_words(seen: View, card: int, name: str, wanted: bool) -> str:
    """Return what a card does, joined to what is wanted."""
    laid, threats = trick(seen.row), beaten_by(seen, card)
    count = f"{threats} unseen card{'s' * (threats != 1)}"
    if not laid:
        if threats == 0:
            return f"{'and' if wanted else 'but'} no unseen card beats {name}"
        return f"{'but' if wanted else 'and'} {count} could beat {name}"
    if takes(seen, card):
        if is_last(seen.row):
            return f"{'and' if wanted else 'but'} {name} takes this trick"
        if threats == 0:
            return f"{'and' if wanted else 'but'} {name} takes this trick for sure"
        return f"{'and' if wanted else 'but'} {name} is best so far and {count} could beat it"
    best = CARD_NAMES[seen.row[LATEST + seen.row[BEST]]]
    if any(takes(seen, other) for other in members(playable(seen.row))):
        return f"{'but' if wanted else 'so'} {name} leaves this trick to {best}"
    return f"{'but' if wanted else 'and'} {name} goes under {best} as every card would"


def is_last(row: Row) -> bool:
    """Return whether the seat to move completes the trick."""
    return len(trick(row)) == row[STILL_IN].bit_count() - 1


def takes(seen: View, card: int) -> bool:
    """Return whether a card would win the trick so far."""
    row = seen.row.copy()
    last, before = is_last(row), row[WON + seen.seat]
    wizard.play(row, card)
    return row[WON + seen.seat] > before if last else row[BEST] == seen.seat


def beaten_by(seen: View, card: int) -> int:
    """Return how many cards that this seat has not seen would beat a card that is best now, while others may play."""
    if is_last(seen.row):
        return 0
    row = seen.row.copy()
    wizard.play(row, card)
    return (row[BEATING] & unseen(seen.row, seen.seat)).bit_count()


# Bids and trumps


def why_bid(seen: View, action: int) -> str:
    """Return the same of a bid: what the hand has, and what the others have bid."""
    row = seen.row
    told = [f"the hand has {hand_words(row, seen.seat)}"]
    if not row[HIDDEN_BIDS]:
        bids = [bid for other in members(row[STILL_IN]) if (bid := row[BID + other]) != NO_BID]
        told.append(f"the others have bid {sum(bids)} of {row[CARDS]} so far" if bids else "nobody has bid yet")
    if (forbidden := forbidden_bid(row)) != NO_BID:
        told.append(f"{forbidden} is not allowed")
    return f"{wizard.name(row, action)}: {'; '.join(told)}."


def hand_words(row: Row, seat: int) -> str:
    """Return what speaks for tricks in a hand, and against."""
    hand, trump = row[HAND + seat], row[TRUMP]
    trumps = 0 if trump == NO_SUIT else (hand & IN_SUIT[trump]).bit_count()
    high = sum(card % RANKS + 1 >= HIGH and suit(card) != trump for card in members(hand & ~WIZARDS & ~JESTERS))
    counted = {
        "Wizard": (hand & WIZARDS).bit_count(),
        "trump": trumps,
        "high card" if trump == NO_SUIT else "high card outside trump": high,
        "Jester": (hand & JESTERS).bit_count(),
    }
    told = [f"{count} {plural(word, count)}" for word, count in counted.items() if count]
    return " and ".join(filter(None, (", ".join(told[:-1]), *told[-1:]))) or "neither Wizard nor trump nor high card"


def plural(word: str, count: int) -> str:
    """Return a noun as it stands after a number."""
    if count == 1:
        return word
    return word.replace("card", "cards") if "card" in word else f"{word}s"


def why_trump(seen: View, action: int) -> str:
    """Return the same of a suit that is named as trump."""
    held = [card % RANKS + 1 for card in members(seen.row[HAND + seen.seat] & IN_SUIT[action - FIRST_TRUMP])]
    has = f"{len(held)} of that colour up to the {max(held)}" if held else "none of that colour"
    if len(held) == 1:
        has = f"the {held[0]} of that colour alone"
    return f"{wizard.name(seen.row, action)}: the hand has {has}."
