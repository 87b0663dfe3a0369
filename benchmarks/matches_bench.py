"""What the fence costs a competition: whole matches behind it beside the same matches of trusted bots, in turn.

python -m benchmarks.matches_bench
"""

import marshal
import os
import re
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.fence_bench import compiled
from benchmarks.row import Row

import overtrick
from overtrick.bots.bot import Answer, Bot, Hello
from overtrick.bots.fence.fence import probe
from overtrick.bots.fenced import frame_of
from overtrick.bots.find import find
from overtrick.bots.kit import AT_ONCE, load, reply_of
from overtrick.bots.kit import Bot as Loaded
from overtrick.bots.kit import compiled as bot_code
from overtrick.bots.wire import hello_message, words_of
from overtrick.core import luck
from overtrick.core.processes import one_core
from overtrick.games import GAMES
from overtrick.games.view import View
from overtrick.match.play import play
from overtrick.match.record import Match, Record, new_match
from overtrick.tournament.plan.stage import Planned
from overtrick.tournament.workers.here import Workers

HERE = Path(__file__).parent
STARTERS = Path(overtrick.__file__).parent / "starters"
PAIRS = {"wizard": 30, "figgie": 60, "duel": 60}
IN_A_RUN, WARM, RUNS = 80, 8, 4


def rows() -> list[Row]:
    """Measure everything, on one core but for the two workers."""
    with TemporaryDirectory() as folder:
        readme = Path(folder, "mybot.py")
        readme.write_text(readme_bot())
        with one_core():  # as a worker of a tournament
            found = beside_trust("wizard", readme, 4, {}, 0.4)
            found += beside_trust("figgie", STARTERS / "figgie_python", 4, {"model": "turn"}, 0.12)
            found += floors(readme, Path(folder))
            found += [duel(Path(folder))]
        return [*found, two_workers(readme)]


def readme_bot() -> str:
    """Return the bot of the README."""
    found = re.search(r"```python\n(.*?)```", (HERE.parent / "README.md").read_text(), re.DOTALL)
    assert found is not None
    return found[1]


def matches_of(game: str, name: str, seats: int, options: Mapping[str, object]) -> Callable[[int], Match]:
    """Return the matches of one bot in all seats, by number."""
    return lambda number: new_match(game, (name,) * seats, options, luck.derive(b"matches", f"{game} {number}"))


class Timed:
    """A bot whose questions are timed."""

    def __init__(self, bot: Bot, times: list[float]) -> None:
        self._bot, self._times = bot, times
        self.open, self.close, self.stderr = bot.open, bot.close, bot.stderr

    @property
    def fence(self) -> str:
        """How it is kept from doing harm."""
        return self._bot.fence

    def ask(self, view: View) -> Answer:
        """Return an answer."""
        began = time.perf_counter()
        answer = self._bot.ask(view)
        self._times.append(time.perf_counter() - began)
        return answer


def beside_trust(game: str, path: Path, seats: int, options: Mapping[str, object], target: float) -> list[Row]:
    """A match of one bot in all seats behind the fence, from its start to its record, beside the same one trusted.

    Then what a question takes longer: the median of all but the first of each bot, which loads its file.
    """
    match_of = matches_of(game, path.name, seats, options)
    players = [find(str(path), game), find(str(path), game, trust=True)]
    spent: list[list[float]] = [[], []]
    questions: list[list[float]] = [[], []]
    for number in range(PAIRS[game]):
        match = match_of(number)
        played = []
        for player, times, asked in zip(players, spent, questions, strict=True):
            began = time.perf_counter()
            played.append(play(match, [Timed(player(), asked) for _ in range(seats)]))
            times.append(time.perf_counter() - began)
        record, same = played
        assert actions(record) == actions(same) and not record.faults, f"{game}: the fence changes what is played"
    ours, bare = (statistics.median(times[2:]) for times in spent)
    question, trusted = (statistics.median(times) for times in questions)
    name = game.title()
    more = (question - trusted) * 1e6
    return [
        Row(f"{name}: match of {seats} Python bots, fenced / trusted", 1 / ours, 1 / bare, target, "matches/s"),
        Row(f"{name}: a question, fenced / trusted", question * 1e6, trusted * 1e6, None, "µs"),
        Row(f"{name}: what a question takes longer / the 40 µs that it may", more, 40.0, 1.0, "µs"),
    ]


def has_fixed_addresses() -> bool:
    """Return whether our interpreter lies at the same addresses in every process, as Debian builds its own."""
    kind = Path(sys.executable).resolve().read_bytes()[16:18]
    return int.from_bytes(kind, sys.byteorder) == 2  # ET_EXEC


# The floor: what is left of a fenced match without fence, referee and rules


class Noted(Timed):
    """A bot whose questions are written down as they would go through its pipe."""

    def __init__(self, bot: Bot, asked: list[tuple[int, bytes]]) -> None:
        super().__init__(bot, [])
        self._asked, self._deal, self._known = asked, 0, 0

    def ask(self, view: View) -> Answer:
        """Return an answer."""
        self._deal, self._known = view.deal, self._known if view.deal == self._deal else 0
        self._asked.append((view.seat, frame_of(words_of(view.game).question(view, self._known))))
        self._known = len(view.events)
        return super().ask(view)


def floors(path: Path, folder: Path) -> list[Row]:
    """The questions of a match of Wizard, asked of programs that stand still in between, and nothing else.

    Once of four Pythons, forked from this one, that call the bot, and once of four C programs that say the same each
    time; both beside the trusted match. Nobody watches them, reads the answers or knows a rule. To fork them is not
    counted: they have all memory of this process, which takes longer than to fork a bot.
    """
    match = matches_of("wizard", path.name, 4, {})(0)
    trusted, asked = find(str(path), "wizard", trust=True), list[tuple[int, bytes]]()
    play(match, [Noted(trusted(), asked) for _ in range(4)])
    compiled(HERE / "conversation.c", folder / "conversation")
    words = ["4", str(len(asked)), str(sum(len(frame) for _, frame in asked) // len(asked))]
    hellos = [hello_message(Hello("wizard", GAMES["wizard"].VERSION, 4, seat, match.options, "1")) for seat in range(4)]
    code = bot_code(str(path))
    spent: list[tuple[float, float, float]] = []
    for _ in range(PAIRS["wizard"]):
        whole, _ = timed(lambda: play(match, [trusted() for _ in range(4)]))
        bots = [Forked(lambda: load(str(path), code), hello) for hello in hellos]
        for seat, frame in dict(asked).items():
            bots[seat].ask(frame)  # which loads its file
        began = time.perf_counter()
        for seat, frame in asked:
            bots[seat].ask(frame)
        pythons = time.perf_counter() - began
        for bot in bots:
            bot.close()
        echoed = subprocess.run([folder / "conversation", *words], check=True, capture_output=True)
        spent.append((whole, pythons, int(echoed.stdout) / 1e9))
    whole, pythons, echo = (statistics.median(times) * 1e3 for times in zip(*spent[2:], strict=True))
    what = f"the {len(asked)} questions of a match"
    return [
        Row(f"Wizard: {what} to four forked Pythons / the trusted match", pythons, whole, None, "ms"),
        Row(f"Wizard: {what} to four C programs that echo / the trusted match", echo, whole, None, "ms"),
    ]


class Forked:
    """A bot in a process forked from this one, without any fence, which stands still while it is not asked."""

    def __init__(self, make: Callable[[], Loaded], hello: dict[str, object]) -> None:
        (question, self._in), (self._out, answer) = os.pipe(), os.pipe()
        self._process = os.fork()
        if self._process == 0:
            try:
                bot = make()
                bot.begin(hello)
                while frame := os.read(question, AT_ONCE):
                    os.write(answer, reply_of(bot.answer(marshal.loads(frame[4:]))).encode() + b"\n")
            finally:
                os._exit(0)
        os.close(question)
        os.close(answer)

    def ask(self, frame: bytes) -> bytes:
        """Return an answer, which nobody reads."""
        os.write(self._in, frame)
        os.kill(self._process, signal.SIGCONT)
        answer = os.read(self._out, 1 << 14)
        os.kill(self._process, signal.SIGSTOP)
        return answer

    def close(self) -> None:
        """Let the process end."""
        os.kill(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)
        os.close(self._in)
        os.close(self._out)


def actions(record: Record) -> list[tuple[int, str]]:
    return [action for deal in record.deals for action in deal.actions]


def timed(work: Callable[[], Record]) -> tuple[float, Record]:
    began = time.perf_counter()
    record = work()
    return time.perf_counter() - began, record


def duel(folder: Path) -> Row:
    """A duel of the C starter against a built-in, beside the bare starts of its program for as many turns."""
    player, other = find(str(STARTERS / "duel_c"), "duel"), find("first", "duel")
    assert player.built is not None
    program = folder / "bot"
    program.write_bytes(dict(player.built.files)[Path(player.built.argv[0]).name])
    program.chmod(0o755)
    compiled(HERE / "spawn.c", folder / "spawn")
    question = min((STARTERS / "duel_c" / "samples").iterdir()).read_text()
    spent: list[tuple[float, float]] = []
    for number in range(PAIRS["duel"]):
        match = new_match("duel", ("c", "first"), {}, luck.derive(b"matches", f"duel {number}"))
        ours, record = timed(lambda: play(match, [player(), other()]))  # noqa: B023
        turns = sum(seat == 0 for seat, _ in actions(record))
        assert not record.faults and turns
        words = [str(folder / "spawn"), str(turns), question, str(program)]
        done = subprocess.run(words, check=True, capture_output=True)
        spent.append((ours, sum(int(line) for line in done.stdout.split()) / 1e9))
    ours, bare = (statistics.median(times) for times in zip(*spent[2:], strict=True))
    return Row("Duel: match of a C program behind the fence / its bare turns", ours, bare, 2.0, "s")


def two_workers(readme: Path) -> Row:
    """Matches a second with two workers beside one, with the README's bot in all seats."""
    match_of = matches_of("wizard", "mybot", 4, {})
    players = {"mybot": find(str(readme), "wizard")}
    best = {1: 0.0, 2: 0.0}
    for _ in range(RUNS):
        for count in best:
            workers = Workers(players, count)
            try:
                matches = [match_of(number) for number in range(IN_A_RUN)]
                planned = (Planned("main", place, (0,) * 4, match, match.key()) for place, match in enumerate(matches))
                ends = [time.perf_counter() for _, outcome in workers.play(planned) if not isinstance(outcome, str)]
            finally:
                workers.close()
            assert len(ends) == IN_A_RUN
            best[count] = max(best[count], (IN_A_RUN - 2 * WARM) / (ends[-WARM - 1] - ends[WARM - 1]))
    return Row("Wizard: matches behind the fence with two workers / one", best[2], best[1], 1.8, "matches/s")


if __name__ == "__main__":
    print(f"fence level {probe()}, an interpreter at {'fixed' if has_fixed_addresses() else 'random'} addresses")
    for row in rows():
        print(f"{row.what}: {row.ours:.4g} / {row.peer:.4g} {row.unit}   {row.ratio:.3f}, target {row.target}")
