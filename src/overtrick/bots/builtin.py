"""The players that we ship, by name. Those of one game only are imported when somebody asks for them."""

from collections.abc import Mapping
from functools import partial
from types import ModuleType
from typing import Any

from overtrick.bots.bot import Hello
from overtrick.bots.inside import Chooser, Maker
from overtrick.bots.levels import slipping
from overtrick.core.luck import fresh_state, number, step
from overtrick.core.mistake import Mistake
from overtrick.games import find_game
from overtrick.games.face import Level, face_of, loaded
from overtrick.games.view import View


def first(hello: Hello) -> Chooser:
    """Return a player that always takes the first legal action."""
    return lambda view: view.game.legal(view.row)[0]


def random(hello: Hello) -> Chooser:
    """Return a player that plays at random."""
    state = fresh_state(hello.seed.encode(), "random bot")

    def choose(view: View) -> int:
        nonlocal state
        state = step(state)
        return view.game.pick(view.row, number(state))

    return choose


ANY_GAME: dict[str, Maker] = {"random": random, "first": first}


def players_of(game: str) -> Mapping[str, str | ModuleType]:
    """Return the players of one game by their short names, each a module or the name of one."""
    return face_of(find_game(game)).players


def levels_of(game: str) -> Mapping[str, Level]:
    """Return the levels for people of a game, weakest first."""
    return face_of(find_game(game)).levels


def character_of(name: str, game: str) -> str:
    """Return the sentence about the level of a name, or nothing if it is none."""
    level = levels_of(game).get(full_name(name, game)[0].removeprefix(f"{game}:"))
    return level.character if level else ""


def sparring_partner(game: str) -> str:
    """Return the player that bots of a game are checked against."""
    return f"{game}:{face_of(find_game(game)).test_player}"


def names(game: str) -> list[str]:
    """Return the names of the built-in players of a game, weakest first, then its levels for people."""
    return [f"{game}:{name}" for name in (*ANY_GAME, *players_of(game), *levels_of(game))]


def is_named(name: str, game: str) -> bool:
    """Return whether a name, with or without its game and a setting, is that of a built-in player."""
    return full_name(name, game)[0] in names(game)


def full_name(name: str, game: str) -> tuple[str, str]:
    """Return the name of a player with its game, and the setting that follows it after @, if there is one."""
    full, _, setting = (name if ":" in name else f"{game}:{name}").partition("@")
    return full, setting


def maker(name: str, game: str) -> Maker | None:
    """Return what makes the player of a name; None if there is none, Mistake if it does not take its setting."""
    full, setting = full_name(name, game)
    if full not in names(game):
        return None
    short = full.split(":")[1]
    face = face_of(find_game(game))
    takers = (*face.budgets, *face.styles)
    if "@" in name and short not in takers:
        allowed = f"one for {' or '.join(f'{game}:{one}' for one in takers)}" if takers else "none, as none takes one"
        raise Mistake(f"{name[:60]!r} has a setting after @; allowed: {allowed}")
    if short in ANY_GAME:
        return ANY_GAME[short]
    if level := levels_of(game).get(short):
        make = maker(level.player, game)
        if make is None:
            raise Mistake(f"{full} is made of {level.player[:60]!r}; allowed: one of {', '.join(names(game))}")
        return slipping(make, level.slips, level.lean) if level.slips else make
    module = imported(full)
    if "@" not in name:
        return module.player  # type: ignore[no-any-return]
    module.read_setting(setting)  # what is wrong with it is told now, not in the middle of a match
    return partial(module.player, setting=setting)


def is_repeatable(name: str, game: str) -> bool:
    """Return whether a built-in player plays a match again as before; one that thinks for a set time does not."""
    full, setting = full_name(name, game)
    short = full.split(":")[1]
    if level := levels_of(game).get(short):
        return is_repeatable(level.player, game)
    return short not in face_of(find_game(game)).budgets or setting.isdecimal()


def imported(full: str) -> Any:
    """Return the module of a player of one game, or raise Mistake if it needs what is not installed."""
    game, short = full.split(":")
    try:
        return loaded(players_of(game)[short])
    except ModuleNotFoundError as error:
        if str(error.name).startswith("overtrick"):
            raise
        raise Mistake(f"{full} needs some more packages; pip install 'overtrick[search]' brings them") from None
