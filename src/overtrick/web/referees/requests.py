"""What the pages of the site ask a referee for. Each answers, or raises Mistake."""

from typing import TYPE_CHECKING, Any

from overtrick.core.mistake import Mistake
from overtrick.match.sitting import to_json
from overtrick.web.referees import shown
from overtrick.web.referees.new_table import Wish, load_sitting, seat_all
from overtrick.web.referees.store import Setting, fresh_name
from overtrick.web.referees.table import Onlooker

if TYPE_CHECKING:
    from overtrick.web.referees.referee import Referee

Message = dict[str, Any]


def create(referee: "Referee", given: Message) -> Message:
    """Set up a table as somebody wishes."""
    wish = Wish(**{**given["wish"], "kinds": tuple(given["wish"]["kinds"]), "names": tuple(given["wish"]["names"])})
    owners = [given["guest"] if kind in ("me", "hot") else "" for kind in wish.kinds]
    free = [seat for seat, kind in enumerate(wish.kinds) if kind == "open"]
    setting = Setting(given["guest"], owners, free, fresh_name(), wish.learning, wish.pace_s, waiting=bool(free))
    referee.add(given["table"], seat_all(wish), setting)
    return {}


def load(referee: "Referee", given: Message) -> Message:
    """Set up a table from a saved game; its people are those at the screen of whoever brings it."""
    sitting = load_sitting(given["text"])
    owners = [given["guest"] if chair.person else "" for chair in sitting.chairs]
    for chair in sitting.chairs:
        chair.away = False
    referee.add(given["table"], sitting, Setting(given["guest"], owners, [], fresh_name()))
    return {}


def join(referee: "Referee", given: Message) -> Message:
    """Give somebody a seat."""
    table = referee.table(given["table"])
    table.join(given["guest"], given["name"], given["key"], given["seat"])
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


REQUESTS = {
    "create": create,
    "load": load,
    "join": join,
    "leave": leave,
    "save": save,
    "about": about,
}
