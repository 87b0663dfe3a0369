"""Two entrants on the same cards, cluster by cluster: what a sequential test is fed with."""

import numpy as np

from overtrick.tournament.rating.blocks import complete_blocks
from overtrick.tournament.rating.results import Results
from overtrick.tournament.stated.tournament import RankBy


def paired_differences(results: Results, first: int, second: int, rank_by: RankBy) -> list[float]:
    """Return by how much the first does better than the second on each set of cards of one stage.

    It ends before the first set of cards that is not played to its end, so that a test
    sees the same values in the same order whoever played what when.
    """
    blocks = complete_blocks(results)
    points = rank_by is RankBy.SCORE  # as they are: at two tables, each has a mean of its own
    worth = blocks.mean(blocks.points) if points else blocks.worth(rank_by)
    shape = (2, blocks.clusters)
    total, count = np.zeros(shape), np.zeros(shape)
    for row, entrant in enumerate((first, second)):
        block, seat = np.nonzero((blocks.entrant == entrant) & (blocks.held > 0))
        np.add.at(total[row], blocks.cards[block], worth[block, seat])
        np.add.at(count[row], blocks.cards[block], 1)
    there = (count.min(axis=0) > 0) & (blocks.cluster == np.arange(blocks.clusters))
    length = blocks.clusters if there.all() else int(there.argmin())
    means = total[:, :length] / count[:, :length]
    differences = means[1] - means[0] if rank_by is RankBy.PLACE else means[0] - means[1]
    return [float(difference) for difference in differences]
