"""What people are told of Figgie: why an action, in the language of the table, and for learners the exact odds.

A player that trades around what cards are worth tells besides what they are worth, and the edge of every choice.
"""

from overtrick.core.mistake import Mistake
from overtrick.games.contract import NOBODY, Row
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.figgie.rulebook import (
    BID,
    BIDDER,
    CARD_PAYS,
    DECKS,
    FIRST_BID,
    FIRST_BUY,
    FIRST_OFFER,
    FIRST_SELL,
    LAST_PRICE,
    MAX_PRICE,
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
from overtrick.players.figgie.bounds import LAST_BID, LAST_OFFER
from overtrick.players.figgie.posterior import Desk, goal_odds
from overtrick.players.figgie.quotes import Floats, bid_price, offer_price
from overtrick.players.figgie.seat import Reader, knowledge
from overtrick.players.figgie.worth import act_by, judge

SUBJECT = "goal suit"
UNLIKELY, LIKELY = 0.15, 0.4


def goal_word(odds: float) -> str:
    """Return how likely a suit is the goal."""
    return "hardly the goal" if odds < UNLIKELY else "the likely goal" if odds > LIKELY else "perhaps the goal"


def why(row: Row, action: int, goals: Floats) -> str:
    """Return in a sentence what speaks for an action, by the odds of the suits to be the goal."""
    if action == PASS:
        return "Wait: no price here is good enough to take, and none worth bettering."
    suit = (action - FIRST_BUY) % SUITS if action < FIRST_BID else (action - FIRST_BID) // MAX_PRICE % SUITS
    word, belief = SUIT_WORDS[suit], belief_words(suit, goals[suit])
    last = row[LAST_PRICE + suit]
    if action < FIRST_SELL:
        price = row[OFFER + suit]
        resale = f"; the last one went for {last}" if last > price else ""
        return f"Buy {word} for {price}: {belief}{chance_words(price, goals[suit])}{resale}."
    if action < FIRST_BID:
        return f"Sell {word} for {row[BID + suit]}: {belief}{money_words(row[BID + suit], goals[suit], sure=True)}."
    price = (action - FIRST_BID) % MAX_PRICE + 1
    if action < FIRST_OFFER:
        rival = "nobody bids for them yet" if row[BIDDER + suit] == NOBODY else f"the best bid is {row[BID + suit]}"
        return f"Bid {price} for {word}: {belief}{chance_words(price, goals[suit])}; {rival}."
    rival = "nobody offers them yet" if row[OFFERER + suit] == NOBODY else f"the best offer is {row[OFFER + suit]}"
    return f"Offer {word} at {price}: {belief}{money_words(price, goals[suit], sure=False)}; {rival}."


def chance_words(price: int, odds: float) -> str:
    """Return what may come of a card that is bought, joined to what is believed of its suit."""
    if price >= CARD_PAYS:
        return ", and whoever has most of the goal gets the rest of the pot"
    return f", {'but' if odds < UNLIKELY else 'and'} if they are, each earns {CARD_PAYS}"


def money_words(price: int, odds: float, *, sure: bool) -> str:
    """Return what speaks for the money instead of a card, joined in the same way; that of an offer is not sure yet."""
    join = "and" if odds < UNLIKELY else "but"
    if price > CARD_PAYS:
        return f", {join} {price} is more than the {CARD_PAYS} that a goal card earns"
    return f", {join} {price} is sure" if sure else ""


def belief_words(suit: int, odds: float) -> str:
    """Return what a suit may be: the goal, if the other one of its colour is the long one."""
    word, mate = SUIT_WORDS[suit], SUIT_WORDS[suit ^ 1]
    if odds > LIKELY:
        return f"{mate} look long, so {word} are {goal_word(odds)}"
    return f"{word} are {goal_word(odds)}"


def odds(view: View) -> dict[str, float]:
    """Return how likely each suit is the goal, exactly, from what a seat knows."""
    return dict(zip(SUIT_WORDS, knowledge(view).goals, strict=True))


def read(view: View) -> tuple[Row, Desk]:
    """Return the book and the desk of a seat; raise Mistake if it is not to move."""
    if figgie.to_move(view.row) != view.seat:
        raise Mistake(f"seat {view.seat} is not to move; allowed: the view of seat {figgie.to_move(view.row)}")
    _, book, desk = Reader().read(view)
    return book.tolist(), desk.tolist()


def explained(view: View, book: Row, desk: Desk, accounts: Floats, hints: Floats, habits: Floats) -> Explanation:
    """Return what a player with these habits would do in a view, and why."""
    row = view.row
    odds, buy, give, market = [0.0] * DECKS, [0.0] * SUITS, [0.0] * SUITS, [0.0] * SUITS
    judge(row, view.seat, book, desk, hints, habits, odds, buy, give, market)
    best = act_by(row, view.seat, book, desk, accounts, hints, habits)
    choices = {PASS: 0.0}
    for suit in range(SUITS):
        choices |= edges(row, view.seat, book, suit, buy[suit], give[suit], market[suit], habits)
    goals, exact = goal_odds(odds), goal_odds(desk)
    ordered = sorted(choices, key=lambda action: (action != best, -choices[action]))
    return Explanation(
        why(row, best, goals),
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
        numbers_of(row, best, buy, give),
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


def numbers_of(row: Row, action: int, buy: Floats, give: Floats) -> str:
    """Return what the best action gains, as a sentence of numbers."""
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
