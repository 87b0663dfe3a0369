"""A new table, as somebody asks for it in a form: game, options, and who sits where."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from overtrick.arena.people.names import check_name
from overtrick.bots.builtin import levels_of
from overtrick.bots.builtin import names as player_names
from overtrick.core.luck import read_seed
from overtrick.core.mistake import Mistake
from overtrick.games import find_game
from overtrick.games.contract import Game, usual_seats
from overtrick.games.face import at_once, face_of
from overtrick.games.lesson import lesson_of
from overtrick.match.sitting import Chair, Sitting, from_json, sit_down
from overtrick.scenes.scene import NAMES
from overtrick.web.referees.store import Setting, fresh_name, known, may_count
from overtrick.web.referees.timing import USUAL as USUAL_CLOCK
from overtrick.web.referees.timing import timing_of

PEOPLE = ("me", "hot", "open")  # kinds of seats; all others are levels of our players
ALONE, FRIENDS, ANYBODY, SCREEN = "bots", "friends", "anybody", "screen"  # who the others are
COMPANY = {ALONE: "", FRIENDS: "open", ANYBODY: "open", SCREEN: "hot"}  # and their kind of seat; none are bots
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
    clock: str = USUAL_CLOCK  # see timing.py
    lesson: bool = False  # whether it is the guided first game, with prepared cards
    public: bool = False
    out_sees: bool = False
    level: str = ""  # of our players, also of those who stand in for people


def read_form(form: Mapping[str, str], usual_name: str = USUAL_NAME) -> Wish:
    """Return the wish of a form, in which anything may be missing, or raise Mistake with a sentence.

    ``usual_name`` is that of who asks, if they give no other.
    """
    game = find_game(form.get("game", ""))
    if "lesson" in form:
        return lesson_wish(game, usual_name)
    seats = _whole(form.get("seats") or str(usual_seats(game)), "seats")
    if not 1 <= seats <= max(len(NAMES), game.SEATS[-1]):
        raise Mistake(f"seats is {seats}; allowed: {game.SEATS[0]} to {game.SEATS[-1]}")
    company, level = form.get("company") or ALONE, form.get("level") or usual_level(game.NAME)
    if company not in COMPANY:
        raise Mistake(f"the company is {company[:20]!r}; allowed: {', '.join(COMPANY)}")
    if level not in (usual_level(game.NAME), *levels_of(game.NAME)):
        raise Mistake(f"the level is {level[:20]!r}; allowed: {', '.join(levels_of(game.NAME))}")
    kinds = _kinds(form, game.NAME, seats, COMPANY[company] or level)
    names = []
    for seat, kind in enumerate(kinds):
        given = form.get(f"name_{seat}", "").strip()
        names.append(check_name(given) if given else usual_name if kind == "me" else seat_name(seat))
    clock = form.get("clock") or USUAL_CLOCK
    timing_of(clock, seats)
    return Wish(
        game.NAME,
        _options(form, game),
        kinds,
        tuple(names),
        _pace(form.get("pace") or "2"),
        "learning" in form,
        clock,
        public=company == ANYBODY and "open" in kinds,
        out_sees="out_sees" in form,
        level=form.get("level", ""),
    )


def _kinds(form: Mapping[str, str], game: str, seats: int, others: str) -> tuple[str, ...]:
    """Return who sits where; who asks has the first seat unless the form says another."""
    allowed = (*PEOPLE, *levels_of(game))
    given = [form.get(f"kind_{seat}", "") for seat in range(seats)]
    for seat, kind in enumerate(given):
        if kind and kind not in allowed:
            raise Mistake(f"seat {seat + 1} is for {kind[:20]!r}; allowed: {', '.join(allowed)}")
    first = others if "me" in given[1:] and not given[0] else given[0] or "me"
    return (first, *(kind or others for kind in given[1:]))


def _options(form: Mapping[str, str], game: Game) -> dict[str, str]:
    """Return the options that a form gives: not those that do not go with others, nor, beside a preset, the usual.

    A form that gives none has those of one click.
    """
    if not any(name.startswith(("option_", "own_")) or name == "preset" for name in form):
        return dict(face_of(game).one_click)
    found = {
        name.removeprefix("option_"): text.strip()
        for name, text in form.items()
        if name.startswith("option_") and text.strip()
    }
    for option in game.OPTIONS:
        if own := form.get(f"own_{option.name}", "").strip():
            found[option.name] = own
    preset = form.get("preset", "") if game.PRESETS else ""
    for option in game.OPTIONS:
        needs = option.only and found.get(option.only[0], _default(game, option.only[0])) != option.only[1]
        if needs or (preset and found.get(option.name) == str(option.default)):
            found.pop(option.name, None)
    return {**found, "preset": preset} if preset else found


def _default(game: Game, name: str) -> str:
    return next(str(option.default) for option in game.OPTIONS if option.name == name)


def lesson_wish(game: Game, learner: str) -> Wish:
    """Return the wish for the guided first game, or raise Mistake where there is none."""
    if (lesson := lesson_of(game)) is None:
        raise Mistake(f"{game.NAME} has no guided first game; allowed: any table of it")
    names = (learner, *(seat_name(seat) for seat in range(1, lesson.seats)))
    kinds = ("me", *(lesson.player for _ in names[1:]))
    return Wish(game.NAME, lesson.options, kinds, names, lesson=True)


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


def set_up(wish: Wish, guest: str, account: int) -> tuple[Sitting, Setting]:
    """Return the sitting that a wish asks for and what is agreed there, or raise Mistake with a sentence."""
    owners = [guest if kind in ("me", "hot") else "" for kind in wish.kinds]
    free = [seat for seat, kind in enumerate(wish.kinds) if kind == "open"]
    setting = Setting(guest, owners, free, fresh_name(), wish.learning, wish.pace_s, waiting=bool(free))
    setting.timing = timing_of(wish.clock, len(wish.kinds))
    setting.lesson = {} if wish.lesson else None
    setting.accounts = [account if kind == "me" else 0 for kind in wish.kinds]
    setting.public, setting.out_sees = wish.public, wish.out_sees
    sitting = seat_all(wish)
    setting.counts = not wish.lesson and may_count(sitting, setting)
    return sitting, setting


def seat_all(wish: Wish) -> Sitting:
    """Return the sitting that a wish asks for, or raise Mistake with a sentence."""
    if wish.kinds.count("me") > 1:
        raise Mistake("you can take one seat; the others at your screen are hot-seat players")
    usual = wish.level or usual_level(wish.game)
    chairs = [
        Chair(name, f"{wish.game}:{usual if kind in PEOPLE else kind}", kind in ("me", "hot"))
        for kind, name in zip(wish.kinds, wish.names, strict=True)
    ]
    lesson = lesson_of(find_game(wish.game)) if wish.lesson else None
    seed = read_seed(lesson.seed) if lesson else None
    sitting = sit_down(wish.game, chairs, wish.options, seed, allowed=known)
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
