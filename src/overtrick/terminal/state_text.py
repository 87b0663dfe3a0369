"""What a rulebook tells of a position, fact by fact as text."""

from collections.abc import Sequence

from overtrick.scenes.plain import is_column

NOT_SHOWN = ("hands", "to_move", "phase", "still_in", "trump_named", "tricks_played")


def hand_text(hand: list[str] | dict[str, int]) -> str:
    """Return a hand: its cards, or how many of each suit."""
    if isinstance(hand, dict):
        return "  ".join(f"{count:2} {suit}" for suit, count in hand.items())
    return " ".join(map(str, hand))


def seat_text(name: str, value: object, names: Sequence[str]) -> str:
    """Return a fact of the table with the names of the seats in it."""
    if name == "dealer" and isinstance(value, int):
        return names[value]
    if isinstance(value, list) and all(isinstance(one, dict) and {"seat", "card"} <= one.keys() for one in value):
        return ", ".join(f"{names[one['seat']]} {one['card']}" for one in value)
    if isinstance(value, list) and is_column(value, len(names)):
        return ", ".join(f"{who} {fact_text(part)}" for who, part in zip(names, value, strict=True))
    return fact_text(value)


def fact_text(value: object) -> str:
    """Return one fact of the table on one line."""
    if isinstance(value, dict):
        return "  ".join(f"{name} {fact_text(part)}" for name, part in value.items())
    if isinstance(value, list):
        return "  ".join(fact_text(part) for part in value)
    return "-" if value is None else str(value)
