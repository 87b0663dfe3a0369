"""The players that we ship, by name. Those of one game only are imported when somebody asks for them."""

from functools import partial
from importlib import import_module
from typing import Any

from overtrick.bots.bot import Hello
from overtrick.bots.inside import Chooser, Maker
from overtrick.bots.levels import LEVELS, slipping
from overtrick.core.luck import fresh_state, number, step
from overtrick.core.mistake import Mistake
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
ONE_GAME = {
    "duel:greedy": "overtrick.players.duel.greedy",
    "duel:sampler": "overtrick.players.duel.sampler",
    "duel:perfect": "overtrick.players.duel.perfect",
    "wizard:classic": "overtrick.players.wizard.classic",
    "wizard:rules": "overtrick.players.wizard.rules",
    "wizard:net": "overtrick.players.wizard.net.player",
    "wizard:tree": "overtrick.players.wizard.search.tree",
    "wizard:search": "overtrick.players.wizard.search.player",
    "figgie:starter": "overtrick.players.figgie.starter",
    "figgie:rules": "overtrick.players.figgie.rules",
    "figgie:follower": "overtrick.players.figgie.follower",
    "figgie:fundamentalist": "overtrick.players.figgie.fundamentalist",
    "figgie:bayes": "overtrick.players.figgie.bayes",
}
WITH_BUDGET = ("wizard:tree", "wizard:search")  # they take a setting after @, such as wizard:search@20ms
TEST_PLAYERS = {"duel": "duel:greedy", "wizard": "wizard:classic", "figgie": "figgie:starter"}


def sparring_partner(game: str) -> str:
    """Return the player that bots of a game are checked against; in a game from outside, one that plays at random."""
    return TEST_PLAYERS.get(game, f"{game}:random")


def names(game: str) -> list[str]:
    """Return the names of the built-in players of a game, weakest first, then its levels for people."""
    return [f"{game}:{name}" for name in ANY_GAME] + [
        name for name in (*ONE_GAME, *LEVELS) if name.startswith(f"{game}:")
    ]


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
    if "@" in name and full not in WITH_BUDGET:
        raise Mistake(f"{name[:60]!r} has a setting after @; allowed: one for {' or '.join(WITH_BUDGET)}")
    short = full.split(":")[1]
    if short in ANY_GAME:
        return ANY_GAME[short]
    if full in LEVELS:
        level = LEVELS[full]
        make = maker(level.player, game)
        assert make is not None, "levels are made of what we ship"
        return slipping(make, level.slips) if level.slips else make
    module = imported(full)
    if "@" not in name:
        return module.player  # type: ignore[no-any-return]
    module.read_budget(setting)  # what is wrong with it is told now, not in the middle of a match
    return partial(module.player, setting=setting)


def imported(full: str) -> Any:
    """Return the module of a player of one game, or raise Mistake if it needs what is not installed."""
    try:
        return import_module(ONE_GAME[full])
    except ModuleNotFoundError as error:
        if str(error.name).startswith("overtrick"):
            raise
        raise Mistake(f"{full} needs some more packages; pip install 'overtrick[search]' brings them") from None
