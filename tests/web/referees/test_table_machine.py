"""A table against a simple model: whoever comes, leaves, acts, takes back, and comes back after it was forgotten."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from overtrick.bots.bot import Answer
from overtrick.core.mistake import Mistake
from overtrick.games.contract import NOBODY
from overtrick.match.progress import Progress
from overtrick.web.referees.store import open_tables
from overtrick.web.referees.table import PATIENCE_S, Table
from tests.support.machines import lengths, new_store, run_machine
from tests.web.referees.test_table import ANN, BEN, CAT, bots_act, new

GUESTS = (ANN, BEN, CAT, "")
TABLES = (
    ("duel", ("me", "open"), {"ranks": "3", "stock": "0"}),
    ("duel", ("easy", "me"), {"ranks": "3", "stock": "0"}),
    ("wizard", ("me", "open", "easy"), {"series": "2,1"}),
    ("wizard", ("easy", "me", "easy"), {"series": "2,1"}),
)
PAGES = st.integers(1, 4)


class Model:
    """A table as somebody beside it would write it down: who owns which seat, who is here, what was done."""

    def __init__(self, kinds: Sequence[str], now: float) -> None:
        self.owners = [ANN if kind == "me" else "" for kind in kinds]
        self.free = [seat for seat, kind in enumerate(kinds) if kind == "open"]
        self.pages: dict[int, str] = {}
        self.away: set[int] = set()
        self.done: list[tuple[int, str]] = []
        self.undone: list[tuple[int, str]] = []
        self.unseen = {ANN: now}

    def seats(self, guest: str) -> list[int]:
        return [seat for seat, owner in enumerate(self.owners) if guest and owner == guest]

    def people(self) -> set[str]:
        return set(self.owners) - {""}

    def alone(self, guest: str) -> bool:
        return len(self.seats(guest)) == 1 and not self.free and self.people() == {guest}

    def awake(self) -> bool:
        return bool(self.people() & set(self.pages.values()))

    def last_of(self, seat: int) -> int | None:
        """Return where the latest action of a seat is."""
        return max((place for place, (actor, _) in enumerate(self.done) if actor == seat), default=None)


class Machine(RuleBasedStateMachine):
    """A table of the site, and the store that it is forgotten to."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()

    @initialize(kind=st.sampled_from(TABLES))
    def begin(self, kind: tuple[str, tuple[str, ...], dict[str, str]]) -> None:
        game, kinds, options = kind
        self.store = open_tables(new_store(Path(self.folder.name)))
        self.table, self.clock = new(game, kinds, False, **options)
        self.model = Model(kinds, self.clock.now)
        self.enter(1, ANN)

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.store.close()
        self.folder.cleanup()

    def page(self, pick: int) -> int:
        """Return one of the open pages."""
        return list(self.model.pages)[pick % len(self.model.pages)]

    def played(self) -> Progress:
        """Return the match as the rules alone play what is written down."""
        going = Progress(self.table.sitting.match)
        for seat, name in self.model.done:
            assert going.to_move == seat
            going.play(Answer(going.game.parse(going.row, name)))
            if going.to_move == NOBODY:
                going.end_deal()
        return going

    def bots_act(self) -> None:
        """Let our players act as a referee does, and write down what they do."""
        bots_act(self.table)
        new = self.table.sitting.done[len(self.model.done) :]
        for seat, name in new:
            assert not self.model.owners[seat] or seat in self.model.away, "nobody acts for a person who is here"
            self.model.done.append((seat, name))
            self.model.undone.clear()
        assert not new or self.model.awake()

    # Coming and going

    @rule(page=PAGES, guest=st.sampled_from(GUESTS))
    def enter(self, page: int, guest: str) -> None:
        if page in self.model.pages:
            return
        mine = self.model.seats(guest)
        back = bool(self.model.away & set(mine))
        assert self.table.enter(page, guest) is back
        self.model.pages[page] = guest
        self.model.away -= set(mine)
        self.model.unseen.pop(guest, None)
        self.bots_act()

    @precondition(lambda self: self.model.pages)
    @rule(pick=PAGES)
    def exit(self, pick: int) -> None:
        page = self.page(pick)
        self.table.exit(page)
        guest = self.model.pages.pop(page)
        if self.model.seats(guest) and guest not in self.model.pages.values():
            self.model.unseen[guest] = self.clock.now

    @rule(
        guest=st.sampled_from(GUESTS[1:3]), key=st.sampled_from(["sesame", "sesame", "guessed"]), seat=st.integers(0, 2)
    )
    def join(self, guest: str, key: str, seat: int) -> None:
        if key != "sesame" or self.model.seats(guest) or not self.model.free:
            with pytest.raises(Mistake):
                self.table.join(guest, "Ben", key, seat)
            return
        chosen = seat if seat in self.model.free else self.model.free[0]
        assert self.table.join(guest, "Ben", key, seat) == chosen
        self.model.free.remove(chosen)
        self.model.owners[chosen] = guest
        if guest not in self.model.pages.values():
            self.model.away.add(chosen)
        self.model.undone.clear()
        self.bots_act()

    @rule(guest=st.sampled_from(GUESTS))
    def leave(self, guest: str) -> None:
        if not self.model.seats(guest):
            with pytest.raises(Mistake):
                self.table.leave(guest)
            return
        self.table.leave(guest)
        self.model.away |= set(self.model.seats(guest))
        self.bots_act()

    @rule(seconds=st.sampled_from([1.0, PATIENCE_S - 1, PATIENCE_S + 1]))
    def wait(self, seconds: float) -> None:
        self.clock.now += seconds
        over = self.played().to_move == NOBODY
        gone = [guest for guest, since in self.model.unseen.items() if self.clock.now >= since + PATIENCE_S]
        new = {seat for guest in gone for seat in self.model.seats(guest)} - self.model.away
        if over or not self.model.awake():
            new = set()
        assert self.table.send_away_the_unseen() is bool(new)
        self.model.away |= new
        self.bots_act()

    # Playing

    @precondition(lambda self: self.model.pages)
    @rule(pick=PAGES, choice=st.integers(0, 9), late=st.sampled_from([0, 0, 0, 1]))
    def act(self, pick: int, choice: int, late: int) -> None:
        page = self.page(pick)
        seat, name = self.legal(choice)
        step = len(self.model.done) - late
        if seat not in self.model.seats(self.model.pages[page]) or late:
            with pytest.raises(Mistake):
                self.table.act(self.table.onlookers[page], name, step)
            return
        self.table.act(self.table.onlookers[page], name, step)
        self.model.done.append((seat, name))
        self.model.undone.clear()
        self.bots_act()

    def legal(self, choice: int) -> tuple[int, str]:
        """Return the seat to move, and something that it may do; after the end it is nobody, and nothing."""
        going = self.played()
        if going.to_move == NOBODY:
            return NOBODY, "?"
        legal = going.game.legal(going.row)
        return going.to_move, going.game.name(going.row, legal[choice % len(legal)])

    @precondition(lambda self: self.model.pages)
    @rule(choices=st.lists(st.integers(0, 9), min_size=1, max_size=6))
    def play_on(self, choices: list[int]) -> None:
        """Have whoever is to move act, again and again, as long as they are here."""
        for choice in choices:
            turn = self.legal(0)[0]
            for pick, guest in enumerate(list(self.model.pages.values())):
                if turn in self.model.seats(guest):
                    self.act(pick, choice, 0)
                    break

    @precondition(lambda self: self.model.pages)
    @rule(pick=PAGES)
    def take_back(self, pick: int) -> None:
        page = self.page(pick)
        guest = self.model.pages[page]
        last = self.model.last_of(self.model.seats(guest)[0]) if self.model.alone(guest) else None
        if last is None:
            with pytest.raises(Mistake):
                self.table.take_back(self.table.onlookers[page])
            return
        self.table.take_back(self.table.onlookers[page])
        self.model.undone += self.model.done[last:][::-1]
        del self.model.done[last:]
        self.bots_act()

    @precondition(lambda self: self.model.pages)
    @rule(pick=PAGES)
    def redo(self, pick: int) -> None:
        page = self.page(pick)
        guest = self.model.pages[page]
        if not self.model.alone(guest) or not self.model.undone:
            with pytest.raises(Mistake):
                self.table.redo(self.table.onlookers[page])
            return
        self.table.redo(self.table.onlookers[page])
        self.model.done.append(self.model.undone.pop())
        while self.model.undone and self.model.undone[-1][0] != self.model.seats(guest)[0]:
            self.model.done.append(self.model.undone.pop())
        self.bots_act()

    # Saving and coming back

    @rule(returns=st.sampled_from([True, True, False]))
    def save_and_return(self, returns: bool) -> None:
        """Have the table forgotten by its process, and opened by another one, where its host comes back or not."""
        table = self.table
        assert self.store.write([(table.name, table.sitting, table.setting, table.version + 1)]) == {"T"}
        kept = self.store.find("T")
        assert kept is not None and kept.version == table.version + 1
        self.table = Table("T", kept.sit_down(), kept.setting, kept.version, self.clock)
        self.model.pages.clear()
        self.model.unseen = dict.fromkeys(self.model.people(), self.clock.now)

    @rule()
    def save_too_late(self) -> None:
        """Have a process write that has not heard of what another one wrote."""
        table = self.table
        if table.version:
            assert self.store.write([(table.name, table.sitting, table.setting, table.version)]) == set()

    # What must be true

    @invariant()
    def the_table_is_as_written_down(self) -> None:
        if not hasattr(self, "model"):
            return
        table, model, going = self.table, self.model, self.played()
        assert table.sitting.done == model.done
        assert table.sitting.undone == model.undone
        assert (table.setting.owners, table.setting.free) == (model.owners, model.free)
        assert {seat for seat, chair in enumerate(table.sitting.chairs) if chair.person and chair.away} == model.away
        assert table.sitting.to_move == going.to_move
        assert table.sitting.over is (going.to_move == NOBODY)
        for page, guest in model.pages.items():
            seen = model.seats(guest)
            assert table.seat_shown(table.onlookers[page]) == (seen[0] if seen else NOBODY)
        if table.sitting.over:
            assert table.sitting.record().totals == going.record([], ()).totals


@lengths(20)
def test_a_table_is_as_written_down_whoever_comes_leaves_acts_and_takes_back(length: settings) -> None:
    run_machine(Machine, length)
