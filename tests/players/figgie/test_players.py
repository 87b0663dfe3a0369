"""The Figgie players that we ship play legally at every table, repeat exactly, keep their order and say why."""

import json
from itertools import product
from random import Random
from statistics import mean
from typing import Any

import numpy as np
import pytest

from overtrick.bots.bot import Hello
from overtrick.bots.builtin import maker
from overtrick.compiled.twin import twin
from overtrick.core.mistake import Mistake
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.figgie.rulebook import BID, BIDDER, CLOCK, HAND, HELD, MODEL, MONEY, OFFER, OFFERER, SUITS, WIDTH
from overtrick.games.view import View, view
from overtrick.match.play import play
from overtrick.match.record import new_match
from overtrick.players.figgie import fundamentalist as figgie_fundamentalist
from overtrick.players.figgie import rules as figgie_rules
from overtrick.players.figgie import worth as figgie_worth
from overtrick.players.figgie.bounds import SPARED, VERSATILE, WANTED, WILD, new_book, note, read_events
from overtrick.players.figgie.habits import (
    BAYES,
    HABITS,
    HABITS_OF,
    OFFER_CAP,
    OFFER_HEED,
    SELL_MORE,
    SINGLE_MINDED,
    SOBER,
    TAKE,
    TRADING_HABITS,
    WILD_SEATS,
    trading_habits,
)
from overtrick.players.figgie.posterior import GOALS, deck_odds, new_desk
from overtrick.players.figgie.quotes import best_quote, best_take, bid_price, interest, offer_price, turns_left
from overtrick.players.figgie.trader import signs as figgie_signs
from overtrick.players.figgie.trader.player import explain
from overtrick.players.figgie.trader.weights.files import network_of, weights_of
from overtrick.players.figgie.worth import (
    SINGLE_BIDS,
    SINGLE_SEATS,
    WILD_ACTS,
    best_rival,
    habits_at,
    is_single_minded_table,
    is_wild_table,
    lean,
    wishes,
    worth_of_cards,
)
from tests.support.games_and_options import TABLES, Table, moves
from tests.support.programs import built_in

SOBER_HABITS = list(HABITS_OF["turn"][:HABITS])
PLAYERS = ["figgie:rules", "figgie:follower", "figgie:fundamentalist", "figgie:bayes", "figgie:trader"]


def hello(table: Table, seat: int = 0) -> Hello:
    return Hello("figgie", figgie.VERSION, table.seats, seat, table.options, "00" * 32)


def random_views(table: Table, seed: int) -> list[View]:
    """Return what each seat to move sees in a deal of random play, which mixes passes, takes and any price."""
    luck, rules = Random(seed), table.match(seed).rules()
    row = figgie.deal(figgie.next_deal(rules, []), [luck.randrange(bound) for bound in figgie.bounds(rules)])
    return [view(figgie, row, events.copy(), seat) for seat, _, events in moves(figgie, row, luck)]


def fresh(hand: tuple[int, int, int, int], seats: int = 4) -> View:
    """Return the first view of seat 0 with a hand."""
    row = [0] * WIDTH
    row[figgie.SEAT_COUNT] = seats
    row[HAND : HAND + SUITS] = hand
    for seat in range(seats):
        row[HELD + seat], row[MONEY + seat] = 40 // seats, 300
    figgie.clear_quotes(row)
    return view(figgie, row, [], 0)


@pytest.mark.long
@pytest.mark.parametrize(("name", "table"), list(product(PLAYERS, TABLES["figgie"])), ids=str)
def test_every_action_is_valid_at_thousands_of_random_positions(name: str, table: Table) -> None:
    make = maker(name, "figgie")
    assert make is not None
    asked = 0
    for seed in range(4):
        seen = random_views(table, seed)
        choosers = [make(hello(table, seat)) for seat in range(table.seats)]
        for one in seen:
            assert figgie.check(one.row, one.seat, choosers[one.seat](one)) == figgie.OK
            asked += 1
    assert asked > (400 if table.options.get("rounds", 1) == 1 else 20)


@pytest.mark.parametrize("table", TABLES["figgie"], ids=str)
def test_a_table_of_them_plays_without_a_fault_and_repeats_exactly(table: Table) -> None:
    names = PLAYERS[-table.seats :]
    match = new_match("figgie", names, table.options, bytes(32))
    records = [play(match, [built_in(name, "figgie") for name in names]) for _ in range(2)]
    assert records[0].deals == records[1].deals
    if table.options["model"] != "tick":
        assert records[0].faults == ()


@pytest.mark.parametrize("model", ["turn", "tick"])
def test_bayes_is_ahead_of_the_ladder_below_it(model: str) -> None:
    names = ["figgie:bayes", "figgie:starter", "figgie:rules", "random"]
    totals = []
    for seed in range(6):
        for turn in range(4):
            seated = names[-turn:] + names[:-turn]
            match = new_match("figgie", seated, {"model": model}, seed.to_bytes(32))
            record = play(match, [built_in(name, "figgie") for name in seated])
            totals.append([record.totals[(player + turn) % 4] for player in range(4)])
    bayes, starter, rules, lost = map(mean, zip(*totals, strict=True))
    assert bayes > max(starter, rules) + 20 > lost


# One source, two speeds


@pytest.mark.parametrize("table", TABLES["figgie"], ids=str)
def test_compiled_and_interpreted_players_act_alike(table: Table) -> None:
    model = str(table.options["model"])
    taught = weights_of(model), network_of(model)
    for module, numbers in ((figgie_worth, [HABITS_OF[model]]), (figgie_signs, taught)):
        quick: Any = twin(module).act
        seen = random_views(table, 5)
        for one in seen[:: max(1, len(seen) // 12)]:
            book, desk = new_book(), new_desk()
            read_events(book, one.events)
            deck_odds(book, one.row, one.seat, desk)
            slow = module.act(one.row, one.seat, book, desk, *map(list, numbers))
            assert slow == quick(np.array(one.row), one.seat, np.array(book), np.array(desk), *map(np.array, numbers))


def test_a_player_that_is_shown_another_deal_forgets_the_last_one() -> None:
    table = TABLES["figgie"][0]
    make = maker("figgie:bayes", "figgie")
    assert make is not None
    used, start = make(hello(table)), random_views(table, 1)[0]
    for one in random_views(table, 2):
        used(one)
    assert used(start) == make(hello(table))(start)


# What they do


def test_rules_collects_the_mate_of_its_longest_suit_and_sells_the_rest() -> None:
    seen = fresh((5, 2, 2, 1))
    assert figgie_rules.longest_dealt(seen.row, 0, new_book()) == 0
    assert figgie_rules.act(seen.row, 0, new_book()) == figgie.bid(1, 8)
    seen.row[OFFER + 1], seen.row[OFFERER + 1] = 28, 2
    assert figgie_rules.act(seen.row, 0, new_book()) == figgie.FIRST_BUY + 1
    seen.row[OFFER + 1] = 29
    seen.row[BID + 2], seen.row[BIDDER + 2] = 4, 1
    assert figgie_rules.act(seen.row, 0, new_book()) == figgie.FIRST_SELL + 2


def test_more_cards_of_a_suit_make_its_mate_worth_more() -> None:
    worths = []
    for hand in ((3, 3, 2, 2), (5, 1, 2, 2), (7, 1, 1, 1)):
        seen, book, desk = fresh(hand), new_book(), new_desk()
        deck_odds(book, seen.row, 0, desk)
        buy, give = [0.0] * SUITS, [0.0] * SUITS
        worth_of_cards(seen.row, 0, book, desk, SOBER_HABITS, buy, give)
        worths.append(buy[1])
    assert worths == sorted(worths) and worths[0] < worths[-1]


def test_beyond_the_majority_a_card_is_worth_no_bonus() -> None:
    seen, book, desk = fresh((2, 8, 0, 0)), new_book(), new_desk()
    deck_odds(book, seen.row, 0, desk)
    buy, give = [0.0] * SUITS, [0.0] * SUITS
    worth_of_cards(seen.row, 0, book, desk, SOBER_HABITS, buy, give)
    assert buy[1] <= figgie.CARD_PAYS


def test_who_bids_for_one_suit_only_makes_it_more_likely_and_who_bids_for_all_does_not() -> None:
    seen, desk, odds = fresh((3, 3, 2, 2)), new_desk(), [0.0] * 12
    habits = SOBER_HABITS
    goals = []
    for suits in ([], [2, 2, 2, 2], [0, 1, 2, 3]):
        book = new_book()
        for suit in suits:
            note(book, 1, figgie.bid(suit, 5), 0, -1)
        deck_odds(book, seen.row, 0, desk)
        hints = [0.0] * SUITS
        wishes(seen.row, 0, book, habits, hints)
        lean(seen.row, 0, book, desk, hints, habits, odds)
        goals.append(sum(chance for chance, goal in zip(odds, GOALS, strict=True) if goal == 2))
    assert goals[1] > goals[0] == pytest.approx(goals[2])


def test_the_best_rival_is_the_seat_that_bought() -> None:
    seen, book = fresh((3, 3, 2, 2)), new_book()
    before = best_rival(seen.row, 0, book, 1, 10)
    note(book, 2, figgie.FIRST_BUY + 1, 9, 3)
    assert best_rival(seen.row, 0, book, 1, 10) > before


def test_a_seat_that_gives_money_away_makes_a_wild_table_but_not_for_itself() -> None:
    seen, book = fresh((3, 3, 2, 2)), new_book()
    for _ in range(WILD_ACTS):
        assert not is_wild_table(seen.row, 0, book)
        note(book, 1, figgie.FIRST_BUY + 1, 60, 2)
    assert book[WILD + 1] == WILD_ACTS
    assert is_wild_table(seen.row, 0, book)
    assert not is_wild_table(seen.row, 1, book)


def collecting(suits: list[int]) -> list[int]:
    """Return the book of a table where each seat but the first has bid again and again for a suit of its own."""
    book = new_book()
    for seat, suit in enumerate(suits, 1):
        for price in range(SINGLE_BIDS):
            note(book, seat, figgie.bid(suit, 5 + price), 0, -1)
    return book


@pytest.mark.parametrize("model", [figgie.MODEL_TURN, figgie.MODEL_TICK])
def test_seats_that_collect_one_suit_each_make_a_single_minded_table(model: int) -> None:
    row = fresh((3, 3, 2, 2)).row
    row[MODEL] = model
    enough = SINGLE_SEATS[model]
    assert is_single_minded_table(row, 0, collecting([0, 1, 2][:enough]))
    assert not is_single_minded_table(row, 0, collecting([0, 1, 2][: enough - 1]))
    assert not is_single_minded_table(row, 0, new_book())


def test_who_wants_two_suits_between_two_trades_is_not_single_minded_but_may_change_his_mind_after_one() -> None:
    row, book = fresh((3, 3, 2, 2)).row, collecting([0, 1, 2])
    note(book, 3, figgie.FIRST_BUY + 2, 9, 0)
    note(book, 3, figgie.bid(1, 5), 0, -1)
    assert book[VERSATILE + 3] == 0
    assert is_single_minded_table(row, 0, book)
    note(book, 3, figgie.bid(0, 5), 0, -1)
    assert book[VERSATILE + 3] == 1
    assert not is_single_minded_table(row, 0, book)


def test_each_kind_of_table_has_habits_of_its_own_and_a_wild_one_comes_first() -> None:
    row, sets = fresh((3, 3, 2, 2)).row, list(HABITS_OF["turn"])
    single = collecting([0, 1, 2])
    wild = single.copy()
    wild[WILD + 2] = WILD_ACTS
    for book, kind in ((new_book(), SOBER), (single, SINGLE_MINDED), (wild, WILD_SEATS)):
        assert habits_at(row, 0, book, sets) == [values[2 * kind] for values in BAYES.values()]


def test_the_table_of_habits_has_a_row_for_each_in_the_order_of_their_places() -> None:
    assert list(BAYES) == list(range(HABITS))
    assert all(len(values) == 6 for values in BAYES.values())
    assert len(HABITS_OF["turn"]) == len(HABITS_OF["tick"]) == 3 * HABITS
    assert trading_habits({TAKE: 2.0})[TAKE] == 2.0
    assert len(trading_habits({})) == TRADING_HABITS


def test_turns_left_counts_own_turns_in_both_models() -> None:
    row = fresh((3, 3, 2, 2)).row
    assert turns_left(row) == 49
    row[CLOCK] = 199
    assert turns_left(row) == 0
    row[MODEL] = figgie.MODEL_TICK
    assert turns_left(row) == 0


# Quotes


def test_a_quote_is_a_penny_better_and_keeps_its_margin() -> None:
    row, habits = fresh((3, 3, 2, 2)).row, list(figgie_fundamentalist.FUNDAMENTALIST)
    row[BID], row[BIDDER], row[OFFER], row[OFFERER] = 8, 1, 15, 2
    assert bid_price(row, 0, 0, 12.0, 0, habits) == 9
    assert bid_price(row, 0, 0, 10.5, 0, habits) == 0
    assert offer_price(row, 0, 0, 12.0, 0.0, 0, habits) == 14
    assert offer_price(row, 0, 0, 13.5, 0.0, 0, habits) == 0
    row[BIDDER] = row[OFFERER] = 0
    assert (bid_price(row, 0, 0, 99.0, 0, habits), offer_price(row, 0, 0, 1.0, 0.0, 0, habits)) == (0, 0)


def test_the_greatest_edge_is_taken() -> None:
    row, plain, slow = fresh((3, 3, 2, 2)).row, list(trading_habits({})), list(trading_habits({SELL_MORE: 2.5}))
    row[BID], row[BIDDER], row[OFFER + 1], row[OFFERER + 1] = 8, 1, 9, 2
    assert best_take(row, 0, [0.0, 20.0, 0.0, 0.0], [5.0, 0.0, 0.0, 0.0], plain) == (figgie.FIRST_BUY + 1, 11.0)
    assert best_take(row, 0, [0.0, 10.0, 0.0, 0.0], [5.0, 0.0, 0.0, 0.0], plain) == (figgie.FIRST_SELL, 3.0)
    assert best_take(row, 0, [0.0, 10.0, 0.0, 0.0], [5.0, 0.0, 0.0, 0.0], slow) == (figgie.FIRST_BUY + 1, 1.0)
    assert best_take(row, 0, [0.0] * 4, [9.0] * 4, plain) == (figgie.PASS, 0.0)


def test_an_offer_at_a_price_that_nobody_pays_is_not_bettered_by_a_penny() -> None:
    row, capped = fresh((3, 3, 2, 2)).row, list(trading_habits({OFFER_CAP: 10.0}))
    row[OFFER], row[OFFERER] = 999, 2
    assert offer_price(row, 0, 0, 7.0, 0.0, 0, list(trading_habits({}))) == 998
    assert offer_price(row, 0, 0, 7.0, 0.0, 0, capped) == 17
    row[OFFER] = 12
    assert offer_price(row, 0, 0, 7.0, 0.0, 0, capped) == 11


def test_a_suit_that_one_seat_wants_more_than_others_is_of_more_interest() -> None:
    row, book = fresh((3, 3, 2, 2)).row, collecting([2])
    assert interest(row, 0, new_book(), WANTED, 2) == interest(row, 0, book, SPARED, 2) == 1.0
    assert interest(row, 0, book, WANTED, 2) > 1.0 > interest(row, 0, book, WANTED, 1)
    assert interest(row, 1, book, WANTED, 2) == 1.0  # what a seat wants itself does not count


def test_with_heed_an_offer_goes_to_the_suit_that_others_want() -> None:
    row, book = fresh((3, 3, 2, 2)).row, collecting([2, 2, 2])
    buy, give, market = [0.0] * SUITS, [4.0, 5.0, 5.0, 5.0], [0.0] * SUITS
    for suit in range(SUITS):
        row[OFFER + suit], row[OFFERER + suit] = 12, 1
    careless, careful = list(trading_habits({})), list(trading_habits({OFFER_HEED: 1.0}))
    assert best_quote(row, 0, book, buy, give, market, careless)[0] == figgie.offer(0, 11)
    assert best_quote(row, 0, book, buy, give, market, careful)[0] == figgie.offer(2, 11)


# Why


@pytest.mark.parametrize("table", TABLES["figgie"], ids=str)
def test_the_explanation_begins_with_what_trader_does_and_its_odds_sum_to_one(table: Table) -> None:
    make = maker("figgie:trader", "figgie")
    assert make is not None
    seen = random_views(table, 7)
    for one in seen[:: max(1, len(seen) // 15)]:
        why = explain(one)
        assert why.choices[0].action == make(hello(table, one.seat))(one)
        assert all(figgie.check(one.row, one.seat, choice.action) == figgie.OK for choice in why.choices)
        assert why.sentence.endswith(".")
        goals = [fact.value for fact in why.facts if fact.name.endswith("judging by bids and trades")]
        assert len(goals) == 4 and sum(goals) == pytest.approx(1)
        assert json.loads(json.dumps(why.data())) == why.data()


def test_only_the_seat_to_move_has_something_to_explain() -> None:
    seen = fresh((3, 3, 2, 2))
    with pytest.raises(Mistake, match="seat 2 is not to move"):
        explain(View(figgie, 2, seen.row, []))
