"""Results of people: kept once, rated if they count, told as history and statistics."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.leaving import delete_account
from overtrick.arena.people import accounts
from overtrick.arena.people.accounts import Account
from overtrick.arena.people.ratings import MEAN, SPREAD, Rating, rated
from overtrick.arena.people.results import (
    REGRET,
    Ended,
    add_regret,
    add_results,
    fact_words,
    history,
    standings,
    summed,
)

PASSWORD = "seven green umbrellas"


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    with open_arena(tmp_path / "site.db") as arena:
        yield arena


def ann_and(arena: Arena, name: str = "Ann") -> Account:
    return accounts.register(arena, name, PASSWORD)


def end(arena: Arena, table: str, *seats: Ended, counts: bool = True) -> None:
    with arena.writing() as connection:
        add_results(connection, table, "wizard", 1000, seats, counts=counts)


def bot(place: int) -> Ended:
    return Ended(0, "Bo", "wizard:easy", place, 20)


def test_a_match_that_counts_moves_both_ratings_and_narrows_the_interval(arena: Arena) -> None:
    ann = ann_and(arena)
    end(arena, "one", Ended(ann.id, "Ann", "", 1, 50), bot(2))
    (first,) = standings(arena, ann.id)
    assert (first.game, first.matches, first.counted, first.wins) == ("wizard", 1, 1, 1)
    assert first.rating.mean > MEAN and first.rating.spread < SPREAD
    assert first.rating.low < first.rating.mean < first.rating.high
    end(arena, "two", Ended(ann.id, "Ann", "", 2, 50), bot(1))
    (second,) = standings(arena, ann.id)
    assert second.rating.mean < first.rating.mean and second.rating.spread < first.rating.spread


def test_a_result_is_kept_once_however_often_the_table_is_written(arena: Arena) -> None:
    ann = ann_and(arena)
    for _ in range(3):
        end(arena, "one", Ended(ann.id, "Ann", "", 1, 50), bot(2))
    assert standings(arena, ann.id)[0].matches == 1


def test_a_match_with_help_is_kept_but_does_not_count(arena: Arena) -> None:
    ann = ann_and(arena)
    end(arena, "one", Ended(ann.id, "Ann", "", 1, 50), bot(2), counts=False)
    (one,) = standings(arena, ann.id)
    assert (one.matches, one.counted, one.rating) == (1, 0, Rating())
    assert not history(arena, ann.id)[0].rated


def test_a_guest_is_somebody_of_whom_nothing_is_known_each_time(arena: Arena) -> None:
    ann = ann_and(arena)
    gains = []
    for number in range(2):
        before = standings(arena, ann.id)[0].rating if number else Rating()
        end(arena, f"{number}", Ended(ann.id, "Ann", "", 1, 5), Ended(0, "Guest", "", 2, 0))
        after = standings(arena, ann.id)[0].rating
        assert after == rated([before, Rating()], [1, 2])[0]
        gains.append(after.mean - before.mean)
    assert gains[1] < gains[0]


def test_history_tells_places_points_and_opponents_and_statistics_add_up(arena: Arena) -> None:
    ann = ann_and(arena)
    facts = (("Exact bids", "10 cards", 1, 1, "%"), ("Exact bids", "2 cards", 1, 2, "%"))
    for number in range(2):
        end(arena, f"{number}", Ended(0, "Cy", "wizard:easy", 2, 0), Ended(ann.id, "Ann", "", 1, 70, facts))
    past = history(arena, ann.id)
    assert [(one.table, one.place, one.points, one.others) for one in past] == [
        ("1", 1, 70, ("Cy",)),
        ("0", 1, 70, ("Cy",)),
    ]
    told = [fact_words(fact) for fact in standings(arena, ann.id)[0].facts]
    assert told == [
        {"what": "Exact bids", "kind": "2 cards", "value": "50 %", "of": "2 of 4"},
        {"what": "Exact bids", "kind": "10 cards", "value": "100 %", "of": "2 of 2"},
    ]
    assert fact_words(("Money", "a round", -30.0, 4, "$"))["value"] == "−$7.5"
    assert fact_words(("Money", "a round", -0.1, 4, "$"))["value"] == "$0.0"


def test_what_was_given_away_is_added_once(arena: Arena) -> None:
    ann = ann_and(arena)
    end(arena, "one", Ended(ann.id, "Ann", "", 1, 5), bot(2))
    for _ in range(2):
        with arena.writing() as connection:
            add_regret(connection, "one", [3, 0])
    assert standings(arena, ann.id)[0].facts == ((REGRET, "a match", 3, 1, ""),)
    assert summed([]) == ()


def test_who_leaves_is_nameless_in_the_history_of_others(arena: Arena) -> None:
    ann, ben = ann_and(arena), ann_and(arena, "Ben")
    end(arena, "one", Ended(ann.id, "Ann", "", 1, 5), Ended(ben.id, "Ben", "", 2, 0))
    delete_account(arena, ben)
    assert history(arena, ann.id)[0].others == (f"deleted account {ben.id}",)
    assert standings(arena, ben.id) == ()


def test_ratings_find_the_order_of_skill(arena: Arena) -> None:
    ratings = [Rating() for _ in range(3)]
    for _ in range(40):
        ratings = rated(ratings, [1, 2, 3])
    assert ratings[0].low > ratings[1].mean > ratings[2].high
