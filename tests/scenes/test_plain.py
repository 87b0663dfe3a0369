"""The plain table of any game: seats, hands, centre, columns and facts, from nothing but its state."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from overtrick.games import GAMES
from overtrick.games.contract import NOBODY, Game
from overtrick.games.face import FACES, face_of
from overtrick.games.view import View
from overtrick.match.sitting import Chair, Sitting, sit_down
from overtrick.scenes.look import look
from overtrick.scenes.plain import plain
from overtrick.scenes.scene import scene

NAMES = ["Ada", "Bo", "Cleo"]


def table(game: Game) -> Sitting:
    chairs = [Chair(name, f"{game.NAME}:first", name == "Ada") for name in NAMES]
    return sit_down(game.NAME, chairs, {"cards": 3}, bytes(32))


def now(sitting: Sitting, seat: int, open_hands: bool = False) -> Any:
    return scene(sitting.going, seat, NAMES, open_hands)["now"]


def test_a_game_without_a_drawing_has_a_plain_table_in_its_scenes(oh_hell: Game) -> None:
    sitting = table(oh_hell)
    sitting.let_bots_act()
    shown = now(sitting, 0)
    state, drawn = shown["state"], shown["plain"]
    assert drawn["turn"] == 0
    assert drawn["hands"] == state["hands"] == [state["hands"][0], None, None]
    assert drawn["centre"] == []
    assert drawn["columns"] == {"bids": state["bids"], "tricks": [0, 0, 0]}
    assert drawn["facts"] == {"cards": "3", "dealer": "Ada", "trump": state["trump"], "phase": "bid"}
    assert shown["legal"] == [f"bid {bid}" for bid in range(4) if f"bid {bid}" in shown["legal"]]
    assert drawn["words"]["bid 1"] == "a bid of 1"


def test_a_trick_lies_in_the_centre_and_cards_have_words(oh_hell: Game) -> None:
    sitting = table(oh_hell)
    while now(sitting, 0)["state"]["phase"] == "bid":
        sitting.let_bots_act()
        sitting.do(0, now(sitting, 0)["legal"][0])
    sitting.let_bots_act()
    shown = now(sitting, 0)
    assert [one["seat"] for one in shown["plain"]["centre"]] == [1, 2]
    centre, hand = [one["card"] for one in shown["plain"]["centre"]], shown["plain"]["hands"][0]
    assert set(shown["plain"]["words"]) == {*centre, *hand}
    assert all(words.startswith("the ") and " of " in words for words in shown["plain"]["words"].values())
    assert set(shown["refused"]) == set(hand) - set(shown["legal"])


def test_a_plain_table_hides_what_its_seat_may_not_know(oh_hell: Game) -> None:
    sitting = table(oh_hell)
    watched, opened = now(sitting, NOBODY)["plain"], now(sitting, NOBODY, open_hands=True)["plain"]
    assert watched["hands"] == [None, None, None]
    assert all(len(hand) == 3 for hand in opened["hands"])
    hidden = {card for hand in opened["hands"] for card in hand}
    assert not hidden & set(watched["words"])


def test_our_games_bring_drawings_of_their_own() -> None:
    for name in ("wizard", "duel", "figgie"):
        seats = GAMES[name].SEATS[0]
        chairs = [Chair(f"P{seat}", f"{name}:first") for seat in range(seats)]
        going = sit_down(name, chairs, {}, bytes(32)).going
        assert "plain" not in scene(going, 0, [chair.name for chair in chairs])["now"]


def test_a_game_with_a_drawing_from_outside_has_a_plain_table_too_as_that_may_fail(
    oh_hell: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    face = replace(face_of(oh_hell), parts={"screen": ""})
    for drawing, kept in (("", True), ("ours.js", False), (Path("theirs.js"), True)):
        monkeypatch.setitem(FACES, "oh-hell", replace(face, drawing=drawing))
        assert ("plain" in now(table(oh_hell), 0)) == kept, drawing


def test_states_of_every_kind_become_columns_facts_and_hands(oh_hell: Game) -> None:
    state = {
        "hands": [{"hearts": 2, "clubs": 1}, None, []],
        "quotes": {"hearts": {"price": 3, "seat": 1}, "clubs": None},
        "left": [4, 5],
        "passed": [["SA", "H2"], None, ["C9"]],
        "dice": [[6, 4], [None, None], []],
        "taken": [["S2", "S3", "S4", "S5", "S6", "S7", "S8"], None, ["C9"]],
        "money": [1, 2, 3],
        "hearts_broken": False,
        "nothing": None,
        "leader": 2,
    }
    row = table(oh_hell).going.row
    view = View(oh_hell, 0, row, [])
    view.__dict__["state"] = state
    drawn = plain(view, NAMES)
    assert drawn["hands"] == [["2 hearts", "1 clubs"], None, []]
    assert drawn["columns"] == {
        "passed": ["SA, H2", None, "C9"],
        "dice": ["6, 4", None, None],
        "money": [1, 2, 3],
    }
    assert drawn["facts"] == {
        "quotes": "hearts price 3, seat 1, clubs –",
        "left": "4, 5",
        "taken": "Ada S2, S3, S4, S5, S6, S7, S8; Cleo C9",
        "hearts broken": "no",
        "leader": "Cleo",
    }


def test_a_game_without_a_state_of_seats_has_a_plain_table_too(oh_hell: Game) -> None:
    view = View(oh_hell, 0, table(oh_hell).going.row, [])
    view.__dict__["state"] = {"cards": 1}
    assert plain(view, NAMES)["hands"] == []
    assert plain(view, NAMES)["facts"] == {"cards": "1"}


def test_a_look_tells_title_and_suits_once(oh_hell: Game) -> None:
    told = look(oh_hell)
    assert told["title"] == "Oh hell"
    assert told["suits"][1] == {"letter": "H", "word": "hearts", "sign": "♥", "colour": "red", "alike": False}
    assert look(GAMES["wizard"])["pad"] == ["bids", "tricks"]


def test_what_nobody_sees_is_not_told_and_what_becomes_known_together_is_told_together(hearts: Game) -> None:
    names = ["Ada", "Bo", "Cleo", "Dan"]
    chairs = [Chair(name, "hearts:first", name == "Ada") for name in names]
    sitting = sit_down("hearts", chairs, {"deals": 1}, bytes(32))
    assert scene(sitting.going, 0, names)["now"]["said"] == ["The cards are dealt."]
    for _ in range(3):
        sitting.do(0, scene(sitting.going, 0, names)["now"]["legal"][0])
        assert scene(sitting.going, 0, names)["now"]["said"] == []
    while sitting.going.game.state(sitting.going.row)["phase"] == "pass":
        sitting.did(*sitting.ask())
    mine, watched = (scene(sitting.going, seat, names)["now"]["said"] for seat in (0, NOBODY))
    assert [line.split(" the ")[0] for line in mine] == ["Ada passes"] * 3 + ["Dan passes"] * 3
    assert watched == []
