"""A table of any game as plain data: for a medium that knows nothing of the game but how to write words and cards.

It is made from what the rulebook says in ``state``, so it needs no line from the game's author. A scene carries it as
``plain`` where the game brings no drawing of its own:

    turn      the seat to move, or None
    hands     one for each seat: a list of cards, None where it is hidden; empty if the game has no hands
    centre    what lies on the table: [{"seat": 0, "card": "SA"}, …], in the order played
    columns   numbers and words of all seats, by what they are: {"bids": [2, None, 0]}; a few of them as one text:
              {"dice": ["6, 4, 2", None, None]}
    facts     everything else that is known, as text: {"trump": "H", "dealer": "Bo"}
    words     cards and actions in words, where these differ from the names: {"SA": "the ace of spades"}

What a seat may do stands beside it in the scene, as ``legal`` and ``refused``.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from overtrick.games.contract import NOBODY
from overtrick.games.face import Scene
from overtrick.games.sentences import action_words
from overtrick.games.view import View

ONE_SEAT = ("dealer", "leader")  # facts that are the number of a seat
FEW = 6  # what a seat may have of something that is still told beside its name


def plain(shown: View, names: Sequence[str]) -> Scene:
    """Return a table as plain data."""
    state, seats = dict(shown.state), len(names)
    state.pop("to_move", None)
    turn = shown.game.to_move(shown.row)
    hands = [hand_of(hand) for hand in taken_out(state, "hands", seats)]
    centre = centre_of(state)
    found = {name: column_of(value) for name, value in state.items() if is_column(value, seats)}
    columns = {told(name): column for name, column in found.items()}
    facts = {
        told(name): fact(name, value, names)
        for name, value in state.items()
        if name not in found and value not in (None, [], {}, "")
    }
    drawn = {"turn": None if turn == NOBODY else turn, "hands": hands, "centre": centre}
    return {**drawn, "columns": columns, "facts": facts, "words": dict(words(shown, hands, centre))}


def taken_out(state: Scene, name: str, seats: int) -> list[Any]:
    """Return a list with one entry for each seat, which is then no longer in the state; else an empty one."""
    value = state.get(name)
    return state.pop(name) if isinstance(value, list) and len(value) == seats else []


def hand_of(hand: object) -> list[str] | None:
    """Return a hand as a list of cards; one that is counted by kinds says how many of each there are."""
    if isinstance(hand, dict):
        return [f"{count} {kind}" for kind, count in hand.items()]
    return [str(card) for card in hand] if isinstance(hand, list) else None


def centre_of(state: Scene) -> list[Scene]:
    """Return the cards on the table, each with the seat that played it; they are then no longer in the state."""
    for name, value in list(state.items()):
        if isinstance(value, list) and all(isinstance(one, dict) and {"seat", "card"} <= one.keys() for one in value):
            found = state.pop(name)
            if found:
                return [{"seat": one["seat"], "card": one["card"]} for one in found]
    return []


def is_column(value: object, seats: int) -> bool:
    """Return whether a value has for each seat a number, a word, or a few of them."""
    return isinstance(value, list) and len(value) == seats and all(is_few(one) for one in value)


def is_few(one: object) -> bool:
    """Return whether something is a number or a word, or a short list of such."""
    parts = one if isinstance(one, list) else [one]
    return len(parts) <= FEW and not any(isinstance(part, list | dict) for part in parts)


def column_of(value: list[Any]) -> list[Any]:
    """Return what stands beside the names of the seats; a list of which nothing is known is nothing."""
    lists = [one for one in value if isinstance(one, list)]
    if not lists:
        return value
    return [text_of(one) if isinstance(one, list) and any(part is not None for part in one) else None for one in value]


def told(name: str) -> str:
    """Return what something is called."""
    return name.replace("_", " ")


def fact(name: str, value: object, names: Sequence[str]) -> str:
    """Return one fact as text, with the name of the seat where it is one, or with all names where each has a list."""
    if name in ONE_SEAT and isinstance(value, int) and 0 <= value < len(names):
        return names[value]
    if isinstance(value, list) and len(value) == len(names) and all(isinstance(one, list | None) for one in value):
        return "; ".join(f"{who} {text_of(one)}" for who, one in zip(names, value, strict=True) if one)
    return text_of(value)


def text_of(value: object) -> str:
    """Return a value as people write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{name} {text_of(part)}" for name, part in value.items())
    if isinstance(value, list):
        return ", ".join(text_of(part) for part in value)
    return "–" if value is None else str(value)


def words(shown: View, hands: Sequence[list[str] | None], centre: Sequence[Scene]) -> Iterator[tuple[str, str]]:
    """Yield the names of cards and actions that can be seen, each with its words."""
    seen = [card for hand in hands for card in hand or []] + [str(one["card"]) for one in centre]
    legal = shown.legal if shown.game.to_move(shown.row) == shown.seat else []
    for name in dict.fromkeys([*seen, *legal]):
        if (said := action_words(shown.game, name)) != name:
            yield name, said
