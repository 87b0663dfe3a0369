"""Tasks: a folder in the form that harnesses for coding agents run, in which the reward is a bot's rating."""

import inspect
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.metadata import distribution
from itertools import cycle, islice
from pathlib import Path
from string import Template
from types import ModuleType
from typing import cast
from urllib.parse import unquote, urlsplit

import overtrick
from overtrick import __version__
from overtrick.bots.builtin import full_name, is_named, levels_of, maker, names, sparring_partner
from overtrick.bots.fence.limits import Limits
from overtrick.bots.find import find
from overtrick.bots.new import new_bot
from overtrick.core.mistake import Mistake
from overtrick.games import find_game
from overtrick.games.contract import Game, check_seats, settled, usual_seats
from overtrick.games.face import title_of
from overtrick.games.outside import named, with_rules
from overtrick.games.rules_text import rules_text
from overtrick.manual.sources import pages
from overtrick.match.play import play
from overtrick.match.record import new_match
from overtrick.tournament.plan.tables import gauntlet

PACKAGE = Path(overtrick.__file__).parent
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
SLACK_S = 600  # for the verifier, beyond what the bot may think


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
    games = outside_files(game, task.package)
    table = replace(task, game=game.NAME, anchors=anchors, seats=seats)
    words = said(table, title_of(game), [path.name for path in games])
    for name, place in PLACES.items():
        text = (FILES / name).read_text(encoding="utf-8")
        written(folder / place, text if name in AS_IT_IS else Template(text).substitute(words))
    for program in ("tests/test.sh", "solution/solve.sh"):
        (folder / program).chmod(0o755)
    written(folder / "tests/tournament.toml", tournament_text(table))
    for path in games:
        for place in ("environment/games", "tests/games"):  # the tests have one of their own, which nobody could change
            written(folder / place / path.name, path.read_text(encoding="utf-8"))
    manual = pages(None)
    written(folder / "environment/docs/rules.md", rules_text(game.NAME))
    written(folder / "environment/docs/protocol.md", manual["protocol"].text)
    bots = [manual[page].text for page in ("bots/README", f"bots/{game.NAME}") if page in manual]
    written(folder / "environment/docs/bots.md", "\n\n".join(bots))
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


def said(task: Task, title: str, games: Sequence[str]) -> dict[str, object]:
    """Return the words that a task, whose anchors and seats are known, fills into its files."""
    flags = "".join(f" -o {name}={value}" for name, value in task.options.items())
    assert task.seats is not None
    wheel = uses_wheel(task.package)
    own = "".join(f"/opt/games/{name}" for name in games if name.endswith(".py"))
    return {
        "game": task.game,
        "title": title,
        "seats": task.seats,
        "blocks": task.blocks,
        "version": __version__,
        "anchors": ", ".join(task.anchors),
        "anchor_lines": "\n".join(f"- `{anchor}`" for anchor in task.anchors),
        "others": " ".join(islice(cycle(task.anchors), task.seats - 1)),
        "flags": flags,
        "options": f"; this task plays with{flags.replace(' -o ', ' ')}" if flags else "",
        "verifier_s": float(SLACK_S + matches(task) * thinking_s(task)),
        "requirement": requirement(task.package),
        "package_lines": "COPY package/ /opt/package/\n" if wheel else "",
        "game_lines": f"COPY games/ /opt/games/\nENV OVERTRICK_GAMES={own}\n" if own else "",
    }


def matches(task: Task) -> int:
    """Return how many matches the bot plays."""
    assert task.seats is not None
    return len(gauntlet(1 + len(pool_of(task)), 0, task.seats)) * task.blocks * task.seats


def thinking_s(task: Task) -> int:
    """Return how long a bot may think in a match, as long as one that was played at random."""
    assert task.seats is not None
    name, limits = f"{task.game}:random", Limits()
    match = new_match(task.game, [name] * task.seats, task.options, bytes(32))
    record = play(match, [find(name, task.game)() for _ in range(task.seats)])
    decisions = Counter(seat for deal in record.deals for seat, _ in deal.actions)
    return (limits.start_ms + limits.bank_ms + limits.cpu_ms * max(decisions.values())) // 1000


def uses_wheel(package: str | None) -> bool:
    """Return whether the environment installs a wheel that lies in the task."""
    return package.endswith(".whl") if package else checkout() is not None


def outside_files(game: Game, package: str | None) -> list[Path]:
    """Return the files of a game that is not ours; one that a package offers must come with that."""
    path = Path(inspect.getfile(cast(ModuleType, game)))
    if path.resolve() in named():
        return with_rules(path)
    if package is None and not path.is_relative_to(PACKAGE):
        raise Mistake(f"{game.NAME} is a game of an installed package; allowed: --package with what brings it")
    return []


def requirement(package: str | None) -> str:
    """Return what pip shall install in the environment: extras with the package that is named, or that lies there."""
    extras = "[search,tournament]"
    if uses_wheel(package):
        return f'"$(ls /opt/package/*.whl){extras}"'
    return f"'{package or f'overtrick{extras}=={__version__}'}'"


def pool_of(task: Task) -> list[str]:
    """Return who sits in the other seats: the anchors, again and again if there are too few for a table."""
    assert task.seats is not None
    return list(islice(cycle(task.anchors), max(len(task.anchors), task.seats - 1)))


def tournament_text(task: Task) -> str:
    """Return the tournament in which a bot meets its anchors: every table has the bot."""
    lines = [
        f"name = {json.dumps(f'{task.game} task')}",
        f'game = "{task.game}"',
        f"seats = {task.seats}",
        'format = "gauntlet"',
        f'candidate = "{BOT}"',
        f"blocks = {task.blocks}",
        "",
        "[entrants]",
        f'{BOT} = "/app/bot"',
        *(
            f'"{number} {anchor.replace(":", " ").replace("@", " ")}" = "{anchor}"'
            for number, anchor in enumerate(pool_of(task), 1)
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
    to, source = folder / "environment/package", task.package or checkout()
    if source is None or not uses_wheel(task.package):
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
