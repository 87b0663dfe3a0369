"""What went wrong besides: faults by kind, and the slowest moves."""

from collections.abc import Sequence

from overtrick.core.ending import Ending
from overtrick.match.record import FaultNote
from overtrick.review.decisions import Look
from overtrick.review.judged import Place, Slow, Trouble

SLOWEST = 3  # moves that are told
SLOW_MS = 100.0  # of CPU time: for people what is quicker is not worth a line


def troubles(looks: Sequence[Look]) -> tuple[Trouble, ...]:
    """Return the faults of the seats looked at by kind, the most frequent first."""
    found: dict[Ending, list[tuple[Look, FaultNote]]] = {}
    for look in looks:
        for note in look.record.faults:
            if note.seat in look.seats:
                found.setdefault(note.ending, []).append((look, note))
    told = []
    for ending, notes in found.items():
        look, note = notes[0]
        place = Place(look.number, look.key, note.deal, note.action + 1, note.seat)
        told.append(Trouble(str(ending), len(notes), note.sentence, place))
    return tuple(sorted(told, key=lambda trouble: (-trouble.count, trouble.ending)))


def slowest(looks: Sequence[Look]) -> tuple[Slow, ...]:
    """Return the moves that took most time of the processor, the slowest first."""
    found = []
    for look in looks:
        for number, deal in enumerate(look.record.deals, start=1):
            for step, ((seat, name), (cpu, wall)) in enumerate(zip(deal.actions, deal.times, strict=False), start=1):
                if seat in look.seats:
                    found.append((cpu, wall, look, number, step, seat, name))
    found.sort(key=lambda one: (-one[0], -one[1], one[2].number, one[3], one[4]))
    return tuple(
        Slow(Place(look.number, look.key, deal, step, seat), name, cpu / 1000, wall / 1000)
        for cpu, wall, look, deal, step, seat, name in found[:SLOWEST]
        if cpu or wall
    )
