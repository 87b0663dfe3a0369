"""Suspension: who keeps running out of time plays no more, until another version comes or an organiser lifts it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.competitions.competition import Entered, Round, RoundState
from overtrick.arena.competitions.entries import entered, remove_bot
from overtrick.arena.people.accounts import Account
from overtrick.arena.submissions.submission import State
from overtrick.arena.submissions.submissions import activate, find, find_bot
from overtrick.arena.submissions.suspension import LATEST, MOST_LATE, Lateness, let_play, suspend, suspended_in
from overtrick.arena.worker.rounds import move
from overtrick.bots.bot import Fault
from overtrick.bots.builtin import sparring_partner
from overtrick.bots.find import find as find_player
from overtrick.core.ending import Ending
from overtrick.core.mistake import Mistake
from overtrick.games.view import View
from overtrick.match.play import play
from overtrick.match.record import new_match
from overtrick.tournament.records.packed import Packed, pack
from tests.support.arena_rounds import account, open_round, passed

WHY = "it ran out of time in 3 of its last 3 matches"


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    with open_arena(tmp_path / "site.db") as opened:
        yield opened


@pytest.fixture
def cup(arena: Arena) -> Round:
    return open_round(arena)


@pytest.fixture
def ann(arena: Arena) -> Account:
    return account(arena)


def playing(arena: Arena, cup: Round) -> list[int]:
    return [entry.submission for entry in entered(arena, cup) if entry.submission is not None]


def bot_of(arena: Arena, cup: Round, author: Account) -> int:
    bot = find_bot(arena, cup, author)
    assert bot is not None
    return bot.id


# Counting


def played(game: str, timeouts: int) -> Packed:
    """Return a match in whose first seat a bot runs out of time so often."""
    name = sparring_partner(game)
    match = new_match(game, [name] * (2 if game == "duel" else 3), {}, bytes(32))
    bots = [find_player(name, game)() for _ in match.players]
    quick, left = bots[0].ask, [timeouts]

    def slow(view: View) -> object:
        left[0] -= 1
        if left[0] >= 0:
            raise Fault(Ending.TIMEOUT, TIMEOUT)
        return quick(view)

    bots[0].ask = slow  # type: ignore[method-assign,assignment]
    return pack(play(match, bots))


ENTRIES = (Entered("ann", 1, 11, "c1", 1), Entered("bob", 2, 12, "c2", 2), Entered("ours", None, None, "ours", None))
TIMEOUT = "no answer after 0 ms of CPU and 4000 ms of waiting"


@pytest.mark.parametrize(("game", "enough"), [("duel", 1), ("wizard", 3)])
def test_who_ran_out_of_time_in_three_matches_is_to_be_suspended(game: str, enough: int) -> None:
    late, lateness = played(game, enough), Lateness()
    entries = ENTRIES[: len(late.totals)]
    told = [lateness.count(game, entries, late) for _ in range(MOST_LATE)]
    assert told[:-1] == [{}] * (MOST_LATE - 1)
    assert told[-1] == {11: f"it ran out of time in 3 of its last 3 matches (at last: {TIMEOUT})"}
    assert lateness.count(game, entries, late) == {}, "whoever lets it play again begins anew"


def test_a_slow_turn_or_two_in_a_match_are_no_reason() -> None:
    slow, lateness = played("wizard", 2), Lateness()
    assert all(lateness.count("wizard", ENTRIES, slow) == {} for _ in range(LATEST))


def test_only_the_latest_matches_count() -> None:
    late, fine, lateness = played("duel", 1), played("duel", 0), Lateness()
    for _ in range(2):
        assert [lateness.count("duel", ENTRIES[:2], late) for _ in range(MOST_LATE - 1)] == [{}] * (MOST_LATE - 1)
        for _ in range(LATEST):
            assert lateness.count("duel", ENTRIES[:2], fine) == {}


# Suspending


def test_a_suspended_version_does_not_play_and_its_author_reads_why(arena: Arena, cup: Round, ann: Account) -> None:
    version = passed(arena, cup, ann)
    assert playing(arena, cup) == [version.id]
    assert suspend(arena, version.id, WHY)
    assert playing(arena, cup) == []
    found = find(arena, version.id)
    assert (found.state, found.verdict) == (State.SUSPENDED, WHY)
    with pytest.raises(Mistake, match=f"submission {version.id} is suspended; allowed: a version that has passed"):
        activate(arena, ann, found)
    assert not suspend(arena, version.id, WHY), "once is enough"


def test_another_version_plays_at_once(arena: Arena, cup: Round, ann: Account) -> None:
    suspend(arena, passed(arena, cup, ann).id, WHY)
    new = passed(arena, cup, ann)
    assert playing(arena, cup) == [new.id]
    assert suspended_in(arena, cup) == {}


def test_an_old_version_that_comes_back_late_does_not_take_the_new_one_out(
    arena: Arena, cup: Round, ann: Account
) -> None:
    old, new = passed(arena, cup, ann), passed(arena, cup, ann)
    assert not suspend(arena, old.id, WHY)
    assert playing(arena, cup) == [new.id]


def test_organisers_see_who_is_suspended_and_may_let_it_play(arena: Arena, cup: Round, ann: Account) -> None:
    version = passed(arena, cup, ann)
    bot = bot_of(arena, cup, ann)
    suspend(arena, version.id, WHY)
    remove_bot(arena, bot, "it sleeps")
    assert suspended_in(arena, cup) == {bot: WHY}
    let_play(arena, bot)
    assert playing(arena, cup) == [version.id] and suspended_in(arena, cup) == {}
    assert find(arena, version.id).state is State.PASSED


def test_once_the_entries_are_closed_nobody_is_suspended(arena: Arena, cup: Round, ann: Account) -> None:
    version = passed(arena, cup, ann)
    move(arena, cup, RoundState.FINAL, "is closed")
    assert not suspend(arena, version.id, WHY)
    assert find(arena, version.id).state is State.PASSED
