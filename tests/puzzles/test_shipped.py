"""The puzzles that come with the program: sound, clear, and just those that their seed makes."""

from collections import Counter
from dataclasses import replace

import pytest

from overtrick.games.contract import refusal
from overtrick.puzzles.file import SHIPPED_SEED, shipped
from overtrick.puzzles.making import Source, closer_look, puzzle_of
from overtrick.puzzles.puzzle import Puzzle, kinds_of, played, read_line, words_of

EVERY = 41
LEAST = {"duel": 1.0, "wizard": 3.0, "figgie": 2.0}  # by which the answer is better, after all doubt


def of(game: str, kind: str) -> list[Puzzle]:
    """Return the puzzles of a kind."""
    return [puzzle for puzzle in shipped() if (puzzle.game, puzzle.kind) == (game, kind)]


def test_there_are_two_thousand_with_a_fair_share_of_each_kind() -> None:
    counts = Counter((puzzle.game, puzzle.kind) for puzzle in shipped())
    assert sum(counts.values()) >= 2000
    assert set(counts) == {("duel", "play"), ("wizard", "play"), ("wizard", "bid"), ("figgie", "take")}
    assert min(counts.values()) >= 350
    assert len({puzzle.id for puzzle in shipped()}) == sum(counts.values())
    assert {puzzle.seed for puzzle in shipped()} == {SHIPPED_SEED}


def check(puzzle: Puzzle) -> None:
    """Check that a puzzle can be played, and that its answer is legal and the only best one."""
    going = puzzle.position()
    seen = going.view(going.to_move)
    for name in puzzle.choices:
        assert refusal(going.game, going.row, going.game.parse(going.row, name)) == "", (puzzle.id, name)
    if puzzle.game != "figgie":  # whose quotes are not asked for
        assert set(puzzle.choices) == set(seen.legal), puzzle.id
    best = max(value for value, _ in puzzle.choices.values())
    assert [name for name, (value, _) in puzzle.choices.items() if value == best] == [puzzle.answer], puzzle.id
    assert len(puzzle.choices) >= 3
    assert puzzle.margin - puzzle.half >= LEAST[puzzle.game] - 0.01
    assert puzzle.kind in kinds_of(puzzle.game)
    assert puzzle.theme == words_of(puzzle.game).theme(puzzle.kind, seen, puzzle.answer)
    for name in puzzle.choices:
        told = words_of(puzzle.game).why(seen, puzzle, name)
        assert told.endswith(".") and "{" not in told
    assert played(puzzle.match, puzzle.actions).to_move == -1, "the deal is told to its end"
    assert read_line(puzzle.line()) == puzzle


@pytest.mark.parametrize("start", range(0, EVERY, 20))
def test_an_answer_is_legal_and_the_only_best_one(start: int) -> None:
    for puzzle in shipped()[start::EVERY]:
        check(puzzle)


@pytest.mark.long
def test_every_answer_is_legal_and_the_only_best_one() -> None:
    for puzzle in shipped():
        check(puzzle)


def source_of(puzzle: Puzzle) -> Source:
    return Source(puzzle.game, puzzle.kind, puzzle.seed, puzzle.number)


def same(made: Puzzle | None, puzzle: Puzzle) -> None:
    """Check that a puzzle is made again; the last digits of what worlds say may differ between machines."""
    assert made is not None
    assert replace(made, choices=puzzle.choices, margin=puzzle.margin, half=puzzle.half) == puzzle
    assert made.margin == pytest.approx(puzzle.margin, abs=0.5)
    assert made.choices.keys() == puzzle.choices.keys()
    for name, (value, _) in puzzle.choices.items():
        assert made.choices[name][0] == pytest.approx(value, abs=0.5)


def test_the_duel_is_made_again_from_its_seed_with_all_numbers_that_make_nothing() -> None:
    puzzles = {puzzle.number: puzzle for puzzle in of("duel", "play")}
    for number in range(60):
        made = puzzle_of(Source("duel", "play", SHIPPED_SEED, number))
        assert made == puzzles.get(number)


@pytest.mark.long
@pytest.mark.parametrize(("game", "kind"), [("wizard", "play"), ("wizard", "bid"), ("figgie", "take")])
def test_others_are_made_again_from_their_seed(game: str, kind: str) -> None:
    puzzles = of(game, kind)
    for puzzle in puzzles[:: len(puzzles) // 6]:
        same(puzzle_of(source_of(puzzle)), puzzle)
    between = next(n for n in range(100) if n not in {puzzle.number for puzzle in puzzles})
    assert puzzle_of(Source(game, kind, SHIPPED_SEED, between)) is None


@pytest.mark.long
@pytest.mark.parametrize(("game", "kind"), [("wizard", "play"), ("wizard", "bid")])
def test_a_closer_look_with_other_luck_finds_the_same_answer(game: str, kind: str) -> None:
    puzzles = of(game, kind)
    for puzzle in puzzles[3 :: len(puzzles) // 8]:
        found = closer_look(replace(source_of(puzzle), seed="beef"), puzzle.view())
        assert found is None or found.answer == puzzle.answer  # by other luck it may be less clear, but no other
