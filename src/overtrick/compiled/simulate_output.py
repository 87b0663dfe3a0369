"""What a simulation says: a few lines, or a file of arrays or of scores."""

import csv
import math
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from overtrick.compiled.simulate import Simulation
from overtrick.core.intervals import reach_of

ENDS = {"mean_low": -1, "mean_high": 1}


def half_of(points: npt.NDArray[Any]) -> float:
    """Return half of the 95 % interval of a mean."""
    return reach_of(len(points) - 1) * float(points.std(ddof=1)) / math.sqrt(len(points))


def lines(result: Simulation) -> list[str]:
    """Return the mean score of every seat with half of its 95 % interval, and of what was kept, deal by deal."""
    matches = len(result.scores)
    found = [
        f"{'seat':<5}{'player':<24}{'mean score':>12}{'± 95 %':>10}" + "".join(f"{name:>10}" for name in result.kept)
    ]
    for seat, player in enumerate(result.players):
        points = result.scores[:, seat]
        half = half_of(points) if matches > 1 else 0.0
        kept = "".join(f"{array[:, :, seat].sum() / result.deals.sum():>10.2f}" for array in result.kept.values())
        found.append(f"{seat:<5}{player:<24}{float(points.mean()):>12.2f}{half:>10.2f}{kept}")
    return [*found, f"{matches} matches, {result.decisions} decisions ({how(result)})"]


def data(result: Simulation) -> dict[str, Any]:
    """Return the same as data."""
    seats = []
    for seat, player in enumerate(result.players):
        points = result.scores[:, seat]
        mean, known = float(points.mean()), len(points) > 1
        ends = {name: mean + sign * half_of(points) if known else None for name, sign in ENDS.items()}
        kept = {name: float(array[:, :, seat].sum() / result.deals.sum()) for name, array in result.kept.items()}
        seats.append({"seat": seat, "player": player, "mean": mean, **ends, "kept": kept})
    about = {"matches": len(result.scores), "decisions": int(result.decisions), "compiled": bool(result.compiled)}
    return {**about, "seats": seats}


def how(result: Simulation) -> str:
    """Return whether matches were compiled, and if not, why."""
    if result.compiled:
        return "compiled"
    what = "the game cannot be" if all(name.endswith("random") for name in result.players) else "not all players are"
    return f"interpreted, since {what} compiled"


def write(result: Simulation, file: Path) -> None:
    """Write all arrays to an .npz file, or the scores to a .csv file."""
    if file.suffix == ".npz":
        arrays = {"scores": result.scores, "deals": result.deals, **result.kept}
        if result.prices is not None:
            arrays["prices"] = result.prices
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
        return
    with file.open("w", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(["match", *(f"seat {seat}" for seat in range(len(result.players)))])
        writer.writerows([number, *row] for number, row in enumerate(result.scores.tolist()))
