"""A new table, as somebody asks for it in a form: game, options, and who sits where."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from overtrick.arena.people.names import check_name
from overtrick.bots.builtin import levels_of
from overtrick.bots.builtin import names as player_names
from overtrick.core.mistake import Mistake
from overtrick.games import find_game
from overtrick.games.contract import usual_seats
from overtrick.games.face import at_once
from overtrick.match.sitting import Chair, Sitting, from_json, sit_down
from overtrick.scenes.scene import NAMES
from overtrick.web.referees.store import known

PEOPLE = ("me", "hot", "open")  # kinds of seats; all others are levels of our players
USUAL_LEVEL = "medium"
USUAL_NAME = "Guest"
MOST_DEALS = 60
SLOWEST_PACE_S, QUICKEST_PACE_S = 60.0, 0.2


@dataclass(frozen=True)
class Wish:
    """What somebody asks for."""

    game: str
    options: Mapping[str, str]
    kinds: tuple[str, ...]
    names: tuple[str, ...]
    pace_s: float = 2.0
    learning: bool = False


def read_form(form: Mapping[str, str]) -> Wish:
    """Return the wish of a form, in which anything may be missing, or raise Mistake with a sentence."""
    game = find_game(form.get("game", ""))
    options = {
        name.removeprefix("option_"): text.strip()
        for name, text in form.items()
        if name.startswith("option_") and text.strip()
    }
    if form.get("preset") and game.PRESETS:
        options["preset"] = form["preset"]
    seats = _whole(form.get("seats") or str(usual_seats(game)), "seats")
    if not 1 <= seats <= max(len(NAMES), game.SEATS[-1]):
        raise Mistake(f"seats is {seats}; allowed: {game.SEATS[0]} to {game.SEATS[-1]}")
    allowed = (*PEOPLE, *levels_of(game.NAME))
    kinds, names = [], []
    for seat in range(seats):
        kind = form.get(f"kind_{seat}") or ("me" if seat == 0 else usual_level(game.NAME))
        if kind not in allowed:
            raise Mistake(f"seat {seat + 1} is for {kind[:20]!r}; allowed: {', '.join(allowed)}")
        given = form.get(f"name_{seat}", "").strip()
        kinds.append(kind)
        names.append(check_name(given) if given else USUAL_NAME if kind == "me" else seat_name(seat))
    return Wish(game.NAME, options, tuple(kinds), tuple(names), _pace(form.get("pace") or "2"), "learning" in form)


def usual_level(game: str) -> str:
    """Return the level of our players if nobody says so: medium, else the weakest that there is."""
    levels = levels_of(game)
    return USUAL_LEVEL if USUAL_LEVEL in levels else next(iter(levels), "random")


def seat_name(seat: int) -> str:
    """Return the name of a seat for which nobody gave one."""
    often, place = divmod(seat, len(NAMES))
    return f"{NAMES[place]} {often + 1}" if often else NAMES[place]


def _whole(text: str, what: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise Mistake(f"{what} is {text[:20]!r}; allowed: a whole number")
    return int(text)


def _pace(text: str) -> float:
    try:
        pace = float(text)
    except ValueError:
        pace = math.nan
    if not QUICKEST_PACE_S <= pace <= SLOWEST_PACE_S:
        raise Mistake(f"the pace is {text[:20]!r}; allowed: {QUICKEST_PACE_S} to {SLOWEST_PACE_S:g} seconds")
    return pace


def seat_all(wish: Wish) -> Sitting:
    """Return the sitting that a wish asks for, or raise Mistake with a sentence."""
    if wish.kinds.count("me") > 1:
        raise Mistake("you can take one seat; the others at your screen are hot-seat players")
    usual = usual_level(wish.game)
    chairs = [
        Chair(name, f"{wish.game}:{usual if kind in PEOPLE else kind}", kind in ("me", "hot"))
        for kind, name in zip(wish.kinds, wish.names, strict=True)
    ]
    sitting = sit_down(wish.game, chairs, wish.options, allowed=known)
    if at_once(sitting.going.game, sitting.going.row) and sum(chair.person for chair in chairs) > 1:
        raise Mistake("several people at one screen need to act in turn, but by these rules all act at once")
    return _bounded(sitting)


def load_sitting(text: str) -> Sitting:
    """Return the sitting of a saved game that a stranger brings, or raise Mistake with a sentence."""
    try:
        data = json.loads(text)
        options, chairs = data["options"], data["chairs"]
    except (ValueError, LookupError, TypeError, RecursionError):
        raise Mistake("this is no saved game of ours") from None
    game = find_game(str(data.get("game"))).NAME
    if not isinstance(options, dict) or any(
        isinstance(one, list) and len(one) > MOST_DEALS for one in options.values()
    ):
        raise Mistake(f"this saved game has more than {MOST_DEALS} deals")
    if not isinstance(chairs, list) or not all(_plain_chair(chair, game) for chair in chairs):
        raise Mistake("this saved game seats somebody who is none of our players")
    for chair in chairs:
        check_name(chair["name"])
    if not all(_plain_action(action) for action in (*_listed(data, "done"), *_listed(data, "undone"))):
        raise Mistake("this saved game has actions that are none")
    sitting = _bounded(from_json(text, allowed=known))
    players = tuple(chair.name if chair.person else chair.player for chair in sitting.chairs)
    sitting.match = sitting.going.match = replace(sitting.match, players=players)
    return sitting


def _listed(data: Mapping[str, object], name: str) -> list[object]:
    found = data.get(name)
    return found if isinstance(found, list) else [None]


def _plain_action(action: object) -> bool:
    return isinstance(action, list) and [type(part) for part in action] == [int, str]


def _plain_chair(chair: object, game: str) -> bool:
    """Return whether a chair names one of our players plainly: a path would be run, a budget be waited for."""
    return (
        isinstance(chair, dict)
        and chair.keys() == {"name", "player", "person", "away"}
        and isinstance(chair["name"], str)
        and chair["player"] in player_names(game)
        and isinstance(chair["person"], bool)
        and isinstance(chair["away"], bool)
    )


def _bounded(sitting: Sitting) -> Sitting:
    """Return a sitting that is not too long for a table of the site, or raise Mistake."""
    series = sitting.match.options.get("series")
    if isinstance(series, list) and len(series) > MOST_DEALS:
        raise Mistake(f"option series lists {len(series)} rounds; allowed at a table: up to {MOST_DEALS}")
    return sitting
