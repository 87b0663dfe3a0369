"""Figgie in words."""

from overtrick.games.contract import NOBODY, Event, Row
from overtrick.games.face import Names
from overtrick.games.figgie.rulebook import (
    CLOCK,
    GOAL,
    MODEL,
    MODEL_TICK,
    NOT_SHOWN,
    QUIET,
    SUIT_WORDS,
    TURN,
    name,
)
from overtrick.games.sentences import does, inside


def action_words(name: str) -> str:
    """Return an action as a noun: ``a bid of 8 for spades``, ``an offer of clubs at 12``, ``buying hearts``."""
    word, *more = name.partition(" by ")[0].split(" ")  # where time runs, who and when follow
    if word == "bid":
        return f"a bid of {more[1]} for {more[0]}"
    if word in ("offer", "ask"):
        return f"an offer of {more[0]} at {more[1]}"
    return " ".join([f"{word}ing", more[0], "at", more[1]] if len(more) == 2 else [f"{word}ing", *more])


def event_sentence(row: Row, event: Event, names: Names) -> str:
    """Return what a seat did."""
    seat, action, _, paid, partner = event
    words = name(row, action).split(" ")
    who = names[seat]
    if words[0] == "pass":
        return f"{does(who, 'pass')}."
    if partner != NOBODY:
        other = f"{'from' if words[0] == 'buy' else 'to'} {inside(names[partner])}"
        return f"{does(who, words[0])} a card of {words[1]} {other} for {paid}."
    if words[0] == "bid":
        return f"{does(who, 'bid')} {words[2]} for {words[1]}."
    return f"{does(who, 'offer')} {words[1]} at {words[2]}."


def deal_sentence(row: Row, names: Names) -> str:
    """Return what a deal begins with."""
    return "The cards are dealt. Trading begins."


def closing_sentence(row: Row, names: Names) -> str:
    """Return that a tick brought nothing, or which suit was the goal."""
    if row[TURN] == NOBODY:
        return f"The goal suit was {SUIT_WORDS[row[GOAL]]}." if row[GOAL] != NOT_SHOWN else ""
    silent = row[MODEL] == MODEL_TICK and row[TURN] == 0 and row[CLOCK] > 0 and row[QUIET] > 0
    return "Nothing comes of this tick." if silent else ""
