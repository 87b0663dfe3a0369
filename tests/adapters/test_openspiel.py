"""OpenSpiel: its random simulation passes, deals are what they should be, and its algorithms run on our games."""

from math import comb, isclose
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import expected_game_score, exploitability, external_sampling_mccfr

import overtrick.adapters.openspiel  # noqa: F401  which registers the games
from overtrick.adapters.observations.encoding import encoding_of
from overtrick.adapters.openspiel.duel import DuelGame
from overtrick.core.mistake import Mistake
from overtrick.games.duel import rulebook as duel
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.tricks import TRUMP
from overtrick.games.wizard import rulebook as wizard

GAMES = [
    "overtrick_duel",
    "overtrick_duel(ranks=3,stock=4)",
    "overtrick_duel(ranks=13,stock=40)",
    "overtrick_wizard(players=3,cards=3)",
    "overtrick_wizard(players=4,cards=15)",
    "overtrick_wizard(players=4,cards=2,bidding=hidden,trump_choice=random)",
    "overtrick_wizard(players=5,cards=2,hook=on,lead_rule=first-suit-card,direction=anticlockwise)",
]
FIGGIE = ["overtrick_figgie", "overtrick_figgie(players=5)"]


@pytest.mark.parametrize("name", GAMES)
def test_the_random_simulation_of_openspiel_passes(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", FIGGIE)
def test_the_random_simulation_of_openspiel_passes_for_figgie(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


def first_state(game: Any, choose: Any) -> Any:
    """Return the first state in which somebody is to act, with chance outcomes as chosen."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(choose(state))
    return state


def deals(state: Any) -> list[float]:
    """Return the probability of every deal."""
    if not state.is_chance_node():
        return [1.0]
    found = []
    for card, odds in state.chance_outcomes():
        found += [odds * rest for rest in deals(state.child(card))]
    return found


def test_every_deal_of_a_small_duel_comes_once_and_all_are_equally_likely() -> None:
    odds = deals(pyspiel.load_game("overtrick_duel(ranks=3,stock=8)").new_initial_state())
    assert len(odds) == comb(12, 2) * comb(10, 2)
    assert all(isclose(one, 1 / len(odds)) for one in odds)


def test_with_one_card_each_the_leader_wins_ten_times_in_eleven() -> None:
    game = pyspiel.load_game("overtrick_duel(ranks=3,stock=10)")
    uniform = policy.UniformRandomPolicy(game)
    values = expected_game_score.policy_value(game.new_initial_state(), [uniform, uniform])
    assert isclose(values[0], 10 / 11 - 1 / 11)
    assert isclose(values[1], -values[0])
    assert isclose(exploitability.nash_conv(game, uniform), 0, abs_tol=1e-9), "there is nothing to decide"


def test_external_sampling_learns_on_a_small_duel() -> None:
    game = pyspiel.load_game("overtrick_duel(ranks=3,stock=8)")
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(40):
        solver.iteration()
    found = solver.average_policy()
    state = first_state(game, lambda state: state.legal_actions()[0])
    odds = found.action_probabilities(state)
    assert set(odds) == set(state.legal_actions())
    assert isclose(sum(odds.values()), 1)


def test_what_a_seat_knows_is_its_hand_and_what_is_public() -> None:
    game = pyspiel.load_game("overtrick_wizard(players=3,cards=2)")
    one = first_state(game, lambda state: state.legal_actions()[0])
    two = game.new_initial_state()
    for card in (0, 1, 2, 3, 10, 11, one.order[6]):  # only the hand of seat 2 differs
        two.apply_action(card)
    for seat in (0, 1):
        assert one.information_state_string(seat) == two.information_state_string(seat)
        assert one.information_state_tensor(seat) == two.information_state_tensor(seat)
        assert one.observation_string(seat) == two.observation_string(seat)
        assert one.observation_tensor(seat) == two.observation_tensor(seat)
    assert one.information_state_string(2) != two.information_state_string(2)
    assert one.information_state_tensor(2) != two.information_state_tensor(2)
    one.apply_action(wizard.FIRST_BID)
    assert one.information_state_string(0) != two.information_state_string(0), "a bid is public"


def test_a_hidden_bid_is_known_to_its_seat_alone() -> None:
    game = pyspiel.load_game("overtrick_wizard(players=3,cards=2,bidding=hidden)")
    one, two = (first_state(game, lambda state: state.legal_actions()[0]) for _ in range(2))
    bidder = one.current_player()
    one.apply_action(wizard.FIRST_BID)
    two.apply_action(wizard.FIRST_BID + 1)
    others = [seat for seat in range(3) if seat != bidder]
    for seat in others:
        assert one.information_state_string(seat) == two.information_state_string(seat)
        assert one.information_state_tensor(seat) == two.information_state_tensor(seat)
    assert one.information_state_string(bidder) != two.information_state_string(bidder)
    assert one.information_state_tensor(bidder) != two.information_state_tensor(bidder)


def test_the_duel_is_zero_sum_and_wizard_pays_the_score() -> None:
    for name in GAMES:
        state = first_state(pyspiel.load_game(name), lambda state: state.legal_actions()[0])
        while not state.is_terminal():
            state.apply_action(state.legal_actions()[-1])
        scores = [state.rulebook.score(state.row, seat) for seat in range(state.num_players())]
        if state.rulebook is duel:
            assert state.returns() == [scores[0] - scores[1], scores[1] - scores[0]]
        else:
            assert state.returns() == scores


def test_a_wizard_turned_up_lets_chance_or_the_dealer_name_the_trump() -> None:
    for choice, random in (("random", True), ("dealer", False)):
        game = pyspiel.load_game(f"overtrick_wizard(players=3,cards=1,trump_choice={choice})")
        state = game.new_initial_state()
        for card in (0, 1, 2, 59):
            state.apply_action(card)
        assert state.is_chance_node() == random
        if random:
            assert state.chance_outcomes() == [(suit, 0.25) for suit in range(4)]
            state.apply_action(3)
            assert state.row[TRUMP] == 3
        else:
            assert state.legal_actions() == list(range(wizard.FIRST_TRUMP, wizard.ACTIONS))


def random_deal(luck: Random) -> Any:
    """Return a deal of Figgie that chance has dealt."""
    return first_state(
        pyspiel.load_game("overtrick_figgie"),
        lambda state: luck.choices(*zip(*state.chance_outcomes(), strict=True))[0],
    )


def test_chance_deals_counts_of_suits_in_figgie_as_often_as_a_shuffled_deck_does() -> None:
    state = pyspiel.load_game("overtrick_figgie").new_initial_state()
    assert state.chance_outcomes() == [(deck, 1 / 12) for deck in range(12)]
    state.apply_action(0)  # 12 spades, 8 clubs, 10 of the others
    for same, others, due, count in ((12, 28, 10, 3), (8, 20, 7, 2), (10, 10, 5, 1)):
        odds = dict(state.chance_outcomes())
        assert isclose(sum(odds.values()), 1)
        assert isclose(odds[count], comb(same, count) * comb(others, due - count) / comb(same + others, due))
        state.apply_action(count)
    assert state.hands == [[3, 2, 1, 4], []]
    assert state.left == [9, 6, 9, 6]


def test_the_hands_of_figgie_are_those_that_chance_has_dealt() -> None:
    luck = Random(1)
    for _ in range(20):
        state = random_deal(luck)
        row = state.row
        assert [row[figgie.HAND + 4 * seat :][:4] for seat in range(4)] == state.hands
        sizes = row[figgie.SIZE : figgie.SIZE + 4]
        assert sizes == [sum(hand[suit] for hand in state.hands) for suit in range(4)]
        assert sorted(sizes) == [8, 10, 10, 12]


@pytest.mark.parametrize("name", ["overtrick_wizard(players=4,cards=8)", "overtrick_duel", "overtrick_figgie"])
def test_what_a_state_has_answered_can_be_changed(name: str) -> None:
    state, luck = pyspiel.load_game(name).new_initial_state(), Random(1)
    while not state.is_terminal():
        ask = state.chance_outcomes if state.is_chance_node() else state.legal_actions
        answer = ask()
        expected = answer.copy()
        answer.clear()
        assert ask() == expected
        action = luck.choice(expected)
        state.apply_action(action[0] if isinstance(action, tuple) else action)


def test_what_may_be_done_in_figgie_is_what_the_mask_of_the_other_doors_allows() -> None:
    luck, encoding = Random(2), encoding_of(figgie)
    state = random_deal(luck)
    while not state.is_terminal():
        allowed = state.legal_actions()
        seat = state.current_player()
        assert allowed == np.flatnonzero(encoding.mask(state.view(seat))).tolist()
        state.apply_action(luck.choice(allowed))
    assert state.legal_actions() == []
    assert state.returns() == [figgie.score(state.row, seat) for seat in range(4)]
    assert sum(state.returns()) == 0


def test_a_seat_of_figgie_knows_its_hand_and_what_all_did_but_not_the_goal() -> None:
    game = pyspiel.load_game("overtrick_figgie")
    one, two = game.new_initial_state(), game.new_initial_state()
    for state, deck, third in ((one, 0, (3, 2, 3)), (two, 3, (1, 4, 3))):  # another goal, and other hands of seats 2, 3
        for outcome in (deck, *(3, 2, 3), *(3, 2, 2), *third):
            state.apply_action(outcome)
        for number in (9 + 7, 0, 137 + 32 + 9, 2):  # a bid, a pass, an offer, and somebody buys
            state.apply_action(number)
    assert (one.row[figgie.GOAL], two.row[figgie.GOAL]) == (1, 0)
    for seat in (0, 1):
        assert one.information_state_string(seat) == two.information_state_string(seat)
        assert one.information_state_tensor(seat) == two.information_state_tensor(seat)
        assert one.observation_string(seat) == two.observation_string(seat)
        assert one.observation_tensor(seat) == two.observation_tensor(seat)
    assert one.information_state_tensor(2) != two.information_state_tensor(2)
    assert "2:offer clubs 10; 3:buy clubs" in one.information_state_string(0)
    before = one.information_state_tensor(0)
    one.apply_action(0)
    assert one.information_state_tensor(0) != before, "a pass is public"


def test_an_observation_of_figgie_is_that_of_the_other_doors() -> None:
    state = random_deal(Random(3))
    for number in (137 + 9, 1):  # seat 0 offers a spade, seat 1 buys it
        state.apply_action(number)
    encoding = encoding_of(figgie)
    seen = np.array(state.observation_tensor(1)[4:]) * encoding.tops
    assert seen[encoding.parts["bought"]][:4].round().tolist() == [1, 0, 0, 0]
    assert seen[encoding.parts["sold"]].round().tolist()[12:16] == [1, 0, 0, 0], "seat 0 is the third after seat 1"


def test_a_mistake_in_the_parameters_is_answered_with_a_sentence() -> None:
    with pytest.raises(Mistake, match="option stock is 20 with 12 cards"):
        DuelGame({"ranks": 3, "stock": 20})
