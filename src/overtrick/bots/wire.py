"""What goes over the wire: questions as JSON, answers back to actions, each broken answer with its sentence.

docs/protocol.md is written from this file and shows a whole conversation.
"""

import json
from typing import Any

from overtrick.bots.bot import Fault, Hello
from overtrick.bots.kit import plain
from overtrick.core.ending import Ending
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.contract import NOBODY, Event, Row, refusal
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.figgie.messages import read as read_figgie
from overtrick.games.figgie.rulebook import (
    BID,
    BIDDER,
    CLOCK,
    HAND,
    LAST_PRICE,
    MODEL,
    MODEL_TURN,
    MONEY,
    OFFER,
    OFFERER,
    SEAT_COUNT,
    SUIT_WORDS,
    SUITS,
)
from overtrick.games.view import View

PROTOCOL = 1


def hello_message(hello: Hello) -> dict[str, Any]:
    """Return the first message of a match."""
    return {"type": "hello", "protocol": PROTOCOL, **vars(hello), "options": dict(hello.options)}


def goodbye_message(scores: list[int]) -> dict[str, Any]:
    """Return the last message of a match."""
    return {"type": "goodbye", "scores": scores}


def question(view: View, deal: int, known: int) -> dict[str, Any]:
    """Return the question to a bot that has heard of the first ``known`` events of this deal."""
    message = {
        "type": "choose",
        "deal": deal,
        "state": state_of(view),
        "legal": legal_names(view),
        "events": [[event[0], view.game.name(view.row, event[1])] for event in view.events[known:]],
    }
    if view.game is GAMES["figgie"]:
        message["trades"] = trades(view, known)
    return message


def figgie_question(view: View, deal: int, known: int) -> dict[str, Any]:
    """Return what the kit needs of a question to call ``get_action`` of a Figgie bot."""
    return {"deal": deal, "state": figgie_state(view.row, view.seat), "events": [], "trades": trades(view, known)}


def state_of(view: View) -> dict[str, Any]:
    """Return the position as bots are told it; for Figgie in the words of the model."""
    return figgie_state(view.row, view.seat) if view.game is GAMES["figgie"] else view.game.state(view.row)


def legal_names(view: View) -> list[Any]:
    """Return the legal actions by name; in Figgie a run of prices is one entry, such as ["bid spades", 1, 9]."""
    if view.game is not GAMES["figgie"]:
        return view.legal
    names: list[Any] = []
    for low, high in figgie.legal_runs(view.row):
        name = figgie.name(view.row, low)
        if low < figgie.FIRST_BID:
            names.append(name)
        else:
            words, price = name.rsplit(" ", 1)
            names.append([words, int(price), int(price) + high - low])
    return names


def figgie_state(row: Row, seat: int) -> dict[str, Any]:
    """Return the dictionary of a row's model, made only of what ``hide`` leaves; the kit adds the trades."""
    bids, offers = quotes(row, BID, BIDDER), quotes(row, OFFER, OFFERER)
    state = {"position": seat, "hand": figgie.by_suit(row, HAND + SUITS * seat), "money": row[MONEY + seat]}
    if row[MODEL] == MODEL_TURN:
        return state | {"bids": bids, "offers": offers, "num_players": row[SEAT_COUNT], "turn": row[CLOCK]}
    last = figgie.by_suit(row, LAST_PRICE)
    books = {suit: {"bid": bids[suit], "ask": offers[suit], "last_trade": last[suit] or None} for suit in SUIT_WORDS}
    return state | {"books": books, "num_players": row[SEAT_COUNT], "tick": row[CLOCK]}


def quotes(row: Row, price: int, player: int) -> dict[str, dict[str, int] | None]:
    """Return the quotes of one side, whose columns for the first suit are given."""
    return {
        word: None if row[player + suit] == NOBODY else {"price": row[price + suit], "player": row[player + suit]}
        for suit, word in enumerate(SUIT_WORDS)
    }


def trades(view: View, known: int) -> list[dict[str, Any]]:
    """Return the trades among the events of Figgie that a bot has not heard of."""
    return [trade_of(view.row, event) for event in view.events[known:] if event[4] != NOBODY]


def trade_of(row: Row, event: Event) -> dict[str, Any]:
    """Return a trade as the older engine's bots know it."""
    seat, action, clock, price, partner = event
    buys = action < figgie.FIRST_SELL
    return {
        "suit": SUIT_WORDS[action - (figgie.FIRST_BUY if buys else figgie.FIRST_SELL)],
        "price": price,
        "buyer": seat if buys else partner,
        "seller": partner if buys else seat,
        "turn" if row[MODEL] == MODEL_TURN else "tick": clock,
    }


# Answers


def read_line(view: View, line: str) -> int:
    """Return the legal action of a line of JSON, or raise Fault."""
    return to_action(view, read_json(line), line)


def read_json(line: str) -> object:
    """Return what a line of JSON says, strictly: no NaN, no key twice, nothing too deep or too long."""
    try:
        return json.loads(line, parse_constant=_refuse_constant, object_pairs_hook=_without_doubles)
    except RecursionError:
        raise _garbled("it is nested too deeply", line) from None
    except ValueError as error:
        raise _garbled(_told(error), line) from None


def to_action(view: View, answer: object, reply: str) -> int:
    """Return the legal action that an answer names, or raise Fault."""
    if type(answer) is dict and type(answer.get("error")) is str:
        words = one_line(answer["error"]) or "an error"
        if answer.get("loaded") is False:
            raise Fault(Ending.BUILD_FAILED, f"the bot cannot be loaded: {words}", reply=reply, dead=True)
        raise Fault(Ending.CRASH, f"the bot raised {words}", reply=reply)
    if type(answer) is dict and "action" in answer:
        answer = answer["action"]
    if view.game is GAMES["figgie"] and type(answer) is not str:
        return _figgie_action(view, answer, reply)
    if type(answer) is not str:
        raise _garbled(f"{_short(answer)} is no action; allowed: a name, such as {example(view)!r}", reply)
    try:
        action = view.game.parse(view.row, answer)
    except Mistake as mistake:
        raise Fault(Ending.ILLEGAL, str(mistake), reply=reply) from None
    return checked(view, action, reply)


def checked(view: View, action: int, reply: str) -> int:
    """Return the action if it is legal, or raise Fault with the rule that it breaks."""
    if reason := refusal(view.game, view.row, action):
        raise Fault(Ending.ILLEGAL, reason, reply=reply)
    return action


def example(view: View) -> str:
    """Return the name of a legal action."""
    return view.game.name(view.row, view.game.pick(view.row, 0))


def _figgie_action(view: View, message: object, reply: str) -> int:
    action, code = read_figgie(view.row, message)
    if code != figgie.OK:
        raise Fault(Ending.ILLEGAL, figgie.REFUSALS[code].format(action=_short(message)), reply=reply)
    return checked(view, action, reply)


def _garbled(why: str, reply: str) -> Fault:
    return Fault(Ending.GARBLED, f"the answer cannot be read: {why}", reply=reply)


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands in it twice")
    return found


def _told(error: Exception) -> str:
    if "int_max_str_digits" in str(error):
        return "a number in it has too many digits"
    return one_line(str(error))[:200]


def one_line(text: str) -> str:
    """Return a bot's words as one line that can be written anywhere, also where it used half a character."""
    return " ".join(text[:500].encode("utf-8", "backslashreplace").decode().split())


def _short(value: object) -> str:
    try:
        text = repr(value)
    except ValueError:  # Python writes no integer of thousands of digits
        text = repr(plain(value))
    return text if len(text) <= 100 else text[:97] + "..."
