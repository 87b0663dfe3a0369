"""Sampling of the cards that a seat does not see: other hands and stock, as its view allows. It runs compiled.

All unseen cards take part, the undealt stock included, and nothing but the view
goes in: a hidden row and the cards that each seat has played. A *world* is a row
with hands filled in. The first world is dealt at random around the suits that
seats have shown not to hold; the next ones come from exchanging single cards, each
exchange accepted as often as it makes the bids more likely (Metropolis). Without
bids all worlds that are possible are equally likely.
"""

import math

from overtrick.core.cards import NO_SUIT, RANKS, random_member, suit
from overtrick.core.luck import number, step
from overtrick.games.contract import Row
from overtrick.games.tricks import CARDS, HAND, JESTER, LEADER, NEXT, SEATS, TRICKS, TRUMP, TURN, VOIDS
from overtrick.games.wizard.rulebook import BID, HIDDEN_BIDS, NO_BID, PHASE, PLAYING, WIZARD
from overtrick.players.wizard.sight import Floats, unseen

INLINE = True

# A bid is guessed as a sum over the cards of the hand, with a table for each number of cards dealt.
GUESS_JESTER, GUESS_WIZARD, GUESS_BASE, GUESS_SHARPNESS = (3 * RANKS, 3 * RANKS + 1, 3 * RANKS + 2, 3 * RANKS + 3)
GUESSES = 3 * RANKS + 4


def guess_place(card: int, trump: int) -> int:
    """Return where the table of guesses has what a card adds to a bid."""
    if card >= WIZARD:
        return GUESS_WIZARD
    if card >= JESTER:
        return GUESS_JESTER
    if trump == NO_SUIT:
        return 2 * RANKS + card % RANKS
    return RANKS * (suit(card) == trump) + card % RANKS


def guessed_bid(cards: int, trump: int, guess: Floats) -> float:
    """Return the bid that a hand lets one expect."""
    total: float = guess[GUESS_BASE]
    for card in range(60):
        if cards >> card & 1:
            total += guess[guess_place(card, trump)]
    return total


def held_now(row: Row, seat: int) -> int:
    """Return how many cards another seat holds, while it is some seat's turn."""
    held = row[CARDS] - row[TRICKS]
    if row[PHASE] != PLAYING:
        return held
    other = row[LEADER]
    while other != row[TURN]:
        if other == seat:
            return held - 1
        other = row[NEXT + other]
    return held


def bid_known(row: Row, seat: int) -> bool:
    """Return whether the bid of a seat is public."""
    return row[BID + seat] != NO_BID and (row[PHASE] == PLAYING or not row[HIDDEN_BIDS])


def first_world(row: Row, seat: int, played: Row, guess: Floats, world: Row, means: Floats, state: int) -> int:
    """Deal the unseen cards in any way that the view of a seat allows; return the generator's state."""
    world[:] = row
    free = unseen(row, seat)
    other = row[NEXT + seat]
    while other != seat:
        world[HAND + other] = 0
        other = row[NEXT + other]
    short = row[NEXT + seat]
    while short != seat:
        while world[HAND + short].bit_count() < held_now(row, short):
            state = step(state)
            if free & ~row[VOIDS + short]:
                free = take_free(row, short, world, free, state)
            else:  # only hands have what this seat may hold: one gives a card, and takes another later
                state, free = take_from_others(row, seat, short, world, free, state)
        short = row[NEXT + short]
        if short == seat and not complete(row, seat, world):
            short = row[NEXT + seat]
    other = row[NEXT + seat]
    while other != seat:
        means[other] = guessed_bid(world[HAND + other] | played[other], row[TRUMP], guess)
        other = row[NEXT + other]
    return state


def take_free(row: Row, short: int, world: Row, free: int, state: int) -> int:
    """Give a short seat one of the free cards that it may hold; return those that remain free."""
    bit = 1 << random_member(free & ~row[VOIDS + short], number(state))
    world[HAND + short] |= bit
    return free ^ bit


def take_from_others(row: Row, seat: int, short: int, world: Row, free: int, state: int) -> tuple[int, int]:
    """Give a short seat a card of another one, which takes a free card instead, or is short itself."""
    held = 0
    other = row[NEXT + seat]
    while other != seat:
        if other != short:
            held |= world[HAND + other]
        other = row[NEXT + other]
    card = random_member(held & ~row[VOIDS + short], number(state))
    giver = owner(row, seat, world, card)
    world[HAND + giver] ^= 1 << card
    world[HAND + short] |= 1 << card
    state = step(state)
    if free & ~row[VOIDS + giver]:
        free = take_free(row, giver, world, free, state)
    return state, free


def complete(row: Row, seat: int, world: Row) -> bool:
    """Return whether all other hands have their cards."""
    other = row[NEXT + seat]
    while other != seat:
        if world[HAND + other].bit_count() < held_now(row, other):
            return False
        other = row[NEXT + other]
    return True


def owner(row: Row, seat: int, world: Row, card: int) -> int:
    """Return the other seat that holds a card in a world, or the seat itself if the stock does."""
    for other in range(row[SEATS]):
        if other != seat and world[HAND + other] >> card & 1:
            return other
    return seat


def held_by_others(row: Row, seat: int, world: Row) -> int:
    """Return the mask of the cards that the other hands hold in a world."""
    held = 0
    for other in range(row[SEATS]):
        if other != seat:
            held |= world[HAND + other]
    return held


def next_world(row: Row, seat: int, guess: Floats, world: Row, means: Floats, tries: int, state: int) -> int:
    """Exchange cards between hands and stock; return the generator's state."""
    hidden, held = unseen(row, seat), held_by_others(row, seat, world)
    for _ in range(tries):
        state, swap, giver, taker, change, _ = propose(row, seat, hidden, held, guess, world, means, state)
        if swap:
            exchange(seat, swap, giver, taker, change, world, means)
            held ^= swap if taker == seat else 0
    return state


def propose(
    row: Row, seat: int, hidden: int, held: int, guess: Floats, world: Row, means: Floats, state: int
) -> tuple[int, int, int, int, float, float]:
    """Pick two of the hidden cards to exchange, one of them held, as often as that makes the bids likelier.

    Return the generator's state, the two cards as a mask (0: none), whose they are, how much the guess of the first
    one's bid changes, and how much the logarithm of the likelihood of bids grows.
    """
    if held == 0:
        return state, 0, 0, 0, 0.0, 0.0
    state = step(state)
    card = random_member(held, number(state))
    giver = owner(row, seat, world, card)
    rest = hidden & ~world[HAND + giver]
    if rest == 0:
        return state, 0, 0, 0, 0.0, 0.0
    state = step(state)
    wanted = random_member(rest, number(state))
    taker = owner(row, seat, world, wanted)
    if row[VOIDS + giver] >> wanted & 1 or (taker != seat and row[VOIDS + taker] >> card & 1):
        return state, 0, 0, 0, 0.0, 0.0
    swap = 1 << card | 1 << wanted
    state = step(state)
    if not bid_known(row, giver) and (taker == seat or not bid_known(row, taker)):
        return state, swap, giver, taker, 0.0, 0.0  # nobody asks for these guesses
    change = guess[guess_place(wanted, row[TRUMP])] - guess[guess_place(card, row[TRUMP])]
    gain = likelier(row, giver, means[giver], change, guess)
    if taker != seat:
        gain += likelier(row, taker, means[taker], -change, guess)
    if gain < 0 and number(state) > 4294967296.0 * math.exp(gain):
        return state, 0, 0, 0, 0.0, 0.0
    return state, swap, giver, taker, change, gain


def exchange(seat: int, swap: int, giver: int, taker: int, change: float, world: Row, means: Floats) -> None:
    """Exchange two cards between hands, or a hand and the stock."""
    world[HAND + giver] ^= swap
    means[giver] += change
    if taker != seat:
        world[HAND + taker] ^= swap
        means[taker] -= change


def likelier(row: Row, seat: int, mean: float, change: float, guess: Floats) -> float:
    """Return how much the logarithm of the likelihood of a bid grows if the guess changes."""
    if not bid_known(row, seat):
        return 0.0
    before = mean - row[BID + seat]
    after = before + change
    gain: float = guess[GUESS_SHARPNESS] * (before * before - after * after)
    return gain
