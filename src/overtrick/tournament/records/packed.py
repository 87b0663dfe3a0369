"""Packed records: what a store keeps of a match, small, and from which the record can be made again.

The columns are what ratings and reports read. The payload holds only what dealing
and playing the match again cannot tell: the names of the actions, who forfeited, how
long everybody thought, the faults with their words, the fences and stderr. It is compressed
JSON, so that it explains itself and a number may be of any size.
"""

import json
import zlib
from collections.abc import Container, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from overtrick.core.ending import Ending
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.contract import Game, Row, refusal, whose
from overtrick.match.record import (
    BrokenRecord,
    Deal,
    FaultNote,
    Match,
    Record,
    all_of,
    check_deal_over,
    check_faults,
    check_series_over,
    concluded,
    notes_of,
    one_of,
    one_or_none,
    scores_of,
    start_deal,
)

BETWEEN = "|"  # stands between names of actions, so no game may use it in one
MOST_BYTES = 1 << 26  # of a payload that is opened: a short one may stand for a long one
THINNED = b""  # the payload of a record of which only the numbers are left
LEVEL = 3  # of compression: the default, 6, saves 5 % and takes half as long again

COLUMNS = {
    "key": "key",
    "totals": "totals",
    "places": "places",
    "faults": "faults",
    "ending": "ending",
    "at_fault": "seat at fault",
    "facts": "facts",
}
"""All of a packed record but its payload, and in words."""


class ThinnedOut(BrokenRecord):
    """A record of an old round, of which only the numbers are left."""


@dataclass(frozen=True)
class Packed:
    """A record as a store keeps it."""

    key: str
    totals: tuple[int, ...]
    places: tuple[int, ...]
    faults: tuple[int, ...]  # how many of each seat
    ending: Ending
    at_fault: int | None
    facts: Mapping[str, tuple[int, ...]]
    payload: bytes = field(repr=False)


def pack(record: Record) -> Packed:
    """Return what is to be kept of a record whose cards come from a seed."""
    match, deals = record.match, record.deals
    if not match.seed:
        raise Mistake("a record without a seed cannot be packed: its cards could not be dealt again")
    kept = {
        "actions": [BETWEEN.join([name for _, name in deal.actions]) for deal in deals],
        "forfeits": [deal.forfeit for deal in deals],
        "cpu_us": [[cpu for cpu, _ in deal.times] for deal in deals],
        # Mostly the same as the CPU time, so the difference compresses well.
        "waited_us": [[wall - cpu for cpu, wall in deal.times] for deal in deals],
        "fences": record.fences,
        "faults": [_kept_note(note) for note in record.faults],
        **({"stderr": record.stderr} if record.stderr else {}),
    }
    payload = _closed(kept)
    counts = [0] * match.seats
    for note in record.faults:
        counts[note.seat] += 1
    return Packed(
        match.key(),
        record.totals,
        record.places,
        tuple(counts),
        record.ending,
        record.at_fault,
        record.facts,
        payload,
    )


def unpack(match: Match, packed: Packed) -> Record:
    """Return the record, dealt and played again, or raise BrokenRecord where what was kept does not fit it."""
    record = played_again(match, packed.payload)
    if wrong := differences(packed, record):
        raise BrokenRecord(wrong[0])
    return record


def differences(packed: Packed, record: Record) -> list[str]:
    """Return a sentence for every column that says something else than the record does."""
    again = pack(record)
    return [
        f"the {words} {_shown(getattr(packed, name))} should be {_shown(getattr(again, name))}"
        for name, words in COLUMNS.items()
        if getattr(packed, name) != getattr(again, name)
    ]


def played_again(match: Match, payload: bytes) -> Record:
    """Return the record of a match from its payload alone, refereed again, or raise BrokenRecord with what is wrong."""
    try:
        kept = _opened(payload)
        return _play_all(match, kept)
    except BrokenRecord:
        raise
    except (Mistake, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise BrokenRecord(f"the payload is damaged: {type(error).__name__}: {error}") from None


def fault_notes(payload: bytes) -> tuple[FaultNote, ...]:
    """Return the faults in a payload, without playing anything again."""
    try:
        return _fault_notes(_opened(payload))
    except BrokenRecord:
        raise
    except (LookupError, TypeError, ValueError) as error:
        raise BrokenRecord(f"the payload is damaged: {type(error).__name__}: {error}") from None


def redacted(payload: bytes, readable: Container[int]) -> bytes:
    """Return a payload without what only authors read: stderr and messages of all seats but the readable ones."""
    if payload == THINNED:
        return payload
    kept = _opened(payload)
    if not kept.get("stderr") and not kept["faults"]:
        return payload
    if "stderr" in kept:
        said = [words if seat in readable else "" for seat, words in enumerate(all_of(str, kept["stderr"]))]
        kept["stderr"] = said if any(said) else []
    notes = _fault_notes(kept)
    kept["faults"] = [
        _kept_note(note if note.seat in readable else replace(note, question="", reply="")) for note in notes
    ]
    return _closed(kept)


def seconds_thought(payload: bytes) -> float:
    """Return how long all seats together thought in a match, as its payload tells."""
    kept = _opened(payload)
    return sum(sum(times) for name in ("cpu_us", "waited_us") for times in kept[name]) / 1e6


def actions_of(payload: bytes) -> tuple[object, object]:
    """Return what was played and who forfeited, as a payload tells it, to be compared with another one of the match."""
    kept = _opened(payload)
    return kept.get("actions"), kept.get("forfeits")


def _closed(kept: Mapping[str, Any]) -> bytes:
    return zlib.compress(json.dumps(kept, separators=(",", ":")).encode(), LEVEL)


def _opened(payload: bytes) -> dict[str, Any]:
    if payload == THINNED:
        raise ThinnedOut("its round is old, and what was played in it was thinned out; its points and places are kept")
    opening = zlib.decompressobj()
    try:
        text = opening.decompress(payload, MOST_BYTES)
        if not opening.eof:
            raise BrokenRecord(f"the payload is damaged: it has no end, or is longer than {MOST_BYTES} bytes")
        kept = json.loads(text)
    except zlib.error as error:
        raise BrokenRecord(f"the payload is damaged: {error}") from None
    except RecursionError:
        raise BrokenRecord("the payload is damaged: it is nested too deeply") from None
    if not isinstance(kept, dict):
        raise BrokenRecord("the payload is damaged: it is no JSON object")
    return kept


def _play_all(match: Match, kept: Mapping[str, Any]) -> Record:
    game = GAMES[match.game]
    finished: list[Row] = []
    deals: list[Deal] = []
    columns = zip(all_of(str, kept["actions"]), kept["forfeits"], kept["cpu_us"], kept["waited_us"], strict=True)
    for names, forfeited, cpu, waited in columns:
        row, draws = start_deal(match, finished)
        if not row:
            raise BrokenRecord(f"deal {len(deals) + 1} comes after the end of the series")
        forfeit = one_or_none(int, forfeited)
        start = game.state(row)
        actions = _play_names(game, row, names.split(BETWEEN) if names else [], len(deals) + 1)
        check_deal_over(game, row, forfeit, len(deals) + 1)
        finished.append(row)
        scores = scores_of(game, row, match.seats, forfeit)
        thought = zip(all_of(int, cpu), all_of(int, waited), strict=True)
        times = tuple((mine, mine + more) for mine, more in thought)
        notes = notes_of(match, finished, forfeit)
        deals.append(Deal(tuple(draws), start, actions, scores, notes, forfeit, times))
    check_series_over(match, finished)
    record = replace(
        concluded(match, finished, deals, _fault_notes(kept)),
        fences=all_of(str, kept["fences"]),
        stderr=all_of(str, kept.get("stderr", [])),
    )
    check_faults(record)
    return record


def _play_names(game: Game, row: Row, names: list[str], number: int) -> tuple[tuple[int, str], ...]:
    """Play actions by name, in place, and return them with their seats."""
    actions = []
    for place, name in enumerate(names, start=1):
        if game.to_move(row) < 0:
            raise BrokenRecord(f"deal {number}, action {place}: the deal is over")
        action = game.parse(row, name)
        seat = whose(game, row, action)
        if reason := refusal(game, row, action):
            raise BrokenRecord(f"deal {number}, action {place}: {reason}")
        if name != (full := game.name(row, action)):
            raise BrokenRecord(f"deal {number}, action {place}: {name!r} is only short for {full!r}")
        actions.append((seat, name))
        game.play(row, action)
    return tuple(actions)


def _fault_notes(kept: Mapping[str, Any]) -> tuple[FaultNote, ...]:
    return tuple(_fault_note(*fault) for fault in all_of(list, kept["faults"]))


def _kept_note(note: FaultNote) -> list[object]:
    return [note.deal, note.action, note.seat, note.ending, note.sentence, note.question, note.reply]


def _fault_note(deal: object, action: object, seat: object, ending: object, *words: object) -> FaultNote:
    sentence, question, reply = all_of(str, list(words))
    numbers = [one_of(int, number) for number in (deal, action, seat)]
    return FaultNote(numbers[0], numbers[1], numbers[2], Ending(one_of(str, ending)), sentence, question, reply)


def _shown(value: object) -> str:
    """Return a column as people read it."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_shown(numbers)}" for name, numbers in value.items()) or "nothing"
    if isinstance(value, tuple):
        return str(list(value))
    return "nobody" if value is None else str(value)
