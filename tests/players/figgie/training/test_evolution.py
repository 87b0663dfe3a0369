"""Evolution repeats itself, finds what is better where that is plain, and asks for enough matches."""

from random import Random

import numpy as np
import pytest

from overtrick.core.mistake import Mistake
from overtrick.players.figgie.habits import (
    DEALING,
    EAGER,
    GUESS,
    HIGHEST,
    OFFER_CAP,
    OFFER_OPENING,
    RESALE,
    SPARED_SHARE,
    WANTED_SHARE,
)
from overtrick.players.figgie.minds import NAMES, TRADER
from overtrick.players.figgie.strangers.styles import TEST, TRICK, constants
from overtrick.players.figgie.trader.signs import ALWAYS, SIGNS
from overtrick.players.figgie.trader.weights.files import network_of, weights_of
from overtrick.players.figgie.training import rounds
from overtrick.players.figgie.training.evolution import CANDIDATES, TRAINED, USUAL, Evolution, first_weights
from overtrick.players.figgie.training.field import OLD, PASSERS, SOUND, STRANGERS
from overtrick.players.figgie.training.league import HUNTING, OPEN, WARY, League, standing
from overtrick.players.figgie.training.passers_by import passer_by
from overtrick.players.figgie.training.rounds import (
    HARDENING,
    HUNTS,
    LEAST,
    LESSONS,
    ROUNDS,
    WARY_ROUNDS,
    evolve,
)
from overtrick.players.figgie.training.tables import Hall


@pytest.mark.long  # it compiles the hall
def test_nobody_of_the_test_half_is_ever_met() -> None:
    test = {NAMES.index(f"stranger@{style}") + 1 for style in TEST}
    assert test == set(PASSERS) and not test & {*STRANGERS, *OLD, *SOUND}
    quiet = constants("tight")
    hall, other = Hall("turn", first_weights("turn")[None], [quiet] * len(TEST)), NAMES.index("stranger@tight") + 1
    kinds = [TRADER, min(PASSERS), max(PASSERS), TRADER]
    alike = [TRADER, other, other, TRADER]
    assert (hall.block(kinds, bytes(32), 3) == hall.block(alike, bytes(32), 3)).all()


def test_passers_by_differ_and_have_no_trick_of_the_test_half() -> None:
    chance = Random(1)
    met = [passer_by(chance) for _ in range(200)]
    own = {constants(style)[TRICK] for style in TEST if TEST[style].get(TRICK)}
    assert len(set(met)) == 200 and not own & {one[TRICK] for one in met}


def test_what_is_set_stays_as_it_is_while_the_rest_evolves() -> None:
    kept = {WANTED_SHARE, SPARED_SHARE, DEALING, EAGER}
    assert not kept & {place // SIGNS for place in TRAINED} and len(TRAINED) == len(set(TRAINED))
    for model in ("turn", "tick"):
        shipped, first = weights_of(model), first_weights(model)
        rows = [slice(habit * SIGNS, (habit + 1) * SIGNS) for habit in kept]
        assert all(shipped[row] == pytest.approx(first[row]) for row in rows)


def test_who_leads_a_table_costs_who_is_behind() -> None:
    won = np.zeros((CANDIDATES, 4))
    won[:, 1], won[0, 0] = 10.0, 20.0
    assert standing(won)[0] > 20.0 and standing(won)[1] == -5.0
    assert (standing(won[:, [1, 0, 2, 3]]) == 10.0).all()


def test_a_strategy_walks_towards_what_is_told_to_be_better() -> None:
    first = first_weights("turn")
    strategy, place = Evolution(first, TRAINED, 0.3, bytes(32)), OFFER_OPENING * SIGNS + ALWAYS
    for _ in range(30):
        strategy.tell(-abs(strategy.ask()[:, place] - first[place] - 5.0))
    assert strategy.middle[place] == pytest.approx(first[place] + 5.0, abs=2.0)


@pytest.mark.long  # it compiles the hall
def test_scores_of_a_table_sum_to_nothing_and_who_gives_money_away_loses() -> None:
    generous = first_weights("turn")
    for habit in (GUESS, RESALE, OFFER_CAP):  # it thinks that every card can be sold dearly
        generous[habit * SIGNS + ALWAYS] = HIGHEST[habit]
    hall = Hall("turn", np.vstack([generous, first_weights("turn")]))
    won = hall.block([TRADER, TRADER + 1, TRADER + 1, TRADER + 1], bytes(32), 60)
    assert won.sum(axis=1) == pytest.approx(0)
    assert won[:, 0].mean() < -10


@pytest.mark.long
def test_the_same_seed_gives_the_same_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "AGE", 2)
    monkeypatch.setattr(rounds, "HUNT", 1)
    monkeypatch.setattr(rounds, "ROUNDS", 1)
    monkeypatch.setattr(rounds, "WARY_ROUNDS", 2)
    matches = LEAST * 2 // WARY_ROUNDS
    monkeypatch.setattr(rounds, "LEAST", matches)
    played: list[int] = []
    seeds = (bytes(32), b"1" * 32, bytes(32))  # what another run has counted in between changes nothing
    once, other, again = (evolve("turn", matches, seed, played.append) for seed in seeds)
    assert once == again != other
    assert played.count(OPEN.matches) == 3 and played.count(WARY.matches) == 3 * 2
    assert sum(played) == pytest.approx(3 * matches, rel=0.15)


def test_a_round_of_the_least_matches_has_hunts_and_a_generation() -> None:
    hunted, learnt = LEAST * HARDENING / WARY_ROUNDS, LEAST * (1 - HARDENING) / ROUNDS
    hunts = round(hunted * HUNTS / (2 * HUNTING))
    assert hunts >= 1 and hunted - 2 * hunts * HUNTING >= WARY.matches
    assert learnt * (1 - LESSONS) >= OPEN.matches


def test_who_wins_more_comes_more_often() -> None:
    league = League("turn", [first_weights("turn")] * 2, (), WARY)
    league.join(first_weights("turn"), 12.0)
    assert league.won() == [0.0, 0.0, 12.0]
    chance, kinds = Random(1), [TRADER + CANDIDATES + index for index in range(3)]
    came = [league.visitor(kinds, chance) for _ in range(300)]
    assert 240 < came.count(kinds[2]) < 300


@pytest.mark.long  # it compiles the hall
def test_a_hunter_wins_more_than_it_began_with_and_moves_usual_values_alone() -> None:
    first = first_weights("turn")
    league = League("turn", [first], network_of("turn"), WARY)
    found, won = league.hunter(first, first, USUAL, 6, bytes(32))
    moved = set(np.flatnonzero(found != first))
    assert moved and moved <= set(USUAL) and won > 0
    hall = Hall("turn", np.vstack([found, first]), network=network_of("turn"))
    assert hall.block([TRADER, *[TRADER + 1] * 3], b"2" * 32, 100)[:, 0].mean() > 0


def test_too_few_matches_are_refused() -> None:
    with pytest.raises(Mistake, match=f"matches is 10; allowed: {LEAST} or more"):
        evolve("turn", 10, bytes(32), print)
