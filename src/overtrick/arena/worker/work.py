"""The worker: builds and checks what is submitted, plays all rounds, and moves them on when their time comes.

All that counts is in the store and in the vault, so it can be ended at any instant and be started again.
"""

import json
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import FrameType

from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.competitions.competition import Entered, Round, RoundState
from overtrick.arena.competitions.competitions import live_rounds, round_by_id, unrevealed_rounds
from overtrick.arena.competitions.entries import entered
from overtrick.arena.submissions.suspension import Lateness, suspend
from overtrick.arena.worker.checks import Checks, check_clock
from overtrick.arena.worker.counts import FAILURES, Counts
from overtrick.arena.worker.days import advance_days
from overtrick.arena.worker.going import Going
from overtrick.arena.worker.lease import RENEW_S, Lease
from overtrick.arena.worker.log import Log, open_log
from overtrick.arena.worker.pars import Pars
from overtrick.arena.worker.pool import Back, Pool
from overtrick.arena.worker.rivals import settle
from overtrick.arena.worker.rounds import FEWEST, advance, reveal, title
from overtrick.arena.worker.settings import Settings
from overtrick.arena.worker.vault import Vault
from overtrick.bots.fence.fence import Level, probe, refusals
from overtrick.bots.fence.shown.runtime import what_pages_tell
from overtrick.core import waiting
from overtrick.core.ending import PlatformFault
from overtrick.core.mistake import Mistake
from overtrick.core.time_of_day import SURE_S, TimeOfDay
from overtrick.store.trouble import StoreTrouble
from overtrick.tournament.records.packed import Packed
from overtrick.tournament.records.store import Store, open_store
from overtrick.tournament.workers.here import Joinable, Workers, cores

LOOK_S = 0.2  # between looks at what came back
TICK_S = 0.5  # between looks at rounds and submissions
DAYS_S = 2.0  # between looks at the deal of the day
PATIENCE_S = 5.0  # for matches under way when we are asked to end


def refusal_of(allowed: Level) -> tuple[str, str]:
    """Return the level of the fence here, and why strangers' programs are not run behind it; nothing if they are."""
    try:
        level = probe()
    except PlatformFault as fault:
        return "none", f"this site cannot run programs: {fault}"
    order = list(Level)
    if order.index(level) <= order.index(allowed):
        return str(level), ""
    why = refusals().get(Level.A, "")
    return str(level), (
        f"this site runs no programs of visitors: its fence is of level {level}, and they need {allowed}"
        f"{f' ({why})' if why else ''}"
    )


def open_playing(settings: Settings, tell: Callable[[str], None]) -> Joinable:
    """Return what plays matches, here or on a cluster; players come later."""
    if settings.machines is None:
        return Workers({}, settings.workers)
    from overtrick.tournament.workers.cluster import open_machines

    return open_machines(settings.machines, {}, tell, Level(settings.allow_level))


class Work:
    """The worker at work; something that is opened and closed."""

    def __init__(self, arena: Arena, store: Store, vault: Vault, settings: Settings, log: Log) -> None:
        self.arena, self.store, self.vault, self.log = arena, store, vault, log
        self.fence, self.refusal = refusal_of(Level(settings.allow_level))
        self.lease = Lease(arena, self.fence, self.refusal)
        self.pool = Pool(lambda: open_playing(settings, partial(log.tell, "trouble")))
        self.goings: dict[int, Going] = {}  # by the id of their round
        self.complained: set[str] = set()
        self.lateness = Lateness()
        self.counts = Counts()
        self.checks = Checks(arena, log, self.counts, self.refusal)
        self.pars = Pars(arena)
        self.next_days = 0.0
        self.time_of_day = TimeOfDay(arena.clock)

    def look(self, timeout_s: float) -> None:
        """Take in what came back from the pool, and see to the submissions."""
        for back in self.pool.back(timeout_s):
            self.take(back)
        self.checks.look()

    def tick(self) -> None:
        """Move rounds on, play what there is to play, show how they stand, and end what is over."""
        self.move_rounds()
        self.move_days()
        self.choose()
        for number, going in list(self.goings.items()):
            going.grow()
            going.look_again()
            board = going.show(self.arena)
            for told in settle(self.arena, board) if board and not going.final else ():
                self.log.tell("submission", told)
            if going.final and going.over:
                self.end(number, going)
        self.pool.play(list(self.goings.values()))
        self.counts.write(self.arena)
        self.log.progress(list(self.goings.values()))

    def move_rounds(self) -> None:
        """Open and close the rounds whose time has come, unless the clock was just set: that cannot be undone."""
        if set_s := self.time_of_day.look():
            later = f"if it stays so, rounds go by it in {SURE_S:.0f} s"
            self.log.tell("trouble", f"the clock of this machine was set by {set_s:+.0f} s; {later}")
        if self.time_of_day.is_sure:
            for sentence in advance(self.arena, self.vault):
                self.log.tell("round", sentence)

    def move_days(self) -> None:
        """Now and then promise, open and reveal days, unless the clock was just set, and see to their pars."""
        if time.monotonic() < self.next_days:
            return
        self.next_days = time.monotonic() + DAYS_S
        if self.time_of_day.is_sure:
            for sentence in advance_days(self.arena, self.vault, self.complain):
                self.log.tell("day", sentence)
        for sentence in self.pars.look():
            self.complain(sentence)

    def close(self) -> None:
        """Let what is under way come back for a moment, give back the rest, and end."""
        self.pool.stop()
        end_s = time.monotonic() + PATIENCE_S
        while self.pool.busy and time.monotonic() < end_s:
            for back in self.pool.back(LOOK_S):
                self.take(back)
        self.pool.close()
        with suppress(Exception):  # of a pool that was just closed
            while taken := list(self.pool.back(0)):
                for back in taken:
                    self.take(back)
        self.checks.close()
        self.pars.close()
        if not self.lease.lost:  # or the boards of the other worker are the newer ones
            for going in self.goings.values():
                going.show(self.arena)
        self.counts.write(self.arena, last=True)
        self.lease.give_up()

    # Matches

    def take(self, back: Back) -> None:
        """Store what came of a match, and count it where it belongs now."""
        going, match = back.going, back.match
        going.returned += 1
        if isinstance(back.outcome, str):
            if going.fail(match):
                sentence = f"{going}: match {match.key} could not be played: {back.outcome}"
                self.log.tell("failure", sentence, key=match.key)
                self.counts.add(FAILURES)
            if going.in_trouble:
                self.complain(f"{going}: too much cannot be played; it is tried again every minute until it can be")
            return
        registered = going.contest.registered
        if self.store.add(registered, match.stage, match.cluster, match.seating, back.outcome):
            self.counts.match(back.outcome)
            now = self.goings.get(going.round.id, going)
            if now.contest.registered.id == registered.id:
                ids = [registered.ids[index] for index in match.seating]
                now.count(match.stage, match.cluster, ids, back.outcome)
            self.suspend(going, [going.entries[index] for index in match.seating], back.outcome)

    def suspend(self, going: Going, entries: list[Entered], packed: Packed) -> None:
        """Let whoever keeps running out of time play no more, unless the entries are closed."""
        for submission, why in self.lateness.count(going.round.game, entries, packed).items():
            if suspend(self.arena, submission, why):
                self.log.tell("suspension", f"{going}: submission {submission} is suspended: {why}")

    def choose(self) -> None:
        """See to it that just the rounds which are open or in their final are played, with those who take part now."""
        found = {round_.id: round_ for round_ in live_rounds(self.arena)}
        for number in set(self.goings) - {number for number, one in found.items() if is_played(one)}:
            del self.goings[number]
        for round_ in unrevealed_rounds(self.arena):
            self.reveal(round_)
        for number, round_ in found.items():
            if not is_played(round_):
                continue
            entries = round_.entries if round_.state is RoundState.FINAL else entered(self.arena, round_)
            if len(entries) < FEWEST:
                self.goings.pop(number, None)
                if round_.state is RoundState.FINAL:
                    self.reveal(round_)
            elif self.is_new(round_, entries):
                self.begin(round_, entries)

    def is_new(self, round_: Round, entries: tuple[Entered, ...]) -> bool:
        """Return whether something else is to be played in a round than is being played."""
        going = self.goings.get(round_.id)
        if going is None:
            return True
        return (round_.state, round_.details, entries) != (going.round.state, going.round.details, going.entries)

    def begin(self, round_: Round, entries: tuple[Entered, ...]) -> None:
        """Play a round, or go on with it; what keeps us from it is told once."""
        self.goings.pop(round_.id, None)
        try:
            if self.refusal and any(entry.bot is not None for entry in entries):
                raise Mistake(self.refusal)
            going = Going(self.arena, self.store, round_, entries, self.vault.secret(round_.commitment))
        except (Mistake, StoreTrouble) as mistake:
            self.complain(f"{title(round_)} cannot be played: {mistake}")
            return
        self.goings[round_.id] = going
        self.log.tell(
            "round", f"{going}: {len(entries)} entries, {going.tally.count} of {going.planned} matches played"
        )

    def complain(self, sentence: str) -> None:
        """Tell a sentence, but not again and again."""
        if sentence not in self.complained:
            self.complained.add(sentence)
            self.log.tell("trouble", sentence)

    def end(self, number: int, going: Going) -> None:
        """End a round whose final is played: the last board, then the secret."""
        going.show(self.arena, last=True)
        if going.failed:
            self.complain(f"{going}: {len(going.failed)} matches could not be played, and count for nobody")
        del self.goings[number]
        self.reveal(round_by_id(self.arena, number))

    def reveal(self, round_: Round) -> None:
        """Publish the secret of a round that is over."""
        try:
            secret = self.vault.secret(round_.commitment)
        except Mistake as mistake:
            self.complain(f"{title(round_)} cannot end: {mistake}")
            return
        for sentence in reveal(self.arena, round_, secret):
            self.log.tell("round", sentence)


def is_played(round_: Round) -> bool:
    """Return whether matches of a round are to be played."""
    return round_.state in (RoundState.OPEN, RoundState.FINAL) and not round_.is_paused


def run(settings: Settings, stop: threading.Event) -> None:
    """Work until it is time to stop."""
    log = open_log(settings.log)
    try:
        with open_arena(settings.store) as arena, open_store(settings.store) as store:
            work = Work(arena, store, Vault(Path(settings.vault)), settings, log)
            try:
                if wait_for_lease(work, stop):
                    log.tell("start", f"the worker is at work, with fence {work.fence}", fence=work.fence)
                    for why in filter(None, (work.refusal, what_pages_tell())):
                        log.tell("trouble", why)
                    go_on(work, stop)
            finally:
                work.close()
                log.tell("stop", "the worker has ended; what was under way will be played again")
    finally:
        log.close()


def run_checks(settings: Settings, stop: threading.Event) -> None:
    """Build and check submissions, and do nothing else, until it is time to stop."""
    log = open_log(settings.log)
    try:
        with open_arena(settings.store, create=False) as arena:
            check_clock(arena)
            fence, refusal = refusal_of(Level(settings.allow_level))
            if refusal:  # or authors would read it as a verdict, though another worker could check their programs
                raise Mistake(refusal)
            counts, most = Counts(), settings.workers or len(cores())
            checks, lease = Checks(arena, log, counts, "", most), Lease(arena, fence, "", only_checks=True)
            lease.take()
            log.tell("start", f"this worker only checks submissions, up to {most} at a time, with fence {fence}")
            try:
                while not stop.wait(LOOK_S):
                    checks.look()
                    counts.write(arena)
            finally:
                checks.close()
                counts.write(arena, last=True)
                lease.give_up()
                log.tell("stop", "the worker for checks has ended; what was at hand goes to another one")
    finally:
        log.close()


def wait_for_lease(work: Work, stop: threading.Event) -> bool:
    """Return whether we are the worker now; while there is another one, wait."""
    while not work.lease.take():
        work.complain("another worker is at work; this one waits until it has ended")
        if stop.wait(RENEW_S):
            return False
    return True


def go_on(work: Work, stop: threading.Event) -> None:
    """Look at what comes back all the time, and at all else now and then."""
    next_s = 0.0
    while not stop.is_set():
        if work.lease.lost:
            raise PlatformFault("another worker is at work, as this one was away for too long")
        if time.monotonic() >= next_s:
            work.tick()
            next_s = time.monotonic() + TICK_S
        work.look(LOOK_S)


def stop_on_signals(stop: threading.Event) -> None:
    """End in good order when we are asked to."""

    def asked(number: int, frame: FrameType | None) -> None:
        stop.set()

    signal.signal(signal.SIGTERM, asked)
    signal.signal(signal.SIGINT, asked)


def main() -> None:
    """Work as the one who started us says in a line of JSON, until the pipe from there ends."""
    waiting.somebody = False
    settings = Settings(**json.loads(sys.stdin.readline()))
    stop = threading.Event()
    stop_on_signals(stop)

    def watch() -> None:
        sys.stdin.read()
        stop.set()

    threading.Thread(target=watch, name="parent", daemon=True).start()
    try:
        run(settings, stop)
    except (Mistake, PlatformFault) as error:
        sys.exit(f"worker: {error}")


if __name__ == "__main__":
    main()
