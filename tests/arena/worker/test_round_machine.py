"""A round against a simple model: whoever sends, chooses, bans and closes, and whatever the clock does meanwhile."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from overtrick.arena.arena import open_arena
from overtrick.arena.boards.release import release
from overtrick.arena.competitions.competition import ALL, Release, Round, RoundState
from overtrick.arena.competitions.competitions import find_round
from overtrick.arena.competitions.entries import entered, remove_bot, restore_bot
from overtrick.arena.competitions.planning import close_now
from overtrick.arena.people.accounts import Account, ban, find_account, lift_ban
from overtrick.arena.submissions.queue import claim, finish
from overtrick.arena.submissions.result import Worked
from overtrick.arena.submissions.submission import State
from overtrick.arena.submissions.submissions import MOST_WAITING, Upload, activate, find, find_bot, submit, withdraw
from overtrick.arena.worker.rounds import advance, reveal
from overtrick.arena.worker.vault import Vault
from overtrick.core.mistake import Mistake
from tests.support.arena_rounds import PLAYERS, account, new_round
from tests.support.machines import lengths, new_store, run_machine

PEOPLE = ("ann", "bob", "cat")
BEGIN, HOUR, DAY = 1_900_000_000, 3600, 86_400
A_DAY = 3  # uploads
ORDER = [RoundState.PLANNED, RoundState.OPEN, RoundState.FINAL, RoundState.OVER]
anybody = st.sampled_from(PEOPLE)


@dataclass
class Author:
    """What must be true of an account."""

    banned: bool = False
    entered: bool = False  # whether it has a bot
    removed: bool = False
    active: int | None = None  # the version that plays


@dataclass
class Sent:
    """What must be true of a program that was sent."""

    author: str
    moment: int
    passed: bool | None = None  # nothing while it waits


@dataclass
class Model:
    """A round as a person would keep it on paper."""

    state: RoundState = RoundState.PLANNED
    closes: int = BEGIN + HOUR
    authors: dict[str, Author] = field(default_factory=lambda: {name: Author() for name in PEOPLE})
    sent: dict[int, Sent] = field(default_factory=dict)
    final: list[tuple[str, int]] = field(default_factory=list)
    released: int = 0

    def waiting(self, name: str | None = None) -> list[int]:
        return [number for number, one in self.sent.items() if one.passed is None and name in (None, one.author)]

    def takes(self, name: str, now: int) -> bool:
        """Return whether a program of somebody is taken now."""
        author = self.authors[name]
        today = [one for one in self.sent.values() if one.author == name and one.moment > now - DAY]
        in_time = self.state is RoundState.OPEN and BEGIN - 1 <= now < self.closes
        return in_time and not author.banned and not author.removed and self.has_room(name, len(today))

    def has_room(self, name: str, today: int) -> bool:
        return len(self.waiting(name)) < MOST_WAITING and today < A_DAY

    def playing(self) -> list[tuple[str, int]]:
        return [
            (name, author.active)
            for name, author in self.authors.items()
            if author.active is not None and not author.banned and not author.removed
        ]


class Machine(RuleBasedStateMachine):
    """A competition with one round, three authors, an organiser, a worker, and a clock that anybody may set."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.path = Path(self.folder.name)
        self.now, self.model = BEGIN, Model()

    @initialize(opened=st.sampled_from([True, True, True, False]))
    def begin(self, opened: bool) -> None:
        self.arena = open_arena(new_store(self.path))
        self.arena.clock = lambda: float(self.now)
        self.people = {name: account(self.arena, name) for name in PEOPLE}
        new_round(self.arena, lasts_s=HOUR, release=Release.STAGED, uploads_a_day=A_DAY)
        self.vault = Vault(self.path / "vault")
        if opened:
            self.tick()

    def teardown(self) -> None:
        if hasattr(self, "arena"):
            self.arena.close()
        self.folder.cleanup()

    @property
    def round(self) -> Round:
        return find_round(self.arena, "cup", 1)

    def account(self, name: str) -> Account:
        found = find_account(self.arena, self.people[name].id)
        assert found is not None
        return found

    # Authors

    @rule(name=anybody, text=st.integers(0, 3))
    def submit(self, name: str, text: int) -> None:
        upload = Upload("main.py", f"# {name} {text}\n".encode(), name=name)
        if not self.model.takes(name, self.now):
            with pytest.raises(Mistake):
                submit(self.arena, self.round, self.account(name), upload)
            return
        sent = submit(self.arena, self.round, self.account(name), upload)
        self.model.sent[sent.id] = Sent(name, self.now)
        self.model.authors[name].entered = True

    @rule(name=anybody)
    def submit_and_check(self, name: str) -> None:
        self.submit(name, 0)
        while self.model.waiting():
            self.check(passes=True)

    @precondition(lambda self: self.model.sent)
    @rule(name=anybody, pick=st.integers(0, 20))
    def activate(self, name: str, pick: int) -> None:
        number = list(self.model.sent)[pick % len(self.model.sent)]
        sent = self.model.sent[number]
        may = sent.author == name and sent.passed and self.is_open
        if may:
            self.model.authors[name].active = number
        with self.told_off_unless(bool(may)):
            activate(self.arena, self.account(name), find(self.arena, number))

    @rule(name=anybody)
    def withdraw(self, name: str) -> None:
        may = self.is_open and self.model.authors[name].entered
        if may:
            self.model.authors[name].active = None
        with self.told_off_unless(may):
            withdraw(self.arena, self.account(name), self.round)

    @property
    def is_open(self) -> bool:
        return self.model.state is RoundState.OPEN and self.now < self.model.closes

    @staticmethod
    def told_off_unless(may: bool) -> AbstractContextManager[object]:
        return nullcontext() if may else pytest.raises(Mistake)

    # Organisers

    @rule(name=anybody, banned=st.booleans())
    def ban(self, name: str, banned: bool) -> None:
        if banned:
            ban(self.arena, self.people[name].id, "rude")
        else:
            lift_ban(self.arena, self.people[name].id)
        self.model.authors[name].banned = banned

    @rule(name=anybody, removed=st.booleans())
    def remove(self, name: str, removed: bool) -> None:
        if not self.model.authors[name].entered:
            return
        bot = find_bot(self.arena, self.round, self.people[name])
        assert bot is not None
        if removed:
            remove_bot(self.arena, bot.id, "it is a copy")
        else:
            restore_bot(self.arena, bot.id)
        self.model.authors[name].removed = removed

    @rule()
    def close(self) -> None:
        """Close the round from now on, by whatever clock there is."""
        may = self.model.state is RoundState.OPEN
        with self.told_off_unless(may):
            close_now(self.arena, self.round)
        if may:
            self.model.closes = min(self.model.closes, self.now)

    @precondition(lambda self: self.model.playing())
    @rule()
    def close_and_tick(self) -> None:
        self.close()
        self.tick()

    @rule(places=st.sampled_from([1, 2, ALL]))
    def release(self, places: int) -> None:
        # Nothing was played, so there is no board, and all is released at once.
        may = self.model.state is RoundState.OVER and self.model.released != ALL
        with self.told_off_unless(may):
            release(self.arena, self.round, places)
        if may:
            self.model.released = ALL

    # The worker

    @precondition(lambda self: self.model.waiting())
    @rule(passes=st.sampled_from([True, True, False]))
    def check(self, passes: bool) -> None:
        claimed = claim(self.arena)
        assert claimed is not None and claimed.id == min(self.model.waiting())
        state = State.PASSED if passes else State.FAILED
        finish(self.arena, claimed.id, Worked(state, "seen", content=f"program {claimed.id}", program=b"packed"))
        sent = self.model.sent[claimed.id]
        sent.passed = passes
        if passes:
            self.model.authors[sent.author].active = claimed.id

    @rule()
    def tick(self) -> None:
        advance(self.arena, self.vault)
        model = self.model
        if model.state is RoundState.PLANNED and self.now >= BEGIN - 1:
            model.state = RoundState.OPEN
        elif model.state is RoundState.OPEN and self.now >= model.closes and not model.waiting():
            model.state, model.final = RoundState.FINAL, model.playing()

    @precondition(lambda self: self.model.state is RoundState.FINAL)
    @rule()
    def end(self) -> None:
        reveal(self.arena, self.round, self.vault.secret(self.round.commitment))
        self.model.state = RoundState.OVER

    @rule(moment=st.sampled_from([-DAY, -2, -1, 0, 1, 2, 60, HOUR - 1, HOUR, DAY]))
    def set_clock(self, moment: int) -> None:
        """Have it be another time, often just about when the round opens or closes."""
        self.now = BEGIN + moment

    # What must be true

    @invariant()
    def all_is_as_on_paper(self) -> None:
        if not hasattr(self, "arena"):
            return
        model, found = self.model, self.round
        assert (found.state, found.closes, found.released) == (model.state, model.closes, model.released)
        assert (found.secret is not None) == (model.state is RoundState.OVER)
        authors = [entry for entry in entered(self.arena, found) if entry.bot is not None]
        assert sorted((entry.name, entry.submission) for entry in authors) == sorted(model.playing())
        final = [(entry.name, entry.submission) for entry in found.entries if entry.bot is not None]
        assert sorted(final) == sorted(model.final), "whoever is in the final stays in it, and nobody else comes"
        shipped = tuple(entry.name for entry in found.entries if entry.bot is None)
        assert shipped == (PLAYERS if model.state in (RoundState.FINAL, RoundState.OVER) else ())
        if found.commitment:
            self.vault.secret(found.commitment)

    @invariant()
    def nothing_goes_back(self) -> None:
        before = getattr(self, "before", RoundState.PLANNED)
        assert ORDER.index(self.model.state) >= ORDER.index(before)
        self.before = self.model.state


@lengths(10)
def test_a_round_is_as_on_paper_whatever_people_do_and_wherever_the_clock_stands(length: settings) -> None:
    run_machine(Machine, length)
