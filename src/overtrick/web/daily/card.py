"""A result as a small picture, for whoever shows what a link leads to."""

from html import escape

from overtrick.arena.daily.ranking import ABOVE, BELOW, NEAR
from overtrick.web.daily.shown import WORDS, Result
from overtrick.web.titles import game_title

WIDE, HIGH, SIDE, GAP = 1200, 630, 120, 24
COLOURS = {ABOVE: "#2e9e62", NEAR: "#e2b93b", BELOW: "#d4553a"}
SHAPES = {  # not by colour alone
    ABOVE: "M30 78 60 42 90 78",
    NEAR: "M30 60H90",
    BELOW: "M30 42 60 78 90 42",
}


def card(result: Result) -> str:
    """Return the picture, as SVG."""
    marks = result.marks
    left = (WIDE - len(marks) * SIDE - max(len(marks) - 1, 0) * GAP) / 2
    squares = "".join(_square(left + place * (SIDE + GAP), mark) for place, mark in enumerate(marks))
    lines = [f"{game_title(result.at.game)} · {result.at.day}", result.at.name]
    if result.luck_free is not None:
        lines.append(f"{result.luck_free:g} points without the luck of the cards")
    words = "".join(
        f'<text x="{WIDE / 2}" y="{y}" font-size="{size}" text-anchor="middle">{escape(line)}</text>'
        for line, y, size in zip(lines, (150, 245, 560), (64, 54, 44), strict=False)
    )
    title = escape(f"{lines[0]}: {result.at.name}; {', '.join(WORDS[mark] for mark in marks)}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}" '
        f'role="img"><title>{title}</title><rect width="{WIDE}" height="{HIGH}" fill="#1c5a3e"/>'
        f'<g fill="#fff" font-family="system-ui, sans-serif" font-weight="600">{words}</g>{squares}</svg>'
    )


def _square(left: float, mark: str) -> str:
    return (
        f'<g transform="translate({left:g} 320)"><rect width="{SIDE}" height="{SIDE}" rx="18" '
        f'fill="{COLOURS[mark]}"/><path d="{SHAPES[mark]}" fill="none" stroke="#fff" stroke-width="12" '
        'stroke-linecap="round" stroke-linejoin="round"/></g>'
    )
