"""What the page about playing Figgie well says in numbers is so."""

import re
from itertools import permutations, product
from math import comb, prod

from overtrick.games.rules_text import page_of

DECKS = sorted(set(permutations((12, 10, 10, 8))))


def guessed(most: int) -> float:
    """Return how often the longest suit of ten cards is that of twelve; of equally long ones any is guessed."""
    right = all_hands = 0.0
    for hand in product(range(most + 1), repeat=4):
        if sum(hand) != 10 or max(hand) != most:
            continue
        for deck in DECKS:
            ways = prod(comb(size, held) for size, held in zip(deck, hand, strict=True))
            all_hands += ways
            right += ways * (hand[deck.index(12)] == most) / hand.count(most)
    return right / all_hands


def test_the_odds_of_the_longest_suit_are_counted() -> None:
    text = " ".join((page_of("figgie", "strategy") or "").split())
    found = re.search(
        r"three of it are right in (\d+) of 100 deals, four in (\d+), five in (\d+) and six in (\d+)", text
    )
    assert found, text
    assert [int(one) for one in found.groups()] == [round(100 * guessed(most)) for most in (3, 4, 5, 6)]
