"""What somebody at a table is shown: the scene of their seat, and what they should know of the table beside it."""

from typing import Any

from overtrick.arena.daily.days import day_closing_at
from overtrick.arena.daily.sets import daily_of
from overtrick.bots.builtin import character_of
from overtrick.games.contract import NOBODY
from overtrick.games.face import face_of
from overtrick.games.lesson import lesson_of
from overtrick.games.view import View
from overtrick.match.sitting import Sitting
from overtrick.scenes.plain import plain
from overtrick.scenes.scene import OFFERED, log, scene
from overtrick.scenes.story import story
from overtrick.web.messages import PHRASES, told
from overtrick.web.referees import live
from overtrick.web.referees.patience import time_face
from overtrick.web.referees.table import Onlooker, Table


def message(table: Table, onlooker: Onlooker, *, first: bool = False) -> dict[str, Any]:
    """Return what somebody is shown now."""
    names = [chair.name for chair in table.sitting.chairs]
    shown = onlooker.open_hands and table.may_open(onlooker)
    drawn = scene(table.sitting.going, table.seat_shown(onlooker), names, shown)
    going = table.sitting.going
    if table.setting.waiting:  # nobody may act yet
        drawn["now"] = {name: value for name, value in drawn["now"].items() if name not in OFFERED}
    more: dict[str, Any] = {}
    if first:
        more = {"log": log(going, table.seat_shown(onlooker), names)}
        more |= {"lines": told(table.talk.lines()), "phrases": PHRASES}
    if table.sitting.over:
        more["story"] = story(going, names)
    if going.row and table.may_open(onlooker):
        # With every message, so that a page which shows them one after the other can open the hands of each.
        more["hands"] = open_hands(table)
    return {"scene": drawn, "table": about(table, onlooker), **more}


def open_hands(table: Table) -> Any:
    """Return all hands, as the scenes of the game show them."""
    going = table.sitting.going
    everything = View(going.game, NOBODY, going.row, going.history.everything, going.number)
    if face_of(going.game).drawing:
        return everything.state.get("hands")
    return plain(everything, [chair.name for chair in table.sitting.chairs])["hands"]


def about(table: Table, onlooker: Onlooker) -> dict[str, Any]:
    """Return what somebody should know of the table beside the game."""
    setting, guest = table.setting, onlooker.guest
    mine = table.seats_of(guest)
    watching = {number for number, one in table.onlookers.items() if not table.seats_of(one.guest)}
    host = guest == setting.host
    return {
        "id": table.name,
        "host": host,
        "mine": mine,
        "curtain": table.curtain(onlooker),
        "may": {
            "back": table.may_take_back(guest),
            "redo": table.live is None and table.alone(guest) and len(mine) == 1 and bool(table.sitting.undone),
            "hint": table.may_hint(onlooker),
            "open": table.may_open(onlooker),
            "save": table.alone(guest),
            "again": host and table.sitting.over and not setting.closes,
            "chat": table.may_chat(onlooker),
            "return": not table.sitting.over and any(table.sitting.chairs[seat].away for seat in mine),
        },
        "open": onlooker.open_hands and table.may_open(onlooker),
        "waiting": setting.waiting,
        "learning": setting.learning,
        "chairs": [
            {
                "name": chair.name,
                "person": chair.person,
                "away": chair.away,
                "level": chair.player.partition(":")[2],
                "character": character_of(chair.player, table.sitting.match.game),
                "open": seat in setting.free,
                "profile": f"/players/{account}" if (account := table.account_in(seat)) else None,
                "gone": table.is_gone(setting.owners[seat]),
                "lapses": setting.timing.lapses[seat] if setting.timing else 0,
            }
            for seat, chair in enumerate(table.sitting.chairs)
        ],
        "invite": f"/tables/{table.name}/join?key={setting.invitation}" if host and setting.free else None,
        "join": f"/tables/{table.name}/join" if setting.public and setting.free and not mine else None,
        "public": setting.public,
        "chat": setting.chat,
        "clock": clock_face(table) if table.in_ticks else None,
        "live": None if table.live is None else live.face(table, table.live, onlooker),
        "time": time_face(table, onlooker),
        "lesson": lesson_face(table, onlooker),
        "wish": {seat: table.wishes.get(seat) for seat in mine} if table.in_ticks else None,
        "pondered": round(table.pondered, 2),
        "watching": len(watching),
        "replay": f"/tables/{table.name}/replay" if table.sitting.over and not table.sealed else None,
        "tried": tried_face(table),
        "next": next_of(table),
        "daily": daily_face(table),
    }


def next_of(table: Table) -> str | None:
    """Return where the same people go on: at the table of the next match, or with their deal of the day."""
    if table.setting.closes:
        return f"/today/table?game={table.sitting.match.game}&day={day_closing_at(table.setting.closes)}"
    return f"/tables/{table.setting.next}" if table.setting.next else None


def daily_face(table: Table) -> dict[str, int] | None:
    """Return which table of a deal of the day this is, and of how many; None at all others."""
    if not table.setting.closes:
        return None
    return {"part": table.setting.part, "of": len(daily_of(table.sitting.match.game).tables)}


def lesson_face(table: Table, onlooker: Onlooker) -> dict[str, Any] | None:
    """Return what a learner is told now, what to look at, and how far they are; None where nobody learns."""
    told, sitting = table.setting.lesson, table.sitting
    lesson = lesson_of(sitting.going.game) if told is not None else None
    if told is None or lesson is None or not table.seats_of(onlooker.guest):
        return None
    step, latest = len(sitting.done), max(told.values(), default=-1)
    topics = [topic for topic in lesson.topics if told.get(topic.name) == latest]
    # What was told last stays to be read, as it was true then.
    then = sitting if latest in (-1, step) else Sitting(sitting.match, sitting.chairs, sitting.done[:latest])
    return {
        "says": [topic.says(then.view(0), then.going.finished) for topic in topics] or [lesson.opening],
        "look": [topic.look for topic in topics if topic.look and latest == step],
        "told": len(told),
        "of": len(lesson.topics),
        "closing": lesson.closing if sitting.over else None,
    }


def tried_face(table: Table) -> dict[str, Any] | None:
    """Return how a line that was tried compares with what was played before, deal by deal as far as they are over."""
    tried = table.setting.tried
    if tried is None:
        return None
    place = f"deal={tried.deal}&step={tried.step}&seat={tried.seat}"
    over = zip(table.sitting.going.deals[tried.deal - 1 :], tried.scores, strict=False)
    return {
        "replay": f"{tried.replay}#{place}" if tried.replay else None,
        "deal": tried.deal,
        "seat": tried.seat,
        "scores": [{"now": deal.scores[tried.seat], "before": before[tried.seat]} for deal, before in over],
    }


def clock_face(table: Table) -> dict[str, Any]:
    """Return what the clock of the tick model shows."""
    left = max(table.next_tick - table.clock(), 0.0) if table.running and not table.ticking else table.setting.pace_s
    return {"running": table.running, "seconds": table.setting.pace_s, "left": round(left, 2)}
