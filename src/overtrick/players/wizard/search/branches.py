"""A tree over what all seats may do, grown one sampled world at a time. It runs compiled.

This is the usual information-set tree search with one tree, seen from the seat to
move: a node stands for the actions since the decision, every world walks down the
branches that are legal in it, and a branch is chosen by its mean score for the seat
that acts and by how seldom it was tried when it could have been.
"""

import math

from overtrick.core.luck import below, step
from overtrick.games.contract import NOBODY, Row
from overtrick.games.tricks import TURN, playable
from overtrick.games.wizard.rulebook import BIDDING, FIRST_BID, HIDDEN_BIDS, PHASE, PLAYING, legal, play, score, to_move
from overtrick.players.wizard.search.habits import Ways
from overtrick.players.wizard.search.rollout import fill_in_bids, play_out
from overtrick.players.wizard.sight import Floats, distinct, unseen
from overtrick.players.wizard.unseen import next_world

INLINE = False

ACTION, ACTOR, VISITS, CHANCES, CHILD, SIBLING = range(6)
NODE = 6
CURIOSITY = 25.0  # points


def options(row: Row, actions: Row) -> int:
    """Fill in the legal actions, equal cards once; return how many there are."""
    count = 0
    if row[PHASE] == PLAYING:
        cards = distinct(row, playable(row), unseen(row, row[TURN]))
        for card in range(FIRST_BID):
            if cards >> card & 1:
                actions[count] = card
                count += 1
        return count
    for action in legal(row):
        actions[count] = action
        count += 1
    return count


def child_of(tree: list[Row], node: int, action: int) -> int:
    """Return the branch of a node for an action, or 0 if it has none."""
    child = tree[node][CHILD]
    while child and tree[child][ACTION] != action:
        child = tree[child][SIBLING]
    return int(child)


def select(tree: list[Row], sums: Floats, node: int, actions: Row, count: int, state: int) -> tuple[int, int]:
    """Return a new action at random, or else the branch with the most promising score, as (action, branch)."""
    fresh = 0
    chosen = -1
    best = -1e18
    for index in range(count):
        child = child_of(tree, node, actions[index])
        if child == 0:
            fresh += 1
            if below(step(state + index), fresh) == 0:
                chosen = actions[index]
    if fresh:
        return chosen, 0
    branch = 0
    for index in range(count):
        child = child_of(tree, node, actions[index])
        tree[child][CHANCES] += 1
        visits = tree[child][VISITS]
        value = sums[child] / visits + CURIOSITY * math.sqrt(math.log(tree[child][CHANCES]) / visits)
        if value > best:
            best = value
            branch = child
    return tree[branch][ACTION], branch


def grow(
    row: Row,
    seat: int,
    worlds: int,
    tries: int,
    world: Row,
    scratch: Row,
    means: Floats,
    guess: Floats,
    ways: Ways,
    tree: list[Row],
    sums: Floats,
    used: int,
    actions: Row,
    path: Row,
    state: int,
) -> tuple[int, int]:
    """Let some more worlds grow the tree; return the generator's state and the number of nodes."""
    _, brain, _, desk, _ = ways
    for _ in range(worlds):
        state = next_world(row, seat, guess, world, means, tries, state)
        scratch[:] = world
        if row[PHASE] == BIDDING and row[HIDDEN_BIDS]:
            fill_in_bids(scratch, seat, brain, desk)
        node = 0
        depth = 0
        while to_move(scratch) != NOBODY and used < len(tree):
            state = step(state)
            count = options(scratch, actions)
            action, branch = select(tree, sums, node, actions, count, state)
            grown = branch == 0
            if grown:
                branch = used
                used += 1
                tree[branch][ACTION] = action
                tree[branch][ACTOR] = scratch[TURN]
                tree[branch][CHANCES] = 1
                tree[branch][SIBLING] = tree[node][CHILD]
                tree[node][CHILD] = branch
            play(scratch, action)
            path[depth] = branch
            depth += 1
            node = branch
            if grown:
                break
        state = play_out(scratch, ways, state)
        for index in range(depth):
            tree[path[index]][VISITS] += 1
            sums[path[index]] += score(scratch, tree[path[index]][ACTOR])
    return state, used
