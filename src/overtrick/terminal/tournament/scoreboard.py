"""The score of a match in blocks, while it is played and at its end."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

from overtrick.core.intervals import PLUS_MINUS, mean_and_half
from overtrick.match.block import scores_by_player, told_apart
from overtrick.match.record import Record


class Scoreboard:
    """What the blocks played so far say."""

    def __init__(self, players: Sequence[str], less_is_better: bool = False) -> None:
        self._sign = -1 if less_is_better else 1
        self.players = told_apart(players)
        self.blocks: list[list[float]] = []
        self.faults: Counter[int] = Counter()
        self.first_faults: dict[int, str] = {}

    def add(self, records: Sequence[Record]) -> None:
        """Count a block."""
        self.blocks.append(scores_by_player(records))
        for turn, record in enumerate(records):
            for fault in record.faults:
                player = (fault.seat - turn) % len(self.players)
                self.faults[player] += 1
                self.first_faults.setdefault(player, f"{fault.ending}: {fault.sentence}")

    def line(self) -> str:
        """Return the score so far in one line."""
        return "   ".join(f"{player} {self.score(index)}" for index, player in enumerate(self.players))

    def score(self, player: int) -> str:
        """Return the mean score of a player with half of its interval."""
        mean, half = mean_and_half([block[player] for block in self.blocks])
        return f"{mean:+.2f}" if math.isnan(half) else f"{mean:+.2f} ± {half:.2f}"

    def data(self) -> list[dict[str, Any]]:
        """Return the score as data."""
        found = []
        for index, player in enumerate(self.players):
            mean, half = mean_and_half([block[index] for block in self.blocks])
            ends = {"mean_low": mean - half, "mean_high": mean + half}
            found.append(
                {
                    "player": player,
                    "mean": mean,
                    **{name: None if math.isnan(end) else end for name, end in ends.items()},
                    "faults": self.faults[index],
                    "first_fault": self.first_faults.get(index),
                }
            )
        return found

    def table(self) -> list[str]:
        """Return the final score, best first: points a match with half of their interval over blocks, and faults."""
        width = max(len(player) for player in self.players)
        totals = [sum(block[player] for block in self.blocks) for player in range(len(self.players))]
        best_first = sorted(range(len(totals)), key=lambda player: -self._sign * totals[player])
        lines = [
            f"{place}. {self.players[player]:<{width}}  {self.score(player):>20}   faults {self.faults[player]}"
            for place, player in enumerate(best_first, start=1)
        ]
        if len(self.blocks) > 1:
            lines.append(f"points a match; {PLUS_MINUS}")
        return lines + [f"first fault of {self.players[player]}: {told}" for player, told in self.first_faults.items()]
