"""Plans: who meets whom on which cards, and which matches that means, all without a store."""

from dataclasses import replace
from itertools import product

import pytest

from overtrick.games import GAMES
from overtrick.games.contract import settled
from overtrick.match.record import Match
from overtrick.tournament.plan.knock_out import Tie
from overtrick.tournament.plan.plan import imbalance_text, participants, plan, stage_of
from overtrick.tournament.plan.sequential import FIRST
from overtrick.tournament.plan.stage import Planned, Stage, cluster_seed, planned, seatings, size
from overtrick.tournament.stated.tournament import Entrant, Format, Tournament

SECRET = bytes(range(32))


def cup(entrants: str = "abcd", game: str = "wizard", seats: int = 3, **stated: object) -> Tournament:
    return Tournament(
        name="cup",
        game=game,
        seats=seats,
        options=settled(GAMES[game], seats, {}),
        entrants=tuple(Entrant(name, "random") for name in entrants),
        **stated,  # type: ignore[arg-type]
    )


def nothing(stage: Stage, first: int, second: int) -> list[float]:
    return []


def everyone(tournament: Tournament, secret: bytes = SECRET) -> Match:
    names = tuple(participant.name for participant in participants(tournament))
    contents = tuple(f"content of {name}" for name in names)
    return Match(tournament.game, tournament.seats, tournament.options, names, secret, contents)


def matches(tournament: Tournament, stage: Stage, secret: bytes = SECRET) -> list[Planned]:
    everybody = everyone(tournament, secret)
    return [match for cluster in range(stage.clusters) for match in planned(stage, cluster, everybody)]


def test_a_round_robin_is_one_stage_in_which_every_pair_meets_on_the_same_cards() -> None:
    (stage,) = plan(cup(blocks=7), nothing)
    assert (stage.name, stage.clusters) == ("main", 7)
    assert {frozenset(table) for table in stage.tables} == {frozenset(set(range(4)) - {out}) for out in range(4)}


def test_a_gauntlet_has_its_candidate_at_every_table() -> None:
    (stage,) = plan(cup(format=Format.GAUNTLET, candidate="c"), nothing)
    assert (stage.name, stage.clusters) == ("main", 10)
    assert all(2 in table for table in stage.tables)
    assert {entrant for table in stage.tables for entrant in table} == {0, 1, 2, 3}


def test_a_knock_out_begins_with_the_first_round_and_a_few_blocks() -> None:
    stages = plan(cup(game="duel", seats=2, format=Format.KNOCK_OUT, blocks=1000), nothing)
    assert stages == (Stage("round 1, tie 1", ((0, 3),), FIRST), Stage("round 1, tie 2", ((1, 2),), FIRST))


def test_a_pair_at_a_larger_table_sits_in_turn_in_the_same_seats_of_the_same_field() -> None:
    stated = cup(format=Format.KNOCK_OUT, field=("classic", "classic"))
    assert [participant.name for participant in participants(stated)] == [*"abcd", "field 1", "field 2"]
    assert [participant.bot for participant in participants(stated)][4:] == ["classic", "classic"]
    stage = stage_of(stated, Tie(1, 2, 1, 2, 5))
    assert stage == Stage("round 1, tie 2", ((1, 4, 5), (2, 4, 5)), 5)


def test_every_tie_of_a_knock_out_has_cards_of_its_own() -> None:
    stated = cup("abcdefgh", game="duel", seats=2, format=Format.KNOCK_OUT, blocks=FIRST)
    stages = plan(stated, lambda stage, first, second: [1.0] * FIRST)
    assert [stage.name for stage in stages] == [
        *(f"round 1, tie {tie}" for tie in range(1, 5)), "round 2, tie 1", "round 2, tie 2", "round 3, tie 1"
    ]  # fmt: skip
    seeds = [cluster_seed(SECRET, stage.name, cluster) for stage in stages for cluster in range(stage.clusters)]
    assert len(set(seeds)) == len(seeds) == 7 * FIRST


def test_all_tables_of_a_cluster_have_the_same_cards_and_no_other_cluster_stage_or_secret_has_them() -> None:
    stated = cup()
    stages = [Stage(name, ((0, 1, 2), (1, 2, 3)), 3) for name in ("main", "final")]
    seeds: dict[bytes, set[object]] = {}
    for stage, secret in product(stages, (SECRET, bytes(32))):
        for match in matches(stated, stage, secret):
            seeds.setdefault(match.match.seed, set()).add((stage.name, match.cluster, secret))
    assert len(seeds) == 2 * 2 * 3
    assert all(len(places) == 1 for places in seeds.values())


def test_the_seed_of_a_cluster_follows_from_the_secret_by_hmac() -> None:
    # From outside: printf 'main/cluster/3' | openssl dgst -sha256 -mac HMAC -macopt hexkey:000102…1f
    assert cluster_seed(SECRET, "main", 3).hex() == "0fff9e5939b86300a8702fc1b24c7e21547dfa4c72f3adfb57d778379c58ecd2"


def test_a_block_is_a_table_in_all_rotations() -> None:
    assert seatings((0, 1, 2)) == [(0, 1, 2), (2, 0, 1), (1, 2, 0)]
    block = matches(cup(), Stage("main", ((0, 1, 2),), 1))
    assert [match.match.players for match in block] == [("a", "b", "c"), ("c", "a", "b"), ("b", "c", "a")]
    assert [match.match.contents[0] for match in block] == [f"content of {name}" for name in "acb"]
    assert all(match.key == match.match.key() for match in block)


@pytest.mark.parametrize(
    ("table", "distinct"), [((0, 1, 0, 1), 2), ((0, 0, 0), 1), ((0, 0, 1), 3), ((0, 1, 2, 0, 1, 2), 3), ((0, 1), 2)]
)
def test_rotations_that_look_alike_are_played_once(table: tuple[int, ...], distinct: int) -> None:
    assert len(seatings(table)) == len(set(seatings(table))) == distinct
    assert size([Stage("main", (table,), 5), Stage("final", (table, table), 1)]) == 7 * distinct


def test_copies_of_a_program_have_matches_of_their_own() -> None:
    stated = cup(game="duel", seats=2)
    everybody = everyone(stated)
    copies = replace(everybody, contents=("same", "same copy 2", "other", "else"))
    stage = Stage("main", ((0, 1), (0, 2), (1, 2)), 1)
    keys = [match.key for match in planned(stage, 0, copies)]
    assert len(set(keys)) == len(keys) == 6
    assert len({match.key for match in planned(stage, 0, replace(copies, contents=("same",) * 4))}) == 1


def test_a_key_knows_the_program_but_not_the_name() -> None:
    everybody = everyone(cup())
    stage = Stage("main", ((0, 1, 2),), 1)
    keys = [match.key for match in planned(stage, 0, everybody)]
    renamed = replace(everybody, players=("x", "b", "c", "d"))
    changed = replace(everybody, contents=("new", *everybody.contents[1:]))
    assert [match.key for match in planned(stage, 0, renamed)] == keys
    assert not {match.key for match in planned(stage, 0, changed)} & set(keys)


def test_more_blocks_keep_all_that_was_planned_before() -> None:
    few, many = (matches(cup(), plan(cup(blocks=blocks), nothing)[0]) for blocks in (2, 5))
    assert many[: len(few)] == few


def test_the_imbalance_is_told_in_a_line() -> None:
    for stated, expected in [
        (cup(), "4 tables, every pair meets twice; every entrant sits 3 times, "),
        (cup(format=Format.GAUNTLET, candidate="c"), "3 tables, the candidate meets every opponent twice; "),
        (cup(game="duel", seats=2, format=Format.KNOCK_OUT), "every pair that meets plays the same cards in all seats"),
    ]:
        text = imbalance_text(stated, plan(stated, nothing))
        assert text.startswith(expected)
        assert "\n" not in text
