"""Levels for people: five in every game, each stronger than the one below, legal everywhere, repeatable."""

from itertools import combinations, pairwise, product
from statistics import mean

import pytest

from overtrick.bots.bot import Bot, Hello
from overtrick.bots.builtin import character_of, levels_of, maker, names
from overtrick.bots.inside import BuiltIn
from overtrick.bots.levels import slip, slipping
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.match.block import block
from overtrick.match.play import play
from overtrick.match.record import new_match
from tests.support.programs import TABLES, Table, built_in, play_at, views

STEPS = ("novice", "easy", "medium", "hard", "expert")
SLIPPING = [f"{game}:{name}" for game in GAMES for name, level in levels_of(game).items() if level.slips]


def means(game: str, players: list[str], blocks: int, seed: int, **options: object) -> list[float]:
    """Return the mean score of each player at one table."""
    match = new_match(game, players, options, seed.to_bytes(32))
    totals: dict[str, list[int]] = {name: [] for name in players}
    for number in range(blocks):
        for rotation in block(match, number):
            bots: list[Bot] = [built_in(name, game) for name in rotation.players]
            for name, total in zip(rotation.players, play(rotation, bots).totals, strict=True):
                totals[name].append(total)
    return [mean(totals[name]) for name in players]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_five_levels_made_of_players_that_we_ship(game: str) -> None:
    assert tuple(levels_of(game)) == STEPS
    assert names(game)[-5:] == [f"{game}:{step}" for step in STEPS]
    for step in STEPS:
        player = levels_of(game)[step].player.partition("@")[0]
        assert f"{game}:{player}" in names(game)[:-5]
        assert maker(step, game) is not None


def test_every_level_has_a_character_of_its_own_in_a_sentence() -> None:
    told = [character_of(f"{game}:{step}", game) for game in GAMES for step in STEPS]
    assert len(set(told)) == len(told)
    assert all(one[0].isupper() and one.endswith(".") for one in told)
    assert character_of("duel:greedy", "duel") == character_of("bots/mine.py", "duel") == ""


@pytest.mark.long
@pytest.mark.parametrize(("below", "above"), list(pairwise(STEPS)))
def test_each_level_of_the_duel_beats_the_one_below(below: str, above: str) -> None:
    low, high = means("duel", [f"duel:{below}", f"duel:{above}"], 120, 1)
    assert high > low + 0.1


@pytest.mark.parametrize("options", [{"ranks": 13}, {"ranks": 8, "stock": 6}], ids=str)
def test_hard_beats_medium_in_the_duel_also_outside_the_exact_table(options: dict[str, object]) -> None:
    low, high = means("duel", ["duel:medium", "duel:hard"], 10, 2, **options)
    assert high > low + 0.2


def test_the_levels_of_wizard_up_to_hard_finish_in_their_order_and_expert_searches() -> None:
    points = means("wizard", [f"wizard:{step}" for step in STEPS[:4]], 15, 3)
    assert all(high > low + 20 for low, high in pairwise(points))
    assert levels_of("wizard")["expert"].player.startswith("search@")


@pytest.mark.long
@pytest.mark.parametrize("model", ["turn", "tick"])
def test_the_levels_of_figgie_finish_in_their_order_over_all_tables_of_four(model: str) -> None:
    money: dict[str, list[float]] = {step: [] for step in STEPS}
    for number, steps in enumerate(combinations(STEPS, 4)):
        for step, points in zip(
            steps, means("figgie", [f"figgie:{step}" for step in steps], 20, 40 + number, model=model), strict=True
        ):
            money[step].append(points)
    assert all(mean(money[high]) > mean(money[low]) + 5 for low, high in pairwise(STEPS))


@pytest.mark.parametrize(
    "name", [f"{game}:{name}" for game in GAMES for name, level in levels_of(game).items() if level.slips]
)
def test_a_level_plays_legally_with_every_option(name: str) -> None:
    game = name.partition(":")[0]
    for seed, table in enumerate(table for table in TABLES if table[0] == game):
        play_at(table, seed, lambda: built_in(name, game))


def test_a_slip_is_a_neighbour_among_the_legal_actions() -> None:
    tables: list[Table] = [("wizard", 4, {"series": [6]}), ("duel", 2, {})]
    for table, side in product(tables, (-1, 1)):
        for seen in views(table, 5):
            legal = seen.game.legal(seen.row)
            for place in (0, len(legal) // 2, len(legal) - 1):
                slipped = slip(seen, legal[place], side)
                if len(legal) == 1:
                    assert slipped == legal[0]
                else:
                    assert abs(legal.index(slipped) - place) == 1


@pytest.mark.parametrize("lean", [-1, 1])
def test_who_leans_slips_to_one_side(lean: int) -> None:
    make = maker("random", "wizard")
    assert make is not None
    meant, leaning = (one(Hello("wizard", 1, 4, 0, {}, "1")) for one in (make, slipping(make, 1.0, lean)))
    for seen in (one for seed in range(30) for one in views(("wizard", 4, {}), seed)):
        legal = seen.game.legal(seen.row)
        place, slipped = legal.index(meant(seen)), legal.index(leaning(seen))
        assert slipped == (
            place + lean if 0 <= place + lean < len(legal) else max(min(place - lean, len(legal) - 1), 0)
        )


def test_slips_come_as_often_as_stated_and_from_the_own_seed_alone() -> None:
    make = maker("first", "wizard")
    assert make is not None
    seen = [one for seed in range(60) for one in views(("wizard", 4, {}), seed) if len(one.legal) > 1]
    played = []
    for seed in ("1", "1", "2"):
        choose = slipping(make, 0.25)(Hello("wizard", 1, 4, 0, {}, seed))
        played.append([choose(one) != one.game.legal(one.row)[0] for one in seen])
    assert len(seen) > 100
    assert 0.12 < mean(played[0]) < 0.38
    assert played[0] == played[1] != played[2]


def test_a_record_names_the_level_as_it_was_given() -> None:
    players = ["duel:easy", "expert"]
    record = play(new_match("duel", players, {}, bytes(32)), [built_in(name, "duel") for name in players])
    assert record.match.players == ("duel:easy", "expert")


def test_a_setting_is_for_those_who_take_one_and_is_judged_at_once() -> None:
    assert isinstance(built_in("search@5", "wizard"), BuiltIn)
    for name, told in (("search@soon", "soon"), ("net@5", "'net@5' has a setting"), ("easy@5", "has a setting")):
        with pytest.raises(Mistake, match=told):
            maker(name, "wizard")
    assert maker("no/such@5", "wizard") is None
