"""Strangers play legally at every table and at both speeds alike, keep to their style, and are in one half each."""

import numpy as np
import pytest

from overtrick.bots.builtin import is_repeatable, maker
from overtrick.compiled.twin import twin
from overtrick.core.mistake import Mistake
from overtrick.games.figgie import rulebook as figgie
from overtrick.match.play import play
from overtrick.match.record import Record, new_match
from overtrick.players.figgie.bounds import new_book, read_events
from overtrick.players.figgie.posterior import deck_odds, new_desk
from overtrick.players.figgie.strangers import stranger
from overtrick.players.figgie.strangers.styles import NAMES, TEST, TUNING, constants
from tests.players.figgie.test_players import hello, random_views
from tests.support.games_and_options import TABLES, Table
from tests.support.programs import built_in

pytestmark = pytest.mark.long  # all of it waits for compilers


def test_each_half_has_styles_that_the_other_has_not() -> None:
    assert len(TUNING) >= 6 and len(TEST) >= 6 and not set(TUNING) & set(TEST)
    assert len({constants(style) for style in NAMES}) == len(NAMES)


@pytest.mark.parametrize("table", TABLES["figgie"], ids=str)
def test_every_action_is_valid_and_the_same_at_both_speeds(table: Table) -> None:
    quick = twin(stranger).act
    seen = random_views(table, 5)
    for number, one in enumerate(seen):
        style = constants(NAMES[number % len(NAMES)])
        book, desk = new_book(), new_desk()
        read_events(book, one.events)
        deck_odds(book, one.row, one.seat, desk)
        action = stranger.act(one.row, one.seat, book, desk, list(style))
        assert figgie.check(one.row, one.seat, action) == figgie.OK
        assert action == quick(np.array(one.row), one.seat, np.array(book), np.array(desk), np.array(style))


def played(*styles: str, seed: int = 1) -> Record:
    names = [f"figgie:stranger@{style}" for style in styles]
    match = new_match("figgie", names, {"model": "turn"}, seed.to_bytes(32))
    return play(match, [built_in(name, "figgie") for name in names])


def test_a_sniper_takes_and_never_quotes_and_a_freezer_offers_at_prices_that_nobody_pays() -> None:
    record = played("sniper", "freezer", "tight", "seller")
    sniper, freezer = ([action for seat, action in actions_of(record) if seat == one] for one in (0, 1))
    assert sniper and not any(word.startswith(("bid", "offer")) for word in sniper)
    assert any(word.endswith(" 999") for word in freezer)


def test_a_latecomer_quotes_nothing_at_first() -> None:
    record = played("latecomer", "tight", "tight", "tight")
    own = [action for seat, action in actions_of(record) if seat == 0]
    assert not any(word.startswith(("bid", "offer")) for word in own[:15])
    assert any(word != "pass" for word in own)


def actions_of(record: Record) -> list[tuple[int, str]]:
    return [(index % 4, word) for index, (_, word) in enumerate(record.deals[0].actions)]


def test_without_a_style_the_seed_of_the_match_chooses_one() -> None:
    make = maker("figgie:stranger", "figgie")
    assert make is not None
    table = TABLES["figgie"][0]
    seen = random_views(table, 3)[0]
    assert make(hello(table))(seen) == make(hello(table))(seen)


def test_a_style_that_is_not_there_is_a_mistake_at_once() -> None:
    with pytest.raises(Mistake, match="'bold' is no style of figgie:stranger; allowed: patient"):
        maker("figgie:stranger@bold", "figgie")
    assert is_repeatable("figgie:stranger@tight", "figgie")
