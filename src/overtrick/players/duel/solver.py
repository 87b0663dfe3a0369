"""The value of every position of the duel, from the shortest to the longest; interpreted and compiled.

What a trick does to the suits in it is asked of the rulebook once, for every pair of shapes.
The rest combines the answers: the leader takes the lead whose worst reply is best.
"""

from overtrick.core.cards import IN_SUIT, RANKS
from overtrick.games.contract import Row
from overtrick.games.duel.rulebook import legal, play
from overtrick.games.tricks import HAND, LEADER
from overtrick.players.duel.positions import (
    BALANCE,
    FLIPPED,
    LEADS,
    SHAPE_BITS,
    SHAPES,
    place_in_order,
    place_of,
    shape_of,
)

# Cards of one hand that stand next to each other in a suit are one choice; a suit of five offers three at most.
CHOICES = 3
AFTER_LEAD = SHAPES * CHOICES  # entries of the table of tricks for one shape and lead
TRICKS_SIZE = SHAPES * CHOICES * AFTER_LEAD
NO_TRICK = -1
# An entry, with shapes seen from whoever leads next: the shape led from, the shape thrown from, who won.
LED_AT, THROWN_AT, LEADER_WON = SHAPE_BITS + 1, 1, 1
SHAPE = SHAPES - 1  # mask of a shape


def cards_of(shape: int, suit: int, of_leader: int) -> int:
    """Return the mask of the cards that the leader, or else the other seat, has in a suit of some shape."""
    cards = shape if of_leader else FLIPPED[shape]
    length = shape.bit_length() - 1
    return (cards & (1 << length) - 1) << RANKS * suit


def is_choice(card: int, hand: int) -> bool:
    """Return whether a card stands for its neighbours below; shapes leave no gaps between cards."""
    return card % RANKS == 0 or not hand >> card - 1 & 1


def ask_tricks(start: Row, longest: int, tricks: Row) -> None:
    """Fill in what the rulebook says of every lead from a shape and reply from the same (entry 0) or another one."""
    for led in range(1, 2 << longest):
        for other in range(1, 2 << longest):
            row = start.copy()
            row[HAND] = cards_of(led, 0, 1) | cards_of(other, 1, 1)
            row[HAND + 1] = cards_of(led, 0, 0) | cards_of(other, 1, 0)
            lead = 0
            for card in legal(row):
                if card < RANKS and is_choice(card, row[HAND]):
                    after = row.copy()
                    play(after, card)
                    ask_replies(after, other, tricks, (led * CHOICES + lead) * AFTER_LEAD)
                    lead += 1


def ask_replies(row: Row, other: int, tricks: Row, first: int) -> None:
    """Fill in what the replies to a lead from the first suit do, in that suit and in the other one."""
    same, another = first, first + other * CHOICES
    for card in legal(row):
        if not is_choice(card, row[HAND + 1]):
            continue
        after = row.copy()
        play(after, card)
        leader = after[LEADER]
        mine, theirs = after[HAND + leader], after[HAND + 1 - leader]
        led = shape_of(mine & IN_SUIT[0], theirs & IN_SUIT[0])
        if card < RANKS:
            tricks[same] = (led << LED_AT) + (leader == 0)
            same += 1
        else:
            thrown = shape_of(mine & IN_SUIT[1], theirs & IN_SUIT[1])
            tricks[another] = (led << LED_AT) + (thrown << THROWN_AT) + (leader == 0)
            another += 1


def all_positions(longest: int, positions: Row, ends: Row) -> int:
    """Fill in the positions, fewest cards first, as four ascending shapes in one int; return how many there are.

    Behind the position with so many cards a hand stands its place in ``ends``.
    """
    shapes = 2 << longest
    for cards in range(len(ends)):
        ends[cards] = 0
    for filling in range(2):
        for a in range(1, shapes):
            for b in range(a, shapes):
                for c in range(b, shapes):
                    balance = BALANCE[a] + BALANCE[b] + BALANCE[c]
                    if balance > longest or balance < -longest:
                        continue
                    for d in range(c, shapes):
                        if BALANCE[d] != -balance:
                            continue
                        cards = LEADS[a] + LEADS[b] + LEADS[c] + LEADS[d]
                        if filling:
                            positions[ends[cards]] = packed(a, b, c, d)
                        ends[cards] += 1
        if not filling:  # from counts to where each number of cards begins
            first = 0
            for cards in range(len(ends)):
                count = ends[cards]
                ends[cards] = first
                first += count
    return ends[len(ends) - 1]


def packed(a: int, b: int, c: int, d: int) -> int:
    """Return four shapes in one int."""
    return ((a << SHAPE_BITS | b) << SHAPE_BITS | c) << SHAPE_BITS | d


def unpacked(position: int) -> tuple[int, int, int, int]:
    """Return the four shapes of such an int."""
    return (
        position >> 3 * SHAPE_BITS,
        position >> 2 * SHAPE_BITS & SHAPE,
        position >> SHAPE_BITS & SHAPE,
        position & SHAPE,
    )


def solve(tricks: Row, positions: Row, ends: Row, values: Row) -> None:
    """Fill in, by place, how many tricks the leader takes if both sides play perfectly."""
    index = 0
    for cards in range(len(ends)):
        while index < ends[cards]:
            led, x, y, z = unpacked(positions[index])
            place = place_in_order(led, x, y, z)
            value = 0
            for turn in range(4):
                if led != x or turn == 3:  # equal shapes stand side by side: the last of them is enough
                    value = best_from(led, x, y, z, cards, value, tricks, values)
                led, x, y, z = x, y, z, led
            values[place] = value
            index += 1


def best_from(led: int, x: int, y: int, z: int, cards: int, best: int, tricks: Row, values: Row) -> int:
    """Return the value of the best lead from a shape, beside three others, or ``best`` if that is better."""
    for lead in range(CHOICES):
        first = (led * CHOICES + lead) * AFTER_LEAD
        worst = cards + 1
        for entry in range(first, first + CHOICES):
            trick = tricks[entry]
            if trick == NO_TRICK or worst <= best:
                break
            after = trick >> LED_AT
            if trick & LEADER_WON:
                worst = min(worst, 1 + values[place_of(after, x, y, z)])
            else:
                worst = min(worst, cards - 1 - values[place_of(after, FLIPPED[x], FLIPPED[y], FLIPPED[z])])
        for _ in range(3):
            for entry in range(first + CHOICES * x, first + CHOICES * x + CHOICES):
                trick = tricks[entry]
                if trick == NO_TRICK or worst <= best:
                    break
                after, thrown = trick >> LED_AT, trick >> THROWN_AT & SHAPE
                if trick & LEADER_WON:
                    worst = min(worst, 1 + values[place_of(after, thrown, y, z)])
                else:
                    worst = min(worst, cards - 1 - values[place_of(after, thrown, FLIPPED[y], FLIPPED[z])])
            x, y, z = y, z, x
        if best < worst <= cards:  # beyond that there was no such lead
            best = worst
    return best
