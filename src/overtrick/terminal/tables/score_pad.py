"""The score pad: all rounds of a match, and how the points grew."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from overtrick.games import GAMES
from overtrick.games.face import face_of, title_of
from overtrick.scenes.scene import Scene
from overtrick.terminal.columns import Column, plain_lines, shortened
from overtrick.terminal.faces import bar

NAME = 9  # cells of a name in a heading
STEPS = "▁▂▃▄▅▆▇█"
LEAST = 8  # cells of a seat in a narrow place
BAR = 10  # cells of the longest bar


def kept(scene: Scene) -> tuple[str, ...]:
    """Return the names of what the pad shows beside the points."""
    return face_of(GAMES[scene["game"]]).pad


def pad_heading(scene: Scene) -> str:
    """Return which game the pad is of, and what stands in its columns."""
    heading = f"Score pad: {title_of(GAMES[scene['game']])}"
    return f"{heading}, {'/'.join(kept(scene))} and points" if kept(scene) else heading


def pad_lines(scene: Scene) -> Iterator[str]:
    """Yield a line for every finished round, and the totals."""
    pad, seats = scene["pad"], range(scene["seats"])
    if not pad:
        yield "no round is finished yet"
        return
    columns = [Column("", (*(str(number) for number in range(1, len(pad) + 1)), "all"))]
    if pad[0]["cards"] is not None and kept(scene):
        columns.append(Column("cards", (*(str(line["cards"]) for line in pad), "")))
    for seat in seats:
        total = f"{scene['totals'][seat]}"
        cells = (*(entry(line, seat, kept(scene)) for line in pad), total)
        columns.append(Column(shortened(scene["names"][seat], NAME), cells))
    yield from plain_lines(columns)
    for line in pad:
        yield from line["notes"]


def entry(line: Scene, seat: int, names: Sequence[str]) -> str:
    """Return what a seat wrote down for a round: what the game keeps of it, and the points."""
    numbers = [line[name][seat] for name in names]
    if not numbers:
        return f"{line['scores'][seat]:+d}"
    return "out" if numbers[0] < 0 else f"{'/'.join(map(str, numbers))} {line['scores'][seat]:+4d}"


def rounds_so_far(scene: Scene) -> list[str]:
    """Return the finished rounds for a narrow place, the latest first: what was kept and the points of each seat."""
    if not scene["pad"]:
        return []
    seats = range(scene["seats"])
    entries = [[entry(line, seat, kept(scene)).replace("  ", " ") for seat in seats] for line in scene["pad"]]
    width = max(LEAST, *(len(text) + 1 for line in entries for text in line))
    names = [shortened(name, width - 1) for name in scene["names"]]
    lines = ["  " + "".join(f"{name:>{width}}" for name in names)]
    for number in range(len(entries), 0, -1):
        lines.append(f"{number:>2}" + "".join(f"{text:>{width}}" for text in entries[number - 1]))
    return lines


def best_first(scene: Scene) -> dict[int, str]:
    """Return the seats of a finished match in the order of their places, with names of the same width."""
    order = sorted(range(scene["seats"]), key=lambda seat: (scene["places"][seat], seat))
    names = {seat: shortened(scene["names"][seat], NAME) for seat in order}
    width = max(map(len, names.values()))
    return {seat: f"{name:<{width}}" for seat, name in names.items()}


def final_lines(scene: Scene) -> Iterator[str]:
    """Yield the places of a match, best first, with the points as a bar."""
    totals = scene["totals"]
    low, high = min(0, *totals), max(1, *totals)
    for seat, name in best_first(scene).items():
        share = (totals[seat] - low) / (high - low)
        yield f"{scene['places'][seat]}. {name} {totals[seat]:>5}  {bar(share, BAR)}"


def growth(scene: Scene) -> list[str]:
    """Return how the points of each seat grew, as a curve."""
    grown = [list(accumulate(line["scores"][seat] for line in scene["pad"])) for seat in range(scene["seats"])]
    lowest, highest = min(map(min, grown)), max(map(max, grown))
    return [spark(values, lowest, highest) for values in grown]


def spark(values: Sequence[int], low: int, high: int) -> str:
    """Return a curve of one letter for each value."""
    span = max(high - low, 1)
    return "".join(STEPS[round((value - low) / span * (len(STEPS) - 1))] for value in values)
