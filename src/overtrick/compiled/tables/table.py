"""One table at native speed, for environments that go on step by step: a step is one call of the machine's code."""

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from overtrick.compiled.tables.buffers import DTYPES
from overtrick.compiled.tables.stepping import (
    BYTES,
    COLUMNS,
    DEALS,
    EVERYBODY,
    HEAD,
    HELD,
    LOGGED,
    OVER,
    REFUSED,
    REWARD,
    ROOM,
    SEAT,
    STUCK,
    TABLE_AT,
    deal_at,
    finished,
    memory_at,
    row_at,
)
from overtrick.compiled.tables.tables import Ints, Kind, Seating, Tables
from overtrick.games.contract import Row


class Slot:
    """Room for a question: what a seat sees and may do, and the latter as Gymnasium tells it."""

    __slots__ = ("address", "allowed", "info", "other", "seen", "whole")

    def __init__(self, table: "Table", agent: int) -> None:
        first, mask, end, actions, numbers = table.layout
        self.whole = whole = np.empty(end, np.int8)
        self.seen: NDArray[Any] = whole[first:mask] if numbers is np.int8 else whole[first:mask].view(numbers)
        self.allowed = whole[mask:actions]
        self.address: float = table.lay_out(whole, table.address, id(whole), id(self.seen), id(self.allowed))
        self.info: dict[str, Any] = {"action_mask": self.allowed, "seat": agent}
        self.other = self  # whose turn is next


class Table:
    """A table with the question that it has come to: whom it asks, what that seat sees and may do.

    ``seen`` and ``allowed`` stay as they are for as long as somebody else holds them, or a part of them; otherwise
    they are written again two steps later.
    """

    def __init__(self, kind: Kind, seating: Seating) -> None:
        self._held = Tables(kind, 1, seating, alone=True)
        self.seats = self._held.seats
        first, mask = BYTES * HEAD, BYTES * (HEAD + kind.lanes.WORDS)
        end, actions = mask + BYTES * kind.lanes.MASK_WORDS, mask + kind.lanes.ACTIONS
        self.layout = first, mask, end, actions, DTYPES[kind.lanes.LANE_BITS]  # of a slot
        self.desk = seating.minds.desk_of(self._held.desks, 0)
        self._join()
        # What Numba calls in the end, when it has found out the types of everything: they are always the same here.
        kernel, desk = self._held.kernel, numba.typeof(self.desk)  # type: ignore[no-untyped-call]
        self.lay_out = kernel.lay_out.compile((numba.int8[::1], *[numba.int64] * 4))
        self._begin = kernel.begin_alone.compile((numba.float64, *[numba.int64] * 3, desk))
        self.run = kernel.play_alone.compile((numba.float64, numba.int64, desk))
        self.slot = Slot(self, EVERYBODY)
        self._new_slot()

    def _join(self) -> None:
        """Lay all of the table into one array."""
        held = self._held
        start = len(held.shared)
        end = start + held.tables.shape[1]
        self._whole = np.concatenate((held.shared, held.tables[0], held.pasts[0]))
        held.shared, held.tables = self._whole[:start], self._whole[start:end].reshape(1, -1)
        held.pasts = self._whole[end:].reshape(1, -1)
        self._table: Ints = held.tables[0]
        self._past: Ints = held.pasts[0]
        self.address: int = self._whole.ctypes.data

    @property
    def seen(self) -> NDArray[Any]:
        """What the seat that is asked, or the agent, sees."""
        return self.slot.seen

    @property
    def allowed(self) -> NDArray[np.int8]:
        """What it may do."""
        return self.slot.allowed

    def begin(self, cards: int, choices: int, agent: int = EVERYBODY) -> None:
        """Begin a match from two states of luck, with the agent in a seat if there is one."""
        slot = self.slot.other
        result = self._begin(slot.address, agent, cards, choices, self.desk)
        if result == HELD:
            slot = self._new_slot()
            result = self._begin(slot.address, agent, cards, choices, self.desk)
        self.slot = slot
        if slot.info["seat"] != agent:
            slot.info["seat"] = slot.other.info["seat"] = agent
        if result:
            self._go_on(result)

    def play(self, action: int) -> int:
        """Play an action of the action space, or what ``as_number`` says of one of the rulebook.

        Return how many deals it has ended, or at a quiet table whether it has ended the match; or REFUSED, and nothing
        has happened.
        """
        return self.after(action, self.run(self.slot.other.address, action, self.desk))

    def after(self, action: int, result: int) -> int:
        """Return what ``play`` returns, after an action was run on the slot whose turn it was, with a result."""
        slot = self.slot.other
        if result == HELD:
            slot = self._new_slot()
            result = self.run(slot.address, action, self.desk)
        if result == REFUSED:
            return REFUSED
        self.slot = slot
        return self._go_on(result)

    def _new_slot(self) -> Slot:
        """Return a slot in place of the one whose turn is next, as somebody holds something of that."""
        slot = Slot(self, self.slot.info["seat"])
        self.slot.other, slot.other = slot, self.slot
        return slot

    def _go_on(self, result: int) -> int:
        """Make more room, as long as there is not enough; return how many deals have ended."""
        while result & STUCK:
            self._held.grow()
            self._join()
            for slot in (self.slot, self.slot.other):
                slot.whole.view(np.int64)[TABLE_AT] = self.address
            result = self._held.kernel.resume_alone(self.slot.address, self.desk)
        return result >> 1

    @property
    def asked(self) -> int:
        """The seat that is asked, NOBODY after the match."""
        return self._table.item(SEAT)

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self._table.item(OVER) != 0

    @property
    def reward(self) -> int:
        """What the agent has earned by the last action."""
        return self._table.item(REWARD)

    @property
    def earned(self) -> list[int]:
        """What every seat has earned by the last action, if that has ended a deal."""
        return list(self._table[COLUMNS : COLUMNS + self.seats].tolist())

    @property
    def totals(self) -> list[int]:
        """What every seat has earned in the match."""
        return list(self._table[COLUMNS + self.seats : COLUMNS + 2 * self.seats].tolist())

    @property
    def deals(self) -> int:
        """How many deals are finished."""
        return self._table.item(DEALS)

    @property
    def row(self) -> Row:
        """The deal under way, or the last one."""
        return list(self._table[row_at(self._held.shared) : memory_at(self._held.shared)].tolist())

    @property
    def memory(self) -> Row:
        """What is remembered of it."""
        return list(self._table[memory_at(self._held.shared) :].tolist())

    @property
    def log(self) -> Row:
        """The actions of the deal, those of the rulebook."""
        return list(self._past[: self._table[LOGGED]].tolist())

    @property
    def finished(self) -> list[Row]:
        """The finished deals."""
        return list(finished(self._held.shared, self._past, self.deals).tolist())

    @property
    def start(self) -> Row:
        """The deal under way, or the last one, as it began."""
        return list(self._past[deal_at(self._held.shared, self._held.shared[ROOM]) :].tolist())
