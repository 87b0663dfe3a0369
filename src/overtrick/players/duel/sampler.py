"""duel:sampler, for every option of the duel: it plays each card out in sampled worlds and takes the best on average.

A world is a hand that the other seat may hold. Both seats go on as duel:greedy does, until
the suits are short enough for the exact table. Where the table knows the whole game there is
nothing to sample, and it plays as duel:perfect does.
"""

from typing import TYPE_CHECKING

from overtrick.core.cards import BIT, IN_SUIT, RANKS, member
from overtrick.core.luck import below, fresh_state, step
from overtrick.core.mistake import Mistake
from overtrick.games.contract import NOBODY, Row
from overtrick.games.duel.rulebook import CARD_NAMES, legal, play, whole_deck
from overtrick.games.tricks import CARDS, HAND, PLAYED, TRICKS, TURN, VOIDS, WON, cards_left
from overtrick.games.view import View
from overtrick.players.duel import perfect as duel_perfect
from overtrick.players.duel.greedy import greedy_card
from overtrick.players.duel.outlook import is_solved, outlook
from overtrick.players.duel.positions import LONGEST
from overtrick.players.duel.table import after, table
from overtrick.players.duel.why import why
from overtrick.players.explanation import Choice, Explanation, Fact

if TYPE_CHECKING:
    from overtrick.bots.bot import Hello
    from overtrick.bots.inside import Chooser

WORLDS = 12


def player(hello: "Hello") -> "Chooser":
    """Return the player, with luck of its own."""
    table()  # the first deal shall not wait for it
    state = fresh_state(hello.seed.encode(), "duel:sampler")

    def choose(view: View) -> int:
        nonlocal state
        if is_solved(view.row):
            return duel_perfect.choose(view)
        if len(actions := legal(view.row)) == 1:
            return actions[0]
        worth, state = values(view, state)
        return next(iter(worth))

    return choose


def values(view: View, state: int) -> tuple[dict[int, float], int]:
    """Return the mean tricks at the end after each legal card, the best first, and the state of the generator."""
    sums = dict.fromkeys(legal(view.row), 0)
    worlds = worlds_of(view)
    for _ in range(worlds):
        world, state = sampled(view, state)
        for action in sums:
            sums[action] += tricks_at_end(after(world, action), view.seat)
    order = sorted(sums, key=lambda action: (-sums[action], action % RANKS, action))
    return {action: sums[action] / worlds for action in order}, state


def possible(view: View) -> tuple[int, int]:
    """Return the mask of cards that the other seat may hold, and how many of them it does hold."""
    row, other = view.row, 1 - view.seat
    return whole_deck(row) & ~row[PLAYED] & ~row[HAND + view.seat] & ~row[VOIDS + other], cards_left(row, other)


def worlds_of(view: View) -> int:
    """Return how many worlds to look at: one is enough where the other hand is known."""
    cards, held = possible(view)
    return 1 if cards.bit_count() == held else WORLDS


def sampled(view: View, state: int) -> tuple[Row, int]:
    """Return the row with a hand that the other seat may hold, all such hands equally likely, and the state."""
    cards, held = possible(view)
    hand = 0
    for _ in range(held):
        state = step(state)
        card = BIT[member(cards, below(state, cards.bit_count()))]
        hand, cards = hand + card, cards - card
    world = view.row.copy()
    world[HAND + 1 - view.seat] = hand
    return world, state


def tricks_at_end(row: Row, seat: int) -> int:
    """Return the tricks of a seat at the end, in place: simple play, and perfect play once the table knows it."""
    while row[TURN] != NOBODY:
        both = row[HAND] | row[HAND + 1]
        if all((both & suit).bit_count() <= LONGEST for suit in IN_SUIT):
            return outlook(row, seat, table())
        play(row, greedy_card(row, row[TURN]))
    return row[WON + seat]


def explain(view: View) -> Explanation:
    """Return what every legal card is worth on average: exactly where the table knows it, else in sampled worlds."""
    if view.row[TURN] != view.seat:
        raise Mistake(f"seat {view.seat} is not to move, so there is no play to explain")
    if is_solved(view.row):
        return duel_perfect.explain(view)
    worth, _ = values(view, fresh_state(b"explain", "duel:sampler"))
    best = next(iter(worth))
    worlds = worlds_of(view)
    where = "in the world that is left" if worlds == 1 else f"on average over {worlds} sampled worlds"
    return Explanation(
        why(view, best),
        tuple(Choice(action, CARD_NAMES[action], value) for action, value in worth.items()),
        (
            Fact("tricks taken", float(view.row[WON + view.seat]), "tricks"),
            Fact("tricks to come", float(view.row[CARDS] - view.row[TRICKS]), "tricks"),
            Fact("cards that the other seat may hold", float(possible(view)[0].bit_count()), "cards"),
        ),
        f"{CARD_NAMES[best]} leads to {worth[best]:.1f} of {view.row[CARDS]} tricks {where}, played on simply.",
    )
