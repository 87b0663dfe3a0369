"""Arrays that belong to whoever steps the tables: looked at once, then written in place."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.core.mistake import Mistake

WORD = 8  # bytes
DTYPES: dict[int, Any] = {8: np.int8, 16: np.int16}
Buffers = Mapping[str, NDArray[Any]]


def check_names(buffers: Buffers, names: tuple[str, ...]) -> None:
    """Raise Mistake if a buffer is given that nobody fills."""
    for name in buffers:
        if name not in names:
            raise Mistake(f"there is no buffer {name[:40]!r}; allowed: {', '.join(names)}")


def given_or_new(buffers: Buffers, name: str, shape: tuple[int, ...], *dtypes: Any) -> NDArray[Any]:
    """Return the array of a name as it was given, or a new one; the first type is the usual one."""
    array = buffers.get(name)
    if array is None:
        return np.zeros(shape, dtypes[0])
    if array.shape != shape or array.dtype not in dtypes or not array.flags.writeable:
        kinds = " or ".join(np.dtype(dtype).name for dtype in dtypes)
        writable = "" if array.flags.writeable else " that cannot be written"
        raise Mistake(f"{name} are {array.dtype} of shape {array.shape}{writable}; allowed: {kinds} of shape {shape}")
    return array


class Packed:
    """An array of small numbers, a row for each table, that is written in words of eight bytes.

    Rows may be part of longer ones, as long as each begins at a word: ``words`` has the first number of the first row
    at its beginning, and that of each other row a ``stride`` after the last one.
    """

    def __init__(self, name: str, given: Buffers, shape: tuple[int, int], dtype: Any, words: int) -> None:
        size = np.dtype(dtype).itemsize
        if name not in given:  # the rows are as long as their words
            array = np.zeros((shape[0], words), np.int64).view(dtype)[:, : shape[1]]
        else:
            array = given_or_new(given, name, shape, dtype)
        apart = array.strides[0] if shape[0] > 1 else words * WORD
        if array.strides[1] != size or apart % WORD or apart < words * WORD or array.ctypes.data % WORD:
            raise Mistake(
                f"{name} has rows that are {apart} bytes apart; allowed: rows without gaps that begin at multiples of "
                f"{WORD} bytes, at least {words * WORD} apart"
            )
        self.array, self.stride = array, apart // WORD
        length = (shape[0] - 1) * self.stride + words
        first = array[0, : WORD // size].view(np.int64)
        self.words: NDArray[np.int64] = np.lib.stride_tricks.as_strided(first, (length,), (WORD,))
