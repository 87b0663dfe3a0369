"""Many tables at once, one action at each: through the functions of a game and of what writes its observations.

``game`` and ``lanes`` are bound when a copy of this module is made for a game. It runs compiled. The arrays of
words are flat, and begin for each table where the last one ends.
"""

from typing import Any

from overtrick.compiled.borrowed import borrowed
from overtrick.core.cards import member
from overtrick.core.luck import below, step
from overtrick.games.contract import NOBODY, Row

game: Any = None
lanes: Any = None

Rows = Any  # arrays of two or more dimensions
Tables = Any  # rules, bounds, then by table: states, rows, finished deals, memories, columns, words, masks

DEALS, SEAT, OVER, COLUMNS = range(4)  # of a table: deals finished, the seat to move, whether a match is just over
ALLOWED = -1


def deal_at(rules: Row, bounds: Row, draws: Row, row: Row, finished: Rows, deals: int, state: int) -> int:
    """Deal the cards after some finished deals; return the generator's state, or 0 if the match is over."""
    setup = game.next_deal(rules, finished[:deals])
    if len(setup) == 0:
        return 0
    for index in range(game.draws_needed(setup)):
        state = step(state)
        draws[index] = below(state, bounds[index])
    fresh = game.deal(setup, draws)
    for column in range(len(row)):
        row[column] = fresh[column]
    return state


def show(row: Row, seat: int, memory: Row, words: Row, masks: Row, index: int) -> None:
    """Write what the seat to move sees and may do at a table."""
    lanes.observe(row, seat, memory, words, index * lanes.WORDS)
    lanes.mask(row, masks, index * lanes.MASK_WORDS)


def begin_all(kept: Tables) -> None:
    """Begin a match at every table."""
    rules, bounds, states, rows, finished, memories, tables, words, masks = kept
    memories[:] = 0
    tables[:] = 0
    draws = bounds.copy()
    for index in range(len(rows)):
        row = rows[index]
        states[index] = deal_at(rules, bounds, draws, row, finished[index], 0, states[index])
        tables[index, SEAT] = game.to_move(row)
        lanes.remember_deal(row, memories[index])
        show(row, tables[index, SEAT], memories[index], words, masks, index)


def play_all(
    rows: Rows,
    memories: Rows,
    tables: Rows,
    words: Row,
    masks: Row,
    actions: Row,
    allowed: Rows,
    ended: Row,
    rewards: Rows,
) -> int:
    """Play an action at every table; leave in ``ended`` how many deals are over, and then at which tables.

    Return ALLOWED, or a table whose action is not; then nothing is played anywhere.
    """
    for index in range(len(rows)):
        if actions[index] < 0 or actions[index] >= lanes.ACTIONS or allowed[index, actions[index]] == 0:
            return index
    for place in range(1, ended[0] + 1):  # take back what was handed out at the last step
        tables[ended[place], OVER] = 0
        for seat in range(rewards.shape[1]):
            rewards[ended[place], seat] = 0
    rows, memories, tables = borrowed(rows), borrowed(memories), borrowed(tables)
    words, masks = borrowed(words), borrowed(masks)
    count = 0
    for index in range(len(rows)):
        row, memory = rows[index], memories[index]
        action = lanes.game_action(actions[index])
        game.play(row, action)
        lanes.remember(row, tables[index, SEAT], action, memory)
        seat = game.to_move(row)
        tables[index, SEAT] = seat
        if seat != NOBODY:
            show(row, seat, memory, words, masks, index)
        else:
            count += 1
            ended[count] = index
    ended[0] = count
    return ALLOWED


def deal_all(kept: Tables, rewards: Rows, ended: Row) -> None:
    """Hand out the scores where a deal is over and deal again, after the last deal of a match that of the next one."""
    rules, bounds, states, rows, finished, memories, tables, words, masks = kept
    rules, bounds, rows, finished = borrowed(rules), borrowed(bounds), borrowed(rows), borrowed(finished)
    memories, words, masks = borrowed(memories), borrowed(words), borrowed(masks)
    draws = bounds.copy()
    for place in range(1, ended[0] + 1):
        index = ended[place]
        row, done, memory, deals = rows[index], finished[index], memories[index], tables[index, DEALS]
        for seat in range(rewards.shape[1]):
            rewards[index, seat] = game.score(row, seat)
        for column in range(len(row)):
            done[deals, column] = row[column]
        state = deal_at(rules, bounds, draws, row, done, deals + 1, states[index])
        tables[index, DEALS] = deals + 1
        if state == 0:
            tables[index, OVER] = 1
            tables[index, DEALS] = 0
            state = deal_at(rules, bounds, draws, row, done, 0, states[index])
        states[index] = state
        tables[index, SEAT] = game.to_move(row)
        for column in range(len(memory)):
            memory[column] = 0
        lanes.remember_deal(row, memory)
        show(row, tables[index, SEAT], memory, words, masks, index)


def choose_all(masks: Row, states: Row, actions: Row) -> None:
    """Fill in an allowed action for every table, all equally likely."""
    for index in range(len(actions)):
        word, end = index * lanes.MASK_WORDS, (index + 1) * lanes.MASK_WORDS
        count = 0
        for at in range(word, end):
            count += masks[at].bit_count()
        states[index] = step(states[index])
        left = below(states[index], count)
        number = 0
        while left >= masks[word].bit_count():
            left -= masks[word].bit_count()
            word += 1
            number += 8
        actions[index] = number + member(masks[word], left) // 8
