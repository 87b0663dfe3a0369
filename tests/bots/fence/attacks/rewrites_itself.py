"""Changes its own file for the next turn, or leaves a compiled one."""

import sys

if sys.stdin.readline() == "honest\n":
    print("fine")
    sys.exit()

from pathlib import Path

own = Path(__file__)
for attempt in (
    lambda: own.write_text("print('changed')"),
    lambda: own.unlink(),
    lambda: own.with_name("sitecustomize.py").write_text("print('changed')"),
    lambda: Path(sys.prefix, "lib", "sitecustomize.py").write_text("print('changed')"),
):
    try:
        attempt()
        print("DONE")
    except OSError:
        print("refused")
