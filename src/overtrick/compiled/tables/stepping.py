"""Tables, one or many, that go on from one question to the next: through the functions of a game, of its players and
of what writes its observations.

``game``, ``lanes`` and ``minds`` are bound when a copy of this module is made for a game. It runs compiled. A table is
one flat run of ints, so that a step of a single table hands over as little as possible. Words of observations and masks
are flat too, and begin for each table a stride after the last one.
"""

from typing import Any

from overtrick.compiled.borrowed import borrowed, fetch, holders, lent_at, stretch
from overtrick.core.cards import member
from overtrick.core.luck import below, number, step
from overtrick.games.contract import NOBODY, Row

game: Any = None
lanes: Any = None
minds: Any = None

Flat = Any  # an array of one dimension
Rows = Any  # an array of two
Desks = Any  # what ``minds`` keeps for the tables

# What all tables share: these numbers, the kinds of the players, the rules, and the bounds of the draws
(
    SEATS,
    WIDTH,  # of a row
    MEMORY,  # of a memory
    RULES,  # how many numbers the rules are
    ROOM,  # for so many deals of a match
    LOG,  # for so many actions of a deal, 0 if nobody wants to know them
    AGAIN,  # whether a match is followed by the next one
    SIGN,  # -1 where fewer points are better, else 1
    PER_DEAL,  # whether the agent is paid after every deal, and not after the match
    WORST,  # what an action costs that is not allowed
    STRICT,  # whether what would be refused if it happened now is not allowed, or only what the rulebook refuses
    DRAWN,  # whether the agent's seat is drawn for every match
    QUIET,  # whether only the end of a match is told, as that of a deal brings nothing to anybody who is asked
    SIZE,  # how many numbers are shared
    SHARED,
) = range(15)

# A table: these numbers, what each seat has earned by the last action, and in the match, then the row and the memory.
# Its past lies elsewhere, so that what every step needs lies close together: the actions of the deal, then the finished
# deals, and behind the room for those the start of this one if the actions are kept.
(
    SEAT,  # that is asked, NOBODY after the match
    OVER,  # whether the last action has ended a match
    DEALS,  # finished in this match
    AGENT,  # the seat that is asked, the others play by themselves; or EVERYBODY
    LUCK,  # the generator's state for cards
    CHOICES,  # and for choices
    ENDED,  # how many deals the last action has ended
    LOGGED,  # how many actions of this deal there were
    REWARD,  # what the agent has earned by the last action
    COLUMNS,
) = range(10)

EVERYBODY = -1
ASKED, RANDOM = -1, 0  # kinds of players: asked as the agent is, or at random; ``minds`` knows the others

GOES_ON, STUCK = 0, 1  # stuck: there is no room for more deals or actions
WRONG = 2  # and what is above: the table whose action is not allowed
REFUSED = -1
HELD = -2  # somebody still holds the arrays that were to be written
BYTES = 8  # of an int
NOTHING = -1  # no action


def row_at(shared: Flat) -> Any:
    """Return where the row of a table begins."""
    return COLUMNS + 2 * shared[SEATS]


def memory_at(shared: Flat) -> Any:
    """Return where its memory begins."""
    return row_at(shared) + shared[WIDTH]


def end_at(shared: Flat) -> Any:
    """Return where a table ends."""
    return memory_at(shared) + shared[MEMORY]


def deal_at(shared: Flat, deal: int) -> Any:
    """Return where a finished deal begins in the past, counted from 0; behind the last one, where the past ends."""
    return shared[LOG] + deal * shared[WIDTH]


def row_of(shared: Flat, table: Flat) -> Any:
    """Return the row of a table."""
    return stretch(table, row_at(shared), memory_at(shared))


def memory_of(shared: Flat, table: Flat) -> Any:
    """Return its memory."""
    return stretch(table, memory_at(shared), end_at(shared))


def finished(shared: Flat, past: Flat, deals: int) -> Rows:
    """Return the finished deals."""
    rows: Any = past[deal_at(shared, 0) : deal_at(shared, deals)]
    return rows.reshape(deals, shared[WIDTH])


def begin(shared: Flat, table: Flat, past: Flat, desk: Any) -> int:
    """Begin a match, and play up to the first question."""
    clear(shared, table)
    begin_match(shared, table, past, desk)
    return go_on(shared, table, past, desk)


def begin_match(shared: Flat, table: Flat, past: Flat, desk: Any) -> None:
    """Deal the first deal of a match."""
    table[DEALS] = 0
    for seat in range(shared[SEATS]):
        table[COLUMNS + shared[SEATS] + seat] = 0
    if shared[DRAWN]:
        table[CHOICES] = step(table[CHOICES])
        table[AGENT] = below(table[CHOICES], shared[SEATS])
    deal_next(shared, table, past, desk)


def deal_next(shared: Flat, table: Flat, past: Flat, desk: Any) -> bool:
    """Deal the cards after the finished deals; return whether there was another deal."""
    rules_at = SHARED + shared[SEATS]
    bounds_at = rules_at + shared[RULES]
    setup = game.next_deal(shared[rules_at:bounds_at], finished(shared, past, table[DEALS]))
    if len(setup) == 0:
        return False
    bounds = shared[bounds_at:]
    draws, luck = bounds.copy(), table[LUCK]
    for index in range(game.draws_needed(setup)):
        luck = step(luck)
        draws[index] = below(luck, bounds[index])
    table[LUCK] = luck
    fresh, row, memory = game.deal(setup, draws), row_of(shared, table), memory_of(shared, table)
    for column in range(len(row)):
        row[column] = fresh[column]
    if shared[LOG]:
        table[LOGGED] = 0
        start = deal_at(shared, shared[ROOM])
        for column in range(len(row)):
            past[start + column] = row[column]
    for column in range(len(memory)):
        memory[column] = 0
    lanes.remember_deal(row, memory)
    minds.begin(desk)
    return True


def play(shared: Flat, table: Flat, past: Flat, seat: int, action: int, desk: Any) -> None:
    """Play an action of the rulebook for the seat to move."""
    row = row_of(shared, table)
    game.play(row, action)
    lanes.remember(row, seat, action, memory_of(shared, table))
    minds.note(row, seat, action, desk)
    if shared[LOG]:
        past[table[LOGGED]] = action
        table[LOGGED] += 1


def go_on(shared: Flat, table: Flat, past: Flat, desk: Any, action: int = NOTHING) -> int:
    """Play an action, if there is one, let those play who are not asked, and deal, until somebody is asked or the match
    is over; or say STUCK.
    """
    row, agent, seat = row_of(shared, table), table[AGENT], table[SEAT]
    while True:
        if action != NOTHING:  # the only place where somebody plays: this code stays short, as Python's own is long
            play(shared, table, past, seat, action, desk)
            action = NOTHING
        seat = game.to_move(row)
        if seat == NOBODY:
            if table[DEALS] == shared[ROOM]:
                return STUCK
            end_deal(shared, table, past, desk)
            if table[OVER] and not shared[AGAIN]:
                table[SEAT] = NOBODY
                return GOES_ON
            agent = table[AGENT]
            continue
        if shared[LOG] and table[LOGGED] == shared[LOG]:
            return STUCK
        if agent == EVERYBODY or seat == agent:
            break
        kind = shared[SHARED + seat - (seat > agent)]
        if kind == ASKED:
            break
        action = chosen(row, table, seat, kind, desk)
    table[SEAT] = seat
    return GOES_ON


def chosen(row: Row, table: Flat, seat: int, kind: int, desk: Any) -> Any:
    """Return the action of a player, who sees a hidden row as everywhere."""
    if kind == RANDOM:
        table[CHOICES] = step(table[CHOICES])
        return game.pick(row, number(table[CHOICES]))
    hidden = row.copy()
    game.hide(hidden, seat)
    return minds.choose(hidden, seat, kind, desk)


def end_deal(shared: Flat, table: Flat, past: Flat, desk: Any) -> None:
    """Hand out the scores of a deal and deal again; after the last deal of a match that of the next one, if wanted."""
    row, seats, deals, agent = row_of(shared, table), shared[SEATS], table[DEALS], table[AGENT]
    first = deal_at(shared, deals)
    for column in range(len(row)):
        past[first + column] = row[column]
    for seat in range(seats):
        points = game.score(row, seat) * shared[SIGN]
        table[COLUMNS + seat] += points
        table[COLUMNS + seats + seat] += points
        if shared[PER_DEAL] and seat == agent:
            table[REWARD] += points
    table[DEALS] = deals + 1
    table[ENDED] += 1
    if deal_next(shared, table, past, desk):
        return
    table[OVER] = 1
    if agent != EVERYBODY and not shared[PER_DEAL]:
        table[REWARD] += table[COLUMNS + seats + agent]
    if shared[AGAIN]:
        begin_match(shared, table, past, desk)


def act(shared: Flat, table: Flat, past: Flat, action: int, desk: Any) -> int:
    """Play an action of the rulebook for the seat that is asked, which must be allowed, and go on."""
    if table[ENDED]:
        clear(shared, table)
    return go_on(shared, table, past, desk, action)


def clear(shared: Flat, table: Flat) -> None:
    """Take back what was handed out at the last action."""
    table[ENDED], table[OVER], table[REWARD] = 0, 0, 0
    for column in range(COLUMNS, COLUMNS + shared[SEATS]):
        table[column] = 0


def show(shared: Flat, table: Flat, words: Flat, at: int, masks: Flat, mask_at: int) -> None:
    """Write what the seat that is asked sees and may do."""
    row = row_of(shared, table)
    lanes.observe(row, table[SEAT], memory_of(shared, table), words, at)
    lanes.mask(row, masks, mask_at)


# Many tables


def begin_all(shared: Flat, tables: Rows, pasts: Rows, desks: Desks, words: Flat, masks: Flat, strides: Flat) -> int:
    """Begin a match at every table; return GOES_ON or STUCK."""
    stuck = GOES_ON
    for index in range(len(tables)):
        stuck |= begin(shared, tables[index], pasts[index], minds.desk_of(desks, index))
        show(shared, tables[index], words, index * strides[0], masks, index * strides[1])
    return stuck


def allows(masks: Flat, at: int, action: int) -> Any:
    """Return whether a mask, from a place on, allows an action."""
    return 0 <= action < lanes.ACTIONS and masks[at + (action >> 3)] >> 8 * (action & 7) & 1 > 0


def play_all(
    shared: Flat,
    tables: Rows,
    pasts: Rows,
    desks: Desks,
    words: Flat,
    masks: Flat,
    strides: Flat,
    actions: Flat,
    rewards: Rows,
    ended: Flat,
) -> int:
    """Play an action at every table, where everybody is asked; return GOES_ON or STUCK.

    Or return WRONG and the first table whose action is not allowed; then nothing is played anywhere.

    ``ended`` has how many tables have ended a deal, and then which. Only there more is to be done than to play and to
    show, and that in a second loop: the first one stays as small as it is often run.
    """
    shared, tables, pasts = borrowed(shared), borrowed(tables), borrowed(pasts)
    words, masks = borrowed(words), borrowed(masks)
    count, stride, mask_stride = 0, strides[0], strides[1]
    for index in range(len(tables)):
        if not allows(masks, index * mask_stride, actions[index]):
            return WRONG + index
    for place in range(1, ended[0] + 1):
        clear(shared, tables[ended[place]])
        for seat in range(rewards.shape[1]):
            rewards[ended[place], seat] = 0
    first, between, end = row_at(shared), memory_at(shared), end_at(shared)
    for index in range(len(tables)):
        table = tables[index]
        row, memory = stretch(table, first, between), stretch(table, between, end)
        action = lanes.game_action(actions[index])
        game.play(row, action)
        lanes.remember(row, table[SEAT], action, memory)
        seat = game.to_move(row)
        table[SEAT] = seat
        if seat != NOBODY:
            lanes.observe(row, seat, memory, words, index * stride)
            lanes.mask(row, masks, index * mask_stride)
        else:
            count += 1
            ended[count] = index
    ended[0] = count
    stuck = GOES_ON
    for place in range(1, count + 1):
        index = ended[place]
        if place < count:  # its past was not touched for a deal, so it has gone from the caches
            following = ended[place + 1]
            start = deal_at(shared, tables[following, DEALS])
            fetch(pasts[following], start, start + shared[WIDTH])
        stuck |= go_on(shared, tables[index], pasts[index], minds.desk_of(desks, index))
        for seat in range(rewards.shape[1]):
            rewards[index, seat] = tables[index, COLUMNS + seat]
        show(shared, tables[index], words, index * stride, masks, index * mask_stride)
    return stuck


def answer_all(
    shared: Flat,
    tables: Rows,
    pasts: Rows,
    desks: Desks,
    words: Flat,
    masks: Flat,
    strides: Flat,
    actions: Flat,
    rewards: Flat,
    over: Flat,
) -> int:
    """Play the agent's action at every table; one that is not allowed ends the match. Return GOES_ON or STUCK."""
    shared, tables, pasts = borrowed(shared), borrowed(tables), borrowed(pasts)
    words, masks = borrowed(words), borrowed(masks)
    stuck = GOES_ON
    for index in range(len(tables)):
        table, desk = tables[index], minds.desk_of(desks, index)
        if allows(masks, index * strides[1], actions[index]):
            stuck |= act(shared, table, pasts[index], lanes.game_action(actions[index]), desk)
        else:
            stuck |= give_up(shared, table, pasts[index], desk)
        rewards[index] = table[REWARD]
        over[index] = table[OVER]
        show(shared, table, words, index * strides[0], masks, index * strides[1])
    return stuck


def give_up(shared: Flat, table: Flat, past: Flat, desk: Any) -> int:
    """End a match by an action that is not allowed, and begin the next one."""
    table[ENDED], table[OVER], table[REWARD] = 1, 1, shared[WORST]
    begin_match(shared, table, past, desk)
    return go_on(shared, table, past, desk)


def resume_all(shared: Flat, tables: Rows, pasts: Rows, desks: Desks, words: Flat, masks: Flat, strides: Flat) -> int:
    """Go on where tables were stuck and have more room now; return GOES_ON or STUCK."""
    stuck = GOES_ON
    for index in range(len(tables)):
        stuck |= go_on(shared, tables[index], pasts[index], minds.desk_of(desks, index))
        show(shared, tables[index], words, index * strides[0], masks, index * strides[1])
    return stuck


def choose_all(masks: Flat, stride: int, states: Flat, actions: Flat) -> None:
    """Fill in an allowed action for every table, all equally likely."""
    for index in range(len(actions)):
        word, end = index * stride, index * stride + lanes.MASK_WORDS
        count = 0
        for at in range(word, end):
            count += masks[at].bit_count()
        states[index] = step(states[index])
        left = below(states[index], count)
        action = 0
        while left >= masks[word].bit_count():
            left -= masks[word].bit_count()
            word += 1
            action += 8
        actions[index] = action + member(masks[word], left) // 8


# A single table, which is one array: what it shares with nobody, the table, its past. A question is written into a
# slot, another array, whose address is all that Python hands over of the two: to unpack an array takes longer than to
# play. A slot begins with the addresses of the table and of three objects of Python: the slot, and what is seen and
# allowed, which lie in it. CPython keeps in the first word of an object how often it is held; where that means
# something else, the question is never written over, but into a new slot. Python hands the address over as a float, in
# which it is exact: an int beyond 30 bits takes it longer.

TABLE_AT, USED, WHOLE, SEEN, ALLOWED, HEAD = range(6)
WHOLE_HELD, SEEN_HELD, ALLOWED_HELD = (
    3,
    1,
    2,
)  # the others are parts of the slot; what is allowed is also in a dictionary


def lay_out(whole: Flat, table_at: int, own: int, seen: int, allowed: int) -> Any:
    """Write the beginning of a slot, and return its address."""
    address: Any = whole.ctypes.data
    slot = lent_at(address, HEAD)
    slot[TABLE_AT], slot[USED], slot[WHOLE], slot[SEEN], slot[ALLOWED] = table_at, 0, own, seen, allowed
    return float(address)


def parts(slot_at: float) -> Any:
    """Return what a single table shares, the table and its past."""
    address = lent_at(int(slot_at), HEAD)[TABLE_AT]
    size = lent_at(address, SHARED)[SIZE]
    shared = lent_at(address, size)
    length = end_at(shared)
    table = lent_at(address + BYTES * size, length)
    return shared, table, lent_at(address + BYTES * (size + length), deal_at(shared, shared[ROOM] + 1))


def is_held(slot_at: float) -> bool:
    """Return whether somebody still holds the last question of a slot; if not, the next one may be written."""
    slot = lent_at(int(slot_at), HEAD)
    if slot[USED] and (
        holders(slot[WHOLE]) != WHOLE_HELD or holders(slot[SEEN]) != SEEN_HELD or holders(slot[ALLOWED]) != ALLOWED_HELD
    ):
        return True
    slot[USED] = 1
    return False


def begin_alone(slot_at: float, agent: int, cards: int, choices: int, desk: Any) -> int:
    """Begin a match for an agent from two states of luck; return GOES_ON or STUCK, or HELD, and do nothing."""
    if is_held(slot_at):
        return HELD
    shared, table, past = parts(slot_at)
    table[AGENT], table[LUCK], table[CHOICES] = agent, cards, choices
    stuck = begin(shared, table, past, desk)
    show_alone(shared, table, slot_at)
    return stuck


def play_alone(slot_at: float, number: int, desk: Any) -> Any:
    """Play an action; return GOES_ON or STUCK, and twice the deals that it has ended; or do nothing: REFUSED or HELD.

    A number that is not negative is one of the action space; others stand for actions of the rulebook (``as_number``).
    """
    if number >= lanes.ACTIONS:
        return REFUSED
    shared, table, past = parts(slot_at)
    row = row_of(shared, table)
    action = lanes.game_action(number) if number >= 0 else as_number(number)
    if game.doubt(row, action) if number >= 0 and shared[STRICT] else game.refuse(row, action):
        return REFUSED
    if is_held(slot_at):
        return HELD
    stuck = act(shared, table, past, action, desk)
    show_alone(shared, table, slot_at)
    return stuck + 2 * told(shared, table)


def told(shared: Flat, table: Flat) -> Any:
    """Return how many deals the last action has ended, as far as anybody wants to know."""
    return table[OVER] if shared[QUIET] else table[ENDED]


def as_number(action: int) -> int:
    """Return the number that stands for an action of the rulebook, or the action that such a number stands for."""
    return -1 - action


def resume_alone(slot_at: float, desk: Any) -> Any:
    """Go on where the table was stuck and has more room now; return as ``play_alone`` does."""
    shared, table, past = parts(slot_at)
    stuck = go_on(shared, table, past, desk)
    show_alone(shared, table, slot_at)
    return stuck + 2 * told(shared, table)


def show_alone(shared: Flat, table: Flat, slot_at: float) -> None:
    """Write what the agent, or the seat that is asked, sees and may do."""
    seat = table[SEAT] if table[AGENT] == EVERYBODY else table[AGENT]
    if seat != NOBODY:
        row, words = row_of(shared, table), lent_at(int(slot_at), HEAD + lanes.WORDS + lanes.MASK_WORDS)
        lanes.observe(row, seat, memory_of(shared, table), words, HEAD)
        lanes.mask(row, words, HEAD + lanes.WORDS)


lay_out.brief = begin_alone.brief = play_alone.brief = True  # type: ignore[attr-defined]
