"""The study of the duel: all deals counted, as text, as data and as a picture."""

import json
from collections import Counter
from itertools import combinations
from math import comb
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from overtrick.commands.main import cli
from overtrick.core.cards import members
from overtrick.core.mistake import Mistake
from overtrick.games.contract import settled
from overtrick.games.duel import rulebook as duel
from overtrick.games.tricks import HAND
from overtrick.players.duel.picture import picture
from overtrick.players.duel.study import study
from overtrick.players.duel.table import final
from overtrick.terminal.tables.duel.study import BAR, bar
from overtrick.terminal.tables.duel.study import lines as study_lines


def test_all_deals_of_the_usual_game_are_counted() -> None:
    made = study()
    assert (made.deals, made.tricks, made.positions) == (184_756, 10, 70_618)
    assert sum(made.by_tricks) == sum(made.by_lead.values()) == comb(20, 10)
    # Computed by the port in C as well, whose table is the same byte for byte.
    assert made.by_tricks == (610, 2314, 4916, 15854, 29328, 29284, 43158, 29030, 19916, 8938, 1408)
    assert made.mean == pytest.approx(5.626058)
    assert made.won + made.drawn + made.lost == pytest.approx(1)
    assert made.lead_worth == pytest.approx(2 * made.mean - 10), "a deal and its mirror image differ in who leads"


def test_the_lead_never_costs_a_trick() -> None:
    for ranks in (3, 4, 5):
        assert min(study(ranks).by_lead) == 0


def test_the_study_of_a_small_game_counts_every_deal_one_by_one() -> None:
    rules = duel.rules(2, settled(duel, 2, {"ranks": 3}))
    row = duel.deal(duel.next_deal(rules, []), [0] * 12)
    deck = members(row[HAND] | row[HAND + 1])
    tricks, leads = Counter[int](), Counter[int]()
    for hand in combinations(deck, 6):
        mine = sum(1 << card for card in hand)
        theirs = sum(1 << card for card in deck) - mine
        row[HAND], row[HAND + 1] = mine, theirs
        leading = final(row, 0)
        row[HAND], row[HAND + 1] = theirs, mine
        tricks[leading] += 1
        leads[leading - final(row, 1)] += 1
    made = study(3)
    assert {number: deals for number, deals in enumerate(made.by_tricks) if deals} == tricks
    assert made.by_lead == leads
    assert made.deals == 924


def test_only_solved_games_can_be_studied() -> None:
    with pytest.raises(Mistake, match="option ranks is 6; allowed in the exact table of the duel: 3 to 5"):
        study(6)


def test_the_text_has_a_bar_for_every_number_of_tricks() -> None:
    lines = list(study_lines(study()))
    assert lines[0] == "The duel with 20 cards, solved: 70,618 positions, 184,756 deals"
    assert f" 6  43,158  23.36 %  {'█' * BAR}" in lines
    assert "the leader wins       55.45 % of the deals" in lines
    assert any(line.startswith("The lead is worth 1.2521 tricks") for line in lines)
    assert all(len(line) <= 100 for line in lines)
    assert (bar(0), bar(1), bar(1 / BAR), bar(0.5 / BAR)) == ("", "█" * BAR, "█", "▌")


def test_the_picture_has_a_bar_and_a_number_for_every_count() -> None:
    made = study()
    drawing = ElementTree.fromstring(picture(made))
    name = "{http://www.w3.org/2000/svg}"
    words = [text.text for text in drawing.iter(f"{name}text")]
    for deals in (*made.by_tricks, *made.by_lead.values()):
        assert f"{deals:,}" in words
    heights = [float(bar.get("height", "0")) for bar in drawing.iter(f"{name}rect") if bar.get("class") != "page"][3:14]
    assert heights[6] == max(heights)
    assert heights[4] / heights[6] == pytest.approx(29328 / 43158, abs=0.01)
    assert "prefers-color-scheme: dark" in picture(made)


def test_the_command_prints_text_or_json_and_draws(tmp_path: Path) -> None:
    file = tmp_path / "study.svg"
    text = CliRunner().invoke(cli, ["study", "duel", "--svg", str(file)], catch_exceptions=False)
    assert text.exit_code == 0
    assert "184,756 deals" in text.output
    assert ElementTree.parse(file).getroot().tag.endswith("svg")
    data = json.loads(
        CliRunner().invoke(cli, ["study", "duel", "--json", "-o", "ranks=4"], catch_exceptions=False).stdout
    )
    assert data["deals"] == comb(16, 8) == sum(data["by_tricks"].values())
    assert list(data["by_tricks"]) == [str(tricks) for tricks in range(9)]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["wizard"], "wizard is not solved; allowed: duel"),
        (["whist"], "whist"),
        (["duel", "-o", "ranks=7"], "option ranks is 7"),
        (["duel", "-o", "stock=2"], "option stock is 2"),
        (["duel", "--svg", "/nowhere/study.svg"], "/nowhere/study.svg cannot be written"),
    ],
)
def test_the_command_says_what_is_wrong(words: list[str], sentence: str) -> None:
    result = CliRunner().invoke(cli, ["study", *words])
    assert isinstance(result.exception, Mistake)
    assert sentence in str(result.exception)


def test_random_deals_are_worth_to_the_leader_what_the_study_says() -> None:
    luck = Random(1)
    rules = duel.rules(2, settled(duel, 2, {}))
    setup = duel.next_deal(rules, [])
    sample = [final(duel.deal(setup, [luck.randrange(b) for b in duel.bounds(rules)]), 0) for _ in range(4000)]
    assert sum(sample) / 4000 == pytest.approx(study().mean, abs=0.15)  # five standard errors
