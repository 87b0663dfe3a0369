"""Why a card of the duel, in the language of the table; every sentence holds of the view alone."""

from overtrick.core.cards import RANKS, members
from overtrick.games.contract import NOBODY
from overtrick.games.duel.rulebook import CARD_NAMES, STOCK, legal, play, whole_deck
from overtrick.games.tricks import BEATING, BEST, HAND, LATEST, PLAYED, WON
from overtrick.games.view import View


def why(seen: View, card: int, as_good: int | None = None) -> str:
    """Return in a sentence what a card does; ``as_good`` says how many others are, where that is known."""
    told = deed(seen, card)
    if as_good is None or len(legal(seen.row)) == 1:
        return f"{told}."
    if as_good == 0:
        return f"{told}; every other card gives a trick away."
    return f"{told}; {as_good} other card{'s are' if as_good > 1 else ' is'} as good."


def deed(seen: View, card: int) -> str:
    """Return what a card does."""
    row, name = seen.row, CARD_NAMES[card]
    if row[BEST] == NOBODY:
        return lead_words(seen, card, name)
    led = CARD_NAMES[row[LATEST + row[BEST]]]
    winners = [other for other in legal(row) if takes(seen, other)]
    if not winners:
        return f"No card takes this trick from {led}, so {name} is given up"
    if card not in winners:
        return f"{name} leaves this trick to {led}, though it could be taken"
    cheap = " as cheaply as can be" if card % RANKS == min(other % RANKS for other in winners) else ""
    return f"{name} takes this trick from {led}{cheap}"


def lead_words(seen: View, card: int, name: str) -> str:
    """Return what may come of a lead; where no card is left out, the other hand is all that was not seen."""
    threats = beaten_by(seen, card)
    if seen.row[STOCK]:
        return f"{threats} unseen card{'s' * (threats != 1)} could beat {name}" if threats else f"Nothing beats {name}"
    if threats == 0:
        return f"The other hand has nothing that beats {name}"
    return f"The other hand has {threats} card{'s' * (threats != 1)} that beat{'s' * (threats == 1)} {name}"


def takes(seen: View, card: int) -> bool:
    """Return whether an answer wins the trick; a lead does not yet."""
    row = seen.row.copy()
    if row[BEST] == NOBODY:
        return False
    before = row[WON + seen.seat]
    play(row, card)
    return row[WON + seen.seat] > before


def beaten_by(seen: View, card: int) -> int:
    """Return how many cards that this seat has not seen would beat a card that it leads."""
    row = seen.row.copy()
    hidden = whole_deck(row) & ~row[PLAYED] & ~row[HAND + seen.seat]
    play(row, card)
    return len(members(row[BEATING] & hidden))
