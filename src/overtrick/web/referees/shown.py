"""What somebody at a table is shown: the scene of their seat, and what they should know of the table beside it."""

from typing import Any

from overtrick.bots.builtin import character_of
from overtrick.games.contract import NOBODY
from overtrick.games.face import face_of
from overtrick.games.view import View
from overtrick.scenes.plain import plain
from overtrick.scenes.scene import OFFERED, log, scene
from overtrick.web.referees.table import Onlooker, Table


def message(table: Table, onlooker: Onlooker, *, first: bool = False) -> dict[str, Any]:
    """Return what somebody is shown now."""
    names = [chair.name for chair in table.sitting.chairs]
    shown = onlooker.open_hands and table.may_open(onlooker)
    drawn = scene(table.sitting.going, table.seat_shown(onlooker), names, shown)
    going = table.sitting.going
    if table.setting.waiting:  # nobody may act yet
        drawn["now"] = {name: value for name, value in drawn["now"].items() if name not in OFFERED}
    more: dict[str, Any] = {"log": log(going, table.seat_shown(onlooker), names)} if first else {}
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
            "redo": table.alone(guest) and len(mine) == 1 and bool(table.sitting.undone),
            "hint": table.may_hint(onlooker),
            "open": table.may_open(onlooker),
            "save": table.alone(guest),
            "again": host and table.sitting.over,
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
            }
            for seat, chair in enumerate(table.sitting.chairs)
        ],
        "invite": f"/tables/{table.name}/join?key={setting.invitation}" if host and setting.free else None,
        "clock": clock_face(table) if table.in_ticks else None,
        "wish": {seat: table.wishes.get(seat) for seat in mine} if table.in_ticks else None,
        "pondered": round(table.pondered, 2),
        "watching": len(watching),
        "replay": f"/tables/{table.name}/replay" if table.sitting.over else None,
        "next": f"/tables/{setting.next}" if setting.next else None,
    }


def clock_face(table: Table) -> dict[str, Any]:
    """Return what the clock of the tick model shows."""
    left = max(table.next_tick - table.clock(), 0.0) if table.running and not table.ticking else table.setting.pace_s
    return {"running": table.running, "seconds": table.setting.pace_s, "left": round(left, 2)}
