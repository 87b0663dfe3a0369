"""What a bot that sleeps costs a worker, and whether a busy machine harms one that works.

python -m benchmarks.waiting_bench
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from overtrick.bots.builtin import sparring_partner
from overtrick.bots.fence.fence import PYTHON, Fence, Limits, Program, probe
from overtrick.bots.find import find
from overtrick.match.play import play
from overtrick.match.record import new_match

SLEEPERS = {"sleeps for ever": 3600.0, "sleeps 0.99 s in every turn": 0.99}
SLEEPER = "import time\ndef choose(view):\n    time.sleep({})\n    return view.legal[0]\n"
WORKER = "import time\nwhile time.process_time() < 0.8: pass\nprint(7)\n"
OTHERS, TURNS = 6, 20


def match_s(folder: Path, sleep_s: float) -> tuple[float, int]:
    """Return how long a match of Wizard with one sleeper takes, and how many faults it commits."""
    bot = folder / "bot.py"
    bot.write_text(SLEEPER.format(sleep_s))
    players = [str(bot), *[sparring_partner("wizard")] * 3]
    bots = [find(name, "wizard", limits=Limits())() for name in players]
    began_s = time.monotonic()
    record = play(new_match("wizard", players, {}, bytes(32)), bots)
    return time.monotonic() - began_s, len(record.faults)


def crowded(folder: Path) -> tuple[int, float]:
    """Return how many turns of 0.8 s of CPU ran out of time on a crowded core, and how long one lasted on average."""
    (folder / "work.py").write_text(WORKER)
    core = max(os.sched_getaffinity(0))
    spin = (sys.executable, "-c", f"import os\nos.sched_setaffinity(0, [{core}])\nwhile True: pass")
    others = [subprocess.Popen(spin, start_new_session=True) for _ in range(OTHERS)]
    try:
        with Fence(Program(folder, (PYTHON, "work.py")), Limits(bank_ms=0), core=core) as fence:
            turns = [fence.turn(b"") for _ in range(TURNS)]
    finally:
        for other in others:
            other.kill()
            other.wait()
    return sum(turn.stdout != b"7\n" for turn in turns), sum(turn.wall_s for turn in turns) / TURNS


if __name__ == "__main__":
    print(f"fence level {probe()}")
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        for what, sleep_s in SLEEPERS.items():
            lasted_s, faults = match_s(Path(name), sleep_s)
            print(f"a match of Wizard with one that {what}: {lasted_s:.1f} s, {faults} faults")
        late, mean_s = crowded(Path(name))
        print(f"0.8 s of CPU on a core with {OTHERS} others: {mean_s:.1f} s on the clock, {late} of {TURNS} too late")
