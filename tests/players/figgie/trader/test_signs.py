"""figgie:trader sees signs of the table, each between 0 and 1, and its habits follow them within limits."""

import pytest

from overtrick.games.figgie import rulebook as figgie
from overtrick.games.figgie.rulebook import MAX_SEATS, MONEY, SUITS
from overtrick.players.figgie.bounds import NET, WANTED, new_book, note
from overtrick.players.figgie.habits import (
    DEALING,
    EAGER,
    HABITS,
    HIGHEST,
    LOWEST,
    OWN_TRUST,
    SHY,
    TAKE,
    TRUST,
    WARY,
    WORDS,
)
from overtrick.players.figgie.posterior import deck_odds, goal_odds, new_desk
from overtrick.players.figgie.trader.signs import (
    ALWAYS,
    BUSY,
    FIVE,
    LATE,
    QUIET,
    SIGN_WORDS,
    SIGNS,
    SINGLE,
    SOFT,
    WEIGHTS,
    habits_for,
    signs_of,
)
from overtrick.players.figgie.worth import act_by, lean, sells_out, settle_accounts
from tests.players.figgie.test_players import SOBER_HABITS, collecting, fresh, random_views
from tests.support.games_and_options import TABLES, Table


def signs(row: list[int], book: list[int], dealing: float = 0.8, eager: float = 0.3) -> list[float]:
    found, weights = [0.0] * SIGNS, [0.0] * WEIGHTS
    weights[DEALING * SIGNS + ALWAYS], weights[EAGER * SIGNS + ALWAYS] = dealing, eager
    signs_of(row, 0, book, accounts(row, book), weights, found)
    return found


def accounts(row: list[int], book: list[int]) -> list[float]:
    desk, found = new_desk(), [0.0] * MAX_SEATS
    deck_odds(book, row, 0, desk)
    settle_accounts(row, book, desk, found)
    return found


def test_every_habit_and_every_sign_has_a_word() -> None:
    assert len(WORDS) == len(set(WORDS)) == HABITS and len(SIGN_WORDS) == SIGNS


def test_an_empty_table_shows_nothing() -> None:
    assert signs(fresh((3, 3, 2, 2)).row, new_book()) == [1.0, *[0.0] * (SIGNS - 1)]
    assert signs(fresh((2, 2, 2, 2), 5).row, new_book())[FIVE] == 1.0


@pytest.mark.parametrize("table", TABLES["figgie"], ids=str)
def test_signs_stay_between_0_and_1(table: Table) -> None:
    for one in (seen for seen in random_views(table, 2) if seen.seat == 0):
        book = new_book()
        for seat, action, _, paid, partner in one.events:
            note(book, seat, action, paid, partner)
        assert all(0.0 <= sign <= 1.0 for sign in signs(one.row, book))


def test_who_pays_too_much_makes_the_table_soft_and_busy() -> None:
    row, book = fresh((3, 3, 2, 2)).row, new_book()
    note(book, 1, figgie.FIRST_BUY, 40, 2)
    row[MONEY + 1], row[MONEY + 2] = 260, 340
    found = signs(row, book)
    assert found[SOFT] > 0.2 and found[BUSY] > 0 and found[SINGLE] == 0
    desk = new_desk()
    deck_odds(book, row, 0, desk)
    assert accounts(row, book)[1] == pytest.approx(-accounts(row, book)[2])
    assert accounts(row, book)[1] == pytest.approx(-40 + 25 * goal_odds(desk)[0])
    assert book[NET + SUITS] == 1


def test_seats_that_collect_one_suit_each_and_time_that_passes_are_seen() -> None:
    row = fresh((3, 3, 2, 2)).row
    assert signs(row, collecting([2, 2, 2]))[SINGLE] == pytest.approx(1.0)
    assert signs(row, collecting([2]))[SINGLE] == pytest.approx(1 / 3)
    row[figgie.CLOCK] = 100
    assert signs(row, new_book())[LATE] == pytest.approx(0.5)


def test_a_deal_that_is_about_to_end_because_all_pass_is_seen_in_both_models() -> None:
    row = fresh((3, 3, 2, 2)).row
    row[figgie.QUIET] = 6
    assert signs(row, new_book())[QUIET] == pytest.approx(0.75)
    row[figgie.MODEL], row[figgie.QUIET] = figgie.MODEL_TICK, 2
    assert signs(row, new_book())[QUIET] == pytest.approx(2 / 3)


def test_a_habit_is_its_usual_value_and_what_the_signs_add_within_its_limits() -> None:
    weights, habits = [0.0] * (HABITS * SIGNS), [0.0] * HABITS
    weights[TAKE * SIGNS + ALWAYS], weights[TAKE * SIGNS + SOFT] = 2.0, 3.0
    habits_for([1.0, 0.0, 0.5, *[0.0] * (SIGNS - 3)], weights, habits)
    assert habits[TAKE] == 3.5
    weights[TAKE * SIGNS + SOFT] = 1000.0
    habits_for([1.0, 0.0, 0.5, *[0.0] * (SIGNS - 3)], weights, habits)
    assert habits[TAKE] == HIGHEST[TAKE]
    assert all(low <= habit <= high for low, habit, high in zip(LOWEST, habits, HIGHEST, strict=True))


def test_a_quote_of_a_seat_that_has_gained_needs_more_edge_to_be_taken() -> None:
    row, book, desk = fresh((3, 3, 2, 2)).row, new_book(), new_desk()
    deck_odds(book, row, 0, desk)
    habits = SOBER_HABITS.copy()
    habits[WARY] = 12.0
    row[figgie.OFFER], row[figgie.OFFERER] = 2, 1
    assert act_by(row, 0, book, desk, [0.0] * MAX_SEATS, [0.0] * SUITS, habits) == figgie.FIRST_BUY
    assert act_by(row, 0, book, desk, [0.0, 120.0, 0.0, 0.0, 0.0], [0.0] * SUITS, habits) != figgie.FIRST_BUY


def test_who_spares_what_it_wants_deals_in_it_and_collects_nothing() -> None:
    row, book = fresh((3, 3, 2, 2)).row, collecting([2])
    wanted = book[WANTED + SUITS + 2]
    for _ in range(wanted * 4 // 5):
        note(book, 1, figgie.offer(2, 9), 0, -1)
    assert signs(row, book)[SINGLE] == pytest.approx(1 / 3)
    note(book, 1, figgie.offer(2, 9), 0, -1)
    assert signs(row, book)[SINGLE] == 0
    assert signs(row, book, dealing=1.0)[SINGLE] == pytest.approx(1 / 3)


@pytest.mark.parametrize("model", [figgie.MODEL_TURN, figgie.MODEL_TICK])
def test_who_wants_something_seldom_only_buys_and_collects_nothing(model: int) -> None:
    row, book = fresh((3, 3, 2, 2)).row, collecting([2])
    note(book, 3, figgie.FIRST_BUY, 5, 2)
    note(book, 1, figgie.FIRST_BUY + 1, 5, 2)  # another suit, after a trade
    row[figgie.MODEL] = model
    wanted, seats = sum(book[WANTED + SUITS : WANTED + 2 * SUITS]), 1 if model == figgie.MODEL_TICK else 4
    row[figgie.CLOCK] = seats * 3 * wanted
    assert signs(row, book)[SINGLE] == pytest.approx(1 / 3)
    row[figgie.CLOCK] = seats * 4 * wanted
    assert signs(row, book)[SINGLE] == 0
    assert signs(row, book, eager=0.0)[SINGLE] == pytest.approx(1 / 3)


def test_who_has_wanted_one_suit_alone_and_spared_none_of_it_collects_it_however_seldom() -> None:
    row, book = fresh((3, 3, 2, 2)).row, collecting([2])
    note(book, 1, figgie.bid(2, 9), 0, -1)
    row[figgie.CLOCK] = 199
    assert signs(row, book)[SINGLE] == pytest.approx(1 / 3)
    note(book, 1, figgie.offer(2, 20), 0, -1)
    assert signs(row, book)[SINGLE] == 0


def test_an_offer_of_a_seat_that_only_sells_needs_more_edge_to_be_taken() -> None:
    row, book, desk = fresh((3, 3, 2, 2)).row, new_book(), new_desk()
    deck_odds(book, row, 0, desk)
    habits = SOBER_HABITS.copy()
    habits[SHY] = 12.0
    row[figgie.OFFER], row[figgie.OFFERER] = 2, 1
    assert act_by(row, 0, book, desk, [0.0] * MAX_SEATS, [0.0] * SUITS, habits) == figgie.FIRST_BUY
    book[NET + SUITS + 1] = -3  # it has sold three clubs,
    assert sells_out(book, 1) == pytest.approx(0.5)
    assert act_by(row, 0, book, desk, [0.0] * MAX_SEATS, [0.0] * SUITS, habits) != figgie.FIRST_BUY
    book[NET + SUITS + 3] = 3  # and bought as many diamonds
    assert sells_out(book, 1) == 0
    assert act_by(row, 0, book, desk, [0.0] * MAX_SEATS, [0.0] * SUITS, habits) == figgie.FIRST_BUY


def test_with_full_trust_in_both_the_odds_are_the_exact_ones_and_the_own_hand_can_be_trusted_alone() -> None:
    row, book, desk = fresh((5, 1, 2, 2)).row, new_book(), new_desk()
    for _ in range(4):
        note(book, 1, figgie.offer(2, 9), 0, -1)
        note(book, 2, figgie.FIRST_BUY + 2, 9, 1)
    deck_odds(book, row, 0, desk)
    before, odds, habits = new_desk(), [0.0] * 12, SOBER_HABITS.copy()
    deck_odds(new_book(), row, 0, before)
    habits[OWN_TRUST] = habits[TRUST] = 1.0
    lean(row, 0, book, desk, [0.0] * SUITS, habits, odds)
    assert odds == pytest.approx(desk[:12])
    habits[TRUST] = 0.0
    lean(row, 0, book, desk, [0.0] * SUITS, habits, odds)
    assert odds == pytest.approx(before[:12])
