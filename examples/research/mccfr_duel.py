"""Minimise regrets on a small duel with hidden cards, by an algorithm of OpenSpiel.

Run it with a number of iterations: python examples/research/mccfr_duel.py 500
"""

# %% Twelve cards, of which each seat gets two and eight stay hidden: to import the adapter registers the game.
import sys

import pyspiel
from open_spiel.python.algorithms import external_sampling_mccfr

import overtrick.adapters.openspiel  # noqa: F401

GAME = "overtrick_duel(ranks=3,stock=8)"


# %% External sampling visits, in each iteration, one deal for each seat.
def main(iterations: int = 500) -> int:
    """Print what was learnt for one hand; return the number of situations seen."""
    game = pyspiel.load_game(GAME)
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(iterations):
        solver.iteration()
    found = solver.average_policy()
    seen = len(solver._infostates)
    print(f"{iterations} iterations of {GAME}: {seen} situations seen")
    state = game.new_initial_state()
    for card in (0, 15, 1, 2):  # SA and H3 against S2 and S3
        state.apply_action(card)
    for action, odds in found.action_probabilities(state).items():
        print(f"leading from SA and H3, play {state.action_to_string(action)} with probability {odds:.2f}")
    return seen


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
