"""Tries at puzzles: the first one counts, both sides are rated, and guests change no rating of a puzzle."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.leaving import delete_account
from overtrick.arena.people import accounts
from overtrick.arena.people.puzzle_tries import (
    UNTRIED_SPREAD,
    Asked,
    Known,
    Standing,
    find_known,
    known_ratings,
    standings,
    tried_by,
    try_as_guest,
    try_puzzle,
)
from overtrick.arena.people.ratings import Rating

PASSWORD = "seven green umbrellas"
PUZZLE = Asked("duel-play-1", "duel", 1600)
OTHER = Asked("wizard-bid-2", "wizard", 1400)


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    with open_arena(tmp_path / "site.db") as arena:
        yield arena


def test_who_solves_a_puzzle_gains_what_it_loses_and_only_once(arena: Arena) -> None:
    ann = accounts.register(arena, "Ann", PASSWORD).id
    tried = try_puzzle(arena, ann, PUZZLE, solved=True)
    assert tried.counted and tried.rating.mean > 1500 and tried.rating.spread < 350
    assert tried.others == Known(Rating(1600, UNTRIED_SPREAD))
    now = find_known(arena, PUZZLE)
    assert now.rating.mean < 1600 and now.rating.spread < UNTRIED_SPREAD and (now.tries, now.solved) == (1, 1)
    again = try_puzzle(arena, ann, PUZZLE, solved=False)
    assert not again.counted and again.rating == tried.rating
    assert find_known(arena, PUZZLE) == now
    assert tried_by(arena, ann) == {PUZZLE.id}
    assert known_ratings(arena) == {PUZZLE.id: now.rating.mean}


def test_each_game_has_a_rating_and_a_streak_of_its_own(arena: Arena) -> None:
    ann = accounts.register(arena, "Ann", PASSWORD).id
    for number, solved in enumerate((True, False, True, True)):
        try_puzzle(arena, ann, Asked(f"duel-play-{number}", "duel", 1500), solved=solved)
    try_puzzle(arena, ann, OTHER, solved=False)
    found = standings(arena, ann, ["duel", "wizard", "figgie"])
    assert (found["duel"].tried, found["duel"].solved, found["duel"].streak) == (4, 3, 2)
    assert (found["wizard"].tried, found["wizard"].solved, found["wizard"].streak) == (1, 0, 0)
    assert found["wizard"].rating.mean < 1500
    assert found["figgie"] == Standing(Rating())


def test_a_guest_is_counted_but_does_not_change_how_difficult_a_puzzle_is(arena: Arena) -> None:
    tried = try_as_guest(arena, PUZZLE, Rating(1700, 90), solved=False, counts=True)
    assert tried.counted and tried.rating.mean < 1700
    assert find_known(arena, PUZZLE) == Known(Rating(1600, UNTRIED_SPREAD), 1, 0)
    again = try_as_guest(arena, PUZZLE, tried.rating, solved=True, counts=False)
    assert not again.counted and again.rating == tried.rating and find_known(arena, PUZZLE).tries == 1


def test_two_tries_at_once_are_one(arena: Arena) -> None:
    ann = accounts.register(arena, "Ann", PASSWORD).id
    found = []
    tries = [
        threading.Thread(target=lambda: found.append(try_puzzle(arena, ann, PUZZLE, solved=True).counted))
        for _ in range(6)
    ]
    for one in tries:
        one.start()
    for one in tries:
        one.join()
    assert sorted(found) == [False] * 5 + [True]
    assert find_known(arena, PUZZLE).tries == 1


def test_a_deleted_account_leaves_no_tries(arena: Arena) -> None:
    accounts.register(arena, "Olga", PASSWORD)
    ann = accounts.register(arena, "Ann", PASSWORD)
    try_puzzle(arena, ann.id, PUZZLE, solved=True)
    delete_account(arena, ann)
    assert tried_by(arena, ann.id) == set() and find_known(arena, PUZZLE).tries == 1
