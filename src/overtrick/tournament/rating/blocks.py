"""From matches to blocks: what every entrant has reached at one table, on one set of cards, over all rotations."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from overtrick.core.mistake import Mistake
from overtrick.tournament.rating.results import Results
from overtrick.tournament.stated.tournament import RankBy

PARTS = 60  # a first place shared by up to six is a whole number of sixtieths, so that sums are exact

_AT_ONCE = 1 << 12  # matches looked at together: memory must not grow with all the columns of a step
_BITS = np.array([mask.bit_count() for mask in range(64)])  # of a set of up to six rotations

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Blocks:
    """Complete blocks, in the order of their cards; a column for each place at the table.

    An entrant that sits in several seats of a table stands in the first of its columns, with
    the sums over its seats; ``held`` is 0 in the others. Sums are whole numbers: no order of adding can change them.
    """

    stage: npt.NDArray[np.int16]  # (clusters,)
    cluster: npt.NDArray[np.int32]  # (clusters,): stage and cluster of the cards of each index
    cards: npt.NDArray[np.int32]  # (blocks,): the index of the block's cards, ascending
    table: npt.NDArray[np.int32]  # (blocks,): which table of the stage
    matches: npt.NDArray[np.int8]  # (blocks,): how many rotations there are
    rows: npt.NDArray[np.int32]  # (matches,): where these stand in the results, block after block
    entrant: npt.NDArray[np.int16]  # (blocks, seats)
    held: npt.NDArray[np.int8]  # (blocks, seats): how many seats the entrant holds
    points: npt.NDArray[np.int64]  # (blocks, seats): the sum over its seats and rotations
    places: npt.NDArray[np.int16]  # (blocks, seats): likewise
    firsts: npt.NDArray[np.int16]  # (blocks, seats): likewise, the matches won, in sixtieths

    @property
    def clusters(self) -> int:
        """Return how many sets of cards there are."""
        return len(self.stage)

    def worth(self, rank_by: RankBy) -> Floats:
        """Return what each block is worth to its entrants, by what is ranked by."""
        if rank_by is RankBy.SCORE:
            return self._above_the_table()
        if rank_by is RankBy.MATCHUPS:
            return self._matchups()
        return self.mean(self.firsts) / PARTS if rank_by is RankBy.MATCHES else self.mean(self.places)

    def mean(self, sums: npt.NDArray[np.signedinteger]) -> Floats:
        """Return sums as means over the seats and rotations of each entrant."""
        count = self.held * self.matches[:, None]
        return np.asarray(np.divide(sums, count, out=np.zeros(count.shape), where=count > 0))

    def _above_the_table(self) -> Floats:
        # All in whole numbers up to one division: a constant added to all scores cancels exactly, and two
        # entrants of one table are exact opposites.
        seats = self.held.shape[1]
        above = self.points * seats - self.held * self.points.sum(axis=1, keepdims=True)
        return np.asarray(self.mean(above) / seats)

    def _matchups(self) -> Floats:
        there = self.held > 0
        per_seat = self.points * PARTS // np.maximum(self.held, 1)
        best = np.where(there, per_seat, np.iinfo(np.int64).min).max(axis=1, keepdims=True)
        winners = there & (per_seat == best)
        return np.asarray(winners / np.maximum(winners.sum(axis=1, keepdims=True), 1))


def complete_blocks(results: Results) -> Blocks:
    """Return the blocks of which every rotation was played, or raise Mistake if a block is none."""
    order = np.lexsort((results.table, results.cluster, results.stage)).astype(np.int32)
    parts = [_of_rows(results, rows) for rows in _in_steps(results, order)]
    del order
    # Column by column, each taken out of its parts, so that never all of them are in memory twice.
    joined = {name: np.concatenate([part.pop(name) for part in parts]) for name in list(parts[0])}
    stage, cluster = joined.pop("stage"), joined.pop("cluster")
    fresh = _starts(stage, cluster)
    cards = np.repeat(np.arange(len(fresh), dtype=np.int32), np.diff(fresh, append=len(stage)))
    return Blocks(stage=stage[fresh], cluster=cluster[fresh], cards=cards, **joined)


def faults_of(results: Results, entrants: int) -> Ints:
    """Return how many faults each entrant has committed, in whatever match."""
    total = np.zeros(entrants, np.int64)
    for seat in range(results.seating.shape[1]):
        counts = np.bincount(results.seating[:, seat], weights=results.faults[:, seat], minlength=entrants)
        total += counts.astype(np.int64)
    return total


def _starts(*columns: npt.NDArray[np.generic]) -> Ints:
    """Return where sorted rows differ from the row before, in any of some columns."""
    if not len(columns[0]):
        return np.zeros(0, np.int64)
    changed = np.zeros(len(columns[0]) - 1, bool)
    for column in columns:
        changed |= column[1:] != column[:-1]
    return np.concatenate((np.zeros(1, np.int64), np.flatnonzero(changed) + 1))


def _block_starts(results: Results, rows: npt.NDArray[np.int32]) -> Ints:
    return _starts(results.stage[rows], results.cluster[rows], results.table[rows])


def _in_steps(results: Results, order: npt.NDArray[np.int32]) -> Iterator[npt.NDArray[np.int32]]:
    """Yield sorted matches some at a time, never splitting a block; at least once, if need be nothing."""
    begin = 0
    while len(order) - begin > _AT_ONCE:
        step = order[begin : begin + _AT_ONCE]
        begin += len(step) - (end := int(len(step) - _block_starts(results, step)[-1]))
        yield step[: len(step) - end]
    yield order[begin:]


def _of_rows(results: Results, rows: npt.NDArray[np.int32]) -> dict[str, npt.NDArray[np.signedinteger]]:
    """Return the columns of the complete blocks of some sorted matches, with stage and cluster of each block."""
    starts = _block_starts(results, rows)
    lengths = np.diff(starts, append=len(rows))
    table = results.seating[rows[starts]]
    turn = _turns(results, rows, np.repeat(table, lengths, axis=0))
    whole = _whole(results, rows, turn, starts)
    kept = np.repeat(whole, lengths)
    return _summed(results, rows[kept], turn[kept], lengths[whole])


def _turns(results: Results, rows: npt.NDArray[np.int32], table: npt.NDArray[np.int16]) -> npt.NDArray[np.int8]:
    """Return by how many seats each match is turned from the first of its block."""
    turn = np.full(len(rows), -1, np.int8)
    seated = results.seating[rows]
    for by in reversed(range(table.shape[1])):
        turn[(seated == np.roll(table, by, axis=1)).all(axis=1)] = by
    wrong = np.flatnonzero(turn < 0)
    if len(wrong):
        raise Mistake(f"{_where(results, rows[wrong[0]])} has matches that are not rotations of one seating")
    return turn


def _whole(
    results: Results, rows: npt.NDArray[np.int32], turn: npt.NDArray[np.int8], starts: Ints
) -> npt.NDArray[np.bool_]:
    """Return which blocks have all their distinct rotations."""
    if not len(starts):
        return np.zeros(0, bool)
    table = results.seating[rows[starts]]
    played = np.bitwise_or.reduceat(1 << turn.astype(np.int64), starts)
    twice = np.flatnonzero(_BITS[played] != np.diff(starts, append=len(rows)))
    if len(twice):
        raise Mistake(f"{_where(results, rows[starts[twice[0]]])} has a match that is there twice")
    distinct = np.full(len(starts), table.shape[1])
    for by in reversed(range(1, table.shape[1])):  # (A, B, A, B) is itself again after two turns
        distinct[(table == np.roll(table, by, axis=1)).all(axis=1)] = by
    return np.asarray(played == (1 << distinct) - 1)


def _where(results: Results, row: int) -> str:
    return f"the block of stage {results.stage[row]}, cluster {results.cluster[row]}, table {results.table[row]}"


def _summed(
    results: Results, rows: npt.NDArray[np.int32], turn: npt.NDArray[np.int8], lengths: Ints
) -> dict[str, npt.NDArray[np.signedinteger]]:
    """Return the columns of whole blocks from their matches, which stand together."""
    starts = np.cumsum(lengths) - lengths
    table = results.seating[rows[starts]]
    seats = table.shape[1]
    points, places, firsts = (np.zeros(table.shape, kind) for kind in (np.int64, np.int16, np.int16))
    first = results.places[rows] == 1
    share = PARTS // np.maximum(first.sum(axis=1), 1)
    for column in range(seats) if len(starts) else ():
        seat = (turn + column) % seats
        points[:, column] = np.add.reduceat(results.totals[rows, seat], starts, dtype=np.int64)
        places[:, column] = np.add.reduceat(results.places[rows, seat], starts, dtype=np.int64)
        firsts[:, column] = np.add.reduceat(np.where(first[np.arange(len(rows)), seat], share, 0), starts)
    held = _merged(table, (points, places, firsts))
    return {
        "stage": results.stage[rows[starts]],
        "cluster": results.cluster[rows[starts]],
        "table": results.table[rows[starts]],
        "matches": lengths.astype(np.int8),
        "rows": rows,
        "entrant": table,
        "held": held,
        "points": points,
        "places": places,
        "firsts": firsts,
    }


def _merged(table: npt.NDArray[np.int16], sums: tuple[npt.NDArray[np.signedinteger], ...]) -> npt.NDArray[np.int8]:
    """Move the sums of an entrant's later columns into its first, in place; return the seats that each column holds."""
    seats = table.shape[1]
    held = np.ones(table.shape, np.int8)
    for first in range(seats):
        for later in range(first + 1, seats):
            same = (table[:, first] == table[:, later]) & (held[:, first] > 0)
            if not same.any():
                continue
            held[same, first] += 1
            held[same, later] = 0
            for column in sums:
                column[same, first] += column[same, later]
                column[same, later] = 0
    return held
