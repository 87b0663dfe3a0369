"""Observations: they say what a view says, and nothing else."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.adapters.episode import Episode as Match
from overtrick.adapters.observations.encoding import encoding_of
from overtrick.adapters.observations.figgie import LADDER
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.contract import Event, Game, Row
from overtrick.games.duel import rulebook as duel
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.tricks import WON
from overtrick.games.view import View, view
from overtrick.games.wizard import rulebook as wizard
from overtrick.match.record import start_deal
from tests.games.test_no_leak import ELSEWHERE, Story
from tests.support.games_and_options import Table, moves, one_deal, play_out, small_seeds, tables


def seen(game: Game, row: Row, events: list[Event], seat: int) -> list[int]:
    """Return the observation of a seat, from its view."""
    encoding = encoding_of(game)
    memory = encoding.new_memory(row)
    for event in events:
        encoding.lanes.note_event(memory, event)
    return [int(number) for number in encoding.observe(view(game, row, events, seat), memory)]


def played(game: Game, story: Story) -> tuple[Row, list[Event]]:
    row, events = story.start(game), list[Event]()
    for action in story.actions:
        seat = game.to_move(row)
        game.play(row, action)
        events += game.events(row, seat, action)
    return row, events


@pytest.mark.parametrize("name", ["wizard", "duel", "figgie"])
@settings(deadline=None, max_examples=40)
@given(st.data(), small_seeds)
def test_what_a_seat_cannot_know_does_not_change_what_it_observes(name: str, data: st.DataObject, seed: int) -> None:
    table, luck = data.draw(tables(name)), Random(seed)
    game, match = table.game, table.match(seed)
    row, finished = one_deal(match, luck)
    setup, draws = game.next_deal(match.rules(), finished), start_deal(match, finished)[1]
    actions = play_out(game, row, luck)
    for _ in range(4):
        last = luck.choice((len(actions) - 1, min(40, len(actions) - 1)))
        story = Story(setup, draws, actions[: luck.randint(0, last)])
        observer = luck.randrange(table.seats)
        other = ELSEWHERE[name](story, observer, luck)
        assert seen(game, *played(game, story), observer) == seen(game, *played(game, other), observer)


def moments(table: Table, seed: int, apart: int) -> Iterator[tuple[Row, int, list[Event]]]:
    """Yield moments of a deal, some actions apart: its row, the seat to move and the events so far."""
    luck = Random(seed)
    row, _ = one_deal(table.match(seed), luck)
    for number, (seat, _, events) in enumerate(moves(table.game, row, luck)):
        if number % apart == 0:
            yield row, seat, events


@settings(deadline=None, max_examples=60)
@given(tables("wizard", "duel", "figgie"), small_seeds)
def test_a_full_row_gives_the_same_as_a_hidden_one_and_nothing_exceeds_its_top(table: Table, seed: int) -> None:
    game, encoding, luck = table.game, encoding_of(table.game), Random(seed)
    for row, _, events in moments(table, seed, 3):
        seat = luck.randrange(table.seats)
        memory = encoding.new_memory(row)
        for event in events:
            encoding.lanes.note_event(memory, event)
        numbers = encoding.observe(view(game, row, events, seat), memory)
        assert numbers.tolist() == encoding.observe(View(game, seat, row, events), memory).tolist()
        assert (numbers >= 0).all()
        assert (numbers <= encoding.tops).all()


@settings(deadline=None, max_examples=60)
@given(tables("wizard", "duel", "figgie"), small_seeds)
def test_a_mask_allows_what_the_rulebook_allows(table: Table, seed: int) -> None:
    game, encoding = table.game, encoding_of(table.game)
    for row, seat, events in moments(table, seed, 5):
        allowed = encoding.mask(view(game, row, events, seat)).tolist()
        actions = [encoding.lanes.game_action(action) for action in range(encoding.actions)]
        assert allowed == [int(game.doubt(row, action) == 0) for action in actions]
        assert not encoding.mask(view(game, row, events, (seat + 1) % table.seats)).any()


def test_the_parts_of_wizard_say_what_their_names_say() -> None:
    table = Match("wizard", 4, {"series": [5], "hook": "on"})
    table.reset(bytes([3]) * 32)
    encoding = table.encoding
    while table.row[wizard.PHASE] != wizard.PLAYING or table.row[WON] == 0:
        table.play(wizard.legal(table.row)[-1])
    seat = table.to_move
    state = table.view(seat).state
    numbers = encoding.observe(table.view(seat), table.memory)

    def part(name: str) -> list[int]:
        return [int(number) for number in numbers[encoding.parts[name]]]

    def cards(name: str) -> list[str]:
        return [wizard.CARD_NAMES[card] for card in np.flatnonzero(part(name))]

    around = [(seat + place) % 4 for place in range(4)]
    assert cards("hand") == state["hands"][seat]
    assert cards("turned_up") == [state["turned_up"]]
    assert sorted(cards("trick")) == sorted(entry["card"] for entry in state["trick"])
    assert len(cards("played")) == 4 * part("tricks")[0] + part("in_trick")[0] > 0
    assert part("bids") == [state["bids"][other] + 1 for other in around] + [0, 0]
    assert part("won") == [state["tricks"][other] for other in around] + [0, 0]
    assert part("standing")[:4] == [64] * 4
    assert part("phase") == [0, 0, 1]
    assert part("rules") == [0, 1, 0, 0, 1, 1, 5, 4]
    assert around[part("dealer")[0] - 1] == state["dealer"]


def test_the_parts_of_figgie_say_what_their_names_say() -> None:
    table = Match("figgie", 5, {})
    table.reset(bytes(32))
    encoding = table.encoding
    held = next(suit for suit in range(4) if table.row[figgie.HAND + suit] > 0)
    for action in (figgie.offer(held, 12), figgie.FIRST_BUY + held, figgie.bid(2, 300)):
        table.play(action)
    numbers = encoding.observe(table.view(3), table.memory)
    parts = {name: numbers[place].tolist() for name, place in encoding.parts.items()}
    assert parts["bids"] == [0, 0, 300, 0]
    assert parts["bidders"] == [0, 0, 5, 0]  # seat 2 is the last after seat 3
    assert parts["last_prices"][held] == 12
    assert parts["money"] == [310, 310, 322, 298, 310]
    assert parts["bought"][4 * 3 + held] == parts["sold"][4 * 2 + held] == 1  # seats 1 and 0
    assert sum(parts["bought"]) == sum(parts["sold"]) == 1
    assert parts["held"] == [8, 8, 7, 9, 8]


def test_the_actions_of_figgie_are_a_ladder_of_prices() -> None:
    lanes = encoding_of(figgie).lanes
    names = [figgie.name([0] * figgie.WIDTH, lanes.game_action(action)) for action in range(lanes.ACTIONS)]
    assert names[:9] == [figgie.name([0] * figgie.WIDTH, action) for action in range(9)]
    assert names[9:41] == [f"bid spades {price}" for price in LADDER]
    assert names[-1] == "offer diamonds 100"
    assert len(set(names)) == 265


def test_a_game_from_elsewhere_is_shown_as_its_hidden_row() -> None:
    class Elsewhere:
        """The duel under another name."""

        NAME = "other"

        def __getattr__(self, name: str) -> object:
            return getattr(duel, name)

    game: Game = Elsewhere()  # type: ignore[assignment]
    encoding = encoding_of(game)
    row, _ = one_deal(Table("duel", 2, {}).match(3), Random(1))
    seat = duel.to_move(row)
    hidden = view(game, row, [], seat)
    assert encoding.observe(hidden, [0]).tolist() == hidden.row
    assert np.flatnonzero(encoding.mask(hidden)).tolist() == duel.legal(row)


def test_a_game_that_does_not_count_its_actions_is_refused() -> None:
    class Endless:
        """A game without the constant."""

        NAME = "endless"
        WIDTH = 3

    with pytest.raises(Mistake, match="endless has no constant ACTIONS"):
        encoding_of(Endless())  # type: ignore[arg-type]


def test_every_game_of_ours_has_an_encoding() -> None:
    sizes = {name: (encoding_of(GAMES[name]).size, encoding_of(GAMES[name]).actions) for name in GAMES}
    assert {name: sizes[name] for name in ("wizard", "duel", "figgie")} == {
        "wizard": (408, 85),
        "duel": (296, 52),
        "figgie": (84, 265),
    }
