"""How people at a table wait for each other: whose time runs, a nudge, and letting a player of ours act."""

from typing import Any

from overtrick.core.mistake import Mistake
from overtrick.web.referees.table import MARK_S, NUDGED_S, Onlooker, Table


def nudge(table: Table, onlooker: Onlooker) -> None:
    """Remind whoever is to move that others wait."""
    _check_waits(table, onlooker)
    if table.nudged is not None:
        raise Mistake(f"{table.sitting.chairs[table.sitting.to_move].name} was nudged already")
    table.nudged, table.told_nudge = table.clock(), False


def replace(table: Table, onlooker: Onlooker) -> None:
    """Let a player of ours take the seat that is to move: as the host wishes, or all others together."""
    _check_waits(table, onlooker)
    if not may_replace(table):
        raise Mistake(f"nudge first; after {NUDGED_S:g} seconds one of our players may take over")
    table.votes.add(onlooker.guest)
    if onlooker.guest == table.setting.host or not missing_votes(table):
        take_seat(table, table.sitting.to_move)


def extend(table: Table, onlooker: Onlooker) -> None:
    """Give whoever is to move another minute, as the host wishes."""
    if onlooker.guest != table.setting.host:
        raise Mistake("only the host can give more time")
    if (seat := clock_seat(table)) is None:
        raise Mistake("nobody's time runs now")
    table.move_clock.extend(seat)


def come_back(table: Table, onlooker: Onlooker) -> None:
    """Give somebody back the seats that a player of ours has taken."""
    mine = [seat for seat in table.seats_of(onlooker.guest) if table.sitting.chairs[seat].away]
    if not mine:
        raise Mistake("nobody has taken your seat")
    for seat in mine:
        table.sitting.chairs[seat].away = False
        if table.setting.timing is not None:
            table.setting.timing.lapses[seat] = 0
    table.setting.taken = [seat for seat in table.setting.taken if seat not in mine]


def may_replace(table: Table) -> bool:
    """Return whether whoever is to move was nudged and had some time since, or has closed the page."""
    if table.is_gone(table.setting.owners[table.sitting.to_move]):
        return True
    return table.nudged is not None and table.clock() >= table.nudged + NUDGED_S


def missing_votes(table: Table) -> set[str]:
    """Return who else has to wish it before a player of ours takes the seat that is to move."""
    return others_here(table, table.sitting.to_move) - table.votes


def time_face(table: Table, onlooker: Onlooker) -> dict[str, Any] | None:
    """Return what the clock shows, and what others may do about whoever is to move; None where nobody waits."""
    seat = waited_for(table)
    if seat is None:
        return None
    timing, running = table.setting.timing, clock_seat(table) is not None
    waits = _waits(table, onlooker, seat)
    return {
        "seat": seat,
        "left": round(max(table.move_clock.left(seat), 0.0), 1) if timing and running else None,
        "reserve": round(timing.reserves[seat]) if timing else None,
        "nudged": table.nudged is not None,
        "may": {
            "nudge": waits and table.nudged is None,
            "replace": waits and may_replace(table) and onlooker.guest not in table.votes,
            "extend": onlooker.guest == table.setting.host and running,
        },
        "missing": len(missing_votes(table)) if table.votes else None,
    }


def _waits(table: Table, onlooker: Onlooker, seat: int) -> bool:
    return bool(table.seats_of(onlooker.guest)) and seat not in table.seats_of(onlooker.guest)


def _check_waits(table: Table, onlooker: Onlooker) -> None:
    seat = waited_for(table)
    if seat is None or not _waits(table, onlooker, seat):
        raise Mistake("only those who play can do this, while somebody else is to move")


# Whose time runs


def others_here(table: Table, seat: int) -> set[str]:
    """Return the guests who have a page open and play in other seats than this one."""
    owners = table.setting.owners
    others = {owners[one] for one in range(len(owners)) if table.present(one) and table.still_in(one)}
    return {guest for guest in others - {"", owners[seat]} if table.is_here(guest)}


def waited_for(table: Table) -> int | None:
    """Return the seat of the person for whom other people wait; None where nobody waits for anybody."""
    seat = table.sitting.to_move
    if table.sitting.over or table.setting.waiting or table.in_ticks or table.live or not table.present(seat):
        return None
    return seat if others_here(table, seat) else None


def clock_seat(table: Table) -> int | None:
    """Return the seat whose time runs; None where there is no clock or a player of ours acts for it already."""
    has_clock = table.setting.timing is not None and table.lapsed != len(table.sitting.done)
    return waited_for(table) if has_clock else None


def run_clock(table: Table) -> bool:
    """Let the time of whoever is waited for run, and no other; return whether what it shows should be kept."""
    if (seat := clock_seat(table)) != table.move_clock.seat:
        table.move_clock.run(seat)
        table.marked = table.clock()
    if seat is None or table.clock() < table.marked + MARK_S:
        return False
    fold_clock(table)
    return True


def fold_clock(table: Table) -> None:
    """Write down what the present move has taken so far, to be kept."""
    table.move_clock.run(table.move_clock.seat)
    table.marked = table.clock()


def nudge_is_old(table: Table) -> bool:
    """Return, once, whether somebody who was nudged had enough time since for others to do more about it."""
    if table.told_nudge or table.nudged is None or table.clock() < table.nudged + NUDGED_S:
        return False
    table.told_nudge = True
    return True


def time_is_up(table: Table) -> bool:
    """Return whether whoever is waited for had all the time that there is; then a player of ours acts."""
    if table.move_clock.seat is None or table.move_clock.left(table.move_clock.seat) > 0:
        return False
    seat = table.move_clock.seat
    if table.move_clock.lapse():
        take_seat(table, seat)
    table.lapsed = len(table.sitting.done)
    return True


def take_seat(table: Table, seat: int) -> None:
    """Let a player of ours have a seat until its owner takes it back."""
    table.sitting.chairs[seat].away = True
    table.setting.taken = sorted({*table.setting.taken, seat})
    table.nudged = None
    table.votes.clear()
