"""Regret: what each play of a recorded duel gave away."""

from dataclasses import replace

import pytest

from overtrick.bots.find import find
from overtrick.core.mistake import Mistake
from overtrick.games.duel import rulebook as duel
from overtrick.match.play import play
from overtrick.match.record import Record, new_match
from overtrick.players.duel.regret import losses, regret, totals
from tests.players.duel.test_table import searched


def played(players: tuple[str, str], number: int, **options: object) -> Record:
    match = new_match("duel", players, options, number.to_bytes(32, "big"))
    return play(match, [find(name, "duel")() for name in players])


def some(players: tuple[str, str], count: int = 10) -> list[Record]:
    return [played(players, number) for number in range(count)]


@pytest.mark.parametrize("players", [("random", "random"), ("greedy", "random"), ("first", "greedy")])
def test_what_was_promised_and_given_away_explains_what_was_taken(players: tuple[str, str]) -> None:
    for record in some(players):
        judged = regret(record)
        assert sum(judged.promised) == sum(judged.tricks) == 10
        for seat in range(2):
            assert judged.tricks[seat] == judged.promised[seat] - judged.lost[seat] + judged.lost[1 - seat]
            assert judged.lost[seat] == sum(step.lost for step in judged.plays if step.seat == seat)
        assert [(step.seat, step.card) for step in judged.plays] == list(record.deals[0].actions)
        assert [step.trick for step in judged.plays] == [number // 2 + 1 for number in range(20)]


def test_no_play_gives_less_than_nothing_away_and_a_slip_is_told_with_what_was_better() -> None:
    slips = 0
    for record in some(("random", "greedy")):
        for step in regret(record).plays:
            assert step.lost >= 0
            assert bool(step.better) == (step.lost > 0)
            assert step.card not in step.better
            slips += step.lost > 0
    assert slips > 10


def test_the_regret_of_a_small_game_is_what_brute_force_says() -> None:
    for number in range(8):
        record = played(("random", "random"), number, ranks=3)
        judged = regret(record)
        row = duel.deal(duel.next_deal(record.match.rules(), []), record.deals[0].draws)
        for step in judged.plays:
            before = searched(row)
            duel.play(row, duel.parse(row, step.card))
            assert step.lost == abs(before - searched(row))


def test_the_perfect_player_regrets_nothing_and_others_are_sorted_by_what_they_gave_away() -> None:
    records = some(("perfect", "greedy")) + some(("random", "perfect"))
    found = totals(records)
    assert [total.player for total in found] == ["perfect", "greedy", "random"]
    assert (found[0].lost, found[0].slips, found[0].matches, found[0].plays) == (0, 0, 20, 200)
    assert 0 < found[1].mean < found[2].mean
    assert found[2].lost == sum(regret(record).lost[0] for record in records[10:])


def test_many_matches_are_judged_compiled_as_one_is_interpreted() -> None:
    records = [played(("random", "greedy"), number, ranks=3 + number % 3) for number in range(60)]
    assert losses(records) == [regret(record).lost for record in records]
    assert losses([]) == []


def test_a_player_against_itself_counts_twice() -> None:
    (total,) = totals([played(("random", "random"), 1)])
    assert (total.matches, total.plays) == (2, 20)


def test_a_forfeited_match_is_judged_as_far_as_it_went() -> None:
    whole = played(("random", "greedy"), 1)
    deal = replace(whole.deals[0], actions=whole.deals[0].actions[:7], forfeit=1)
    assert regret(replace(whole, deals=(deal,))).plays == regret(whole).plays[:7]


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        (lambda: played(("random", "greedy"), 1, ranks=6), "option ranks is 6"),
        (lambda: played(("random", "greedy"), 1, stock=4), "option stock is 4"),
    ],
)
def test_only_solved_games_can_be_judged(record: object, sentence: str) -> None:
    assert callable(record)
    with pytest.raises(Mistake, match=sentence):
        regret(record())


def test_other_games_cannot_be_judged() -> None:
    match = new_match("wizard", ("random",) * 3, {}, bytes(32))
    record = play(match, [find("random", "wizard")() for _ in range(3)])
    with pytest.raises(Mistake, match="the match is one of wizard; allowed: duel"):
        totals([record])
