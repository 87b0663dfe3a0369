"""What people at a table say, and what the referee then does. Each raises Mistake for what is not allowed."""

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from overtrick.core.mistake import Mistake
from overtrick.match.sitting import Sitting, sit_down
from overtrick.web.messages import Line
from overtrick.web.referees import advice, live, patience, ticks
from overtrick.web.referees.new_table import read_form, set_up
from overtrick.web.referees.shown import message
from overtrick.web.referees.store import Setting, fresh_name, known, may_count
from overtrick.web.referees.table import Onlooker, Table
from overtrick.web.referees.timing import new_timing

if TYPE_CHECKING:
    from overtrick.web.referees.referee import Referee

Message = dict[str, Any]


def said_act(referee: "Referee", table: Table, number: int, wanted: Message) -> None:
    """Somebody acts."""
    action, step = wanted.get("action"), wanted.get("step")
    if not isinstance(action, str) or type(step) is not int:
        raise Mistake("an action needs its name and the step that it is meant for")
    onlooker = table.onlookers[number]
    if table.live is not None:
        live.act(table, table.live, onlooker, action, step)
        referee.acted(table)
        return
    if table.in_ticks:
        full, doubt = ticks.wish(table, onlooker, action, step)
        referee.tell(number, {"wish": full, "doubt": doubt or None, "step": step})
        return
    table.act(onlooker, action, step)
    referee.acted(table)


def said_back(referee: "Referee", table: Table, number: int, wanted: Message) -> None:
    """Somebody takes back."""
    table.take_back(table.onlookers[number])
    referee.acted(table)


def said_redo(referee: "Referee", table: Table, number: int, wanted: Message) -> None:
    """Somebody wants again what was taken back."""
    table.redo(table.onlookers[number])
    referee.acted(table)


def said_lift(referee: "Referee", table: Table, number: int, wanted: Message) -> None:
    """Somebody lifts the curtain."""
    table.lift(table.onlookers[number])
    referee.tell(number, message(table, table.onlookers[number]))


def said_open(referee: "Referee", table: Table, number: int, wanted: Message) -> None:
    """Somebody wants to see all hands."""
    table.open(table.onlookers[number])
    referee.tell(number, message(table, table.onlookers[number]))


def said_start(referee: "Referee", table: Table, number: int, wanted: Message) -> None:
    """Somebody starts the clock."""
    if table.live is not None:
        live.start(table, table.onlookers[number])
    else:
        ticks.start(table, table.onlookers[number])
    referee.show(table)


def said_pause(referee: "Referee", table: Table, number: int, wanted: Message) -> None:
    """Somebody stops the clock."""
    if not table.seats_of(table.onlookers[number].guest):
        raise Mistake("you only watch this table")
    if table.live is not None:
        live.pause(table, table.onlookers[number])
    else:
        ticks.stop(table)
    referee.show(table)


def said_begin(referee: "Referee", table: Table, number: int, wanted: Message) -> None:
    """The host does not want to wait for anybody else."""
    table.begin(table.onlookers[number].guest)
    referee.acted(table)


def said_leave(referee: "Referee", table: Table, number: int, wanted: Message) -> None:
    """Somebody leaves."""
    table.leave(table.onlookers[number].guest)
    referee.acted(table)
    referee.tell(number, {"bye": "You have left the table. Its address brings you back."})


def said_hint(referee: "Referee", table: Table, number: int, wanted: Message) -> None:
    """Somebody wants to know what the strong player would do."""
    seen = table.view_to_explain(table.onlookers[number])
    if number in referee.hinting:
        raise Mistake("a hint is on its way")
    referee.hinting.add(number)
    referee.changed[table.name] = table  # this match does not count any more
    referee.advise([number], advice.hint, seen, len(table.sitting.done))


def said_nudge(referee: "Referee", table: Table, number: int, wanted: Message) -> None:
    """Somebody reminds whoever is to move."""
    patience.nudge(table, table.onlookers[number])
    referee.show(table)


def said_replace(referee: "Referee", table: Table, number: int, wanted: Message) -> None:
    """Somebody wishes that a player of ours takes the seat that is to move."""
    patience.replace(table, table.onlookers[number])
    referee.acted(table)


def said_extend(referee: "Referee", table: Table, number: int, wanted: Message) -> None:
    """The host gives more time."""
    patience.extend(table, table.onlookers[number])
    referee.acted(table)


def said_return(referee: "Referee", table: Table, number: int, wanted: Message) -> None:
    """Somebody takes the seat back."""
    patience.come_back(table, table.onlookers[number])
    referee.acted(table)


def said_unguided(referee: "Referee", table: Table, number: int, wanted: Message) -> None:
    """A learner wants to play on without being told anything."""
    if not table.seats_of(table.onlookers[number].guest):
        raise Mistake("you only watch this table")
    table.setting.lesson = None
    referee.acted(table)


def said_phrase(referee: "Referee", table: Table, number: int, wanted: Message) -> None:
    """Somebody says one of the phrases."""
    _tell_all(referee, table, table.say_phrase(table.onlookers[number], wanted.get("number")))


def said_chat(referee: "Referee", table: Table, number: int, wanted: Message) -> None:
    """Somebody says something in their own words."""
    _tell_all(referee, table, table.say_words(table.onlookers[number], wanted.get("text")))


def _tell_all(referee: "Referee", table: Table, line: Line) -> None:
    for other in table.onlookers:
        referee.tell(other, {"line": line.data()})


def said_hush(referee: "Referee", table: Table, number: int, wanted: Message) -> None:
    """The host switches the chat off or on."""
    table.hush(table.onlookers[number])
    referee.acted(table)


def said_report(referee: "Referee", table: Table, number: int, wanted: Message) -> None:
    """Somebody wants organisers to see a line."""
    onlooker = table.onlookers[number]
    line, around = table.talk.reported(wanted.get("line"))
    if not table.seats_of(onlooker.guest) or line.account == onlooker.account:
        raise Mistake("those who play can report what others say")
    if not referee.reports.spend(onlooker.guest):
        raise Mistake("you have reported enough for now; the organisers will look")
    referee.store.add_report(table.name, onlooker.account, line.account, around)
    referee.tell(number, {"noted": "Organisers of this site will see this line and what was said before it."})


def said_result(referee: "Referee", table: Table, number: int, wanted: Message) -> None:
    """Somebody wants to know how it ended for them; a guest, whose ratings only the browser keeps, brings theirs."""
    onlooker = table.onlookers[number]
    mine = table.seats_of(onlooker.guest)
    if not table.sitting.over or len(mine) != 1 or onlooker.result_told:
        raise Mistake("a result is told once to everybody who has played, when the match is over")
    onlooker.result_told = True
    referee.tell(number, {"result": advice.result(referee.store, table, mine[0], wanted)})


def said_again(referee: "Referee", table: Table, number: int, wanted: Message) -> None:
    """The host wants another match with the same people and options; a learner wants the usual one."""
    if table.onlookers[number].guest != table.setting.host:
        raise Mistake("only the host can set up the next match")
    if not table.sitting.over:
        raise Mistake("the match is not over yet")
    if table.setting.closes:
        raise Mistake("a deal of the day is played once")
    if not table.setting.next:
        sitting, setting = _next_match(table, table.onlookers[number])
        table.setting.next = fresh_name()
        # Only kept, as another process may be its referee.
        referee.changed[table.setting.next] = Table(table.setting.next, sitting, setting)
    referee.acted(table)
    for other in table.onlookers:
        referee.tell(other, {"go": f"/tables/{table.setting.next}"})


def _next_match(table: Table, host: Onlooker) -> tuple[Sitting, Setting]:
    """Return what is played after a match: the same again, and after a guided first game what one click gives."""
    old, match, seated = table.setting, table.sitting.match, table.sitting.chairs
    if old.lesson is not None:
        name = next(chair.name for chair in seated if chair.person)
        return set_up(read_form({"game": match.game}, name), host.guest, host.account)
    chairs = [replace(chair, away=False) for chair in seated]
    fresh = sit_down(match.game, chairs, match.options, allowed=known)
    setting = replace(old, owners=[*old.owners], free=[*old.free], invitation=fresh_name(), taken=[])
    setting.accounts, setting.counts, setting.tried = [*old.accounts], may_count(fresh, old), None
    setting.timing = old.timing and new_timing(old.timing.move_s, old.timing.reserve_s, fresh.match.seats)
    return fresh, setting


def read(text: str) -> tuple[str, Message]:
    """Return the word and the rest of what somebody says, or raise Mistake."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        raise Mistake("this message is no JSON") from None
    word = said.get("do") if isinstance(said, dict) else None
    if not isinstance(word, str) or word not in SAID:
        raise Mistake(f"this message does not say what to do; allowed: {', '.join(SAID)}")
    return word, said


WAIT_FOR_PLAYERS = ("back", "redo")
SAID = {
    "act": said_act,
    "back": said_back,
    "redo": said_redo,
    "hint": said_hint,
    "lift": said_lift,
    "start": said_start,
    "pause": said_pause,
    "open": said_open,
    "begin": said_begin,
    "leave": said_leave,
    "result": said_result,
    "phrase": said_phrase,
    "chat": said_chat,
    "hush": said_hush,
    "report": said_report,
    "nudge": said_nudge,
    "replace": said_replace,
    "extend": said_extend,
    "return": said_return,
    "unguided": said_unguided,
    "again": said_again,
}
