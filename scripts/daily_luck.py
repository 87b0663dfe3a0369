"""Measure how much of the points of a deal of the day is luck of the cards, and how well par takes it out.

Run: python -m scripts.daily_luck GAME [SETS]. It prints ``usual``, ``weight`` and ``noise`` for the game's face, and
what they come from: for players that are not on the panel, how far their points lie apart from set to set as they are,
after subtracting par as it is, and with the part of par that the weight takes.
"""

import sys
from statistics import fmean, pstdev

from overtrick.arena.daily.par import par_of, played
from overtrick.arena.daily.sets import daily_of
from overtrick.bots.builtin import is_repeatable, levels_of, players_of
from overtrick.core.luck import derive


def others(game: str) -> list[str]:
    """Return players that stand for people: levels and players of the game that are not on the panel."""
    panel = {player.partition("@")[0] for player in daily_of(game).panel}
    levels = [name for name, level in levels_of(game).items() if level.player.partition("@")[0] not in panel]
    players = [name for name in players_of(game) if name not in panel and is_repeatable(name, game)]
    return [*levels, *players]


def spread(points: list[float], pars: list[float], weight: float) -> float:
    """Return how far points lie apart without a part of par."""
    return pstdev(own - weight * par for own, par in zip(points, pars, strict=True))


def main(game: str, sets: int) -> None:
    """Measure a game."""
    seeds = [derive(b"daily luck", f"{game}/{number}") for number in range(sets)]
    pars = [par_of(game, seed).points for seed in seeds]
    found = {}
    for name in others(game):
        points = [float(sum(map(sum, played(game, seed, f"{game}:{name}", "other")))) for seed in seeds]
        if spread(points, pars, 0) and spread(points, pars, 1):  # not one that gets the same always, or just par
            found[name] = points

    def cost(weight: float) -> float:
        return fmean((spread(points, pars, weight) / spread(points, pars, 0)) ** 2 for points in found.values())

    weight = min((step / 20 for step in range(21)), key=cost)
    noise = fmean(spread(points, pars, weight) for points in found.values())
    print(f"{game}, {sets} sets: usual={fmean(pars):.1f}, weight={weight:.2f}, noise={noise:.1f}")
    print(f"  par: standard deviation {pstdev(pars):.1f}; variance left of the others' points: {cost(weight):.2f}")
    print("  player            mean   as they are   minus par   with the weight")
    for name, points in found.items():
        numbers = [spread(points, pars, part) for part in (0, 1, weight)]
        print(f"  {name:14} {fmean(points):7.1f} {numbers[0]:13.1f} {numbers[1]:11.1f} {numbers[2]:17.1f}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200)
