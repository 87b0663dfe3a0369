"""Limits on the command line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.bots.fence.limits import KEYS, Limits, limits_text, parse_limits
from overtrick.core.mistake import Mistake


def test_nothing_said_means_the_defaults() -> None:
    assert parse_limits("") == Limits()


def test_units_are_understood() -> None:
    limits = parse_limits("cpu=500ms,memory=256MB,bank=1s, reply=4kB")
    assert (limits.cpu_ms, limits.memory_mb, limits.bank_ms, limits.reply_bytes) == (500, 256, 1000, 4000)
    assert parse_limits("memory=2GB").memory_mb == 2048


def test_limits_change_others() -> None:
    assert parse_limits("cpu=2s", Limits(processes=3)) == Limits(cpu_ms=2000, processes=3)


@pytest.mark.parametrize(
    "text",
    ["speed=1", "cpu", "cpu=", "cpu=1", "cpu=fast", "cpu=-1s", "cpu=0ms", "cpu=1h", "cpu=1_0ms", "memory=1MB",
     "cpu=٣s", "files=1e3", "cpu=9999999s", "=1", "cpu=1s=2", "memory=512mb"],
)  # fmt: skip
def test_a_mistake_names_the_key_and_the_value_and_what_is_allowed(text: str) -> None:
    with pytest.raises(Mistake) as mistake:
        parse_limits(text)
    key, _, value = text.partition("=")
    assert key in str(mistake.value) and value in str(mistake.value)
    assert "allowed is" in str(mistake.value) or "the limits are" in str(mistake.value)
    assert "\n" not in str(mistake.value)


def test_a_limit_given_twice_is_a_mistake() -> None:
    with pytest.raises(Mistake, match="twice"):
        parse_limits("cpu=1s,cpu=2s")


@given(st.fixed_dictionaries({}, optional={key: st.integers(row[2], row[3]) for key, row in KEYS.items()}))
def test_text_and_limits_are_mirrors(values: dict[str, int]) -> None:
    text = ",".join(f"{key}={value}{next(iter(KEYS[key][1]))}" for key, value in values.items())
    limits = parse_limits(text)
    assert parse_limits(limits_text(limits)) == limits


@given(st.text(max_size=30))
def test_any_text_gives_limits_or_a_mistake(text: str) -> None:
    try:
        assert isinstance(parse_limits(text), Limits)
    except Mistake as mistake:
        assert str(mistake)
