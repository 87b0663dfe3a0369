"""The web process cannot read the vault: really tried, in a process that has given it up and in one that it starts."""

import json
import subprocess
import sys
import threading
from pathlib import Path

import landlockpy
import pytest

from overtrick.arena.worker.vault import Vault
from overtrick.core.landlock import beside, keep_out, keep_to
from tests.support.running_site import running_site

needs_kernel = pytest.mark.skipif(not landlockpy.supported(), reason="this kernel has no Landlock")

TRY = """
import json, os, subprocess, sys
from pathlib import Path
from overtrick.core.landlock import keep_out

vault, other = Path(sys.argv[1]), Path(sys.argv[2])
secret = next(vault.iterdir())
assert secret.read_bytes(), "before, it can be read"

def memory():
    # The first bytes of what the parent has on its heap.
    try:
        with open(f"/proc/{os.getppid()}/maps") as maps:
            start = next(int(line.split("-")[0], 16) for line in maps if "[heap]" in line)
        handle = os.open(f"/proc/{os.getppid()}/mem", os.O_RDONLY)
        return len(os.pread(handle, 8, start)) == 8
    except OSError:
        return False

assert memory(), "before, that can be read as well"
why = keep_out(vault)
(other.parent / "link").symlink_to(secret)

def reads(path):
    try:
        Path(path).read_bytes()
        return True
    except OSError:
        return False

def taken(take):
    # Bring the secret into a folder that can be read, and read it there.
    try:
        take(secret, other.parent / "taken")
    except OSError:
        return False
    return reads(other.parent / "taken")

told = {
    "why": why,
    "directly": reads(secret),
    "by its process": reads(f"/proc/self/root{secret}"),
    "by the parent": reads(f"/proc/{os.getppid()}/root{secret}"),
    "by a link": reads(other.parent / "link"),
    "by a hard link": taken(os.link),
    "by moving it": taken(os.rename),
    "by a child": subprocess.run(["cat", str(secret)], capture_output=True).returncode == 0,
    "in the memory of who knows it": memory(),
    "other": reads(other),
    "kernel": reads("/proc/self/status"),
}
elsewhere = vault.with_name("elsewhere")
os.rename(vault, elsewhere)
told["in a folder of another name"] = reads(elsewhere / secret.name)
print(json.dumps(told))
"""


@needs_kernel
def test_no_way_leads_to_the_secrets_and_all_else_can_be_read(tmp_path: Path) -> None:
    vault = Vault(tmp_path / "state" / "vault")
    vault.keep(bytes(range(32)))
    other = tmp_path / "site" / "store.db"
    other.parent.mkdir()
    other.write_text("records")
    done = subprocess.run(
        [sys.executable, "-c", TRY, str(vault.folder), str(other)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told.pop("why") == ""
    assert told.pop("other") and told.pop("kernel"), "all else can be read as before"
    assert not any(told.values()), told


def test_what_stands_beside_the_way_is_all_but_the_way(tmp_path: Path) -> None:
    vault = tmp_path / "state" / "vault"
    vault.mkdir(parents=True)
    (tmp_path / "state" / "note").write_text("")
    (tmp_path / "data").mkdir()
    found = set(beside(vault))
    assert {tmp_path / "state" / "note", tmp_path / "data", Path("/usr")} <= found
    assert not any(path == vault or path in vault.parents for path in found)


def test_without_landlock_the_reason_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class NoLandlock:
        def __init__(self, **given: object) -> None:
            raise OSError(38, "Function not implemented")

    monkeypatch.setattr(landlockpy, "Ruleset", NoLandlock)
    assert "this kernel has no Landlock" in keep_out(tmp_path)
    monkeypatch.setitem(sys.modules, "landlockpy", None)
    assert keep_out(tmp_path) == "landlockpy is not installed"


def test_what_other_threads_would_keep_is_not_given_up_and_the_reason_is_told() -> None:
    over = threading.Event()
    thread = threading.Thread(target=over.wait)
    thread.start()
    try:
        assert keep_to([], 1) == "it has threads already, which would keep their rights"
    finally:
        over.set()
        thread.join()
    assert Path(__file__).read_text()


@needs_kernel
def test_a_site_that_is_up_has_given_it_up(tmp_path: Path) -> None:
    with running_site(tmp_path / "site.db") as site:
        status = Path(f"/proc/{site.process.pid}/status").read_text()
        assert "NoNewPrivs:\t1" in status, "restricting oneself begins with this"
        children = Path(f"/proc/{site.process.pid}/task/{site.process.pid}/children").read_text().split()
        assert children
        for child in children:
            assert "NoNewPrivs:\t1" in Path(f"/proc/{child}/status").read_text()
        assert (tmp_path / "vault").is_dir()
