"""Options: the variants of a game, checked at once, with a sentence for every mistake."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from overtrick.core.mistake import Mistake

Value = str | int | list[int]


@dataclass(frozen=True)
class Option:
    """One variant of a game: its allowed values, its default, and what it means."""

    name: str
    allowed: tuple[str, ...] | range
    default: str | int
    meaning: str
    lists: range | None = None  # a list of such whole numbers is allowed too
    only: tuple[str, str] | None = None  # an option before this one, and the value with which alone there is this one

    def allowed_text(self) -> str:
        """Return the allowed values as people write them."""
        if isinstance(self.allowed, range):
            step = self.allowed.step
            span = f"{self.allowed[0]} to {self.allowed[-1]}"
            return f"{span} in steps of {step}" if step > 1 else span
        text = ", ".join(self.allowed)
        if self.lists is not None:
            text += f", or a list of numbers from {self.lists[0]} to {self.lists[-1]} such as 1,2,3"
        return text

    def check(self, given: object) -> Value:
        """Return the value, read from text if need be, or raise Mistake with a sentence."""
        value = self._read(given)
        if value is None:
            raise Mistake(f"option {self.name} is {_shown(given)}; allowed: {self.allowed_text()}")
        return value

    def _read(self, given: object) -> Value | None:
        if isinstance(self.allowed, range):
            number = _whole(given)
            return number if number is not None and number in self.allowed else None
        if isinstance(given, str) and given in self.allowed:
            return given
        return self._read_list(given)

    def _read_list(self, given: object) -> Value | None:
        if self.lists is None:
            return None
        parts = given.split(",") if isinstance(given, str) else given
        if not isinstance(parts, list | tuple | range) or not parts:
            return None
        numbers = [number for part in parts if (number := _whole(part)) is not None and number in self.lists]
        return numbers if len(numbers) == len(parts) else None


def settle(
    options: Sequence[Option],
    presets: Mapping[str, Mapping[str, Value]],
    given: Mapping[str, object],
) -> dict[str, Value]:
    """Return a value for every option that there is: what is given, else what the preset says, else the default."""
    named = {option.name: option for option in options}
    known = [*named, *(["preset"] if presets else [])]
    for name in given:
        if name not in known:
            raise Mistake(f"unknown option {_shown(name)}; allowed: {', '.join(known) or 'none'}")
    preset: Mapping[str, Value] = {}
    if "preset" in given:
        chosen = Option("preset", tuple(presets), "", "").check(given["preset"])
        preset = presets[str(chosen)]
    values: dict[str, Value] = {}
    for name, option in named.items():
        if option.only and values.get(option.only[0]) != option.only[1]:
            if name in given and option.check(given[name]) is not None:
                raise Mistake(f"option {name} is given; allowed: only with {option.only[0]}={option.only[1]}")
        elif name in given:
            values[name] = option.check(given[name])
        else:
            values[name] = preset.get(name, option.default)
    return values


def option_text(value: object) -> str:
    """Return the value of an option as a command line takes it."""
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _whole(given: object) -> int | None:
    """Return a whole number, also when it came as text; a bool is none."""
    if isinstance(given, str) and given.isascii() and given.strip().isdigit():
        return int(given) if len(given) < 20 else None  # Python objects to thousands of digits
    if isinstance(given, int) and not isinstance(given, bool):
        return given
    return None


def _shown(given: object) -> str:
    """Return a value as an error message quotes it."""
    text = given if isinstance(given, str) else repr(given)
    return repr(text if len(text) <= 60 else text[:57] + "...")
