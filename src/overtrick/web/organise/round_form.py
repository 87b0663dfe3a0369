"""The forms in which organisers state a competition and its rounds: read like a file, and filled in from what is."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from overtrick.arena.competitions.competition import Release, Round, RoundDetails, RoundState
from overtrick.arena.competitions.competition_file import read_round, stated_about
from overtrick.arena.competitions.planning import MAY_CHANGE
from overtrick.arena.competitions.stated import StatedCompetition, StatedRound, stated_round
from overtrick.bots.builtin import names, sparring_partner
from overtrick.bots.fence.limits import KEYS as LIMITS
from overtrick.bots.fence.limits import Limits, limits_text
from overtrick.games import GAMES
from overtrick.games.contract import usual_seats
from overtrick.games.options import option_text
from overtrick.tournament.stated.toml_table import TomlTable
from overtrick.tournament.stated.tournament import Format

HOUR_S, DAY_S = 3600, 86_400
NUMBERS = ("seats", "blocks", "final_blocks", "top", "budget", "max_faults", "uploads_a_day")
WORDS = ("title", "rank_by", "release", "format")
ONLY_FOCUSED = ("top", "budget", "hours")
TICKS = ("publish_sources", "adjust")
OPTION, LIMIT, PLAYER = "option_", "limit_", "player_"  # what the fields of these begin with
PICKED = ("rules", "easy", "medium")  # what else is picked for a new round: players that are quick

LIMIT_WORDS = {
    "cpu": "time of one turn: on a processor, or waiting for nothing",
    "bank": "time for a whole match beyond that",
    "start": "time that a long-lived program may add to its first turn",
    "wait": "how much of all that may be waiting in a whole match",
    "wall": "how many times its time a turn may last on the clock, if the machine is busy",
    "memory": "of a process, or of all together where the machine can count so",
    "processes": "processes and threads at a time",
    "reply": "longest answer",
    "stderr": "how much of a turn's messages is kept for its author",
    "file": "longest file",
    "files": "open files of a process",
}

Form = Mapping[str, str]


def read_about(form: Form) -> StatedCompetition:
    """Return what a form says about a competition, or raise Mistake."""
    given = {name: form[name].strip() for name in ("slug", "title", "text", "entry") if form.get(name, "").strip()}
    return stated_about(TomlTable("", given, {}))


def read_round_form(form: Form, game: str, now: int) -> StatedRound:
    """Return the round that a form states, or raise Mistake; what is empty is as usual."""
    data: dict[str, Any] = {"game": game}
    data |= {name: text for name in WORDS if (text := form.get(name, "").strip())}
    skipped = ONLY_FOCUSED if data.get("format", Format.ROUND_ROBIN) == Format.ROUND_ROBIN else ()
    data |= {name: _number(text) for name in NUMBERS if (text := form.get(name, "").strip()) and name not in skipped}
    if (text := form.get("hours", "").strip()) and "hours" not in skipped:
        data["hours"] = _hours(text)
    data |= {name: _moment(text) for name in ("opens", "closes") if (text := form.get(name, "").strip())}
    data |= {name: name in form for name in TICKS}
    if languages := form.get("languages", "").replace(",", " ").split():
        data["languages"] = languages
    data["players"] = [*_ticked(form, game), *form.get("players", "").replace(",", " ").split()]
    data["options"] = _named(form, OPTION)
    data["limits"] = _named(form, LIMIT)
    if form.get("preset"):
        data["options"]["preset"] = form["preset"]
    return read_round(TomlTable("", data, {}), now)


def _named(form: Form, start: str) -> dict[str, str]:
    """Return the filled fields whose names begin alike, without that beginning."""
    filled = ((name, text.strip()) for name, text in form.items() if name.startswith(start))
    return {name.removeprefix(start): text for name, text in filled if text}


def _ticked(form: Form, game: str) -> list[str]:
    return [player for player in names(game) if f"{PLAYER}{player}" in form]


def _number(text: str) -> int | str:
    """Return a number; what is none is refused later, with a sentence."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text


def _hours(text: str) -> float | str:
    """Return hours; what is no number is refused later, with a sentence."""
    try:
        return float(text)
    except ValueError:
        return text


def _moment(text: str) -> datetime | str:
    """Return a moment of UTC; what is none is refused later, with a sentence."""
    try:
        return datetime.fromisoformat(text).replace(tzinfo=UTC)
    except ValueError:
        return text


def round_values(stated: StatedRound) -> dict[str, str]:
    """Return what the fields of a form hold that states a round."""
    details = stated.details
    values = {"title": stated.title, "opens": field_moment(stated.opens), "closes": field_moment(stated.closes)}
    numbers = {name: getattr(details, name) for name in (*NUMBERS, "hours", "rank_by", "release", "format")}
    values |= {name: _text(value) for name, value in numbers.items() if value is not None}
    values |= dict.fromkeys((name for name in TICKS if getattr(details, name)), "on")
    values["languages"] = ", ".join(details.languages)
    ticked = [player for player in details.players if player in names(stated.game)]
    values |= {f"{PLAYER}{player}": "on" for player in ticked}
    values["players"] = ", ".join(player for player in details.players if player not in ticked)
    values |= {f"{OPTION}{name}": _text(value) for name, value in details.options.items()}
    limits = (part.split("=") for part in limits_text(details.limits).split(",") if part)
    return values | {f"{LIMIT}{name}": text for name, text in limits}


def new_round_values(game: str, now: int) -> dict[str, str]:
    """Return what the form for a new round holds at first: from the next full hour on, a week, with some players."""
    opens = now - now % HOUR_S + HOUR_S
    first = [f"{game}:random", sparring_partner(game), *(f"{game}:{name}" for name in PICKED)]
    picked = dict.fromkeys(player for player in first if player in names(game))
    seats = usual_seats(GAMES[game])
    return {
        "title": game.capitalize(),
        "seats": str(seats),
        "opens": field_moment(opens),
        "closes": field_moment(opens + 7 * DAY_S),
        "blocks": str(RoundDetails.blocks),
        "final_blocks": str(RoundDetails.final_blocks),
        "uploads_a_day": str(RoundDetails.uploads_a_day),
        "format": str(RoundDetails.format),
        "top": str(RoundDetails.top),
        "rank_by": str(RoundDetails.rank_by),
        "release": str(Release.AT_ONCE),
        "publish_sources": "on",
        **{f"{PLAYER}{player}": "on" for player in picked},
    }


def changed_form(round_: Round, form: Form) -> Form:
    """Return a form with what may still change as it was sent, and all else as it is."""
    if round_.state is RoundState.PLANNED:
        return form
    allowed = MAY_CHANGE[round_.state]
    kept = {name: text for name, text in round_values(stated_round(round_)).items() if name not in allowed}
    return kept | {name: text for name, text in form.items() if name in allowed}


def field_moment(seconds: int) -> str:
    """Return a moment of UTC as a field for date and time holds it."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}"


def _text(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else option_text(value)


def limit_fields() -> list[tuple[str, str, str]]:
    """Return the limits with what is usual and what they mean, as a form shows them."""
    usual = Limits()
    return [
        (name, f"{getattr(usual, field)}{next(iter(units))}", LIMIT_WORDS[name])
        for name, (field, units, *_) in LIMITS.items()
    ]
