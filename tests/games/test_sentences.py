"""People read of the green 8, programs of G8."""

import pytest

from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.contract import Game, usual_seats
from overtrick.games.sentences import action_words, in_words, refusal_words, why_not
from overtrick.games.wizard import rulebook as wizard
from overtrick.match.sitting import Chair, Sitting, sit_down


def table(game: str, **options: object) -> Sitting:
    chairs = [Chair(f"P{seat}", f"{game}:random", seat == 0) for seat in range(usual_seats(GAMES[game]))]
    return sit_down(game, chairs, options, bytes(32))


@pytest.mark.parametrize(
    ("game", "name", "words"),
    [
        ("wizard", "G8", "the green 8"),
        ("wizard", "R13", "the red 13"),
        ("wizard", "W2", "a Wizard"),
        ("wizard", "J1", "a Jester"),
        ("wizard", "bid 2", "a bid of 2"),
        ("wizard", "trump B", "blue as trump"),
        ("duel", "SA", "the ace of spades"),
        ("duel", "H5", "the 5 of hearts"),
        ("figgie", "bid spades 8", "a bid of 8 for spades"),
        ("figgie", "offer clubs 12", "an offer of clubs at 12"),
        ("figgie", "ask clubs 12", "an offer of clubs at 12"),
        ("figgie", "buy hearts", "buying hearts"),
        ("figgie", "sell clubs", "selling clubs"),
        ("figgie", "pass", "passing"),
        ("figgie", "sell spades 3 by 0 at 11854", "selling spades at 3"),
        ("figgie", "offer clubs 12 by 3 at 900", "an offer of clubs at 12"),
        ("figgie", "pass by 2 at 40", "passing"),
    ],
)
def test_an_action_has_words(game: str, name: str, words: str) -> None:
    assert action_words(GAMES[game], name) == words


@pytest.mark.parametrize(
    ("game", "text", "words"),
    [
        ("wizard", "G13 promises 0.0 points, having bid 0.", "the green 13 promises 0.0 points, having bid 0."),
        ("wizard", "bid 0 promises 11.9 points.", "a bid of 0 promises 11.9 points."),
        ("wizard", "trump R promises 7 points.", "red as trump promises 7 points."),
        ("wizard", "W1 takes a trick", "a Wizard takes a trick"),
        ("duel", "H5 or HA", "the 5 of hearts or the ace of hearts"),
        ("figgie", "Offer clubs 22, the first offer.", "Offer clubs 22, the first offer."),
    ],
)
def test_a_sentence_of_a_player_is_told_in_words(game: str, text: str, words: str) -> None:
    assert in_words(GAMES[game], text) == words


@pytest.mark.parametrize("game", [GAMES[name] for name in ("wizard", "duel", "figgie")])
def test_every_refusal_of_every_action_can_be_told_without_codes(game: Game) -> None:
    row = table(game.NAME).going.row
    names = {game.name(row, action) for action in range(52)}
    for code in range(1, len(game.REFUSALS)):
        for name in names:
            told = refusal_words(game, code, name)
            assert action_words(game, name) in told
            assert in_words(game, told) == told


def test_what_a_person_may_not_do_is_told_in_words() -> None:
    sitting = table("wizard", series=[5])
    sitting.let_bots_act()
    with pytest.raises(Mistake, match=r"^the green 8 does not fit: a bid is due$"):
        sitting.do(0, "G8")


def test_a_number_that_is_no_action_is_refused_all_the_same() -> None:
    row = table("wizard").going.row
    assert why_not(wizard, row, 5000).startswith("5000 is not an action of Wizard")
    assert why_not(wizard, row, wizard.legal(row)[0]) == ""
