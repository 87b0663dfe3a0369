"""The files with which a site is run elsewhere say what is true: the unit of systemd, the container and its parts."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from scripts.container_grants import COMPOSE, grants

from overtrick.commands.main import cli

SITE = COMPOSE.parent


@pytest.mark.parametrize("name", [path.name for path in sorted(SITE.glob("*.service"))])
def test_systemd_finds_nothing_wrong_with_a_unit(tmp_path: Path, name: str) -> None:
    assert shutil.which("systemd-analyze"), "scripts/system-packages installs systemd"
    unit = (SITE / name).read_text()
    here = unit.replace("/opt/overtrick/bin/overtrick", sys.executable).replace("User=overtrick", "User=daemon")
    (tmp_path / name).write_text(here.replace("Group=overtrick", "Group=daemon"))
    words = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", str(tmp_path / name)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    about = [line for line in done.stderr.splitlines() if "overtrick" in line]
    assert (done.returncode, about) == (0, []), done.stderr


def test_the_commands_of_the_parts_are_commands_of_ours() -> None:
    services = yaml.safe_load(COMPOSE.read_text())["services"]
    for name, command in (("site", "serve"), ("worker", "worker")):
        first, *words = services[name]["command"].split()
        assert first == command
        known = {flag for parameter in cli.commands[command].params for flag in parameter.opts}
        assert {word for word in words if word.startswith("--")} <= known
    assert "--no-worker" in services["site"]["command"]


def test_only_the_worker_is_granted_more_and_no_capability() -> None:
    services = yaml.safe_load(COMPOSE.read_text())["services"]
    assert [name for name, one in services.items() if "security_opt" in one] == ["worker"]
    assert not any("cap_add" in one or one.get("privileged") for one in services.values())
    assert grants(COMPOSE.read_text()) == [
        "--security-opt seccomp=unconfined",
        "--security-opt apparmor=unconfined",
        "--security-opt unmask=ALL",
        "--tmpfs /tmp:exec,size=1g,mode=1777",
    ]


def test_the_user_of_the_image_is_the_one_who_may_read_the_password() -> None:
    user = re.search(r"--uid (\d+)", (SITE / "Containerfile").read_text())
    assert user
    services = yaml.safe_load(COMPOSE.read_text())["services"]
    for name in ("site", "worker"):
        assert services[name]["secrets"] == [{"source": "pgpass", "uid": user[1], "mode": 0o400}]
