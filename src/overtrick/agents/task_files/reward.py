"""Let a bot play the tournament of its task, and write the reward as JSON: reward.py TOURNAMENT BOT FOLDER."""

import json
import math
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

BOT = "bot"


def overtrick(*words: str) -> "subprocess.CompletedProcess[str]":
    """Run a command of the arena."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "overtrick", *words], capture_output=True, text=True, check=False
    )


def reward_of(rows: list[dict[str, Any]]) -> dict[str, float]:
    """Return what the standings say of the bot: how likely it finishes ahead of an anchor, and its points."""
    mine = next(row for row in rows if row["name"] == BOT)
    others = [row["strength"] for row in rows if row["name"] != BOT and row["strength"] is not None]
    known = mine["strength"] is not None and others
    ahead = [1 / (1 + math.exp(other - mine["strength"])) for other in others] if known else [0.0]
    points = {name: mine[name] for name in ("worth", "worth_low", "worth_high") if mine[name] is not None}
    return {"reward": sum(ahead) / len(ahead), **points, "faults": mine["faults"], "matches": mine["matches"]}


def main(tournament: Path, bot: Path, folder: Path) -> int:
    """Write reward.json; return 0, or 1 if the arena is to blame that there is none."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        stated = Path(temporary, "tournament.toml")
        stated.write_text(tournament.read_text().replace("/app/bot", str(bot.resolve())))
        game = next(line.split('"')[1] for line in stated.read_text().splitlines() if line.startswith("game = "))
        played = overtrick("tournament", str(stated), "--store", str(Path(temporary, "played.db")), "--json")
        if played.returncode == 0:
            reward = reward_of(json.loads(played.stdout))
        else:
            checked = overtrick("check", str(bot), "--game", game)
            if checked.returncode == 0:  # the bot is sound, so it is us
                print(played.stderr, file=sys.stderr)
                return 1
            (folder / "reason.txt").write_text(checked.stdout + checked.stderr)
            reward = {"reward": 0.0}
        for kept in Path(temporary).glob("played.db"):
            shutil.copy(kept, folder)
    (folder / "reward.json").write_text(json.dumps(reward, indent=2) + "\n")
    print(json.dumps(reward))
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:4])))
