"""Programs of a bundle that play their matches again, and are compared with what the records say of them.

A program that takes its luck from its seed alone plays a match again as before. One that looks at the clock or
draws luck of its own may not, so a difference counts only if it is the same a second time.
"""

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from random import SystemRandom

from sqlalchemy import RowMapping

from overtrick.arena.bundles.opened import NUMBER, Opened
from overtrick.arena.competitions.competition import Entered
from overtrick.arena.worker.rounds import content_of
from overtrick.bots.builtin import is_repeatable
from overtrick.bots.find import Player, find
from overtrick.bots.packed import program_of
from overtrick.core.ending import Ending
from overtrick.core.mistake import Mistake
from overtrick.match.record import BrokenRecord, Match
from overtrick.tournament.plan.stage import Planned
from overtrick.tournament.records.packed import THINNED, actions_of, fault_notes, played_again
from overtrick.tournament.records.stored import blob
from overtrick.tournament.verify import Effort, Finding
from overtrick.tournament.workers.here import Workers


@dataclass
class Again:
    """What came of playing matches again."""

    absent: dict[str, str] = field(default_factory=dict)  # who could not be asked, and why
    total: int = 0  # matches in which all could be asked
    same: int = 0  # matches that went the same way
    moody: dict[str, int] = field(default_factory=dict)  # who chose otherwise, but not the same way twice
    failed: int = 0  # matches that could not be played here


def players_again(opened: Opened, again: Again) -> dict[str, Player]:
    """Return who can be asked again, by name; of all others it is noted why not."""
    found = {}
    for entry in opened.head.entries:
        try:
            found[entry.name] = _player(opened, entry)
        except Mistake as mistake:
            again.absent[entry.name] = str(mistake)
    return found


def _player(opened: Opened, entry: Entered) -> Player:
    head = opened.head
    limits = head.details.limits
    if entry.bot is not None:
        packed = opened.programs.get(entry.content)
        if packed is None:
            raise Mistake("its program is not in the file")
        built = program_of(packed)
        if built.digest != entry.content:
            raise Mistake("its program is another one than its hash says")
        return Player(entry.name, head.game, content_of(entry, limits), built, limits)
    player = find(entry.content, head.game, limits=limits)
    if player.content not in {content for _, _, content in head.entrants}:
        raise Mistake("this is another version of overtrick")
    if not is_repeatable(entry.content, head.game):
        raise Mistake("it thinks for a set time")
    return player


@dataclass(frozen=True)
class Difference:
    """The first action of a match that was another one when it was played again."""

    seat: int
    deal: int  # from 1
    action: int  # from 1
    told: str  # in the record
    chosen: str  # when asked again


def play_again(
    opened: Opened, players: Mapping[str, Player], again: Again, effort: Effort, progress: Callable[[], None]
) -> Iterator[Finding]:
    """Yield where programs choose otherwise than their records say, twice the same; ``again`` tells the rest."""
    told: dict[str, bytes] = {}  # payloads of the matches that are under way
    doubtful: list[tuple[Planned, bytes, Difference]] = []
    workers = Workers(players, effort.workers)
    try:
        for planned, outcome in workers.play(_chosen(opened, players, again, effort, told)):
            payload = told.pop(planned.key)
            progress()
            if isinstance(outcome, str):
                again.failed += 1
            elif (found := first_difference(planned.match, payload, outcome.payload)) is None:
                again.same += 1
            else:
                doubtful.append((planned, payload, found))
        before = {planned.key: (payload, found) for planned, payload, found in doubtful}
        for planned, outcome in workers.play(planned for planned, *_ in doubtful):
            payload, found = before[planned.key]
            name = planned.match.players[found.seat]
            if isinstance(outcome, str) or _is_excused(planned.match, payload, outcome.payload, found):
                again.moody[name] = again.moody.get(name, 0) + 1
                continue
            where = f"deal {found.deal}, action {found.action}"
            sentence = (
                f"asked again, {name!r} chose {found.chosen!r} twice where the record has {found.told!r} ({where})"
            )
            yield Finding(f"{opened.head.round} {opened.head.part}", planned.key, sentence)
    finally:
        workers.close()


def _is_excused(match: Match, told: bytes, chosen: bytes, found: Difference) -> bool:
    """Return whether a difference says nothing: it was another one the second time, or the clock decided."""
    notes = (*fault_notes(told), *fault_notes(chosen))
    late = any(note.seat == found.seat and note.ending is Ending.TIMEOUT for note in notes)
    return late or first_difference(match, told, chosen) != found


def playable(opened: Opened, players: Container[str]) -> int:
    """Return in how many matches all can be asked again, and what they chose is known."""
    return sum(1 for _ in _rows_of(opened, players))


def _rows_of(opened: Opened, players: Container[str]) -> Iterator[RowMapping]:
    seats = opened.head.details.seats
    known = {blob([number], "i") for number, name, _ in opened.head.entrants if name in players}
    for row in opened.store.rows(NUMBER):
        if row["payload"] != THINNED and all(row["seating"][4 * seat : 4 * seat + 4] in known for seat in range(seats)):
            yield row


def _chosen(
    opened: Opened, players: Container[str], again: Again, effort: Effort, told: dict[str, bytes]
) -> Iterator[Planned]:
    """Yield the matches to be played again, and note what was played in them."""
    (source,) = opened.store.sources()
    total = playable(opened, players)
    chosen = set(SystemRandom().sample(range(total), effort.count(total)))
    for number, row in enumerate(_rows_of(opened, players)):
        if number not in chosen:
            continue
        try:
            match = source.match(row)
            played_again(match, row["payload"])
        except BrokenRecord:  # which is told elsewhere
            continue
        again.total += 1
        key = row["key"].hex()
        told[key] = row["payload"]
        yield Planned(row["stage"], row["cluster"], (), match, key)


def first_difference(match: Match, told: bytes, chosen: bytes) -> Difference | None:
    """Return where two payloads of one match part, or None if all was played the same way."""
    if actions_of(told) == actions_of(chosen):
        return None
    one, other = (played_again(match, payload) for payload in (told, chosen))
    for number, (before, now) in enumerate(zip(one.deals, other.deals, strict=False), start=1):
        pairs = zip_longest(before.actions, now.actions)
        for place, (first, second) in enumerate(pairs, start=1):
            if first != second:
                seat = (first or second or (0, ""))[0]
                return Difference(seat, number, place, _name(first), _name(second))
        if before.forfeit != now.forfeit:
            seat = next(forfeit for forfeit in (before.forfeit, now.forfeit) if forfeit is not None)
            return Difference(seat, number, len(before.actions) + 1, "a forfeit", "an action")
    return None


def _name(action: tuple[int, str] | None) -> str:
    return "nothing" if action is None else action[1]
