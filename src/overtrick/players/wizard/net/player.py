"""wizard:net, which knows by training how likely each card takes a trick, and each bid is made."""

import threading
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from overtrick.compiled.twin import twin
from overtrick.core.cards import members
from overtrick.core.mistake import Mistake
from overtrick.games.tricks import HAND, playable
from overtrick.games.view import View
from overtrick.games.wizard.rulebook import (
    CARD_NAMES,
    FIRST_BID,
    FIRST_TRUMP,
    NAMING,
    PHASE,
    PLAYING,
    STILL_IN,
    legal,
    name,
)
from overtrick.players.explanation import Choice, Explanation, Fact
from overtrick.players.wizard import sight as wizard_sight
from overtrick.players.wizard.net import brain as wizard_brain
from overtrick.players.wizard.net.models import Model, model_for
from overtrick.players.wizard.why import why

if TYPE_CHECKING:
    from overtrick.bots.bot import Hello
    from overtrick.bots.inside import Chooser

Ints = NDArray[np.int64]


def player(hello: "Hello", setting: str = "") -> "Chooser":
    """Return the player; it needs no luck and no memory."""
    if setting:
        raise Mistake(f"wizard:net takes no setting, but @{setting} is given")
    choose(first_view(hello.seats))  # compile now, not in the first deal
    return choose


def choose(view: View) -> int:
    """Return the action that promises most."""
    return int(twin(wizard_brain).choose(array(view), model(view).brain, SPACE.desk))


class Space(threading.local):
    """The working space of the networks, one for each thread: compiled functions run beside each other."""

    def __init__(self) -> None:
        self.desk = wizard_brain.desk()


SPACE = Space()


def array(view: View) -> Ints:
    """Return the row of a view as compiled functions take it."""
    return np.array(view.row, np.int64)


def model(view: View) -> Model:
    """Return the networks for the seats that are still in."""
    return model_for(view.row[STILL_IN].bit_count())


def first_view(seats: int) -> View:
    """Return some view of the first round after the first bid, to try things on."""
    from overtrick.games.contract import Event, settled
    from overtrick.games.view import view
    from overtrick.games.wizard import rulebook as wizard

    setup = wizard.next_deal(wizard.rules(seats, settled(wizard, seats, {})), [])
    row = wizard.deal(setup, [0] * wizard.draws_needed(setup))
    events: list[Event] = [(wizard.to_move(row), FIRST_BID)]
    wizard.play(row, FIRST_BID)
    return view(wizard, row, events, wizard.to_move(row))


def values(view: View) -> dict[int, float]:
    """Return the expected score of every action that the networks tell apart, the best first."""
    row, brain, desk = array(view), model(view).brain, SPACE.desk
    twin(wizard_brain).choose(row, brain, desk)
    worths = desk[7]
    if view.row[PHASE] == NAMING:
        found = {FIRST_TRUMP + suit: float(worths[suit]) for suit in range(4)}
    elif view.row[PHASE] != PLAYING:
        found = {action: float(worths[action - FIRST_BID]) for action in legal(view.row)}
    else:
        hidden = twin(wizard_sight).unseen(row, view.seat)
        cards = members(int(twin(wizard_sight).distinct(row, playable(view.row), hidden)))
        found = {card: float(worths[card]) for card in cards}
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))


def trick_odds(view: View) -> dict[int, float]:
    """Return the probability that each card of the hand takes a trick if it is not played at once."""
    if view.row[PHASE] == NAMING:
        return {}
    row, desk = array(view), SPACE.desk
    density = twin(wizard_sight).look(row, view.seat, desk[0])
    twin(wizard_brain).later_odds(row, view.seat, density, model(view).brain, desk)
    return {card: float(desk[5][index]) for index, card in enumerate(members(view.row[HAND + view.seat]))}


def explain(view: View) -> Explanation:
    """Return what every action promises, and how likely each card takes a trick."""
    if view.game.to_move(view.row) != view.seat:
        raise Mistake(f"seat {view.seat} is not to move, so there is no action to explain")
    found = values(view)
    return explained(view, found, {}, "by trained odds")


def explained(view: View, found: dict[int, float], chances: dict[int, float], how: str) -> Explanation:
    """Return an explanation of these values, with the odds of all cards as facts."""
    best = next(iter(found))
    choices = tuple(
        Choice(action, name(view.row, action), value, chances.get(action)) for action, value in found.items()
    )
    facts = tuple(
        Fact(f"{CARD_NAMES[card]} takes a trick", odds, "probability") for card, odds in trick_odds(view).items()
    )
    numbers = f"{name(view.row, best)} promises {found[best]:.1f} points {how}."
    return Explanation(why(view, best), choices, facts, numbers)
