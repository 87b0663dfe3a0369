"""Break the bot, each time in another way, and read on the next time why it was refused."""

import json
from pathlib import Path

WAYS = (
    "def choose(view)\n    return view.legal[0]\n",  # not Python
    "def choose(view):\n    return 'S99'\n",  # not a card
    "def choose(view):\n    while True:\n        pass\n",  # never an answer
)

last = json.loads(Path("league/last.json").read_text())
if last["outcome"] == "refused":
    print(f"last time: {last['why'].splitlines()[0]}")
Path("main.py").write_text(WAYS[(last["generation"]) % len(WAYS)])
