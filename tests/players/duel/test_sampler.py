"""duel:sampler: perfect where the table knows the game, fair worlds elsewhere, legal everywhere, better than greedy."""

from statistics import mean

import pytest

from overtrick.bots.bot import Hello
from overtrick.core.mistake import Mistake
from overtrick.games.duel import rulebook as duel
from overtrick.games.tricks import CARDS, HAND, WON
from overtrick.games.view import View
from overtrick.match.play import play
from overtrick.match.record import new_match
from overtrick.players.duel import perfect as duel_perfect
from overtrick.players.duel.sampler import WORLDS, explain, player, possible, sampled, values, worlds_of
from overtrick.players.duel.table import finals, known
from tests.players.test_explain import some_views
from tests.support.games_and_options import Table
from tests.support.programs import Table as Options
from tests.support.programs import built_in, play_at, tables


@pytest.mark.parametrize("options", tables("duel"), ids=str)
def test_it_plays_legally_with_every_option(options: Options) -> None:
    play_at(options, 3, lambda: built_in("duel:sampler", "duel"))


def test_where_the_table_knows_the_game_it_plays_as_perfect_does() -> None:
    for ranks in (3, 5):
        table = Table("duel", 2, {"ranks": ranks, "stock": 0})
        choose = player(Hello("duel", duel.VERSION, 2, 0, table.options, "1"))
        for seen in some_views(table, 6, 8):
            assert choose(seen) == duel_perfect.choose(seen)


def test_where_the_table_knows_the_game_the_values_are_exact() -> None:
    for ranks in (3, 4, 5):
        for seen in some_views(Table("duel", 2, {"ranks": ranks}), 7, 5):
            told = explain(seen)
            assert {choice.action: choice.value for choice in told.choices} == finals(known(seen.row, seen.seat))


def test_a_sampled_hand_is_one_that_the_other_seat_may_hold_and_each_is_as_likely() -> None:
    table = Table("duel", 2, {"ranks": 4, "stock": 4})
    seen = next(one for one in some_views(table, 8, 12) if 1 < possible(one)[1] < possible(one)[0].bit_count())
    cards, held = possible(seen)
    state, counts = 1, dict.fromkeys(range(52), 0)
    for _ in range(3000):
        world, state = sampled(seen, state)
        hand = world[HAND + 1 - seen.seat]
        assert hand & ~cards == 0 and hand.bit_count() == held
        for card in counts:
            counts[card] += hand >> card & 1
    shares = [counts[card] / 3000 for card in counts if cards >> card & 1]
    assert all(share == pytest.approx(held / len(shares), abs=0.05) for share in shares)


def test_the_sampler_looks_at_one_world_where_the_other_hand_is_known() -> None:
    seen = some_views(Table("duel", 2, {"ranks": 8}), 9, 1)[0]
    assert worlds_of(seen) == 1
    assert values(seen, 1)[0] == values(seen, 2)[0]
    hidden = some_views(Table("duel", 2, {"ranks": 8, "stock": 8}), 9, 20)
    assert max(map(worlds_of, hidden)) == WORLDS


def test_the_values_of_the_sampler_lie_between_what_is_taken_and_what_can_be_taken() -> None:
    for table in (Table("duel", 2, {"ranks": 9}), Table("duel", 2, {"ranks": 6, "stock": 6})):
        for seen in some_views(table, 10, 10):
            worth, _ = values(seen, 1)
            assert all(seen.row[WON + seen.seat] <= value <= seen.row[CARDS] for value in worth.values())


def test_the_sampler_beats_greedy_outside_the_exact_table() -> None:
    tricks = []
    for seed in range(20):
        for seat in range(2):
            players = ["duel:greedy", "duel:greedy"]
            players[seat] = "duel:sampler"
            match = new_match("duel", players, {"ranks": 8, "stock": 4}, seed.to_bytes(32))
            tricks.append(play(match, [built_in(name, "duel") for name in players]).totals[seat])
    assert mean(tricks) > 7.5  # of 14, of which half would be 7


def test_only_the_seat_to_move_has_something_to_explain() -> None:
    seen = some_views(Table("duel", 2, {"ranks": 8}), 9, 1)[0]
    with pytest.raises(Mistake, match="is not to move"):
        explain(View(seen.game, 1 - seen.seat, seen.row, []))
