"""wizard:classic counts its tricks as its docstring says, and plays for them."""

from pathlib import Path
from statistics import mean

import pytest

from overtrick.bots.inside import Trusted
from overtrick.games.contract import Row
from overtrick.games.view import view
from overtrick.games.wizard import rulebook as wizard
from overtrick.games.wizard.rulebook import TOTAL, to_move
from overtrick.match.play import play
from overtrick.match.record import new_match
from overtrick.players.wizard import classic
from tests.games.wizard.test_rulebook import DECK, act, table
from tests.support.programs import Table, built_in, play_at, tables
from tests.test_readme import ROOT, blocks


def choice(row: Row) -> str:
    """Return the name of what classic does in the seat to move."""
    return wizard.name(row, classic.choose(view(wizard, row, [], to_move(row))))


def first_bid(hand: str, *, seats: int = 4, turned_up: str = "B1", points: tuple[int, ...] = ()) -> str:
    """Return the bid of the seat that leads; the others hold whatever is left."""
    left = [card for card in DECK if card not in hand.split() and card != turned_up]
    size = len(hand.split())
    others = [" ".join(left[seat * size : (seat + 1) * size]) for seat in range(seats - 1)]
    row = table(others[0], hand, *others[1:], turned_up=turned_up)
    for seat, total in enumerate(points):
        row[TOTAL + seat] = total
    return choice(row)


def test_wizards_are_sure_tricks_at_any_table() -> None:
    assert first_bid("W1 W2 J1") == "bid 2"
    assert first_bid("W1 W2 J1", seats=6) == "bid 2"


@pytest.mark.parametrize("card", ["B13", "B12", "B11"])
def test_a_high_trump_counts_85_percent(card: str) -> None:
    assert classic.chance(wizard.ACTION_OF[card], 3) == 0.85


def test_a_plain_13_counts_70_percent_and_a_jester_nothing() -> None:
    assert classic.chance(wizard.ACTION_OF["R13"], 3) == 0.7
    assert classic.chance(wizard.ACTION_OF["J4"], 3) == 0.0


def test_better_cards_never_count_less() -> None:
    for trump in range(-1, 4):
        for suit in range(4):
            chances = [classic.chance(13 * suit + rank, trump) for rank in range(13)]
            assert chances == sorted(chances)


def test_more_players_mean_a_lower_bid() -> None:
    hand = "R13 Y13 B12 B11"
    bids = [first_bid(hand, seats=seats) for seats in (3, 4, 5, 6)]
    assert bids == sorted(bids, reverse=True)
    assert bids[0] > bids[-1]


def test_the_seat_that_leads_bids_more_than_the_one_that_comes_later() -> None:
    hand, low = "R13 Y13 R2", "G2 G3 G4"
    leading = table(low, hand, "G5 G6 G7", "Y2 Y3 Y4", turned_up="B1")
    later = table(low, "G5 G6 G7", hand, "Y2 Y3 Y4", turned_up="B1")
    act(later, "bid 0")
    assert (choice(leading), choice(later)) == ("bid 2", "bid 1")


def test_the_last_in_points_dares_more_than_the_leader() -> None:
    hand = "B5 R2 Y2"  # half a trick, a little more for the lead
    assert first_bid(hand, points=(0, 10, 0, 0)) == "bid 0"
    assert first_bid(hand, points=(0, 0, 0, 0)) == "bid 1"
    assert first_bid("R12 R2 Y2", points=(0, 0, 0, 0)) == "bid 0"
    assert first_bid("R12 R2 Y2", points=(10, 0, 10, 10)) == "bid 1"


def test_the_hook_makes_it_take_the_nearest_bid() -> None:
    row = table("W1 W2 R1", "R2 R3 R4", "Y2 Y3 Y4", "G2 G3 G4", turned_up="B1", hook="on")
    act(row, "bid 0", "bid 1", "bid 0")
    assert choice(row) == "bid 1"


def test_it_names_the_suit_it_is_strongest_in() -> None:
    row = table("R2 R3 Y13 Y12", "G2 G3 G4 G5", "B2 B3 B4 B5", "R4 R5 R6 R7", turned_up="W4")
    assert choice(row) == "trump Y"


def after_bids(*hands: str, bids: str) -> Row:
    """Return a table where trump is blue, all have bid and seat 1 leads."""
    row = table(*hands, turned_up="B1")
    act(row, *[f"bid {bid}" for bid in bids.split()])
    return row


def test_it_leads_high_when_it_needs_tricks_and_low_when_not() -> None:
    hands = ("R2 R3 R4", "G5 R12 B3", "Y2 Y3 Y4")
    assert choice(after_bids(*hands, bids="1 0 0")) == "B3"
    assert choice(after_bids(*hands, bids="0 0 0")) == "G5"


@pytest.mark.parametrize(
    ("hand", "needing", "sated"),
    [
        ("R5 R9 R13", "R9", "R5"),  # the cheapest winner; the highest loser
        ("R2 R4 R13", "R13", "R4"),
        ("R2 R4 J1", "J1", "R4"),  # nothing wins: the cheapest card goes
        ("R9 R13 W1", "R9", "R9"),  # nothing loses: the lowest card may still be beaten
        ("Y2 Y13 B2", "B2", "Y13"),  # a trump wins; the most dangerous card is thrown away
    ],
)
def test_it_follows_to_win_when_behind_and_dumps_when_not(hand: str, needing: str, sated: str) -> None:
    hands = ("G2 G3 G4", "R7 G5 G6", hand)
    for bids, expected in (("0 1 0", needing), ("0 0 0", sated)):
        row = after_bids(*hands, bids=bids)
        act(row, "R7")
        assert choice(row) == expected


@pytest.mark.parametrize("at", tables("wizard"), ids=str)
def test_it_plays_legally_under_every_option(at: Table) -> None:
    for seed in range(4):
        play_at(at, seed, lambda: built_in("wizard:classic", "wizard"))


def test_it_clearly_beats_random_play_and_the_bot_of_the_readme(tmp_path: Path) -> None:
    bot = tmp_path / "mybot.py"
    bot.write_text(blocks(ROOT / "README.md", "python")[0])
    ahead = []
    for seed in range(40):
        match = new_match("wizard", ["classic", "mybot", "mybot", "random"], {}, seed.to_bytes(32))
        table = [built_in("classic", "wizard"), Trusted(bot), Trusted(bot), built_in("random", "wizard")]
        totals = play(match, table).totals
        ahead.append((totals[0] - (totals[1] + totals[2]) / 2, totals[0] - totals[3]))
    assert mean(over_readme for over_readme, _ in ahead) > 40
    assert mean(over_random for _, over_random in ahead) > 300
