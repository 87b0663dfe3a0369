"""Evolution repeats itself, finds what is better where that is plain, and asks for enough matches."""

import numpy as np
import pytest

from overtrick.core.mistake import Mistake
from overtrick.players.figgie.habits import GUESS, HIGHEST, OFFER_CAP, OFFER_OPENING, RESALE
from overtrick.players.figgie.minds import NAMES, TRADER
from overtrick.players.figgie.signs import ALWAYS, SIGNS
from overtrick.players.figgie.strangers.styles import TEST
from overtrick.players.figgie.training import evolution
from overtrick.players.figgie.training.evolution import (
    GENERATION,
    STRANGERS,
    Evolution,
    evolve,
    first_weights,
)
from overtrick.players.figgie.training.tables import Hall


def test_nobody_of_the_test_half_is_ever_met() -> None:
    assert not {NAMES.index(f"stranger@{style}") + 1 for style in TEST} & set(STRANGERS)


def test_a_strategy_walks_towards_what_is_told_to_be_better() -> None:
    first = first_weights("turn")
    strategy, place = Evolution(first, 0.3, bytes(32)), OFFER_OPENING * SIGNS + ALWAYS
    for _ in range(30):
        strategy.tell(-abs(strategy.ask()[:, place] - first[place] - 5.0))
    assert strategy.middle[place] == pytest.approx(first[place] + 5.0, abs=2.0)


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
    monkeypatch.setattr(evolution, "AGE", 2)
    monkeypatch.setattr(evolution, "HUNT", 1)
    played: list[int] = []
    once, again = (evolve("turn", 4 * GENERATION, bytes(32), played.append) for _ in range(2))
    assert once == again and once != evolve("turn", 4 * GENERATION, b"1" * 32, played.append)
    assert min(played) == GENERATION and len(played) % 3 == 0


def test_too_few_matches_are_refused() -> None:
    with pytest.raises(Mistake, match=f"matches is 10; allowed: {GENERATION} or more"):
        evolve("turn", 10, bytes(32), print)
