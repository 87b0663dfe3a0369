"""duel:greedy wins cheaply, loses cheaply, and leads what cannot be beaten."""

from statistics import mean

import pytest

from overtrick.core.cards import NO_SUIT
from overtrick.games.contract import Row
from overtrick.games.duel import rulebook as duel
from overtrick.games.tricks import CARDS, HAND, NEXT, PLAYED, SEATS, TRUMP, begin_tricks
from overtrick.games.view import view
from overtrick.players.duel import greedy
from tests.support.programs import Table, built_in, play_at, tables


def mask(cards: str) -> int:
    return sum(1 << duel.CARD_OF[card] for card in cards.split())


def position(mine: str, theirs: str = "", *, led: str = "", played: str = "") -> Row:
    """Return a position with seat 0 to move, or seat 1 if a card is led."""
    row = [0] * duel.WIDTH
    row[SEATS], row[CARDS], row[duel.VALUES], row[TRUMP], row[NEXT] = 2, 10, 5, NO_SUIT, 1
    begin_tricks(row, 0)
    row[HAND + (1 if led else 0)] = mask(mine)
    row[HAND + (0 if led else 1)] = mask(theirs) | mask(led)
    row[PLAYED] = mask(played)
    if led:
        duel.play(row, duel.CARD_OF[led])
    return row


def choice(row: Row) -> str:
    return duel.CARD_NAMES[greedy.choose(view(duel, row, [], duel.to_move(row)))]


@pytest.mark.parametrize(
    ("hand", "led", "card"),
    [
        ("S2 S4 S5 HA", "S3", "S4"),  # wins as cheaply as it can
        ("SA S2 H5", "S3", "SA"),  # cannot win: loses as cheaply as it can
        ("H5 D2 C3", "S3", "D2"),  # cannot follow: throws its lowest card away
    ],
)
def test_following_it_spends_as_little_as_it_can(hand: str, led: str, card: str) -> None:
    assert choice(position(hand, led=led)) == card


@pytest.mark.parametrize(
    ("hand", "played", "card"),
    [
        ("S5 H5 H2 D3", "", "H5"),  # of two sure winners the one of the longer suit
        ("S3 H4 D2", "S4 S5", "S3"),  # all higher cards are gone
        ("S4 H4 D2", "", "D2"),  # nothing is sure: the cheapest card
    ],
)
def test_leading_it_plays_a_sure_winner_or_its_cheapest_card(hand: str, played: str, card: str) -> None:
    assert choice(position(hand, "SA", played=played)) == card


def test_cards_in_the_stock_are_not_taken_for_played() -> None:
    assert choice(position("S4 D2", "HA H2")) == "D2"


@pytest.mark.parametrize("table", tables("duel"), ids=str)
def test_it_plays_legally_with_every_option(table: Table) -> None:
    for seed in range(6):
        play_at(table, seed, lambda: built_in("duel:greedy", "duel"))


def test_it_clearly_beats_random_play() -> None:
    tricks = []
    for seed in range(100):
        tricks.append(play_at(("duel", 2, {}), seed, lambda: built_in("duel:greedy", "duel")).totals[seed % 2])
    assert mean(tricks) > 6
