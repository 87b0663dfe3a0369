"""No leak: two deals that differ only in what a seat cannot see look the same to it, at every step.

A deal is played at random. Then, for one observer and one moment, another deal is
made in which everything that the observer cannot know at that moment is different:
the cards that others still hold and those that were not dealt, secret bids, what
others have named in a tick, what was refused, the orders of later ticks, the deck.
Both are played side by side up to that moment, and the observer's views compared.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.core.luck import draws_for
from overtrick.games import GAMES, tricks
from overtrick.games.contract import NOBODY, Event, Game, Row
from overtrick.games.duel import rulebook as duel
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.view import view
from overtrick.games.wizard import rulebook as wizard
from overtrick.match.record import start_deal
from tests.support.games_and_options import (
    TABLES,
    Table,
    figgie_draws,
    one_deal,
    play_out,
    small_seeds,
    tables,
)


class Leak(AssertionError):  # noqa: N818
    """A seat can see what it may not know."""


@dataclass(frozen=True)
class Story:
    """A deal with what was done in it, from its start up to some moment."""

    setup: Row
    draws: list[int]
    actions: list[int]

    def start(self, game: Game) -> Row:
        """Return the row before the first action."""
        return game.deal(self.setup, self.draws)


def compare(game: Game, one: Story, two: Story, observer: int) -> int:
    """Play two stories side by side; raise Leak if the observer sees a difference; return how many rows differed."""
    rows = one.start(game), two.start(game)
    events: tuple[list[Event], list[Event]] = [], []
    differed = 0
    for step in range(len(one.actions) + 1):
        views = [view(game, row, seen, observer) for row, seen in zip(rows, events, strict=True)]
        if (views[0].row, views[0].events, views[0].state) != (views[1].row, views[1].events, views[1].state):
            raise Leak(f"seat {observer} of {game.NAME} can tell the deals apart after {step} actions")
        if game.to_move(rows[0]) == observer:
            assert game.legal(rows[0]) == game.legal(views[1].row)
        differed += rows[0] != rows[1]
        if step == len(one.actions):
            return differed
        for row, seen, story in zip(rows, events, (one, two), strict=True):
            seat, action = game.to_move(row), story.actions[step]
            assert game.refuse(row, action) == 0, "the other story is one that can happen"
            game.play(row, action)
            seen += game.events(row, seat, action)
    return differed


def can_happen(game: Game, story: Story) -> bool:
    row = story.start(game)
    for action in story.actions:
        if game.refuse(row, action) != 0:
            return False
        game.play(row, action)
    return game.to_move(row) != NOBODY


# Another deal, game by game


Elsewhere = Callable[[Story, int, Random], Story]


def deck_and_order(game: Game, story: Story) -> tuple[list[int], list[int]]:
    """Return the fresh deck of a trick game and the order in which the draws put it."""
    fresh = list(range(60))
    if game is duel:
        fresh = [13 * suit + rank for suit in range(4) for rank in range(story.setup[duel.VALUES])]
    order = fresh.copy()
    for place, draw in enumerate(story.draws[: len(fresh)]):
        order[place], order[place + draw] = order[place + draw], order[place]
    return fresh, order


def owners(game: Game, row: Row) -> list[int]:
    """Return who gets each place of a shuffled deck, and NOBODY for the card turned up and for the rest."""
    seats = [0, 1] if game is duel else [seat for seat in range(6) if row[wizard.STILL_IN] >> seat & 1]
    return [seat for seat in seats for _ in range(row[tricks.CARDS])]


def other_cards(game: Game, story: Story, observer: int, luck: Random) -> Story:
    """Return the story with the cards that the observer cannot know dealt otherwise, if it can happen so."""
    fresh, order = deck_and_order(game, story)
    places = owners(game, story.setup)
    turned_up = len(places) if game is wizard and len(places) < 60 else None
    known = {card for card in story.actions if card < 60}
    secret = [
        place
        for place, card in enumerate(order)
        if place != turned_up and card not in known and (place >= len(places) or places[place] != observer)
    ]
    for swaps in (len(secret), 6, 3, 1, 1, 1):  # all of them at first; fewer if that breaks the duty to follow
        changed = order.copy()
        for _ in range(swaps):
            if len(secret) > 1:
                here, there = luck.sample(secret, 2)
                changed[here], changed[there] = changed[there], changed[here]
        count = min(len(story.draws), len(fresh))
        other = Story(story.setup, draws_for(fresh, changed)[:count] + story.draws[count:], story.actions)
        if can_happen(game, other):
            return other
    return story


def other_wizard(story: Story, observer: int, luck: Random) -> Story:
    """Return the story with other cards, and with other bids if they are secret at its end."""
    other = other_cards(wizard, story, observer, luck)
    row = story.start(wizard)
    named = row[wizard.PHASE] == wizard.NAMING
    bids = len(story.actions) - named
    if not row[wizard.HIDDEN_BIDS] or bids >= row[wizard.STILL_IN].bit_count():
        return other
    actions = story.actions.copy()
    for step, action in enumerate(actions):
        if wizard.to_move(row) != observer and step >= named:
            actions[step] = wizard.FIRST_BID + luck.randrange(row[tricks.CARDS] + 1)
        wizard.play(row, action)
    return Story(story.setup, other.draws, actions)


def other_duel(story: Story, observer: int, luck: Random) -> Story:
    """Return the story with other cards; without a stock nothing is secret."""
    return other_cards(duel, story, observer, luck)


def other_hands(hands: list[list[int]], observer: int, which: int, luck: Random) -> list[list[int]] | None:
    """Return hands from another deck with the observer's hand kept, or None if that deck cannot give it."""
    sizes = [0] * figgie.WIDTH
    figgie.set_sizes(sizes, which)
    left = [sizes[figgie.SIZE + suit] - hands[observer][suit] for suit in range(4)]
    if min(left) < 0:
        return None
    cards = [suit for suit in range(4) for _ in range(left[suit])]
    luck.shuffle(cards)
    each = sum(hands[observer])
    dealt = []
    for seat, hand in enumerate(hands):
        own, cards = ([], cards) if seat == observer else (cards[:each], cards[each:])
        dealt.append(hand if seat == observer else [own.count(suit) for suit in range(4)])
    return dealt


def other_figgie(story: Story, observer: int, luck: Random) -> Story:
    """Return the story with another deck and other hands, and in the tick model other secret actions and orders."""
    start = story.start(figgie)
    seats = start[figgie.SEAT_COUNT]
    hands = [start[figgie.HAND + 4 * seat : figgie.HAND + 4 * seat + 4] for seat in range(seats)]
    orders, actions = story.draws[41:], story.actions
    if start[figgie.MODEL] == figgie.MODEL_TICK:
        now = len(actions) // seats
        orders = orders[:now] + [luck.randrange(24 if seats == 4 else 120) for _ in orders[now:]]
        actions = other_named(story, observer, luck)
    best = Story(story.setup, figgie_draws(hands, story.draws[40], orders), actions)
    for _ in range(40):
        which = luck.randrange(figgie.DECKS)
        dealt = other_hands(hands, observer, which, luck)
        if dealt is None:
            continue
        other = Story(story.setup, figgie_draws(dealt, which, orders), actions)
        if can_happen(figgie, other) and public(other) == public(best):
            return other
    return best


def public(story: Story) -> list[Event]:
    """Return all events of a Figgie story."""
    row = story.start(figgie)
    events: list[Event] = []
    for action in story.actions:
        seat = figgie.to_move(row)
        figgie.play(row, action)
        events += figgie.events(row, seat, action)
    return events


def other_named(story: Story, observer: int, luck: Random) -> list[int]:
    """Return what is named in the story, but other seats do not pass: they ask for what nobody can pay.

    And what they have named in the tick that is not yet over is anything at all.
    """
    row = story.start(figgie)
    seats = row[figgie.SEAT_COUNT]
    whole = len(story.actions) // seats * seats
    actions = []
    for step, action in enumerate(story.actions):
        other = figgie.to_move(row) != observer
        if other and step >= whole:
            actions.append(luck.choice((luck.randrange(9), luck.randrange(figgie.ACTIONS))))
        elif other and action == figgie.PASS:
            actions.append(luck.choice((figgie.PASS, figgie.bid(luck.randrange(4), figgie.MAX_PRICE))))
        else:
            actions.append(action)
        figgie.play(row, action)
    return actions


ELSEWHERE: dict[str, Elsewhere] = {"wizard": other_wizard, "duel": other_duel, "figgie": other_figgie}


def test_every_game_is_checked_for_leaks() -> None:
    assert set(ELSEWHERE) == set(GAMES)


# The check


def leaks_nothing(table: Table, seed: int, moments: int = 6) -> int:
    """Check a random deal for several observers and moments; return how many rows differed without being noticed."""
    game, luck = table.game, Random(seed)
    match = table.match(seed)
    row, finished = one_deal(match, luck)
    setup = game.next_deal(match.rules(), finished)
    draws = start_deal(match, finished)[1]
    actions = play_out(game, row, luck)
    differed = 0
    for _ in range(moments):
        # Early moments leave more to differ in long deals, where one odd public action rules most others out.
        last = luck.choice((len(actions) - 1, min(40, len(actions) - 1)))
        story = Story(setup, draws, actions[: luck.randint(0, last)])
        observer = luck.randrange(table.seats)
        differed += compare(game, story, ELSEWHERE[table.name](story, observer, luck), observer)
    return differed


@pytest.mark.parametrize("name", GAMES)
@settings(deadline=None, max_examples=40)
@given(st.data(), small_seeds)
def test_a_seat_sees_nothing_that_it_may_not_know(name: str, data: st.DataObject, seed: int) -> None:
    leaks_nothing(data.draw(tables(name)), seed, moments=3 if name == "figgie" else 8)


# The check has power


PROBES = [
    Table("wizard", 4, {"series": [3, 4]}),
    Table("wizard", 3, {"bidding": "hidden", "series": [5]}),
    Table("duel", 2, {"ranks": 5, "stock": 6}),
    Table("figgie", 4, {"model": "turn"}),
    Table("figgie", 5, {"model": "tick"}),
]


@pytest.mark.long
@pytest.mark.parametrize("table", PROBES, ids=str)
def test_the_check_compares_rows_that_really_differ(table: Table) -> None:
    assert sum(leaks_nothing(table, seed) for seed in range(10)) > 100


@pytest.mark.parametrize("table", PROBES, ids=str)
def test_the_check_fails_if_nothing_is_hidden(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table.game, "hide", lambda *_: None)
    with pytest.raises(Leak):
        for seed in range(10):
            leaks_nothing(table, seed)


ONE_SECRET_LEFT = [
    (PROBES[0], "HAND", 6),
    (PROBES[1], "BID", 6),
    (PROBES[2], "HAND", 2),
    *[(PROBES[3], name, width) for name, width in (("HAND", 20), ("GOAL", 1), ("SIZE", 4))],
    *[(PROBES[4], name, width) for name, width in (("HAND", 20), ("GOAL", 1), ("SIZE", 4))],
    *[(PROBES[4], name, width) for name, width in (("NAMED", 5), ("REFUSED", 5), ("ORDER", 25))],
]


@pytest.mark.parametrize(("table", "name", "width"), ONE_SECRET_LEFT, ids=str)
def test_the_check_fails_if_a_single_column_is_forgotten(
    table: Table, name: str, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table.game
    first, hide = getattr(tricks if name == "HAND" and table.name != "figgie" else game, name), game.hide

    def forgetful(row: Row, seat: int) -> None:
        columns = row[first : first + width]
        hide(row, seat)
        row[first : first + width] = columns

    monkeypatch.setattr(game, "hide", forgetful)
    with pytest.raises(Leak):
        for seed in range(10):
            leaks_nothing(table, seed)


def test_an_event_that_tells_a_secret_bid_too_early_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wizard, "events", lambda _, seat, action: [(seat, action)])
    with pytest.raises(Leak):
        for seed in range(10):
            leaks_nothing(PROBES[1], seed)


def test_an_event_that_tells_a_named_or_refused_action_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figgie, "events", lambda _, seat, action: [(seat, action)])
    with pytest.raises(Leak):
        for seed in range(10):
            leaks_nothing(PROBES[4], seed)


def test_without_a_stock_the_duel_has_no_secrets() -> None:
    assert leaks_nothing(TABLES["duel"][0], 1) == 0
