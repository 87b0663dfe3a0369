"""What is handed from one part to another is a value: nobody who gets it can change it under the others."""

from dataclasses import is_dataclass
from importlib import import_module

import pytest

MODULES = (
    "arena.boards.board",
    "arena.competitions.competition",
    "arena.visible",
    "match.record",
    "tournament.plan.designs",
    "tournament.plan.knock_out",
    "tournament.plan.sequential",
    "tournament.plan.stage",
    "tournament.plan.tables",
    "tournament.rating.blocks",
    "tournament.rating.ratings",
    "tournament.stated.tournament",
)


@pytest.mark.parametrize("name", MODULES)
def test_nobody_can_change_a_value(name: str) -> None:
    module = import_module(f"overtrick.{name}")
    values = [
        thing for thing in vars(module).values() if isinstance(thing, type) and thing.__module__ == module.__name__
    ]
    frozen = {one.__name__: vars(one)["__dataclass_params__"].frozen for one in values if is_dataclass(one)}
    assert frozen and all(frozen.values()), frozen
