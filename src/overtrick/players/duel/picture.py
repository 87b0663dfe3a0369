"""The study of the duel as an SVG picture, readable on light and dark pages."""

from collections.abc import Callable
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from overtrick.players.duel.study import Study

WIDE, HIGH = 760, 500
LEFT, RIGHT = 24, WIDE - 24
TOP, BOTTOM = 118, 290  # of the upper bars
LOWER_TOP, LOWER_BOTTOM = 380, 450

STYLE = """
:root { color-scheme: light dark; }
.page { fill: #ffffff; }
text { font: 13px system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; fill: #1c2329; }
.title { font-size: 17px; font-weight: 600; }
.soft { fill: #56616b; }
.line { stroke: #8b959d; }
.won { fill: #0b5c9e; } .drawn { fill: #8b959d; } .lost { fill: #b36b00; }
@media (prefers-color-scheme: dark) {
  .page { fill: #14181c; }
  text { fill: #e7ebee; }
  .soft { fill: #a7b1ba; }
  .line { stroke: #75808a; }
  .won { fill: #6aaeee; } .drawn { fill: #75808a; } .lost { fill: #e3a03c; }
}
"""


def picture(study: Study) -> str:
    """Return a page-wide SVG: deals by the leader's tricks above, by what the lead is worth below."""
    cards = 4 * study.ranks
    label = f"The duel with {cards} cards: what all {study.deals:,} deals bring the leader with perfect play"
    drawing = Element(
        "svg",
        {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {WIDE} {HIGH}", "role": "img", "aria-label": label},
    )
    add(drawing, "title").text = label
    add(drawing, "style").text = STYLE
    add(drawing, "rect", class_="page", width=WIDE, height=HIGH)
    write(drawing, f"The duel with {cards} cards, solved", LEFT, 34, "title")
    write(drawing, f"{study.deals:,} deals by the tricks of the leader, perfect play from both sides", LEFT, 56, "soft")
    legend(drawing, study)
    tricks = dict(enumerate(study.by_tricks))
    bars(drawing, tricks, TOP, BOTTOM, lambda key: outcome(2 * key - study.tricks))
    write(drawing, f"What the lead is worth: {study.lead_worth:+.3f} tricks in the mean", LEFT, LOWER_TOP - 38, "title")
    write(drawing, "deals by the tricks that a hand takes more if it leads", LEFT, LOWER_TOP - 18, "soft")
    low, high = min(study.by_lead), max(study.by_lead)
    worth = {key: study.by_lead.get(key, 0) for key in range(low, high + 1)}
    bars(drawing, worth, LOWER_TOP + 16, LOWER_BOTTOM, outcome, signed=True)
    return ElementTree.tostring(drawing, encoding="unicode") + "\n"


def outcome(difference: int) -> str:
    """Return the class of what is better than even, even or worse."""
    return "won" if difference > 0 else "lost" if difference < 0 else "drawn"


def legend(drawing: Element, study: Study) -> None:
    """Add the shares, each beside its colour."""
    x = LEFT
    for kind, word, share in (
        ("lost", "leader loses", study.lost),
        ("drawn", "draws", study.drawn),
        ("won", "wins", study.won),
    ):
        add(drawing, "rect", class_=kind, x=x, y=70, width=12, height=12)
        words = f"{word} {share:.1%}".replace("%", "\N{NO-BREAK SPACE}%")
        write(drawing, words, x + 18, 81)
        x += 48 + 7 * len(words)
    write(drawing, f"mean {study.mean:.3f} tricks", x, 81)


def bars(
    drawing: Element, counts: dict[int, int], top: int, bottom: int, kind: Callable[[int], str], signed: bool = False
) -> None:
    """Add a bar with its number for every count, and a line below."""
    step, most = (RIGHT - LEFT) / len(counts), max(counts.values())
    for place, (key, count) in enumerate(counts.items()):
        middle = LEFT + (place + 0.5) * step
        height = (bottom - top) * count / most
        add(
            drawing,
            "rect",
            class_=kind(key),
            x=middle - 0.4 * step,
            y=bottom - height,
            width=0.8 * step,
            height=height,
        )
        write(drawing, f"{count:,}", middle, bottom - height - 5, "soft", "middle")
        name = f"{key:+d}".replace("-", "−") if signed and key else str(key)
        write(drawing, name, middle, bottom + 18, "", "middle")
    add(drawing, "line", class_="line", x1=LEFT, x2=RIGHT, y1=bottom, y2=bottom)


def write(drawing: Element, words: str, x: float, y: float, kind: str = "", anchor: str = "start") -> None:
    """Add a line of text."""
    add(drawing, "text", x=x, y=y, text_anchor=anchor, **({"class_": kind} if kind else {})).text = words


def add(parent: Element, tag: str, **attributes: str | float) -> Element:
    """Add an element and return it; ``class_`` and ``text_anchor`` stand for what Python cannot spell."""
    made = ElementTree.SubElement(parent, tag)
    for name, value in attributes.items():
        text = value if isinstance(value, str) else f"{value:.1f}".removesuffix(".0")
        made.set(name.rstrip("_").replace("_", "-"), text)
    return made
