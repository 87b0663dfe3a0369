"""Regret: what each play of a recorded match gave away, in games that are solved.

A game brings it as the part ``regret`` of its face, a module with

    regret(record)          what each play gave away, as Regret, or raise Mistake if these rules are not solved
    totals(records)         what every player gave away, as a list of Total, the least in a match first
    check_served(options)   raise Mistake unless games of these options are solved
    is_ready()              whether what is known lies there; else it is computed first, which may take a while
"""

from dataclasses import asdict, dataclass
from typing import Any

from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.face import face_of, games_with


@dataclass(frozen=True)
class Play:
    """One play: how many tricks it gave away, and the plays that would have given none, if it did."""

    trick: int  # from 1
    seat: int
    card: str
    lost: int
    better: tuple[str, ...] = ()


@dataclass(frozen=True)
class Regret:
    """All plays of a match, and by seat the tricks given away, those taken and those that perfect play promised."""

    players: tuple[str, ...]
    plays: tuple[Play, ...]
    lost: tuple[int, ...]
    tricks: tuple[int, ...]
    promised: tuple[int, ...]  # before the first card, with perfect play from all sides

    def data(self) -> dict[str, Any]:
        """Return the regret as plain data, fit for JSON."""
        return asdict(self)


@dataclass(frozen=True)
class Total:
    """What a player gave away over many matches."""

    player: str
    matches: int
    plays: int
    slips: int  # plays that gave something away
    lost: int

    @property
    def mean(self) -> float:
        """Tricks given away in a match."""
        return self.lost / self.matches

    def data(self) -> dict[str, Any]:
        """Return the total as plain data, fit for JSON."""
        return {**asdict(self), "mean": self.mean}


def judge_of(game: str) -> Any:
    """Return the part that judges plays of a game, or raise Mistake if nobody has solved it."""
    part = face_of(GAMES[game]).part("regret")
    if part is None:
        raise Mistake(f"{game} is not solved; allowed: {', '.join(games_with('regret')) or 'no game'}")
    return part
