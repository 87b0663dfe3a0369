"""Leaks: what a seat sees and hears must not depend on what it may not know.

A deal is told again with something changed that a seat may not know: cards exchanged between other hands, luck
that shows nowhere, an action that it has not heard of. As long as the seat knows the same in both (its own hand
and actions, what it has heard, whose turn it is), it must see and hear the same in both.

What is secret is not asked of ``hide``, ``events`` and ``hears``, which are on trial: a card in another hand is,
and that it went from one hand to another, whoever has heard so. What is shown on purpose though a hand holds it,
such as a trump turned up, a game says by ``shown``. Luck that no hand holds is open if those who only watch see it;
of a game that tells of no hands, by its state or by ``holds``, only actions are tried.
"""

from collections.abc import Collection, Iterator, Set
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from overtrick.games.contract import NOBODY, Event, Row
from overtrick.match.worlds import Dealt, World, moved, own_hands

FEW = 60  # other draws that are tried for a deal, unless it is tried thoroughly
VALUES = 20  # of each draw that are tried at most
WORLDS = 4  # of each kind that are told and compared
OPEN_WORLDS = 20  # that are told to learn what luck is open
FOLLOWED = 60  # steps after a secret action


@dataclass(frozen=True)
class Other:
    """Other draws of a deal, and the cards that they put elsewhere."""

    draws: list[int]
    elsewhere: Set[Any]


class Leak(Exception):  # noqa: N818 - a leak is what it is
    """Somebody can tell two deals apart that differ only in what they may not know."""


def compare_worlds(dealt: Dealt, luck: Random, *, thoroughly: bool) -> int:
    """Compare a deal with others; return how many pairs of positions could not be told apart, or raise Leak."""
    base = World(dealt, dealt.draws).follow(dealt.actions)
    return compare_luck(dealt, base, luck, thoroughly) + compare_secrets(dealt, base, luck)


# Other luck


def compare_luck(dealt: Dealt, base: World, luck: Random, thoroughly: bool) -> int:
    """Compare a deal with those of other draws; thoroughly also those in which other cards are dealt."""
    exchanged: list[Other] = []  # other hands have exchanged cards
    unlike: list[Other] = []  # all hands together have other cards
    alike: list[Other] = []  # the hands are the same, and something else is different
    stock: set[Any] = set()
    if not base.hands[0]:  # nobody can say what a seat has of its own
        return 0
    tries = other_draws(dealt, luck)
    for draws in tries if thoroughly else islice(tries, FEW):
        row = dealt.game.deal(dealt.setup, draws)
        if row == base.rows[0]:
            continue
        gone, come = moved(base.hands[0], own_hands(dealt.game, row, dealt.seats))
        other = Other(draws, gone.keys() | come.keys())
        (alike if not come else exchanged if gone == come else unlike).append(other)
        stock |= (come - gone).keys()
    pairs = sum(compare(base, retold(dealt, other), ()) for other in chosen(base, exchanged, luck))
    every = range(dealt.game.WIDTH)
    pairs += sum(compare(base, retold(dealt, other), every) for other in chosen(base, alike + unlike, luck))
    if thoroughly and len(stock) > 1:  # a single card that is not dealt is mostly turned up
        known = open_columns(dealt, base, luck.sample(alike, min(OPEN_WORLDS, len(alike))))
        pairs += sum(compare(base, retold(dealt, other), known) for other in chosen(base, unlike, luck))
    return pairs


def other_draws(dealt: Dealt, luck: Random) -> Iterator[list[int]]:
    """Yield the draws of a deal with a single one changed, each in turn: that moves few cards of a shuffled deck."""
    values = [luck.sample(range(bound), min(bound, VALUES)) for bound in dealt.bounds]
    changes = [(place, value) for place, some in enumerate(values) for value in some if value != dealt.draws[place]]
    luck.shuffle(changes)
    for place, value in changes:
        yield [*dealt.draws[:place], value, *dealt.draws[place + 1 :]]


def chosen(base: World, others: list[Other], luck: Random) -> list[Other]:
    """Return some at random, and those that can go on like the deal that was played for longest."""
    some = luck.sample(others, min(WORLDS, len(others)))
    return some + sorted(others, key=lambda other: -alike_until(base, other))[:WORLDS]


def alike_until(base: World, other: Other) -> int:
    """Return the first step in which a card is named that lies elsewhere."""
    return next((step for step, words in enumerate(base.words) if words & other.elsewhere), len(base.words))


def retold(dealt: Dealt, other: Other) -> World:
    """Return the world of other draws in which all do the same, as long as they can."""
    return World(dealt, other.draws).follow(dealt.actions)


def open_columns(dealt: Dealt, base: World, alike: list[Other]) -> set[int]:
    """Return the columns in which whoever only watches sees luck that no hand holds."""
    found: set[int] = set()
    for other in alike:
        world = retold(dealt, other)
        for step in range(min(len(base.rows), len(world.rows))):
            fresh = different(base.hidden(step, NOBODY), world.hidden(step, NOBODY)) - found
            if fresh and base.hands[step] == world.hands[step]:
                found |= fresh
                break
    return found


# Other actions


def compare_secrets(dealt: Dealt, base: World, luck: Random) -> int:
    """Compare a deal with those in which one seat does something else that others may not know of."""
    secret = [step for step in range(len(base.actions)) if is_secret(base, step)]
    return sum(
        compare(base, with_another_action(dealt, base, step, secret, luck), (), step)
        for step in luck.sample(secret, min(2 * WORLDS, len(secret)))
    )


def is_secret(base: World, step: int) -> bool:
    """Return whether some seat does not hear of an action at once, or should not have heard of it."""
    act = base.movers[step], base.actions[step]
    heard = (any(event[:2] == act for event in base.fresh(step + 1, seat)) for seat in base.watchers if seat != act[0])
    return act in base.gifts or not all(heard)


def with_another_action(dealt: Dealt, base: World, step: int, secret: Collection[int], luck: Random) -> World:
    """Return a world in which another action is done at a step, and where need be at secret ones after it."""
    world = World(dealt, dealt.draws).follow(dealt.actions[:step])
    world.play(dealt.game.pick(world.row, luck.getrandbits(32)))
    for later in range(step + 1, min(step + FOLLOWED, len(dealt.actions))):
        if world.may(dealt.actions[later]):
            world.play(dealt.actions[later])
        elif world.movers[-1] == base.movers[later] and later in secret:
            world.play(dealt.game.pick(world.row, luck.getrandbits(32)))
        else:
            break
    return world


# The comparison


def compare(base: World, other: World, known: Collection[int], since: int = 0) -> int:
    """Return how many pairs of positions look the same to who knows the same of both, or raise Leak.

    What those who only watch see in the ``known`` columns all may know.
    """
    pairs, watchers = 0, list(base.watchers)
    for step in range(since, min(len(base.rows), len(other.rows))):
        turn = base.movers[step]
        if turn != other.movers[step] or turn == NOBODY:  # whose turn it is everybody sees
            break
        if known and any(base.hidden(step, NOBODY)[at] != other.hidden(step, NOBODY)[at] for at in known):
            break
        watchers = [seat for seat in watchers if knows_the_same(base, other, step, seat)]
        for seat in watchers:
            must_look_the_same(base, other, step, seat)
        pairs += len(watchers) if base.rows[step] != other.rows[step] else 0
    return pairs


def knows_the_same(base: World, other: World, step: int, seat: int) -> bool:
    """Return whether a seat has the same hand, did the same, and was rightly shown and told the same."""
    if step and base.movers[step - 1] == seat and base.actions[step - 1] != other.actions[step - 1]:
        return False
    if base.hand(step, seat) != other.hand(step, seat) or base.shown(step, seat) != other.shown(step, seat):
        return False
    return rightly_heard(base, step, seat) == rightly_heard(other, step, seat)


def rightly_heard(world: World, step: int, seat: int) -> list[Event]:
    """Return who did what, as a seat heard of it, without what went from hand to hand between others."""
    acts = [event[:2] for event in world.fresh(step, seat)]
    return [act for act in acts if seat == act[0] or seat in world.gifts.get(act, {seat})]


def must_look_the_same(base: World, other: World, step: int, seat: int) -> None:
    """Raise Leak if a seat sees or hears a difference, or may do something else."""
    who = "whoever only watches" if seat == NOBODY else f"seat {seat}"
    if base.fresh(step, seat) != other.fresh(step, seat):
        raise Leak(f"{who} hears of it")
    if base.hidden(step, seat) != other.hidden(step, seat):
        columns = different(base.hidden(step, seat), other.hidden(step, seat))
        listed = ", ".join(map(str, sorted(columns)[:5]))
        raise Leak(f"{who} sees it in {'column' if len(columns) == 1 else 'columns'} {listed} of its hidden row")
    if seat == base.movers[step] and base.picks(step) != other.picks(step):
        raise Leak(f"{who} may do something else")


def different(row: Row, other: Row) -> set[int]:
    """Return the columns in which two rows differ."""
    return {at for at, (one, two) in enumerate(zip(row, other, strict=True)) if one != two}
