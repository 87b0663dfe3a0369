"""Doubt: what a cluster says is believed only as far as it cannot be found out here."""

import secrets
import time

from overtrick.bots.builtin import is_repeatable
from overtrick.bots.fence.fence import Level
from overtrick.bots.find import Player
from overtrick.match.judge import judge_faults
from overtrick.match.record import BrokenRecord, Match, Record
from overtrick.tournament.records.packed import THINNED, Packed, played_again
from overtrick.tournament.workers.here import Players, play_match

ONE_IN = 20  # of the matches that can be played here with the same result, so many are
SHARE = 0.1  # of the time at most goes into that


def judged(match: Match, payload: bytes, players: Players, least: Level | None) -> Record:
    """Return the record of a match, refereed again, or raise BrokenRecord where it cannot have been played so."""
    if payload == THINNED:  # which is for records of our own that are old
        raise BrokenRecord("the payload is damaged: there is none")
    record = played_again(match, payload)
    if len(record.fences) != match.seats:
        raise BrokenRecord("it does not say behind which fences it was played")
    for seat, name in enumerate(match.players):
        faulty = any(note.seat == seat for note in record.faults)
        check_fence(record.fences[seat], players[name], least, faulty=faulty)
    if record.faults:
        judge_faults(record)
    return record


def check_fence(told: str, player: Player, least: Level | None, *, faulty: bool) -> None:
    """Raise BrokenRecord if a player cannot have been, or must not be, behind such a fence."""
    if player.trusted is not None or player.built is None:
        allowed = ["built-in" if player.built is None else "trusted"]
    else:
        levels = list(Level)
        allowed = [str(level) for level in levels[: levels.index(least or levels[-1]) + 1]]
        allowed += [""] if faulty else []  # a program that could not even be started
    if told not in allowed:
        raise BrokenRecord(f"the fence of {player.name!r} was {told[:20]!r}; allowed: {', '.join(allowed)}")


class SecondOpinion:
    """Plays now and then again what deterministic players of ours have played elsewhere."""

    def __init__(self) -> None:
        self._began_s = time.monotonic()
        self._spent_s = 0.0

    def on(self, record: Record, players: Players) -> Packed | None:
        """Return what the match gives here if that is something else; None if it is the same, or nobody looked."""
        if not self._wanted(record.match, players):
            return None
        began_s = time.monotonic()
        try:
            own = play_match(record.match, players)
            if isinstance(own, str) or played_again(record.match, own.payload) == record:
                return None
            return own
        finally:
            self._spent_s += time.monotonic() - began_s

    def _wanted(self, match: Match, players: Players) -> bool:
        if secrets.randbelow(ONE_IN):
            return False
        if self._spent_s > SHARE * (time.monotonic() - self._began_s):
            return False
        seated = [players[name] for name in match.players]
        return all(player.built is None and is_repeatable(player.name, player.game) for player in seated)
