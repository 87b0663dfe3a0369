"""Luck: where draws come from. Secret seeds for matches, a small fast generator for simulation.

A *seed* is 32 secret bytes. Draws are derived from it by HMAC-SHA256 with a label
that says what they are for, so that no two purposes share their luck and anyone
who is shown the seed later can work every deal out again, in any language.
"""

import hashlib
import hmac
import secrets
import struct
from collections.abc import Sequence
from operator import mod

from overtrick.core.mistake import Mistake

SEED_BYTES = 32


def new_seed() -> bytes:
    """Return a fresh secret seed."""
    return secrets.token_bytes(SEED_BYTES)


def read_seed(text: str) -> bytes:
    """Return the seed that 1 to 64 hexadecimal digits stand for; leading zeros may be left out."""
    if not 1 <= len(text) <= 2 * SEED_BYTES or any(digit not in "0123456789abcdefABCDEF" for digit in text):
        raise Mistake(f"seed is {text[:70]!r}; allowed: 1 to {2 * SEED_BYTES} hexadecimal digits")
    return bytes.fromhex(text.zfill(2 * SEED_BYTES))


def seed_text(seed: bytes) -> str:
    """Return a seed as ``read_seed`` reads it, without leading zeros."""
    return seed.hex().lstrip("0") or "0"


def derive(seed: bytes, label: str) -> bytes:
    """Return 32 bytes for one purpose, which tell nothing about the seed or about other purposes."""
    return hmac.digest(seed, label.encode(), "sha256")


def draws(seed: bytes, label: str, bounds: Sequence[int]) -> list[int]:
    """Return the draws for one purpose: a number below each bound, as good as uniform.

    SHAKE-256 stretches HMAC(seed, label) to 8 bytes a draw, read with the big end
    first and taken modulo the bound: for a deck's bounds no value is favoured by
    more than 1 in 2**58. Fewer bounds give the beginning of the same draws.
    """
    stream = hashlib.shake_256(derive(seed, label)).digest(8 * len(bounds))
    words = struct.unpack(f">{len(bounds)}Q", stream)
    return list(map(mod, words, bounds))


def draws_for(deck: Sequence[object], order: Sequence[object]) -> list[int]:
    """Return draws for all cards of a deck with which ``cards.take`` deals these first: its inverse."""
    left = list(deck)
    where = {card: place for place, card in enumerate(left)}
    found = [0] * len(left)
    for place, card in enumerate(order):
        at = where[card]
        found[place] = at - place
        left[at] = moved = left[place]
        where[moved] = at
    return found


# A multiply-with-carry generator. Its state is one int from 1 to 2**63 - 1 and every
# intermediate stays below 2**63, so it counts alike interpreted and compiled.
# MULTIPLIER * 2**32 - 1 is a safe prime: the period is about 2**62.
MULTIPLIER = 2050906983
LOW_32 = (1 << 32) - 1
STATES = MULTIPLIER * (1 << 32) - 2


def fresh_state(seed: bytes, label: str) -> int:
    """Return a starting state of the fast generator."""
    return state_of(int.from_bytes(derive(seed, label)))


def state_of(key: int) -> int:
    """Return the starting state that a number stands for."""
    return key % STATES + 1


def step(state: int) -> int:
    """Return the state that follows."""
    return MULTIPLIER * (state & LOW_32) + (state >> 32)


def number(state: int) -> int:
    """Return the random number of a state, from 0 to 2**32 - 1."""
    return (state ^ state >> 32) & LOW_32


def below(state: int, size: int) -> int:
    """Return a random number below a size of at most 2**30; its bias is less than size / 2**32."""
    return number(state) * size >> 32
