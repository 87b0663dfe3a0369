"""Small leagues for the tests: bots of the smallest duel, and commands that do one thing."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from overtrick.league.edit import Edit
from overtrick.league.results import Results
from overtrick.league.rooms.rooms import Rooms
from overtrick.league.run import Ground, Place, run_league
from overtrick.league.stated import Contender, parse_league
from overtrick.tournament.records.store import open_store
from overtrick.tournament.run import Contest
from overtrick.tournament.workers.here import Outcome, Workers

HEAD = """
name = "Small league"
game = "duel"
generations = {generations}
blocks = 2
seed = "1"
sources = "{sources}"
abreast = 2
review = {review}
[options]
ranks = 3
[command]
time = "30s"
"""
BOT = "LEVEL = {}\n\ndef choose(view):\n    return view.legal[min(LEVEL, len(view.legal) - 1)]\n"
CLIMB = """
import re
text = open("main.py").read()
level = int(re.findall(r"LEVEL = (\\d+)", text)[0])
open("main.py", "w").write(text.replace(f"LEVEL = {level}", f"LEVEL = {level + 1}"))
print("climbed to", level + 1)
"""
Said = list[tuple[str, Edit]]


class Quiet:
    """Nobody is told, but what became of edits is noted."""

    def __init__(self) -> None:
        self.edits: Said = []
        self.began: list[str] = []

    def editing(self, contender: Contender, generation: int) -> None:
        """Note it."""
        self.began.append(f"{contender.name} {generation}")

    def lending(self, contender: Contender, generation: int) -> None:
        """Wait for nobody."""

    def edited(self, contender: Contender, edit: Edit) -> None:
        """Note it."""
        self.edits.append((contender.name, edit))

    @contextmanager
    def playing(self, contest: Contest) -> Iterator[Callable[[Outcome], None]]:
        """Note nothing."""
        assert threading.current_thread() is threading.main_thread()
        yield lambda _: None


def write_league(
    folder: Path,
    commands: Mapping[str, str],
    *,
    generations: int = 1,
    sources: str = "none",
    review: int = 0,
    more: str = "",
) -> Path:
    """Write a league of entrants by the text of their commands, which are Python, and one that stays as it is."""
    text = HEAD.format(generations=generations, sources=sources, review=review)
    for name, command in commands.items():
        bot = folder / name
        bot.mkdir(parents=True)
        (bot / "main.py").write_text(BOT.format(0))
        (bot / "improve.py").write_text(command)
        text += f'[entrants.{name}]\nbot = "{name}"\ncommand = ["python3", "improve.py"]\n'
    file = folder / "small.toml"
    file.write_text(text + f'{more}\n[entrants.Anchor]\nbot = "random"\n')
    return file


def play_league(file: Path, *, trust: bool = False) -> tuple[Results, Quiet]:
    """Run a league in this process; return what came of it, and of its edits."""
    league, watcher = parse_league(file.read_text(), file), Quiet()
    place = Place(file.with_suffix(".league"))
    place.folder.mkdir(exist_ok=True)
    playing = Workers({}, 1)
    try:
        with Rooms(league.abreast, trust=trust) as rooms, open_store(place.store) as store:
            results, failed = run_league(league, Ground(place, store, rooms, playing), watcher)
    finally:
        playing.close()
    assert not failed
    return results, watcher
