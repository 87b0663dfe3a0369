"""Tries: one for everybody, ranked within a set by points and across sets without luck."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import update

from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.daily.days import begins, closes, day_of, days_from
from overtrick.arena.daily.par import Par, luck_free, par_of, table_played
from overtrick.arena.daily.ranking import ABOVE, BELOW, NEAR, marks, ranked, ranking
from overtrick.arena.daily.sets import GUESTS, NEW, RANKED, daily_of
from overtrick.arena.daily.tries import Tried, Try, Who, begin_try, end_table, find_try, streak
from overtrick.arena.leaving import delete_account
from overtrick.arena.people import accounts
from overtrick.arena.people.accounts import Account
from overtrick.arena.worker.days import advance_days
from overtrick.arena.worker.pars import Pars
from overtrick.arena.worker.vault import Vault
from overtrick.core.mistake import Mistake
from overtrick.store import schema
from tests.support.boxes import soon
from tests.support.clock import Clock

NOON = 1_800_014_400
GUEST = "ab" * 32


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    with open_arena(tmp_path / "site.db") as arena:
        arena.clock = Clock(NOON)
        advance_days(arena, Vault(tmp_path / "vault"), pytest.fail)
        yield arena


def made(arena: Arena, name: str, *, before: bool = True) -> Who:
    account = accounts.register(arena, name, "seven green umbrellas")
    created = begins(day_of(arena.now())) - (1 if before else 0)
    with arena.writing() as connection:
        connection.execute(update(schema.accounts).where(schema.accounts.c.id == account.id).values(created=created))
    return Who(GUEST, Account(account.id, name, account.role, created, None))


def finish(arena: Arena, found: Try, *scores: int) -> None:
    with arena.writing() as connection:
        for table, score in zip(found.tables, scores, strict=True):
            end_table(connection, table.table, [score], arena.now())


def test_a_try_begins_once_however_often_and_wherever_it_is_asked_for(arena: Arena) -> None:
    ann = made(arena, "Ann")
    first = begin_try(arena, ann, "duel")
    assert begin_try(arena, Who("cd" * 32, ann.account), "duel") == first  # another device
    assert len({table.table for table in first.tables}) == len(daily_of("duel").tables)
    assert first.next == 0 and not first.is_finished
    assert begin_try(arena, made(arena, "Ben"), "duel").tables != first.tables


def test_a_set_is_chosen_by_account_and_newcomers_and_guests_have_their_own(arena: Arena) -> None:
    assert begin_try(arena, made(arena, "Ann"), "duel").cards in RANKED
    assert begin_try(arena, made(arena, "New", before=False), "duel").cards == NEW
    assert begin_try(arena, Who(GUEST), "duel").cards == GUESTS
    assert find_try(arena, Who("cd" * 32), day_of(NOON), "duel") is None


def test_who_tries_what_is_not_there_is_told_so(arena: Arena, tmp_path: Path) -> None:
    with pytest.raises(Mistake, match="poker"):
        begin_try(arena, Who(GUEST), "poker")
    with open_arena(tmp_path / "other.db") as fresh, pytest.raises(Mistake, match="not dealt yet"):
        begin_try(fresh, Who(GUEST), "duel")


def test_the_scores_of_a_table_are_kept_once(arena: Arena) -> None:
    ann = made(arena, "Ann")
    found = begin_try(arena, ann, "figgie")
    finish(arena, found, 12)
    finish(arena, found, 99)
    again = find_try(arena, ann, found.day, "figgie")
    assert again is not None and again.is_finished and again.points == 12


def entry(account: int, cards: str, *scores: int | None) -> Try:
    tables = tuple(
        Tried(f"{account}-{n}", None if s is None else 1, () if s is None else (s,)) for n, s in enumerate(scores)
    )
    return Try("2027-01-15", "duel", cards, account, f"name {account}", 0, tables)


def test_ranks_within_a_set_go_by_points_and_across_sets_by_points_without_luck() -> None:
    pars = {"A": Par((6, 6, 6, 6.4), 0), "B": Par((5, 5, 5, 5), 0)}
    weight = daily_of("duel").weight
    good_cards, bad_cards = entry(1, "A", 6, 6, 6, 6), entry(2, "B", 6, 6, 6, 5)
    found = ranked("duel", [good_cards, bad_cards, entry(3, "A", 6, 6, 6, 6), entry(4, "A", 1, 1, 1, None)], pars)
    assert [(line.at.account, line.rank) for line in found.within("A")] == [(1, 1), (3, 1)]
    assert [one.account for one in found.unfinished] == [4]
    assert weight * 4.4 > 1  # or this test would show nothing
    assert [(line.at.account, line.across) for line in found.across] == [(2, 1), (1, 2), (3, 2)]


def test_newcomers_are_ranked_among_themselves_alone_and_nobody_across_before_par_is_known() -> None:
    found = ranked("duel", [entry(1, NEW, 5, 5, 5, 5), entry(2, "A", 5, 5, 5, 5)], {NEW: Par((5, 5, 5, 5), 0)})
    assert found.across == []
    line = found.of(1)
    assert line is not None and line.rank == 1 and line.across is None and line.luck_free is not None
    waiting = found.of(2)
    assert waiting is not None and waiting.luck_free is None


def test_luck_free_points_are_points_if_the_cards_were_usual() -> None:
    daily = daily_of("duel")
    assert luck_free(daily, 21, Par((daily.usual,), 0)) == 21
    assert luck_free(daily, 21, Par((daily.usual + 2,), 0)) == pytest.approx(21 - 2 * daily.weight)


def test_marks_say_how_each_deal_went_beside_par() -> None:
    assert marks([9, 6, 4, 2], Par((6, 6, 6, 6), 0)) == [ABOVE, NEAR, NEAR, BELOW]


def test_par_is_the_same_each_time_it_is_worked_out() -> None:
    seed = b"7" * 32
    par = par_of("duel", seed)
    assert par == par_of("duel", seed)
    assert len(par.deals) == 4 and 0 <= par.points <= 40
    assert table_played("duel", seed, 0, "duel:sampler", "x") == table_played("duel", seed, 0, "duel:sampler", "x")


def test_the_duel_is_fair_to_both_seats_as_equals_share_its_tricks() -> None:
    tables = [table_played("duel", b"8" * 32, number, "duel:hard", "x") for number in range(4)]
    assert sum(map(sum, tables)) == 20


def test_the_worker_works_out_the_par_of_what_was_begun_and_of_nothing_else(arena: Arena) -> None:
    found = begin_try(arena, made(arena, "Ann"), "duel")
    pars = Pars(arena)
    try:
        assert soon(lambda: pars.look() == [] and found.cards in ranking(arena, found.day, "duel").pars, 60)
        assert set(ranking(arena, found.day, "duel").pars) == {found.cards}
        assert ranking(arena, found.day, "figgie").pars == {}
    finally:
        pars.close()


def test_a_streak_counts_days_in_a_row_and_ends_with_a_day_without(arena: Arena, tmp_path: Path) -> None:
    ann = made(arena, "Ann")
    assert ann.account is not None
    today = day_of(NOON)
    for later, does in enumerate((True, True, False, True)):
        arena.clock = Clock(begins(days_from(today, later)) + 60)
        advance_days(arena, Vault(tmp_path / "vault"), pytest.fail)
        found = begin_try(arena, ann, "duel")
        if does:
            finish(arena, found, 5, 5, 5, 5)
        assert streak(arena, ann.account.id) == (1, 2, 2, 1)[later]
    arena.clock = Clock(closes(days_from(today, 5)))
    assert streak(arena, ann.account.id) == 0


def test_who_deletes_their_account_is_in_no_ranking_any_more(arena: Arena) -> None:
    accounts.register(arena, "Olga", "seven green umbrellas")
    ann = made(arena, "Ann")
    finish(arena, begin_try(arena, ann, "figgie"), 3)
    assert len(ranking(arena, day_of(NOON), "figgie").lines) == 1
    assert ann.account is not None
    delete_account(arena, ann.account)
    assert ranking(arena, day_of(NOON), "figgie").lines == ()
