"""Whole matches of Wizard by compiled players, for measuring them and for training. It runs compiled."""

from typing import Any

import numpy as np

from overtrick.core.cards import lowest
from overtrick.core.luck import below, number, step
from overtrick.games.contract import NOBODY, Row
from overtrick.games.tricks import BEATING, BEST, HAND, LATEST, LEADER, MAX_SEATS, SEATS, TURN, WON
from overtrick.games.wizard.rulebook import (
    BID,
    FIRST_BID,
    NAMING,
    NO_BID,
    PHASE,
    PLAYING,
    STILL_IN,
    WIZARD,
    deal,
    draws_needed,
    next_deal,
    pick,
    play,
    score,
    to_move,
)
from overtrick.players.wizard.net.brain import LEAK, Desk, choose, later_odds, now_odds, output
from overtrick.players.wizard.net.features import (
    C_OUT,
    K_OUT,
    M_OUT,
    MOST_FEATURES,
    N_OUT,
    card_features,
    kept_features,
    made_features,
    now_features,
    shared_features,
)
from overtrick.players.wizard.sight import BEHIND, NEED, Floats, add_chance, look, spread
from overtrick.players.wizard.strangers.stranger import act

INLINE = False

Ints = Any  # arrays of ints
Ways = Any  # all that it takes to think: networks for each number of seats, a desk, styles of strangers, their minds

BY_NET, STRANGER = 0, 1  # who sits in a seat; a stranger of the style that is counted from there
POINTS, ROUNDS, EXACT, WINS = range(4)
FEWEST = 3  # seats of a table; there is a set of networks for each number from there
PART_NOTED = 25  # percent of the cards of a hand from which LATER learns while it is played


def think(row: Row, mind: int, ways: Ways) -> int:
    """Return the action of the seat to move, by the player that sits there."""
    brains, desk, styles, strange = ways
    if mind >= STRANGER:
        return act(row, row[TURN], styles[mind - STRANGER], strange)
    return choose(row, brains[row[STILL_IN].bit_count() - FEWEST], desk)


def seat_players(minds: Ints, styles: int, strangers: int, state: int) -> int:
    """Fill in who sits where: strangers in so many of a thousand seats, the networks in the others and in one at least.

    Return the generator's state.
    """
    for seat in range(len(minds)):
        state = step(state)
        minds[seat] = BY_NET
        if below(state, 1000) < strangers:
            state = step(state)
            minds[seat] = STRANGER + below(state, styles)
    state = step(state)
    minds[below(state, FEWEST)] = BY_NET
    return state


def draw(setup: Row, bounds: Row, draws: Row, state: int) -> int:
    """Fill in the draws of a deal; return the generator's state."""
    for index in range(draws_needed(setup)):
        state = step(state)
        draws[index] = below(state, bounds[index])
    return state


def play_match(rules: Row, bounds: Row, finished: list[Row], state: int, minds: Row, ways: Ways) -> tuple[int, int]:
    """Play a match, leaving its deals in ``finished``; return the generator's state and the number of deals."""
    deals = 0
    draws = bounds.copy()
    setup = next_deal(rules, finished[:0])
    while len(setup) > 0:
        state = draw(setup, bounds, draws, state)
        row = deal(setup, draws)
        while to_move(row) != NOBODY:
            play(row, think(row, minds[row[TURN]], ways))
        finished[deals][:] = row
        deals += 1
        setup = next_deal(rules, finished[:deals])
    return state, deals


def count_up(finished: list[Row], deals: int, sums: Floats) -> None:
    """Add what each seat got in a match: points, rounds, exact bids and its share of the win."""
    seats = finished[0][SEATS]
    totals = np.zeros(seats, np.int64)
    for seat in range(seats):
        for index in range(deals):
            row = finished[index]
            totals[seat] += score(row, seat)
            if row[BID + seat] != NO_BID:
                sums[seat, ROUNDS] += 1
                sums[seat, EXACT] += row[BID + seat] == row[WON + seat]
    last = finished[deals - 1][STILL_IN]
    most = -100000
    for seat in range(seats):
        sums[seat, POINTS] += totals[seat]
        if last >> seat & 1:
            most = max(most, totals[seat])
    winners = 0
    for seat in range(seats):
        winners += last >> seat & 1 and totals[seat] == most
    for seat in range(seats):
        if last >> seat & 1 and totals[seat] == most:
            sums[seat, WINS] += 1 / winners


def measure(rules: Row, bounds: Row, finished: list[Row], state: int, minds: Row, ways: Ways, results: Floats) -> None:
    """Play blocks: the same cards in all rotations; ``results[block]`` has the sums of each player, by its place."""
    seats = len(minds)
    sums = np.zeros((seats, 4))
    seated = minds.copy()
    for block in range(len(results)):
        after = state
        for turn in range(seats):
            for place in range(seats):
                seated[(place + turn) % seats] = minds[place]
            after, deals = play_match(rules, bounds, finished, state, seated, ways)
            sums[:] = 0
            count_up(finished, deals, sums)
            for place in range(seats):
                results[block, place] += sums[(place + turn) % seats]
        state = step(after)


# Learning: samples are features, a network and what tells its truth, known when the round is over.


def keep(samples: Ints, numbers: Floats, at: int, out: int, truth: int, rows: Row, values: Floats, count: int) -> int:
    """Keep a sample; return the number of samples then."""
    if at >= len(samples):
        return at
    samples[at, 0] = out
    samples[at, 1] = truth
    samples[at, 2] = count
    for index in range(count):
        samples[at, 3 + index] = rows[index]
        numbers[at, index] = values[index]
    return at + 1


def note_hand(
    row: Row, seat: int, density: float, share: int, state: int, samples: Ints, numbers: Floats, at: int, desk: Desk
) -> tuple[int, int]:
    """Keep a sample of LATER for some cards of a hand; return generator and samples."""
    sight, rows, values, _, _, _, _, _ = desk
    first = shared_features(row, sight, density, rows, values)
    hand = row[HAND + seat]
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        state = step(state)
        if below(state, 100) < share:
            count = card_features(row, seat, card, sight, density, rows, values, first)
            at = keep(samples, numbers, at, C_OUT, card, rows, values, count)
    return state, at


def note(
    row: Row, action: int, brain: Floats, state: int, samples: Ints, numbers: Floats, at: int, desk: Desk
) -> tuple[int, int]:
    """Keep samples of a decision: for the cards, for the trick and for the bid."""
    sight, rows, values, _, _, odds, mass, _ = desk
    seat = row[TURN]
    if row[PHASE] == NAMING:
        return state, at
    density = look(row, seat, sight)
    count = later_odds(row, seat, density, brain, desk)
    if row[PHASE] != PLAYING:
        bid = action - FIRST_BID
        mean = spread(odds, count, -1, mass, count)
        length = made_features(row, bid, mean, sight, density, mass, rows, values)
        at = keep(samples, numbers, at, M_OUT, -1 - seat, rows, values, length)
        return note_hand(row, seat, density, 100, state, samples, numbers, at, desk)
    if count > 1:
        chance = now_odds(row, seat, action, density, brain, desk)
        if row[BEATING] >> action & 1 and action < WIZARD and sight[BEHIND]:
            length = now_features(row, seat, action, sight, density, rows, values)
            at = keep(samples, numbers, at, N_OUT, action, rows, values, length)
        need = sight[NEED]
        if 0 <= need <= count:
            index = (row[HAND + seat] & ((1 << action) - 1)).bit_count()
            mean = spread(odds, count, index, mass, count) + chance
            add_chance(mass, chance, count)
            length = kept_features(row, seat, action, chance, odds[index], mean, sight, density, mass, rows, values)
            at = keep(samples, numbers, at, K_OUT, -1 - seat, rows, values, length)
        row[HAND + seat] ^= 1 << action  # the card played now is not played later
        state, at = note_hand(row, seat, density, PART_NOTED, state, samples, numbers, at, desk)
        row[HAND + seat] ^= 1 << action
    return state, at


def learn(brain: Floats, sample: Ints, number_of: Floats, truth: float, rate: float, hidden: Floats) -> None:
    """Move a network a little towards the truth about one sample."""
    out = sample[0]
    count = sample[2]
    for unit in range(len(hidden)):
        hidden[unit] = 0
    for index in range(count):
        row = sample[3 + index]
        value = number_of[index]
        for unit in range(len(hidden)):
            hidden[unit] += value * brain[row, unit]
    error = np.float32(rate * (truth - output(brain, out, hidden)))
    brain[out + 1, 0] += error
    for unit in range(len(hidden)):
        slope = np.float32(1.0) if hidden[unit] > 0 else LEAK
        back = error * brain[out, unit] * slope
        brain[out, unit] += error * hidden[unit] * slope
        hidden[unit] = back
    for index in range(count):
        row = sample[3 + index]
        value = number_of[index]
        for unit in range(len(hidden)):
            brain[row, unit] += value * hidden[unit]


def explore(row: Row, action: int, state: int) -> int:
    """Return a legal action other than the chosen one: a bid beside it, or any card."""
    if row[PHASE] == PLAYING or row[PHASE] == NAMING:
        return pick(row, number(state))
    return pick(row, number(state)) if number(state) & 7 == 0 else action


def train(
    variants: list[Row],
    bounds: Row,
    finished: list[Row],
    state: int,
    games: int,
    settings: Floats,
    ways: Ways,
) -> int:
    """Play matches and learn from every round; return the generator's state.

    ``settings``: the rate of learning, the share of actions tried at random, the share of seats for strangers.
    """
    brains, desk, styles, _ = ways
    rate, daring, strangers = settings[0], int(settings[1] * 1000), int(settings[2] * 1000)
    samples = np.zeros((4000, 3 + MOST_FEATURES), np.int64)
    numbers = np.zeros((4000, MOST_FEATURES), np.float32)
    hidden = np.zeros(brains.shape[2], np.float32)
    draws = bounds.copy()
    minds = np.zeros(MAX_SEATS, np.int64)
    for _ in range(games):
        state = step(state)
        rules = variants[below(state, len(variants))]
        state = seat_players(minds, len(styles), strangers, state)
        deals = 0
        setup = next_deal(rules, finished[:0])
        while len(setup) > 0:
            state = draw(setup, bounds, draws, state)
            row = deal(setup, draws)
            at = 0
            taken = 0
            brain = brains[row[STILL_IN].bit_count() - FEWEST]
            while to_move(row) != NOBODY:
                seat = row[TURN]
                action = think(row, minds[seat], ways)
                state = step(state)
                if below(state, 1000) < daring:
                    state = step(state)
                    action = explore(row, action, state)
                if minds[seat] == BY_NET:
                    state, at = note(row, action, brain, state, samples, numbers, at, desk)
                play(row, action)
                if action < FIRST_BID and row[BEST] == NOBODY:
                    taken |= 1 << row[LATEST + row[LEADER]]
            for index in range(at):
                told = samples[index, 1]
                truth = taken >> told & 1 if told >= 0 else int(row[BID - 1 - told] == row[WON - 1 - told])
                learn(brain, samples[index], numbers[index], truth, rate, hidden)
            finished[deals][:] = row
            deals += 1
            setup = next_deal(rules, finished[:deals])
    return state
