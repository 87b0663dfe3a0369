"""Agents as public arenas know them, entered as docs/agents.md says."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "words",
    [
        "check examples/agents/figgie --game figgie -o model=turn",
        "check examples/agents/wizard --game wizard --seats 6 -o hook=on",
    ],
)
def test_an_agent_of_another_arena_plays_without_a_fault(words: str) -> None:
    assert f"overtrick {words}" in (ROOT / "docs/agents.md").read_text()
    done = subprocess.run([sys.executable, "-m", "overtrick", *words.split()], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert "without a fault" in done.stdout
