"""One table at native speed, for environments that go on step by step: a step is one call of the machine's code."""

from collections.abc import Callable
from sys import getrefcount
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from overtrick.compiled.tables.buffers import DTYPES
from overtrick.compiled.tables.stepping import (
    AGENT,
    CHOICES,
    COLUMNS,
    DEALS,
    LOGGED,
    LUCK,
    OVER,
    REFUSED,
    REWARD,
    ROOM,
    SEAT,
    STUCK,
    deal_at,
    finished,
    memory_at,
    row_at,
)
from overtrick.compiled.tables.tables import Kind, Seating, Tables
from overtrick.games.contract import Row

Step = tuple[NDArray[Any], float, bool, bool, dict[str, Any]]  # as Gymnasium has it
Slot = tuple[NDArray[np.int64], NDArray[Any], NDArray[np.int8]]  # words, seen as an observation, and as a mask
WORDS_HELD, ARRAY_HELD = 5, 3  # references to the words of a slot and to its arrays that are ours and the question's


class Table:
    """A table with the question that it has come to: whom it asks, what that seat sees and may do.

    ``seen`` and ``allowed`` stay as they are for as long as somebody else holds them, or a part of them; otherwise
    they are written again two steps later.
    """

    def __init__(self, kind: Kind, seating: Seating) -> None:
        self._held = Tables(kind, 1, seating, alone=True)
        self.seats = self._held.seats
        self._lanes = kind.lanes
        self._desk = seating.minds.desk_of(self._held.desks, 0)
        self._join()
        self._slots = [self._new_slot(), self._new_slot()]
        self._turn = 0
        # What Numba calls in the end, when it has found out the types of everything: they are always the same here.
        kernel, given = self._held.kernel, (self._whole, self._start, self._slots[0][0])
        self._begin = kernel.begin_alone.compile(tuple(map(numba.typeof, (*given, self._desk))))
        self._play = kernel.play_alone.compile(tuple(map(numba.typeof, (*given, 0, self._desk))))

    def _join(self) -> None:
        """Lay all of the table into one array."""
        held = self._held
        self._start = len(held.shared)
        end = self._start + held.tables.shape[1]
        self._whole = np.concatenate((held.shared, held.tables[0], held.pasts[0]))
        held.shared, held.tables = self._whole[: self._start], self._whole[self._start : end].reshape(1, -1)
        held.pasts = self._whole[end:].reshape(1, -1)
        self._table: Any = held.tables[0]
        self._past: Any = held.pasts[0]

    def _new_slot(self) -> Slot:
        words = np.zeros(self._lanes.WORDS + self._lanes.MASK_WORDS, np.int64)
        seen = words[: self._lanes.WORDS].view(DTYPES[self._lanes.LANE_BITS])
        return words, seen, words[self._lanes.WORDS :].view(np.int8)[: self._lanes.ACTIONS]

    def _next_slot(self) -> Slot:
        """Return the slot for the next question, a new one if somebody holds something of the one whose turn it is."""
        self._turn = turn = 1 - self._turn
        words, seen, allowed = slot = self._slots[turn]
        if getrefcount(seen) > ARRAY_HELD or getrefcount(allowed) > ARRAY_HELD or getrefcount(words) > WORDS_HELD:
            self._slots[turn] = slot = self._new_slot()
        return slot

    @property
    def seen(self) -> NDArray[Any]:
        """What the seat that is asked, or the agent, sees."""
        return self._slots[self._turn][1]

    @property
    def allowed(self) -> NDArray[np.int8]:
        """What it may do."""
        return self._slots[self._turn][2]

    def begin(self, cards: int, choices: int, agent: int | None = None) -> Slot:
        """Begin a match from two states of luck, with the agent in a seat if there is one; return a question."""
        self._table[LUCK], self._table[CHOICES] = cards, choices
        if agent is not None:
            self._table[AGENT] = agent
        slot = self._next_slot()
        self._go_on(self._begin(self._whole, self._start, slot[0], self._desk))
        return slot

    def play(self, action: int) -> tuple[int, Slot]:
        """Play an action of the action space, or what ``as_number`` says of one of the rulebook.

        Return how many deals it has ended, and the next question; or REFUSED, and nothing has happened.
        """
        turn = self._turn
        slot = self._next_slot()
        result = self._play(self._whole, self._start, slot[0], action, self._desk)
        if result == REFUSED:
            self._turn = turn
            return REFUSED, slot
        return self._go_on(result), slot

    def stepper(self, seat: int, otherwise: Callable[[int, int], Step]) -> Callable[[int], Step]:
        """Return what ``play`` does as a step of Gymnasium for the agent in a seat, as quick as Python lets it be.

        If an action was refused or has ended a deal, what follows is the answer of ``otherwise`` to it and the deals.
        """
        slots, play, whole, start, desk, count = (
            self._slots,
            self._play,
            self._whole,
            self._start,
            self._desk,
            getrefcount,
        )

        def step(action: int) -> Step:
            nonlocal whole
            turn = 1 - self._turn
            words, seen, allowed = slots[turn]
            if count(seen) > ARRAY_HELD or count(allowed) > ARRAY_HELD or count(words) > WORDS_HELD:
                words, seen, allowed = slots[turn] = self._new_slot()
            result = play(whole, start, words, action, desk)
            if result == REFUSED:
                return otherwise(action, REFUSED)
            self._turn = turn
            if result:
                ended = self._go_on(result)
                whole = self._whole  # there may be more room now
                if ended:
                    return otherwise(action, ended)
            return seen, 0.0, False, False, {"action_mask": allowed, "seat": seat}

        return step

    def _go_on(self, result: int) -> int:
        """Make more room, as long as there is not enough; return how many deals have ended."""
        while result & STUCK:
            self._held.grow()
            self._join()
            result = self._held.kernel.resume_alone(self._whole, self._start, self._slots[self._turn][0], self._desk)
        return result >> 1

    @property
    def asked(self) -> int:
        """The seat that is asked, NOBODY after the match."""
        return int(self._table[SEAT])

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return bool(self._table[OVER])

    @property
    def reward(self) -> int:
        """What the agent has earned by the last action."""
        return int(self._table[REWARD])

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
        return int(self._table[DEALS])

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
