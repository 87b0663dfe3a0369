"""Levels for people: in every game easy, medium, hard and expert, made of the players that we ship.

A weaker level slips: now and then it takes a legal action beside the one it meant, as people do, so that
a bid is one off and a card is a neighbour of the right one. In Figgie it misses the moment and passes.
"""

from dataclasses import dataclass

from overtrick.bots.bot import Hello
from overtrick.bots.inside import Chooser, Maker
from overtrick.core.luck import below, fresh_state, step
from overtrick.games.view import View

ONE_IN = 1 << 16  # shares are counted in this many parts


@dataclass(frozen=True)
class Level:
    """A built-in player, and the share of its actions in which it slips."""

    player: str
    slips: float = 0.0


LEVELS = {
    "duel:easy": Level("duel:greedy", 0.4),
    "duel:medium": Level("duel:greedy"),
    "duel:hard": Level("duel:sampler", 0.05),
    "duel:expert": Level("duel:sampler"),  # which is duel:perfect wherever that can play
    "wizard:easy": Level("wizard:classic", 0.2),
    "wizard:medium": Level("wizard:classic"),
    "wizard:hard": Level("wizard:net"),
    "wizard:expert": Level("wizard:search@100ms"),
    "figgie:easy": Level("figgie:starter"),
    "figgie:medium": Level("figgie:rules"),
    "figgie:hard": Level("figgie:bayes", 0.4),
    "figgie:expert": Level("figgie:bayes"),
}


def slipping(make: Maker, share: float) -> Maker:
    """Return what makes the same player with slips in a share of its actions, drawn from its own seed."""

    def player(hello: Hello) -> Chooser:
        meant = make(hello)
        state = fresh_state(hello.seed.encode(), "slips")

        def choose(view: View) -> int:
            nonlocal state
            action = meant(view)
            state = step(state)
            if below(state, ONE_IN) >= share * ONE_IN:
                return action
            state = step(state)
            return slip(view, action, 2 * below(state, 2) - 1)

        return choose

    return player


def slip(view: View, action: int, side: int) -> int:
    """Return the legal action before (-1) or after (1) this one, or the one on the other side where there is none.

    In Figgie that would be a penny more or less, so a slip is to pass instead, which is the first action there.
    """
    legal = view.game.legal(view.row)
    if view.game.NAME == "figgie":
        return legal[0]
    place = legal.index(action)
    if not 0 <= place + side < len(legal):
        side = -side
    return legal[(place + side) % len(legal)]
