"""wizard:search, which plays each action out in many sampled worlds and takes the one that promises most.

All actions are tried in the same worlds, and the worse half is dropped from time
to time. The next tricks, or the rest of a round, are played by the habits of the seats:
what the others have shown in the match, and the networks of wizard:net in the own seat.
What the networks promise counts too, the more the less was seen of worlds. A setting
says how long a decision may take (``@100ms``, ``@2s``) or how many worlds it shall
see (``@200``: then the same seed gives the same play). Time is that of the processor:
other programs on the machine shall not weaken the player.
"""

import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from overtrick.compiled.twin import twin
from overtrick.core.luck import fresh_state
from overtrick.core.mistake import Mistake
from overtrick.games.tricks import CARDS, MAX_SEATS, TRICKS
from overtrick.games.view import View
from overtrick.games.wizard.rulebook import (
    BID,
    FIRST_BID,
    MAX_CARDS,
    NO_BID,
    PHASE,
    PLAYING,
    ROUND,
    STILL_IN,
    WIDTH,
    hand_sizes,
)
from overtrick.players.explanation import Explanation
from overtrick.players.wizard import unseen as wizard_unseen
from overtrick.players.wizard.net import brain as wizard_brain
from overtrick.players.wizard.net.player import Ints, array, explained, first_view, model, values
from overtrick.players.wizard.search import hindsight as wizard_hindsight
from overtrick.players.wizard.search import rollout as wizard_rollout
from overtrick.players.wizard.search.acquaintance import (
    BEFOREHAND,
    TRUST,
    Acquaintance,
    Shares,
    moments_of,
    ways_of,
    with_own_habit,
)
from overtrick.players.wizard.search.habits import BY_CHANCE
from overtrick.players.wizard.sight import Floats

if TYPE_CHECKING:
    from overtrick.bots.bot import Hello
    from overtrick.bots.inside import Chooser

USUAL = "100ms"
MOST_BIDS, MOST_CARDS = 4, 8  # actions worth trying, the best ones by the networks
FIRST_TRIES, EXCHANGES = 6, 1.0  # exchanges of cards before the first world and between worlds, by cards held
SPARE_S = 0.0005  # what an answer takes besides
HINDSIGHT_S = 0.01  # with less time there would be hardly any worlds left
MOST_AT_ONCE = 3.0  # times the usual budget: what a decision may take if others took less
PATIENCE = 8.0  # times the budget: what a decision may take on the wall, when the machine is busy
FEWEST_WORLDS, MOST_WORLDS = 24, 8192
SURE, MATTERS = 3.0, 0.3  # in standard errors, and in points or percent: when to think no longer
WHOLE, AHEAD = 5, 3  # with more cards than that so many tricks are played, and the networks say what the rest is worth
DOUBT, LATE_DOUBT = 5.0, 10.0  # points: how far the networks err about two actions, as a rule, and with few cards left
BIAS = 1.0  # points: how far many worlds may err, for nobody plays quite as we think
PLACE_DOUBT = 6.0  # that much more in the last round, in which the place counts too
HOPELESS = 4.0  # times that doubt: who promises so much less is not tried


@dataclass(frozen=True)
class Budget:
    """How much a decision may cost: seconds, or worlds if those are given."""

    seconds: float
    worlds: int = 0


def read_setting(text: str) -> Budget:
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
    """Return the player, with luck of its own and a budget for each decision.

    The time that clear decisions leave over is spent on others, so a time is kept on average.
    """
    budget = read_setting(setting or USUAL)
    state = fresh_state(hello.seed.encode(), "wizard:search")
    rounds = len(hand_sizes(hello.seats, hello.options["series"]))
    Search(first_view(hello.seats), state).run(Budget(0.0, 4))  # compile now, not in the first deal
    saved_s, others = 0.0, Acquaintance()

    def choose(view: View) -> int:
        nonlocal state, saved_s
        watch = Stopwatch()
        shares = others.shares(view)
        saved_s -= watch.spent()
        search = Search(view, state, rounds, shares)
        search.run(Budget(min(budget.seconds + saved_s, MOST_AT_ONCE * budget.seconds), budget.worlds))
        saved_s += budget.seconds - search.spent()
        state = search.state
        return search.best()

    return choose


class Stopwatch:
    """Measures what a decision takes."""

    def __init__(self) -> None:
        self.began = time.thread_time()
        self.began_on_the_wall = time.perf_counter()

    def spent(self) -> float:
        """Return the seconds of processor time so far, or a part of those on the wall if the machine is very busy."""
        on_the_wall = time.perf_counter() - self.began_on_the_wall
        return max(time.thread_time() - self.began, on_the_wall / PATIENCE)


class Search(Stopwatch):
    """One decision: the actions tried, what they were worth in each world, and the world that was sampled last."""

    def __init__(
        self, view: View, state: int, rounds: int = 0, shares: Shares | None = None, trust: float = TRUST
    ) -> None:
        super().__init__()
        self.state = state
        self.seat = view.seat
        self.row = array(view)
        self.guess_now = model(view).guess[view.row[CARDS]]
        self.last = view.row[ROUND] == rounds
        most = MOST_CARDS if view.row[PHASE] == PLAYING else MOST_BIDS
        self.promised = values(view)
        self.actions = np.array(list(self.promised)[:most], np.int64)
        self.promises = np.array(list(self.promised.values())[:most])
        left = view.row[CARDS] - view.row[TRICKS]
        self.doubt = LATE_DOUBT if left <= WHOLE else DOUBT
        if self.last:  # the networks know nothing of the place
            self.doubt += PLACE_DOUBT
        self.actions = self.actions[self.promises > self.promises[0] - HOPELESS * self.doubt]
        self.alive = self.actions.copy()  # -1 where an action was dropped
        self.utilities = np.full((64, len(self.actions)), np.nan)  # by worlds and actions, as far as they were tried
        self.made = np.zeros(len(self.actions))
        self.tried = 0  # worlds
        self.played = np.zeros(MAX_SEATS, np.int64)
        for seat, action, *_ in view.events:
            if action < FIRST_BID:
                self.played[seat] |= 1 << action
        self.world, self.scratch = np.zeros(WIDTH, np.int64), np.zeros(WIDTH, np.int64)
        self.means = np.zeros(MAX_SEATS)
        unknown = with_own_habit(np.tile(BEFOREHAND, (MAX_SEATS, 1)), view.seat)
        self.shares = unknown if shares is None else shares
        habits, desk = self.shares.argmax(axis=1), wizard_brain.desk()
        self.ways, self.mixed = ways_of(view, habits, desk, trust), ways_of(view, habits.copy(), desk, trust)
        self.heard = self.row.copy()  # without the bids of those who bid anyhow
        self.heard[BID : BID + MAX_SEATS][habits == BY_CHANCE] = NO_BID
        self.tricks = view.row[TRICKS] + AHEAD if left > WHOLE and not self.last else MAX_CARDS
        held = left * (view.row[STILL_IN].bit_count() - 1)
        self.tries = max(8, int(EXCHANGES * held))
        self.moments, self.done = moments_of(view)
        self.likely = np.zeros(MAX_SEATS)

    def run(self, budget: Budget) -> None:
        """Spend a budget, dropping the worse half of the actions each time an equal part of it is spent."""
        if len(self.actions) < 2:
            return
        if not budget.worlds and budget.seconds < HINDSIGHT_S:
            self.moments, self.done = self.moments[:0], self.done[:0]
        phases = max(1, int(np.ceil(np.log2(len(self.actions)))))
        for phase in range(1, phases + 1):
            if budget.worlds:
                self.try_worlds(max(1, budget.worlds * phase // phases) - self.tried)
            else:
                self.try_until((budget.seconds - SPARE_S) * phase / phases)
            if phase < phases:
                self.drop_half()

    def try_until(self, end: float) -> None:
        """Try actions in more and more worlds until it is time, or until it is clear which is best."""
        now, worlds, each = self.spent(), 1, 0.0
        while self.tried == 0 or (now + each < end and self.tried < MOST_WORLDS and not self.clear()):
            self.try_worlds(worlds)
            before, now = now, self.spent()
            each = (now - before) / worlds
            worlds = max(1, min(64, int((end - now) / each / 4)))

    def try_worlds(self, worlds: int) -> None:
        """Try the actions that are left in some more worlds."""
        if self.tried == 0:
            self.open()
        while self.tried + worlds > len(self.utilities):
            self.utilities = np.concatenate([self.utilities, np.full_like(self.utilities, np.nan)])
        self.state = twin(wizard_rollout).try_actions(
            self.heard,
            self.seat,
            self.alive,
            self.tries,
            self.world,
            self.scratch,
            self.means,
            self.guess_now,
            self.moments,
            self.done,
            self.likely,
            self.ways,
            self.shares,
            self.mixed,
            self.tricks,
            self.last,
            self.utilities[self.tried : self.tried + worlds],
            self.made,
            self.state,
        )
        self.tried += worlds

    def open(self) -> None:
        """Sample the first world."""
        unseen: Any = twin(wizard_unseen)
        known = self.heard, self.seat
        self.state = unseen.first_world(
            self.row, self.seat, self.played, self.guess_now, self.world, self.means, self.state
        )
        tries = FIRST_TRIES * self.tries
        self.state = unseen.next_world(*known, self.guess_now, self.world, self.means, tries, self.state)
        if not len(self.done):
            return
        hindsight: Any = twin(wizard_hindsight)
        past = self.moments, self.done, self.ways, self.likely
        hindsight.likelihoods(*known, self.world, *past)
        self.tries = max(4, self.tries // 2)
        sampled = self.guess_now, self.world, self.means
        self.state = hindsight.next_likely_world(*known, *sampled, 4 * self.tries, *past, self.state)

    def left(self) -> list[int]:
        """Return the indices of the actions that are left, the best so far first."""
        left = np.flatnonzero(self.alive >= 0)
        ahead, _ = self.ahead_of(int(left[0]), left)
        return [int(index) for index in left[np.argsort(-ahead, kind="stable")]]

    def ahead_of(self, one: int, others: Ints) -> tuple[Floats, Floats]:
        """Return by how much other actions are better than one, in the worlds of all and by promise; and the doubt.

        The networks have a doubt of their own, so that worlds count the more the surer they are.
        """
        tried = self.utilities[: self.tried]
        better_by = tried[:, others] - tried[:, [one]]
        seen, error = better_by.mean(axis=0), better_by.var(axis=0) / self.tried
        weight = self.doubt**2 / (self.doubt**2 + error + BIAS**2)
        promised = self.promises[others] - self.promises[one]
        return weight * seen + (1 - weight) * promised, np.sqrt(weight * error)

    def drop_half(self) -> None:
        """Drop the worse half of the actions that are left."""
        left = self.left()
        self.alive[left[(len(left) + 1) // 2 :]] = -1

    def clear(self) -> bool:
        """Return whether no other action that is left can be much better than the best one, without much doubt."""
        if self.tried < FEWEST_WORLDS:
            return False
        best, *others = self.left()
        ahead, doubt = self.ahead_of(best, np.array(others))
        return bool((ahead + SURE * doubt <= MATTERS).all())

    def scores(self) -> dict[int, float]:
        """Return the utility of every action tried so far, the best first; behind them, those that were dropped."""
        if self.tried == 0:
            return {int(action): self.promised[int(action)] for action in self.actions}
        means = np.nanmean(self.utilities, axis=0)
        left = np.array(self.left())
        means[left] = means[left.min()] + self.ahead_of(left.min(), left)[0]
        dropped = [index for index in np.argsort(-means, kind="stable") if self.alive[index] < 0]
        return {int(self.actions[index]): float(means[index]) for index in (*left, *dropped)}

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
    while search.tried < (budget.worlds or MOST_WORLDS) and (budget.worlds or search.spent() < budget.seconds):
        search.try_worlds(8)
    chances = {int(a): float(made) / search.tried for a, made in zip(search.actions, search.made, strict=True)}
    return explained(view, search.scores(), chances, f"over {search.tried} sampled worlds")
