"""What is it worth to lead in the duel? Play in bulk tells, for players of different strength.

Run it with a folder for the picture: python examples/research/value_of_the_lead.py FOLDER
"""

# %% Every match is one deal in which seat 0 leads, so the margin of seat 0 is the value of the lead.
import sys
from pathlib import Path

import numpy as np
from picture import line_chart  # type: ignore[import-not-found]

from overtrick.compiled.simulate import simulate
from overtrick.games import GAMES

PLAYERS = ("random", "greedy", "perfect")
RANKS = (3, 4, 5)


# %% A mean is nothing without its interval.
def value_of_the_lead(player: str, ranks: int, matches: int, seed: bytes) -> tuple[float, float]:
    """Return the mean margin of the leader in tricks, and half of its 95 % interval."""
    result = simulate(GAMES["duel"], matches, players=[player], options={"ranks": ranks}, seed=seed)
    margins = result.scores[:, 0] - result.scores[:, 1]
    return float(margins.mean()), 1.96 * float(margins.std(ddof=1) / np.sqrt(matches))


# %% The table, and a picture of it.
def main(folder: Path, matches: int = 20_000) -> dict[str, list[float]]:
    """Print the values and draw them; return them by player."""
    values: dict[str, list[float]] = {}
    for player in PLAYERS:
        found = [value_of_the_lead(player, ranks, matches, bytes(32)) for ranks in RANKS]
        values[player] = [mean for mean, _ in found]
        named = zip(RANKS, found, strict=True)
        told = "   ".join(f"{4 * ranks} cards {mean:+.3f} ± {half:.3f}" for ranks, (mean, half) in named)
        print(f"{player:<8} {told}")
    file = folder / "value-of-the-lead.svg"
    line_chart(file, "What the lead is worth in the duel", ("values in a suit: 3, 4, 5", "tricks ahead"), values)
    print(f"wrote {file}")
    return values


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
