"""What is counted of a match for a profile."""

import pytest

from overtrick.games.options import Value
from overtrick.match.progress import Progress
from overtrick.match.sitting import Chair, sit_down
from overtrick.scenes.scene import pad
from overtrick.scenes.tally import tally


def played(game: str, **options: Value) -> Progress:
    seats = 2 if game == "duel" else 4
    sitting = sit_down(game, [Chair(f"N{seat}", f"{game}:easy") for seat in range(seats)], options, b"5" * 32)
    sitting.let_bots_act()
    return sitting.going


def test_exact_bids_of_wizard_are_counted_by_the_size_of_the_hand() -> None:
    going = played("wizard", series=[1, 2, 2])
    for seat in range(4):
        lines = pad(going)
        exact = [line["bids"][seat] == line["tricks"][seat] for line in lines]
        assert tally(going, seat) == (
            ("Exact bids", "1 card", exact[0], 1, "%"),
            ("Exact bids", "2 cards", exact[1] + exact[2], 2, "%"),
        )


@pytest.mark.parametrize(
    ("game", "what", "kind", "unit"), [("figgie", "Money", "a round", "$"), ("duel", "Tricks", "a deal", "")]
)
def test_money_and_tricks_are_counted(game: str, what: str, kind: str, unit: str) -> None:
    going = played(game)
    (line,) = pad(going)
    for seat in range(len(line["scores"])):
        value = line["scores"][seat] if game == "figgie" else line["tricks"][seat]
        assert tally(going, seat) == ((what, kind, value, 1, unit),)
