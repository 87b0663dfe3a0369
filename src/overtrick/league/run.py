"""Running a league: what is missing of its generations is edited, checked, kept and played, until nothing is missing.

What was done is in the histories of the entrants and in the store, nothing else: after a kill at any moment the same
is missing as before what was under way.
"""

import fcntl
import json
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, as_completed
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Protocol

from overtrick.bots.program import read, read_folder
from overtrick.core.mistake import Mistake
from overtrick.core.processes import own_folder
from overtrick.league.check import check
from overtrick.league.edit import Edit, Outcome
from overtrick.league.export import results_json
from overtrick.league.generation import commit_cards, contest_of, is_shipped, roster
from overtrick.league.handout import Known, lay_out, open_up, write_handout
from overtrick.league.history import History
from overtrick.league.page import league_html
from overtrick.league.results import Generation, Results, results_of
from overtrick.league.rooms.room import Left, Task
from overtrick.league.rooms.rooms import Rooms
from overtrick.league.rooms.screen import is_here
from overtrick.league.stated import Contender, League
from overtrick.tournament.plan.stage import size
from overtrick.tournament.records.store import Store
from overtrick.tournament.report.value import report_of
from overtrick.tournament.run import Contest, run
from overtrick.tournament.workers.here import Joinable
from overtrick.tournament.workers.here import Outcome as Match


class Watcher(Protocol):
    """Who is told how it goes."""

    def editing(self, contender: Contender, generation: int) -> None:
        """What a command is told is put together, with a review; then it begins."""

    def lending(self, contender: Contender, generation: int) -> None:
        """A command is about to have our terminal; return when somebody sits there."""

    def edited(self, contender: Contender, edit: Edit) -> None:
        """A generation of an entrant is kept."""

    def playing(self, contest: Contest) -> AbstractContextManager[Callable[[Match], None]]:
        """Give who is told of every match of a tournament."""


@dataclass(frozen=True)
class Place:
    """The folder of a league: the store, a history for each entrant, and what is written for people and machines."""

    folder: Path

    @property
    def store(self) -> Path:
        """The store."""
        return self.folder / "league.db"

    @property
    def results(self) -> Path:
        """The results for machines."""
        return self.folder / "results.json"

    @property
    def page(self) -> Path:
        """The page for people."""
        return self.folder / "league.html"

    def history(self, name: str) -> History:
        """Return the history of an entrant."""
        return History(self.folder / "history" / f"{name}.git")

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep others from running the same league meanwhile."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise Mistake(
                    f"the league in {self.folder} is being run by another process; wait until it ends"
                ) from None
            yield


class Season:
    """A league that is being run: what is kept of it, and what it takes to go on."""

    def __init__(self, league: League, place: Place, store: Store) -> None:
        self.league, self.store = league, store
        self.histories = {one.name: place.history(one.name) for one in league.contenders if not is_shipped(league, one)}
        self.edits: dict[str, list[Edit]] = {name: history.edits() for name, history in self.histories.items()}
        self.played: list[Generation] = []

    def enter(self, watcher: Watcher) -> None:
        """Keep all bots as they were entered; one that does not pass the check cannot begin."""
        for one in self.league.contenders:
            if self.edits.get(one.name, True):
                continue
            path = Path(one.bot)
            files = read_folder(path) if path.is_dir() else {path.name: read(path)}
            checked = check(self.league, path.name, files)
            if checked.why:
                raise Mistake(f"the bot of entrant {one.name} does not pass the check: {checked.why}")
            first = Edit(
                generation=0, outcome=Outcome.FIRST, content=checked.content, program=checked.program, files=files
            )
            self._keep(one, first, watcher)

    def missing(self, generation: int) -> list[Contender]:
        """Return whose commands have still to work for a generation."""
        if not generation:
            return []
        return [one for one in self.league.contenders if one.command and len(self.edits[one.name]) <= generation]

    def need_terminal(self) -> None:
        """Raise Mistake if a command that is missing takes a terminal and we have none."""
        for one in self.league.contenders:
            if one.allowed.terminal and len(self.edits[one.name]) <= self.league.generations and not is_here():
                raise Mistake(
                    f"the command of entrant {one.name} takes a terminal, and there is none here; "
                    "allowed: to run the league in one, or --no-terminal, by which the version before plays"
                )

    def edit(self, known: Known, ground: "Ground", watcher: Watcher) -> None:
        """Have the commands that are missing work; check and keep what each leaves.

        So many work at a time, and after them, one by one, those that are lent our terminal.
        """
        waiting: dict[Future[Left], Contender] = {}
        lent: dict[Contender, Task] = {}
        with tempfile.TemporaryDirectory(dir=_folder(), ignore_cleanup_errors=True) as above:
            Path(above).chmod(0o755)
            for number, one in enumerate(self.missing(known.generation)):
                if one.allowed.terminal and not ground.terminal:
                    absent = Left(self.edits[one.name][-1].files, "", "it was not asked, without a terminal", 0.0, "")
                    self._keep(one, self._judged(one, known, absent, ""), watcher)
                    continue
                watcher.editing(one, known.generation)
                task = self._task(Path(above, str(number)), known, one)
                if one.allowed.terminal:
                    lent[one] = task
                else:
                    waiting[ground.rooms.work(task)] = one
            for done in as_completed(waiting):
                one = waiting[done]
                self._keep(one, self._judged(one, known, done.result(), ground.rooms.name), watcher)
            for one, task in lent.items():
                watcher.lending(one, known.generation)
                left = ground.rooms.work(task).result()
                self._keep(one, self._judged(one, known, left, ground.rooms.name), watcher)

    def _task(self, folder: Path, known: Known, one: Contender) -> Task:
        """Return what a command shall do, with what it is given and told in a new folder."""
        given, handout = folder / "given", folder / "handout"
        for part in (given, handout):
            part.mkdir(parents=True)
        lay_out(given, self.edits[one.name][-1].files)
        open_up(folder)
        write_handout(handout, known, one)
        return Task(one.command, given, handout, one.allowed)

    def _judged(self, one: Contender, known: Known, left: Left, room: str) -> Edit:
        """Return what becomes of what a command left."""
        before = self.edits[one.name][-1]
        checked = None if left.wrong or left.files == before.files else check(self.league, one.name, left.files)
        why = left.wrong or (checked.why if checked else "")
        program, content = (
            (checked.program, checked.content) if checked and not why else (before.program, before.content)
        )
        same = Outcome.UNCHANGED if content == before.content else Outcome.CHANGED
        return Edit(
            generation=known.generation,
            outcome=Outcome.REFUSED if why else same,
            content=content,
            why=why,
            ended=left.ended,
            seconds=round(left.seconds, 3),
            room=room,
            sources=str(one.sources),
            commitment=known.commitment,
            said=left.said,
            program=program,
            files=before.files if why else left.files,
            refused=left.files if why else {},
        )

    def _keep(self, one: Contender, edit: Edit, watcher: Watcher) -> None:
        self.histories[one.name].keep(edit)
        self.edits[one.name].append(edit)
        watcher.edited(one, edit)

    def play(self, generation: int, playing: Joinable, watcher: Watcher) -> dict[str, str]:
        """Play what is missing of a generation; return the keys of the matches that could not be played, and why."""
        there = roster(self.league, self.edits, generation)
        contest = contest_of(self.league, there, generation, self.store)
        self.played.append(Generation(there, contest))
        if contest.done() == size(contest.stages()):
            return {}
        playing.enter(there.players)
        with watcher.playing(contest) as watch:
            return run(contest, playing, watch)

    def results(self) -> Results:
        """Return what came of the generations that were played."""
        commits = {name: history.commits() for name, history in self.histories.items()}
        return results_of(self.league, self.edits, commits, self.played)


@dataclass(frozen=True)
class Ground:
    """Where a league is run: its folder and its store, the rooms of commands, and who plays matches."""

    place: Place
    store: Store
    rooms: Rooms
    playing: Joinable
    terminal: bool = True  # whether commands that take a terminal are lent ours; if not, the versions before play


def run_league(league: League, ground: Ground, watcher: Watcher) -> tuple[Results, Mapping[str, str]]:
    """Run a league to its end, or go on with it; return what came of it, and which matches could not be played."""
    with ground.place.alone():
        season = Season(league, ground.place, ground.store)
        if ground.terminal:
            season.need_terminal()
        season.enter(watcher)
        commitments = commit_cards(league, season.edits, ground.store)
        for generation in range(league.generations + 1):
            if season.missing(generation):
                results = season.results()
                write_results(ground.place, results, season.played[-1])
                known = Known(league, season.edits, results, season.played[-1], commitments[generation])
                season.edit(known, ground, watcher)
            if failed := season.play(generation, ground.playing, watcher):
                return season.results(), failed
        results = season.results()
        write_results(ground.place, results, season.played[-1])
        return results, {}


def write_results(place: Place, results: Results, last: Generation) -> None:
    """Write what came of a league so far, for machines and for people."""
    _write(place.results, json.dumps(results_json(results), indent=2) + "\n")
    _write(place.page, league_html(results, report_of(last.contest, date.today().isoformat())))


def _write(path: Path, text: str) -> None:
    """Write a file, whole or not at all."""
    aside = path.with_name(f".{path.name}.new")
    aside.write_text(text, encoding="utf-8")
    aside.replace(path)


@cache
def _folder() -> Path:
    """Return a folder of this process for what commands are given."""
    return own_folder(Path(tempfile.gettempdir()), "overtrick-league-")
