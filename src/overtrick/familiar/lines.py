"""What the familiar Figgie command prints: rounds with ``-v``, the closing lines as everybody knows them, the money."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from overtrick.core.ending import Ending
from overtrick.core.intervals import mean_and_half
from overtrick.core.printable import printable
from overtrick.familiar.rounds import Round, clock_word, hand
from overtrick.games.figgie import rulebook as figgie

TOO_LATE = "too late"  # refused when its moment in a tick came, since others came first
KINDS = (*map(str, Ending), TOO_LATE)


def round_lines(done: Round) -> Iterator[str]:
    """Yield a round as ``-v`` prints it: deck, goal, hands, every action but passes, every refusal, the result."""
    start, end = done.start, done.end
    clock = clock_word(end)
    seats = range(end[figgie.SEAT_COUNT])
    yield f"Round {done.number}: {counts(figgie.by_suit(start, figgie.SIZE))}"
    yield f"  the goal suit is {figgie.SUIT_WORDS[start[figgie.GOAL]]}"
    for seat in seats:
        yield f"  seat {seat}: {counts(hand(start, seat))}"
    paid = {(event[2], event[0]): event for event in done.trades}
    for step in done.steps():
        if step.refusal is not None:
            place = step.clock if clock == "turn" else len(seats) * step.clock + step.seat
            kind, sentence = kind_of(done, place), printable(step.refusal.sentence)
            yield f"  {clock} {step.clock}, seat {step.seat}: refused ({kind}): {sentence}"
        elif step.action != figgie.PASS:
            event = paid.get((step.clock, step.seat))
            trade = "" if event is None else f", trading with seat {event[4]} for {event[3]}"
            yield f"  {clock} {step.clock}, seat {step.seat}: {figgie.name(end, step.action)}{trade}"
    for seat, score in enumerate(done.scores()):
        yield f"  seat {seat}: {counts(hand(end, seat))}, ${end[figgie.MONEY + seat]}, score {score:+d}"


def kind_of(done: Round, place: int) -> str:
    """Return of what kind a refusal is."""
    if place not in done.late:
        return done.faults[place].ending
    return TOO_LATE if done.late[place].was_valid else Ending.ILLEGAL


def counts(cards: Mapping[str, int]) -> str:
    """Return counted cards as text."""
    return ", ".join(f"{count} {suit}" for suit, count in cards.items())


class Tally:
    """What the rounds of a run add up to."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = [folder(name) for name in names]
        self.bots = [name if Path(name).is_file() and Path(name).name != "main.py" else folder(name) for name in names]
        self.scores: list[list[int]] = [[] for _ in names]
        self.won = [0] * len(names)
        self.draws = 0
        self.refused: list[Counter[str]] = [Counter() for _ in names]
        self.first: dict[int, str] = {}  # the first refusal of a seat that was not just too late
        self.first_late: dict[int, str] = {}

    def add(self, done: Round) -> None:
        """Count a round."""
        scores = done.scores()
        best = max(scores)
        if scores.count(best) > 1:
            self.draws += 1
        else:
            self.won[scores.index(best)] += 1
        for seat, score in enumerate(scores):
            self.scores[seat].append(score)
        for place in sorted({*done.faults, *done.late}):
            self.count_refusal(done, place, kind_of(done, place))

    def count_refusal(self, done: Round, place: int, kind: str) -> None:
        """Count a refused action, and keep the first of its seat."""
        turn, seat = divmod(place, len(self.names))
        self.refused[seat][kind] += 1
        first = self.first_late if kind == TOO_LATE else self.first
        refused = None if seat in first else done.refusal(place)
        if refused is not None:
            clock = clock_word(done.end)
            time = f"{clock} {place if clock == 'turn' else turn}"
            first[seat] = f"the first in round {done.number}, {time}: {printable(refused.sentence)}"

    def closing_lines(self) -> Iterator[str]:
        """Yield the closing lines as everybody knows them."""
        yield ""
        yield "FINAL_RESULTS"
        for seat, name in enumerate(self.names):
            yield f"Bot_{seat + 1}_main: {self.won[seat]} rounds won ({name})"
        yield f"Draws: {self.draws}"

    def money_lines(self) -> Iterator[str]:
        """Yield the mean money of each seat with half of its interval, and what was refused."""
        yield ""
        yield "mean money of a round ± half of its 95 % interval"
        width = max(len(name) for name in self.bots)
        for seat, name in enumerate(self.bots):
            mean, half = mean_and_half(self.scores[seat])
            shown = "unknown" if math.isnan(half) else f"{half:.2f}"
            yield f"  seat {seat}  {name:<{width}}  {mean:+8.2f} ± {shown}"
        for seat, first in sorted({**self.first_late, **self.first}.items()):
            refused = self.refused[seat]
            kinds = ", ".join(f"{refused[kind]} {kind}" for kind in KINDS if refused[kind])
            fault = ", which is no fault" if refused[TOO_LATE] else ""
            yield f"  seat {seat}  {refused.total()} refused, which counts as a pass: {kinds}{fault}"
            yield f"          {first}"

    def data(self) -> dict[str, Any]:
        """Return all of it as data."""
        seats = []
        for seat, name in enumerate(self.names):
            mean, half = mean_and_half(self.scores[seat])
            ends = {"mean_low": mean - half, "mean_high": mean + half}
            told = {
                "seat": seat,
                "bot": name,
                "won": self.won[seat],
                "total": sum(self.scores[seat]),
                "mean": mean,
                **{word: None if math.isnan(end) else end for word, end in ends.items()},
                "refused": dict(self.refused[seat]),
                "first_refusal": self.first.get(seat, self.first_late.get(seat)),
            }
            seats.append(told)
        return {"draws": self.draws, "seats": seats}

    def total_lines(self) -> Iterator[str]:
        """Yield the total of each seat."""
        yield ""
        yield "total money"
        for seat, scores in enumerate(self.scores):
            yield f"  seat {seat}  {sum(scores):+d}"


def folder(name: str) -> str:
    """Return the name of the folder of a bot's file, or of the bot if it has none."""
    path = Path(name)
    if not path.exists():
        return name
    return path.resolve().name if path.is_dir() else path.resolve().parent.name


def lines_of(rounds: Iterable[Round], tally: Tally, *, verbose: bool) -> Iterator[str]:
    """Yield all that the command prints, while the rounds are played."""
    for done in rounds:
        tally.add(done)
        if verbose:
            yield from round_lines(done)
    yield from tally.closing_lines()
    yield from tally.money_lines()
    if verbose:
        yield from tally.total_lines()
