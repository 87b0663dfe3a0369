"""The players that we ship, by name. Those of one game only are imported when somebody asks for them."""

from collections.abc import Callable
from importlib import import_module

from overtrick.bots.bot import Hello
from overtrick.bots.inside import Chooser
from overtrick.games.view import View
from overtrick.luck import fresh_state, number, step

Maker = Callable[[Hello], Chooser]


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
    "duel:greedy": "overtrick.bots.greedy",
    "duel:perfect": "overtrick.search.duel_perfect",
    "wizard:classic": "overtrick.bots.classic",
    "wizard:rules": "overtrick.search.wizard_rules",
    "wizard:net": "overtrick.search.wizard_net",
    "wizard:tree": "overtrick.search.wizard_tree",
    "wizard:search": "overtrick.search.wizard_search",
    "figgie:starter": "overtrick.bots.starter",
    "figgie:rules": "overtrick.search.figgie_rules",
    "figgie:follower": "overtrick.search.figgie_follower",
    "figgie:fundamentalist": "overtrick.search.figgie_fundamentalist",
    "figgie:bayes": "overtrick.search.figgie_bayes",
}
TEST_PLAYERS = {"duel": "duel:greedy", "wizard": "wizard:classic", "figgie": "figgie:starter"}


def names(game: str) -> list[str]:
    """Return the names of the built-in players of a game, weakest first."""
    return [f"{game}:{name}" for name in ANY_GAME] + [name for name in ONE_GAME if name.startswith(f"{game}:")]


def maker(name: str, game: str) -> Maker | None:
    """Return what makes the player of a name, with or without its game; None if there is none."""
    full = name if ":" in name else f"{game}:{name}"
    if full not in names(game):
        return None
    short = full.split(":")[1]
    if short in ANY_GAME:
        return ANY_GAME[short]
    return import_module(ONE_GAME[full]).player  # type: ignore[no-any-return]
