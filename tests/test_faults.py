"""Faults at every write: an error, a full disk or a kill in its middle loses nothing, repeats nothing, and is told."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.faults import CALLS, environment, laid_out

ROOT = Path(__file__).parents[1]
KINDS = {
    "write": "write",
    "pwrite64": "write",
    "writev": "write",
    "fsync": "sync",
    "fdatasync": "sync",
    "ftruncate": "truncate",
    "rename": "rename",
    "unlink": "unlink",
}
COUNT = """
import json, sys
from pathlib import Path
from tests.support.fault_scenarios import SCENARIOS
from tests.support.faults import CALLS, armed, control, run

if __name__ == "__main__":
    folder, block = Path(sys.argv[1]), control()
    (scenario,) = (one for one in SCENARIOS if one.name == sys.argv[2])
    with armed(block, folder):
        assert run(scenario, folder, folder.with_suffix(".out")).code == 0
    print(json.dumps(dict(zip(CALLS, block.calls))))
"""


def injected(*words: str) -> str:
    """Return the table of faults, all of which must be harmless."""
    command = [sys.executable, "-m", "scripts.faults", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def rows(table: str) -> dict[str, dict[str, int]]:
    """Return the numbers of a table."""
    head, _, *lines = (line for line in table.splitlines() if line.startswith("|"))
    names = [cell.strip() for cell in head.split("|")[2:-1]]
    found = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]
    return {name: dict(zip(names, map(int, numbers), strict=True)) for name, *numbers in found}


def test_secrets_survive_a_fault_at_any_write() -> None:
    found = rows(injected("--only", "vault", "--every", "43"))
    assert found.keys() == {"vault"} and found["vault"]["faults"] > 3 and found["vault"]["write"] > 20


@pytest.mark.long
def test_whatever_is_done_survives_a_fault_at_any_write() -> None:
    found = rows(injected("--every", "97"))
    assert found.keys() == {"records", "tournament", "round", "checks", "vault", "migration", "files"}
    assert all(row["faults"] > 1 for row in found.values())
    assert all(not row[name] for row in found.values() for name in ("lost", "twice", "different", "wrong"))


@pytest.mark.long
@pytest.mark.parametrize("name", ["records", "vault", "migration", "files"])
def test_no_change_of_a_file_is_missed_by_what_counts_them(name: str, tmp_path: Path) -> None:
    """strace sees all that the kernel is asked for, so it must see just as much."""
    from tests.support.fault_scenarios import SCENARIOS

    folder, script, log = tmp_path / name, tmp_path / "count.py", tmp_path / "calls"
    (scenario,) = (one for one in SCENARIOS if one.name == name)
    laid_out(scenario, folder)
    script.write_text(COUNT)
    trace = ["strace", "-f", "-y", "-qq", "-o", str(log), "-e", f"trace={','.join(KINDS)}"]
    words = [*trace, sys.executable, str(script), str(folder), name]
    given = {**environment(tmp_path), "PYTHONPATH": str(ROOT)}
    counted = json.loads(subprocess.run(words, env=given, capture_output=True, text=True, check=True).stdout)
    seen = dict.fromkeys(CALLS, 0)
    for line in log.read_text().splitlines():
        found = re.match(rf"\d+ +(\w+)\((?:\d+<|\"[^\"]*\", \"|\"){re.escape(str(folder))}/", line)
        if found:
            seen[KINDS[found[1]]] += 1
    assert seen["write"] > 20
    assert {name: counted[name] for name in set(KINDS.values())} == {name: seen[name] for name in set(KINDS.values())}
