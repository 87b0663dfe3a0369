"""Levels for people, made of the players of a game: usually novice, easy, medium, hard and expert.

A weaker level slips: now and then it takes a legal action beside the one it meant, as people do, so that
a bid is one off and a card is a neighbour of the right one; a game may say what a slip is there. One that
leans slips to one side only, which makes a bidder shy or bold.
"""

from overtrick.bots.bot import Hello
from overtrick.bots.inside import Chooser, Maker
from overtrick.core.luck import below, fresh_state, step
from overtrick.games.face import face_of
from overtrick.games.view import View

ONE_IN = 1 << 16  # shares are counted in this many parts


def slipping(make: Maker, share: float, lean: int = 0) -> Maker:
    """Return what makes the same player with slips in a share of its actions, to a side, drawn from its own seed."""

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
            return slip(view, action, lean or 2 * below(state, 2) - 1)

        return choose

    return player


def slip(view: View, action: int, side: int) -> int:
    """Return the legal action before (-1) or after (1) this one, or the one on the other side where there is none."""
    own = face_of(view.game).slip
    if own is not None:
        return own(view.row, action, side)
    legal = view.game.legal(view.row)
    place = legal.index(action)
    if not 0 <= place + side < len(legal):
        side = -side
    return legal[(place + side) % len(legal)]
