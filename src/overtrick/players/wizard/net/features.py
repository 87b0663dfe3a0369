"""What the networks of wizard:net look at, as a short list of numbers that are not zero. It runs compiled.

Every input has a row of weights, one for each hidden unit, in one table for all
four networks: LATER (does a card take a trick if it is not played now), NOW (does
it take the trick on the table), MADE (will a bid be made) and KEPT (will it be
made after a card is played). A feature is the number of its row and a value.
"""

from overtrick.core.cards import IN_SUIT, RANKS, suit
from overtrick.games.contract import NOBODY, Row
from overtrick.games.tricks import BEST, CARDS, HAND, LEAD_RULE, LED, TRUMP
from overtrick.games.wizard.rulebook import HIDDEN_BIDS, HOOK, PHASE, PLAYING
from overtrick.players.wizard.sight import (
    BEHIND,
    BID_SUM,
    BIDS,
    DONE,
    IS_JESTER,
    LEFT,
    NEED,
    NEED_ALL,
    NO_TRUMPS,
    OWN_JESTERS,
    OWN_TRUMPS,
    OWN_VOIDS,
    OWN_WIZARDS,
    PRESSURE,
    RUFF,
    SATISFIED,
    TABLE,
    UNSEEN,
    UNSEEN_JESTERS,
    UNSEEN_TRUMPS,
    UNSEEN_WIZARDS,
    WANT,
    WANT_AND_RUFF,
    Floats,
    higher,
    kind,
    voids_in,
)

INLINE = False

HIDDEN = 48
SIZES = 21
MOST_FEATURES = 48


# Rows of weights, laid out one after the other. Each network ends with the weights of its output, and their bias.
def _layout(*sizes: int) -> list[int]:
    starts = [0]
    for size in sizes:
        starts.append(starts[-1] + size)
    return starts


(
    # LATER: what all cards of a hand share
    L_BIAS,
    L_SIZE,
    L_DENSITY,
    L_UNSEEN,  # Wizards, Jesters, trumps
    L_WIZARDS,
    L_JESTERS,
    L_TRUMPS,
    L_VOIDS,
    L_BIDDING,
    L_PLACE,  # bids made before
    L_BID_SUM,
    L_NEED,
    L_NEED_SHARE,
    L_PRESSURE,
    L_PRESSED,
    L_SATISFIED,
    L_BEHIND,
    L_NO_TRUMPS,
    L_OPTIONS,
    # LATER: the card
    C_KIND,
    C_HIGHER,
    C_HIGHER_MEAN,
    C_LOWER_MEAN,
    C_LENGTH,
    C_OWN_HIGHER,
    C_VOIDS,
    C_LED,
    C_DEPTH,
    C_OUT,
    # NOW
    N_BIAS,
    N_SIZE,
    N_BEHIND,
    N_KIND,
    N_LEAD,
    N_HIGHER,
    N_HIGHER_MEAN,
    N_TRUMPS,
    N_WIZARDS,
    N_DEPTH,
    N_LED_DEPTH,
    N_WANT,
    N_RUFF,
    N_WANT_AND_RUFF,
    N_NEED_ALL,
    N_DONE,
    N_PRESSURE,
    N_DENSITY,
    N_OPTIONS,
    N_LENGTH,
    N_OUT,
    # MADE
    M_BIAS,
    M_SIZE,
    M_MASS,
    M_BID,
    M_BID_SHARE,
    M_MEAN,
    M_PRESSURE,
    M_PRESSED,
    M_PLACE,
    M_WIZARDS,
    M_JESTERS,
    M_TRUMPS,
    M_DENSITY,
    M_OPTIONS,
    M_OUT,
    # KEPT
    K_BIAS,
    K_SIZE,
    K_MASS,
    K_NEED,
    K_MEAN,
    K_CHANCE,
    K_LATER,
    K_KIND,
    K_BEHIND,
    K_LEAD,
    K_PRESSURE,
    K_PRESSED,
    K_SATISFIED,
    K_LENGTH,
    K_SPECIALS,
    K_DENSITY,
    K_OUT,
    # What came later, behind what the first networks know
    M_VOIDS,
    M_UNSEEN,  # Wizards, Jesters, trumps
    K_TRUMPS,
    K_UNSEEN,
    K_WANT,  # those behind that want tricks
    ROWS,
) = _layout(
    *(1, SIZES, 1, 3, 5, 5, 8, 5, 1, 6, 1, 7, 1, 1, 9, 6, 6, 6, 3),
    *(5, 39, 3, 3, 24, 15, 12, 1, 3, 2),
    *(1, SIZES, 6, 4, 4, 39, 3, 1, 1, 3, 1, 6, 6, 6, 3, 6, 1, 1, 1, 8, 2),
    *(1, SIZES, 7, 8, 1, 2, 1, 9, 6, 5, 5, 8, 1, 3, 2),
    *(1, SIZES, 7, 7, 2, 3, 2, 5, 6, 3, 1, 9, 6, 8, 10, 1, 2),
    *(5, 3, 8, 3, 6),
)


def shared_features(row: Row, sight: Row, density: float, rows: Row, values: Floats) -> int:
    """List what all cards of the hand share; return how many features there are."""
    rows[0], values[0] = L_BIAS, 1.0
    rows[1], values[1] = L_SIZE + sight[LEFT], 1.0
    rows[2], values[2] = L_DENSITY, density
    rows[3], values[3] = L_UNSEEN, density * sight[UNSEEN_WIZARDS]
    rows[4], values[4] = L_UNSEEN + 1, density * sight[UNSEEN_JESTERS]
    rows[5], values[5] = L_UNSEEN + 2, density * sight[UNSEEN_TRUMPS] * 0.25
    rows[6], values[6] = L_WIZARDS + sight[OWN_WIZARDS], 1.0
    rows[7], values[7] = L_JESTERS + sight[OWN_JESTERS], 1.0
    rows[8], values[8] = L_TRUMPS + min(7, sight[OWN_TRUMPS]), 1.0
    rows[9], values[9] = L_VOIDS + sight[OWN_VOIDS], 1.0
    rows[10], values[10] = L_OPTIONS, 1.0 if row[HOOK] else 0.0
    rows[11], values[11] = L_OPTIONS + 1, 1.0 if row[LEAD_RULE] else 0.0
    if row[PHASE] != PLAYING:
        place = (row[CARDS] * sight[BIDS]) / sight[TABLE]
        rows[12], values[12] = L_BIDDING, 1.0
        rows[13], values[13] = L_PLACE + sight[BIDS], 1.0
        rows[14], values[14] = L_BID_SUM, (sight[BID_SUM] - place) * 0.4
        rows[15], values[15] = L_OPTIONS + 2, 1.0 if row[HIDDEN_BIDS] else 0.0
        return 16
    rows[12], values[12] = L_NEED + max(0, min(6, sight[NEED] + 1)), 1.0
    rows[13], values[13] = L_NEED_SHARE, sight[NEED] / max(1, sight[LEFT])
    rows[14], values[14] = L_PRESSURE, sight[PRESSURE] * 0.3
    rows[15], values[15] = L_PRESSED + max(0, min(8, sight[PRESSURE] + 4)), 1.0
    rows[16], values[16] = L_SATISFIED + sight[SATISFIED], 1.0
    rows[17], values[17] = L_BEHIND + sight[BEHIND], 1.0
    rows[18], values[18] = L_NO_TRUMPS + sight[NO_TRUMPS], 1.0
    return 19


def card_features(
    row: Row, seat: int, card: int, sight: Row, density: float, rows: Row, values: Floats, first: int
) -> int:
    """List what a card adds, from an index on; return how many features there are then."""
    what = kind(card, row[TRUMP])
    rows[first], values[first] = C_KIND + what, 1.0
    if what >= IS_JESTER:
        return first + 1
    own = IN_SUIT[suit(card)]
    hand = row[HAND + seat] & own
    above = higher(card)
    more = (above & sight[UNSEEN]).bit_count()
    depth = (own & sight[UNSEEN]).bit_count()
    at = first + 1
    rows[at], values[at] = C_HIGHER + RANKS * what + more, 1.0
    rows[at + 1], values[at + 1] = C_HIGHER_MEAN + what, density * more * 0.5
    rows[at + 2], values[at + 2] = C_LOWER_MEAN + what, density * (depth - more) * 0.25
    rows[at + 3], values[at + 3] = C_LENGTH + 8 * what + min(7, hand.bit_count() - 1), 1.0
    rows[at + 4], values[at + 4] = C_OWN_HIGHER + 5 * what + min(4, (above & hand).bit_count()), 1.0
    rows[at + 5], values[at + 5] = C_DEPTH + what, density * depth * 0.25
    at += 6
    if own & row[LED]:
        rows[at], values[at] = C_LED, 1.0
        at += 1
    if suit(card) != row[TRUMP]:
        rows[at], values[at] = C_VOIDS + 6 * (what > 0) + voids_in(row, seat, suit(card)), 1.0
        at += 1
    return at


def now_features(row: Row, seat: int, card: int, sight: Row, density: float, rows: Row, values: Floats) -> int:
    """List what decides whether a card that is no Wizard takes the trick; return how many features there are."""
    what = kind(card, row[TRUMP])
    led = row[LED]
    lead = 0 if row[BEST] == NOBODY else 1 if not led else 2 if led >> card & 1 else 3
    rows[0], values[0] = N_BIAS, 1.0
    rows[1], values[1] = N_SIZE + sight[LEFT], 1.0
    rows[2], values[2] = N_BEHIND + sight[BEHIND], 1.0
    rows[3], values[3] = N_KIND + min(3, what), 1.0
    rows[4], values[4] = N_LEAD + lead, 1.0
    rows[5], values[5] = N_TRUMPS, density * sight[UNSEEN_TRUMPS] * 0.25
    rows[6], values[6] = N_WIZARDS, density * sight[UNSEEN_WIZARDS]
    rows[7], values[7] = N_WANT + sight[WANT], 1.0
    rows[8], values[8] = N_RUFF + sight[RUFF], 1.0
    rows[9], values[9] = N_WANT_AND_RUFF + sight[WANT_AND_RUFF], 1.0
    rows[10], values[10] = N_NEED_ALL + min(2, sight[NEED_ALL]), 1.0
    rows[11], values[11] = N_DONE + sight[DONE], 1.0
    rows[12], values[12] = N_PRESSURE, sight[PRESSURE] * 0.3
    rows[13], values[13] = N_DENSITY, density
    rows[14], values[14] = N_OPTIONS, 1.0 if row[LEAD_RULE] else 0.0
    rows[15], values[15] = N_LED_DEPTH, density * (led & sight[UNSEEN]).bit_count() * 0.25
    if what == IS_JESTER:
        return 16
    own = IN_SUIT[suit(card)]
    more = (higher(card) & sight[UNSEEN]).bit_count()
    rows[16], values[16] = N_HIGHER + RANKS * what + more, 1.0
    rows[17], values[17] = N_HIGHER_MEAN + what, density * more * 0.5
    rows[18], values[18] = N_DEPTH + what, density * (own & sight[UNSEEN]).bit_count() * 0.25
    rows[19], values[19] = N_LENGTH + min(7, (row[HAND + seat] & own).bit_count() - 1), 1.0
    return 20


def mass_features(mass: Floats, most: int, wanted: int, start: int, rows: Row, values: Floats, first: int) -> None:
    """List the probabilities around a number of tricks: at it, one and two off, and all beyond."""
    below = 0.0
    for tricks in range(wanted - 2):
        below += mass[tricks]
    total = below
    for index in range(5):
        tricks = wanted - 2 + index
        value = mass[tricks] if 0 <= tricks <= most else 0.0
        total += value
        rows[first + index], values[first + index] = start + index, 2 * value
    rows[first + 5], values[first + 5] = start + 5, 2 * below
    rows[first + 6], values[first + 6] = start + 6, 2 * max(0.0, 1 - total)


def made_features(
    row: Row, bid: int, mean: float, sight: Row, density: float, mass: Floats, rows: Row, values: Floats
) -> int:
    """List what decides whether a bid will be made; return how many features there are."""
    cards = row[CARDS]
    to_come = sight[TABLE] - 1 - sight[BIDS]
    pressure = sight[BID_SUM] + bid - cards + to_come * cards / sight[TABLE]
    rows[0], values[0] = M_BIAS, 1.0
    rows[1], values[1] = M_SIZE + cards, 1.0
    mass_features(mass, cards, bid, M_MASS, rows, values, 2)
    rows[9], values[9] = M_BID + min(7, bid), 1.0
    rows[10], values[10] = M_BID_SHARE, bid / cards
    rows[11], values[11] = M_MEAN, (mean - bid) * 0.5
    rows[12], values[12] = M_MEAN + 1, mean * 0.25
    rows[13], values[13] = M_PRESSURE, pressure * 0.3
    rows[14], values[14] = M_PRESSED + max(0, min(8, round(pressure) + 4)), 1.0
    rows[15], values[15] = M_PLACE + sight[BIDS], 1.0
    rows[16], values[16] = M_WIZARDS + sight[OWN_WIZARDS], 1.0
    rows[17], values[17] = M_JESTERS + sight[OWN_JESTERS], 1.0
    rows[18], values[18] = M_TRUMPS + min(7, sight[OWN_TRUMPS]), 1.0
    rows[19], values[19] = M_DENSITY, density
    rows[20], values[20] = M_OPTIONS, 1.0 if row[HOOK] else 0.0
    rows[21], values[21] = M_OPTIONS + 1, 1.0 if row[LEAD_RULE] else 0.0
    rows[22], values[22] = M_OPTIONS + 2, 1.0 if row[HIDDEN_BIDS] else 0.0
    rows[23], values[23] = M_VOIDS + sight[OWN_VOIDS], 1.0
    rows[24], values[24] = M_UNSEEN, density * sight[UNSEEN_WIZARDS]
    rows[25], values[25] = M_UNSEEN + 1, density * sight[UNSEEN_JESTERS]
    rows[26], values[26] = M_UNSEEN + 2, density * sight[UNSEEN_TRUMPS] * 0.25
    return 27


def kept_features(
    row: Row,
    seat: int,
    card: int,
    chance: float,
    later: float,
    mean: float,
    sight: Row,
    density: float,
    mass: Floats,
    rows: Row,
    values: Floats,
) -> int:
    """List what decides whether a bid is made after a card is played; return how many features there are."""
    mass_features(mass, sight[LEFT], sight[NEED], K_MASS, rows, values, 0)
    what = kind(card, row[TRUMP])
    rows[7], values[7] = K_BIAS, 1.0
    rows[8], values[8] = K_SIZE + sight[LEFT], 1.0
    rows[9], values[9] = K_NEED + min(6, max(0, sight[NEED])), 1.0
    rows[10], values[10] = K_CHANCE, chance
    rows[11], values[11] = K_CHANCE + 1, 1.0 if chance >= 1 else 0.0
    rows[12], values[12] = K_CHANCE + 2, 1.0 if chance <= 0 else 0.0
    rows[13], values[13] = K_LATER, later
    rows[14], values[14] = K_LATER + 1, chance - later
    rows[15], values[15] = K_KIND + what, 1.0
    rows[16], values[16] = K_BEHIND + sight[BEHIND], 1.0
    rows[17], values[17] = K_LEAD + (0 if row[BEST] == NOBODY else 1 if row[LED] >> card & 1 else 2), 1.0
    rows[18], values[18] = K_PRESSURE, sight[PRESSURE] * 0.3
    rows[19], values[19] = K_PRESSED + max(0, min(8, sight[PRESSURE] + 4)), 1.0
    rows[20], values[20] = K_SATISFIED + sight[SATISFIED], 1.0
    rows[21], values[21] = K_SPECIALS + sight[OWN_WIZARDS], 1.0
    rows[22], values[22] = K_SPECIALS + 5 + sight[OWN_JESTERS], 1.0
    rows[23], values[23] = K_DENSITY, density
    rows[24], values[24] = K_MEAN, (mean - sight[NEED]) * 0.5
    rows[25], values[25] = K_MEAN + 1, mean * 0.25
    rows[26], values[26] = K_TRUMPS + min(7, sight[OWN_TRUMPS]), 1.0
    rows[27], values[27] = K_UNSEEN, density * sight[UNSEEN_WIZARDS]
    rows[28], values[28] = K_UNSEEN + 1, density * sight[UNSEEN_JESTERS]
    rows[29], values[29] = K_UNSEEN + 2, density * sight[UNSEEN_TRUMPS] * 0.25
    rows[30], values[30] = K_WANT + sight[WANT], 1.0
    if what >= IS_JESTER:
        return 31
    own = row[HAND + seat] & IN_SUIT[suit(card)]
    rows[31], values[31] = K_LENGTH + min(7, own.bit_count() - 1), 1.0
    return 32
