"""Highlights: the closest match, the most exact bids, the most points and the biggest comeback."""

from pathlib import Path
from random import Random

import pytest

from overtrick.arena.boards import recap
from overtrick.arena.boards.recap import Result, closest, furthest_behind, highest, highlights, most_exact
from overtrick.bots.bot import Bot
from overtrick.match.play import play
from overtrick.match.record import new_match
from overtrick.tournament.records.store import open_store
from tests.support.filled_arena import OPEN, OVER, SLUG, fill
from tests.support.moody import Moody


def result(key: str, *totals: int, clean: bool = True, **facts: list[int]) -> Result:
    told = {name.replace("_", " "): values for name, values in facts.items()}
    return Result(key, ("ann", "ben", "cat")[: len(totals)], totals, told, clean)


def test_the_closest_match_has_the_smallest_lead() -> None:
    found = closest([result("a", 50, 20, 10), result("b", 30, 31, -90), result("c", 5, 5, 4, clean=False)])
    assert found is not None
    assert (found.key, found.sentence) == ("b", "ben beat ann by 1 point, 31 to 30.")


def test_of_equally_close_matches_that_in_which_all_are_close_together() -> None:
    found = closest([result("a", 7, 7, 0), result("b", 7, 7, 6)])
    assert found is not None
    assert (found.key, found.sentence) == ("b", "ann and ben shared the first place with 7 to 7.")
    assert closest([result("a", 7, 7, 0, clean=False)]) is None


def test_the_most_exact_bids_are_a_share_of_the_rounds() -> None:
    found = most_exact(
        [
            result("a", 1, 2, exact_bids=[9, 3], rounds=[10, 10]),
            result("b", 1, 2, exact_bids=[2, 5], rounds=[2, 5]),
            result("c", 1, 2, exact_bids=[0, 0], rounds=[0, 0]),
        ]
    )
    assert found is not None
    assert (found.key, found.sentence) == ("b", "ben made 5 of 5 bids exactly.")
    assert most_exact([result("a", 1, 2)]) is None


def test_the_most_points_are_those_of_one_seat() -> None:
    found = highest([result("a", 10, 90), result("b", 91, 0)])
    assert found is not None
    assert (found.key, found.sentence) == ("b", "ann got 91 points in one match.")
    assert highest([]) is None


def test_a_winner_of_a_series_is_behind_after_deals() -> None:
    for seed in range(30):
        record = play(new_match("wizard", ("a", "b", "c"), {"series": [3, 2, 1]}, bytes([seed]) * 32), bots(seed, 3))
        winner = record.places.index(1)
        first, second = record.deals[0].scores, record.deals[1].scores
        after = [first, tuple(one + other for one, other in zip(first, second, strict=True))]
        expected = max(max(row) - row[winner] for row in after)
        behind, when = furthest_behind(record, winner)
        assert behind == expected
        assert when in ("deal 1", "deal 2")


def test_a_winner_of_a_single_deal_is_behind_after_tricks() -> None:
    found = []
    for seed in range(30):
        record = play(new_match("duel", ("a", "b"), {}, bytes([seed]) * 32), bots(seed, 2))
        winner = record.places.index(1)
        behind, when = furthest_behind(record, winner)
        assert 0 <= behind <= min(record.totals)
        assert when.startswith("trick ")
        found.append(behind)
    assert max(found) >= 2


def bots(seed: int, count: int) -> list[Bot]:
    return [Moody(Random(seed * 7 + seat), 0) for seat in range(count)]


def test_highlights_of_a_round_name_matches_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled = fill(tmp_path / "arena.db")
    with open_store(filled.where) as store:
        named = {one.registered.name: one.registered for one in store.tournaments()}
        wizard = highlights(store, named[f"{SLUG}/{OPEN} provisional"])  # its secret is not in the store
        assert [one.title for one in wizard] == ["Closest match", "Most exact bids", "Most points", "Biggest comeback"]
        duel = highlights(store, named[f"{SLUG}/{OVER} final"])
        assert [one.title for one in duel] == ["Closest match", "Most points", "Biggest comeback"]
        for one in (*wizard, *duel):
            assert one.key in filled.keys[f"{SLUG}/{OPEN} provisional"] + filled.keys[f"{SLUG}/{OVER} final"]
        assert highlights(store, named[f"{SLUG}/{OVER} final"]) == duel
        monkeypatch.setattr(recap, "MOST_REPLAYED", 9)
        assert "Found among 9 of" in highlights(store, named[f"{SLUG}/{OVER} final"])[-1].sentence
