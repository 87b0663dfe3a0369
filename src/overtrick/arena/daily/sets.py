"""Sets of cards: what follows from the secret of a day, and who gets which.

Everything is derived by HMAC-SHA256, so that whoever is shown the secret later can work all of it out again.
"""

from overtrick.core.luck import derive
from overtrick.core.mistake import Mistake
from overtrick.games import all_games, find_game
from overtrick.games.face import Daily, face_of
from overtrick.match.record import Match, new_match

RANKED = ("A", "B", "C", "D")  # for those whose account is older than the day
NEW = "N"  # for accounts of that day, so that nobody can register until they get cards that they have seen
GUESTS = "G"  # for everybody else: ranked nowhere, as a guest can come back as another one
SETS = (*RANKED, NEW, GUESTS)


def daily_games() -> list[str]:
    """Return the games that have a deal of the day."""
    return [name for name, game in all_games().items() if face_of(game).daily]


def daily_of(game: str) -> Daily:
    """Return what is played every day in a game, or raise Mistake."""
    daily = face_of(find_game(game)).daily
    if daily is None:
        raise Mistake(f"{game} has no deal of the day; allowed: {', '.join(daily_games())}")
    return daily


def set_seed(secret: bytes, game: str, name: str) -> bytes:
    """Return the seed of a set of cards, from the secret of its day."""
    return derive(secret, f"set/{game}/{name}")


def choice_key(secret: bytes) -> bytes:
    """Return what chooses the sets of a day for accounts."""
    return derive(secret, "choice")


def chosen_set(key: bytes, game: str, account: int) -> str:
    """Return the set that an account gets, which nobody can know before the day."""
    number = int.from_bytes(derive(key, f"{game}/{account}")[:8])
    return RANKED[number % len(RANKED)]


def table_match(game: str, seed: bytes, table: int, who: str) -> Match:
    """Return the match at one of the tables of a try, with somebody in the seat that is theirs."""
    daily = daily_of(game)
    cards, mine = daily.tables[table]
    players = [who if seat == mine else f"{game}:{daily.level}" for seat in range(daily.seats)]
    return new_match(game, players, daily.options, derive(seed, f"cards/{cards}"))
