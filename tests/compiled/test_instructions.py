"""What the machine does by an instruction is what the source says."""

from random import Random
from types import FunctionType
from typing import Any

import numba
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.compiled import instructions
from overtrick.compiled.twin import twin
from overtrick.core import cards


@numba.njit
def bits_of(number):  # type: ignore[no-untyped-def]
    return number.bit_count(), number.bit_length()


EDGES = [0, 1, 2, 3, *(2**power + near for power in range(2, 62) for near in (-1, 0, 1)), 2**62 - 1]


@pytest.mark.parametrize(
    "numbers", [EDGES, [Random(size).getrandbits(size) for size in range(1, 63)]], ids=["edges", "any"]
)
def test_compiled_ints_count_their_bits_as_plain_ones(numbers: list[int]) -> None:
    for number in numbers:
        assert bits_of(number) == (number.bit_count(), number.bit_length())


from_the_source: Any = numba.njit(cards.member)  # as it is on a machine without the instruction


@settings(deadline=None)
@given(st.integers(0, 2**62 - 1))
def test_compiled_sets_have_the_same_members(mask: int) -> None:
    fast = twin(cards)
    assert bits_of(mask) == (mask.bit_count(), mask.bit_length())
    found = fast.members(mask)
    assert found == cards.members(mask) == [bit for bit in range(62) if mask >> bit & 1]
    for index, card in enumerate([*found, -1]):  # -1: there is none behind the last
        assert fast.member(mask, index) == from_the_source(mask, index) == cards.member(mask, index) == card


@pytest.mark.parametrize(
    ("name", "features", "by_instruction"),
    [
        ("znver4", "+adx,+bmi2,-cf", True),
        ("haswell", "+bmi,+bmi2", True),
        ("znver2", "+bmi,+bmi2", False),
        ("ivybridge", "+avx,-bmi2", False),
        ("generic", "", False),
        ("apple-m1", "+neon", False),
    ],
)
def test_an_instruction_is_used_where_it_is_there_and_quick(
    monkeypatch: pytest.MonkeyPatch, name: str, features: str, by_instruction: bool
) -> None:
    monkeypatch.setattr(instructions, "machine", lambda: (name, features))
    plain: Any = cards.member
    assert isinstance(plain, FunctionType)
    assert instructions.quicker(plain) is (instructions.member if by_instruction else plain)


def test_all_other_functions_are_compiled_as_they_are() -> None:
    plain: Any = cards.members
    assert instructions.quicker(plain) is plain
