"""Means with half of their 95 % intervals: what ± stands for."""

import math
from collections.abc import Sequence

PLUS_MINUS = "± is half of the 95 % interval"
"""What the sign means, everywhere."""
STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)
"""How many standard errors an interval of 95 % reaches, by degrees of freedom from 1 on (Student's t)."""


def reach_of(free: int) -> float:
    """Return how many standard errors an interval of 95 % reaches to each side."""
    return STUDENT[free - 1] if free <= len(STUDENT) else 1.96 + 2.372 / free + 2.823 / free**2


def mean_and_half(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of some values and half of its 95 % interval; with one value that is not known."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, math.nan
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, reach_of(len(values) - 1) * math.sqrt(variance / len(values))
