"""A table at a position of a finished match: the same cards, and whoever asks in a seat against our players."""

from collections.abc import Sequence
from typing import Any

from overtrick.bots.builtin import names as player_names
from overtrick.core.mistake import Mistake
from overtrick.games.face import plays_on
from overtrick.match.record import Record
from overtrick.match.sitting import Chair, Sitting, sit_down_at
from overtrick.scenes.replay import seat_names
from overtrick.web.referees.new_table import usual_level
from overtrick.web.referees.store import Setting, Tried, fresh_name
from overtrick.web.referees.table import Table
from overtrick.web.referees.ticks import named

Json = dict[str, Any]


def table_at(record: Record, given: Json) -> tuple[Sitting, Setting]:
    """Return the table at which somebody tries another line, or raise Mistake; it never counts for anybody."""
    deal, step, seat, guest = given["deal"], given["step"], given["seat"], given["guest"]
    if not 0 <= seat < record.match.seats:
        raise Mistake(f"seat is {seat}; allowed: 0 to {record.match.seats - 1}")
    names = list(given.get("names") or seat_names(record))
    sitting = sit_down_at(record, deal, step, chairs_of(record, names, seat, given["who"]))
    if not plays_on(sitting.going.game, sitting.going.row, seat):
        raise Mistake(f"{names[seat]} is out there; allowed: a seat that still plays")
    owners = [guest if other == seat else "" for other in range(record.match.seats)]
    scores = [list(later.scores) for later in record.deals[deal - 1 :]]
    tried = Tried(given["base"], deal, step, seat, scores)
    setting = Setting(guest, owners, [], fresh_name(), counts=False, tried=tried)
    if already := named(Table("", sitting, setting)):  # where all act at once: from before anybody named an action
        sitting.retrace(sitting.done[:-already])
    return sitting, setting


def chairs_of(record: Record, names: Sequence[str], seat: int, who: str) -> list[Chair]:
    """Return who sits there: a person, and in all other seats our players, those that played if they are ours."""
    others = {name for other, name in enumerate(names) if other != seat}
    called = names[seat] if who in others else who
    return [
        Chair(called if place == seat else names[place], player_like(record, place), place == seat)
        for place in range(record.match.seats)
    ]


def player_like(record: Record, seat: int) -> str:
    """Return the player of ours that sat in a seat, or else our usual one."""
    game = record.match.game
    player = record.match.players[seat].partition("@")[0]
    return player if player in player_names(game) else f"{game}:{usual_level(game)}"
