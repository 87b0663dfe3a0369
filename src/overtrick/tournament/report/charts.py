"""Small charts drawn as SVG: intervals, bars and curves.

What stands in a table cell is placed in per cent of the cell's width, so it grows
with the page while its lines and dots keep their size.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from overtrick.tournament.rating.ratings import Estimate
from overtrick.tournament.report.curves import Curve
from overtrick.tournament.report.markup import node
from overtrick.tournament.report.words import known, number

MARGIN = 7.0  # per cent left and right of the scale, room for the labels at its ends
STEPS = (1.0, 2.0, 2.5, 5.0, 10.0, 20.0)
ROW, MIDDLE = 22.0, 11.0  # height of a chart in a table cell


@dataclass(frozen=True)
class Scale:
    """A common scale from the least to the greatest value, with room for so many ticks."""

    low: float
    high: float
    room: int = 4

    def at(self, value: float) -> float:
        """Return the place of a value, from 0 to 1."""
        return (value - self.low) / (self.high - self.low)

    def x(self, value: float) -> str:
        """Return the place of a value in a table cell."""
        return f"{MARGIN + (100 - 2 * MARGIN) * self.at(value):.2f}%"

    def ticks(self) -> list[tuple[float, str]]:
        """Return a few round values on the scale with their labels."""
        power = 10.0 ** math.floor(math.log10((self.high - self.low) / self.room))
        step, first, last = next(spaced for factor in STEPS if (spaced := self._spaced(power * factor)))
        digits = next((digits for digits in range(6) if math.isclose(step, round(step, digits))), 6)
        return [(count * step, minus(number(count * step, digits))) for count in range(first, last + 1)]

    def _spaced(self, step: float) -> tuple[float, int, int] | None:
        """Return a step with the first and last of its multiples on the scale, or None if there is no room for all."""
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return (step, first, last) if last - first < self.room else None


def scale_of(values: Iterable[float]) -> Scale:
    """Return a scale that holds all finite values and is never empty."""
    finite = [value for value in values if math.isfinite(value)] or [0.0]
    low, high = min(finite), max(finite)
    if high - low < 1e-9 * max(1.0, abs(low), abs(high)):
        return Scale(low - 1, high + 1)
    return Scale(low, high)


def ends(estimates: Iterable[Estimate]) -> list[float]:
    """Return what a scale of some estimates must hold."""
    return [part for estimate in estimates for part in (estimate.value, estimate.low, estimate.high)]


def minus(text: str) -> str:
    """Return a number with a real minus sign."""
    return text.replace("-", "−")


def axis(scale: Scale) -> Element:
    """Return the scale above a column of charts; it is told in numbers elsewhere, so no reader need hear it."""
    labels = [
        part
        for tick, label in scale.ticks()
        for part in (
            node("text", label, class_="tick", x=scale.x(tick), y=12.0, text_anchor="middle"),
            node("line", class_="grid", x1=scale.x(tick), x2=scale.x(tick), y1=17.0, y2=22.0),
        )
    ]
    return node("svg", *labels, class_="strip", aria_hidden="true", width="100%", height=ROW)


def interval(estimate: Estimate, scale: Scale, label: str) -> Element:
    """Return a dot with its interval as a bar; only what is known is drawn."""
    drawn = _grid(scale)
    if known(estimate):
        left, right = scale.x(estimate.low), scale.x(estimate.high)
        drawn.append(node("line", class_="whisker", x1=left, x2=right, y1=MIDDLE, y2=MIDDLE))
    if math.isfinite(estimate.value):
        drawn.append(node("circle", class_="dot", cx=scale.x(estimate.value), cy=MIDDLE, r=4.5))
    return _strip(label, drawn)


def bar(value: float, scale: Scale, label: str) -> Element:
    """Return a bar from the low end of the scale."""
    drawn = _grid(scale)
    if math.isfinite(value):
        drawn.append(_box(scale, scale.low, value, "fill-a"))
    return _strip(label, drawn)


def stacked(parts: Mapping[str, float], scale: Scale, label: str) -> Element:
    """Return parts stacked away from zero, losses to the left and gains to the right, and their sum as a mark."""
    drawn = _grid(scale)
    left = right = 0.0
    for value, fill in zip(parts.values(), FILLS, strict=False):
        if value < 0:
            drawn.append(_box(scale, left + value, left, fill))
            left += value
        elif value > 0:
            drawn.append(_box(scale, right, right + value, fill))
            right += value
    total = scale.x(sum(parts.values()))
    drawn.append(node("line", class_="total", x1=total, x2=total, y1=1.0, y2=ROW - 1.0))
    return _strip(label, drawn)


FILLS = ("fill-a", "fill-b", "fill-c")


def stack_ends(parts: Mapping[str, float]) -> list[float]:
    """Return what a scale of stacked parts must hold."""
    return [sum(min(value, 0) for value in parts.values()), sum(max(value, 0) for value in parts.values()), 0.0]


def _grid(scale: Scale) -> list[Element]:
    return [
        node("line", class_="zero" if tick == 0 else "grid", x1=scale.x(tick), x2=scale.x(tick), y1=0.0, y2=ROW)
        for tick, _ in scale.ticks()
    ]


def _box(scale: Scale, low: float, high: float, fill: str) -> Element:
    width = (scale.at(high) - scale.at(low)) * (100 - 2 * MARGIN)
    return node("rect", class_=fill, x=scale.x(low), y=4.0, width=f"{width:.2f}%", height=ROW - 8.0)


def _strip(label: str, drawn: Sequence[Element]) -> Element:
    return node("svg", node("title", label), *drawn, class_="strip", role="img", width="100%", height=ROW)


# Curves

WIDE, HIGH = 320.0, 150.0
LEFT, RIGHT, TOP, BOTTOM = 44.0, 302.0, 8.0, 122.0


def curve_scale(curves: Sequence[Curve], factor: int) -> Scale:
    """Return a scale for curves that leaves out the wild beginning, where a few cards decide."""
    values: list[float] = []
    for curve in curves:
        late = curve.clusters * 5 >= curve.clusters.max(initial=0)
        values += [float(value) * factor for part in (curve.mean, curve.low, curve.high) for value in part[late]]
    close = scale_of(values)
    room = (close.high - close.low) / 20
    return Scale(close.low - room, close.high + room)


@dataclass(frozen=True)
class Along:
    """What curves go along: where they begin, what it is called, and what stands there if they have a single point."""

    first: int
    title: str
    alone: str
    dots: bool = False  # whether each point is one that was measured for itself


CARDS = Along(1, "sets of cards", "1 set of cards")


@dataclass(frozen=True)
class Chart:
    """Curves on a common scale."""

    curves: Sequence[Curve]
    scale: Scale
    factor: int = 1  # shares are written as percentages
    along: Along = CARDS


def panel(chart: Chart, chosen: int, label: str) -> Element:
    """Return a chart of one curve with its band, in front of the others."""
    along, own = chart.along, chart.curves[chosen]
    last = max((int(curve.clusters.max(initial=along.first)) for curve in chart.curves), default=along.first)

    def point(at: float, value: float) -> str:
        x = (RIGHT - LEFT) * ((at - along.first) / (last - along.first) if last > along.first else 0.5)
        return f"{x:.1f},{(BOTTOM - TOP) * (1 - chart.scale.at(value * chart.factor)):.1f}"

    def line(curve: Curve, kind: str) -> Element:
        points = (point(*pair) for pair in zip(curve.clusters, curve.mean, strict=True))
        return node("polyline", class_=kind, points=" ".join(points))

    drawn = [line(curve, "other") for curve in chart.curves if curve is not own]
    upper = [point(*pair) for pair in zip(own.clusters, own.high, strict=True) if math.isfinite(pair[1])]
    lower = [point(*pair) for pair in zip(own.clusters, own.low, strict=True) if math.isfinite(pair[1])]
    drawn.append(node("polygon", class_="band", points=" ".join(upper + lower[::-1])))
    drawn.append(line(own, "own"))
    if along.dots or len(own.mean) == 1:  # a line of one point would not be seen
        for pair in zip(own.clusters, own.mean, strict=True):
            x, y = point(*pair).split(",")
            drawn.append(node("circle", class_="dot", cx=x, cy=y, r=3.5))
    inner = {"x": LEFT, "y": TOP, "width": RIGHT - LEFT, "height": BOTTOM - TOP}
    return node(
        "svg",
        node("title", label),
        *_frame(chart.scale, along, last),
        # Of curves that settle, what is wild at the beginning is cut off.
        node("svg", *drawn, overflow="visible" if along.dots else "hidden", **inner),
        class_="panel",
        role="img",
        viewBox=f"0 0 {WIDE:.0f} {HIGH:.0f}",
    )


def _frame(scale: Scale, along: Along, last: int) -> list[Element]:
    drawn = []
    for tick, label in scale.ticks():
        y = BOTTOM - (BOTTOM - TOP) * scale.at(tick)
        drawn.append(node("line", class_="zero" if tick == 0 else "grid", x1=LEFT, x2=RIGHT, y1=y, y2=y))
        drawn.append(node("text", label, class_="tick", x=LEFT - 5, y=y + 4, text_anchor="end"))
    below = {LEFT: str(along.first), (LEFT + RIGHT) / 2: along.title, RIGHT: str(last)}
    if last == along.first:
        below = {(LEFT + RIGHT) / 2: along.alone}
    for x, label in below.items():
        drawn.append(node("text", label, class_="tick", x=x, y=BOTTOM + 16, text_anchor="middle"))
    return drawn
