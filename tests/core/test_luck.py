"""Draws from secret seeds, and the fast generator: right by golden values, good by statistics."""

import collections
import hashlib
import hmac
import itertools
import math

import pytest

from overtrick.core import luck
from overtrick.core.cards import BIT, take
from overtrick.core.mistake import Mistake

DECK = list(range(60, 0, -1))


def chi_square(counts: list[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


def too_large(statistic: float, freedom: int) -> bool:
    """Return whether a chi-square statistic lies more than five standard deviations above its mean."""
    return statistic > freedom + 5 * math.sqrt(2 * freedom)


def test_draws_never_change() -> None:
    assert luck.draws(bytes(32), "wizard/deal/0", DECK[:12]) == GOLDEN_DRAWS


def test_draws_can_be_worked_out_by_the_written_recipe() -> None:
    seed = bytes(range(32))
    key = hmac.new(seed, b"duel/deal/0", hashlib.sha256).digest()
    stream = hashlib.shake_256(key).digest(8 * 20)
    words = [int.from_bytes(stream[8 * i : 8 * i + 8], "big") for i in range(20)]
    bounds = list(range(20, 0, -1))
    assert luck.draws(seed, "duel/deal/0", bounds) == [word % bound for word, bound in zip(words, bounds, strict=True)]


def test_fewer_bounds_give_the_beginning_of_the_same_draws() -> None:
    assert luck.draws(bytes(32), "x", DECK)[:17] == luck.draws(bytes(32), "x", DECK[:17])


def test_draws_for_a_wish_deal_it() -> None:
    order = [7, 3, 59, 0, 12]
    draws, deck = luck.draws_for(range(60), order), BIT[:60]
    assert len(draws) == 60
    assert [take(deck, draws, place, place + 1) for place in range(5)] == [BIT[card] for card in order]


def test_labels_and_seeds_have_nothing_in_common() -> None:
    one = luck.draws(bytes(32), "wizard/deal/0", DECK)
    assert one != luck.draws(bytes(32), "wizard/deal/1", DECK)
    assert one != luck.draws(bytes(31) + b"\1", "wizard/deal/0", DECK)


def test_secret_draws_are_uniform() -> None:
    counts = collections.Counter(luck.draws(bytes(32), "many", [12] * 60_000))
    assert sorted(counts) == list(range(12))
    assert not too_large(chi_square(list(counts.values()), 5_000), 11)


def test_a_seed_is_read_from_hexadecimal_digits() -> None:
    assert luck.read_seed("7") == bytes(31) + b"\7"
    assert luck.read_seed("fF" * 32) == b"\xff" * 32


@pytest.mark.parametrize("text", ["", "0x7", "g", " 7", "٣", "0" * 65, "-1"])
def test_anything_else_is_no_seed(text: str) -> None:
    with pytest.raises(Mistake, match="allowed: 1 to 64 hexadecimal digits"):
        luck.read_seed(text)


def test_new_seeds_differ() -> None:
    assert len({luck.new_seed() for _ in range(100)}) == 100


def is_prime(number: int) -> bool:
    """Miller and Rabin's test with bases that are proved to suffice below 3 * 10**24."""
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        power = pow(base, odd, number)
        if power in (1, number - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True


def test_the_fast_generator_has_a_long_period() -> None:
    modulus = luck.MULTIPLIER * 2**32 - 1
    assert is_prime(modulus)
    assert is_prime((modulus - 1) // 2)


def test_no_intermediate_of_the_fast_generator_reaches_the_sign_bit() -> None:
    largest = luck.MULTIPLIER * luck.LOW_32 + (luck.MULTIPLIER - 1)
    assert largest < 2**63
    assert luck.LOW_32 * 2**30 < 2**63


def test_the_fast_generator_never_changes() -> None:
    state = luck.fresh_state(bytes(32), "golden")
    numbers = []
    for _ in range(4):
        state = luck.step(state)
        numbers.append(luck.number(state))
    assert numbers == GOLDEN_NUMBERS


def stream(count: int) -> list[int]:
    state = luck.fresh_state(bytes(32), "quality")
    numbers = []
    for _ in range(count):
        state = luck.step(state)
        numbers.append(luck.number(state))
    return numbers


def test_every_bit_of_the_fast_generator_is_fair_and_forgets_the_one_before() -> None:
    numbers = stream(40_000)
    for bit in range(32):
        bits = [number >> bit & 1 for number in numbers]
        assert abs(sum(bits) - 20_000) < 5 * 100, f"bit {bit}"
        changes = sum(one != other for one, other in itertools.pairwise(bits))
        assert abs(changes - 20_000) < 5 * 100, f"bit {bit}"


def test_pairs_of_the_fast_generator_fill_the_plane() -> None:
    numbers = stream(128_000)
    cells = collections.Counter(zip([n >> 28 for n in numbers[::2]], [n >> 28 for n in numbers[1::2]], strict=True))
    assert not too_large(chi_square([cells[i, j] for i in range(16) for j in range(16)], 250), 255)


def test_small_shuffles_of_the_fast_generator_are_equally_likely() -> None:
    numbers = iter(stream(4 * 24_000))
    orders: collections.Counter[tuple[int, ...]] = collections.Counter()
    for _ in range(24_000):
        deck = [0, 1, 2, 3]
        for place in range(4):
            other = place + (next(numbers) * (4 - place) >> 32)
            deck[place], deck[other] = deck[other], deck[place]
        orders[tuple(deck)] += 1
    assert len(orders) == 24
    assert not too_large(chi_square(list(orders.values()), 1_000), 23)


def test_birthdays_of_the_fast_generator_collide_as_often_as_they_should() -> None:
    """Among 4,096 numbers of 24 bits, the spacings between neighbours repeat about 4096**3 / 2**26 = 1,024 times."""
    birthdays = sorted(number >> 8 for number in stream(4_096))
    spacings = sorted(later - earlier for earlier, later in itertools.pairwise(birthdays))
    repeats = sum(one == other for one, other in itertools.pairwise(spacings))
    assert abs(repeats - 1_024) < 5 * 32 + 40


def test_neighbouring_streams_have_nothing_in_common() -> None:
    starts = [luck.fresh_state(bytes(32), f"simulate/{chunk}") for chunk in range(2_000)]
    tops = collections.Counter(luck.number(luck.step(start)) >> 28 for start in starts)
    assert len(set(starts)) == 2_000
    assert not too_large(chi_square([tops[top] for top in range(16)], 125), 15)


GOLDEN_DRAWS = [7, 29, 18, 26, 45, 24, 35, 46, 24, 36, 4, 14]
GOLDEN_NUMBERS = [1492951177, 2550074632, 1699722079, 1993814994]
