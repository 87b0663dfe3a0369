"""What happened at a table, in sentences: for a log, a screen reader and people without colours."""

import re
from collections.abc import Sequence

from overtrick.core.mistake import Mistake
from overtrick.games.contract import NOBODY, Event, Game, Row, refusal
from overtrick.games.duel import rulebook as duel
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.tricks import BEST, JESTER, LEADER, TRICKS, TRUMP, WIZARD
from overtrick.games.wizard import rulebook as wizard

DUEL_VALUES = {"A": "ace"}
CODES = {  # what stands for an action in the words of rulebooks and players
    "wizard": re.compile(rf"^bid \d+|^trump [{wizard.SUIT_LETTERS}]\b|\b(?:{'|'.join(wizard.CARD_NAMES[::-1])})\b"),
    "duel": re.compile(rf"\b(?:{'|'.join(duel.CARD_NAMES[::-1])})\b"),
}
YOU = "You"  # the name of a seat whose sentences speak to the reader


def does(who: str, verb: str) -> str:
    """Return who does what: ``Bo plays``, ``You play``."""
    return f"{who} {verb}" if who in (YOU, inside(YOU)) else f"{who} {verb}{'es' if verb.endswith('s') else 's'}"


def has_done(who: str, done: str) -> str:
    """Return who has done what: ``Bo has bid``, ``You have bid``."""
    return f"{who} {'have' if who in (YOU, inside(YOU)) else 'has'} {done}"


def inside(who: str) -> str:
    """Return a name as it stands inside a sentence."""
    return who.lower() if who == YOU else who


def card_words(game: Game, name: str) -> str:
    """Return a card in words: ``red 13``, ``a Wizard``, ``the ace of spades``."""
    if game is wizard:
        card = wizard.ACTION_OF[name]
        if card >= JESTER:
            return "a Wizard" if card >= WIZARD else "a Jester"
        return f"{wizard.SUIT_WORDS[wizard.SUIT_LETTERS.index(name[0])]} {name[1:]}"
    if game is duel:
        suit = duel.SUIT_WORDS[duel.SUIT_LETTERS.index(name[0])]
        return f"the {DUEL_VALUES.get(name[1:], name[1:])} of {suit}"
    return name


def action_words(game: Game, name: str) -> str:
    """Return an action as a noun: ``the green 8``, ``a bid of 2``, ``red as trump``, ``buying hearts``."""
    word, *more = name.split(" ")
    if word == "bid":
        return f"a bid of {more[-1]}" + (f" for {more[0]}" if game is figgie else "")
    if word in ("offer", "ask"):
        return f"an offer of {more[0]} at {more[1]}"
    if word in ("buy", "sell", "pass"):
        return " ".join([f"{word}ing", *more])
    if word == "trump":
        return f"{wizard.SUIT_WORDS[wizard.SUIT_LETTERS.index(more[0])]} as trump"
    words = card_words(game, name)
    return f"the {words}" if game is wizard and words[:2] != "a " else words


def in_words(game: Game, text: str) -> str:
    """Return what a rulebook or a player says with cards and bids in words, as people speak of them."""
    codes = CODES.get(game.NAME)
    return text if codes is None else codes.sub(lambda found: action_words(game, found[0]), text)


def refusal_words(game: Game, code: int, name: str) -> str:
    """Return why a named action is refused, as people speak of it."""
    known = game in (wizard, duel, figgie)
    return game.REFUSALS[code].format(action=action_words(game, name) if known else name)


def why_not(game: Game, row: Row, action: int) -> str:
    """Return why an action is refused, as people speak of it, or nothing if it is legal."""
    code = game.refuse(row, action)
    try:
        return refusal_words(game, code, game.name(row, action)) if code else ""
    except Mistake:  # it is no action at all, so it has no name
        return refusal(game, row, action)


def event_sentence(game: Game, row: Row, event: Event, names: Sequence[str]) -> str:
    """Return what a seat did."""
    seat, action = event[:2]
    who, name = names[seat], game.name(row, action)
    if game is figgie:
        return trade_sentence(row, event, names)
    if name.startswith("bid "):
        return f"{does(who, 'bid')} {name[4:]}."
    if name.startswith("trump "):
        return f"{does(who, 'make')} {wizard.SUIT_WORDS[wizard.SUIT_LETTERS.index(name[6:])]} trump."
    return f"{does(who, 'play')} {card_words(game, name)}."


def trade_sentence(row: Row, event: Event, names: Sequence[str]) -> str:
    """Return what a seat did in Figgie."""
    seat, action, _, paid, partner = event
    words = figgie.name(row, action).split(" ")
    who = names[seat]
    if words[0] == "pass":
        return f"{does(who, 'pass')}."
    if partner != NOBODY:
        other = f"{'from' if words[0] == 'buy' else 'to'} {inside(names[partner])}"
        return f"{does(who, words[0])} a card of {words[1]} {other} for {paid}."
    if words[0] == "bid":
        return f"{does(who, 'bid')} {words[2]} for {words[1]}."
    return f"{does(who, 'offer')} {words[1]} at {words[2]}."


def trick_sentence(row: Row, names: Sequence[str]) -> str:
    """Return who took the trick, if the row stands right behind one."""
    return f"{does(names[row[LEADER]], 'take')} the trick." if row[TRICKS] and row[BEST] == NOBODY else ""


def deal_sentence(game: Game, row: Row, names: Sequence[str]) -> str:
    """Return what a deal begins with."""
    if game is figgie:
        return "The cards are dealt. Trading begins."
    if game is duel:
        return f"The cards are dealt. {does(names[row[LEADER]], 'lead')}."
    if game is not wizard:
        return "The cards are dealt."
    cards, dealer = game.state(row)["cards"], inside(names[row[wizard.DEALER]])
    turned = row[wizard.TURNED_UP]
    text = f"Round {row[wizard.ROUND]}: {cards} card{'s' * (cards > 1)} each, {does(dealer, 'deal')}. "
    if row[wizard.PHASE] == wizard.NAMING:
        return text + f"A Wizard is turned up: {does(dealer, 'name')} the trump."
    if row[TRUMP] >= 0:
        how = f", as {card_words(game, wizard.CARD_NAMES[turned])} is turned up" if 0 <= turned < JESTER else ""
        return text + f"Trump is {wizard.SUIT_WORDS[row[TRUMP]]}{how}."
    return text + ("A Jester is turned up: no trump." if turned >= JESTER else "All cards are dealt: no trump.")
