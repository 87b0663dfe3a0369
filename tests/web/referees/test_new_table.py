"""New tables: what a form may ask for, names of people, and saved games that strangers bring."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.arena.people.names import check_name
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.match.sitting import to_json
from overtrick.web.referees.new_table import MOST_DEALS, Wish, load_sitting, read_form, seat_all
from overtrick.web.referees.store import Setting, may_count


def saved(game: str = "duel") -> dict[str, object]:
    """Return a saved game as data."""
    return json.loads(to_json(seat_all(read_form({"game": game}))))  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", ["Ann", "a", "Mary-Jane_2 v1.0", "Åsa", "Игорь", "七海", "x" * 40, "  Ann  "])
def test_names_are_letters_digits_and_a_few_marks(name: str) -> None:
    assert check_name(name) == name.strip()


@pytest.mark.parametrize(
    "name", ["", " ", "x" * 41, "a\nb", "a\x00", "a\u202eb", "a\u200bb", "<b>", "a&b", "a/b", 'a"b', "a\u2066b", "😀"]
)
def test_other_names_are_refused_in_a_harmless_sentence(name: str) -> None:
    with pytest.raises(Mistake, match="allowed: 1 to 40 letters") as caught:
        check_name(name)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("game", GAMES)
def test_the_name_of_a_game_is_enough(game: str) -> None:
    wish = read_form({"game": game})
    sitting = seat_all(wish)
    assert [chair.person for chair in sitting.chairs] == [True] + [False] * (sitting.match.seats - 1)
    assert [chair.player for chair in sitting.chairs[1:]] == [f"{game}:medium"] * (sitting.match.seats - 1)
    assert sitting.chairs[0].name == "Guest"
    assert len({chair.name for chair in sitting.chairs}) == sitting.match.seats


def test_who_is_logged_in_learns_under_their_own_name() -> None:
    wish = read_form({"game": "duel", "lesson": "on"}, "Ada")
    assert (wish.lesson, wish.names[0]) == (True, "Ada")


def test_a_form_says_everything_about_a_table() -> None:
    form = {
        "game": "wizard",
        "preset": "house",
        "option_series": "1,2,3",
        "option_hook": "",
        "seats": "3",
        "kind_0": "hard",
        "kind_1": "me",
        "name_1": "Ann",
        "kind_2": "open",
        "kind_3": "expert",
        "name_3": "<nobody reads this>",
        "learning": "on",
        "pace": "3.5",
    }
    assert read_form(form) == Wish(
        "wizard",
        {"series": "1,2,3", "preset": "house"},
        ("hard", "me", "open"),
        ("Ada", "Ann", "Cleo"),
        3.5,
        True,
    )
    sitting = seat_all(read_form(form))
    assert sitting.match.options["direction"] == "anticlockwise"
    assert sitting.match.options["series"] == [1, 2, 3]
    assert sitting.match.players == ("wizard:hard", "Ann", "wizard:medium")


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({}, "game"),
        ({"game": "chess"}, "chess"),
        ({"game": "wizard", "seats": "9"}, "allowed: 3 to 6"),
        ({"game": "wizard", "seats": "2"}, "played by 3 to 6 seats"),
        ({"game": "wizard", "seats": "four"}, "a whole number"),
        ({"game": "wizard", "seats": "٤"}, "a whole number"),
        ({"game": "wizard", "kind_1": "god"}, "seat 2 is for 'god'"),
        ({"game": "wizard", "kind_0": "me", "kind_1": "me"}, "you can take one seat"),
        ({"game": "wizard", "name_1": "a\u202eb"}, "the name is"),
        ({"game": "wizard", "option_hook": "maybe"}, "option hook is 'maybe'"),
        ({"game": "wizard", "option_odd": "1"}, "unknown option"),
        ({"game": "wizard", "preset": "odd"}, "preset is 'odd'"),
        ({"game": "wizard", "option_series": ",".join(["1"] * (MOST_DEALS + 1))}, "up to 60"),
        ({"game": "figgie", "pace": "0"}, "the pace is '0'"),
        ({"game": "figgie", "pace": "nan"}, "the pace is 'nan'"),
        ({"game": "figgie", "pace": "1e9"}, "the pace is '1e9'"),
        ({"game": "figgie", "option_model": "tick", "kind_1": "hot"}, "need to act in turn"),
    ],
)
def test_a_form_with_a_mistake_gets_a_sentence(form: dict[str, str], words: str) -> None:
    with pytest.raises(Mistake, match=words):
        seat_all(read_form(form))


@given(
    st.dictionaries(
        st.sampled_from(["game", "seats", "preset", "kind_0", "kind_1", "name_0", "pace", "option_series", "option_x"]),
        st.one_of(st.text(max_size=30), st.sampled_from(["wizard", "figgie", "duel", "4", "me", "open", "hot"])),
    )
)
@settings(max_examples=300, deadline=None)
def test_whatever_a_form_says_it_makes_a_table_or_a_sentence(form: dict[str, str]) -> None:
    try:
        seat_all(read_form(form))
    except Mistake as mistake:
        assert "\n" not in str(mistake)


@pytest.mark.parametrize("game", GAMES)
def test_a_saved_game_can_be_brought_back(game: str) -> None:
    assert load_sitting(json.dumps(saved(game))).match.game == game


@pytest.mark.parametrize(
    "change",
    [
        {"chairs": [{"name": "A", "player": "./evil.py", "person": False, "away": False}] * 2},
        {"chairs": [{"name": "A", "player": "/bin/sh", "person": True, "away": True}] * 2},
        {"chairs": [{"name": "A", "player": "duel:nobody", "person": False, "away": False}] * 2},
        {"chairs": [{"name": "A", "player": ["duel:easy"], "person": False, "away": False}] * 2},
        {"chairs": [{"name": "A\u202e", "player": "duel:easy", "person": False, "away": False}] * 2},
        {"chairs": [{"name": "A", "player": "duel:easy", "person": "yes", "away": False}] * 2},
        {"chairs": [{"name": "A", "player": "duel:easy", "person": True, "away": False}] * 3},
        {"chairs": {"name": "A"}},
        {"chairs": []},
        {"options": []},
        {"options": {"ranks": 99}},
        {"game": "chess"},
        {"game": None},
        {"done": [[0, "ZZ"]]},
        {"done": [[0, 5]]},
        {"done": [[0, ["S1"]]]},
        {"done": 7},
        {"undone": [[{}, "S1"]]},
        {"seed": "xyz"},
        {"seed": 5},
        {"players": "A"},
        {"format": "other"},
    ],
)
def test_a_saved_game_that_is_none_of_ours_gets_a_sentence(change: dict[str, object]) -> None:
    with pytest.raises(Mistake) as caught:
        load_sitting(json.dumps({**saved(), **change}))
    assert "\n" not in str(caught.value)


def test_a_saved_game_may_not_name_a_player_that_thinks_for_long() -> None:
    data = saved("wizard")
    data["chairs"] = [{"name": "A", "player": "wizard:search@60s", "person": False, "away": False}] * 4
    with pytest.raises(Mistake, match="none of our players"):
        load_sitting(json.dumps(data))


@pytest.mark.parametrize("text", ["", "[]", "7", "null", '"x"', "{}", "[" * 100_000, "\ud800", '{"options": {}}'])
def test_what_is_no_saved_game_gets_a_sentence(text: str) -> None:
    with pytest.raises(Mistake):
        load_sitting(text)


def test_names_in_a_saved_game_come_from_its_chairs() -> None:
    data = saved()
    data["players"] = ["<script>", "duel:easy"]
    assert load_sitting(json.dumps(data)).match.players == ("Guest", "duel:medium")


@pytest.mark.parametrize(
    ("form", "counts"),
    [
        ({"game": "wizard"}, True),
        ({"game": "wizard", "seats": "6", "level": "hard", "company": "friends"}, True),
        ({"game": "wizard", "preset": "official", "option_hook": "off"}, True),
        ({"game": "wizard", "option_hook": "on"}, False),
        ({"game": "wizard", "own_series": "1"}, False),
        ({"game": "wizard", "preset": "house", "seats": "6"}, False),
        ({"game": "duel"}, True),
        ({"game": "duel", "option_ranks": "3"}, False),
        ({"game": "figgie"}, True),
        ({"game": "figgie", "company": "friends"}, True),
        ({"game": "figgie", "option_model": "turn"}, False),
        ({"game": "figgie", "option_model": "live"}, True),
        ({"game": "figgie", "option_model": "live", "option_rounds": "1"}, False),
    ],
)
def test_a_match_may_count_by_the_usual_rules_alone(form: dict[str, str], counts: bool) -> None:
    sitting = seat_all(read_form(form))
    assert may_count(sitting, Setting("guest", [], [], "")) == counts
    assert not may_count(sitting, Setting("guest", [], [], "", learning=True))
