"""Days and sets: promised ahead, opened in time, revealed when they are over, and chosen so that nobody can choose."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.daily.days import closes, day_of, days_from, ends, find_day, past_days
from overtrick.arena.daily.sets import RANKED, SETS, choice_key, chosen_set, daily_games, daily_of, set_seed
from overtrick.arena.worker.days import AHEAD, advance_days
from overtrick.arena.worker.vault import Vault
from overtrick.bots.builtin import is_repeatable
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.match.record import commitment
from overtrick.store.schema import card_sets
from tests.support.clock import Clock

NOON = 1_800_014_400  # of 2027-01-15


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    with open_arena(tmp_path / "site.db") as arena:
        arena.clock = Clock(NOON)
        yield arena


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    return Vault(tmp_path / "vault")


def seeds(arena: Arena, day: str) -> dict[tuple[str, str], bytes]:
    with arena.reading() as connection:
        rows = connection.execute(select(card_sets).where(card_sets.c.day == day)).all()
    return {(row.game, row.name): row.seed for row in rows}


def test_days_are_promised_a_week_ahead_and_only_the_present_one_has_cards(arena: Arena, vault: Vault) -> None:
    advance_days(arena, vault, pytest.fail)
    today = day_of(NOON)
    assert today == "2027-01-15"
    assert len(seeds(arena, today)) == len(SETS) * len(daily_games())
    for later in range(1, AHEAD + 1):
        day = find_day(arena, days_from(today, later))
        assert day is not None and day.commitment and day.choice is None and day.secret is None and day.in_time
        assert seeds(arena, day.day) == {}
    assert find_day(arena, days_from(today, AHEAD + 1)) is None
    assert advance_days(arena, vault, pytest.fail) == []  # and nothing is drawn twice


def test_what_the_store_has_of_a_running_day_gives_no_secret_away(arena: Arena, vault: Vault) -> None:
    advance_days(arena, vault, pytest.fail)
    day = find_day(arena, day_of(NOON))
    assert day is not None and day.secret is None
    secret = vault.secret(day.commitment)
    assert commitment(secret) == day.commitment
    assert day.choice == choice_key(secret)
    assert seeds(arena, day.day) == {(game, name): set_seed(secret, game, name) for game in GAMES for name in SETS}
    assert len({*seeds(arena, day.day).values(), day.choice, secret}) == len(SETS) * len(GAMES) + 2


def test_a_secret_comes_out_when_nobody_may_play_its_day_any_more(arena: Arena, vault: Vault) -> None:
    advance_days(arena, vault, pytest.fail)
    today = day_of(NOON)
    arena.clock = Clock(closes(today) - 1)
    advance_days(arena, vault, pytest.fail)
    before = find_day(arena, today)
    assert before is not None and before.secret is None
    assert past_days(arena, 9) == [today]
    arena.clock = Clock(closes(today))
    advance_days(arena, vault, pytest.fail)
    after = find_day(arena, today)
    assert after is not None and after.secret is not None and commitment(after.secret) == after.commitment


def test_a_day_on_which_no_worker_was_at_work_is_revealed_but_never_opened(arena: Arena, vault: Vault) -> None:
    advance_days(arena, vault, pytest.fail)
    missed = days_from(day_of(NOON), 1)
    arena.clock = Clock(closes(days_from(missed, 1)))
    advance_days(arena, vault, pytest.fail)
    day = find_day(arena, missed)
    assert day is not None and day.choice is None and day.secret is not None
    assert missed not in past_days(arena, 9)


def test_a_secret_that_is_lost_holds_up_no_other_day(arena: Arena, vault: Vault) -> None:
    advance_days(arena, vault, pytest.fail)
    today = day_of(NOON)
    lost = find_day(arena, today)
    assert lost is not None
    (vault.folder / lost.commitment).unlink()
    arena.clock = Clock(closes(days_from(today, 1)))
    told: list[str] = []
    advance_days(arena, vault, told.append)
    (sentence,) = told
    assert sentence.startswith(f"the deal of {today} cannot go on: the vault")
    other = find_day(arena, days_from(today, 1))
    assert other is not None and other.secret is not None
    assert len(seeds(arena, days_from(today, 2))) == len(SETS) * len(daily_games())


@pytest.mark.parametrize("text", ["", "today", "2027-13-01", "20270115", "2027-W02-5", "2027-1-15", "9" * 400])
def test_what_is_no_day_is_a_mistake(text: str) -> None:
    with pytest.raises(Mistake, match="allowed: one like 2026-01-31"):
        ends(text)


def test_accounts_are_spread_over_the_sets_anew_for_each_day_and_game() -> None:
    one, other = choice_key(b"1" * 32), choice_key(b"2" * 32)
    found = Counter(chosen_set(one, "duel", account) for account in range(4000))
    assert set(found) == set(RANKED)
    assert all(abs(count - 1000) < 120 for count in found.values())  # more than four standard deviations
    for again in (
        [chosen_set(other, "duel", n) for n in range(4000)],
        [chosen_set(one, "figgie", n) for n in range(4000)],
    ):
        same = sum(first == chosen_set(one, "duel", number) for number, first in enumerate(again))
        assert abs(same - 1000) < 120


@pytest.mark.parametrize("game", daily_games())
def test_opponents_and_panel_play_the_same_again(game: str) -> None:
    daily = daily_of(game)
    assert all(is_repeatable(player, game) for player in (daily.level, *daily.panel))
    assert {seat for _, seat in daily.tables} <= set(range(daily.seats))
