"""The score pad: all rounds of a match, how the points grew, and how often bids were exact."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from overtrick.scenes.scene import Scene
from overtrick.terminal.columns import Column, plain_lines, shortened
from overtrick.terminal.faces import bar

NAME = 9  # cells of a name in a heading
STEPS = "▁▂▃▄▅▆▇█"
LEAST = 8  # cells of a seat in a narrow place
BAR = 10  # cells of the longest bar


def pad_lines(scene: Scene) -> Iterator[str]:
    """Yield a line for every finished round, and the totals."""
    pad, seats = scene["pad"], range(scene["seats"])
    if not pad:
        yield "no round is finished yet"
        return
    columns = [Column("", (*(str(number) for number in range(1, len(pad) + 1)), "all"))]
    if pad[0]["cards"] is not None and scene["game"] == "wizard":
        columns.append(Column("cards", (*(str(line["cards"]) for line in pad), "")))
    for seat in seats:
        total = f"{scene['totals'][seat]}"
        columns.append(Column(shortened(scene["names"][seat], NAME), (*(entry(line, seat) for line in pad), total)))
    yield from plain_lines(columns)
    for line in pad:
        yield from line["notes"]


def entry(line: Scene, seat: int) -> str:
    """Return what a seat wrote down for a round: its points, and for Wizard the bid and the tricks."""
    if "bids" not in line:
        return f"{line['scores'][seat]:+d}"
    bid = line["bids"][seat]
    return "out" if bid < 0 else f"{bid}/{line['tricks'][seat]} {line['scores'][seat]:+4d}"


def rounds_so_far(scene: Scene) -> list[str]:
    """Return the finished rounds for a narrow place, the latest first: bid, tricks and points of each seat."""
    if not scene["pad"]:
        return []
    seats = range(scene["seats"])
    entries = [[entry(line, seat).replace("  ", " ") for seat in seats] for line in scene["pad"]]
    width = max(LEAST, *(len(text) + 1 for line in entries for text in line))
    names = [shortened(name, width - 1) for name in scene["names"]]
    lines = ["  " + "".join(f"{name:>{width}}" for name in names)]
    for number in range(len(entries), 0, -1):
        lines.append(f"{number:>2}" + "".join(f"{text:>{width}}" for text in entries[number - 1]))
    return lines


def final_lines(scene: Scene) -> Iterator[str]:
    """Yield the end of a match, best first: points as a bar, how they grew, and how often the bid was exact."""
    pad, totals = scene["pad"], scene["totals"]
    order = sorted(range(scene["seats"]), key=lambda seat: (scene["places"][seat], seat))
    low, high = min(0, *totals), max(1, *totals)
    names = [shortened(scene["names"][seat], NAME) for seat in order]
    width = max(map(len, names))
    for seat, name in zip(order, names, strict=True):
        share = (totals[seat] - low) / (high - low)
        yield f"{scene['places'][seat]}. {name:<{width}} {totals[seat]:>5}  {bar(share, BAR)}"
    if scene["game"] != "wizard":
        return
    yield ""
    yield "Exact bids, and how the points grew:"
    grown = {seat: list(accumulate(line["scores"][seat] for line in pad)) for seat in order}
    lowest, highest = min(map(min, grown.values())), max(map(max, grown.values()))
    for seat, name in zip(order, names, strict=True):
        played = [line for line in pad if line["bids"][seat] >= 0]
        exact = sum(line["bids"][seat] == line["tricks"][seat] for line in played)
        rate = f"{exact} of {len(played)}, {100 * exact / len(played):.0f} %"
        yield f"{name:<{width}}  {rate}"
        yield f"  {spark(grown[seat], lowest, highest)}"


def spark(values: Sequence[int], low: int, high: int) -> str:
    """Return a curve of one letter for each value."""
    span = max(high - low, 1)
    return "".join(STEPS[round((value - low) / span * (len(STEPS) - 1))] for value in values)
