"""The integer protocol of the duel: a program is started anew for every turn, reads integers, prints a card."""

import re

from overtrick.bots.bot import Fault
from overtrick.bots.wire import checked
from overtrick.core.cards import RANKS, members, suit
from overtrick.core.ending import Ending
from overtrick.games.duel import rulebook as duel
from overtrick.games.tricks import HAND, TRICKS, trick
from overtrick.games.view import View

HINT = "print exactly two integers, suit (0 to 3) and value, and nothing else"
PLAIN = re.compile(rb"0|[1-9][0-9]{0,5}")


def question(view: View) -> bytes:
    """Return what the program reads: role, hand, completed tricks, and the card led if there is one."""
    hand = members(view.row[HAND + view.seat])
    lines = [str(view.seat + 1), str(len(hand)), *map(text, hand), str(view.row[TRICKS])]
    cards = [event[1] for event in view.events]
    leaders = [event[0] + 1 for event in view.events]
    for first in range(0, 2 * view.row[TRICKS], 2):
        lines.append(f"{leaders[first]} {text(cards[first])} {text(cards[first + 1])}")
    led = [text(card) for _, card in trick(view.row)]
    return "\n".join([*lines, str(len(led)), *led, ""]).encode()


def text(card: int) -> str:
    """Return a card as two integers: suit 0 to 3 and value from 1."""
    return f"{suit(card)} {card % RANKS + 1}"


def read(view: View, output: bytes) -> int:
    """Return the legal action that a program printed, or raise Fault with what is wrong."""
    reply = output[:200].decode("utf-8", "backslashreplace")
    words = output.split()
    if not words:
        raise Fault(Ending.GARBLED, "the program printed nothing; allowed: two integers, suit and value", reply=reply)
    for word in words:
        if not PLAIN.fullmatch(word):
            shown = word[:40].decode("utf-8", "backslashreplace")
            hint = "; an ace is written as 1" if word.upper() in (b"A", b"SA", b"HA", b"DA", b"CA") else ""
            raise Fault(Ending.GARBLED, f"{shown!r} is no plain integer such as 0 or 12{hint}", reply=reply)
    if len(words) != 2:
        raise Fault(
            Ending.GARBLED, f"the program printed {len(words)} integers; allowed: two, suit and value", reply=reply
        )
    of_suit, value = int(words[0]), int(words[1])
    if of_suit > 3 or not 1 <= value <= view.row[duel.VALUES]:
        raise Fault(
            Ending.ILLEGAL,
            f"{of_suit} {value} is no card; allowed: suit 0 to 3 and value 1 to {view.row[duel.VALUES]}",
            reply=reply,
        )
    return checked(view, RANKS * of_suit + value - 1, reply)
