"""What a simulation says: a few lines, or a file of arrays or of scores."""

import csv
from pathlib import Path

import numpy as np

from overtrick.compiled.simulate import Simulation


def lines(result: Simulation) -> list[str]:
    """Return the mean score of every seat with its standard error, and the means of what was kept, deal by deal."""
    matches = len(result.scores)
    found = [
        f"{'seat':<5}{'player':<24}{'mean score':>12}{'± error':>10}" + "".join(f"{name:>10}" for name in result.kept)
    ]
    for seat, player in enumerate(result.players):
        points = result.scores[:, seat]
        error = float(points.std(ddof=1) / np.sqrt(matches)) if matches > 1 else 0.0
        kept = "".join(f"{array[:, :, seat].sum() / result.deals.sum():>10.2f}" for array in result.kept.values())
        found.append(f"{seat:<5}{player:<24}{float(points.mean()):>12.2f}{error:>10.2f}{kept}")
    return [*found, f"{matches} matches, {result.decisions} decisions ({how(result)})"]


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
