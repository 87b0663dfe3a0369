"""The decisions of a recorded match: what each seat saw, and what it did itself, without what was done for it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from overtrick.core.luck import fresh_state
from overtrick.games import GAMES
from overtrick.games.contract import Row
from overtrick.games.view import History, view
from overtrick.match.record import Record
from overtrick.players.explain import Decision
from overtrick.review.judged import Place


@dataclass(frozen=True)
class Look:
    """A match to look at: its number among those reviewed, whose decisions, in how many worlds, and with which luck."""

    record: Record
    number: int  # from 1
    seats: tuple[int, ...]
    worlds: int  # for each decision, where that takes worlds
    seed: bytes
    deal: int | None = None  # the only one that is looked at

    @cached_property
    def key(self) -> str:
        """The name of the match."""
        return self.record.match.key()

    def place(self, made: Decision) -> Place:
        """Return where a decision stands."""
        return Place(self.number, self.key, made.deal, made.step, made.seen.seat)

    def state(self, made: Decision, purpose: str) -> int:
        """Return luck for one purpose, the same however many others are looked at, and by whom."""
        return fresh_state(self.seed, f"{self.key}/{made.deal}/{made.step}/{purpose}")


def decisions(look: Look) -> Iterator[Decision]:
    """Yield the decisions of the seats of a look, in order; the events of a view go on growing, so use it at once."""
    record, seats = look.record, look.seats
    game, rules = GAMES[record.match.game], record.match.rules()
    finished: list[Row] = []
    done_for = _done_for(record)
    for number, deal in enumerate(record.deals, start=1):
        row = game.deal(game.next_deal(rules, finished), deal.draws)
        history = History(game, record.match.seats)
        for step, (seat, name) in enumerate(deal.actions, start=1):
            if seat in seats and look.deal in (None, number) and (number, step) not in done_for:
                yield Decision(number, step, view(game, row, history.heard(seat), seat, number), name)
            action = game.parse(row, name)
            game.play(row, action)
            history.add(row, seat, action)
        finished.append(row)


def _done_for(record: Record) -> set[tuple[int, int]]:
    """Return the deals and steps at which a seat was played for, after a fault or because it was not asked any more."""
    faulty = {(fault.deal, fault.action + 1, fault.seat) for fault in record.faults}
    if not faulty:
        return set()
    found, guilty = set(), set()
    for number, deal in enumerate(record.deals, start=1):
        times = deal.times or ((1, 1),) * len(deal.actions)
        for step, ((seat, _), time) in enumerate(zip(deal.actions, times, strict=True), start=1):
            if (number, step, seat) in faulty:
                guilty.add(seat)
                found.add((number, step))
            elif seat in guilty and not any(time):  # who is not asked takes no time
                found.add((number, step))
    return found
