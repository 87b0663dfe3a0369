"""Reports made up for the tests: literal enough to be checked by hand, rich enough to be looked at."""

import math

import numpy as np

from overtrick.core.ending import Ending
from overtrick.games import GAMES
from overtrick.games.contract import ranked, settled
from overtrick.match.block import rotated
from overtrick.tournament.rating.ratings import Estimate, Pair, Rating, Ratings
from overtrick.tournament.rating.results import Results
from overtrick.tournament.report.page import FaultLine, Report
from overtrick.tournament.stated.tournament import Entrant, RankBy, Tournament

NAMES = ("classic", "search 2", "greedy", "cautious_bidder", "hook.py", "counting-cards", "random", "first legal")
NOWHERE = Estimate(math.nan, math.nan, math.nan)
KEY = "3f" * 32


def made_up_results(entrants: int, seats: int, clusters: int, spread: float = 30.0) -> Results:
    """Return results in which a lower index is better: tables are neighbours, all rotations are played."""
    luck = np.random.default_rng(4)
    rows = []
    for cluster in range(clusters):
        for table in range(0, entrants, seats - 1):
            seating = tuple((table + seat) % entrants for seat in range(seats))
            for turn in range(seats):
                sitting = tuple(int(index) for index in rotated(tuple(map(str, seating)), turn))
                totals = [round(100 - 8 * index + luck.normal(0, spread)) for index in sitting]
                rows.append((0, cluster, table, sitting, totals, ranked(totals), [0] * seats))
    columns = list(zip(*rows, strict=True))
    kinds = (np.int16, np.int32, np.int32, np.int16, np.int32, np.int8, np.int16)
    return Results(*(np.array(column, dtype=kind) for column, kind in zip(columns, kinds, strict=True)))


def made_up_ratings(names: tuple[str, ...] = NAMES, rank_by: RankBy = RankBy.SCORE, clusters: int = 60) -> Ratings:
    """Return ratings that fall from name to name, two of which share a rank group each time."""
    steps = {RankBy.SCORE: (24.0, -7.3, 4.1), RankBy.PLACE: (1.6, 0.21, 0.14)}
    first, step, half = steps.get(rank_by, (0.61, -0.07, 0.031))
    worths = [first + step * place for place in range(len(names))]
    ratings = [
        Rating(
            name=name,
            group=1 + place // 2,
            worth=Estimate(worth, worth - half, worth + half),
            score=Estimate(120 - 8 * place, 112 - 8 * place, 128 - 8 * place),
            place=1.5 + 0.3 * place,
            won=0.5 / (place + 1),
            strength=Estimate(0.9 - 0.25 * place, 0.8 - 0.25 * place, 1.0 - 0.25 * place),
            matches=480,
            blocks=120,
            faults=12 if name == "random" else 0,
            needed=35 + place if place % 2 == 0 else None,
        )
        for place, (name, worth) in enumerate(zip(names, worths, strict=True))
    ]
    pairs = {
        (one, two): Pair(
            Estimate(worths[i] - worths[j], worths[i] - worths[j] - half, worths[i] - worths[j] + half),
            10.0 ** -abs(i - j),
            120,
        )
        for i, one in enumerate(names)
        for j, two in enumerate(names)
        if i != j
    }
    return Ratings(rank_by, tuple(ratings), pairs, matches=480 * len(names) // 4, clusters=clusters)


def made_up_facts(game: str, place: int) -> dict[str, float]:
    """Return what a game tells of the entrant in that place."""
    if game == "wizard":
        return {"rounds": 15.0, "exact bids": 9.6 - place}
    if game == "figgie":
        return {"trading": 9.0 - 14 * place, "cards": 31.5 - 2 * place, "bonus": 26.0 + 3 * place}
    return {}


def made_up_report(
    game: str = "wizard", names: tuple[str, ...] = NAMES, rank_by: RankBy = RankBy.SCORE, **changes: object
) -> Report:
    """Return a report of a game with everything in it."""
    seats = 2 if game == "duel" else 4
    options = settled(GAMES[game], seats, {"hook": "on"} if game == "wizard" else {})
    tournament = Tournament(
        name="Autumn cup",
        game=game,
        seats=seats,
        options=options,
        entrants=tuple(Entrant(name, f"{game}:{name}") for name in names),
        rank_by=rank_by,
        max_faults=20,
    )
    values: dict[str, object] = {
        "tournament": tournament,
        "ratings": made_up_ratings(names, rank_by),
        "results": made_up_results(len(names), seats, clusters=60),
        "facts": {name: made_up_facts(game, place % 8) for place, name in enumerate(names)},
        "faults": [
            FaultLine(names[-2], Ending.TIMEOUT, 11, "no answer after 1.0 s of CPU", KEY),
            FaultLine(names[-2], Ending.ILLEGAL, 1, "7 of hearts does not follow the led suit", KEY),
        ],
        "imbalance": "Every two entrants met 51 or 52 times; every seat was taken 120 times by everybody.",
        "commitment": "c0" * 32,
        "secret": "5e" * 32,
        "store": "autumn cup.db",
        "date": "15 November 2026",
        "fences": ("A+", "built-in"),
    }
    return Report(**{**values, **changes})  # type: ignore[arg-type]
