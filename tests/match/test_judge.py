"""Judging faults again: what was really played passes, and what could not follow from a fault does not."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.bots.bot import Bot
from overtrick.core.ending import Ending
from overtrick.games import GAMES
from overtrick.match.judge import judge_faults
from overtrick.match.play import play
from overtrick.match.record import BrokenRecord, FaultNote, Record
from overtrick.tournament.records.packed import pack, played_again
from tests.support.games_and_options import Table, small_seeds, tables
from tests.support.moody import Moody


def moody_record(table: Table, seed: int, faults: float) -> Record:
    luck = Random(seed)
    bots: list[Bot] = [Moody(luck, faults) for _ in range(table.seats)]
    return play(table.match(seed), bots)


@pytest.mark.parametrize("name", GAMES)
@settings(deadline=None, max_examples=15)
@given(st.data(), small_seeds, st.sampled_from([0.02, 0.5]))
def test_what_was_really_played_passes(name: str, data: st.DataObject, seed: int, faults: float) -> None:
    judge_faults(moody_record(data.draw(tables(name)), seed, faults))


def another_card(record: Record) -> Record:
    """Return a record in which a seat does as it likes after a fault, though the rules still allow it."""
    match, note = record.match, record.faults[0]
    names = [name for _, name in record.deals[note.deal - 1].actions]
    for other in ("bid 1", "bid 2", "bid 0"):
        if other != names[note.action]:
            deals = list(record.deals)
            actions = list(deals[note.deal - 1].actions)
            actions[note.action] = (note.seat, other)
            deals[note.deal - 1] = replace(deals[note.deal - 1], actions=tuple(actions))
            try:
                return played_again(match, pack(replace(record, deals=tuple(deals))).payload)
            except BrokenRecord:
                continue
    raise AssertionError("no other action is legal")


def one_fault_more(record: Record) -> Record:
    """Return a record that accuses the seat which made the last action of the match, a good one."""
    seat, _ = record.deals[-1].actions[-1]
    place = len(record.deals), len(record.deals[-1].actions)
    accused = FaultNote(*place, seat, Ending.CRASH, "it was not there", "", "")
    return replace(record, faults=(*record.faults, accused))


def small() -> Record:
    """Return a record whose first fault is at a bid."""
    for seed in range(100):
        record = moody_record(Table("wizard", 3, {"series": [3, 2]}), seed, 0.1)
        if record.faults and record.deals[record.faults[0].deal - 1].actions[record.faults[0].action][1][:3] == "bid":
            return record
    raise AssertionError


@pytest.mark.parametrize("forge", [another_card, one_fault_more])
def test_what_cannot_follow_from_a_fault_is_refused_though_the_rules_of_the_game_allow_it(
    forge: Callable[[Record], Record],
) -> None:
    judge_faults(small())
    forged = played_again(small().match, pack(forge(small())).payload)
    with pytest.raises(BrokenRecord, match="fault"):
        judge_faults(forged)


def test_a_deal_is_forfeited_only_by_a_fault_of_that_moment() -> None:
    record = next(
        found
        for seed in range(100)
        if (found := moody_record(Table("duel", 2, {}), seed, 0.1)).at_fault is not None and found.deals[0].actions
    )
    judge_faults(record)
    earlier = replace(record.faults[-1], action=0, seat=record.deals[0].actions[0][0])
    with pytest.raises(BrokenRecord, match="fault"):
        judge_faults(replace(record, faults=(earlier,)))
