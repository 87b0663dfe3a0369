"""What happened at a table, in sentences: for a log, a screen reader and people without colours.

The usual words are here; a game that wants others says them in its face.
"""

import re
from collections.abc import Sequence

from overtrick.core.mistake import Mistake
from overtrick.games.contract import Event, Game, Row, refusal
from overtrick.games.face import FRENCH, Face, face_of

VALUE = r"(?:1[0-3]|[1-9]|[AKQJT])"  # of a card, behind the letter of its suit
VALUE_WORDS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}
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


# Cards and actions


def card_words(game: Game, name: str) -> str:
    """Return a card in words: ``red 13``, ``the ace of spades``; its name where there are none."""
    face = face_of(game)
    if face.card_words is not None:
        return face.card_words(name)
    words = {suit.letter: suit.word for suit in face.suits if suit in FRENCH}
    if name[:1] not in words or not re.fullmatch(VALUE, name[1:]):
        return name
    return f"the {VALUE_WORDS.get(name[1:], name[1:])} of {words[name[0]]}"


def suit_word(face: Face, letter: str) -> str:
    """Return the word of a suit, given its letter; that itself where there is none."""
    return next((suit.word for suit in face.suits if suit.letter == letter), letter)


def action_words(game: Game, name: str) -> str:
    """Return an action as a noun: ``the green 8``, ``a bid of 2``, ``red as trump``, ``passing``."""
    face = face_of(game)
    if face.action_words is not None:
        return face.action_words(name)
    word, *more = name.split(" ")
    if word == "bid" and more:
        return f"a bid of {' '.join(more)}"
    if word == "trump" and len(more) == 1:
        return f"{suit_word(face, more[0])} as trump"
    if word == "pass":
        return " ".join(["passing", *(card_words(game, card) for card in more)])
    words = card_words(game, name)
    return words if words == name or words.startswith(("a ", "the ")) else f"the {words}"


def in_words(game: Game, text: str) -> str:
    """Return what a rulebook or a player says with cards and bids in words, as people speak of them."""
    letters = "".join(suit.letter for suit in face_of(game).suits)
    cards = rf"|^trump [{letters}]\b|\b[{letters}]{VALUE}\b" if letters else ""
    return re.sub(rf"^bid \d+{cards}", lambda found: action_words(game, found[0]), text)


def refusal_words(game: Game, code: int, name: str) -> str:
    """Return why a named action is refused, as people speak of it."""
    return game.REFUSALS[code].format(action=action_words(game, name))


def why_not(game: Game, row: Row, action: int) -> str:
    """Return why an action is refused, as people speak of it, or nothing if it is legal."""
    code = game.refuse(row, action)
    try:
        return refusal_words(game, code, game.name(row, action)) if code else ""
    except Mistake:  # it is no action at all, so it has no name
        return refusal(game, row, action)


# Sentences


def event_sentence(game: Game, row: Row, event: Event, names: Sequence[str]) -> str:
    """Return what a seat did."""
    own = face_of(game).event_sentence
    return f"{deed(game, names[event[0]], game.name(row, event[1]))}." if own is None else own(row, event, names)


def deed(game: Game, who: str, name: str) -> str:
    """Return who does what in the usual words: ``Bo bids 2``, ``You play the ace of spades``."""
    word, *more = name.split(" ")
    if word == "bid" and more:
        return f"{does(who, 'bid')} {' '.join(more)}"
    if word == "trump" and len(more) == 1:
        return f"{does(who, 'make')} {suit_word(face_of(game), more[0])} trump"
    if word == "pass":
        return " ".join([does(who, "pass"), *(card_words(game, card) for card in more)])
    return f"{does(who, 'play')} {card_words(game, name)}"


def secret_sentence(game: Game, who: str, name: str) -> str:
    """Return what a seat did that the others did not see yet, for itself."""
    own = face_of(game).event_sentence
    return f"{deed(game, who, name)}, not shown yet." if own is None else f"{does(who, 'name')}: {name}."


def deal_sentence(game: Game, row: Row, names: Sequence[str]) -> str:
    """Return what a deal begins with."""
    own = face_of(game).deal_sentence
    return "The cards are dealt." if own is None else own(row, names)


def closing_sentence(game: Game, row: Row, names: Sequence[str]) -> str:
    """Return what the play just made has ended, such as a trick, or nothing."""
    own = face_of(game).closing_sentence
    return "" if own is None else own(row, names)


def hidden_sentence(game: Game, row: Row, names: Sequence[str]) -> str:
    """Return what was just done and is not shown yet, as everybody may hear of it, or nothing."""
    own = face_of(game).hidden_sentence
    return "" if own is None else own(row, names)
