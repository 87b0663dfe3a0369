"""What figgie:trader is taught: a network that reads the others, and weights by evolution, in turn.

First players of all kinds play, and a network learns what the acts of the others told about the goal suit. Then weights
are evolved that trade by what it reads: candidates that do well against many, and from whom nobody takes much. As these
act otherwise than the players before, both are done again. Who is read can be lied to: so at last the network stays as
it is, and exploiters are searched for longer and come more often, while weights are evolved that know its holes.
"""

from collections.abc import Callable

import numpy as np

from overtrick.core.luck import derive
from overtrick.core.mistake import Mistake
from overtrick.players.figgie.trader.reading import NETWORK
from overtrick.players.figgie.trader.weights.files import Taught, told
from overtrick.players.figgie.training.evolution import TRAINED, USUAL, Evolution, first_weights
from overtrick.players.figgie.training.fitting import fit
from overtrick.players.figgie.training.league import HUNTING, OPEN, WARY, League
from overtrick.players.figgie.training.lessons import lessons
from overtrick.players.figgie.training.tables import Floats, forget

ROUNDS = 3  # of lessons and evolution, to begin with
LESSONS = 0.2  # the share of their matches that lessons take
HARDENING = 0.6  # the share of all matches for what comes then
WARY_ROUNDS = 8  # of exploiters and evolution
HUNTS = 0.47  # the share of their matches that exploiters take
LEAST = round(WARY_ROUNDS * WARY.matches / HARDENING / 0.4)  # matches: enough for a generation in each round
FIRST_STEP = 0.4
AGE, HUNT = 12, 6  # generations, after which the league grows, and of an exploiter that it grows by
KEPT = 0.93  # of the weights so far, when those of a generation are added


def evolve(model: str, matches: int, seed: bytes, progress: Callable[[int], object]) -> Taught:
    """Return the weights and the network for a model, learnt from about so many matches."""
    if matches < LEAST:
        raise Mistake(f"matches is {matches}; allowed: {LEAST} or more, which is a generation in each round")
    hardening = round(matches * HARDENING)
    taught = teach(model, matches - hardening, seed, progress)
    return harden(model, taught, hardening, derive(seed, "wary"), progress)


def teach(model: str, matches: int, seed: bytes, progress: Callable[[int], object]) -> Taught:
    """Return what is learnt from nothing, in some rounds."""
    forget()  # what was played before in this process
    weights, network = first_weights(model), (0.0,) * NETWORK  # which reads nothing
    league = League(model, [weights], network, OPEN)
    for number in range(ROUNDS):
        part = derive(seed, f"round/{number}")
        left = matches * (number + 1) // ROUNDS - matches * number // ROUNDS
        taught = round(left * LESSONS)
        seen = lessons(model, league.network, league.members, taught, derive(part, "lessons"), progress)
        league.network = fit(seen, derive(part, "network"))
        weights = improved(league, weights, left - taught, part, progress)
        league.members.append(weights)
    return Taught(tuple(weights.tolist()), tuple(league.network))


def harden(model: str, taught: Taught, matches: int, seed: bytes, progress: Callable[[int], object]) -> Taught:
    """Return what is learnt further, from who wins most from it."""
    forget()
    weights, first = np.array(taught.weights), first_weights(model)
    league = League(model, [first], taught.network, WARY)
    for number in range(WARY_ROUNDS):
        part = derive(seed, f"round/{number}")
        left = matches * (number + 1) // WARY_ROUNDS - matches * number // WARY_ROUNDS
        hunts = round(left * HUNTS / (2 * HUNTING))
        for hunt, start in enumerate((first, league.strongest())):
            league.join(*league.hunter(start, weights, USUAL, hunts, derive(part, f"hunt/{hunt}")))
            progress(hunts * HUNTING)
        weights = improved(league, weights, left - 2 * hunts * HUNTING, part, progress)
        league.members.append(weights)
    return Taught(tuple(weights.tolist()), taught.network)


def improved(league: League, first: Floats, matches: int, seed: bytes, progress: Callable[[int], object]) -> Floats:
    """Return weights that were evolved from others for some matches, as they stand in a file."""
    evolution, generation, weights, left = (
        Evolution(first, TRAINED, FIRST_STEP, derive(seed, "evolution")),
        0,
        first,
        matches,
    )
    while left >= league.tables.matches:
        evolution.tell(league.fitness(evolution.ask(), derive(seed, f"generation/{generation}")))
        generation, played = generation + 1, league.tables.matches
        if generation % AGE == 0:
            exploiter = derive(seed, f"exploiter/{generation}")
            found, _ = league.hunter(league.strongest(), evolution.middle, TRAINED, HUNT, exploiter)
            league.members += [evolution.middle, found]
            played += HUNT * HUNTING
        kept = min(KEPT, 1 - 1 / generation)
        weights = kept * weights + (1 - kept) * evolution.middle
        left -= played
        progress(played)
    return np.array([float(told(weight)) for weight in weights])
