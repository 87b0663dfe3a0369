"""Arrays that are lent are not counted; those that a function leaves behind are."""

import sys
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest

from overtrick.compiled.lending import LendingCompiler


def lending(function: Callable[..., Any]) -> Any:
    return numba.njit(function, pipeline_class=LendingCompiler)


def largest(row, rows):  # type: ignore[no-untyped-def]
    """Return the largest number; what is looked at changes in a loop, so Numba alone has to count."""
    best = row
    for index in range(len(rows)):
        if rows[index][0] > best[0]:
            best = rows[index]
    return best[0]


def of_both(pair):  # type: ignore[no-untyped-def]
    """Return the same of two arrays in a tuple."""
    row, rows = pair
    best = row
    for index in range(len(rows)):
        if rows[index][0] > best[0]:
            best = rows[index]
    return best[0]


@lending
def tail(row):  # type: ignore[no-untyped-def]
    return row[1:]


@lending
def tail_of_what_is_gone(size):  # type: ignore[no-untyped-def]
    row = np.arange(size)
    row = tail(row)  # nobody but the tail holds the first array any more
    other = np.full(size, 7)  # would lie where that was
    return row.sum() + 0 * other.sum()


@lending
def keep(row, rows):  # type: ignore[no-untyped-def]
    rows.append(row)


@lending
def kept_in_a_list(size):  # type: ignore[no-untyped-def]
    rows = [np.zeros(1, np.int64)]
    keep(np.arange(size), rows)
    other = np.full(size, 7)
    return rows[1].sum() + 0 * other.sum()


def counts(compiled: Any, *arguments: Any) -> bool:
    """Return whether the code of a function counts holders."""
    assert compiled(*arguments) == 5
    (code,) = compiled.inspect_llvm().values()
    return "@NRT_incref" in code


@pytest.mark.parametrize("function", [largest, of_both])
def test_what_is_only_looked_at_is_not_counted(function: Callable[..., Any]) -> None:
    row, rows = np.array([3]), np.array([[1], [5], [4]])
    holders = sys.getrefcount(row), sys.getrefcount(rows)
    arguments: Any = (row, rows) if function is largest else ((row, rows),)
    assert counts(numba.njit(function), *arguments)
    assert not counts(lending(function), *arguments)
    del arguments
    assert (sys.getrefcount(row), sys.getrefcount(rows)) == holders


def test_what_is_returned_outlives_what_it_was_made_of() -> None:
    assert tail_of_what_is_gone(100) == sum(range(100))


def test_what_goes_into_a_list_outlives_the_call() -> None:
    assert kept_in_a_list(100) == sum(range(100))
