"""How prices move in Figgie, for tables of different players.

Run it with a folder for the pictures: python examples/research/figgie_prices.py FOLDER
"""

# %% Play in bulk keeps the last price of every suit after every turn; -1 stands for the time after the end.
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from picture import line_chart  # type: ignore[import-not-found]

from overtrick.compiled.simulate import simulate
from overtrick.games import GAMES
from overtrick.games.figgie.rulebook import SUIT_WORDS

TABLES = ("random", "rules", "fundamentalist", "bayes")


# %% The mean price of the suits that have been traded, over all matches that still go on.
def mean_path(prices: NDArray[np.int32], least: int) -> list[float]:
    """Return the mean last price at each turn, from when to when enough prices are there."""
    found: list[float] = []
    for now in prices.transpose(1, 0, 2):
        known = now[now > 0]
        if len(known) >= least:
            found.append(float(known.mean()))
        elif found:  # most matches have ended
            break
    return found


# %% One picture compares tables; the other shows all suits of a single match.
def main(folder: Path, matches: int = 400) -> dict[str, list[float]]:
    """Draw both pictures; return the mean paths by player."""
    paths: dict[str, list[float]] = {}
    for player in TABLES:
        result = simulate(GAMES["figgie"], matches, players=[player], seed=bytes(32), prices=True)
        assert result.prices is not None
        paths[player] = mean_path(result.prices, matches // 4)
        last = paths[player][-1] if paths[player] else 0.0
        print(f"{player:<16} {result.decisions / matches:5.0f} turns a match, last mean price {last:.1f}")
        if player == "fundamentalist":
            one = result.prices[0]
            single = {suit: [float(price) for price in one[:, at] if price >= 0] for at, suit in enumerate(SUIT_WORDS)}
    line_chart(folder / "figgie-prices.svg", "Mean price of the last trades", ("turn", "dollars"), paths)
    line_chart(folder / "figgie-match.svg", "One match of four fundamentalists", ("turn", "last price"), single)
    print(f"wrote {folder / 'figgie-prices.svg'} and {folder / 'figgie-match.svg'}")
    return paths


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
