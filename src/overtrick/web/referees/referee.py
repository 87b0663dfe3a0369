"""A referee: one process of the site that runs some of its tables.

It reads lines from its input and writes lines to its output. Only one thread touches
the tables; our players think in others, so that a slow one holds nobody up. What
happened is kept in the store before anybody is shown it.

In, JSON: ``enter``, ``exit`` and ``say`` of a connection, and requests with a number.
Out: the number of a connection, or ``=`` and the number of a request, then JSON.
"""

import gc
import heapq
import itertools
import json
import math
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from importlib import import_module
from queue import Empty, PriorityQueue
from typing import Any, BinaryIO

from overtrick.bots.bot import Answer
from overtrick.core import waiting
from overtrick.core.mistake import Mistake
from overtrick.core.time_of_day import TimeOfDay
from overtrick.games.view import View
from overtrick.match.record import Record
from overtrick.match.sitting import Sitting
from overtrick.players.pondering import pondering
from overtrick.store.trouble import IN_SHORT, StoreTrouble
from overtrick.web.allowance import Allowances
from overtrick.web.referees import advice, live, patience, ticks
from overtrick.web.referees.requests import REQUESTS
from overtrick.web.referees.shown import message
from overtrick.web.referees.store import Setting, TableStore, open_tables
from overtrick.web.referees.table import Table
from overtrick.web.referees.talk import SAID, WAIT_FOR_PLAYERS, read

THINKERS = 4
BATCH_S = 0.005  # what is done within this time is written together
SHORTEST_ALARM_S = 0.01
SWEEP_S = 3600.0  # so often it is looked for tables that nobody has touched for long
DAY_S = 86_400
REPORTS = (3, 1 / 60)  # so many lines somebody may report at once, and so many a second
PEOPLE, PLAYERS = 0, 1  # whose messages come first


class Referee:
    """The tables of one process."""

    def __init__(
        self, store: TableStore, write: Callable[[bytes], object], where: str, keep_days: float | None = None
    ) -> None:
        self.store, self.write, self.where = store, write, where
        self.keep_days = keep_days  # how long a table stays that nobody touches; None for ever
        self.tables: dict[str, Table] = {}
        self.at: dict[int, str] = {}  # the table of a connection
        self.pool = ThreadPoolExecutor(THINKERS, thread_name_prefix="player")
        self.desk = ThreadPoolExecutor(1, thread_name_prefix="replay")  # whoever looks back does not hold up players
        self.under_way: dict[int, Future[None]] = {}  # what the desk has to do, by request
        self.waiting: PriorityQueue[tuple[int, int, Callable[[], None]]] = PriorityQueue()
        self.count = itertools.count()
        self.alarms: list[tuple[float, str]] = []
        self.wakes: dict[str, float] = {}  # the one alarm of each table that counts
        self.out: list[str] = []
        self.changed: dict[str, Table] = {}
        self.hinting: set[int] = set()  # connections that wait for a hint
        self.reports = Allowances(*REPORTS)
        self.late: dict[str, list[Callable[[], None]]] = {}  # what waits until a player has answered
        self.next_sweep = time.monotonic()
        self.time_of_day = TimeOfDay()

    # The loop

    def later(self, rank: int, job: Callable[[], None]) -> None:
        """Have a job done by the loop; any thread may ask for it."""
        self.waiting.put((rank, next(self.count), job))

    def run(self, stop: threading.Event) -> None:
        """Do what comes until there is no more to come."""
        while not stop.is_set():  # without the site there is nobody to show anything to
            self.batch()
        for table in self.tables.values():
            if table.move_clock.seat is not None:
                self.changed[table.name] = table  # with the time that its move has taken
        self.keep()

    def batch(self) -> None:
        """Do what waits, for a short time; then keep what has changed, and tell."""
        job = self.wait()
        end = time.monotonic() + BATCH_S
        while job is not None:
            self.guarded(job)
            job = None if time.monotonic() > end else self.next_job(0.0)
        self.ring()
        self.sweep()
        self.keep()
        if self.out:
            self.write("".join(self.out).encode())
            self.out.clear()

    def wait(self) -> Callable[[], None] | None:
        """Return the next job, or None when an alarm comes first."""
        left = self.alarms[0][0] - time.monotonic() if self.alarms else 1.0
        return self.next_job(min(max(left, 0.0), 1.0))

    def next_job(self, patience_s: float) -> Callable[[], None] | None:
        """Return the next job, people's before players'."""
        try:
            return self.waiting.get(patience_s > 0, patience_s or None)[2]
        except Empty:
            return None

    def guarded(self, job: Callable[[], object]) -> None:
        """Do a job; a fault of ours in it must not end the other tables."""
        try:
            job()
        except Exception:
            traceback.print_exc()

    def ring(self) -> None:
        """Look at the tables whose time has come."""
        while self.alarms and self.alarms[0][0] <= time.monotonic():
            when, name = heapq.heappop(self.alarms)
            if self.wakes.get(name) != when:
                continue  # it was set for an earlier moment since
            del self.wakes[name]
            if name in self.tables:
                self.guarded(partial(self.look, self.tables[name]))

    def sweep(self) -> None:
        """Now and then have old tables removed, finished or not, in a thread that holds nobody up."""
        self.time_of_day.look()
        if self.keep_days is None or time.monotonic() < self.next_sweep or not self.time_of_day.is_sure:
            return
        self.next_sweep = time.monotonic() + SWEEP_S
        before, open_here = int(time.time() - self.keep_days * DAY_S), frozenset(self.tables)
        self.desk.submit(self.guarded, lambda: self.store.remove_untouched(before, open_here))

    def keep(self) -> None:
        """Write all tables that have changed; if that fails, nobody shall believe that anything happened."""
        if not self.changed:
            return
        tables, self.changed = self.changed, {}
        for table in tables.values():
            patience.fold_clock(table)
        rows = [(table.name, table.sitting, table.setting, table.version + 1) for table in tables.values()]
        try:
            written = self.store.write(rows)
        except StoreTrouble as trouble:
            refusal = json.dumps(refused(trouble))
            self.out = [f"{line.split(' ', 1)[0]} {refusal}\n" if line[0] == "=" else line for line in self.out]
            for table in tables.values():
                self.forget(table, f"the table cannot be kept: {IN_SHORT}")
            return
        for table in tables.values():
            if table.name in written:
                table.version += 1
            else:
                self.forget(table, "another process has taken over this table; open it again")

    def forget(self, table: Table, reason: str) -> None:
        """Give up a table that is not as the store has it, and send everybody away, who may come back."""
        self.tables.pop(table.name, None)
        gone = {f"{number} " for number in table.onlookers}
        self.out = [line for line in self.out if line[: line.index(" ") + 1] not in gone]
        for number in table.onlookers:
            self.at.pop(number, None)
            self.tell(number, {"bye": reason})

    # Words

    def tell(self, number: int, message: dict[str, Any]) -> None:
        """Send a message to a connection."""
        self.out.append(f"{number} {json.dumps(message, separators=(',', ':'))}\n")

    def reply(self, number: int, answer: dict[str, Any]) -> None:
        """Answer a request of the site."""
        self.out.append(f"={number} {json.dumps(answer, separators=(',', ':'))}\n")

    def show(self, table: Table, fresh: int | None = None) -> None:
        """Show the table to everybody who is there, and to a fresh onlooker also what happened before."""
        for number, onlooker in table.onlookers.items():
            self.tell(number, message(table, onlooker, first=number == fresh))

    # Tables

    def table(self, name: str) -> Table:
        """Return a table, which may first have to be fetched from the store."""
        if name in self.changed:
            return self.changed[name]
        if name not in self.tables:
            kept = self.store.find(name)
            if kept is None:
                raise Mistake(f"there is no table {name[:40]!r}")
            self.tables[name] = Table(name, kept.sit_down(), kept.setting, kept.version)
        return self.tables[name]

    def add(self, name: str, sitting: Sitting, setting: Setting) -> None:
        """Set up a new table."""
        self.tables[name] = self.changed[name] = table = Table(name, sitting, setting)
        self.look(table)

    def look(self, table: Table) -> None:
        """Let the match go on as far as it can without anybody's doing."""
        if table.forgotten:
            self.tables.pop(table.name, None)
            return
        sent_away, up = table.send_away_the_unseen(), patience.time_is_up(table)
        if sent_away or up:
            self.changed[table.name] = table
        if table.note_the_gone() or sent_away or up or patience.nudge_is_old(table):
            self.show(table)
        if not table.thinking and ticks.is_due(table):
            table.ticking = True
        step = len(table.sitting.done)
        if not table.thinking:
            ticks.name_wishes(table)
        if len(table.sitting.done) != step and not table.ticking:
            self.acted(table)
        if table.live is not None and live.go_on(table, table.live):
            self.acted(table)
        if table.bot_is_due():
            seen = None if table.live is None else table.view_to_keep(table.sitting.to_move)
            table.thinking = True
            self.pool.submit(self.think, table, len(table.sitting.done), seen)
        if patience.run_clock(table):
            self.changed[table.name] = table
        if (when := table.next_time()) is not None:
            soonest = time.monotonic() + SHORTEST_ALARM_S  # what cannot be done yet must not keep the loop busy
            self.wake(table.name, max(when, soonest))

    def wake(self, name: str, when: float) -> None:
        """Have a table looked at, at this moment unless it is looked at earlier."""
        if when < self.wakes.get(name, math.inf):
            self.wakes[name] = when
            heapq.heappush(self.alarms, (when, name))

    def acted(self, table: Table) -> None:
        """Keep and show what was just done, and tell people what of it failed."""
        self.changed[table.name] = table
        table.told_step = len(table.sitting.done)
        self.show(table)
        for seat, reason in table.failed.items():
            for number, onlooker in table.onlookers.items():
                if seat in table.seats_of(onlooker.guest):
                    self.tell(number, {"refused": reason, "step": len(table.sitting.done)})
        table.failed.clear()
        self.add_advice(table, table.onlookers)

    def think(self, table: Table, step: int, seen: View | None) -> None:
        """Ask one of our players, in a thread of its own; where people may come in meanwhile, with a view to keep."""
        try:
            seat, answer = table.sitting.ask(seen)
            at_once = seen is not None or table.in_ticks
            pondered = 0.0 if at_once else pondering(table.sitting.view(seat), table.sitting.chairs[seat].player)
        except Exception:
            traceback.print_exc()
            seat, answer, pondered = table.sitting.to_move, first_legal(table.sitting), 0.0
        self.later(PLAYERS, lambda: self.answered(table, step, seat, answer, pondered))

    def answered(self, table: Table, step: int, seat: int, answer: Answer, pondered: float) -> None:
        """Do what one of our players answered, unless somebody came in or wants something back."""
        table.thinking = False
        if self.tables.get(table.name) is not table:
            return  # it was given up while the player thought
        if len(table.sitting.done) != step:
            self.look(table)  # the player is asked again, about what is there now
            return
        try:
            table.did(seat, answer, pondered)
        except Mistake:  # a player of ours wants what is not allowed; the others must not wait for ever
            traceback.print_exc()
            table.did(seat, first_legal(table.sitting))
        if table.ticking:
            ticks.end(table)
        silent = table.live is not None and table.sitting.going.actions and not table.sitting.going.history.fresh
        if not table.ticking and not silent:
            self.acted(table)
        for job in self.late.pop(table.name, []):
            self.guarded(job)
        self.look(table)

    def advise(self, numbers: list[int], find: Callable[..., dict[str, Any]], *known: object) -> None:
        """Ask for advice in a thread of its own, and send it to some connections."""

        def ask() -> None:
            message = find(*known)
            for number in numbers:
                self.later(PLAYERS, partial(self.advised, number, message))

        self.pool.submit(ask)

    def advised(self, number: int, message: dict[str, Any]) -> None:
        """Send advice; another hint may be asked for from now on."""
        self.hinting.discard(number)
        self.tell(number, message)

    def add_advice(self, table: Table, numbers: Iterable[int]) -> None:
        """Send some of the people at a table what they may know beside the scene."""
        if table.sitting.over and "regret" in table.face.parts and not table.sealed:
            self.advise(list(numbers), self.review, table.name, table.sitting.record())
        for number in numbers:
            if (seen := table.view_for_odds(table.onlookers[number])) is not None:
                self.advise([number], advice.odds, seen, len(table.sitting.done))

    def review(self, name: str, record: Record) -> dict[str, Any]:
        """Judge a match that is over, and keep what was given away."""
        found = advice.review(record)
        if found["review"]:
            self.store.add_regret(name, found["review"]["lost"])
        return found

    # What comes in

    def take(self, line: bytes) -> None:
        """Do what a line from the site says."""
        given = json.loads(line)
        if given["do"] in ("enter", "exit", "say", "drop", "expect"):
            getattr(self, given["do"])(given)
            return
        if given["do"] == "replay":
            work = self.desk.submit(self.look_back, given)
            self.under_way[given["request"]] = work
            work.add_done_callback(lambda _: self.under_way.pop(given["request"], None))
            return
        try:
            answer = REQUESTS[given["do"]](self, given)
        except (Mistake, StoreTrouble) as error:
            answer = refused(error)
        self.reply(given["request"], answer)

    def drop(self, given: dict[str, Any]) -> None:
        """Do not begin what nobody waits for any more."""
        if work := self.under_way.get(given["request"]):
            work.cancel()

    def look_back(self, given: dict[str, Any]) -> None:
        """Work out what a page about a finished match shows, in a thread of its own."""
        try:
            answer = replay_desk().work_out(self.where, self.store, given)
        except (Mistake, StoreTrouble) as error:
            answer = refused(error)
        except Exception:
            traceback.print_exc()
            answer = {"mistake": "this match cannot be shown"}
        self.later(PLAYERS, lambda: self.looked_back(given, answer))

    def looked_back(self, given: dict[str, Any], answer: dict[str, Any]) -> None:
        """Answer with what was worked out; a table that begins at a position is set up first."""
        if made := answer.pop("table", None):
            self.add(given["table"], *made)
        self.reply(given["request"], answer)

    def enter(self, given: dict[str, Any]) -> None:
        """Let somebody in."""
        number = given["connection"]
        try:
            table = self.table(given["table"])
            back = table.enter(number, given["guest"], given.get("account", 0))
        except (Mistake, StoreTrouble) as error:
            (sentence,) = refused(error).values()
            self.tell(number, {"bye": sentence})
            return
        self.at[number] = table.name
        if back:
            self.changed[table.name] = table
        self.show(table, fresh=number)
        self.add_advice(table, [number])
        self.look(table)

    def expect(self, given: dict[str, Any]) -> None:
        """Know that somebody loads the page of a table."""
        if given["table"] in self.tables:
            self.tables[given["table"]].expect(given["guest"])

    def exit(self, given: dict[str, Any]) -> None:
        """Let somebody out."""
        name = self.at.pop(given["connection"], None)
        if name is None or name not in self.tables:
            return
        table = self.tables[name]
        table.exit(given["connection"])
        self.show(table)
        self.look(table)

    def say(self, given: dict[str, Any]) -> None:
        """Do what somebody at a table wants, or tell them why not."""
        number = given["connection"]
        name = self.at.get(number)
        if name is None or name not in self.tables:
            return
        table = self.tables[name]
        try:
            word, wanted = read(given["text"])
            if table.thinking and word in WAIT_FOR_PLAYERS:
                self.late.setdefault(name, []).append(lambda: self.say(given))
                return
            SAID[word](self, table, number, wanted)
        except Mistake as mistake:
            self.tell(number, {"refused": str(mistake), "step": len(table.sitting.done)})
        self.look(table)


def replay_desk() -> Any:
    """Return what works for those who look back, which is not imported before the tables are there."""
    return import_module("overtrick.web.referees.desk.replays")


def ready_desk() -> None:
    """Import all of that beside the tables, so that nobody waits for it."""
    replay_desk()
    gc.freeze()  # what is imported stays: to look for garbage in it, again and again, would hold up whoever waits


def refused(error: Mistake | StoreTrouble) -> dict[str, str]:
    """Return why something is refused: what somebody got wrong, or that the store fails; its place is for the log."""
    if isinstance(error, Mistake):
        return {"mistake": str(error)}
    print(error, file=sys.stderr, flush=True)
    return {"trouble": IN_SHORT}


def first_legal(sitting: Sitting) -> Answer:
    """Return the first legal action, for a player of ours that has failed."""
    view = sitting.view(sitting.to_move)
    return Answer(view.game.legal(view.row)[0])


def read_lines(source: BinaryIO, referee: Referee, stop: threading.Event) -> None:
    """Hand on every line of the site, until it is gone."""
    for line in source:
        referee.later(PEOPLE, partial(referee.take, line))
    stop.set()
    referee.later(PEOPLE, lambda: None)


def main() -> None:
    """Referee the tables of the store that the first line of the input names, until the input ends."""
    output = os.dup(1)
    os.dup2(2, 1)  # whatever else is printed must not look like a message
    waiting.somebody = False
    sys.setswitchinterval(0.0005)  # people wait for this thread while others think
    stop = threading.Event()
    told = json.loads(sys.stdin.buffer.readline())
    where = told["store"]
    with open_tables(where) as store, os.fdopen(output, "wb") as sink:

        def write(data: bytes) -> None:
            sink.write(data)
            sink.flush()

        referee = Referee(store, write, where, told.get("keep_days"))
        referee.desk.submit(ready_desk)
        threading.Thread(target=read_lines, args=(sys.stdin.buffer, referee, stop), daemon=True).start()
        try:
            referee.run(stop)
        finally:
            os._exit(0)  # no player is waited for


if __name__ == "__main__":
    main()
