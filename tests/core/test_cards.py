import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.core.cards import BIT, IN_SUIT, lowest, member, members, random_member, suit, take

SETS = st.sets(st.integers(0, 61))
SOME = st.sets(st.integers(0, 61), min_size=1)
NUMBERS = st.integers(0, 2**32 - 1)


def mask_of(numbers: set[int]) -> int:
    return sum(1 << number for number in numbers)


@pytest.mark.parametrize(("card", "expected"), [(0, 0), (12, 0), (13, 1), (25, 1), (26, 2), (38, 2), (39, 3), (51, 3)])
def test_each_suit_has_thirteen_cards_in_a_row(card: int, expected: int) -> None:
    assert suit(card) == expected
    assert [IN_SUIT[number] >> card & 1 for number in range(4)] == [number == expected for number in range(4)]


def test_the_four_suits_share_no_card_and_make_up_the_deck() -> None:
    assert sum(IN_SUIT) == 2**52 - 1
    assert [mask.bit_count() for mask in IN_SUIT] == [13, 13, 13, 13]


def test_the_members_of_a_set_are_listed_upwards() -> None:
    assert members(0) == []
    assert members(0b10110) == [1, 2, 4]
    assert members(1 << 61 | 1) == [0, 61]


@given(SETS)
@settings(deadline=None)
def test_members_is_the_inverse_of_making_a_mask(numbers: set[int]) -> None:
    assert members(mask_of(numbers)) == sorted(numbers)


@given(SOME)
@settings(deadline=None)
def test_member_counts_from_the_lowest(numbers: set[int]) -> None:
    mask = mask_of(numbers)
    assert lowest(mask) == min(numbers)
    assert [member(mask, index) for index in range(len(numbers))] == sorted(numbers)


@given(SOME, NUMBERS)
@settings(deadline=None)
def test_a_random_member_is_a_member(numbers: set[int], number: int) -> None:
    assert random_member(mask_of(numbers), number) in numbers


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (0, 3),
        (2**30 - 1, 3),
        (2**30, 7),
        (2**31 - 1, 7),
        (2**31, 20),
        (3 * 2**30 - 1, 20),
        (3 * 2**30, 61),
        (2**32 - 1, 61),
    ],
)
def test_a_random_member_of_four_is_picked_by_the_quarter_of_the_number(number: int, expected: int) -> None:
    assert random_member(1 << 3 | 1 << 7 | 1 << 20 | 1 << 61, number) == expected


@given(st.sets(st.integers(0, 61), min_size=1, max_size=7))
@settings(deadline=None)
def test_every_member_has_the_same_share_of_the_numbers_to_within_one(numbers: set[int]) -> None:
    mask, size = mask_of(numbers), len(numbers)
    for index, expected in enumerate(sorted(numbers)):
        first, end = -(-(index << 32) // size), -(-(index + 1 << 32) // size)
        assert random_member(mask, first) == random_member(mask, end - 1) == expected
        assert end - first in (2**32 // size, 2**32 // size + 1)


def test_taking_follows_the_draws_and_fills_each_gap_with_the_card_passed_over() -> None:
    deck = BIT[10:14]
    # Two places on lies 12; 10 takes its place, so that two places on from place 1 lies 13.
    assert take(deck, [2, 2, 0, 0], 0, 1) == 1 << 12
    assert deck[1:] == [BIT[11], BIT[10], BIT[13]]
    assert take(deck, [2, 2, 0, 0], 1, 2) == 1 << 13
    assert take(deck, [2, 2, 0, 0], 2, 4) == 1 << 10 | 1 << 11


def test_nothing_is_taken_from_an_empty_span() -> None:
    deck = [4, 5]
    assert take(deck, [1, 0], 1, 1) == 0
    assert deck == [4, 5]


def test_every_order_of_a_small_deck_comes_from_exactly_one_list_of_draws() -> None:
    orders = set()
    for draws in itertools.product(range(4), range(3), range(2), range(1)):
        deck = BIT[:4]
        orders.add(tuple(lowest(take(deck, draws, place, place + 1)) for place in range(4)))
    assert orders == set(itertools.permutations(range(4)))


@given(st.tuples(*(st.integers(0, bound - 1) for bound in range(60, 0, -1))), st.integers(0, 60))
@settings(deadline=None)
def test_a_deck_taken_in_two_goes_is_dealt_out_completely_and_once(draws: tuple[int, ...], cut: int) -> None:
    deck = BIT[:60]
    first = take(deck, draws, 0, cut)
    assert first.bit_count() == cut
    assert first + take(deck, draws, cut, 60) == 2**60 - 1
