"""figgie:trader, the strongest player of Figgie that we have: it trades around what cards are worth.

It can say why: the odds of the suits, what cards are worth, and the edge of every choice.
"""

from typing import TYPE_CHECKING

from overtrick.core.mistake import Mistake
from overtrick.games.contract import Row
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.figgie.rulebook import (
    BID,
    BIDDER,
    DECKS,
    FIRST_BID,
    FIRST_BUY,
    FIRST_OFFER,
    FIRST_SELL,
    MAX_PRICE,
    MAX_SEATS,
    MODEL,
    MODEL_TURN,
    OFFER,
    OFFERER,
    OK,
    PASS,
    SUIT_WORDS,
    SUITS,
    bid,
    check,
    name,
    offer,
)
from overtrick.games.view import View
from overtrick.players.explanation import Choice, Explanation, Fact
from overtrick.players.figgie import seat as figgie_seat
from overtrick.players.figgie import signs as figgie_signs
from overtrick.players.figgie.bounds import LAST_BID, LAST_OFFER
from overtrick.players.figgie.habits import HABITS
from overtrick.players.figgie.posterior import goal_odds
from overtrick.players.figgie.quotes import Floats, bid_price, offer_price
from overtrick.players.figgie.seat import Reader
from overtrick.players.figgie.signs import SIGNS, act, habits_for, signs_of
from overtrick.players.figgie.weights.files import weights_of
from overtrick.players.figgie.worth import judge, settle_accounts

if TYPE_CHECKING:
    from overtrick.bots.bot import Hello
    from overtrick.bots.inside import Chooser


def player(hello: "Hello") -> "Chooser":
    """Return the player; its weights differ from model to model."""
    return figgie_seat.sit(figgie_signs, weights_of(str(hello.options["model"])))


def explain(view: View) -> Explanation:
    """Return what figgie:trader would do in a view, and why."""
    if figgie.to_move(view.row) != view.seat:
        raise Mistake(f"seat {view.seat} is not to move; allowed: the view of seat {figgie.to_move(view.row)}")
    row = view.row
    _, read, counted = Reader().read(view)
    book, desk = read.tolist(), counted.tolist()
    weights = list(weights_of("turn" if row[MODEL] == MODEL_TURN else "tick"))
    accounts, signs, habits = [0.0] * MAX_SEATS, [0.0] * SIGNS, [0.0] * HABITS
    settle_accounts(row, book, desk, accounts)
    signs_of(row, view.seat, book, accounts, signs)
    habits_for(signs, weights, habits)
    odds, buy, give, market = [0.0] * DECKS, [0.0] * SUITS, [0.0] * SUITS, [0.0] * SUITS
    judge(row, view.seat, book, desk, accounts, habits, odds, buy, give, market)
    best = act(row, view.seat, book, desk, weights)
    choices = {PASS: 0.0}
    for suit in range(SUITS):
        choices |= edges(row, view.seat, book, suit, buy[suit], give[suit], market[suit], habits)
    goals, exact = goal_odds(odds), goal_odds(desk)
    ordered = sorted(choices, key=lambda action: (action != best, -choices[action]))
    return Explanation(
        sentence(row, best, buy, give),
        tuple(Choice(action, name(row, action), choices[action], None, kind(action)) for action in ordered),
        (
            *(
                Fact(f"{SUIT_WORDS[suit]} is the goal, judging by bids and trades", goals[suit], "probability")
                for suit in range(SUITS)
            ),
            *(
                Fact(f"{SUIT_WORDS[suit]} is the goal, by the cards seen alone", exact[suit], "probability")
                for suit in range(SUITS)
            ),
            *(Fact(f"what one more of {SUIT_WORDS[suit]} is worth", buy[suit], "dollars") for suit in range(SUITS)),
            *(Fact(f"what one less of {SUIT_WORDS[suit]} costs", give[suit], "dollars") for suit in range(SUITS)),
        ),
    )


def edges(
    row: Row, seat: int, book: Row, suit: int, buy: float, give: float, market: float, habits: Floats
) -> dict[int, float]:
    """Return what each action with a suit that is worth a thought would gain if it led to a trade."""
    found = {
        FIRST_BUY + suit: buy - row[OFFER + suit],
        FIRST_SELL + suit: row[BID + suit] - give,
    }
    if (price := bid_price(row, seat, suit, buy, book[LAST_BID + SUITS * seat + suit], habits)) > 0:
        found[bid(suit, price)] = buy - price
    last = book[LAST_OFFER + SUITS * seat + suit]
    if (price := offer_price(row, seat, suit, give, market, last, habits)) > 0:
        found[offer(suit, price)] = price - give
    return {action: float(edge) for action, edge in found.items() if check(row, seat, action) == OK}


def kind(action: int) -> str:
    """Return what the value of a choice means."""
    if action == PASS:
        return "wait"
    return "gain at once" if action < FIRST_BID else "gain if somebody takes it"


def sentence(row: Row, action: int, buy: Floats, give: Floats) -> str:
    """Return in a sentence why an action is the best."""
    if action == PASS:
        return "Pass: no quote has an edge worth taking, and none can be bettered with a margin."
    word = name(row, action)
    if action < FIRST_SELL:
        suit = action - FIRST_BUY
        return f"{word.capitalize()}: one more card is worth {buy[suit]:.1f} and costs {row[OFFER + suit]}."
    if action < FIRST_BID:
        suit = action - FIRST_SELL
        return f"{word.capitalize()}: the bid pays {row[BID + suit]} for a card that is worth {give[suit]:.1f}."
    suit = (action - FIRST_BID) // MAX_PRICE % SUITS
    if action < FIRST_OFFER:
        rival = "the first bid" if row[BIDDER + suit] < 0 else f"above the bid of {row[BID + suit]}"
        return f"{word.capitalize()}, {rival}: one more card is worth {buy[suit]:.1f}."
    rival = "the first offer" if row[OFFERER + suit] < 0 else f"below the offer of {row[OFFER + suit]}"
    return f"{word.capitalize()}, {rival}: a card less costs {give[suit]:.1f}."
