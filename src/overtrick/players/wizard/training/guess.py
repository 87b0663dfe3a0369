"""Watching what the networks bid, to guess hands from bids later. It runs compiled."""

from overtrick.games.contract import NOBODY, Row
from overtrick.games.tricks import CARDS, HAND, TRUMP, TURN
from overtrick.games.wizard.rulebook import BIDDING, FIRST_BID, PHASE, deal, next_deal, play, to_move
from overtrick.players.wizard.net.brain import Desk, choose
from overtrick.players.wizard.sight import Floats
from overtrick.players.wizard.training.selfplay import draw
from overtrick.players.wizard.unseen import GUESS_BASE, guess_place

INLINE = False


def watch_bids(
    rules: Row,
    bounds: Row,
    finished: list[Row],
    state: int,
    games: int,
    brain: Floats,
    desk: Desk,
    products: Floats,
    sums: Floats,
    squares: Floats,
) -> int:
    """Play matches and add up, by cards dealt, the products of hands and bids that a least-squares fit needs."""
    draws = bounds.copy()
    counts = sums[0].copy()
    for _ in range(games):
        deals = 0
        setup = next_deal(rules, finished[:0])
        while len(setup) > 0:
            state = draw(setup, bounds, draws, state)
            row = deal(setup, draws)
            while to_move(row) != NOBODY:
                action = choose(row, brain, desk)
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
