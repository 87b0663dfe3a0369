"""The score of a match in blocks, while it is played and at its end."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

from overtrick.match.block import mean_and_error, scores_by_player, told_apart
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
        """Return the mean score of a player with its error."""
        mean, error = mean_and_error([block[player] for block in self.blocks])
        return f"{mean:+.2f}" if math.isnan(error) else f"{mean:+.2f} ± {error:.2f}"

    def data(self) -> list[dict[str, Any]]:
        """Return the score as data."""
        found = []
        for index, player in enumerate(self.players):
            mean, error = mean_and_error([block[index] for block in self.blocks])
            found.append(
                {
                    "player": player,
                    "mean": mean,
                    "error": None if math.isnan(error) else error,
                    "faults": self.faults[index],
                }
            )
        return found

    def table(self) -> list[str]:
        """Return the final score, best first: points a match with the standard error over blocks, and faults."""
        width = max(len(player) for player in self.players)
        totals = [sum(block[player] for block in self.blocks) for player in range(len(self.players))]
        best_first = sorted(range(len(totals)), key=lambda player: -self._sign * totals[player])
        lines = [
            f"{place}. {self.players[player]:<{width}}  {self.score(player):>20}   faults {self.faults[player]}"
            for place, player in enumerate(best_first, start=1)
        ]
        return lines + [f"first fault of {self.players[player]}: {told}" for player, told in self.first_faults.items()]
