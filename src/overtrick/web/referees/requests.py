"""What the pages of the site ask a referee for. Each answers, or raises Mistake."""

from typing import TYPE_CHECKING, Any

from overtrick.arena.daily.days import closes
from overtrick.arena.daily.sets import daily_of, table_match
from overtrick.core.mistake import Mistake
from overtrick.match.sitting import Chair, Sitting, to_json
from overtrick.web.referees import shown
from overtrick.web.referees.new_table import Wish, load_sitting, seat_name, set_up
from overtrick.web.referees.store import Setting, fresh_name
from overtrick.web.referees.table import Onlooker, Table

if TYPE_CHECKING:
    from overtrick.web.referees.referee import Referee

Message = dict[str, Any]
MOST_LISTED = 50


def create(referee: "Referee", given: Message) -> Message:
    """Set up a table as somebody wishes."""
    wish = Wish(**{**given["wish"], "kinds": tuple(given["wish"]["kinds"]), "names": tuple(given["wish"]["names"])})
    referee.add(given["table"], *set_up(wish, given["guest"], given.get("account", 0)))
    return {}


def load(referee: "Referee", given: Message) -> Message:
    """Set up a table from a saved game; its people are those at the screen of whoever brings it."""
    sitting = load_sitting(given["text"])
    owners = [given["guest"] if chair.person else "" for chair in sitting.chairs]
    for chair in sitting.chairs:
        chair.away = False
    referee.add(given["table"], sitting, Setting(given["guest"], owners, [], fresh_name(), counts=False))
    return {}


def sit(referee: "Referee", given: Message) -> Message:
    """Set up a table of somebody's try at the deal of the day, unless it is there."""
    name = given["table"]
    if name in referee.tables or referee.store.find(name) is not None:
        return {}
    seated = referee.store.find_seated(name)
    if seated is None:
        raise Mistake("there is no such try")
    daily, mine = daily_of(seated.game), daily_of(seated.game).tables[seated.number][1]
    match = table_match(seated.game, seated.seed, seated.number, given["name"])
    chairs = [
        Chair(given["name"] if seat == mine else seat_name(seat), f"{seated.game}:{daily.level}", seat == mine)
        for seat in range(daily.seats)
    ]
    sitting = Sitting(match, chairs)
    sitting.faithful = True
    owners = [seated.guest if seat == mine else "" for seat in range(daily.seats)]
    setting = Setting(seated.guest, owners, [], fresh_name(), chat=False, counts=False, closes=closes(seated.day))
    setting.part = seated.number + 1
    setting.accounts = [seated.account or 0 if seat == mine else 0 for seat in range(daily.seats)]
    referee.add(name, sitting, setting)
    return {}


def join(referee: "Referee", given: Message) -> Message:
    """Give somebody a seat."""
    table = referee.table(given["table"])
    table.join(given["guest"], given["name"], given["key"], given["seat"], given.get("account", 0))
    referee.acted(table)
    referee.look(table)
    return {}


def leave(referee: "Referee", given: Message) -> Message:
    """Let our players stand in for somebody."""
    table = referee.table(given["table"])
    table.leave(given["guest"])
    referee.acted(table)
    referee.look(table)
    return {}


def save(referee: "Referee", given: Message) -> Message:
    """Return a match as text, to go on elsewhere; it tells all cards, so nobody else may play there."""
    table = referee.table(given["table"])
    if not table.alone(given["guest"]):
        raise Mistake("only somebody who plays against our players alone can take the game home")
    return {"text": to_json(table.sitting)}


def about(referee: "Referee", given: Message) -> Message:
    """Return who sits at a table, for the page on which somebody joins."""
    table = referee.table(given["table"])
    return {**shown.about(table, Onlooker(given["guest"])), "game": table.sitting.match.game}


def open_tables(referee: "Referee", given: Message) -> Message:
    """Return the tables that anybody may come to and at which somebody is."""
    found = [table for table in referee.tables.values() if table.setting.public and not table.sitting.over]
    return {"tables": [_listed(table) for table in found if table.awake][:MOST_LISTED]}


def _listed(table: Table) -> Message:
    sitting, setting = table.sitting, table.setting
    return {
        "id": table.name,
        "game": sitting.match.game,
        "people": [chair.name for seat, chair in enumerate(sitting.chairs) if chair.person and setting.owners[seat]],
        "bots": sum(not chair.person for chair in sitting.chairs) - len(setting.free),
        "free": len(setting.free),
        "waiting": setting.waiting,
        "watching": sum(not table.seats_of(one.guest) for one in table.onlookers.values()),
    }


REQUESTS = {
    "create": create,
    "load": load,
    "sit": sit,
    "join": join,
    "leave": leave,
    "save": save,
    "about": about,
    "open_tables": open_tables,
}
