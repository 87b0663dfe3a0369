"""The keys that players of Figgie know: b and a quote, ff and aa take; then a suit, and for a quote an amount."""

SUITS = {"s": "spades", "c": "clubs", "d": "diamonds", "h": "hearts"}
HELP = """\
b s 8 Enter   bid 8 for spades             a s 8 Enter   offer spades at 8
f f s         buy spades                   a a s         sell spades
s c d h       spades, clubs, diamonds, hearts
"""
VERBS = {"ff": "buy", "aa": "sell", "b": "bid", "a": "offer", "f": "f"}
LONGEST = 7  # digits of a price


def press(typed: str, key: str, offer: str = "offer") -> tuple[str, str] | None:
    """Return what is typed after a key, and the action if one is complete; None if the key is for somebody else.

    ``offer`` is the word for a quote to sell, which the tick model calls ask.
    """
    if key == "p":
        return "", "pass"
    if not typed:
        return (key, "") if key in ("a", "b", "f") else None
    if key == "escape":
        return "", ""
    if key == "backspace":
        return typed[:-1], ""
    if typed in ("a", "f") and key == typed:
        return typed * 2, ""
    if key in SUITS and typed in ("ff", "aa"):
        return "", f"{VERBS[typed]} {SUITS[key]}"
    if key in SUITS and typed in ("a", "b"):
        return typed + key, ""
    if typed[1:2] in SUITS and key.isdigit() and len(typed) < 2 + LONGEST and (typed[2:] or key != "0"):
        return typed + key, ""
    if key == "enter" and typed[2:]:
        verb = offer if typed[0] == "a" else "bid"
        return "", f"{verb} {SUITS[typed[1]]} {typed[2:]}"
    return typed, ""


def words(typed: str) -> str:
    """Return what is typed so far, in words."""
    verb = VERBS[typed[:2]] if typed[:2] in VERBS else VERBS[typed[0]]
    suit = SUITS[typed[1]] if typed[1:2] in SUITS else ""
    if not suit:
        return {"f": "f once more to buy, then a suit"}.get(typed, f"{verb}: which suit? s c d h")
    return f"{verb} {suit} {typed[2:]}_  then Enter"


def begun(name: str) -> str:
    """Return what is typed after an offer was chosen that has no price yet."""
    verb, *more = name.split()
    return f"a{more[0][0]}" if verb in ("offer", "ask") and len(more) == 1 else ""
