"""Print what the worker is granted in examples/site/compose.yaml, as Podman's own flags."""

from pathlib import Path

import yaml

COMPOSE = Path(__file__).parents[1] / "examples" / "site" / "compose.yaml"


def grants(text: str) -> list[str]:
    """Return the flags for what the service ``worker`` may do beyond the usual."""
    worker = yaml.safe_load(text)["services"]["worker"]
    flags = [f"--security-opt {one}" for one in worker["security_opt"]]
    flags += [f"--cap-add {one}" for one in worker.get("cap_add", ())]
    return flags + [f"--tmpfs {one}" for one in worker["tmpfs"]]


if __name__ == "__main__":
    print(" ".join(grants(COMPOSE.read_text(encoding="utf-8"))))
