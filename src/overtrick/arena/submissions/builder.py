"""Building and checking a submission, in a process of its own: the worker only reads what it tells.

Nothing of a stranger runs in this process either: compiling, building and playing all happen behind the fence.
"""

import multiprocessing as mp
import os
import re
import shlex
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from json import dumps
from multiprocessing.connection import Connection
from pathlib import Path

from overtrick.arena.competitions.competition import Round
from overtrick.arena.submissions.archive import Files
from overtrick.arena.submissions.result import Progress, Report, Worked
from overtrick.arena.submissions.submission import Purpose, State, pack_record
from overtrick.bots.bot import Bot
from overtrick.bots.builtin import sparring_partner
from overtrick.bots.fence.limits import limits_text
from overtrick.bots.find import Player, find
from overtrick.bots.packed import pack_program
from overtrick.bots.program import Built, build
from overtrick.core import luck
from overtrick.core.ending import PlatformFault
from overtrick.core.mistake import Mistake
from overtrick.core.processes import die_with, interrupts_for_us_only
from overtrick.games import find_game
from overtrick.games.contract import changed
from overtrick.games.options import option_text
from overtrick.match.block import block
from overtrick.match.check import Case, Watched, at_table, run
from overtrick.match.check import Report as Seen
from overtrick.match.check_report import fault_lines
from overtrick.match.play import play
from overtrick.match.record import new_match, to_json

CHECK_S = 120.0  # after this long a slow bot has been checked enough
LONGEST_S = 900.0  # and after this long something is wrong on our side
MOST_PACKED = 8_000_000  # bytes of a program in the store


@dataclass(frozen=True)
class Task:
    """A submission as the process needs it."""

    number: int
    filename: str
    files: Files
    purpose: Purpose
    round: Round
    refusal: str = ""  # why strangers' programs are not run here at all


Told = Progress | Worked


class Builder:
    """The process that works on one submission; something that is opened and closed."""

    def __init__(self, task: Task) -> None:
        context = mp.get_context("spawn")
        self.task = task
        self.began_s = time.monotonic()
        self.pipe, theirs = context.Pipe(duplex=False)
        self.process = context.Process(target=serve, args=(theirs, os.getpid(), task), daemon=True)
        with interrupts_for_us_only():
            self.process.start()
        theirs.close()

    def told(self) -> Iterator[Told]:
        """Yield what has come since the last time; raise PlatformFault if the process ended without a result."""
        if time.monotonic() > self.began_s + LONGEST_S:
            raise PlatformFault(f"building and checking took longer than {LONGEST_S:g} s")
        try:
            while self.pipe.poll():
                yield self.pipe.recv()
        except (EOFError, OSError):
            raise PlatformFault("the process that builds and checks has died") from None

    def close(self) -> None:
        """End the process, and with it its boxes."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def serve(pipe: "Connection[Told, None]", parent: int, task: Task) -> None:
    """Work on a submission and tell through the pipe how it goes."""
    die_with(parent)  # nobody would read what we find
    try:
        for told in work(task):
            pipe.send(told)
    except (PlatformFault, OSError) as fault:  # the worker sees our end, and tries again
        print(f"submission {task.number}: {getattr(fault, 'strerror', None) or fault}", file=sys.stderr)


def work(task: Task) -> Iterator[Told]:
    """Yield how building and checking a submission goes, at last what came of it."""
    if task.refusal:
        yield Worked(State.FAILED, task.refusal)
        return
    try:
        built = build_files(task)
        packed = pack_program(built)
        if len(packed) > MOST_PACKED:
            raise Mistake(f"the program takes {len(packed)} bytes when packed; allowed: {MOST_PACKED}")
    except Mistake as mistake:
        yield not_built(task, str(mistake))
        return
    allowed = task.round.details.languages
    if allowed and built.language not in allowed:
        verdict = f"its language is {built.language}; allowed in this round: {', '.join(allowed)}"
        yield Worked(State.FAILED, verdict, built.messages, language=built.language)
        return
    limits = task.round.details.limits
    content = f"{built.digest} {limits_text(limits)}".strip()
    player = Player(task.filename, task.round.game, content, built, limits)
    log = build_log(built)
    yield Progress(State.CHECKING, log, Report())
    for told in check(task, player, log):
        if isinstance(told, Worked):
            told = replace(told, language=built.language, content=built.digest, program=packed)
        yield told


# Build


def build_files(task: Task) -> Built:
    """Return the program that the files of a submission make."""
    folder = Path(tempfile.mkdtemp(prefix="overtrick-source-"))
    try:
        for name, content in task.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        names = list(task.files)
        single = len(names) == 1 and names[0].endswith((".py", ".c"))
        return build(folder / names[0] if single else folder, task.round.game)
    except Mistake as mistake:  # which names a path of this machine
        told = str(mistake).replace(f"{folder}/", "").replace(str(folder), task.filename)
        raise Mistake(told) from None
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def build_log(built: Built) -> str:
    """Return what there is to say about a program that could be built."""
    size = sum(len(content) for _, content in built.files)
    made = f"built: {built.language}, {len(built.files)} file{'s' * (len(built.files) > 1)}, {size} bytes"
    return f"{built.messages}\n{made}".strip()


def not_built(task: Task, sentence: str) -> Worked:
    """Return the end of a submission that could not be built."""
    verdict, colon, log = sentence.partition(": ")
    if not (colon and "\n" in log):
        verdict, log = sentence, ""
    return Worked(State.FAILED, verdict, log, Report(command=command(task)))


def command(task: Task, case: int | None = None) -> str:
    """Return the words that show the same at home."""
    words = [program_name(task), *table_words(task.round)]
    return f"overtrick check {shlex.join(words)}" + (f" --case {case}" if case else "")


def table_words(round_: Round) -> list[str]:
    """Return the flags by which commands play at the tables of a round."""
    return ["--game", round_.game, "--seats", str(round_.details.seats), *unusual_words(round_)]


def unusual_words(round_: Round) -> list[str]:
    """Return the flags for the options and limits of a round that are not the usual ones."""
    told, limits = changed(find_game(round_.game), round_.details.options), limits_text(round_.details.limits)
    words = [word for name, value in told.items() for word in ("-o", f"{name}={option_text(value)}")]
    return [*words, *(["--limits", limits] if limits else [])]


def program_name(task: Task) -> str:
    """Return what the program is called at home: its file, or the folder that was packed."""
    return re.sub(r"\.(zip|tar|tar\.gz|tgz)$", "", task.filename, flags=re.IGNORECASE)


# Check


def check(task: Task, player: Player, log: str) -> Iterator[Told]:
    """Yield how a bot does at a table of its round, then, if it is to be entered, in every seat of such tables."""
    began_s = time.monotonic()
    seen = play_own_table(task, player)
    record = seen.record
    kept = pack_record(dumps(to_json(record)))
    report = Report(command=own_table_command(task), fence=seen.fence)
    if seen.fault is not None:
        lines = list(fault_lines(seen, seen.fault))[1:]
        verdict = f"at a table of this round it committed a fault: {seen.fault.sentence}"
        yield Worked(State.FAILED, verdict, log, replace(report, fault=tuple(lines)), record=kept)
        return
    if task.purpose is Purpose.TRY:
        place = f"place {record.places[0]} of {record.match.seats}"
        yield Worked(State.PASSED, f"it played without a fault: {place}", log, report, record=kept)
        return
    report = replace(report, command=command(task))
    passed = [f"ok  a table of this round: {record.match.seats} seats, place {record.places[0]}"]
    all_cases = at_table(task.round.game, task.round.details.seats, task.round.details.options)
    for case in all_cases:
        report = replace(report, passed=tuple(passed))
        yield Progress(State.CHECKING, log, report)
        if time.monotonic() > began_s + CHECK_S:
            passed.append(f"--  {len(all_cases) - case.number + 1} cases were left out, as it plays slowly")
            break
        found = run(case, player)
        if found.fault is not None:
            failed = replace(
                report, fault=tuple(fault_lines(found, found.fault)), command=command(task, case.number), seat=case.seat
            )
            kept = pack_record(dumps(to_json(found.record)))
            yield Worked(State.FAILED, f"it committed a fault: {found.fault.sentence}", log, failed, record=kept)
            return
        passed.append(f"ok  {case}: {found.decisions} decisions, {found.slowest_ms:.1f} ms of CPU at most")
    report = replace(report, passed=tuple(passed))
    yield Worked(State.PASSED, "it plays without a fault", log, report, record=kept)


def own_seed(task: Task) -> bytes:
    """Return the seed that deals the cards of the match at a table of the round, as overtrick match would."""
    return luck.derive(bytes(32), f"try/{task.number}")


def play_own_table(task: Task, player: Player) -> Seen:
    """Return a match at a table as the round has them: the bot in the first seat, the test player in all others."""
    game, details = task.round.game, task.round.details
    ours = sparring_partner(game)
    watched = Watched(player(), game)
    bots: list[Bot] = [watched, *(find(ours, game)() for _ in range(1, details.seats))]
    match = new_match(game, [task.filename, *[ours] * (details.seats - 1)], details.options, own_seed(task))
    record = play(next(iter(block(match, 0))), bots)
    case = Case(0, game, details.seats, 0, details.options)
    return watched.report(case, record)


def own_table_command(task: Task) -> str:
    """Return the words that play the same match at home; its first rotation is the one."""
    game, details = task.round.game, task.round.details
    others = [sparring_partner(game)] * (details.seats - 1)
    seed = ["--seed", luck.seed_text(own_seed(task))]
    words = [game, program_name(task), *others, *seed, *unusual_words(task.round)]
    return f"overtrick match {shlex.join(words)}"
