from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.contract import settled
from overtrick.games.options import Option, Value, settle

SPEED = Option("speed", ("slow", "fast"), "slow", "How fast.")
COUNT = Option("count", range(3, 8), 5, "How many.")
EVEN = Option("even", range(0, 11, 2), 0, "How many, evenly.")
SIZES = Option("sizes", ("all", "some"), "all", "How large.", lists=range(1, 21))
OPTIONS = (SPEED, COUNT, SIZES)
PRESETS: Mapping[str, Mapping[str, Value]] = {"plain": {}, "quick": {"speed": "fast", "count": 7}}

ALL_OPTIONS = [
    pytest.param(game, option, id=f"{game}-{option.name}") for game in GAMES for option in GAMES[game].OPTIONS
]


def mistake_of(option: Option, given: object) -> str:
    with pytest.raises(Mistake) as caught:
        option.check(given)
    return str(caught.value)


def settled_mistake(game: str, seats: int, given: Mapping[str, object]) -> str:
    with pytest.raises(Mistake) as caught:
        settled(GAMES[game], seats, given)
    return str(caught.value)


# One option


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        (SPEED, "slow", "slow"),
        (SPEED, "fast", "fast"),
        (COUNT, 3, 3),
        (COUNT, "7", 7),
        (COUNT, " 7 ", 7),
        (EVEN, 10, 10),
        (SIZES, "some", "some"),
        (SIZES, [1, 20, 1], [1, 20, 1]),
        (SIZES, (4, 5), [4, 5]),
        (SIZES, range(1, 4), [1, 2, 3]),
        (SIZES, ["4", 5], [4, 5]),
        (SIZES, "7", [7]),
        (SIZES, "1,2,3", [1, 2, 3]),
        (SIZES, "1, 2, 3", [1, 2, 3]),
    ],
)
def test_an_allowed_value_is_read_also_from_text(option: Option, value: object, expected: Value) -> None:
    assert option.check(value) == expected


@pytest.mark.parametrize(
    ("option", "value", "shown"),
    [
        (SPEED, "Fast", "'Fast'"),
        (SPEED, "", "''"),
        (SPEED, " fast", "' fast'"),
        (SPEED, 1, "'1'"),
        (SPEED, None, "'None'"),
        (SPEED, ["fast"], "\"['fast']\""),
        (SPEED, "x" * 61, "'" + "x" * 57 + "...'"),
        (SPEED, "it's\n", '"it\'s\\n"'),
    ],
)
def test_a_wrong_word_is_answered_with_option_value_and_allowed_words(
    option: Option, value: object, shown: str
) -> None:
    assert mistake_of(option, value) == f"option speed is {shown}; allowed: slow, fast"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (2, "'2'"),
        (8, "'8'"),
        (-3, "'-3'"),
        (5.0, "'5.0'"),
        (True, "'True'"),
        (None, "'None'"),
        ([5], "'[5]'"),
        ("five", "'five'"),
        ("", "''"),
        ("-5", "'-5'"),
        ("+5", "'+5'"),
        ("5.0", "'5.0'"),
        ("1_0", "'1_0'"),
        ("٥", "'٥'"),
        ("²", "'²'"),
        ("9" * 5000, "'" + "9" * 57 + "...'"),
    ],
)
def test_a_wrong_number_is_answered_with_option_value_and_allowed_range(value: object, shown: str) -> None:
    assert mistake_of(COUNT, value) == f"option count is {shown}; allowed: 3 to 7"


def test_a_bool_is_not_a_number() -> None:
    ones = Option("ones", range(2), 0, "One or none.")
    assert ones.check(1) == 1
    assert mistake_of(ones, True) == "option ones is 'True'; allowed: 0 to 1"
    assert mistake_of(ones, False) == "option ones is 'False'; allowed: 0 to 1"
    assert mistake_of(SIZES, [True]).startswith("option sizes is '[True]'; allowed: ")


def test_a_number_beside_the_steps_is_refused_with_the_steps() -> None:
    assert mistake_of(EVEN, 3) == "option even is '3'; allowed: 0 to 10 in steps of 2"


@pytest.mark.parametrize(
    "value",
    [[], "", ",", "1,,2", "1,2,", "1;2", [0], [21], "21", [1, 2.0], [[1]], [None], 5, {1, 2}, {1: 2}, None, b"\x01"],
)
def test_a_wrong_list_is_answered_with_what_a_list_may_hold(value: object) -> None:
    shown = repr(value if isinstance(value, str) else repr(value))
    assert mistake_of(SIZES, value) == (
        f"option sizes is {shown}; allowed: all, some, or a list of numbers from 1 to 20 such as 1,2,3"
    )


def test_a_list_is_copied_so_that_nobody_can_change_it_later() -> None:
    given = [1, 2]
    taken = SIZES.check(given)
    given.append(3)
    assert taken == [1, 2]


# All options together


def test_without_anything_given_every_option_has_its_default() -> None:
    assert settle(OPTIONS, PRESETS, {}) == {"speed": "slow", "count": 5, "sizes": "all"}


def test_a_preset_replaces_defaults_and_what_is_given_beside_it_replaces_the_preset() -> None:
    assert settle(OPTIONS, PRESETS, {"preset": "plain"}) == {"speed": "slow", "count": 5, "sizes": "all"}
    assert settle(OPTIONS, PRESETS, {"preset": "quick"}) == {"speed": "fast", "count": 7, "sizes": "all"}
    assert settle(OPTIONS, PRESETS, {"count": "3", "preset": "quick"}) == {"speed": "fast", "count": 3, "sizes": "all"}
    assert settle(OPTIONS, PRESETS, {"preset": "quick", "speed": "slow"})["speed"] == "slow"


@pytest.mark.parametrize("value", ["fastest", "", "Quick", None, 1, ["quick"]])
def test_an_unknown_preset_is_answered_with_the_known_ones(value: object) -> None:
    with pytest.raises(Mistake) as caught:
        settle(OPTIONS, PRESETS, {"preset": value})
    shown = repr(value if isinstance(value, str) else repr(value))
    assert str(caught.value) == f"option preset is {shown}; allowed: plain, quick"


@pytest.mark.parametrize(
    ("options", "presets", "message"),
    [
        (OPTIONS, PRESETS, "unknown option 'sped'; allowed: speed, count, sizes, preset"),
        (OPTIONS, {}, "unknown option 'sped'; allowed: speed, count, sizes"),
        ((), {}, "unknown option 'sped'; allowed: none"),
    ],
)
def test_an_unknown_option_is_answered_with_the_known_ones(
    options: tuple[Option, ...], presets: Mapping[str, Mapping[str, Value]], message: str
) -> None:
    with pytest.raises(Mistake) as caught:
        settle(options, presets, {"sped": "fast"})
    assert str(caught.value) == message


def test_preset_is_no_option_where_there_are_no_presets() -> None:
    with pytest.raises(Mistake, match=r"^unknown option 'preset'; allowed: speed, count, sizes$"):
        settle(OPTIONS, {}, {"preset": "quick"})


# The options of the games


@pytest.mark.parametrize(("game", "option"), ALL_OPTIONS)
def test_every_option_of_every_game_refuses_nonsense_in_a_sentence(game: str, option: Option) -> None:
    seats = GAMES[game].SEATS[0]
    message = settled_mistake(game, seats, {option.name: "nonsense"})
    assert message == f"option {option.name} is 'nonsense'; allowed: {option.allowed_text()}"


@pytest.mark.parametrize(("game", "option"), ALL_OPTIONS)
def test_every_option_of_every_game_allows_its_default_and_is_explained(game: str, option: Option) -> None:
    assert option.check(option.default) == option.default
    assert option.check(str(option.default)) == option.default
    assert option.meaning.endswith(".")


@pytest.mark.parametrize(
    ("game", "seats", "message"),
    [
        ("wizard", 2, "wizard is played by 3 to 6 seats, not 2"),
        ("wizard", 7, "wizard is played by 3 to 6 seats, not 7"),
        ("duel", 1, "duel is played by 2 seats, not 1"),
        ("duel", 3, "duel is played by 2 seats, not 3"),
        ("figgie", 3, "figgie is played by 4 to 5 seats, not 3"),
        ("figgie", 6, "figgie is played by 4 to 5 seats, not 6"),
    ],
)
def test_a_wrong_number_of_seats_is_answered_with_the_right_ones(game: str, seats: int, message: str) -> None:
    assert settled_mistake(game, seats, {}) == message


@given(st.integers(-3, 20) | st.integers(-3, 20).map(str))
@settings(deadline=None)
def test_a_number_is_accepted_exactly_if_it_is_in_the_range(value: int | str) -> None:
    if 3 <= int(value) <= 7:
        assert COUNT.check(value) == int(value)
    else:
        assert mistake_of(COUNT, value) == f"option count is {str(value)!r}; allowed: 3 to 7"


@given(st.lists(st.integers(-2, 23), max_size=5))
@settings(deadline=None)
def test_a_list_and_its_text_are_read_alike(value: list[int]) -> None:
    text = ",".join(str(number) for number in value)
    if value and all(1 <= number <= 20 for number in value):
        assert SIZES.check(value) == SIZES.check(text) == value
    else:
        assert mistake_of(SIZES, value).startswith(f"option sizes is {str(value)!r}; allowed: all, some, or a list")
        assert mistake_of(SIZES, text).startswith(f"option sizes is {text!r}; allowed: all, some, or a list")
