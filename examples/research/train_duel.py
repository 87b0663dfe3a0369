"""Train a small network to beat duel:greedy, through the door of Gymnasium, with nothing but NumPy.

Run it with a folder for the picture: python examples/research/train_duel.py FOLDER
"""

# %% The environment: a random seat against duel:greedy; the reward is the number of tricks at the end.
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from picture import line_chart  # type: ignore[import-not-found]

import overtrick.adapters.gymnasium  # noqa: F401  (registers the names)

Floats = NDArray[np.float64]
HIDDEN, RATE, DARING = 24, 0.02, 0.15
FEATURES = 14
WON = 280  # where the observation says how many tricks the seat has; see overtrick.adapters.observations.encoding


# %% What a card promises is read from the observation: nothing is hidden in a duel without a stock, so the cards
# that are unseen are the other hand.
def features(seen: Floats, cards: NDArray[np.int64]) -> Floats:
    """Return a row of numbers for each card that may be played."""
    hand, unseen, trick, winning = (seen[56 * part : 56 * part + 52].reshape(4, 13) for part in (0, 1, 3, 4))
    left = hand.sum()
    rows = np.zeros((len(cards), FEATURES))
    for place, card in enumerate(cards):
        suit, value = divmod(int(card), 13)
        mine = hand.copy()
        mine[suit, value] = 0
        theirs = unseen[suit]
        leading = not trick.any()
        wins_now = float(not leading and winning[suit, value])
        higher, lower = theirs[value + 1 :].sum(), theirs[:value].sum()
        rows[place] = (
            1.0,
            leading,
            wins_now,
            leading and higher == 0,
            leading and theirs.sum() == 0,
            higher / 5 * leading,
            lower / 5 * leading,
            value / 5,
            mine[suit].sum() / 5,
            sure_tricks(mine, unseen) / 10,
            sure_tricks(unseen, mine) / 10,
            sure_tricks(mine, unseen) / 10 * (wins_now + (leading and higher == 0)),
            sure_tricks(unseen, mine) / 10 * (not leading and not wins_now),
            left / 10,
        )
    return rows


def sure_tricks(mine: Floats, theirs: Floats) -> float:
    """Return how many cards of a hand nothing in the other hand can beat."""
    sure = 0.0
    for suit in range(4):
        against = np.flatnonzero(theirs[suit])
        sure += mine[suit, against[-1] + 1 if len(against) else 0 :].sum()
    return sure


# %% The network: one hidden layer; it guesses how many of the tricks to come it will take.
class Network:
    """A function from features to a number, and its training by gradient."""

    def __init__(self, luck: np.random.Generator) -> None:
        self.inner = luck.normal(0, 0.5, (FEATURES, HIDDEN))
        self.outer = luck.normal(0, 0.1, HIDDEN)

    def guess(self, rows: Floats) -> Floats:
        """Return a guess for each row."""
        guesses: Floats = np.tanh(rows @ self.inner) @ self.outer
        return guesses

    def learn(self, rows: Floats, truths: Floats, rate: float) -> None:
        """Move a little towards the truths."""
        hidden = np.tanh(rows @ self.inner)
        errors = truths - hidden @ self.outer
        back = np.outer(errors, self.outer) * (1 - hidden**2)
        self.outer += rate * hidden.T @ errors / len(rows)
        self.inner += rate * rows.T @ back / len(rows)


# %% A match: try something now and then, and remember what was chosen.
def play(
    env: Any, network: Network, seed: int, daring: float, luck: np.random.Generator
) -> tuple[list[tuple[Floats, float]], float]:
    """Return the features of the cards played in a match with the tricks taken before, and those taken in the end."""
    seen, info = env.reset(seed=seed)
    chosen, earned, over = [], 0.0, False
    while not over:
        cards = np.flatnonzero(info["action_mask"])
        rows = features(seen.astype(float), cards)
        pick = int(luck.integers(len(cards))) if luck.random() < daring else int(network.guess(rows).argmax())
        chosen.append((rows[pick], float(seen[WON])))
        seen, earned, over, _, info = env.step(cards[pick])
    return chosen, earned


# %% Learning from whole matches: after each, every card played is told how many tricks were still to come.
def train(matches: int, seed: int = 1) -> tuple[Network, list[float]]:
    """Return a trained network, and the mean tricks of each twentieth of the matches."""
    env = gymnasium.make("overtrick:Duel-v0", seat=None, opponents="duel:greedy", disable_env_checker=True)
    luck = np.random.default_rng(seed)
    network = Network(luck)
    history: list[float] = []
    memory: list[tuple[Floats, float]] = []
    for number in range(matches):
        chosen, earned = play(env, network, seed * 1_000_000 + number, DARING * (1 - number / matches), luck)
        history.append(earned)
        memory += [(row, earned - before) for row, before in chosen]
        memory = memory[-4000:]
        for _ in range(4):
            some = luck.integers(len(memory), size=64)
            rows, truths = (np.array([memory[at][part] for at in some]) for part in (0, 1))
            network.learn(rows, truths, RATE * (1 - 0.9 * number / matches))
    part = max(1, matches // 20)
    return network, [float(np.mean(history[at : at + part])) for at in range(0, matches, part)]


def measure(network: Network, matches: int, seed: int = 9) -> tuple[float, float]:
    """Return the mean tricks over new deals, each played from both seats, and half of their 95 % interval by deal."""
    luck = np.random.default_rng(0)
    pairs = []
    for seat in (0, 1):
        env = gymnasium.make("overtrick:Duel-v0", seat=seat, opponents="duel:greedy", disable_env_checker=True)
        pairs.append([play(env, network, seed * 1_000_000 + number, 0.0, luck)[1] for number in range(matches)])
    means = np.array(pairs).mean(axis=0)
    return float(means.mean()), 1.96 * float(means.std(ddof=1) / np.sqrt(matches))


# %% Five tricks of ten is even.
def main(folder: Path, matches: int = 1500, measured: int = 500) -> tuple[float, float]:
    """Train, measure and draw; return the mean tricks of ten and half of their interval."""
    network, history = train(matches)
    tricks, half = measure(network, measured)
    print(f"against duel:greedy after {matches} matches: {tricks:.2f} ± {half:.2f} tricks of 10, over {measured} deals")
    line_chart(
        folder / "train-duel.svg", "Learning to beat duel:greedy", ("training", "tricks of 10"), {"learner": history}
    )
    print(f"wrote {folder / 'train-duel.svg'}")
    return tricks, half


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
