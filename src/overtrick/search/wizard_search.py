"""wizard:search, which plays each action out in many sampled worlds and takes the one that scored most.

All actions are tried in the same worlds, and the worse half is dropped from time
to time. The rest of a round is played by the networks of wizard:net, in every
seat. A setting says how long a decision may take (``@100ms``, ``@2s``) or how many
worlds it shall see (``@200``: then the same seed gives the same play).
"""

import math
import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from overtrick.games.tricks import CARDS, MAX_SEATS, TRICKS
from overtrick.games.view import View
from overtrick.games.wizard import FIRST_BID, PHASE, PLAYING, ROUND, STILL_IN, WIDTH, hand_sizes
from overtrick.luck import fresh_state
from overtrick.mistake import Mistake
from overtrick.search import wizard_brain, wizard_rollout, wizard_unseen
from overtrick.search.compiled import twin
from overtrick.search.explanation import Explanation
from overtrick.search.wizard_net import array, explained, first_view, model, values

if TYPE_CHECKING:
    from overtrick.bots.bot import Hello
    from overtrick.bots.inside import Chooser

USUAL = "100ms"
MOST_BIDS, MOST_CARDS = 4, 8  # actions worth trying, the best ones by the networks
FIRST_TRIES, EXCHANGES = 6, 1.0  # exchanges of cards before the first world and between worlds, by cards held
FOR_PLACE = 3  # last rounds, in which the place counts and not the points
SHIFT = 27.0  # points: the scale of a logistic curve for the difference of two seats after one round
SPARE_S = 0.0005  # what an answer takes besides


@dataclass(frozen=True)
class Budget:
    """How much a decision may cost: seconds, or worlds if those are given."""

    seconds: float
    worlds: int = 0


def read_budget(text: str) -> Budget:
    """Return the budget that a setting names, or raise Mistake."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(ms|s)?", text)
    if found is None or float(found[1]) <= 0 or (found[2] is None and "." in found[1]):
        raise Mistake(
            f"wizard:search@{text[:40]} is not known; allowed: a time such as @100ms or @2s, or worlds such as @200"
        )
    if found[2] is None:
        return Budget(0.0, int(found[1]))
    seconds = float(found[1]) / (1000 if found[2] == "ms" else 1)
    if not 0.001 <= seconds <= 60:
        raise Mistake(f"the time of wizard:search is {text}; allowed: 1ms to 60s")
    return Budget(seconds)


def player(hello: "Hello", setting: str = "") -> "Chooser":
    """Return the player, with luck of its own and a budget for each decision."""
    budget = read_budget(setting or USUAL)
    state = fresh_state(hello.seed.encode(), "wizard:search")
    rounds = len(hand_sizes(hello.seats, hello.options["series"]))
    Search(first_view(hello.seats), state).run(Budget(0.0, 4))  # compile now, not in the first deal

    def choose(view: View) -> int:
        nonlocal state
        search = Search(view, state, rounds)
        search.run(budget)
        state = search.state
        return search.best()

    return choose


def hope_scale(left: int) -> float:
    """Return how many points so many rounds may still shift between two seats, or -1 while points shall count."""
    return SHIFT * math.sqrt(left) if 0 <= left < FOR_PLACE else -1.0


class Search:
    """One decision: the actions tried, what they scored, and the world that was sampled last."""

    def __init__(self, view: View, state: int, rounds: int = 0) -> None:
        self.began = time.perf_counter()
        self.state = state
        self.seat = view.seat
        self.row = array(view)
        self.brain, guess = model(view)
        self.guess_now = guess[view.row[CARDS]]
        self.scale = hope_scale(rounds - view.row[ROUND])
        most = MOST_CARDS if view.row[PHASE] == PLAYING else MOST_BIDS
        self.promised = values(view)
        self.actions = np.array(list(self.promised)[:most], np.int64)
        self.alive = self.actions.copy()
        self.sums = np.zeros((len(self.actions), 4))
        self.played = np.zeros(MAX_SEATS, np.int64)
        for seat, action, *_ in view.events:
            if action < FIRST_BID:
                self.played[seat] |= 1 << action
        self.world, self.scratch = np.zeros(WIDTH, np.int64), np.zeros(WIDTH, np.int64)
        self.means = np.zeros(MAX_SEATS)
        self.desk = wizard_brain.desk()
        held = (view.row[CARDS] - view.row[TRICKS]) * (view.row[STILL_IN].bit_count() - 1)
        self.tries = max(8, int(EXCHANGES * held))
        self.opened = False

    def run(self, budget: Budget) -> None:
        """Spend a budget, dropping the worse half of the actions each time an equal part of it is spent."""
        if len(self.actions) < 2:
            return
        phases = max(1, int(np.ceil(np.log2(len(self.actions)))))
        for phase in range(1, phases + 1):
            if budget.worlds:
                self.try_worlds(budget.worlds * phase // phases - budget.worlds * (phase - 1) // phases)
            else:
                self.try_until(self.began + (budget.seconds - SPARE_S) * phase / phases)
            if phase < phases:
                self.drop_half()

    def try_until(self, end: float) -> None:
        """Try actions in more and more worlds until it is time."""
        now = time.perf_counter()
        worlds, cost = 1, 0.0
        while now + cost < end:
            self.try_worlds(worlds)
            before, now = now, time.perf_counter()
            each = (now - before) / worlds
            worlds = max(1, min(64, int((end - now) / each / 4)))
            cost = each

    def try_worlds(self, worlds: int) -> None:
        """Try the actions that are left in some more worlds."""
        self.open()
        self.state = twin(wizard_rollout).try_actions(
            self.row,
            self.seat,
            self.alive,
            worlds,
            self.tries,
            self.world,
            self.scratch,
            self.means,
            self.guess_now,
            self.brain,
            self.desk,
            self.scale,
            self.sums,
            self.state,
        )

    def open(self) -> None:
        """Sample the first world, once."""
        if self.opened:
            return
        self.opened = True
        unseen: Any = twin(wizard_unseen)
        known = self.row, self.seat
        self.state = unseen.first_world(*known, self.played, self.guess_now, self.world, self.means, self.state)
        tries = FIRST_TRIES * self.tries
        self.state = unseen.next_world(*known, self.guess_now, self.world, self.means, tries, self.state)

    def scores(self) -> dict[int, float]:
        """Return the mean score of every action tried so far, those that were tried longest and best first."""
        means = self.sums[:, 1] / np.maximum(1, self.sums[:, 0])
        order = sorted(range(len(means)), key=lambda index: (-self.sums[index, 0], -means[index], index))
        return {int(self.actions[index]): float(means[index]) for index in order}

    def drop_half(self) -> None:
        """Drop the worse half of the actions that are left."""
        left = [index for index in range(len(self.alive)) if self.alive[index] >= 0]
        left.sort(key=lambda index: -self.sums[index, 1] / max(1.0, self.sums[index, 0]))
        for index in left[(len(left) + 1) // 2 :]:
            self.alive[index] = -1

    def best(self) -> int:
        """Return the best action so far."""
        return next(iter(self.scores()))


def explain(view: View, budget: Budget = Budget(0.2)) -> Explanation:  # noqa: B008
    """Return what every action scored on average over sampled worlds, and how likely each card takes a trick."""
    if view.game.to_move(view.row) != view.seat:
        raise Mistake(f"seat {view.seat} is not to move, so there is no action to explain")
    search = Search(view, fresh_state(b"explain", "wizard:search"))
    if len(search.actions) < 2:
        return explained(view, search.promised, {}, "by trained odds")
    while search.sums[0, 0] < budget.worlds or (
        not budget.worlds and time.perf_counter() - search.began < budget.seconds
    ):
        search.try_worlds(8)
    exact = search.sums[:, 2] / search.sums[:, 0]
    chances = {int(action): float(chance) for action, chance in zip(search.actions, exact, strict=True)}
    return explained(view, search.scores(), chances, f"over {int(search.sums[0, 0])} sampled worlds")
