"""Watching what the networks and strangers bid, to guess hands from bids later. It runs compiled."""

import numpy as np

from overtrick.games.contract import NOBODY, Row
from overtrick.games.tricks import CARDS, HAND, MAX_SEATS, TRUMP, TURN
from overtrick.games.wizard.rulebook import BIDDING, FIRST_BID, PHASE, deal, next_deal, play, to_move
from overtrick.players.wizard.sight import Floats
from overtrick.players.wizard.training.selfplay import Ways, draw, seat_players, think
from overtrick.players.wizard.unseen import GUESS_BASE, guess_place

INLINE = False


def watch_bids(
    rules: Row,
    bounds: Row,
    finished: list[Row],
    state: int,
    games: int,
    strangers: int,
    ways: Ways,
    products: Floats,
    sums: Floats,
    squares: Floats,
) -> int:
    """Play matches and add up, by cards dealt, the products of hands and bids that a least-squares fit needs.

    ``strangers`` sit in so many of a thousand seats.
    """
    draws = bounds.copy()
    counts = sums[0].copy()
    minds = np.zeros(MAX_SEATS, np.int64)
    for _ in range(games):
        state = seat_players(minds, len(ways[2]), strangers, state)
        deals = 0
        setup = next_deal(rules, finished[:0])
        while len(setup) > 0:
            state = draw(setup, bounds, draws, state)
            row = deal(setup, draws)
            while to_move(row) != NOBODY:
                action = think(row, minds[row[TURN]], ways)
                if row[PHASE] == BIDDING:
                    counts[:] = 0
                    counts[GUESS_BASE] = 1
                    for card in range(FIRST_BID):
                        if row[HAND + row[TURN]] >> card & 1:
                            counts[guess_place(card, row[TRUMP])] += 1
                    bid = action - FIRST_BID
                    for one in range(GUESS_BASE + 1):
                        sums[row[CARDS], one] += counts[one] * bid
                        for two in range(GUESS_BASE + 1):
                            products[row[CARDS], one, two] += counts[one] * counts[two]
                    squares[row[CARDS], 0] += 1
                    squares[row[CARDS], 1] += bid * bid
                play(row, action)
            finished[deals][:] = row
            deals += 1
            setup = next_deal(rules, finished[:deals])
    return state
