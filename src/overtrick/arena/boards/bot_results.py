"""What the matches of one bot say beyond its line on the leaderboard: its best and worst ones, and what went wrong."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from overtrick.arena.arena import Arena
from overtrick.arena.boards.matches import Listed, Seat, Version, Wanted, faults_in, find_matches, names_of, versions_of
from overtrick.core.ending import Ending
from overtrick.games import find_game
from overtrick.games.contract import merit

SHOWN = 5  # best and worst matches
MOST_FAULTY = 200  # matches whose faults are read; the latest ones
EVERYTHING = 10_000_000


@dataclass(frozen=True)
class Error:
    """A kind of fault that a version commits, with its latest example."""

    ending: Ending
    count: int
    sentence: str
    key: str


@dataclass(frozen=True)
class BotResults:
    """What the matches of a bot's versions say."""

    matches: int  # of the version that plays
    faulty: int  # in how many of them it committed a fault
    best: tuple[Listed, ...]
    worst: tuple[Listed, ...]
    errors: tuple[Error, ...]  # the most frequent first


def bot_results(
    arena: Arena, tournament: int, bot: int, active: int | None, versions: Mapping[str, Sequence[Version]]
) -> BotResults:
    """Return what the matches of a bot's active version say, by the id of its submission."""
    mine = set(entrants_of(arena, tournament, bot, active, versions))
    if not mine:
        return BotResults(0, 0, (), (), ())
    found = find_matches(arena, Wanted(tournament, tuple(mine), most=EVERYTHING))
    by_margin = sorted(found, key=lambda match: (-margin(match, mine), match.key))
    faulty = [match for match in found if seat_of(match, mine).faults]
    errors = _errors(arena, tournament, faulty[:MOST_FAULTY], mine)
    worst = tuple(reversed(by_margin[SHOWN:][-SHOWN:]))
    return BotResults(len(found), len(faulty), tuple(by_margin[:SHOWN]), worst, errors)


def entrants_of(
    arena: Arena, tournament: int, bot: int, active: int | None, versions: Mapping[str, Sequence[Version]]
) -> dict[int, str]:
    """Return as which entrants of a tournament a bot's active version plays, and under which names."""
    with arena.reading() as connection:
        known = names_of(connection, tournament).known
    return {
        number: name
        for number, (name, content) in known.items()
        if any((one.bot, one.submission) == (bot, active) for one in versions_of(content, versions))
    }


def seat_of(match: Listed, entrants: set[int]) -> Seat:
    """Return the seat of one of some entrants."""
    return next(seat for seat in match.seats if seat.entrant in entrants)


def margin(match: Listed, entrants: set[int]) -> float:
    """Return how many points one of some entrants did better than the mean of the table."""
    game = find_game(match.game)
    mean = sum(merit(game, seat.total) for seat in match.seats) / len(match.seats)
    return merit(game, seat_of(match, entrants).total) - mean


def _errors(arena: Arena, tournament: int, faulty: Sequence[Listed], mine: set[int]) -> tuple[Error, ...]:
    notes = faults_in(arena, [match.key for match in faulty], tournament)
    found: dict[Ending, Error] = {}
    for match in faulty:
        for note in notes.get(match.key, ()):
            if match.seats[note.seat].entrant in mine:
                latest = found.get(note.ending) or Error(note.ending, 0, note.sentence, match.key)
                found[note.ending] = Error(note.ending, latest.count + 1, latest.sentence, latest.key)
    return tuple(sorted(found.values(), key=lambda error: (-error.count, error.ending)))
