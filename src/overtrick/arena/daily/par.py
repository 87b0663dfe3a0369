"""Par: what the cards of a set are worth in the seat of whoever tries them, as a panel of our players shows.

Each of them meets the same opponents with the same seeds, and has luck of its own.
"""

import json
from dataclasses import asdict, dataclass
from statistics import fmean, stdev

from overtrick.arena.daily.sets import daily_of, table_match
from overtrick.bots.bot import Hello
from overtrick.bots.find import find
from overtrick.core.luck import derive
from overtrick.games.contract import NOBODY
from overtrick.games.face import Daily
from overtrick.match.progress import Progress


@dataclass(frozen=True)
class Par:
    """What a set is worth: deal by deal, and how far single plays of it lie apart."""

    deals: tuple[float, ...]
    spread: float

    @property
    def points(self) -> float:
        """The sum."""
        return sum(self.deals)

    def text(self) -> str:
        """Return it as JSON."""
        return json.dumps(asdict(self))


def read_par(text: str) -> Par:
    """Return the par of such a text."""
    data = json.loads(text)
    return Par(tuple(data["deals"]), data["spread"])


def par_of(game: str, seed: bytes) -> Par:
    """Return the par of a set of cards, which takes seconds to minutes of computing."""
    panel = daily_of(game).panel
    plays = [played(game, seed, f"{game}:{player}", f"par/{number}") for number, player in enumerate(panel)]
    totals = [sum(map(sum, play)) for play in plays]
    columns = zip(*([score for table in play for score in table] for play in plays), strict=True)
    return Par(tuple(round(fmean(column), 3) for column in columns), round(stdev(totals) if totals[1:] else 0.0, 3))


def played(game: str, seed: bytes, player: str, label: str) -> list[list[int]]:
    """Return what a player gets with a set of cards, by table and deal, with luck of its own."""
    return [table_played(game, seed, table, player, label) for table in range(len(daily_of(game).tables))]


def table_played(game: str, seed: bytes, table: int, player: str, label: str) -> list[int]:
    """Return the scores of the deals at one table; the opponents have the seeds that they have against a person."""
    match = table_match(game, seed, table, player)
    mine = daily_of(game).tables[table][1]
    going = Progress(match)
    bots = [find(name, game)() for name in match.players]
    for seat, bot in enumerate(bots):
        own = derive(seed, f"{label}/{table}") if seat == mine else derive(match.seed, f"bot/{seat}")
        bot.open(Hello(game, going.game.VERSION, match.seats, seat, match.options, own.hex()))
    while going.row:
        seat = going.to_move
        going.play(bots[seat].ask(going.view(seat)))
        if going.to_move == NOBODY:
            going.end_deal()
    for bot in bots:
        bot.close([])
    return [deal.scores[mine] for deal in going.deals]


def luck_free(daily: Daily, points: float, par: Par) -> float:
    """Return points without what the cards explain of them: the part of par above the usual one that is luck."""
    return points - daily.weight * (par.points - daily.usual)
