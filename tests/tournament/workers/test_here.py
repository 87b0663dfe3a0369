"""Workers: who dies is replaced and its match is played again, who is not needed any more is gone."""

import errno
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from overtrick.bots.bot import Bot
from overtrick.bots.find import Player, find
from overtrick.bots.program import stage_root
from overtrick.core.ending import PlatformFault
from overtrick.match.record import Record, new_match
from overtrick.tournament.plan.stage import Planned
from overtrick.tournament.workers.here import DEATHS, Players, Workers, cores, play_match
from tests.support.boxes import below, bot_folder, soon
from tests.support.outcomes import once

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[3]


def plan(names: list[str], cards: int, first: int = 0) -> Iterator[Planned]:
    """Yield the matches of one table of the duel, each on its own cards."""
    for number in range(first, first + cards):
        match = new_match("duel", names, {"ranks": 3, "stock": 0}, number.to_bytes(32))
        yield Planned("main", number, (0, 1), match, match.key())


def players_of(*names: str, trust: bool = True) -> dict[str, Player]:
    return {name: find(name, "duel", trust=trust) for name in names}


def opened(players: Players, count: int) -> closing[Workers]:
    return closing(Workers(players, count))


def test_more_players_may_come_while_workers_play() -> None:
    first, second = ["random", "random"], ["duel:greedy", "random"]
    new = {f"large {number}": replace(find("duel:greedy", "duel"), content="x" * 300_000) for number in range(3)}
    with opened(players_of("random"), 2) as workers:

        def matches() -> Iterator[Planned]:
            yield from plan(first, 6)
            workers.enter({**players_of("duel:greedy"), **new})
            yield from plan(second, 6, 100)
            yield from plan(["large 1", "random"], 2, 200)

        found = once(workers.play(matches()))
        assert not any(isinstance(one, str) for one in found.values()) and len(found) == 14
        assert soon(lambda: not list(stage_root().glob("players-*"))), "the files that told of them are gone"
        killed = workers._workers[0].process
        killed.kill()
        killed.join()
        again = once(workers.play(plan(second, 6, 300)))
        assert len(again) == 6 and not any(isinstance(one, str) for one in again.values()), "a new worker knows all"


def test_a_disk_without_space_for_more_players_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with opened(players_of("random"), 1) as workers:
        assert len(once(workers.play(plan(["random", "random"], 1)))) == 1
        monkeypatch.setattr(Path, "hardlink_to", refuse)
        with pytest.raises(PlatformFault, match="players cannot be handed to the workers: No space left on device"):
            workers.enter(players_of("duel:greedy"))


def here(matches: list[Planned], players: Players) -> dict[str, Record | str]:
    return once((planned, play_match(planned.match, players)) for planned in matches)


def pids() -> list[int]:
    return [child.pid for child in multiprocessing.active_children() if child.pid is not None]


def test_workers_play_what_this_process_would_play() -> None:
    players = players_of("greedy", "random")
    matches = list(plan(["greedy", "random"], 30))
    with opened(players, 2) as workers:
        assert once(workers.play(iter(matches))) == here(matches, players)
        assert len(pids()) == 2
        before = pids()
        more = list(plan(["random", "greedy"], 3, first=50))
        assert once(workers.play(iter(more))) == here(more, players)  # by the same processes
        assert pids() == before
        assert list(workers.play(iter([]))) == []
    assert pids() == []
    assert not any(Path(f"/proc/{pid}").exists() for pid in before)
    workers.close()  # a second time is no harm


def test_a_worker_that_is_killed_is_replaced_and_nothing_is_lost_or_told_twice() -> None:
    players = players_of("greedy", "random")
    matches = list(plan(["greedy", "random"], 200))
    with opened(players, 2) as workers:
        played = workers.play(iter(matches))
        first = [next(played) for _ in range(20)]
        before = pids()
        os.kill(before[0], signal.SIGKILL)
        assert once(iter([*first, *played])) == here(matches, players)
        assert len(pids()) == 2
        assert pids() != before


def test_a_match_whose_worker_dies_once_is_played_again(tmp_path: Path) -> None:
    dying = (
        "import os, pathlib\n"
        f"mark = pathlib.Path({str(tmp_path / 'died')!r})\n"
        "def choose(view):\n"
        "    if not mark.exists():\n"
        "        mark.touch()\n"
        "        os.kill(os.getpid(), 9)\n"
        "    return view.legal[0]\n"
    )
    with bot_folder(dying=dying) as folder:
        bot = str(folder / "dying.py")
        players = players_of(bot, "random")
        matches = list(plan([bot, "random"], 6))
        with opened(players, 1) as workers:
            found = once(workers.play(iter(matches)))
        assert (tmp_path / "died").exists()
        assert found == here(matches, players)


def test_a_match_that_kills_its_worker_three_times_is_given_up_and_no_other_one_suffers(tmp_path: Path) -> None:
    log = tmp_path / "log"
    deadly = (
        "import os\n"
        "def choose(view):\n"
        f"    with open({str(log)!r}, 'a') as log:\n"
        "        log.write('died\\n')\n"
        "    os.kill(os.getpid(), 9)\n"
    )
    with bot_folder(deadly=deadly) as folder:
        killer = str(folder / "deadly.py")
        players = players_of("greedy", "random", killer)
        bad, good = list(plan([killer, "random"], 2)), list(plan(["greedy", "random"], 12))
        with opened(players, 1) as workers:
            found = once(workers.play(iter([*good[:3], *bad, *good[3:]])))
    assert [found.pop(planned.key) for planned in bad] == ["its worker died 3 times"] * 2
    assert found == here(good, players)
    assert log.read_text().count("died") == 2 * DEATHS


class Unlucky(Player):
    """A player on a machine that does not let it play."""

    def __call__(self) -> Bot:
        raise PlatformFault("no box today")


def test_a_failure_of_ours_is_a_sentence_and_the_worker_lives_on() -> None:
    players = {**players_of("random"), "unlucky": Unlucky("unlucky", "duel", "")}
    bad, good = list(plan(["unlucky", "random"], 2)), list(plan(["random", "random"], 2))
    with opened(players, 1) as workers:
        played = workers.play(iter([*bad, *good]))
        first = next(played)
        before = pids()
        found = once(iter([first, *played]))
        assert pids() == before
    told = "the platform failed 3 times and the match does not count: no box today"
    assert [found.pop(planned.key) for planned in bad] == [told] * 2
    assert found == here(good, players)


def test_workers_that_cannot_even_start_are_told_once_instead_of_failing_every_match(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("overtrick.tournament.workers.here.STILLBORN", 4)
    told = pytest.raises(PlatformFault, match=r"^the last 4 workers died before they could play$")
    with opened({"random": Unborn("random", "duel", "")}, 2) as workers, told:
        list(workers.play(plan(["random", "random"], 1000)))
    assert pids() == []
    assert "ValueError: born too early" in capfd.readouterr().err


class Unborn(Player):
    """A player that no other process can take over."""

    def __reduce__(self) -> Any:
        return born_too_early, ()


def born_too_early() -> None:
    raise ValueError("born too early")


@pytest.mark.skipif(len(cores()) < 2, reason="there is only one core")
def test_workers_and_their_bots_are_pinned_each_to_a_core(tmp_path: Path) -> None:
    note = f"open({str(tmp_path)!r} + '/' + str(os.getpid()), 'w').write(repr(os.sched_getaffinity(0)))"
    bot_text = f"import os, time\ndef choose(view):\n    {note}\n    time.sleep(0.02)\n    return view.legal[0]\n"
    with bot_folder(tells=bot_text) as folder:
        bot = str(folder / "tells.py")
        with opened(players_of(bot, "random"), 2) as workers:
            once(workers.play(plan([bot, "random"], 10)))
    told = {file.read_text() for file in tmp_path.iterdir()}
    assert told == {repr({core}) for core in cores()[:2]}
    assert len(cores()) > 1  # and we are not pinned ourselves


def test_without_a_number_there_is_a_worker_for_each_core() -> None:
    with opened(players_of("random"), 0) as workers:
        once(workers.play(plan(["random", "random"], 8)))
        assert len(pids()) == len(cores())


def test_more_workers_than_cores_share_them() -> None:
    count = len(cores()) + 1
    with opened(players_of("random"), count) as workers:
        assert len(once(workers.play(plan(["random", "random"], 12)))) == 12
        assert len(pids()) == count


SCRIPT = """
import sys
from tests.tournament.workers.test_here import Workers, plan, players_of
if __name__ == "__main__":
    names = [sys.argv[1], "random"]
    for _ in Workers(players_of(*names, trust=False), 2).play(plan(names, 99)):
        print("played", flush=True)
"""


def test_our_death_ends_the_workers_and_their_bots(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with bot_folder(sleepy="import time\ndef choose(view):\n    time.sleep(0.1)\n    return view.legal[0]\n") as folder:
        command = [sys.executable, str(script), str(folder / "sleepy.py")]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, start_new_session=True) as process:
            assert process.stdout is not None
            process.stdout.readline()
            all_of_them: list[int] = []

            def a_bot_plays_in_its_box() -> bool:
                found = below(process.pid)
                all_of_them[:] = [pid for pid, _ in found]
                return any(name == "bwrap" for _, name in found)

            assert soon(a_bot_plays_in_its_box)
            assert len(all_of_them) > 3  # two workers, a tracker, a box
            process.kill()
        assert soon(lambda: not any(Path(f"/proc/{pid}").exists() for pid in all_of_them))


def test_an_interrupt_from_the_keyboard_is_for_us_alone_also_while_workers_start(tmp_path: Path) -> None:
    # As a terminal does it: the whole group is told, at the moment the first worker appears.
    script = tmp_path / "script.py"
    script.write_text(
        "from tests.tournament.workers.test_here import Workers, plan, players_of\n"
        "if __name__ == '__main__':\n"
        "    workers = Workers(players_of('random'), 2)\n"
        "    try:\n"
        "        print('ready', flush=True)\n"
        "        for _ in workers.play(plan(['random', 'random'], 10**6)): pass\n"
        "    except KeyboardInterrupt:\n"
        "        workers.close()\n"
        "        print('closed', flush=True)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipe = subprocess.PIPE
    for delay_s in (0.0, 0.1, 0.6):
        with subprocess.Popen(
            [sys.executable, str(script)], env=environment, stdout=pipe, stderr=pipe, text=True, start_new_session=True
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            assert soon(lambda pid=process.pid: len(below(pid)) >= 2, 10)  # type: ignore[misc]
            time.sleep(delay_s)
            os.killpg(process.pid, signal.SIGINT)
            said, complaints = process.communicate(timeout=20)
        assert (said, complaints, process.returncode) == ("closed\n", "", 0)
