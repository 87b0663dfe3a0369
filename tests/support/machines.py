"""Rule machines: how long they run in each of the two runs of the tests, and stores that cost no migration."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from overtrick.tournament.records.store import open_store

PHASES = (Phase.explicit, Phase.generate, Phase.shrink)  # to explain as well takes minutes


def lengths(examples: int) -> pytest.MarkDecorator:
    """Run a test with so many examples, always the same ones, and where there is time with many more."""
    short = _settings(examples, stateful_step_count=30, derandomize=True)
    long = _settings(20 * examples, stateful_step_count=50)
    return pytest.mark.parametrize(
        "length", [pytest.param(short, id="short"), pytest.param(long, id="long", marks=pytest.mark.long)]
    )


def _settings(examples: int, **more: Any) -> settings:
    return settings(
        max_examples=examples,
        deadline=None,
        database=None,
        suppress_health_check=[*HealthCheck],
        phases=PHASES,
        **more,
    )


def run_machine(machine: type[RuleBasedStateMachine], length: settings) -> None:
    """Run a machine for some examples."""
    run_state_machine_as_test(machine, settings=length)


@cache
def _empty_store() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "empty.db"
        open_store(path).close()
        return path.read_bytes()


def new_store(folder: Path) -> Path:
    """Return a store in a folder, copied from an empty one, as to make one takes a while."""
    path = folder / "store.db"
    path.write_bytes(_empty_store())
    return path
