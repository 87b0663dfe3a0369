"""Standings and cross table as text: the same in a terminal and elsewhere, in 80 columns, whatever the names."""

import io
import math
import re
from dataclasses import replace

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

from overtrick.terminal.tournament.crosstable import crosstable_lines, crosstable_table, print_crosstable
from overtrick.terminal.tournament.standings import (
    PLAIN_MARKS,
    bar,
    print_standings,
    standings_line,
    standings_lines,
    standings_table,
)
from overtrick.tournament.rating.ratings import Estimate, Ratings
from overtrick.tournament.stated.tournament import STATED, RankBy
from tests.support.reports import NAMES, NOWHERE, made_up_ratings

EVIL = ("\x1b[2Jgone", "[red]not red[/red]", "‮turned", "wide 漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字")


def in_terminal(shown: RenderableType, width: int, colour: bool = False) -> str:
    """Return what a terminal of that width would be sent."""
    out = io.StringIO()
    console = Console(
        file=out,
        width=width,
        force_terminal=True,
        color_system="truecolor" if colour else None,
        _environ={"TERM": "xterm"},
    )
    console.print(shown)
    return out.getvalue()


@pytest.mark.parametrize("rank_by", STATED)
@pytest.mark.parametrize("names", [NAMES, ("alone",), tuple(f"bot {index}" for index in range(40)), EVIL])
def test_plain_lines_fit_into_80_columns_and_into_a_grid(rank_by: RankBy, names: tuple[str, ...]) -> None:
    ratings = made_up_ratings(names, rank_by)
    for lines in (standings_lines(ratings), crosstable_lines(ratings)):
        assert max(cell_len(line) for line in lines) <= 80
        assert all(line == line.rstrip() for line in lines)
    found = [(line, re.search(r" to \S+( %)?", line)) for line in standings_lines(ratings)[1 : len(names) + 1]]
    assert len({cell_len(line[: interval.end()]) for line, interval in found if interval}) == 1
    assert all(interval for _, interval in found)


def test_the_ranking_reads_like_this() -> None:
    assert standings_lines(made_up_ratings(NAMES[:3])) == [
        "rank  name      above mean   95 % interval  +5.3        +28.1",
        "   1  classic        +24.0  +19.9 to +28.1            ---o---",
        "   1  search 2       +16.7  +12.6 to +20.8       ---o---",
        "   2  greedy          +9.4   +5.3 to +13.5  ---o---",
        "",
        "name      points  place   won  strength  matches  faults  to next",
        "classic    120.0   1.50  50 %     +0.90      480       0       35",
        "search 2   112.0   1.80  25 %     +0.65      480       0        –",
        "greedy     104.0   2.10  17 %     +0.40      480       0       37",
    ]


def test_the_cross_table_reads_like_this() -> None:
    assert crosstable_lines(made_up_ratings(NAMES[:4])) == [
        "                        1         2         3         4",
        "1  classic              ·      +7.3     +14.6*    +21.9**",
        "2  search 2          -7.3         ·      +7.3     +14.6*",
        "3  greedy           -14.6*     -7.3         ·      +7.3",
        "4  cautious_bidder  -21.9**   -14.6*     -7.3         ·",
    ]


def test_what_is_ranked_by_is_not_told_twice() -> None:
    assert "place" not in standings_lines(made_up_ratings(rank_by=RankBy.PLACE))[10]
    assert "won" not in standings_lines(made_up_ratings(rank_by=RankBy.MATCHES))[10]
    assert {"place", "won"} <= set(standings_lines(made_up_ratings(rank_by=RankBy.MATCHUPS))[10].split())


@pytest.mark.parametrize("width", [80, 200])
@pytest.mark.parametrize("rank_by", STATED)
def test_a_terminal_shows_the_same_words_as_plain_lines(width: int, rank_by: RankBy) -> None:
    ratings = made_up_ratings(rank_by=rank_by)
    shown = in_terminal(standings_table(ratings), width)
    for line in standings_lines(ratings):
        assert all(word in shown for word in line.split() if set(word) - set("-o:"))  # but for the bars
    shown = in_terminal(crosstable_table(ratings), width)
    assert all(word in shown for line in crosstable_lines(ratings) for word in line.split())


@pytest.mark.parametrize("width", [70, 80, 120, 200])
@pytest.mark.parametrize("names", [NAMES, EVIL])
def test_no_line_of_a_table_is_wider_than_the_terminal_or_cut(width: int, names: tuple[str, ...]) -> None:
    ratings = made_up_ratings(names)
    for shown in (standings_table(ratings), crosstable_table(ratings)):
        lines = in_terminal(shown, width).splitlines()
        assert max(cell_len(line) for line in lines) <= width
    assert in_terminal(standings_table(ratings), width).count("+19.9 to +28.1") == 1


def test_a_wide_terminal_gets_one_table_and_a_narrow_one_two() -> None:
    ratings = made_up_ratings()
    assert in_terminal(standings_table(ratings), 160).count("classic") == 1
    assert in_terminal(standings_table(ratings), 90).count("classic") == 2


def test_names_of_strangers_cannot_disturb_the_terminal() -> None:
    ratings = made_up_ratings(EVIL)
    for shown in (standings_table(ratings), crosstable_table(ratings)):
        text = in_terminal(shown, 160)
        assert "\x1b[2J" not in text and "‮" not in text
        assert "[red]not red[/re" in text
    plain = [*standings_lines(ratings), *crosstable_lines(ratings), standings_line(ratings)]
    assert all(line.isprintable() for line in plain)
    out = io.StringIO()
    print_standings(ratings, Console(file=out, width=80))
    assert all(line.isprintable() for line in out.getvalue().splitlines())


def test_colours_say_who_is_better_and_stars_say_it_again() -> None:
    text = in_terminal(crosstable_table(made_up_ratings()), 200, colour=True)
    assert "\x1b[36m+14.6*" in text
    assert "\x1b[33m-14.6*" in text
    assert "\x1b[30;46m+51.1***" in text


def test_printing_suits_the_place() -> None:
    ratings = made_up_ratings(NAMES[:3])
    plain, terminal = io.StringIO(), io.StringIO()
    print_standings(ratings, Console(file=plain, width=80))
    print_crosstable(ratings, Console(file=plain, width=80))
    print_standings(ratings, Console(file=terminal, width=80, force_terminal=True, _environ={"TERM": "xterm"}))
    print_crosstable(ratings, Console(file=terminal, width=80, force_terminal=True, _environ={"TERM": "xterm"}))
    for line in standings_lines(ratings):
        assert line in plain.getvalue().splitlines()
    assert "━●━" in terminal.getvalue() and "━" not in plain.getvalue()
    for text in (plain.getvalue(), terminal.getvalue()):
        assert "360 matches on 60 sets of cards, ranked by points a match" in text
        assert "cannot be told apart from search 2." in text
        assert "*** p < 0.001" in text.replace("\n", " ").replace("  ", " ")


def test_unknown_numbers_are_dashes() -> None:
    ratings = made_up_ratings(("one", "two"))
    unknown = tuple(
        replace(r, group=0, worth=NOWHERE, score=NOWHERE, strength=NOWHERE, place=math.nan, won=math.nan, needed=None)
        for r in ratings.ratings
    )
    nothing = Ratings(RankBy.SCORE, unknown, {}, 0, 0)
    lines = standings_lines(nothing)
    assert lines[1] == "   –  one            –        unknown"
    assert not re.search(r"\b(nan|inf)\b", " ".join([*lines, *crosstable_lines(nothing), standings_line(nothing)]))
    in_terminal(standings_table(nothing), 80)
    assert crosstable_lines(nothing)[1:] == ["1  one  ·     –", "2  two  –     ·"]


def test_nobody_makes_no_lines_but_headings() -> None:
    nobody = Ratings(RankBy.SCORE, (), {}, 0, 0)
    assert len(standings_lines(nobody)) == 3
    assert crosstable_lines(nobody) == []
    assert standings_line(nobody) == ""
    in_terminal(standings_table(nobody), 80)


def test_a_bar_draws_what_is_known() -> None:
    assert bar(Estimate(0, -4, 4), -8, 8, PLAIN_MARKS) == "    ----o----    "
    assert bar(Estimate(6, 4, 8), -8, 8, PLAIN_MARKS) == "        :   --o--"
    assert bar(Estimate(4, -math.inf, math.inf), -8, 8, PLAIN_MARKS) == "        :   o    "
    assert bar(NOWHERE, -8, 8, PLAIN_MARKS).strip() == ":"
    assert bar(Estimate(5, 5, 5), 5, 5, PLAIN_MARKS).strip() == "o"


def test_the_line_of_a_run_names_the_first_three() -> None:
    line = standings_line(made_up_ratings())
    assert line.startswith("classic +24.0 (+19.9 to +28.1)   search 2 +16.7")
    assert "cautious_bidder" not in line
