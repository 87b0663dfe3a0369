"""Laws that hold for every game, at every table, in every position."""

import json
from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from overtrick.core.mistake import Mistake
from overtrick.games import GAMES, tricks
from overtrick.games.contract import NOBODY, Game, Row, ranked, totals
from overtrick.games.duel import rulebook as duel
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.options import Option
from overtrick.games.wizard import rulebook as wizard
from overtrick.match.record import start_deal
from tests.support.games_and_options import (
    ALL_TABLES,
    TABLES,
    Table,
    deals,
    moves,
    one_deal,
    play_out,
    small_seeds,
    tables,
)
from tests.support.referee import may

laws = settings(deadline=None, max_examples=60)


# The table of tables


def test_every_game_is_in_the_table() -> None:
    assert set(TABLES) == set(GAMES)


def values_worth_testing(option: Option) -> set[str | int]:
    if isinstance(option.allowed, range):
        return {option.allowed[0], option.allowed[-1], option.default}
    return set(option.allowed)


@pytest.mark.parametrize("name", GAMES)
def test_every_number_of_seats_and_every_value_of_every_option_is_in_the_table(name: str) -> None:
    game = GAMES[name]
    settled = [(table.seats, table.match(0).options) for table in TABLES[name]]
    assert {seats for seats, _ in settled} == set(game.SEATS)
    for option in game.OPTIONS:
        at_some_table = [options[option.name] for _, options in settled if option.name in options]
        assert all(value in at_some_table for value in values_worth_testing(option)), option.name
        assert option.lists is None or any(isinstance(value, list) for value in at_some_table), option.name
    assert {table.options["preset"] for table in TABLES[name] if "preset" in table.options} == set(game.PRESETS)


# Conservation


def check_tricks(row: Row, start: Row) -> None:
    hands = row[tricks.HAND : tricks.HAND + tricks.MAX_SEATS]
    dealt = start[tricks.HAND : tricks.HAND + tricks.MAX_SEATS]
    assert sum(hands) + row[tricks.PLAYED] == sum(dealt), "masks that do not overlap add up"
    assert all(hand & ~own == 0 for hand, own in zip(hands, dealt, strict=True)), "nobody gets a card later"
    held = [hand.bit_count() for hand in hands]
    assert sum(held) + row[tricks.PLAYED].bit_count() == sum(hand.bit_count() for hand in dealt)
    assert held == [tricks.cards_left(row, seat) if own else 0 for seat, own in enumerate(dealt)]
    won = row[tricks.WON : tricks.WON + tricks.MAX_SEATS]
    assert sum(won) == row[tricks.TRICKS] <= row[tricks.CARDS]
    assert (row[tricks.TRICKS] == row[tricks.CARDS]) == (row[tricks.TURN] == NOBODY)


def check_market(row: Row, start: Row) -> None:
    seats = row[figgie.SEAT_COUNT]
    hands = [row[figgie.HAND + 4 * seat : figgie.HAND + 4 * seat + 4] for seat in range(seats)]
    assert all(count >= 0 for hand in hands for count in hand)
    assert [sum(counts) for counts in zip(*hands, strict=True)] == start[figgie.SIZE : figgie.SIZE + 4]
    assert [sum(hand) for hand in hands] == row[figgie.HELD : figgie.HELD + seats]
    money = row[figgie.MONEY : figgie.MONEY + seats]
    assert sum(money) == 350 * seats - 200
    assert min(money) >= 0
    for suit in range(4):
        bidder, asker = row[figgie.BIDDER + suit], row[figgie.OFFERER + suit]
        assert bidder == NOBODY or 1 <= row[figgie.BID + suit] <= money[bidder], "no bid goes stale"
        assert asker == NOBODY or hands[asker][suit] >= 1, "no offer goes stale"
        assert row[figgie.BID + suit] < row[figgie.OFFER + suit], "quotes never cross"


Check = Callable[[Row, Row], None]
CONSERVED: dict[str, Check] = {"wizard": check_tricks, "duel": check_tricks, "figgie": check_market}


@laws
@given(tables(), small_seeds)
def test_cards_money_and_tricks_are_conserved_at_every_step(table: Table, seed: int) -> None:
    game, luck = table.game, Random(seed)
    row, _ = one_deal(table.match(seed), luck)
    start = row.copy()
    for _ in moves(game, row, luck):
        CONSERVED[table.name](row, start)
    CONSERVED[table.name](row, start)


@laws
@given(tables(), small_seeds)
def test_a_row_keeps_its_width_and_its_rules(table: Table, seed: int) -> None:
    match, luck = table.match(seed), Random(seed)
    rules = match.rules()
    row, finished = one_deal(match, luck)
    setup = table.game.next_deal(rules, finished)
    play_out(table.game, row, luck)
    assert len(setup) == len(row) == table.game.WIDTH
    assert all(type(number) is int and abs(number) < 1 << 62 for number in row)
    assert setup == table.game.next_deal(rules, finished), "a setup is not touched by play"
    assert rules == match.rules()


# Legality


def actions_to_try(table: Table, row: Row, luck: Random) -> list[int]:
    """Return all actions and some that are none, or for Figgie those at every boundary and a sample."""
    count = {"wizard": wizard.ACTIONS, "duel": duel.ACTIONS}.get(table.name)
    if count is not None:
        return list(range(-2, count + 3))
    money = [row[figgie.MONEY + seat] for seat in range(table.seats)]
    edges = {1, 2, 30, max(money), max(money) + 1, figgie.MAX_PRICE, luck.randint(1, 400), luck.randint(1, 10**6)}
    tried = [-1, -(10**9), figgie.LIVE_ACTIONS, 10**12, *range(figgie.FIRST_BID)]
    for suit in range(4):
        quotes = (row[figgie.BID + suit], row[figgie.OFFER + suit], money[row[figgie.TURN]])
        prices = edges | {quote + near for quote in quotes for near in (-1, 0, 1)}
        tried += [quote(suit, p) for quote in (figgie.bid, figgie.offer) for p in prices if 1 <= p <= figgie.MAX_PRICE]
    return tried


def beyond_all_money(row: Row, action: int) -> bool:
    return action >= figgie.FIRST_BID and (action - figgie.FIRST_BID) % figgie.MAX_PRICE + 1 > figgie.richest(row)


@laws
@given(tables(), small_seeds)
def test_legal_is_never_empty_ascends_and_is_exactly_what_is_not_refused(table: Table, seed: int) -> None:
    game, luck = table.game, Random(seed)
    row, _ = one_deal(table.match(seed), luck)
    for seat, action, _ in moves(game, row, luck):
        if table.name == "figgie" and luck.random() > 0.3:  # thousands of prices each time
            continue
        legal = game.legal(row)
        assert 0 <= seat < table.seats
        assert action in legal
        assert all(low < high for low, high in pairwise(legal))
        assert luck.random() > 0.3 or all(game.refuse(row, action) == 0 for action in legal)
        allowed = set(legal)
        for tried in actions_to_try(table, row, luck):
            code = game.refuse(row, tried)
            assert 0 <= code < len(game.REFUSALS)
            if table.name == "figgie" and beyond_all_money(row, tried):
                assert tried not in allowed
            else:
                assert (code == 0) == (tried in allowed), tried


def check_legal(table: Table, row: Row, luck: Random) -> None:
    options = dict(table.match(0).options)
    for _ in moves(table.game, row, luck):
        names = {table.game.name(row, action) for action in table.game.legal(row)}
        assert names == may(table.name, table.game.state(row), options)


@settings(deadline=None, max_examples=100)
@given(tables("wizard", "duel"), small_seeds)
def test_legal_is_what_a_stranger_works_out_from_the_state(table: Table, seed: int) -> None:
    luck = Random(seed)
    row, _ = one_deal(table.match(seed), luck)
    check_legal(table, row, luck)


@pytest.mark.parametrize("seats", range(3, 7))
def test_legal_is_what_a_stranger_works_out_in_small_rounds_of_wizard_with_any_options(seats: int) -> None:
    small = [table for table in TABLES["wizard"] if table.seats == seats and table.options.get("series") == [1, 2, 3]]
    assert len(small) == 32
    for seed, table in enumerate(small * 5):
        for row, _, _ in deals(table.match(seed)):
            check_legal(table, row, Random(seed))


@laws
@given(tables(), small_seeds)
def test_after_the_end_nothing_is_legal_and_everything_is_refused(table: Table, seed: int) -> None:
    game, luck = table.game, Random(seed)
    row, _ = one_deal(table.match(seed), luck)
    last_tries = actions_to_try(table, row, luck)
    play_out(game, row, luck)
    assert game.to_move(row) == NOBODY
    assert game.legal(row) == []
    assert all(game.refuse(row, action) != 0 for action in last_tries)
    for seat in range(table.seats):
        hidden = row.copy()
        game.hide(hidden, seat)
        assert game.to_move(hidden) == NOBODY
        assert game.legal(hidden) == []


@laws
@given(tables(), small_seeds, st.sampled_from((0, 1, 2**31, 2**32 - 2, 2**32 - 1)))
def test_pick_returns_a_legal_action_for_any_number(table: Table, seed: int, edge: int) -> None:
    game, luck = table.game, Random(seed)
    row, _ = one_deal(table.match(seed), luck)
    for seat, _, _ in moves(game, row, luck):
        for number in (edge, luck.getrandbits(32)):
            picked = game.pick(row, number)
            assert game.refuse(row, picked) == 0
            if table.name == "figgie":
                assert figgie.check(row, seat, picked) == 0, "in a tick it is valid at this moment"
                assert not beyond_all_money(row, picked)


@settings(deadline=None, max_examples=20)
@given(tables("wizard", "duel"), small_seeds)
def test_pick_can_return_every_legal_card_bid_and_trump_and_all_equally(table: Table, seed: int) -> None:
    game, luck = table.game, Random(seed)
    row, _ = one_deal(table.match(seed), luck)
    for _ in moves(game, row, luck):
        legal = game.legal(row)
        middles = [((2 * place + 1) << 31) // len(legal) for place in range(len(legal))]
        assert [game.pick(row, number) for number in middles] == legal


# Luck


@laws
@given(tables(), small_seeds)
def test_a_deal_is_a_function_of_its_draws(table: Table, seed: int) -> None:
    match, luck = table.match(seed), Random(seed)
    game, rules = table.game, match.rules()
    row, finished = one_deal(match, luck)
    again, draws = start_deal(match, finished)
    setup = game.next_deal(rules, finished)
    before = setup.copy()
    bounds = game.bounds(rules)
    assert row == again == game.deal(setup, tuple(draws)) == game.deal(setup, draws)
    assert setup == before, "dealing leaves the setup as it is"
    assert len(draws) == game.draws_needed(setup) <= len(bounds)
    assert all(0 <= draw < bound for draw, bound in zip(draws, bounds, strict=False))


def shuffled(deck: list[int], draws: list[int]) -> list[int]:
    """Return the deck as the draws shuffle it: swap place i with the one that many places behind it."""
    for place, draw in enumerate(draws):
        deck[place], deck[place + draw] = deck[place + draw], deck[place]
    return deck


def dealt_by_hand(table: Table, row: Row, draws: list[int]) -> list[object]:
    """Return the hands that the draws give, and the card turned up, worked out without the rulebook."""
    if table.name == "figgie":
        most, fewest = divmod(draws[40], 3)
        fewest += fewest >= most
        sizes = [12 if suit == most else 8 if suit == fewest else 10 for suit in range(4)]
        suits = [suit for suit in range(4) for _ in range(sizes[suit])]
        deck = shuffled(list(range(40)), draws[:40])
        each = 40 // table.seats
        hands = [[suits[card] for card in deck[each * seat : each * seat + each]] for seat in range(table.seats)]
        return [[hand.count(suit) for suit in range(4)] for hand in hands]
    cards = row[tricks.CARDS]
    if table.name == "wizard":
        deck = list(range(60))
        seats = [seat for seat in range(table.seats) if row[wizard.STILL_IN] >> seat & 1]
    else:
        deck = [13 * suit + rank for suit in range(4) for rank in range(row[duel.VALUES])]
        seats = [0, 1]
    deck = shuffled(deck, draws[: len(deck)])
    masks: list[object] = [0] * table.seats
    for place, seat in enumerate(seats):
        masks[seat] = sum(1 << card for card in deck[cards * place : cards * place + cards])
    if table.name == "wizard":
        masks.append(deck[cards * len(seats)] if cards * len(seats) < 60 else -1)
    return masks


def dealt(table: Table, row: Row) -> list[object]:
    """Return the hands of a fresh deal, and the card turned up."""
    if table.name == "figgie":
        return [row[figgie.HAND + 4 * seat : figgie.HAND + 4 * seat + 4] for seat in range(table.seats)]
    hands: list[object] = [*row[tricks.HAND : tricks.HAND + table.seats]]
    return [*hands, row[wizard.TURNED_UP]] if table.name == "wizard" else hands


@laws
@given(tables(), small_seeds)
def test_the_draws_shuffle_the_deck_and_the_seats_get_its_cards_in_order(table: Table, seed: int) -> None:
    match, luck = table.match(seed), Random(seed)
    row, finished = one_deal(match, luck)
    assert dealt(table, row) == dealt_by_hand(table, row, start_deal(match, finished)[1])


def deck_order(table: Table, row: Row) -> list[object]:
    """Return the hands of the seats still in, in order, and the card turned up: the deck as dealt."""
    return [part for part in dealt(table, row) if part != 0]


@settings(deadline=None, max_examples=40)
@given(tables(), small_seeds)
@example(Table("wizard", 6, {"preset": "house"}), 1)
@example(Table("wizard", 5, {"series": "elimination", "trump_choice": "random"}), 2)
def test_the_cards_of_later_deals_do_not_depend_on_earlier_play(table: Table, seed: int) -> None:
    def decks(luck: Random) -> list[tuple[list[int], list[object]]]:
        seen = []
        for row, draws, _ in deals(table.match(seed)):
            seen.append((draws, deck_order(table, row)))
            play_out(table.game, row, luck)
        return seen

    once = decks(Random(1))
    assert once == decks(Random(2))
    assert len({tuple(draws) for draws, _ in once}) == len(once), "each deal has luck of its own"


# Hiding


@laws
@given(tables(), small_seeds)
def test_to_move_and_the_seats_own_legal_agree_on_the_row_and_on_its_hidden_copy(table: Table, seed: int) -> None:
    game, luck = table.game, Random(seed)
    row, _ = one_deal(table.match(seed), luck)
    for to_move, action, _ in moves(game, row, luck):
        for seat in range(table.seats):
            hidden = row.copy()
            game.hide(hidden, seat)
            assert game.to_move(hidden) == to_move
            assert len(hidden) == len(row)
            twice = hidden.copy()
            game.hide(twice, seat)
            assert twice == hidden, "hiding twice hides no more"
            if seat != to_move:
                continue
            number = luck.getrandbits(32)
            assert game.refuse(hidden, action) == 0
            assert game.pick(hidden, number) == game.pick(row, number)
            if table.name != "figgie" or luck.random() < 0.1:  # thousands of prices each time
                assert game.legal(hidden) == game.legal(row)


@laws
@given(tables(), small_seeds)
def test_the_state_of_full_and_hidden_rows_survives_json(table: Table, seed: int) -> None:
    game, luck = table.game, Random(seed)
    row, _ = one_deal(table.match(seed), luck)
    for _ in moves(game, row, luck):
        if luck.random() > 0.2:
            continue
        full = game.state(row)
        assert json.loads(json.dumps(full, allow_nan=False)) == full
        assert None not in full["hands"]
        for seat in range(table.seats):
            hidden = row.copy()
            game.hide(hidden, seat)
            state = game.state(hidden)
            assert json.loads(json.dumps(state, allow_nan=False)) == state
            assert state.keys() == full.keys()
            assert state["hands"][seat] == full["hands"][seat]
    assert json.loads(json.dumps(game.state(row))) == game.state(row)


# Scores


@laws
@given(tables(), small_seeds)
def test_totals_are_the_sums_of_scores_and_places_follow(table: Table, seed: int) -> None:
    match, luck = table.match(seed), Random(seed)
    game = table.game
    finished = []
    for row, _, _ in deals(match):
        play_out(game, row, luck)
        finished.append(row)
    points = [sum(game.score(row, seat) for row in finished) for seat in range(table.seats)]
    places = game.places(match.rules(), finished)
    assert totals(game, table.seats, finished) == points
    assert len(finished) == len(match.rules()) - game.WIDTH
    assert sorted(places)[0] == 1
    assert all(place == 1 + sum(other < place for other in places) for place in places)
    if match.options.get("series") != "elimination":
        assert places == ranked(points)
    if table.name == "figgie":
        assert sum(points) == 0
    if table.name == "duel":
        assert sum(points) == finished[0][tricks.CARDS]


# Names


def round_trips(game: Game, row: Row, actions: list[int]) -> None:
    names = [game.name(row, action) for action in actions]
    assert [game.parse(row, name) for name in names] == actions
    assert len(set(names)) == len(set(actions))


@settings(deadline=None, max_examples=30)
@given(tables("wizard", "duel"), small_seeds)
def test_parse_is_the_inverse_of_name_for_every_card_bid_and_trump_in_every_phase(table: Table, seed: int) -> None:
    game, luck = table.game, Random(seed)
    row, _ = one_deal(table.match(seed), luck)
    everything = list(range(wizard.ACTIONS if game is wizard else duel.ACTIONS))
    for _ in moves(game, row, luck):
        round_trips(game, row, everything)
    round_trips(game, row, everything)


@settings(deadline=None, max_examples=30)
@given(tables("figgie"), st.lists(st.integers(0, figgie.ACTIONS - 1), min_size=1))
@example(TABLES["figgie"][0], [*range(12), figgie.FIRST_OFFER - 1, figgie.FIRST_OFFER, figgie.ACTIONS - 1])
@example(TABLES["figgie"][1], [*range(12), figgie.FIRST_OFFER - 1, figgie.FIRST_OFFER, figgie.ACTIONS - 1])
def test_parse_is_the_inverse_of_name_for_quotes_of_both_models(table: Table, actions: list[int]) -> None:
    round_trips(figgie, start_deal(table.match(0), [])[0], actions)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("action", [-1, -(2**70), 10**8, 2**70])
def test_what_is_no_action_has_no_name_and_is_refused(name: str, action: int) -> None:
    row = start_deal(TABLES[name][0].match(0), [])[0]
    assert GAMES[name].refuse(row, action) != 0
    with pytest.raises(Mistake, match=f"{action} is not an action"):
        GAMES[name].name(row, action)


ARABIC = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
FULL_WIDTH = str.maketrans("0123456789", "０１２３４５６７８９")


def near_misses(name: str) -> set[str]:
    """Return texts that a careless parser would take for the name of an action."""
    head = name.rstrip("0123456789")
    number = name[len(head) :]
    texts = {f" {name}", f"{name} ", f"{name}\n", f"\t{name}", f"{name}\0", name.lower(), name.upper(), name.title()}
    texts |= {name.replace(" ", "  "), name.replace(" ", "\t"), name.replace(" ", "\u00a0"), name.replace(" ", "")}
    texts |= {name.translate(ARABIC), name.translate(FULL_WIDTH), f"{name}.", f"'{name}'", name + name}
    if number:
        signs = ("0", "00", "+", "-", " ", "_", "٠", "²")
        texts |= {f"{head}{sign}{number}" for sign in signs}
        texts |= {f"{head}{number}.0", f"{head}{number}e0", f"{head}{number}_", f"{head}0x{number}", head}
        texts |= {f"{head}{number[:-1]}_{number[-1]}", f"{head}-{number}"}
    return texts - {name}


SHORT_FORMS = {"J", "W"}  # a bare Jester or Wizard


@pytest.mark.parametrize("table", [tables[0] for tables in TABLES.values()] + TABLES["figgie"][1:], ids=str)
def test_texts_that_only_resemble_a_name_are_refused_with_a_sentence(table: Table) -> None:
    game = table.game
    row = start_deal(table.match(3), [])[0]
    sample = [*range(12), figgie.bid(2, 10), figgie.offer(1, 123), figgie.offer(3, 10**6)]
    everything = {"wizard": list(range(wizard.ACTIONS)), "duel": list(range(duel.ACTIONS)), "figgie": sample}
    names = {game.name(row, action) for action in everything[table.name]}
    texts = {text for name in names for text in near_misses(name)} - names - SHORT_FORMS
    assert len(texts) > 100
    for text in [*sorted(texts), "", " ", "None", "0x1", "٣", "1e3", "9" * 5000, "bid spades 1000001", "bid spades 0"]:
        with pytest.raises(Mistake, match="allowed: "):
            game.parse(row, text)


def test_a_word_of_the_other_figgie_model_is_no_name() -> None:
    for table, word in ((TABLES["figgie"][0], "ask"), (TABLES["figgie"][1], "offer")):
        row = start_deal(table.match(0), [])[0]
        with pytest.raises(
            Mistake, match=f"'{word} clubs 12' uses a word of the other model: .* 'ask' in the tick model"
        ):
            figgie.parse(row, f"{word} clubs 12")


def test_the_table_of_tables_is_as_large_as_it_claims() -> None:
    assert len(ALL_TABLES) == 4 * (2 * 2 * 5 * 4 * 2 + 3) + 1 + 11 * 4 + 4 + 5
    assert len({str(table) for table in ALL_TABLES}) == len(ALL_TABLES)
