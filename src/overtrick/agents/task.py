"""Tasks: a folder in the form that harnesses for coding agents run, in which the reward is a bot's rating."""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import distribution
from itertools import cycle, islice
from pathlib import Path
from string import Template
from urllib.parse import unquote, urlsplit

from overtrick import __version__
from overtrick.bots.builtin import full_name, is_named, levels_of, maker, names, sparring_partner
from overtrick.bots.new import new_bot
from overtrick.core.mistake import Mistake
from overtrick.games import find_game
from overtrick.games.contract import check_seats, settled, usual_seats
from overtrick.games.face import title_of
from overtrick.games.rules_text import rules_text
from overtrick.manual.sources import pages

FILES = Path(__file__).parent / "task_files"
PLACES = {  # of each file in the folder of a task
    "task.toml": "task.toml",
    "instruction.md": "instruction.md",
    "Dockerfile": "environment/Dockerfile",
    "test.sh": "tests/test.sh",
    "reward.py": "tests/reward.py",
    "solve.sh": "solution/solve.sh",
}
AS_IT_IS = ("test.sh", "reward.py", "solve.sh")
BOT = "bot"
MOST_LEVELS = 3
MATCH_S = 10  # generous, for the time limit of the verifier


@dataclass(frozen=True)
class Task:
    """What an agent is asked to do: a bot for a game, and whom it shall beat."""

    game: str
    anchors: Sequence[str] = ()
    seats: int | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    blocks: int = 20
    lang: str = "python"
    package: str | None = None  # what to install: a requirement or a wheel; what runs here if nobody says


def write_task(task: Task, folder: Path) -> list[Path]:
    """Write a task into a folder that is new or empty; return its files."""
    game = find_game(task.game)
    seats = usual_seats(game) if task.seats is None else task.seats
    check_seats(game, seats)
    settled(game, seats, task.options)
    if task.blocks < 1:
        raise Mistake(f"blocks is {task.blocks}; allowed: 1 or more")
    anchors = [checked(name, game.NAME) for name in task.anchors] or usual_anchors(game.NAME)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Mistake(f"{folder} is there already; allowed: a folder that is new or empty")
    for place in ("environment/bot", "solution/bot"):  # also says if there is no starter in that language
        new_bot(game.NAME, task.lang, folder / place)
    words = said(task, game.NAME, title_of(game), seats, anchors)
    for name, place in PLACES.items():
        text = (FILES / name).read_text(encoding="utf-8")
        written(folder / place, text if name in AS_IT_IS else Template(text).substitute(words))
    for program in ("tests/test.sh", "solution/solve.sh"):
        (folder / program).chmod(0o755)
    written(folder / "tests/tournament.toml", tournament_text(task, game.NAME, seats, anchors))
    manual = pages(None)
    written(folder / "environment/docs/rules.md", rules_text(game.NAME))
    written(folder / "environment/docs/protocol.md", manual["protocol"].text)
    bots = [manual[page].text for page in ("bots/README", f"bots/{game.NAME}") if page in manual]
    written(folder / "environment/docs/bots.md", "\n\n".join(bots))
    (folder / "environment/package").mkdir(exist_ok=True)
    return sorted(path for path in folder.rglob("*") if path.is_file())


def checked(name: str, game: str) -> str:
    """Return the full name of an anchor, a player that we ship, or raise Mistake."""
    if not is_named(name, game) or maker(name, game) is None:
        raise Mistake(f"the anchor is {name[:60]!r}; allowed: a player that ships, one of {', '.join(names(game))}")
    full, setting = full_name(name, game)
    return f"{full}@{setting}" if setting else full


def usual_anchors(game: str) -> list[str]:
    """Return whom a bot shall beat if nobody says: the lower levels, or whom bots are checked against."""
    levels = [f"{game}:{level}" for level in levels_of(game)][:MOST_LEVELS]
    return levels or [sparring_partner(game), f"{game}:random"]


def said(task: Task, game: str, title: str, seats: int, anchors: Sequence[str]) -> dict[str, object]:
    """Return the words that a task fills into its files."""
    flags = "".join(f" -o {name}={value}" for name, value in task.options.items())
    return {
        "game": game,
        "title": title,
        "seats": seats,
        "blocks": task.blocks,
        "version": __version__,
        "anchors": ", ".join(anchors),
        "anchor_lines": "\n".join(f"- `{anchor}`" for anchor in anchors),
        "others": " ".join(islice(cycle(anchors), seats - 1)),
        "flags": flags,
        "options": f"; this task plays with{flags.replace(' -o ', ' ')}" if flags else "",
        "verifier_s": float(600 + MATCH_S * task.blocks * seats * len(anchors)),
        "requirement": requirement(task.package),
    }


def requirement(package: str | None) -> str:
    """Return what pip shall install in the environment: extras with the package that is named, or that lies there."""
    extras = "[search,tournament]"
    if package is None and checkout() is None:
        return f"'overtrick{extras}=={__version__}'"
    if package is None or package.endswith(".whl"):
        return f'"$(ls /opt/package/*.whl){extras}"'
    return f"'{package}'"


def tournament_text(task: Task, game: str, seats: int, anchors: Sequence[str]) -> str:
    """Return the tournament in which a bot meets its anchors: every table has the bot."""
    pool = list(islice(cycle(anchors), max(len(anchors), seats - 1)))
    lines = [
        f"name = {json.dumps(f'{game} task')}",
        f'game = "{game}"',
        f"seats = {seats}",
        'format = "gauntlet"',
        f'candidate = "{BOT}"',
        f"blocks = {task.blocks}",
        "",
        "[entrants]",
        f'{BOT} = "/app/bot"',
        *(
            f'"{number} {anchor.replace(":", " ").replace("@", " ")}" = "{anchor}"'
            for number, anchor in enumerate(pool, 1)
        ),
        "",
        "[options]",
        *(f"{name} = {json.dumps(value)}" for name, value in task.options.items()),
    ]
    return "\n".join(lines) + "\n"


def checkout() -> Path | None:
    """Return the checkout that this program runs from, or None if it was installed."""
    found = distribution("overtrick").read_text("direct_url.json")
    address = json.loads(found)["url"] if found else ""
    folder = Path(unquote(urlsplit(address).path))
    return folder if address.startswith("file:") and (folder / "pyproject.toml").is_file() else None


def add_package(task: Task, folder: Path) -> Path | None:
    """Put the wheel that the environment installs into a task; None where it comes from an index."""
    to = folder / "environment/package"
    if task.package is not None and not task.package.endswith(".whl"):
        return None
    source = task.package or checkout()
    if source is None:
        return None
    if task.package is not None and not Path(task.package).is_file():
        raise Mistake(f"package is {task.package[:80]!r}; allowed: a wheel that is there, or a requirement for pip")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
    done = subprocess.run([*command, "--wheel-dir", to, source], capture_output=True, text=True, check=False)
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["pip said nothing"])[-1]
        raise Mistake(f"a wheel of overtrick cannot be built: {reason}; --package names one, or a requirement")
    return next(to.glob("*.whl"))


def written(path: Path, text: str) -> None:
    """Write a text file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
