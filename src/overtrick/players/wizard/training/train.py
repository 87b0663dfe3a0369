"""Training the networks of wizard:net from nothing, by play against themselves and against strangers.

The strangers are wizard:rules, wizard:classic and the half that may be used for tuning.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from overtrick.compiled.twin import twin
from overtrick.core.intervals import PLUS_MINUS
from overtrick.core.luck import fresh_state
from overtrick.core.mistake import Mistake
from overtrick.games.contract import check_seats, settled, usual_seats
from overtrick.games.wizard import rulebook as wizard
from overtrick.games.wizard.rulebook import MAX_CARDS
from overtrick.players.wizard.net import brain as wizard_brain
from overtrick.players.wizard.net.features import C_OUT, K_OUT, M_OUT, N_OUT
from overtrick.players.wizard.net.models import GUESS_SHAPE, NET_SHAPE, Model, write
from overtrick.players.wizard.strangers.networks import minds as strange_minds
from overtrick.players.wizard.strangers.styles import BIDDER, BY_CLASSIC, BY_FORMULA, PLAYER, TUNING, Style, constants
from overtrick.players.wizard.training import guess as wizard_guess
from overtrick.players.wizard.training import selfplay as wizard_selfplay
from overtrick.players.wizard.training.selfplay import BY_NET, EXACT, FEWEST, POINTS, ROUNDS, STRANGER, WINS, Ways
from overtrick.players.wizard.unseen import GUESS_BASE, GUESS_SHARPNESS

__all__ = ["fresh_brain", "measure", "measured", "own_field", "task", "train", "write"]

MATCHES = 60_000

# Most matches have the official rules; the others teach what the other options change.
VARIANTS: tuple[tuple[int, Mapping[str, str]], ...] = (
    (6, {}),
    (2, {"hook": "on"}),
    (2, {"lead_rule": "first-suit-card"}),
    (1, {"bidding": "hidden"}),
)
FIRST_RATE, LAST_RATE = 0.03, 0.001
FIRST_DARING, STRANGERS = (
    0.08,
    0.4,
)  # the shares of actions tried at random (falling to none) and of seats for strangers
FORMULA: Style = {BIDDER: BY_FORMULA, PLAYER: BY_FORMULA}
CLASSIC: Style = {BIDDER: BY_CLASSIC, PLAYER: BY_CLASSIC}
FIELD: tuple[Style, ...] = (FORMULA, CLASSIC, *TUNING.values())
BY_RULES = STRANGER  # who sits in a seat: the first of the field
STEPS = 100
AVERAGED = 0.7  # from there on the weights are averaged: single steps are noisy
SMALLEST_SPREAD = 0.3  # of bids around a guess: nobody shall be taken for that predictable


@dataclass(frozen=True)
class Strength:
    """What a player reached in a field: points a match with a standard error, exact bids and wins as shares."""

    points: float
    error: float
    exact: float
    wins: float
    blocks: int


def task(seats: int | None, options: Mapping[str, object]) -> int:
    """Return for how many seats networks shall be trained."""
    if options:
        raise Mistake(f"networks serve all options; allowed: to train without {', '.join(options)}")
    seats = usual_seats(wizard) if seats is None else seats
    check_seats(wizard, seats)
    return seats


def train(seats: int, matches: int, seed: bytes, progress: Callable[[int], None] | None = None) -> Model:
    """Return networks trained on some matches; the same seed gives the same networks."""
    if matches < STEPS:
        raise Mistake(f"matches is {matches}; allowed: {STEPS} or more")
    kernel = twin(wizard_selfplay)
    variants = np.array([rules_for(seats, options) for times, options in VARIANTS for _ in range(times)])
    brains = np.zeros((len(wizard.SEATS), *NET_SHAPE), np.float32)
    brains[seats - FEWEST] = fresh_brain(seats, seed)
    state = fresh_state(seed, f"train/{seats}")
    ways, finished = ways_with(brains), rows_for(variants[0])
    mean, counted = np.zeros(NET_SHAPE), 0
    for part in range(STEPS):
        done = part / STEPS
        rate = FIRST_RATE * (LAST_RATE / FIRST_RATE) ** done
        settings = np.array([rate, FIRST_DARING * (1 - done), STRANGERS])
        batch = matches * (part + 1) // STEPS - matches * part // STEPS
        state = kernel.train(variants, bounds_for(variants[0]), finished, state, batch, settings, ways)
        if done >= AVERAGED:
            mean += brains[seats - FEWEST]
            counted += 1
        if progress is not None:
            progress(batch)
    brain = (mean / counted).astype(np.float32)
    brains[seats - FEWEST] = brain
    return Model(brain, fit_guesses(seats, ways, max(200, min(5000, matches // 20)), seed))


def ways_with(brains: NDArray[np.float32]) -> Ways:
    """Return all that the networks and the strangers of a field think with."""
    return brains, wizard_brain.desk(), np.array([constants(style) for style in FIELD]), strange_minds()


def fresh_brain(seats: int, seed: bytes) -> NDArray[np.float32]:
    """Return small random weights, which no training has touched yet."""
    brain = np.random.default_rng([seats, *seed]).normal(size=NET_SHAPE) * 0.15
    brain[[C_OUT + 1, N_OUT + 1, M_OUT + 1, K_OUT + 1]] = 0
    return brain.astype(np.float32)


def rules_for(seats: int, options: Mapping[str, object]) -> NDArray[np.int64]:
    """Return the rules of matches."""
    return np.array(wizard.rules(seats, settled(wizard, seats, options)), np.int64)


def bounds_for(rules: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the bounds of the draws of matches."""
    return np.array(wizard.bounds(list(rules)), np.int64)


def rows_for(rules: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return room for the finished deals of a match."""
    return np.zeros((len(rules) - wizard.WIDTH, wizard.WIDTH), np.int64)


def fit_guesses(seats: int, ways: Ways, games: int, seed: bytes) -> NDArray[np.float64]:
    """Return, for each number of cards dealt, what each card adds to a bid, by least squares over bids watched."""
    rules = rules_for(seats, {})
    size = GUESS_BASE + 1
    products, sums = np.zeros((MAX_CARDS + 1, size, size)), np.zeros((MAX_CARDS + 1, size))
    squares = np.zeros((MAX_CARDS + 1, 2))
    twin(wizard_guess).watch_bids(
        rules,
        bounds_for(rules),
        rows_for(rules),
        fresh_state(seed, f"guess/{seats}"),
        games,
        int(1000 * STRANGERS),
        ways,
        products,
        sums,
        squares,
    )
    guess = np.zeros(GUESS_SHAPE)
    for cards in range(1, MAX_CARDS + 1):
        count, square = squares[cards]
        if count == 0:
            continue
        fit = np.linalg.solve(products[cards] + np.eye(size), sums[cards])
        spread = (square - 2 * fit @ sums[cards] + fit @ products[cards] @ fit) / count
        guess[cards, :size] = fit
        guess[cards, GUESS_SHARPNESS] = 0.5 / max(spread, SMALLEST_SPREAD**2)
    return guess


def measure(
    seats: int,
    minds: list[int],
    blocks: int,
    model: Model,
    seed: bytes,
    options: Mapping[str, object] | None = None,
) -> list[Strength]:
    """Return the strength of the player at each place of a table, over blocks of the same cards in all rotations."""
    rules = rules_for(seats, options or {})
    brains = np.zeros((len(wizard.SEATS), *NET_SHAPE), np.float32)
    brains[seats - FEWEST] = model.brain
    results = np.zeros((blocks, seats, 4))
    twin(wizard_selfplay).measure(
        rules,
        bounds_for(rules),
        rows_for(rules),
        fresh_state(seed, f"measure/{seats}"),
        np.array(minds, np.int64),
        ways_with(brains),
        results,
    )
    return [summed(results[:, place] / seats) for place in range(seats)]


def summed(results: NDArray[np.float64]) -> Strength:
    """Return the strength of one player from its means in each block."""
    blocks = len(results)
    error = float(results[:, POINTS].std(ddof=1) / np.sqrt(blocks)) if blocks > 1 else float("nan")
    exact = results[:, EXACT].sum() / results[:, ROUNDS].sum()
    return Strength(float(results[:, POINTS].mean()), error, float(exact), float(results[:, WINS].mean()), blocks)


def own_field(seats: int, model: Model, blocks: int, seed: bytes) -> Strength:
    """Return the strength of the networks at a table of their own kind."""
    kinds = measure(seats, [BY_NET] * seats, blocks, model, seed)
    points = sum(kind.points for kind in kinds) / seats
    error = sum(kind.error for kind in kinds) / seats
    return Strength(points, error, sum(kind.exact for kind in kinds) / seats, 1 / seats, blocks)


def measured(seats: int, model: Model, blocks: int, seed: bytes) -> str:
    """Return a line about the strength of the networks at a table of their own kind."""
    strength = own_field(seats, model, blocks, seed)
    return (
        f"in its own field: {strength.points:.0f} ± {1.96 * strength.error:.0f} points a match, "
        f"{strength.exact:.1%} of bids exact, over {blocks} blocks; {PLUS_MINUS}"
    )
