"""Ratings of people at tables: a mean and a spread for each game, by the model of Plackett and Luce."""

from collections.abc import Sequence
from dataclasses import dataclass

MEAN, SPREAD = 1500.0, 350.0  # of somebody of whom nothing is known
LUCK = 175.0  # how much a single match says less than skill alone would
DRIFT = 3.5  # how much skill may have changed since the match before


@dataclass(frozen=True)
class Rating:
    """What is believed of somebody's skill; the truth lies between low and high nineteen times of twenty."""

    mean: float = MEAN
    spread: float = SPREAD

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.mean - 1.96 * self.spread

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.mean + 1.96 * self.spread


def rated(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Return the ratings after a match in which these were the places, the lowest first."""
    from openskill.models import PlackettLuce

    model = PlackettLuce(mu=MEAN, sigma=SPREAD, beta=LUCK, tau=DRIFT)
    teams = [[model.rating(mu=one.mean, sigma=one.spread)] for one in before]
    after = model.rate(teams, ranks=[float(place) for place in places])
    return [Rating(one.mu, one.sigma) for (one,) in after]
