"""Regression adjustment: take out of the ratings what luck of the cards explains.

Covariates are numbers of the cards alone, whose expectation under the rules is known and taken off. A bot's mean
over the cards is then read off where all covariates are 0: the same quantity, with less noise. With estimated slopes
this is exact only for many clusters; the bias is of the order of one over their number.

A game brings them as the part ``luck`` of its face: a module with ``COVARIATES``, their names, and ``luck(match)``,
which returns their values on the cards of a match.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.face import face_of, games_with
from overtrick.match.record import Match
from overtrick.tournament.rating.blocks import Blocks, Floats
from overtrick.tournament.rating.sums import Sums

ENOUGH = 10  # clusters for each number that is fitted; with fewer nothing is adjusted


@dataclass(frozen=True)
class Covariates:
    """Numbers of the cards of each cluster, minus their expectation under the rules."""

    stage: npt.NDArray[np.int16]  # (clusters,)
    cluster: npt.NDArray[np.int32]  # (clusters,)
    values: Floats  # (clusters, covariates)


def luck_of_clusters(matches: Mapping[tuple[int, int], Match]) -> Covariates:
    """Return the covariates for ``rate`` from one match, whichever, on the cards of each stage and cluster."""
    games = {match.game for match in matches.values()}
    if strange := sorted(games - set(games_with("luck"))):
        allowed = ", ".join(games_with("luck"))
        raise Mistake(f"there is no regression adjustment for {strange[0]}; allowed: {allowed}")
    parts = {game: face_of(GAMES[game]).part("luck") for game in games}
    values = [parts[match.game].luck(match) for match in matches.values()]
    return Covariates(
        stage=np.array([stage for stage, _ in matches], np.int16),
        cluster=np.array([cluster for _, cluster in matches], np.int32),
        values=np.array(values).reshape(len(matches), -1 if matches else 0),
    )


def of_blocks(covariates: Covariates, blocks: Blocks) -> Floats:
    """Return the covariates in the order of the cards of some blocks, or raise Mistake if some are missing."""
    keys = zip(covariates.stage.tolist(), covariates.cluster.tolist(), strict=True)
    rows = {key: row for row, key in enumerate(keys)}
    wanted = list(zip(blocks.stage.tolist(), blocks.cluster.tolist(), strict=True))
    missing = [key for key in wanted if key not in rows]
    if missing:
        raise Mistake(f"there are no covariates for stage {missing[0][0]}, cluster {missing[0][1]}")
    return covariates.values[[rows[key] for key in wanted]]


def is_enough(clusters: int, covariates: int) -> bool:
    """Return whether there are clusters enough to fit so many covariates."""
    return clusters >= ENOUGH * (covariates + 1)


def adjusted(values: Sums, covariates: Floats | None) -> Sums:
    """Return values adjusted for covariates (clusters, covariates), column by column where there are enough clusters.

    The new values have the intercept of the regression as their mean, and pull on it as its residuals do.
    """
    if covariates is None:
        return values
    total, number = values.total.data.copy(), covariates.shape[1]
    cards = np.repeat(np.arange(values.total.shape[0]), np.diff(values.total.indptr))
    enough = values.clusters >= ENOUGH * (number + 1)
    for column in np.flatnonzero(enough):
        own = values.total.indices == column
        count = values.count.data[own]
        design = np.column_stack((np.ones(len(count)), covariates[cards[own]]))
        # The pseudo-inverse bears a covariate that happens to be constant, or twice the same.
        fit = np.linalg.pinv(design * np.sqrt(count)[:, None]) * np.sqrt(count)
        slopes = fit @ (total[own] / count)
        residual = total[own] / count - design @ slopes
        total[own] = count * slopes[0] + count.sum() * fit[0] * residual
    return values.replaced(total, np.where(enough, number, 0))
