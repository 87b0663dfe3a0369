"""Leaks: whatever a game lets a seat know that it may not know, the laws notice."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from overtrick.core.mistake import Mistake
from overtrick.games import GAMES, add_game
from overtrick.games import outside as own
from overtrick.games.contract import Game
from overtrick.match.laws import NO_LEAK, check_laws

pytestmark = pytest.mark.long

EXAMPLES = Path(__file__).parents[2] / "examples"
Edits = tuple[tuple[str, str], ...]


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    known = dict(GAMES)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(own.VARIABLE, "")
        yield
    for name in set(GAMES) - set(known):
        del GAMES[name]


def changed(folder: Path, example: str, edits: Edits) -> Game:
    """Return a game of ours in which some lines are changed."""
    text = (EXAMPLES / f"{example}.py").read_text()
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new)
    path = folder / f"{example}.py"
    path.write_text(text)
    return add_game(path)


def law_broken(game: Game, seats: int, matches: int = 3) -> str:
    """Return what is said of the first broken law, or nothing."""
    try:
        for seed in range(matches):
            check_laws(game, seats, {}, seed.to_bytes(32))
    except Mistake as mistake:
        return str(mistake)
    return ""


# Hearts, with one more column that nobody hides

WIDER = ("WIDTH = TOTAL + MAX_SEATS\n", "WIDTH = TOTAL + MAX_SEATS + 1\nODD = WIDTH - 1\n")
AFTER_PLAY = "        row[IN_TRICK] = 0\n"


def in_play(line: str) -> Edits:
    """Write something into the odd column after every card played."""
    return WIDER, (AFTER_PLAY, f"{AFTER_PLAY}    {line}\n")


HEARTS: dict[str, Edits] = {
    "all hear what is passed": (("return event[1] < FIRST_PASS or", "return True or"),),
    "all hear at once what is passed": (
        ("return event[1] < FIRST_PASS or", "return True or"),
        ("    if action < FIRST_PASS:\n        return [(seat, action)]\n", "    return [(seat, action)]\n"),
    ),
    "who only watches hears what is passed": (("seat in (event[0], ", "seat != 1 or seat in (event[0], "),),
    "an event tells more than its action": (
        ("        return [(seat, action)]\n", "        return [(seat, action, row[HAND + 2].bit_length())]\n"),
    ),
    "what is passed shows when all have passed": (
        ("(row[LEFT] > 0 or (other + row[SHIFT]) % row[tricks.SEATS] != seat)", "row[LEFT] > 0"),
    ),
    "what is passed shows until all have passed": (("(row[LEFT] > 0 or (other", "row[LEFT] == 0 and ((other"),),
    "a hand is left in an odd column": in_play("row[ODD] = row[HAND + 2]"),
    "a hand is left in an odd column from the third trick on": in_play(
        "row[ODD] = row[HAND + 2] if row[TRICKS] > 1 else 0"
    ),
    "a hand is left in an odd column in the last two tricks": in_play(
        "row[ODD] = row[HAND + 2] if row[TRICKS] > row[CARDS] - 3 else 0"
    ),
    "a hand is left in an odd column while cards are passed": (
        WIDER,
        ("        row[LEFT] -= 1\n", "        row[LEFT] -= 1\n        row[ODD] = row[HAND + 2] if row[LEFT] else 0\n"),
    ),
    "it is told how many hearts a hand has": in_play("row[ODD] = (row[HAND + 1] & HEARTS).bit_count()"),
    "it is told who has the queen": in_play(
        "row[ODD] = 0\n"
        "    for other in range(row[tricks.SEATS]):\n"
        "        if row[HAND + other] >> SPADE_QUEEN & 1:\n"
        "            row[ODD] = 1 + other"
    ),
    "one seat sees another hand": (
        *in_play("row[ODD] = row[HAND + 2]"),
        ("    tricks.hide_hands(row, seat)\n", "    tricks.hide_hands(row, seat)\n    row[ODD] *= seat == 1\n"),
    ),
    "who only watches sees a hand": (
        *in_play("row[ODD] = row[HAND + 2]"),
        ("    tricks.hide_hands(row, seat)\n", "    tricks.hide_hands(row, seat)\n    row[ODD] *= seat < 0\n"),
    ),
    "a column remembers all cards passed": (
        WIDER,
        ("        row[LEFT] -= 1\n", "        row[LEFT] -= 1\n        row[ODD] |= bit if row[LEFT] > 0 else 0\n"),
    ),
    "a column counts the points passed": (
        WIDER,
        ("        row[LEFT] -= 1\n", "        row[LEFT] -= 1\n        row[ODD] += (POINTS & bit).bit_count()\n"),
    ),
    "a hand is told under another key": (
        *in_play("row[ODD] = row[HAND + 2]"),
        ('        "broken": row[BROKEN] == 1,\n', '        "broken": row[BROKEN] == 1,\n        "seen": row[ODD],\n'),
    ),
    "a hand is not hidden at all": (("    tricks.hide_hands(row, seat)\n", ""),),
    "hands are not hidden where cards are held": (
        ("    tricks.hide_hands(row, seat)\n", "    if row[SHIFT]:\n        tricks.hide_hands(row, seat)\n"),
    ),
    "what is legal depends on another hand": (
        (
            "    return better if better else cards\n",
            "    return better if better and row[HAND + 1] % 2 == 0 else cards\n",
        ),
    ),
}


@pytest.mark.parametrize("what", HEARTS)
def test_a_leak_in_hearts_is_noticed(what: str, tmp_path: Path) -> None:
    assert "this law is broken" in law_broken(changed(tmp_path, "hearts", HEARTS[what]), 4)


# Oh Hell, in which cards are left undealt

ROOMY = ("WIDTH = BID + 6\n", "WIDTH = BID + 8\nODD = WIDTH - 2\n")
DEALT = "    row[BIDS_LEFT] = row[tricks.SEATS]\n"
BID_MADE = "    row[BIDS_LEFT] -= 1\n"
SECRET_BIDS: Edits = (  # an honest variant: bids are secret until all have bid
    (
        "hide = tricks.hide_hands  # blanks the other hands, in place\n",
        "def hide(row, seat):\n"
        "    tricks.hide_hands(row, seat)\n"
        "    for other in range(6):\n"
        "        if other != seat and row[BIDS_LEFT]:\n"
        "            row[BID + other] = NO_BID\n"
        "\n\n"
        "def events(row, seat, action):\n"
        "    if action < FIRST_BID:\n"
        "        return [(seat, action)]\n"
        "    seats = range(0 if row[BIDS_LEFT] else row[tricks.SEATS])\n"
        "    return [(seat, FIRST_BID + row[BID + seat]) for seat in seats]\n",
    ),
    ("row[BIDS_LEFT] == 1 and total", "False and total"),
)

OH_HELL: dict[str, Edits] = {
    "all see which cards were dealt": (
        ROOMY,
        (DEALT, f"{DEALT}    row[ODD] = sum(row[tricks.HAND : tricks.HAND + 6])\n"),
    ),
    "one seat sees a card that was not dealt": (
        ROOMY,
        (DEALT, f"{DEALT}    row[ODD] = deck[dealt + 1]\n"),
        (
            "hide = tricks.hide_hands  # blanks the other hands, in place\n",
            "def hide(row, seat):\n    tricks.hide_hands(row, seat)\n    row[ODD] *= seat == 2\n",
        ),
    ),
    "the highest card of the dealer shows while all bid": (
        ROOMY,
        (DEALT, f"{DEALT}    row[ODD] = row[tricks.HAND + row[DEALER]].bit_length()\n"),
        (BID_MADE, f"{BID_MADE}    row[ODD] *= row[BIDS_LEFT] > 0\n"),
    ),
    "secret bids are heard at once": (
        *SECRET_BIDS,
        ("    if action < FIRST_BID:\n        return [(seat, action)]\n", "    return [(seat, action)]\n"),
        ("        if other != seat and row[BIDS_LEFT]:", "        if False:"),
        ("if row[BIDS_LEFT] else row[tricks.SEATS])", "if True else 0)"),
        (BID_MADE, f"{BID_MADE}    row[ODD] += row[tricks.HAND + row[DEALER]] % 8\n"),
        ROOMY,
    ),
    "secret bids add up in a column": (*SECRET_BIDS, ROOMY, (BID_MADE, f"{BID_MADE}    row[ODD] += action\n")),
    "a secret bid shows": (*SECRET_BIDS, ("if other != seat and row[BIDS_LEFT]", "if other > seat and row[BIDS_LEFT]")),
    "a secret bid shows to who bids last": (
        *SECRET_BIDS,
        ("if other != seat and row[BIDS_LEFT]", "if other != seat and row[BIDS_LEFT] > 1"),
    ),
}


@pytest.mark.parametrize("what", OH_HELL)
def test_a_leak_in_oh_hell_is_noticed(what: str, tmp_path: Path) -> None:
    assert NO_LEAK in law_broken(changed(tmp_path, "oh_hell", OH_HELL[what]), 4)


# Honest games


@pytest.mark.parametrize(("example", "edits"), [("hearts", ()), ("oh_hell", ()), ("oh_hell", SECRET_BIDS)])
@pytest.mark.parametrize("seats", [3, 5])
def test_an_honest_game_leaks_nothing(example: str, edits: Edits, seats: int, tmp_path: Path) -> None:
    assert law_broken(changed(tmp_path, example, edits), seats, matches=4) == ""


TURNED_UP_IN_A_HAND: Edits = (  # as in Whist: the trump is a card of the dealer, which all have seen
    ("lowest(take(deck, draws, dealt, dealt + 1))", "lowest(row[tricks.HAND + row[DEALER]])"),
)
SHOWN = (
    "def legal(row: Row)",
    "def shown(row, seat):\n"
    "    return [NAMES[row[TURNED_UP]]] if row[tricks.HAND + row[DEALER]] >> row[TURNED_UP] & 1 else []\n"
    "\n\n"
    "def legal(row: Row)",
)


def test_what_is_shown_on_purpose_a_game_says(tmp_path: Path) -> None:
    assert NO_LEAK in law_broken(changed(tmp_path, "oh_hell", TURNED_UP_IN_A_HAND), 4)
    assert law_broken(changed(tmp_path, "oh_hell", (*TURNED_UP_IN_A_HAND, SHOWN)), 4) == ""


RUMMY = """
from overtrick.core.cards import members
from overtrick.core.mistake import Mistake
NAME, VERSION, SUMMARY, SEATS = "rummy", 1, "Draw or take, then lay off; few pips are best.", range(2, 5)
REFUSALS = ("", "no action now", "not held")
TURN, COUNT, DRAWN, PILE, DREW, HAND, DECK = 0, 1, 2, 3, 4, 5, 9  # deck: 24 cards as they lie
WIDTH = DECK + 25
ODD = WIDTH - 1
LESS_IS_BETTER = True
def rules(seats, options): return [0, seats, *[0] * (WIDTH - 2), 1, 1]
def next_deal(rules, finished): return [] if len(finished) == 2 else rules[:WIDTH]
def bounds(rules): return list(range(24, 0, -1))
def deal(setup, draws):
    row = list(setup)
    row[DECK:ODD] = range(24)
    for place, draw in enumerate(draws):
        row[DECK + place], row[DECK + place + draw] = row[DECK + place + draw], row[DECK + place]
    for seat in range(row[COUNT]):
        row[HAND + seat] = sum(1 << card for card in row[DECK + 4 * seat : DECK + 4 * seat + 4])
    row[DRAWN] = 4 * row[COUNT] + 1
    row[PILE] = row[DECK + row[DRAWN] - 1]
    return row
def to_move(row): return row[TURN]
def refuse(row, action):
    if row[TURN] < 0 or not 0 <= action < 26 or (action >= 24) == (row[DREW] == 1): return 1
    return 0 if action >= 24 or row[HAND + row[TURN]] >> action & 1 else 2
def legal(row): return [action for action in range(26) if refuse(row, action) == 0]
def play(row, action):
    if action == 24:
        row[HAND + row[TURN]] |= 1 << row[PILE]
    elif action == 25:
        row[HAND + row[TURN]] |= 1 << row[DECK + row[DRAWN]]
        row[DRAWN] += 1
    else:
        row[HAND + row[TURN]] ^= 1 << action
        row[PILE] = action
        row[TURN] = -1 if row[DRAWN] == 24 else (row[TURN] + 1) % row[COUNT]
    row[DREW] = int(action >= 24)
def score(row, seat): return sum(card % 12 for card in members(row[HAND + seat]))
def hide(row, seat):
    for other in range(4):
        if other != seat: row[HAND + other] = 0
    row[DECK:ODD] = [0] * 24
def places(rules, finished): return [1] * rules[COUNT]
def name(row, action): return ["take", "draw"][action - 24] if action > 23 else f"off C{action}"
def parse(row, text):
    for action in range(26):
        if name(row, action) == text: return action
    raise Mistake(f"{text[:20]!r} is no action; allowed: take, draw, off C1")
def state(row):
    held = [[f"C{card}" for card in members(row[HAND + seat])] or None for seat in range(row[COUNT])]
    return {"hands": held, "pile": f"C{row[PILE]}"}
"""


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cards_may_lie_open_be_taken_and_be_drawn_unseen(seats: int, tmp_path: Path) -> None:
    (tmp_path / "rummy.py").write_text(RUMMY)
    game = add_game(tmp_path / "rummy.py")
    assert law_broken(game, seats, matches=6) == ""
    assert all(check_laws(game, seats, {}, bytes([seed] * 32)).pairs > 100 for seed in range(3))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    row[DECK:ODD] = [0] * 24\n", "    row[DECK:ODD] = [0] * 24 if seat != 1 else row[DECK:ODD]\n"),
        ("    row[DREW] =", "    row[ODD] = row[HAND]\n    row[DREW] ="),
        ("        row[DRAWN] += 1\n", "        row[ODD] = row[DECK + row[DRAWN]]\n        row[DRAWN] += 1\n"),
        (
            "        row[DRAWN] += 1\n",
            "        row[DRAWN] += 1\n        row[ODD] = row[HAND + row[TURN]].bit_length()\n",
        ),
    ],
)
@pytest.mark.parametrize("seats", [2, 3])
def test_a_leak_of_what_is_drawn_or_held_is_noticed(old: str, new: str, seats: int, tmp_path: Path) -> None:
    assert old in RUMMY
    (tmp_path / "rummy.py").write_text(RUMMY.replace(old, new))
    assert NO_LEAK in law_broken(add_game(tmp_path / "rummy.py"), seats, matches=6)


DICE = """
from overtrick.core.mistake import Mistake
NAME, VERSION, SUMMARY, SEATS = "dice", 1, "Say more than all have thrown, or less.", range(2, 5)
REFUSALS = ("", "no action now")
TURN, COUNT, SAID, DIE, WIDTH = 0, 1, 2, 3, 7
def rules(seats, options): return [0, seats, *[0] * (WIDTH - 2), 1, 1, 1]
def next_deal(rules, finished): return [] if len(finished) == 3 else rules[:WIDTH]
def bounds(rules): return [6] * rules[COUNT]
def deal(setup, draws): return [*setup[:DIE], *[draw + 1 for draw in draws], *setup[DIE + len(draws) :]]
def to_move(row): return row[TURN]
def refuse(row, action): return 0 if row[TURN] >= 0 and 0 <= action < 25 else 1
def legal(row): return list(range(25)) if row[TURN] >= 0 else []
def play(row, action):
    row[SAID], row[TURN] = action, row[TURN] + 1 if row[TURN] + 1 < row[COUNT] else -1
def score(row, seat): return row[DIE + seat]
def hide(row, seat):
    for other in range(row[COUNT]):
        if other != seat: row[DIE + other] = 0
def places(rules, finished): return [1] * rules[COUNT]
NAMES = [str(said) for said in range(25)]
def state(row): return {"dice": [row[DIE + seat] or None for seat in range(row[COUNT])]}
"""
HOLDS = "def holds(row, seat): return [str(row[DIE + seat])]\n"


def dice(folder: Path, text: str) -> Game:
    (folder / "dice.py").write_text(text)
    return add_game(folder / "dice.py")


def test_what_a_seat_has_besides_cards_a_game_says(tmp_path: Path) -> None:
    game = dice(tmp_path, DICE + HOLDS)
    assert law_broken(game, 3) == ""
    tried = check_laws(game, 3, {}, bytes(32))
    assert tried.pairs > 20
    assert not tried.unknown


@pytest.mark.parametrize("leak", ["if other != 1:", "if other != seat and row[TURN] == 0:"])
def test_a_die_that_shows_is_noticed(leak: str, tmp_path: Path) -> None:
    assert NO_LEAK in law_broken(dice(tmp_path, DICE.replace("if other != seat:", leak) + HOLDS), 3)


def test_luck_of_which_nobody_says_whose_it_is_counts_as_not_tried(tmp_path: Path) -> None:
    assert check_laws(dice(tmp_path, DICE), 3, {}, bytes(32)).unknown == 3
