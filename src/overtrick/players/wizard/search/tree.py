"""wizard:tree, an information-set tree search to compare wizard:search with: same worlds, networks and budget."""

from typing import TYPE_CHECKING

import numpy as np

from overtrick.compiled.twin import twin
from overtrick.core.luck import fresh_state
from overtrick.games.view import View
from overtrick.games.wizard.rulebook import ACTIONS
from overtrick.players.explanation import Explanation
from overtrick.players.wizard.net.player import explained, first_view
from overtrick.players.wizard.search import branches as wizard_branches
from overtrick.players.wizard.search.branches import ACTION, CHILD, NODE, SIBLING, VISITS
from overtrick.players.wizard.search.player import SPARE_S, USUAL, Budget, Search, read_setting

if TYPE_CHECKING:
    from overtrick.bots.bot import Hello
    from overtrick.bots.inside import Chooser

NODES = 200_000


def player(hello: "Hello", setting: str = "") -> "Chooser":
    """Return the player, with luck of its own and a budget for each decision."""
    budget = read_setting(setting or USUAL)
    state = fresh_state(hello.seed.encode(), "wizard:tree")
    grown(first_view(hello.seats), state, Budget(0.0, 4))  # compile now, not in the first deal

    def choose(view: View) -> int:
        nonlocal state
        found, state = grown(view, state, budget)
        return next(iter(found))

    return choose


def grown(view: View, state: int, budget: Budget) -> tuple[dict[int, float], int]:
    """Return the mean score of each action, the one tried most first, and the generator's state."""
    search = Search(view, state)
    if len(search.promised) < 2:
        return search.promised, state
    size = NODES if not budget.worlds else budget.worlds + 1
    tree, sums = np.zeros((size, NODE), np.int64), np.zeros(size)
    actions, path = np.zeros(ACTIONS, np.int64), np.zeros(size, np.int64)
    used, done = 1, 0
    search.open()
    while True:
        worlds = min(2, budget.worlds - done) if budget.worlds else 2
        search.state, used = twin(wizard_branches).grow(
            search.row,
            search.seat,
            worlds,
            search.tries,
            search.world,
            search.scratch,
            search.means,
            search.guess_now,
            search.ways,
            tree,
            sums,
            used,
            actions,
            path,
            search.state,
        )
        done += worlds
        late = search.spent() > budget.seconds - SPARE_S
        if done >= budget.worlds if budget.worlds else late:
            break
    found = {}
    child = tree[0][CHILD]
    while child:
        found[int(tree[child][ACTION])] = (int(tree[child][VISITS]), float(sums[child] / max(1, tree[child][VISITS])))
        child = tree[child][SIBLING]
    order = sorted(found, key=lambda action: (-found[action][0], -found[action][1], action))
    return {action: found[action][1] for action in order}, search.state


def explain(view: View, budget: Budget = Budget(0.2)) -> Explanation:  # noqa: B008
    """Return what every action scored on average in the tree, the one tried most first."""
    found, _ = grown(view, fresh_state(b"explain", "wizard:tree"), budget)
    return explained(view, found, {}, "in the tree")
