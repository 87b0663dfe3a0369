"""Strangers play legally at every table and at both speeds alike, keep to their style, and are in one half each."""

import numpy as np
import pytest

from overtrick.bots.builtin import is_repeatable, maker
from overtrick.compiled.twin import twin
from overtrick.core.mistake import Mistake
from overtrick.games.tricks import CARDS, HAND, NEXT
from overtrick.games.view import View
from overtrick.games.wizard import rulebook as wizard
from overtrick.games.wizard.rulebook import BID, PHASE, PLAYING
from overtrick.match.play import play
from overtrick.match.record import Record, new_match
from overtrick.players.wizard.net.features import MOST_FEATURES
from overtrick.players.wizard.sight import SIGHTS
from overtrick.players.wizard.strangers import player as wizard_stranger
from overtrick.players.wizard.strangers import stranger
from overtrick.players.wizard.strangers.networks import minds, networks
from overtrick.players.wizard.strangers.styles import BY_NETWORK, HEAT, NAMES, PLAYER, STYLES, TEST, TUNING, constants
from tests.support.programs import built_in
from tests.support.wizard_positions import hello, positions

pytestmark = pytest.mark.long  # all of it waits for compilers


def test_each_half_has_styles_that_the_other_has_not() -> None:
    assert len(TUNING) >= 8 and len(TEST) >= 8 and not set(TUNING) & set(TEST)
    assert len({constants(style) for style in STYLES.values()}) == len(NAMES)


def test_every_action_is_legal_and_depends_on_the_view_alone() -> None:
    choosers = [wizard_stranger.player(hello(4), style) for style in NAMES]
    for number, (seen, truth) in enumerate(positions(900, 61)):
        choose = choosers[number % len(choosers)]
        action = choose(seen)
        assert wizard.refuse(seen.row, action) == 0
        if not seen.row[wizard.HIDDEN_BIDS]:
            assert choose(View(wizard, seen.seat, truth, seen.events)) == action


def test_they_act_alike_at_both_speeds() -> None:
    quick, (weights, tuning, desk) = twin(stranger).act, minds()
    plain_desk = ([0] * SIGHTS, [0] * MOST_FEATURES, *desk[2:])
    plain = [style for style in NAMES if constants(STYLES[style])[PLAYER] != BY_NETWORK]
    for number, (seen, _) in enumerate(positions(240, 62)):
        style = constants(STYLES[plain[number % len(plain)]])
        slow = stranger.act(seen.row.copy(), seen.seat, style, (weights, tuning, plain_desk))
        assert slow == quick(np.array(seen.row), seen.seat, np.array(style), (weights, tuning, desk))


def test_the_networks_are_four_that_differ() -> None:
    weights = networks()
    assert all(not np.array_equal(weights[one, 1], weights[two, 1]) for one in range(4) for two in range(one))
    assert [np.count_nonzero(weights[index, 1].any(axis=0)) for index in range(4)] == [32, 8, 48, 16]


def test_a_hot_player_often_takes_what_is_not_best_and_the_rest_of_a_net_does_not() -> None:
    hot, narrow = (wizard_stranger.player(hello(4), style) for style in ("hot", "narrow"))
    seen = [view for view, _ in positions(300, 63) if len(wizard.legal(view.row)) > 2]
    differ = sum(hot(view) != narrow(view) for view in seen)
    assert 0.1 < differ / len(seen) < 0.7 and STYLES["hot"][HEAT] > 0


def test_what_is_forgotten_or_not_looked_at_changes_nothing() -> None:
    blind, forgetful = (np.array(constants(STYLES[style])) for style in ("blind", "forgetful"))
    for seen, _ in positions(200, 64):
        row, seat = seen.row, seen.seat
        other = row[NEXT + seat]
        if row[PHASE] != PLAYING:
            continue
        loud = row.copy()
        loud[BID + other] = row[CARDS] - row[BID + other]
        assert stranger.as_seen(row, seat, blind) == stranger.as_seen(loud, seat, blind)
        assert stranger.as_seen(row, seat, forgetful)[HAND + seat] == row[HAND + seat]


def played(*styles: str, seed: int = 1) -> Record:
    names = [f"wizard:stranger@{style}" for style in styles]
    match = new_match("wizard", names, {}, seed.to_bytes(32))
    return play(match, [built_in(name, "wizard") for name in names])


def test_a_nil_lover_often_bids_0_and_a_braggart_more_than_the_shy_one() -> None:
    bids: dict[int, list[int]] = {0: [], 1: [], 2: []}
    for seed in range(3):
        for deal in played("nil", "braggart", "shy", "points", seed=seed).deals:
            for seat, word in deal.actions:
                if seat in bids and word.startswith("bid "):
                    bids[seat].append(int(word.removeprefix("bid ")))
    assert bids[0].count(0) > bids[1].count(0) and sum(bids[1]) > sum(bids[2])


def test_without_a_style_the_seed_of_the_match_chooses_one() -> None:
    make = maker("wizard:stranger", "wizard")
    assert make is not None
    seen, _ = next(positions(1, 65))
    assert make(hello(4))(seen) == make(hello(4))(seen)


def test_a_style_that_is_not_there_is_a_mistake_at_once() -> None:
    with pytest.raises(Mistake, match="'bald' is no style of wizard:stranger; allowed: old-net"):
        maker("wizard:stranger@bald", "wizard")
    assert is_repeatable("wizard:stranger@shy", "wizard")
