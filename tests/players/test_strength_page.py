"""The page about our players' strength tells what is in the stores: counts, means and intervals."""

import json
import re
from pathlib import Path
from statistics import mean

import pytest
from scripts import strength

from overtrick.core.mistake import Mistake
from overtrick.tournament.rating.ratings import Estimate
from overtrick.tournament.records.store import open_store
from tests.tournament.test_run import cup
from tests.tournament.test_run import play as play_all

WIZARD = {"classic": "wizard:classic", "luck": "random", "simple": "wizard:easy"}


@pytest.fixture
def ladder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the files of two tournaments, to name stores after, and nothing won from players."""
    monkeypatch.setattr(strength, "LADDER", tmp_path)
    monkeypatch.setattr(strength, "EXPLOITS", tmp_path)
    monkeypatch.setattr(strength, "STRANGERS", tmp_path)
    for name in ("wizard", "duel"):
        (tmp_path / f"{name}.toml").touch()
    return tmp_path


def lines_of(page: str) -> dict[str, list[str]]:
    """Return the cells of all lines of tables by their first."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line[:1] == "|"]
    return {row[0]: row[1:] for row in rows}


def numbers(cell: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", cell)]


def test_the_page_tells_what_the_records_of_a_store_say(ladder: Path) -> None:
    stated = cup(WIZARD, blocks=12, game="wizard", seats=3)
    with open_store(ladder / "wizard.db") as store:
        contest, keys, _ = play_all(store, stated)
        records = list(store.records(contest.registered))
        commitment = contest.registered.commitment
        seconds = strength.tallies(contest)
    page = "\n".join(strength.page([str(ladder / "wizard.db")]))
    lines = lines_of(page)
    headings = ["points a match", "matches won", "bids exact", "time of a decision", "faults", "blocks", "matches"]
    assert lines["player"] == headings
    assert commitment in page
    assert "overtrick tournament examples/ladder/wizard.toml" in page
    assert f"12 sets of cards, {len(keys)} matches." in page
    for name, bot in WIZARD.items():
        label = f"`{bot}`" if name == "classic" else f"{name} (`{bot}`)"
        points, won, exact, time, faults, blocks, matches = lines[label]
        seats = [(record, record.match.players.index(name)) for record in records]
        first = [1 / record.places.count(1) if record.places[seat] == 1 else 0 for record, seat in seats]
        made = mean(record.facts["exact bids"][seat] / record.facts["rounds"][seat] for record, seat in seats)
        for cell, expected in (
            (points, mean(record.totals[seat] for record, seat in seats)),
            (won, 100 * mean(first)),
            (exact, 100 * made),
        ):
            value, low, high = numbers(cell)
            assert value == pytest.approx(expected, abs=0.51)
            assert low < value < high
        assert (faults, blocks, matches) == ("0", "12", "36")
        spent = [
            deal.times[step][0]
            for record, seat in seats
            for deal in record.deals
            for step, (mover, _) in enumerate(deal.actions)
            if mover == seat
        ]
        assert seconds[name].decisions == len(spent) >= 36 * 5
        assert time == strength.duration(mean(spent))


def test_the_share_of_two_sums_has_the_interval_of_its_sets_of_cards() -> None:
    found = strength.share([(1, 2), (2, 2), (0, 2)])
    assert (found.value, found.low, found.high) == pytest.approx((0.5, 0.5 - 1.2421, 0.5 + 1.2421), abs=1e-4)
    sure = strength.share([(1, 2)] * 5)
    assert (sure.value, sure.low, sure.high) == (0.5, 0.5, 0.5)
    uneven = strength.share([(3, 3), (0, 1)])
    assert uneven.value == 0.75 and uneven.low < 0 < 1 < uneven.high


def test_the_interval_of_a_share_ends_at_nothing_and_at_all() -> None:
    assert strength.spans([Estimate(0.02, -0.01, 0.05), Estimate(0.9, 0.7, 1.1)], 100, " %") == [
        "2.0 % (0.0 to 5.0)",
        "90.0 % (70.0 to 100.0)",
    ]
    assert strength.spans([Estimate(1.0, -4.0, 6.0)]) == ["1.0 (-4.0 to 6.0)"]


def test_an_aim_is_reached_only_if_the_whole_interval_is_beyond_it(
    ladder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_store(ladder / "wizard.db") as store:
        play_all(store, cup(WIZARD, blocks=12, game="wizard", seats=3))
    asked = [
        strength.Aim("classic", strength.LEAD, 0),
        strength.Aim("classic", strength.WON, 0.99),
        strength.Aim("classic", strength.EXACT, 0.1),
        strength.Aim("luck", strength.LEAD, 0),
        strength.Aim("classic", strength.SCORE, 1000),
        strength.Aim("nobody", strength.SCORE, 0),
    ]
    monkeypatch.setattr(strength, "AIMS", {"wizard": asked})
    page = "\n".join(strength.page([str(ladder / "wizard.db")]))
    told = [line for line in page.splitlines() if line.startswith("Aim: ")]
    verdicts = [re.findall("reached|missed|not shown", line)[0] for line in told]
    assert verdicts == ["not shown", "missed", "reached", "missed", "missed"]
    assert re.search(r"by more than 0\.0; not shown: \d+\.\d, and the interval begins at -\d", told[0])
    assert "wins more than 99.0 % of the matches; missed: " in told[1]
    assert "(wizard-players.md#what-was-tried)" in told[1] and "tried" not in told[2]


def test_what_is_not_played_yet_is_told(ladder: Path) -> None:
    with open_store(ladder / "duel.db") as store, pytest.raises(KeyboardInterrupt):
        play_all(store, cup(blocks=4), stops_after=20)
    assert "; 4 more are planned." in "\n".join(strength.page([str(ladder / "duel.db")]))


def test_a_tournament_without_a_complete_block_is_refused(ladder: Path) -> None:
    with open_store(ladder / "duel.db") as store, pytest.raises(KeyboardInterrupt):
        play_all(store, cup(blocks=4), stops_after=1)
    with pytest.raises(Mistake, match="has no complete block yet"):
        list(strength.page([str(ladder / "duel.db")]))


def test_a_store_that_is_none_of_the_ladder_is_refused(ladder: Path) -> None:
    with open_store(ladder / "mine.db") as store:
        play_all(store, cup(blocks=2))
    with pytest.raises(Mistake, match=r"mine is no tournament of ours; allowed: a store named after a file of "):
        list(strength.page([str(ladder / "mine.db")]))


def test_times_are_written_as_people_do() -> None:
    assert [strength.duration(time) for time in (3.4, 999.4, 1234, 98765)] == ["3 µs", "999 µs", "1.2 ms", "98.8 ms"]


def kept(player: str, gain: float, **more: object) -> str:
    """Return what overtrick exploit keeps of a player, as far as the page reads it."""
    table = {"player": player, "seats": 2, "options": {"ranks": 3, "stock": 0}, "exploiter": {"game": "duel"}}
    found = {"gain": gain, "low": gain - 0.1, "high": gain + 0.1, "blocks": 99, "searched": 1234}
    return json.dumps({**table, **found, **more})


def test_what_is_won_from_a_player_stands_beside_its_strength(ladder: Path) -> None:
    (ladder / "greedy.json").write_text(kept("duel:greedy", 0.6))
    (ladder / "stock.json").write_text(kept("random", 2.5, options={"ranks": 5, "stock": 2}))
    with open_store(ladder / "duel.db") as store:
        play_all(store, cup({"greedy": "duel:greedy", "luck": "random"}, blocks=4))
    page = "\n".join(strength.page([str(ladder / "duel.db")]))
    overview, _, table = page.partition("## cup")
    assert lines_of(overview)["`duel:greedy`"] == ["2", "ranks 3", "0.60 (0.50 to 0.70)", "99", "1234"]
    assert lines_of(overview)["`random`"] == ["2", "stock 2", "2.50 (2.40 to 2.60)", "99", "1234"]
    assert lines_of(table)["`duel:greedy`"][-1] == "0.60 (0.50 to 0.70)"
    assert lines_of(table)["luck (`random`)"][-1] == "–", "at another table"


def test_it_can_be_written_anew_alone(ladder: Path) -> None:
    old = f"{strength.INTRO}\n## A table\n\n| a | b |\n"
    assert strength.with_exploits(old) == old, "nothing was searched for"
    (ladder / "greedy.json").write_text(kept("duel:greedy", 0.6))
    once = strength.with_exploits(old)
    assert "| `duel:greedy` | 2 | ranks 3 | 0.60 (0.50 to 0.70) | 99 | 1234 |" in once and once.endswith("| a | b |\n")
    (ladder / "greedy.json").write_text(kept("duel:greedy", 0.7))
    assert strength.with_exploits(once) == once.replace("0.60 (0.50 to 0.70)", "0.70 (0.60 to 0.80)")
    (ladder / "greedy.json").unlink()
    assert strength.with_exploits(once) == old


def test_a_tournament_is_written_anew_in_its_place_and_the_rest_stays(ladder: Path) -> None:
    with open_store(ladder / "duel.db") as store:
        play_all(store, cup({"greedy": "duel:greedy", "luck": "random"}, blocks=4))
    old = f"{strength.INTRO}\n## cup\n\nold\n\n## A table\n\n| a | b |\n"
    page = strength.renewed(old, [str(ladder / "duel.db")])
    assert page.startswith(strength.INTRO) and "old" not in page.split("## ")[1] and "`duel:greedy`" in page
    assert page.index("## cup") < page.index("## A table\n\n| a | b |\n")


def test_of_levels_the_page_tells_how_often_each_finishes_ahead_of_the_one_below(ladder: Path) -> None:
    (ladder / "levels-duel.toml").touch()
    stated = cup({"low": "duel:novice", "middle": "duel:medium", "high": "duel:expert"}, blocks=8, game="duel")
    with open_store(ladder / "levels-duel.db") as store:
        contest, _, _ = play_all(store, stated)
        records = list(store.records(contest.registered))
    lines = lines_of("\n".join(strength.page([str(ladder / "levels-duel.db")])))
    for above, below in (("middle", "low"), ("high", "middle")):
        totals = [dict(zip(one.match.players, one.totals, strict=True)) for one in records]
        met = [one[above] - one[below] for one in totals if {above, below} <= one.keys()]
        ahead = mean((gap > 0) + (gap == 0) / 2 for gap in met)
        cell, matches, aim = lines[f"{above} ahead of {below}"]
        assert numbers(cell)[0] == pytest.approx(100 * ahead, abs=0.06)
        assert int(matches) == len(met) == 16
        assert aim in ("reached", "not shown", "missed")


@pytest.mark.parametrize(
    ("found", "aim"),
    [
        (Estimate(0.6, 0.551, 0.7), "reached"),
        (Estimate(0.9, 0.55, 1.0), "not shown"),
        (Estimate(0.59, 0.56, 0.62), "missed"),
    ],
)
def test_a_level_is_far_enough_above_if_both_its_share_and_the_interval_say_so(found: Estimate, aim: str) -> None:
    assert strength.reached(found) == aim
