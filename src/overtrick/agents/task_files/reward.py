"""Let a bot play the tournament of its task, and write the reward as JSON: reward.py TOURNAMENT BOT FOLDER."""

import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

BOT = "bot"
TRIES = 3  # a tournament goes on where it was disturbed
GAMES = sorted(Path(__file__).parent.glob("games/*.py"))  # what the task plays, if it is no game of ours


def overtrick(*words: str) -> "subprocess.CompletedProcess[str]":
    """Run a command of the arena."""
    environment = os.environ | ({"OVERTRICK_GAMES": os.pathsep.join(map(str, GAMES))} if GAMES else {})
    command = [sys.executable, "-P", "-m", "overtrick", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


def reward_of(rows: list[dict[str, Any]]) -> dict[str, float]:
    """Return what the standings say of the bot: how likely it finishes ahead of an anchor, and its points."""
    mine = next(row for row in rows if row["name"] == BOT)
    others = [row["strength"] for row in rows if row["name"] != BOT and row["strength"] is not None]
    known = mine["strength"] is not None and others
    ahead = [1 / (1 + math.exp(other - mine["strength"])) for other in others] if known else [0.0]
    points = {name: mine[name] for name in ("worth", "worth_low", "worth_high") if mine[name] is not None}
    return {"reward": sum(ahead) / len(ahead), **points, "faults": mine["faults"], "matches": mine["matches"]}


def arena_fails(text: str, bot: str, folder: Path) -> str:
    """Return what goes wrong if an anchor takes the bot's place; nothing if that works."""
    anchor = next(name for entrant, name in tomllib.loads(text)["entrants"].items() if entrant != BOT)
    without = folder / "without.toml"
    without.write_text(re.sub(r"(?m)^blocks = .*", "blocks = 1", text.replace(json.dumps(bot), json.dumps(anchor))))
    played = overtrick("tournament", str(without), "--store", str(folder / "without.db"), "--json")
    return f"not even the anchors can play: {played.stderr}" if played.returncode else ""


def checked(text: str, bot: str) -> "subprocess.CompletedProcess[str]":
    """Check the bot at tables of the task."""
    stated = tomllib.loads(text)
    options = [word for name, value in stated["options"].items() for word in ("-o", f"{name}={value}")]
    return overtrick("check", bot, "--game", stated["game"], "--seats", str(stated["seats"]), *options)


def too_open() -> bool:
    """Return whether a bot could write its own reward: nothing keeps it from what is ours."""
    facts = {fact["what"]: fact["found"] for fact in json.loads(overtrick("doctor", "--json").stdout)}
    return facts["fence"] == "C" and os.geteuid() != 0  # root lends every bot another user


def main(tournament: Path, bot: Path, folder: Path) -> int:
    """Write reward.json; return 0, or 1 if the arena is to blame that there is none."""
    if too_open():
        print("no fence works here, so a bot could write its own reward; run this as root", file=sys.stderr)
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        stated, path = Path(temporary, "tournament.toml"), str(bot.resolve())
        text = tournament.read_text().replace('"/app/bot"', json.dumps(path))
        stated.write_text(text)
        for _ in range(TRIES):
            played = overtrick("tournament", str(stated), "--store", str(Path(temporary, "played.db")), "--json")
            if played.returncode == 0:
                break
        if played.returncode == 0:
            reward = reward_of(json.loads(played.stdout))
        else:
            told = checked(text, path)
            why = arena_fails(text, path, Path(temporary)) if told.returncode else "the bot is sound, but not rated"
            if why:
                print(f"{why}\n{played.stderr}", file=sys.stderr)
                return 1
            (folder / "reason.txt").write_text(told.stdout + told.stderr)
            reward = {"reward": 0.0}
        for kept in Path(temporary).glob("played.db"):
            shutil.copy(kept, folder)
    (folder / "reward.json").write_text(json.dumps(reward, indent=2) + "\n")
    print(json.dumps(reward))
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:4])))
