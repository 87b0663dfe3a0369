"""What the screens are made of: cards and buttons, tables from scenes, the keys of Figgie, the score pad."""

import pytest

from overtrick.games.contract import NOBODY
from overtrick.scenes.scene import Scene, scene
from overtrick.terminal.choices import Asking, Choice, Kind, picture, placed
from overtrick.terminal.faces import bar, card, face, padded, suit
from overtrick.terminal.play.offered import offered
from overtrick.terminal.play.prompts import key_lines
from overtrick.terminal.play.story import Story
from overtrick.terminal.play.table import OwnTable, new_table, seated, winner
from overtrick.terminal.tables import tricks as trick_table
from overtrick.terminal.tables.duel import screen as duel_table
from overtrick.terminal.tables.figgie import table as figgie_table
from overtrick.terminal.tables.figgie.keys import press, words
from overtrick.terminal.tables.score_pad import final_lines, pad_heading, pad_lines, rounds_so_far, spark
from overtrick.terminal.tables.wizard import screen as wizard_table

SEED = bytes(31) + b"\7"


def advanced(table: OwnTable, actions: int) -> Scene:
    """Let everybody do some actions, the person the first legal one, and return the scene."""
    for _ in range(actions):
        if table.sitting.bot_is_due:
            table.did(*table.ask())
        else:
            table.act(table.sitting.view(table.seat).legal[0])
    return table.scene()


# Cards and buttons


def test_faces_tell_colour_by_letter_or_sign() -> None:
    assert [face("wizard", name) for name in ("R13", "J2", "W4")] == ["R13", "J", "W"]
    assert [face("duel", name) for name in ("SA", "H10")] == ["♠A", "♥10"]
    assert card("wizard", "G1").style != card("wizard", "R1").style
    assert (suit("wizard", "blue").plain, suit("figgie", "hearts").plain) == ("blue (B)", "♥ hearts")


def test_a_text_takes_exactly_its_cells() -> None:
    assert (padded("abc", 5).plain, padded("abc", 5, right=True).plain, padded("abcdef", 4).plain) == (
        "abc  ",
        "  abc",
        "abc…",
    )
    assert (bar(0, 4), bar(0.5, 4), bar(2, 4)) == ("░░░░", "██░░", "████")


def test_choices_wrap_at_the_width_and_each_row_begins_anew() -> None:
    cards = [Choice(name, name, kind=Kind.CARD) for name in ("R1", "R2", "R3")]
    places = placed([cards, [Choice("bid 1", "1")]], 11)
    assert [(place.x, place.y) for place in places] == [(0, 0), (5, 0), (0, 3), (0, 6)]
    assert places[2].holds(4, 5)
    assert not places[2].holds(5, 5)


def test_a_picture_shows_what_is_free_what_is_refused_and_where_the_cursor_is() -> None:
    rows = [
        [
            Choice("R1", "R1", kind=Kind.CARD),
            Choice("R2", "R2", kind=Kind.CARD, reason="no"),
            Choice("J1", "J", kind=Kind.CARD),
        ],
        [Choice("bid 0", "0", kind=Kind.BID), Choice("bid 1", "1", kind=Kind.BID, reason="no"), Choice("", "idle")],
    ]
    assert picture(placed(rows, 80), 0).plain.split("\n") == [
        "┏━━━┓     ╭───╮",
        "┃R1 ┃ R2  │ J │",
        "┗━━━┛     ╰───╯",
        "[0]×1× idle ",
    ]


# Tables


def test_the_table_of_wizard_line_by_line() -> None:
    drawn = advanced(new_table("wizard", None, 0, ["classic"], {"series": "5"}, SEED), 6)
    moment = drawn["now"]
    title = "Wizard   round 1 of 1   trump green (G)   led red (R)   turned up G6"
    assert wizard_table.title(drawn, moment).plain == title
    assert wizard_table.seat_table(drawn, moment).plain.split("\n") == [
        "              card    bid took           now total",
        " D You                  0    0 has them  +20     0",
        "   Bo         R1        0    0 has them  +20     0",
        "   Cleo       R12 ★     2    0 needs 2   -20     0",
        "▶  Dan                  0    0 has them  +20     0",
        "   bids 2 for 5 tricks: 3 under",
    ]


def test_a_trump_that_is_still_to_be_named_is_no_missing_one() -> None:
    drawn = advanced(new_table("wizard", None, 0, ["classic"], {"series": "5"}, SEED), 6)
    state = drawn["now"]["state"]
    named = {**drawn["now"], "state": {**state, "trump": None, "phase": "name trump"}}
    without = {**drawn["now"], "state": {**state, "trump": None}}
    assert "trump to be named   led" in wizard_table.title(drawn, named).plain
    assert "trump none   led" in wizard_table.title(drawn, without).plain


def test_a_finished_trick_stays_in_sight_until_the_next_lead() -> None:
    table = new_table("duel", None, 0, ["greedy"], {}, SEED)
    drawn = advanced(table, 2)
    assert drawn["now"]["state"]["trick"] == []
    assert "★" in duel_table.seat_table(drawn, drawn["now"]).plain
    assert trick_table.last_trick(drawn, drawn["now"]).plain == ""
    drawn = advanced(table, 1)
    assert trick_table.last_trick(drawn, drawn["now"]).plain.startswith("last trick  You ")


@pytest.mark.parametrize(
    ("bid", "took", "left", "told"),
    [
        (None, 0, 5, "to bid"),
        (2, 0, 5, "needs 2"),
        (2, 2, 1, "has them"),
        (2, 2, 0, "made"),
        (2, 3, 1, "1 over"),
        (2, 1, 0, "1 under"),
    ],
)
def test_how_a_seat_stands_is_told_in_words(bid: int | None, took: int, left: int, told: str) -> None:
    state = {"bids": [bid], "tricks": [took], "cards": took + left, "phase": "bid" if bid is None else "play"}
    assert wizard_table.standing({"state": state, "has_bid": []}, 0).plain == told


def test_only_hands_that_may_be_seen_are_drawn() -> None:
    table = new_table("wizard", None, 1, ["classic"], {"series": "3"}, SEED)
    own, opened = table.scene(), table.scene(open_hands=True)
    assert len(trick_table.hands(own, own["now"]).plain.split("\n")) == 1
    assert len(trick_table.hands(opened, opened["now"]).plain.split("\n")) == 4


def test_the_books_of_figgie_offer_what_is_allowed_and_say_what_is_not() -> None:
    table = new_table("figgie", None, 0, ["starter"], {}, SEED)
    table.act("bid clubs 3")
    drawn = advanced(table, 3)
    rows = {row[0].text.split()[1]: row[1:5] for row in figgie_table.books(drawn, drawn["now"])[1:5]}
    state = drawn["now"]["state"]
    for word, (sell, bid, offer, buy) in rows.items():
        best, ask = state["bids"][word], state["offers"][word]
        assert bool(sell.reason) == (best is None or best["seat"] == 0 or not state["hands"][0][word])
        assert bool(buy.reason) == (ask is None or ask["seat"] == 0)
        assert bid.name == f"bid {word} {best['price'] + 1 if best else 1}"
        assert bool(offer.reason) == (not state["hands"][0][word])
    watched = scene(table.sitting.going, NOBODY, table.names)
    assert not any(
        choice.name for row in figgie_table.books(watched, watched["now"], quotes_only=True) for choice in row
    )


def test_nothing_is_offered_while_others_are_to_move() -> None:
    for game, rival in (("wizard", "classic"), ("duel", "greedy"), ("figgie", "starter")):
        drawn = new_table(game, None, 1, [rival], {}, SEED).scene()
        rows = offered(Asking(drawn, drawn["now"]), "theirs")
        assert rows
        assert not any(choice.name for row in rows for choice in row)


# The keys of Figgie


def typed(keys: str, offer: str = "offer") -> str:
    """Return the action that keys lead to."""
    buffer, action = "", ""
    for key in keys.split():
        pressed = press(buffer, key, offer)
        assert pressed is not None
        buffer, action = pressed
    return action


@pytest.mark.parametrize(
    ("keys", "action"),
    [
        ("b s 8 enter", "bid spades 8"),
        ("b d 1 2 enter", "bid diamonds 12"),
        ("a c 9 enter", "offer clubs 9"),
        ("f f h", "buy hearts"),
        ("a a s", "sell spades"),
        ("b s 0 7 enter", "bid spades 7"),
        ("b s 1 backspace 2 enter", "bid spades 2"),
        ("b s enter", ""),
        ("b s 5 escape", ""),
        ("f s", ""),
        ("b s 1 2 3 4 5 6 7 8 9 enter", "bid spades 1234567"),
    ],
)
def test_keys_become_actions(keys: str, action: str) -> None:
    assert typed(keys) == action


def test_in_ticks_an_offer_is_called_ask_and_other_keys_are_left_alone() -> None:
    assert typed("a c 9 enter", "ask") == "ask clubs 9"
    assert press("", "h") is None
    assert press("", "s") is None


def test_what_is_typed_is_shown_in_words() -> None:
    assert words("bs12") == "bid spades 12_  then Enter"
    assert words("aa") == "sell: which suit? s c d h"
    assert words("f") == "f once more to buy, then a suit"


# The score pad


def test_the_pad_shows_all_rounds_and_the_end_the_exact_bids() -> None:
    table = new_table("wizard", None, 0, ["classic"], {"series": "1,2"}, SEED)
    assert list(pad_lines(table.scene())) == ["no round is finished yet"]
    while not table.sitting.over:
        advanced(table, 1)
    drawn = table.scene()
    lines = list(pad_lines(drawn))
    assert [line.split()[0] for line in lines[1:]] == ["1", "2", "all"]
    assert lines[-1].split()[1:] == [str(total) for total in drawn["totals"]]
    assert pad_heading(drawn) == "Score pad: Wizard, bids/tricks and points"
    assert [line.split()[0] for line in final_lines(drawn)] == [f"{place}." for place in sorted(drawn["places"])]
    assert sum(" of 2, " in line for line in wizard_table.review(drawn, table.sitting.record())) == 4
    narrow = rounds_so_far(drawn)
    assert [line.split()[0] for line in narrow] == ["You", "2", "1"]
    assert narrow[1].split()[1:3] == lines[2].split()[2:4]


def test_a_curve_goes_from_the_lowest_to_the_highest() -> None:
    assert spark([0, 5, 10], 0, 10) == "▁▅█"
    assert spark([3, 3], 3, 3) == "▁▁"


# The table


def test_levels_bots_and_paths_are_named_in_full() -> None:
    assert seated("wizard", "easy") == "wizard:easy"
    assert seated("wizard", "wizard:search@20ms") == "wizard:search@20ms"
    assert seated("wizard", "bots/mine.py") == "bots/mine.py"


def test_one_player_sits_in_all_other_seats_or_one_in_each() -> None:
    players = [chair.player for chair in new_table("wizard", None, 1, ["easy"], {}, SEED).sitting.chairs]
    assert players == ["wizard:easy", "wizard:classic", "wizard:easy", "wizard:easy"]
    each = new_table("wizard", None, 0, ["classic", "random"], {}, SEED)
    assert [chair.player for chair in each.sitting.chairs][1:] == ["wizard:classic", "wizard:random"]


def test_the_story_told_anew_is_the_same_story() -> None:
    table = new_table("wizard", None, 2, ["classic"], {"series": "2,3", "bidding": "hidden"}, SEED)
    while not table.sitting.over:
        advanced(table, 1)
    assert table.story.lines == Story(table.sitting.match, 2, table.names, table.sitting.done).lines
    assert sum("bids" in line or "bid " in line for _, line in table.story.lines) == 2 * 4


def test_of_hidden_bids_the_screen_and_the_story_tell_who_has_made_them() -> None:
    options: dict[str, object] = {"series": [3], "bidding": "hidden", "hook": "off"}
    table = new_table("wizard", None, 0, ["classic"], options, SEED)
    drawn = advanced(table, 2)
    lines = wizard_table.seat_table(drawn, drawn["now"]).plain.split("\n")
    assert [("has bid" in line, "to bid" in line) for line in lines[1:5]] == [
        (False, True),
        (True, False),
        (True, False),
        (False, True),
    ]
    assert "3 tricks to bid for" in lines[5]
    assert [line for _, line in table.story.lines[1:]] == ["Bo has bid.", "Cleo has bid."]
    advanced(table, 2)
    assert table.story.lines[3][1] == "Dan has bid."
    assert [line.split(" ")[0] for _, line in table.story.lines[4:]] == ["Bo", "Cleo", "Dan", "You"]


def test_a_tick_in_which_nothing_came_of_it_says_why() -> None:
    table = new_table("figgie", None, 0, ["first"], {"model": "tick"}, SEED)
    table.act("buy hearts")
    advanced(table, 3)
    assert table.story.lines[-1][1].startswith("Nothing came of your action: buying hearts")


def test_the_columns_of_the_keys_stand_below_each_other() -> None:
    for game in ("wizard", "duel"):
        lines = key_lines(game).split("\n")
        starts = {
            line.index(word)
            for line in lines
            for word in ("choose", "next such", "hint", "save", "scroll")
            if word in line
        }
        second = {
            line.index(word) for line in lines for word in ("Enter ", "0-9 ", "u  ", "p  ", "q  ") if word in line
        }
        assert (game, len(starts), len(second)) == (game, 1, 1)


def test_the_winner_is_told() -> None:
    told: Scene = {"names": ["You", "Bo", "Cleo"], "places": [1, 2, 3]}
    assert winner(told, 0) == "You win!"
    assert winner(told | {"places": [1, 1, 3]}, 0) == "You share the first place with 1 more."
    assert winner(told | {"places": [3, 1, 1]}, 0) == "Bo and Cleo share the first place."
    assert winner(told | {"places": [2, 1, 3]}, 0) == "Bo wins."
