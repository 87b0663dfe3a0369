"""What travels to the workers of a cluster and back, as bytes that are read as data: matches, and what came of them."""

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from overtrick import __version__
from overtrick.games import GAMES
from overtrick.match.record import BrokenRecord, Match, all_of, one_of
from overtrick.tournament.workers.here import Outcome

GO_ON = "Every match told so far counts, and the same command goes on"
SAME = "allowed: the same version of overtrick on every machine"
MOST_WORDS = 1000  # letters of why a match could not be played


@dataclass(frozen=True)
class Answer:
    """What a worker says came of a chunk: for each match its payload, or why there is none."""

    outcomes: tuple[bytes | str, ...]
    seconds: float


def versions() -> dict[str, object]:
    """Return what must be equal on both sides for a record to mean the same."""
    return {"overtrick": __version__, **{name: game.VERSION for name, game in GAMES.items()}}


def pack_matches(matches: Sequence[Match]) -> bytes:
    """Return matches as bytes."""
    return json.dumps([_packed(match) for match in matches]).encode()


def matches_of(packed: bytes) -> list[Match]:
    """Return the matches that were packed so."""
    return [_match(told) for told in json.loads(packed)]


def _packed(match: Match) -> dict[str, Any]:
    return {
        "game": match.game,
        "options": dict(match.options),
        "players": match.players,
        "seed": match.seed.hex(),
        "contents": match.contents,
    }


def _match(told: dict[str, Any]) -> Match:
    players, contents = tuple(told["players"]), tuple(told["contents"])
    return Match(told["game"], len(players), told["options"], players, bytes.fromhex(told["seed"]), contents)


def pack_answer(keys: Sequence[str], outcomes: Sequence[Outcome], seconds: float) -> bytes:
    """Return what came of matches as bytes; of a record only its payload, from which the rest follows."""
    told = [
        {"key": key, "failed": outcome}
        if isinstance(outcome, str)
        else {"key": key, "payload": base64.b64encode(outcome.payload).decode()}
        for key, outcome in zip(keys, outcomes, strict=True)
    ]
    return json.dumps({"seconds": seconds, "outcomes": told}).encode()


def read_answer(packed: bytes, keys: Sequence[str]) -> Answer:
    """Return what a worker says came of the matches with these keys, or raise BrokenRecord with a sentence."""
    try:
        told = one_of(dict, json.loads(packed))
        found = all_of(dict, told["outcomes"])
        if [outcome["key"] for outcome in found] != list(keys):
            raise BrokenRecord("it tells of other matches than it was asked for")
        return Answer(tuple(_outcome(outcome) for outcome in found), max(0.0, one_of(float, told["seconds"])))
    except BrokenRecord:
        raise
    except RecursionError:
        raise BrokenRecord("it is nested too deeply") from None
    except (LookupError, TypeError, ValueError) as error:
        raise BrokenRecord(f"it cannot be read: {type(error).__name__}: {str(error)[:100]}") from None


def _outcome(told: dict[str, Any]) -> bytes | str:
    if "failed" in told:
        return one_of(str, told["failed"])[:MOST_WORDS]
    return base64.b64decode(one_of(str, told["payload"]), validate=True)
