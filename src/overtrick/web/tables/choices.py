"""What the page of a new table offers: choices with a picture and a sentence, for any game and without JavaScript."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, pi, sin

from overtrick.bots.builtin import levels_of
from overtrick.games.contract import Game, usual_seats
from overtrick.games.face import Way, Ways, face_of, option_ways
from overtrick.games.options import Option
from overtrick.web.referees.new_table import ALONE, ANYBODY, FRIENDS, SCREEN, usual_level
from overtrick.web.referees.timing import USUAL as USUAL_CLOCK

NUMBERS = ("no", "one", "two", "three", "four", "five")
FACES = 5  # drawn in static/play/levels, the weakest first

COMPANY = {
    ALONE: Way("Bots", "They are ready, and never in a hurry.", ""),
    FRIENDS: Way("Friends", "You get a link to send. Bots fill the seats that stay free.", ""),
    ANYBODY: Way("Anybody", "The start page lists your table, and whoever comes can sit down.", ""),
    SCREEN: Way("Several at this screen", "You hand it round, and a curtain hides the cards.", ""),
}
CLOCKS = {
    "none": Way("No clock", "Everybody takes as long as they like.", "∞"),
    "20+60": Way("Quick", "20 seconds a move, and a minute in reserve.", "20 s"),
    USUAL_CLOCK: Way("Usual", "A minute a move, and two more in reserve.", "1 min"),
    "180+600": Way("Slow", "Three minutes a move, and ten in reserve.", "3 min"),
}
PACES = {
    "5": Way("Calm", "Five seconds until all act.", "5 s"),
    "2": Way("Usual", "Two seconds until all act.", "2 s"),
    "1": Way("Quick", "One second until all act.", "1 s"),
}


@dataclass(frozen=True)
class Choice:
    """One of several: what the form says, a title, a sentence, and a sign or the address of a picture."""

    value: str
    title: str
    line: str
    sign: str = ""
    picture: str = ""
    places: tuple[tuple[float, float], ...] = ()  # of seats round a table
    is_usual: bool = False


@dataclass(frozen=True)
class Group:
    """Several of which one is chosen; ``own`` is a field for what is not among them."""

    name: str
    title: str
    line: str
    choices: tuple[Choice, ...]
    chosen: str
    own: str = ""  # the name of that field
    own_value: str = ""
    own_words: str = ""
    numbers: range | None = None  # if the field takes numbers
    needs: str = ""  # what has to be chosen before, in words
    only: str = ""  # and as the form says it


def company_group(values: Mapping[str, str]) -> Group:
    """Return who the others are."""
    return _group("company", Ways("Who do you play with?", COMPANY), values, ALONE)


def level_group(game: Game, values: Mapping[str, str]) -> Group:
    """Return how good our players shall be, with their characters."""
    levels = levels_of(game.NAME)
    top = max(len(levels) - 1, 1)
    choices = tuple(
        Choice(
            name,
            name.capitalize(),
            level.character or "Plays as it comes.",
            picture=f"/static/play/levels/{round(place * (FACES - 1) / top) + 1}.svg",
            is_usual=name == usual_level(game.NAME),
        )
        for place, (name, level) in enumerate(levels.items())
    )
    chosen = values.get("level", "")
    return Group("level", "How good are the bots?", "", choices, chosen if chosen in levels else usual_level(game.NAME))


def seats_group(game: Game, values: Mapping[str, str]) -> Group:
    """Return how many sit at the table."""
    usual = usual_seats(game)
    choices = tuple(
        Choice(str(count), f"{count} seats", _others(count), places=tuple(round_table(count)), is_usual=count == usual)
        for count in game.SEATS
    )
    chosen = values.get("seats", "")
    return Group(
        "seats",
        "How many are you?",
        "",
        choices,
        chosen if chosen in [choice.value for choice in choices] else str(usual),
    )


def round_table(count: int) -> list[tuple[float, float]]:
    """Return where so many seats are in a picture of 64 to 48, the own one below."""
    turns = [2 * pi * place / count + pi / 2 for place in range(count)]
    return [(round(32 + 25 * cos(turn), 1), round(24 + 18 * sin(turn), 1)) for turn in turns]


def rule_groups(game: Game, values: Mapping[str, str]) -> tuple[list[Group], list[Group]]:
    """Return the rules to choose: what matters first with all that depends on it, and the rest."""
    face, options = face_of(game), {option.name: option for option in game.OPTIONS}
    first = [name for name in face.ways if name in options] + [name for name in options if name not in face.ways]
    main = [name for name in first if name == first[0] or _needs(options[name]) == first[0]]
    found = {name: option_group(game, options[name], values) for name in first}
    above = [preset_group(game, values)] if game.PRESETS else []
    return above + [found[name] for name in main], [found[name] for name in first if name not in main]


def _needs(option: Option) -> str:
    return option.only[0] if option.only else ""


def preset_group(game: Game, values: Mapping[str, str]) -> Group:
    """Return whole sets of rules."""
    own = face_of(game).ways.get("preset")
    usual = Ways("Which rules?", {name: Way(name.capitalize(), "", name[:1].upper()) for name in game.PRESETS})
    return _group("preset", own or usual, values, next(iter(game.PRESETS)))


def option_group(game: Game, option: Option, values: Mapping[str, str]) -> Group:
    """Return the values of an option in words, with a field for others where there are some."""
    ways, name = option_ways(game, option), f"option_{option.name}"
    given = values.get(f"own_{option.name}") or values.get(name, "")
    usual = face_of(game).one_click.get(option.name, str(option.default))
    found = _group(name, ways, {name: given}, usual)
    numbers = option.allowed if isinstance(option.allowed, range) else None
    own = words = ""
    if numbers is not None:
        own, words = (
            (f"own_{option.name}" if ways.values else name),
            f"{numbers[0]} to {numbers[-1]} {ways.unit}".strip(),
        )
    elif option.lists is not None:
        own, words = f"own_{option.name}", "such as 1,3,5"
    only = needs = ""
    if option.only:
        before = next(other for other in game.OPTIONS if other.name == option.only[0])
        way = option_ways(game, before).values.get(option.only[1])
        only, needs = f"option_{option.only[0]}={option.only[1]}", way.title if way else option.only[1]
    return Group(
        name,
        found.title,
        found.line,
        found.choices,
        found.chosen,
        own,
        "" if given in ways.values else given or ("" if ways.values else usual),
        words,
        numbers,
        needs,
        only,
    )


def pace_groups(game: Game, values: Mapping[str, str]) -> tuple[Group, Group | None]:
    """Return how long a move may take where people play in turn, and how long a tick lasts where there are any."""
    clock = _group("clock", Ways("How long may a move take?", CLOCKS), values, USUAL_CLOCK)
    if face_of(game).at_once is None:
        return clock, None
    return clock, _group("pace", Ways("How fast do ticks come?", PACES, "Where all act at once."), values, "2")


def _group(name: str, ways: Ways, values: Mapping[str, str], usual: str) -> Group:
    given = values.get(name, "")
    choices = tuple(
        Choice(value, way.title, way.line, way.sign, is_usual=value == usual) for value, way in ways.values.items()
    )
    known = given in ways.values
    return Group(name, ways.title, ways.line, choices, given if known else "" if given else usual)


def _others(count: int) -> str:
    others = count - 1
    if others == 1:
        return "You and one other."
    return f"You and {NUMBERS[others] if others < len(NUMBERS) else others} others."


def problem_words(game: Game, problem: str) -> str:
    """Return why a table is refused, in the words of its page: rules are called as its cards are."""
    ways = {option.name: option_ways(game, option) for option in game.OPTIONS}
    titles = {name: own.title.rstrip("?") for name, own in ways.items()}

    def card(found: re.Match[str]) -> str:
        way = ways[found["name"]].values.get(found["value"])
        return f"“{titles[found['name']]}: {way.title if way else found['value']}”"

    name = f"(?P<name>{'|'.join(ways) or '(?!)'})"
    refused, allowed, rest = problem.partition("; allowed: ")
    if first := re.search(f"option {name}", refused):
        for value, way in ways[first["name"]].values.items():
            rest = re.sub(rf"(?<![\w-]){re.escape(value)}(?=,|$)", f"“{way.title}”", rest)
    values = "|".join(re.escape(value) for own in ways.values() for value in own.values)
    rest = re.sub(rf"\b{name} (?P<value>{values})\b", card, rest)
    refused = re.sub(rf"(?:option )?\b{name} (?:is )?'(?P<value>[^']*)'", card, refused)
    refused = re.sub(f"option {name}", lambda found: f"“{titles[found['name']]}”", refused)
    told = f"{refused}{allowed}{rest}"
    return f"{told[:1].upper()}{told[1:]}."
