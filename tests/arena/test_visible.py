"""What a visitor may see of rounds, finals, matches and programs, and nothing else."""

from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import update

from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.boards.board import Board, Cell, Highlight, Line
from overtrick.arena.competitions.competition import ALL, Competition, CompetitionState, Entry, RoundState
from overtrick.arena.competitions.competitions import find_round
from overtrick.arena.people.accounts import Account, Role
from overtrick.arena.visible import (
    Standing,
    hidden_tournaments,
    places_shown,
    results_out,
    secret_out,
    sees_competition,
    sees_final,
    sees_sources,
    shown_part,
    standing,
)
from overtrick.store.schema import competitions, rounds
from overtrick.tournament.rating.ratings import Estimate
from tests.support.arena_rounds import ANN, OLGA, add_tournament, new_round

# Rounds


@pytest.mark.parametrize("state", list(RoundState))
@pytest.mark.parametrize("competition", list(CompetitionState))
@pytest.mark.parametrize("released", [-1, 0, 2])
def test_what_is_shown_of_a_round(state: RoundState, competition: CompetitionState, released: int) -> None:
    how = Standing(competition, state, released, publish_sources=True)
    over, draft = state is RoundState.OVER, competition is CompetitionState.DRAFT
    assert results_out(how) is (over and released == -1)
    assert secret_out(how) is ((over and released == -1) or state is RoundState.CANCELLED)
    one = Competition(7, "cup", "Cup", "", Entry.ANYONE, competition, 0, (), ())
    assert sees_competition(one, OLGA)
    for somebody in (None, ANN):
        assert sees_competition(one, somebody) is not draft
        assert places_shown(how, somebody) == (released if over and not draft else 0)
        assert sees_final(how, somebody) is (over and released == -1 and not draft)
        assert sees_sources(how, somebody) is (over and released == -1 and not draft)
    assert places_shown(how, OLGA) == -1
    assert sees_sources(how, OLGA) is (over and released == -1)  # programs are nobody's business before
    private = Standing(competition, state, released, publish_sources=False)
    assert not sees_sources(private, OLGA)
    banned = Account(1, "Olga", Role.ORGANISER, 0, banned=1)
    assert sees_competition(one, banned) is not draft


def test_what_is_known_of_a_round_is_taken_over_as_it_is(tmp_path: Path) -> None:
    with open_arena(tmp_path / "arena.db") as arena:
        for slug, published in (("open", True), ("secret", False)):
            round_ = new_round(arena, slug, publish_sources=published)
            assert standing(CompetitionState.OPEN, round_) == Standing(
                CompetitionState.OPEN, RoundState.PLANNED, ALL, publish_sources=published, number=round_.competition
            )


@pytest.mark.parametrize("state", list(RoundState))
def test_who_was_named_for_a_competition_sees_all_of_it_and_of_no_other(state: RoundState) -> None:
    named = replace(ANN, named=frozenset({7}))
    draft = Competition(7, "cup", "Cup", "", Entry.ANYONE, CompetitionState.DRAFT, 0, (), ())
    own, other = (Standing(CompetitionState.OPEN, state, 0, number=number) for number in (7, 8))
    assert sees_competition(draft, named) and not sees_competition(replace(draft, id=8), named)
    assert places_shown(own, named) == ALL and places_shown(other, named) == 0
    assert not sees_competition(draft, replace(named, banned=1)) and places_shown(own, replace(named, banned=1)) == 0


def test_programs_are_private_unless_said_otherwise() -> None:
    assert not sees_sources(Standing(CompetitionState.OPEN, RoundState.OVER, ALL), OLGA)


# Boards


NAMES = ("ann", "bob", "cat", "dan")  # the best one first


def final() -> Board:
    """Return the board of a final of four, in which every two have met and something was remarkable."""
    three = Estimate(0.0, -1.0, 1.0)
    lines = tuple(
        Line(name, place, name, place, 1, three, three, 2.5, 0.25, None, 6, 0, None, (), {})
        for place, name in enumerate(NAMES, start=1)
    )
    cells = tuple(
        Cell(first, second, three, 0.5, 2) for place, first in enumerate(NAMES) for second in NAMES[place + 1 :]
    )
    return Board(1, 1, 12, 12, "score", True, lines, cells, (Highlight("Highest score", "ann scored 90.", "f00d"),))


@pytest.mark.parametrize(
    ("places", "names", "pairs"),
    [
        (0, (), []),
        (1, ("dan",), []),
        (2, ("cat", "dan"), [("cat", "dan")]),
        (3, ("bob", "cat", "dan"), [("bob", "cat"), ("bob", "dan"), ("cat", "dan")]),
    ],
)
def test_a_staged_final_shows_its_last_places_and_the_meetings_among_these_alone(
    places: int, names: tuple[str, ...], pairs: list[tuple[str, str]]
) -> None:
    shown = shown_part(final(), places)
    assert tuple(line.name for line in shown.lines) == names
    assert [(cell.first, cell.second) for cell in shown.cells] == pairs, "no cell of who is not shown yet"
    assert shown.highlights == (), "what was remarkable would tell of the first"


def test_a_final_that_is_all_released_is_shown_as_it_is() -> None:
    assert shown_part(final(), ALL) == final()


# Matches


def played(arena: Arena, slug: str, state: RoundState, released: int = 0, **values: object) -> tuple[int, int]:
    """Return the tournaments of a round that is so far: of its provisional ranking and of its final."""
    new_round(arena, slug)
    found = add_tournament(arena, f"{slug} provisional"), add_tournament(arena, f"{slug} final")
    values |= {"state": state, "released": released, "provisional": found[0], "final": found[1]}
    with arena.writing() as connection:
        connection.execute(update(rounds).where(rounds.c.id == find_round(arena, slug, 1).id).values(**values))
    return found


def test_matches_of_drafts_and_of_finals_that_are_not_all_released_are_hidden(tmp_path: Path) -> None:
    with open_arena(tmp_path / "arena.db") as arena:
        assert hidden_tournaments(arena, None) == frozenset()
        new_round(arena, "planned")  # it has no matches yet
        draft = played(arena, "draft", RoundState.OVER, ALL)
        going, staged = played(arena, "going", RoundState.FINAL, ALL), played(arena, "staged", RoundState.OVER, 2)
        played(arena, "over", RoundState.OVER, ALL)
        with arena.writing() as connection:
            mine = competitions.c.slug == "draft"
            connection.execute(update(competitions).where(mine).values(state=CompetitionState.DRAFT))
        for somebody in (None, ANN):
            assert hidden_tournaments(arena, somebody) == {*draft, going[1], staged[1]}
        assert hidden_tournaments(arena, OLGA) == frozenset()
