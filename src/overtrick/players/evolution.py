"""Evolution: tries around a row of numbers, each generation closer to those that did better."""

from typing import Any
from warnings import catch_warnings

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

MOST_TURNED = 40  # numbers, up to which their correlations are learned too


class Evolution:
    """A strategy that asks for tries and is told how good they were; a step of 0 leaves a number as it is."""

    def __init__(self, around: Floats, steps: Floats, seed: bytes) -> None:
        with catch_warnings(action="ignore"):  # it misses a library that draws pictures
            import cma

        self._around, self._steps, self._moving = around, steps, np.flatnonzero(steps)
        options = {
            "verbose": -9,
            "seed": int.from_bytes(seed[:3]) + 1,
            "CMA_diagonal": len(self._moving) > MOST_TURNED,
        }
        self._strategy: Any = cma.CMAEvolutionStrategy(np.zeros(len(self._moving)), 1.0, options)
        self._tries: list[Any] = []

    @property
    def size(self) -> int:
        """How many tries a generation has."""
        return int(self._strategy.popsize)

    def ask(self) -> list[Floats]:
        """Return the tries of the next generation."""
        self._tries = self._strategy.ask()
        return [self._numbers(one) for one in self._tries]

    def tell(self, worths: Floats) -> None:
        """Learn from what they were worth."""
        self._strategy.tell(self._tries, (-worths).tolist())

    @property
    def middle(self) -> Floats:
        """The numbers around which the next tries will be."""
        return self._numbers(self._strategy.result.xfavorite)

    def _numbers(self, moved: Any) -> Floats:
        numbers = self._around.copy()
        numbers[self._moving] += self._steps[self._moving] * np.asarray(moved)
        return numbers
