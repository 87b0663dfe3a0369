"""The plain bots that come with every game."""

from overtrick.bots.bot import Bot
from overtrick.games.view import View
from overtrick.luck import fresh_state, number, step


def first_bot(seed: bytes) -> Bot:
    """Return a bot that always takes the first legal action."""

    def choose(view: View) -> int:
        return view.game.legal(view.row)[0]

    return choose


def random_bot(seed: bytes) -> Bot:
    """Return a bot that plays at random."""
    state = fresh_state(seed, "random bot")

    def choose(view: View) -> int:
        nonlocal state
        state = step(state)
        return view.game.pick(view.row, number(state))

    return choose


BUILT_IN = {"first": first_bot, "random": random_bot}
