"""The docs about competitions say what the program does: keys, flags, commands and the unit for systemd."""

import re
from configparser import ConfigParser
from pathlib import Path

import pytest

from overtrick.arena.competitions.competition import Release, RoundDetails
from overtrick.arena.competitions.competition_file import (
    KEYS,
    MOST_BLOCKS,
    MOST_FINAL_BLOCKS,
    ROUND_KEYS,
    parse_competition,
)
from overtrick.arena.submissions.submission import State
from overtrick.commands.main import cli

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
EXAMPLE_DAY = 1_920_000_000  # before the dates of the example


def page(name: str) -> str:
    return (DOCS / name).read_text()


def test_the_competition_of_the_docs_is_one() -> None:
    (text,) = re.findall(r"^```toml\n(.*?)^```", page("organising.md"), re.MULTILINE | re.DOTALL)
    stated = parse_competition(text, "spring.toml", EXAMPLE_DAY)
    assert (stated.slug, len(stated.rounds)) == ("spring-cup", 2)
    first, second = stated.rounds
    assert first.closes - first.opens == 7 * 24 * 3600
    assert (first.details.blocks, first.details.final_blocks) == (20, 200)
    assert second.details.options == {"ranks": 8, "stock": 8}
    assert second.details.release is Release.STAGED


def test_every_key_of_a_competition_is_explained() -> None:
    text = page("organising.md")
    for key in {*KEYS, *ROUND_KEYS} - {"rounds", "options", "limits"}:
        assert f"`{key}`" in text, key
    assert f"1 to {MOST_BLOCKS} sets" in text
    assert f"1 to {MOST_FINAL_BLOCKS} sets" in text
    for name in ("blocks", "final_blocks", "uploads_a_day"):
        assert re.search(rf"^\| `{name}` \|.*\| {getattr(RoundDetails, name)} \|$", text, re.MULTILINE), name


def test_every_state_of_a_submission_is_explained() -> None:
    for state in State:
        assert re.search(rf"^\| {state} \|", page("entering.md"), re.MULTILINE), state


def test_the_commands_and_flags_of_the_docs_are_there() -> None:
    for name in ("operations.md", "entering.md", "organising.md"):
        text = page(name)
        for command in set(re.findall(r"\bovertrick ([a-z]+)", text)) - {"doctor"}:
            assert command in cli.commands, f"{name}: overtrick {command}"
    commands = [cli.commands[name] for name in ("serve", "worker", "thin")]
    flags = {flag for command in commands for option in command.params for flag in option.opts}
    for flag in set(re.findall(r"`(--[a-z-]+)", page("operations.md"))) - {"--security-opt", "--upgrade"}:
        assert flag in flags, flag


@pytest.mark.parametrize(("name", "command"), [("overtrick", "serve"), ("overtrick-checks", "worker")])
def test_a_unit_starts_its_command_and_leaves_the_fence_what_it_needs(name: str, command: str) -> None:
    unit = ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string((ROOT / f"examples/site/{name}.service").read_text().replace("\\\n", ""))
    service = unit["Service"]
    flags = re.findall(r"--[a-z-]+", service["ExecStart"])
    known = {flag for option in cli.commands[command].params for flag in option.opts}
    assert flags
    assert set(flags) <= known
    assert not {"RestrictNamespaces", "PrivateUsers", "SystemCallFilter", "MemoryDenyWriteExecute"} & set(service)
