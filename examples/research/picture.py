"""A line chart as an SVG file, in a few lines, so that the examples need no plotting package."""

from collections.abc import Mapping, Sequence
from pathlib import Path

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 720, 360, 60, 40, 40, 150
COLOURS = ("#0b6e99", "#b5472f", "#3b7d3a", "#7a5aa6", "#8a6d1d", "#444444")


def line_chart(file: Path, title: str, names: tuple[str, str], lines: Mapping[str, Sequence[float]]) -> None:
    """Draw lines over their index; ``names`` are those of the axes."""
    values = [value for line in lines.values() for value in line]
    low, high = min(0.0, *values), max(values)
    span = (high - low) or 1.0
    longest = max(len(line) for line in lines.values())

    def x(index: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * index / max(1, longest - 1)

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (value - low) / span

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="22" font-size="15">{title}</text>',
        f'<text x="{x((longest - 1) / 2)}" y="{HEIGHT - 6}" text-anchor="middle">{names[0]}</text>',
        f'<text x="14" y="{HEIGHT / 2}" transform="rotate(-90 14 {HEIGHT / 2})" text-anchor="middle">{names[1]}</text>',
    ]
    for step in range(5):
        value = low + span * step / 4
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(value)}" y2="{y(value)}" stroke="#dddddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y(value) + 4}" text-anchor="end">{value:.3g}</text>')
    for place, (name, line) in enumerate(lines.items()):
        colour = COLOURS[place % len(COLOURS)]
        points = " ".join(f"{x(index):.1f},{y(value):.1f}" for index, value in enumerate(line))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{WIDTH - RIGHT + 8}" y="{TOP + 18 * place + 10}" fill="{colour}">{name}</text>')
    file.write_text("\n".join([*parts, "</svg>", ""]))
