"""A finished match as frames: the table before the first and after every action, for whoever looks at it again.

A deal of n actions has the frames 0 to n. The last one shows how the deal ended; a
forfeited deal has one more for that. A frame is named by its deal and its step.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from overtrick.bots.bot import Answer
from overtrick.core.printable import printable
from overtrick.games.contract import NOBODY, Row
from overtrick.games.face import face_of, live_of
from overtrick.games.sentences import closing_sentence, does, refusal_words, secret_sentence
from overtrick.match.progress import Progress
from overtrick.match.record import Deal, FaultNote, Record
from overtrick.scenes.scene import Scene, around, ended, pad, present, told

LONGEST_NAME = 40


@dataclass(frozen=True)
class Line:
    """A line of the log; one about something hidden says which seat knew of it."""

    text: str
    seat: int | None = None


@dataclass(frozen=True)
class Frame:
    """One moment of a match: the table with open hands and as every seat saw it, and what led here."""

    deal: int  # from 1
    step: int  # how many actions of the deal came before; one more for a forfeit
    scene: Scene
    views: tuple[Scene, ...]  # as seat 0, 1, … saw it
    lines: tuple[Line, ...]  # of the log
    stop: bool = False  # a deal begins or ends here, or a trick, the bidding, a tick or a trade is over
    seat: int | None = None  # who acted
    action: str | None = None
    time_us: tuple[int, int] | None = None  # CPU and wall time of the action
    faults: tuple[FaultNote, ...] = ()  # that came before the action


class Retold(Progress):
    """A recorded match while it is played again, with the cards that the record tells."""

    def __init__(self, record: Record) -> None:
        self.told = record.deals
        self.pad: list[Scene] = []  # made once for each deal
        super().__init__(record.match)

    @property
    def length(self) -> int:
        """How many deals the match has."""
        return len(self.told)

    def cards(self) -> tuple[Row, list[int]]:
        """Return the row of the next deal and its draws, or empty lists after the last."""
        if len(self.deals) == len(self.told):
            return [], []
        draws = self.told[len(self.deals)].draws
        return self.game.deal(self.game.next_deal(self.match.rules(), self.finished), draws), list(draws)


def frames(record: Record, names: Sequence[str] = ()) -> list[Frame]:
    """Return all frames of a match, which is known to be sound; names default to those of the players."""
    found: list[Frame] = []
    for frame in retold(record, names):
        scene = shared(frame.scene, found[-1].scene if found else {})
        found.append(replace(frame, scene=scene, views=tuple(shared(view, scene) for view in frame.views)))
    return found


def retold(record: Record, names: Sequence[str] = ()) -> Iterator[Frame]:
    """Yield the same frames one after the other, for whoever does not keep them."""
    going, names = Retold(record), list(names) or seat_names(record)
    for number, deal in enumerate(record.deals, start=1):
        faults = [fault for fault in record.faults if fault.deal == number]
        last = frames_of(deal) - 1
        for step in range(last + 1):
            if step == 0:
                frame = opening(going, names)
            elif step <= len(deal.actions):
                frame = acted(going, names, deal, step)
            else:
                frame = forfeited(going, names, deal)
            # A fault belongs to the action that was done instead.
            here = [fault for fault in faults if min(fault.action + 1, last) == step]
            yield with_faults(frame, here, names) if here else frame


def frames_of(deal: Deal) -> int:
    """Return how many frames a deal has."""
    return len(deal.actions) + 1 + (deal.forfeit is not None)


def replay_scenes(record: Record, names: Sequence[str] = ()) -> list[Scene]:
    """Return the scenes of all frames, with open hands."""
    return [frame.scene for frame in frames(record, names)]


def shared(new: Any, old: Any) -> Any:
    """Return a value with all parts that an older one has too taken from there: a long match would else fill memory."""
    if isinstance(new, dict) and isinstance(old, dict):
        return {key: was if (was := old.get(key)) == value else shared(value, was) for key, value in new.items()}
    if isinstance(new, list) and isinstance(old, list):
        pairs = zip(new, old, strict=False)
        return [*(was if was == value else shared(value, was) for value, was in pairs), *new[len(old) :]]
    return new


def seat_names(record: Record) -> list[str]:
    """Return how to call the seats: as their players, short, harmless and each different."""
    short = [printable(name.removeprefix(f"{record.match.game}:"))[-LONGEST_NAME:] for name in record.match.players]
    often = Counter(short)
    return [f"{name} {seat}" if often[name] > 1 else name for seat, name in enumerate(short)]


# Frames


def opening(going: Retold, names: Sequence[str]) -> Frame:
    """Return the frame of the cards just dealt."""
    scenes = all_scenes(going, names, "now")
    lines = [Line(sentence) for sentence in scenes[0]["now"]["said"]]
    return Frame(going.number, 0, scenes[0], tuple(scenes[1:]), tuple(lines), stop=True)


def acted(going: Retold, names: Sequence[str], deal: Deal, step: int) -> Frame:
    """Do the next action of a deal and return the frame after it."""
    (seat, name), before, number = deal.actions[step - 1], len(going.history.everything), going.number
    runs = live_of(going.game, going.row) is not None  # then who only looks on has named nothing
    going.play(Answer(going.game.parse(going.row, name)))
    public = len(going.history.everything) > before
    lines = [] if public or runs else [Line(secret_sentence(going.game, names[seat], name), seat)]
    lines += [Line(words) for words in refused_lines(going, names, seat)]
    over = step == len(deal.actions) and deal.forfeit is None
    closing = "" if public else closing_sentence(going.game, going.row, names)
    if over:
        going.end_deal()
        scenes = all_scenes(going, names, "ended")
        said = scenes[0]["ended"]["said"] if public else []
        stop, ending = True, closing_lines(deal, names)
    else:
        scenes = all_scenes(going, names, "now")
        said = scenes[0]["now"]["said"] if public else []
        stop, ending = is_stop(going, before, scenes[0]["now"]["state"]), []
    lines += [*map(Line, said), *([Line(closing)] if closing else []), *ending]
    time_us = deal.times[step - 1] if deal.times else None
    return Frame(number, step, scenes[0], tuple(scenes[1:]), tuple(lines), stop, seat, name, time_us)


def forfeited(going: Retold, names: Sequence[str], deal: Deal) -> Frame:
    """Return the frame after a seat has forfeited the deal."""
    number = going.number
    going.end_deal(deal.forfeit)
    scenes = all_scenes(going, names, "ended")
    lines = (Line(f"{does(names[deal.forfeit or 0], 'forfeit')} the deal."), *closing_lines(deal, names))
    return Frame(number, len(deal.actions) + 1, scenes[0], tuple(scenes[1:]), lines, stop=True, seat=deal.forfeit)


def all_scenes(going: Retold, names: Sequence[str], part: str) -> list[Scene]:
    """Return the table with open hands, then as each seat sees it: ``now``, or how the latest deal has ``ended``."""
    if len(going.pad) != len(going.deals):
        going.pad = pad(going)
    common = around(going, names, going.pad) | {"deals": len(going.told)}
    if part == "ended":
        common["deal"] = len(going.deals)
    look = {"now": present, "ended": ended}[part]
    seats = range(going.match.seats)
    seen = [common | {"seat": seat, part: look(going, seat, names, False)} for seat in seats]
    return [common | {part: look(going, NOBODY, names, True)}, *seen]


def is_stop(going: Progress, before: int, state: Scene) -> bool:
    """Return whether a trick, the bidding, a tick or a trade has just ended; ``before`` counts the older events."""
    own = face_of(going.game).stops
    if own is not None:
        return own(going.row, going.history.everything[before:])
    return state.get("phase") in ("play", "over") and not state.get("trick")


# Lines of the log


def refused_lines(going: Progress, names: Sequence[str], seat: int) -> list[str]:
    """Return which named actions of a tick did not happen, and why."""
    game, row = going.game, going.row
    return [
        f"{does(names[actor], 'get')} nothing: {refusal_words(game, code, game.name(row, action))}."
        for actor, action, code in game.refused(row, seat)
    ]


def closing_lines(deal: Deal, names: Sequence[str]) -> list[Line]:
    """Return what a deal brought."""
    scores = ", ".join(f"{name} {score:+d}" for name, score in zip(names, deal.scores, strict=True))
    return [Line(f"The deal is over: {scores}."), *(Line(f"{told(note, names)}.") for note in deal.notes)]


def with_faults(frame: Frame, faults: Sequence[FaultNote], names: Sequence[str]) -> Frame:
    """Return a frame with faults that came before its action, and lines about them, the latest first."""
    lines = [Line(f"Fault of {names[fault.seat]} ({fault.ending}): {printable(fault.sentence)}") for fault in faults]
    return replace(frame, faults=tuple(faults), lines=(*reversed(lines), *frame.lines))
