"""The arguments of tools: what is wrong with them is told in sentences as those of the commands."""

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from overtrick.core.mistake import Mistake

KINDS = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list of texts",
    "object": "values by name",
}
ENDS = {"minimum": "{} or more", "exclusiveMinimum": "above {}", "maximum": "{} at most", "minItems": "{} or more"}


def check_names(given: Mapping[str, Any], known: Mapping[str, Any]) -> None:
    """Raise Mistake if there is an argument that a tool does not have."""
    for name in given:
        if name not in known:
            near = get_close_matches(name, known, 1)
            meant = f" (did you mean {near[0]}?)" if near else ""
            raise Mistake(f"there is no argument {name[:40]!r}{meant}; allowed: {', '.join(known) or 'none'}")


def sentence_of(error: ValidationError, known: Mapping[str, Any]) -> str:
    """Return the first thing that is wrong with the arguments of a tool, and what is allowed."""
    first = error.errors()[0]
    name = str(first["loc"][0])
    given = "is missing" if first["type"] == "missing" else f"is {repr(first['input'])[:60]}"
    return f"{name} {given}; allowed: {allowed(known[name])}"


def allowed(schema: Mapping[str, Any]) -> str:
    """Return in words what the schema of an argument allows."""
    kind = next((one for one in schema.get("anyOf", ()) if one.get("type") != "null"), schema)
    ends = [words.format(schema[end]) for end, words in ENDS.items() if end in schema]
    return ", ".join([KINDS[kind["type"]], *ends])


def within(folder: Path, name: str, value: str) -> str:
    """Return an argument that names a file, or a player that ships, or raise Mistake: it must not lead elsewhere."""
    if "\0" in value or value.startswith("sqlite:") or not (folder / value).resolve().is_relative_to(folder):
        raise Mistake(f"{name} is {value[:80]!r}; allowed: a path that stays below the server's folder")
    return value
