"""The exact table of the duel, checked against plain search through the rulebook, and the player that looks it up."""

import json
import subprocess
from collections.abc import Iterator
from functools import cache
from math import comb
from pathlib import Path
from random import Random

import pytest

from overtrick.bots.bot import Hello
from overtrick.compiled.twin import fresh_copy
from overtrick.core.cards import members
from overtrick.core.mistake import Mistake
from overtrick.games.contract import NOBODY, Row, settled
from overtrick.games.duel import rulebook as duel
from overtrick.games.tricks import CARDS, HAND, TURN
from overtrick.games.view import view
from overtrick.players.duel import perfect as duel_perfect
from overtrick.players.duel import solver as duel_solver
from overtrick.players.duel import table as duel_table
from overtrick.players.duel.positions import FLIPPED, LONGEST, place_of, place_of_hands, places, shape_of
from overtrick.players.duel.table import after, compute, final, finals, known, table

C_PORT = Path(__file__).parents[3] / "benchmarks" / "duel_table.c"


def dealt(luck: Random, ranks: int = 5) -> Row:
    rules = duel.rules(2, settled(duel, 2, {"ranks": ranks}))
    return duel.deal(duel.next_deal(rules, []), [luck.randrange(bound) for bound in duel.bounds(rules)])


def played_down(luck: Random, row: Row, cards: int) -> Row:
    """Return the row after random play, so many cards before the end."""
    for _ in range(len(members(row[HAND])) + len(members(row[HAND + 1])) - cards):
        duel.play(row, luck.choice(duel.legal(row)))
    return row


def searched(row: Row, low: int = -1, high: int = 99) -> int:
    """Return the tricks of seat 0 at the end by plain alpha-beta: nothing but the rulebook's own functions."""
    if duel.to_move(row) == NOBODY:
        return duel.score(row, 0)
    first = duel.to_move(row) == 0
    best = -1 if first else 99
    for action in duel.legal(row):
        child = row.copy()
        duel.play(child, action)
        value = searched(child, low, high)
        if first:
            best = max(best, value)
            low = max(low, value)
        else:
            best = min(best, value)
            high = min(high, value)
        if low >= high:
            break
    return best


# Against brute force


@pytest.mark.parametrize("cards", range(13))
def test_endings_of_the_usual_game_have_the_value_that_brute_force_finds(cards: int) -> None:
    luck = Random(cards)
    found = set()
    for _ in range(25):
        row = played_down(luck, dealt(luck), cards)
        found.add(searched(row))
        assert final(row, 0) == searched(row)
        assert final(row, 0) + final(row, 1) == 10
    assert len(found) > 3


def test_whole_deals_with_three_values_have_the_value_that_brute_force_finds() -> None:
    luck = Random(3)
    for _ in range(40):
        row = dealt(luck, ranks=3)
        assert final(row, 0) == searched(row)


def test_every_play_is_worth_what_brute_force_says() -> None:
    luck = Random(4)
    for number in range(40):
        row = played_down(luck, dealt(luck, 3 + number % 3), 7 + number % 2)
        mover = row[TURN]
        for action, worth in finals(row).items():
            tricks = searched(after(row, action))
            assert worth == (tricks if mover == 0 else row[CARDS] - tricks)


def test_a_deal_known_by_heart() -> None:
    row = dealt(Random(1))
    highest = sum(1 << 13 * suit + value for suit in range(4) for value in (3, 4)) | 1 << 2 | 1 << 13 + 2
    everything = sum(1 << 13 * suit + value for suit in range(4) for value in range(5))
    row[HAND], row[HAND + 1] = highest, everything - highest
    assert final(row, 0) == 10, "the leader cashes the top of every suit"


# The table itself


@pytest.mark.long
def test_the_table_is_the_one_that_a_straight_port_in_c_computes(tmp_path: Path) -> None:
    program, output = tmp_path / "duel_table", tmp_path / "table"
    subprocess.run(["cc", "-O2", "-o", str(program), str(C_PORT)], check=True)
    told = subprocess.run([str(program), "1", str(output)], check=True, capture_output=True, text=True).stdout
    assert told.split()[0] == "70618"
    assert output.read_bytes() == compute()


@cache
def interpreted(longest: int) -> bytes:
    """Return the table as the plain solver computes it."""
    solver = fresh_copy(duel_solver)
    tricks = [duel_solver.NO_TRICK] * duel_solver.TRICKS_SIZE
    solver.ask_tricks(dealt(Random(1)), longest, tricks)
    positions, ends = [0] * places(longest), [0] * (2 * longest + 1)
    count = solver.all_positions(longest, positions, ends)
    values = [duel_table.NO_POSITION] * places(longest)
    solver.solve(tricks, positions, ends, values)
    assert count == len(values) - values.count(duel_table.NO_POSITION)
    return bytes(values)


@pytest.mark.parametrize("longest", [1, 2, 3])
def test_the_compiled_solver_does_what_the_plain_one_does(longest: int) -> None:
    assert interpreted(longest) == compute(longest)


@pytest.mark.parametrize("longest", [3, 4])
def test_the_table_of_a_smaller_game_is_the_beginning_of_the_usual_one(longest: int) -> None:
    assert compute(longest) == table()[: places(longest)]


def test_a_place_depends_neither_on_suits_nor_on_absolute_values() -> None:
    luck = Random(5)
    for _ in range(200):
        row = played_down(luck, dealt(luck), 2 * luck.randint(0, 10))
        mine, theirs = row[HAND], row[HAND + 1]
        order = luck.sample(range(4), 4)

        def moved(mask: int, order: list[int] = order) -> int:
            cards = [(card // 13, card % 13) for card in members(mask)]
            return sum(1 << 13 * order[suit] + 2 * value for suit, value in cards)

        assert place_of_hands(mine, theirs) == place_of_hands(moved(mine), moved(theirs))
        assert 0 <= place_of_hands(mine, theirs) < places(LONGEST)


def test_places_are_dense_and_all_different() -> None:
    shapes = range(1, 8)
    found = {place_of(a, b, c, d) for a in shapes for b in shapes for c in shapes for d in shapes}
    assert found == set(range(comb(10, 4))) == set(range(places(2)))


def test_a_shape_tells_who_holds_which_card_from_the_top() -> None:
    assert shape_of(0b10010, 0b00101) == 0b1_1010
    assert FLIPPED[0b1_1010] == 0b1_0101


# The file


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give an empty cache folder, and forget the table before and after."""
    right = compute()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(duel_table, "compute", lambda: right)
    table.cache_clear()
    yield tmp_path / "overtrick"
    table.cache_clear()


def test_the_table_is_kept_in_one_file_and_read_from_there(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = table()
    assert [path.name for path in folder.iterdir() if path.is_file()] == [duel_table.FILE]
    table.cache_clear()
    monkeypatch.setattr(duel_table, "compute", lambda: pytest.fail("it was computed again"))
    assert table() == right


@pytest.mark.parametrize("damage", ["a flipped value", "a short file", "an empty file", "older rules"])
def test_a_damaged_or_outdated_file_is_not_believed(folder: Path, damage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right = table()
    file = folder / duel_table.FILE
    content = bytearray(file.read_bytes())
    content[5000] ^= 1
    wrong = {"a flipped value": bytes(content), "a short file": file.read_bytes()[:-1], "an empty file": b""}
    if damage == "older rules":
        monkeypatch.setattr(duel_table, "SOURCES", (*duel_table.SOURCES, "core/luck.py"))
    else:
        file.write_bytes(wrong[damage])
    assert duel_table.read_table() is None
    table.cache_clear()
    assert table() == right == duel_table.read_table()


def test_a_table_that_cannot_be_kept_is_still_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> Path:
        raise Mistake("there is no place")

    monkeypatch.setattr(duel_table, "cache_folder", refuse)
    assert len(table()) == places(LONGEST)


def test_a_write_that_fails_leaves_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(values: bytes) -> bytes:
        raise OSError("the disk is full")

    table()
    before = sorted(folder.iterdir())
    monkeypatch.setattr(duel_table, "digest", refuse)
    with pytest.raises(OSError, match="full"):
        duel_table.write_table(b"values")
    assert sorted(folder.iterdir()) == before


# duel:perfect


@pytest.mark.parametrize("ranks", [3, 4, 5])
def test_the_perfect_player_plays_legally_and_never_takes_less_than_it_was_promised(ranks: int) -> None:
    luck = Random(ranks)
    more = 0
    for game in range(60):
        row, seat = dealt(luck, ranks), game % 2
        promised = final(row, seat)
        while (mover := duel.to_move(row)) != NOBODY:
            action = duel_perfect.choose(view(duel, row, [], mover)) if mover == seat else luck.choice(duel.legal(row))
            assert duel.refuse(row, action) == 0
            duel.play(row, action)
        assert duel.score(row, seat) >= promised
        more += duel.score(row, seat) - promised
    assert more > 0, "a random opponent gives tricks away"


def test_two_perfect_players_take_what_the_table_says() -> None:
    luck = Random(8)
    for _ in range(20):
        row = dealt(luck)
        promised = [final(row, seat) for seat in range(2)]
        while (mover := duel.to_move(row)) != NOBODY:
            duel.play(row, duel_perfect.choose(view(duel, row, [], mover)))
        assert [duel.score(row, seat) for seat in range(2)] == promised


def wrong_replies(row: Row, action: int) -> int:
    """Return how many replies to a lead cost the other seat a trick, by brute force."""
    following = after(row, action)
    mover = following[TURN]
    tricks = [searched(after(following, reply)) for reply in duel.legal(following)]
    return sum(value != (max(tricks) if mover == 0 else min(tricks)) for value in tricks)


def test_among_equal_leads_it_prefers_the_one_with_most_losing_replies() -> None:
    luck = Random(9)
    told_apart = 0
    for _ in range(60):
        row = played_down(luck, dealt(luck), 8)
        worth = finals(row)
        equal = {action: wrong_replies(row, action) for action in worth if worth[action] == max(worth.values())}
        assert equal[duel_perfect.choose(view(duel, row, [], row[TURN]))] == max(equal.values())
        told_apart += len(set(equal.values())) > 1
    assert told_apart > 5


def test_it_knows_the_other_hand_because_nothing_else_is_left() -> None:
    luck = Random(10)
    for cards in range(1, 21):
        row = played_down(luck, dealt(luck), cards)
        seat = row[TURN]
        assert known(view(duel, row, [], seat).row, seat) == row


@pytest.mark.parametrize("options", [{"ranks": 6}, {"ranks": 13}, {"ranks": 5, "stock": 2}, {"ranks": 3, "stock": 4}])
def test_it_says_which_games_it_does_not_know(options: dict[str, object]) -> None:
    name = "stock" if "stock" in options else "ranks"
    with pytest.raises(Mistake, match=f"option {name} is {options[name]}; allowed in the exact table"):
        duel_perfect.player(Hello("duel", 1, 2, 0, settled(duel, 2, options), "seed"))


def test_it_explains_what_each_play_is_worth() -> None:
    luck = Random(11)
    for cards in (20, 19, 12, 7, 2, 1):
        row = played_down(luck, dealt(luck), cards)
        seat = row[TURN]
        told = duel_perfect.explain(view(duel, row, [], seat))
        assert {choice.action: choice.value for choice in told.choices} == finals(row)
        assert [choice.value for choice in told.choices] == sorted((c.value for c in told.choices), reverse=True)
        assert told.choices[0].action == duel_perfect.choose(view(duel, row, [], seat))
        assert told.choices[0].name in told.sentence
        assert json.loads(json.dumps(told.data()))["choices"][0]["name"] == told.choices[0].name
    with pytest.raises(Mistake, match=f"seat {1 - seat} is not to move"):
        duel_perfect.explain(view(duel, row, [], 1 - seat))
