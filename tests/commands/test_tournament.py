"""The commands about tournaments, from outside: what they print, how they answer mistakes, how they are interrupted."""

import csv
import hashlib
import io
import json
import os
import pty
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from overtrick.commands.main import cli
from overtrick.core.mistake import Mistake
from overtrick.match.record_file import read_records
from overtrick.store.trouble import StoreTrouble
from overtrick.tournament.records.store import open_store
from overtrick.tournament.run import find_players, open_contest
from overtrick.tournament.stated.file import read_tournament
from tests.support.boxes import below, bot_folder, soon
from tests.support.modes import as_nobody, mode, shelf, shelve, umask
from tests.support.pseudo_terminal import ENVIRONMENT, all_shown
from tests.tournament.test_run import Here

DUEL = """
name = "Small duel"
game = "duel"
blocks = 3
[options]
ranks = 3
stock = 0
[entrants]
greedy = "duel:greedy"
first = "first"
random = "random"
"""
KNOCK_OUT = DUEL.replace("blocks = 3", 'blocks = 100\nformat = "knock-out"\nrank_by = "matchups"')
WIZARD = """
game = "wizard"
seats = 3
blocks = 2
rank_by = "place"
[options]
series = [2, 1]
[entrants]
classic = "classic"
random = "random"
first = "first"
last = "random"
"""
FIGGIE = """
game = "figgie"
format = "gauntlet"
candidate = "mine"
blocks = 2
adjust = true
[entrants]
mine = "figgie:starter"
first = "first"
random = "random"
"""
FILES = {"duel": DUEL, "knock-out": KNOCK_OUT, "wizard": WIZARD, "figgie": FIGGIE}


def overtrick(*words: object) -> Result:
    """Run a command in this process; a mistake may be raised, as main() turns it into a sentence."""
    return CliRunner().invoke(cli, [str(word) for word in words])


def run(*words: object) -> str:
    """Return what a command prints."""
    done = overtrick(*words)
    assert done.exit_code == 0, (done.output, done.exception)
    return done.stdout


def real(*words: object, **more: Any) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own."""
    command = [sys.executable, "-m", "overtrick", *(str(word) for word in words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, **more)


def complaint(*words: object) -> str:
    """Return the sentence that answers a mistake."""
    done = overtrick(*words)
    assert isinstance(done.exception, Mistake | StoreTrouble), (done.output, done.exception)
    assert done.stdout == ""
    assert "\n" not in str(done.exception)
    return str(done.exception)


class Crew(list[Here]):
    """All that played, instead of processes, and whether some matches fail."""

    fails = 0

    def __call__(self, players: Any, count: int | None = None) -> Here:
        self.append(Here(players, fails=self.fails))
        return self[-1]


@pytest.fixture
def crew(monkeypatch: pytest.MonkeyPatch) -> Crew:
    """Have matches played in this process, which is quicker."""
    made = Crew()
    monkeypatch.setattr("overtrick.tournament.workers.here.Workers", made)
    return made


def written(folder: Path, text: str = DUEL, name: str = "cup.toml") -> Path:
    path = folder / name
    path.write_text(text)
    return path


@pytest.fixture
def store(tmp_path: Path, crew: Crew) -> Path:
    """Give the store of a finished tournament."""
    run("tournament", written(tmp_path))
    return tmp_path / "cup.db"


# Playing


@pytest.mark.parametrize("name", FILES)
def test_a_tournament_is_played_to_its_end_and_tells_the_same_as_the_store(
    name: str, tmp_path: Path, crew: Crew
) -> None:
    path = written(tmp_path, FILES[name])
    text = run("tournament", path)
    stated = read_tournament(path)
    assert text.startswith(f"{stated.name}: {stated.game}, {stated.format}, {len(stated.entrants)} entrants")
    for entrant in stated.entrants:
        assert re.search(rf"^ +\d  {entrant.name} ", text, re.MULTILINE)
    played = len(crew[0].keys)
    assert played == len(set(crew[0].keys)) > 0
    assert f"\n{played} matches on " in text
    assert f"overtrick report {tmp_path / 'cup.db'} writes a page about it" in text
    assert run("standings", tmp_path / "cup.db") in text
    again = run("tournament", path)
    assert crew[1].keys == []
    assert f"{played} matches" in again and f", {played} of them done before" in again
    assert json.loads(run("tournament", path, "--json")) == json.loads(run("standings", tmp_path / "cup.db", "--json"))
    assert run("verify", tmp_path / "cup.db").endswith("all cards and all plays are as they should be\n")


def test_a_knock_out_prints_its_bracket(tmp_path: Path, crew: Crew) -> None:
    text = run("tournament", written(tmp_path, KNOCK_OUT))
    assert re.search(r"^round 1, tie 2: first against random: .* blocks; \w+ goes on(, .*)?$", text, re.MULTILINE)
    assert re.search(r"^round 2, tie 1: greedy against \w+: .* blocks; greedy goes on$", text, re.MULTILINE)
    rows = json.loads(run("standings", tmp_path / "cup.db", "--json"))
    assert [row["rank"] for row in rows] == [1, 2, 3]


@pytest.mark.long
def test_real_workers_and_a_pipe_give_plain_lines_and_no_escape_codes(tmp_path: Path) -> None:
    done = real("tournament", written(tmp_path), "--store", tmp_path / "here.db", "--workers", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert "18 matches on 3 sets of cards" in done.stdout
    assert "\x1b" not in done.stdout and "\r" not in done.stdout
    standings = json.loads(real("standings", tmp_path / "here.db", "--json").stdout)
    assert {line["name"] for line in standings} == {"greedy", "first", "random"}  # in what order, luck decides


@pytest.mark.long
def test_workers_run_nothing_that_lies_in_the_folder_they_are_started_in(tmp_path: Path) -> None:
    # Python's own pickle looks for a module of this name.
    written(tmp_path, "open('it-ran', 'w').close()\n", "org.py")
    program = Path(sys.executable).with_name("overtrick")
    words: list[str | Path] = [program, "tournament", written(tmp_path), "--workers", "2"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert not (tmp_path / "it-ran").exists()


def test_a_long_run_tells_its_progress_in_plain_lines(
    tmp_path: Path, crew: Crew, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("overtrick.terminal.tournament.run_board.PLAIN_EVERY_S", 0.0)
    monkeypatch.setattr("overtrick.terminal.tournament.run_board.SHARE", 1e9)
    crew.fails = 1
    lines = overtrick("tournament", written(tmp_path)).stderr.splitlines()
    assert re.fullmatch(r"0/18 matches, [\d.]+/s, \d+ s left, 0 faults, 1 could not be played  greedy .*", lines[0])
    assert re.fullmatch(r"17/18 matches, .*, 0 faults, 1 could not be played  greedy .*", lines[-3])


def test_as_json_nothing_but_json_is_printed(tmp_path: Path, crew: Crew) -> None:
    done = overtrick("tournament", written(tmp_path), "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    rows = json.loads(done.stdout)
    assert {row["name"] for row in rows} == {"greedy", "first", "random"}
    assert all(row["matches"] == 12 for row in rows)


def test_matches_that_could_not_be_played_are_told_and_the_exit_code_is_2(tmp_path: Path, crew: Crew) -> None:
    crew.fails = 7
    done = overtrick("tournament", written(tmp_path))
    assert done.exit_code == 2
    lines = done.stderr.splitlines()
    assert len(lines) == 6
    key = crew[0].keys[0]
    assert lines[0] == f"overtrick: match {key[:12]} could not be played: the machine was tired"
    assert lines[-1] == "overtrick: 7 matches could not be played and do not count; try again"
    assert "11 of" not in done.stdout
    crew.fails = 0
    run("tournament", tmp_path / "cup.toml")
    assert sorted(crew[1].keys) == sorted(crew[0].keys[:7])


def test_a_number_of_workers_in_the_file_does_not_stand_in_the_way_of_a_cluster(
    tmp_path: Path, crew: Crew, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "overtrick.tournament.workers.cluster.open_machines", lambda address, players, tell: crew(players)
    )
    run("tournament", written(tmp_path, "workers = 1\n" + DUEL), "--cluster", "local:2")
    assert len(crew) == 1


@pytest.mark.long
def test_two_commands_at_once_on_one_store_do_no_harm(tmp_path: Path) -> None:
    path = written(tmp_path, DUEL.replace("blocks = 3", "blocks = 30"))
    command = [sys.executable, "-m", "overtrick", "tournament", str(path), "--workers", "1", "--json"]
    pipe = subprocess.PIPE
    both = [subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) for _ in range(2)]
    told = [process.communicate(timeout=60) for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert told[0] == told[1]
    with open_store(tmp_path / "cup.db") as opened:
        assert opened.count() == 180
    assert run("verify", tmp_path / "cup.db").startswith("180 records: all cards")


# Ctrl-C


def count(store: Path) -> int:
    """Return how many records a store has, while somebody else writes to it."""
    with closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as connection:
        try:
            return int(connection.execute("select count(*) from records").fetchone()[0])
        except sqlite3.OperationalError:
            return 0


def interrupted(
    command: Sequence[str], ready: Callable[[int], bool], number: signal.Signals = signal.SIGINT
) -> tuple[int, str, str]:
    """Start a command and press Ctrl-C as a terminal does, when it is ready; return its exit code and words."""
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as process:
        assert soon(lambda: ready(process.pid), 20)
        started = [pid for pid, _ in below(process.pid)]
        assert len(started) > 1
        begin = time.monotonic()
        os.killpg(process.pid, number)
        said, complaints = process.communicate(timeout=20)
        assert time.monotonic() - begin < 4
    assert soon(lambda: not any(Path(f"/proc/{pid}").exists() for pid in started))
    return process.returncode, said, complaints


@pytest.mark.long
def test_ctrl_c_stops_at_once_and_the_command_that_it_prints_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "a folder"
    folder.mkdir()
    path, place = written(folder, WIZARD.replace("series = [2, 1]", "").replace("= 2\n", "= 15\n")), folder / "cup.db"
    command = [sys.executable, "-m", "overtrick", "tournament", str(path), "--workers", "2"]
    code, said, complaints = interrupted(command, lambda _: place.exists() and count(place) >= 20)
    assert code == 1
    assert "commitment" in said
    first, again = complaints.splitlines()
    assert first == "stopped; all finished matches are kept, and this goes on:"
    assert shlex.split(again) == ["overtrick", *command[3:]]
    kept = count(place)
    assert 20 <= kept < 180
    assert run("verify", place) == f"{kept} records: all cards and all plays are as they should be\n"
    assert complaint("reveal", place).startswith(f"{180 - kept} of 180 matches are not yet played")
    done = real(*shlex.split(again)[1:])
    assert done.returncode == 0
    assert f"180 matches, {kept} of them done before" in done.stdout
    assert count(place) == 180


@pytest.mark.long
def test_ctrl_c_of_a_comparison_says_whether_something_is_kept(tmp_path: Path) -> None:
    sleepy = "import time\ndef choose(view):\n    time.sleep(60)\n"
    with bot_folder(sleepy=sleepy) as folder:
        bot = str(folder / "sleepy.py")
        command = [
            sys.executable,
            "-m",
            "overtrick",
            "compare",
            bot,
            "random",
            "--game",
            "wizard",
            "--limits",
            "wall=60",
        ]
        code, said, complaints = interrupted(command, has_a_bot)
        assert (code, complaints) == (1, "stopped; nothing is kept, as there is no --store\n")
        assert said.startswith(f"{bot} and random: no verdict yet.\n")
        command += ["--store", str(tmp_path / "kept.db")]
        code, said, complaints = interrupted(command, has_a_bot, signal.SIGTERM)
    assert code == 1
    assert shlex.split(complaints.splitlines()[-1]) == ["overtrick", *command[3:]]
    assert "Traceback" not in complaints


def has_a_bot(pid: int) -> bool:
    """Return whether a process has a bot in a box."""
    return any(name == "bwrap" for _, name in below(pid))


# In a terminal


def in_terminal(*words: object) -> tuple[int, str]:
    """Run a command in a pseudo-terminal; return its exit code and all that it wrote there."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "overtrick", *(str(word) for word in words)]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=os.environ | ENVIRONMENT) as process:
        os.close(theirs)
        seen = all_shown(ours)
    return process.returncode, seen


@pytest.mark.long
def test_in_a_terminal_the_table_lives_and_leaves_it_clean(tmp_path: Path) -> None:
    code, seen = in_terminal("tournament", written(tmp_path, KNOCK_OUT), "--workers", "2")
    assert code == 0
    assert re.search(r"\d+/\d+ matches, [\d.]+/s", seen)
    assert "━" in seen
    drawn, _, after = seen.rpartition("\x1b[?25h")
    assert drawn.count("\x1b[?25l") == 1  # the cursor was hidden once, and is shown again
    assert "\x1b[2K" in drawn  # what was drawn is wiped out
    assert "greedy goes on" in after
    assert "overtrick report" in after


@pytest.mark.long
def test_a_comparison_in_a_terminal_has_a_live_line(tmp_path: Path) -> None:
    code, seen = in_terminal("compare", "duel:greedy", "duel:random", "--workers", "1")
    assert code == 0
    assert re.search(r"\d+ blocks, difference .*; better \d+%, worse \d+%, equal \d+%, about \d+ blocks more", seen)
    after = seen.rpartition("\x1b[?25h")[2]
    assert after.startswith("\r\x1b[1A\x1b[2Kduel:greedy is better than duel:random.\r\n")  # in place of the line


# Comparing


def test_compare_finds_the_better_one(crew: Crew) -> None:
    text = run("compare", "duel:greedy", "duel:random", "-o", "ranks=3", "-o", "stock=0")
    assert text.splitlines()[0] == "duel:greedy is better than duel:random."
    data = json.loads(run("compare", "duel:random", "duel:greedy", "-o", "ranks=3", "-o", "stock=0", "--json"))
    assert data["verdict"] == "worse"
    assert data["difference"] < 0


@pytest.mark.parametrize("bot", ["first", "random"])
def test_compare_finds_two_copies_equal_also_when_nothing_varies(bot: str, crew: Crew) -> None:
    text = run("compare", bot, bot, "--game", "duel", "-o", "ranks=3", "-o", "stock=0")
    assert text.startswith(f"{bot} (1) and {bot} (2) are equal: ")


def test_compare_in_wizard_has_the_test_players_as_field(crew: Crew) -> None:
    text = run("compare", "wizard:classic", "wizard:random", "-o", "series=2,1", "--seed", "5")
    assert text.startswith("wizard:classic is better than wizard:random.")
    assert list(crew[0].players) == ["wizard:classic", "wizard:random", "field 1", "field 2", "field 3"]
    assert {crew[0].players[f"field {seat}"].name for seat in (1, 2, 3)} == {"wizard:classic"}


@pytest.mark.long
def test_compare_decides_between_two_figgie_bots() -> None:
    done = real("compare", "figgie:starter", "figgie:random", "--seed", "1", "--workers", "2")
    assert (done.returncode, done.stderr.count("Traceback")) == (0, 0)
    assert done.stdout.startswith("figgie:starter is better than figgie:random.")
    assert "\x1b" not in done.stdout + done.stderr


def test_compare_with_a_margin_says_equal_within_it(crew: Crew) -> None:
    text = run("compare", "duel:greedy", "duel:random", "--margin", "40", "--seed", "1")
    assert "are equal: any difference is within the margin of 40.00." in text


def test_compare_with_a_store_goes_on_from_there(tmp_path: Path, crew: Crew) -> None:
    words = ("compare", "duel:greedy", "duel:random", "--store", tmp_path / "x.db", "--json")
    before = json.loads(run(*words, "--blocks", "5"))
    assert (before["verdict"], before["blocks"]) == ("undecided", 5)
    after = json.loads(run(*words))
    assert after["verdict"] == "better"
    assert len(crew[0].keys) == 10
    assert not set(crew[0].keys) & set(crew[1].keys)
    assert json.loads(run(*words)) == after
    assert crew[2].keys == []
    assert "duel:greedy against duel:random" in complaint("standings", tmp_path / "x.db", "--tournament", "nix")


def test_a_comparison_in_a_pipe_tells_its_state_now_and_then(crew: Crew, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("compare", "duel:greedy", "duel:random", "-o", "ranks=3", "-o", "stock=0")
    assert overtrick(*words).stderr == ""  # it was over too quickly
    monkeypatch.setattr("overtrick.terminal.tournament.comparison.PLAIN_EVERY_S", 0.0)
    monkeypatch.setattr("overtrick.terminal.tournament.run_board.SHARE", 1e9)
    lines = overtrick(*words).stderr.splitlines()
    assert len(lines) >= 64
    assert re.match(r"(1[2-9]|20) blocks, difference \+", lines[40])  # those under way are not whole yet


# Looking at a store


def test_standings_and_crosstable_as_text_csv_and_json(store: Path) -> None:
    for command, columns in (("standings", {"rank", "name", "worth"}), ("crosstable", {"name", "against", "p"})):
        assert "greedy" in run(command, store)
        rows = json.loads(run(command, store, "--json"))
        lines = list(csv.DictReader(io.StringIO(run(command, store, "--csv"))))
        assert columns <= set(rows[0])
        assert [line["name"] for line in lines] == [row["name"] for row in rows]
        assert [line.keys() for line in lines] == [row.keys() for row in rows]
        assert complaint(command, store, "--csv", "--json") == "--json and --csv are both given; allowed: one of them"


def test_a_report_is_written_beside_us_or_where_we_say(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(store.parent)
    assert run("report", store) == "wrote Small-duel.html\n"
    assert run("report", store, "--out", "page.html") == "wrote page.html\n"
    page = (store.parent / "page.html").read_text()
    assert page == (store.parent / "Small-duel.html").read_text()
    assert page.lower().startswith("<!doctype html>")
    assert "greedy" in page


def test_exported_records_can_be_read_again(store: Path, tmp_path: Path) -> None:
    out = tmp_path / "records.jsonl"
    with umask(0o000):
        assert run("export", store, "--out", out) == ""
        assert run("export", store, "--csv", "--out", tmp_path / "table.csv") == ""
    assert (mode(out), mode(tmp_path / "table.csv")) == (0o600, 0o666), "only records have seeds"
    assert out.read_text() == run("export", store)
    with open_store(store) as opened:
        assert read_records(out) == list(opened.records(opened.tournament().registered))
    assert len(read_records(out)) == 18


def test_exported_lines_of_csv_have_a_line_for_each_seat(store: Path) -> None:
    lines = list(csv.DictReader(io.StringIO(run("export", store, "--csv"))))
    assert len(lines) == 36
    assert {line["stage"] for line in lines} == {"main"}
    assert {(line["entrant"], line["seat"]) for line in lines} == {
        (name, seat) for name in ("greedy", "first", "random") for seat in "01"
    }
    assert all(int(line["total"]) >= 0 and line["ending"] == "normal" for line in lines)


def test_nothing_is_ever_written_over_the_store_itself(store: Path) -> None:
    before = store.read_bytes()
    for command in ("export", "report"):
        assert complaint(command, store, "--out", store) == f"{store} is the store itself; allowed: another file"
    assert store.read_bytes() == before
    for command in ("export", "report"):
        assert (
            complaint(command, store, "--out", "/nowhere/x")
            == "/nowhere/x cannot be written: No such file or directory"
        )


@pytest.mark.parametrize("words", [["export"], ["export", "--csv"], ["report"]])
def test_a_full_disk_is_told_with_the_file_that_does_not_fit(words: list[str], store: Path) -> None:
    said = complaint(*words, store, "--out", "/dev/full")
    assert said == "/dev/full cannot be written: No space left on device; what is in it is not all"


def tamper(store: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute(statement, values)


def test_verify_finds_what_was_tampered_with_and_leaves_with_exit_code_1(store: Path) -> None:
    key = json.loads(run("export", store).splitlines()[0])["key"]
    tamper(store, "update records set totals = ? where key = ?", bytes([99, 0, 0, 0, 0, 0, 0, 0]), bytes.fromhex(key))
    done = overtrick("verify", store)
    assert done.exit_code == 1
    assert f"Small duel, match {key}: the totals [99, 0] should be [" in done.stdout
    assert done.stdout.endswith("18 records: 1 difference\n")


def test_verify_also_tells_of_a_tournament_that_cannot_be_read_at_all(store: Path) -> None:
    tamper(store, "update tournaments set details = '?'")
    done = overtrick("verify", store)
    assert done.exit_code == 1
    assert "Small duel, tournament: the details of a tournament in the store cannot be read" in done.stdout


def test_the_secret_is_revealed_after_the_end_and_fits_what_was_promised(tmp_path: Path, crew: Crew) -> None:
    path, place = written(tmp_path), tmp_path / "cup.db"
    with open_store(place) as opened:
        stated = read_tournament(path)
        open_contest(stated, find_players(stated), opened)
    assert complaint("reveal", place) == "18 of 18 matches are not yet played; the secret stays secret until then"
    promised = re.search(r"commitment ([0-9a-f]{64})", run("tournament", path))
    told = re.search(r"secret +([0-9a-f]{64})\ncommitment +([0-9a-f]{64}) ", run("reveal", place))
    assert promised and told
    assert hashlib.sha256(bytes.fromhex(told[1])).hexdigest() == told[2] == promised[1]
    elsewhere = written(tmp_path, f'seed = "{told[1]}"\n' + DUEL, "again.toml")
    run("tournament", elsewhere)  # with the secret anyone can play it again
    assert run("export", tmp_path / "again.db", "--csv") == run("export", place, "--csv")


def test_a_store_with_several_tournaments_must_be_told_which(tmp_path: Path, crew: Crew) -> None:
    place = tmp_path / "both.db"
    run("tournament", written(tmp_path), "--store", place)
    run("tournament", written(tmp_path, WIZARD, "other.toml"), "--store", place)
    for command in ("standings", "crosstable", "report", "export", "reveal"):
        expected = "has 2 tournaments, so name one; allowed: 'Small duel', 'other'"
        assert complaint(command, place).endswith(expected)
    assert "classic" in run("standings", place, "--tournament", "other")
    assert run("verify", place).startswith("42 records: all cards")


def test_commands_that_only_read_take_a_store_that_may_only_be_read(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = json.loads(run("export", store).splitlines()[0])["key"]
    with shelf() as folder:
        place = folder / "cup.db"
        shutil.copy(store, place)
        path = written(folder)
        shelve(folder)
        monkeypatch.chdir(folder)
        reading: list[Sequence[object]] = [
            ["standings", place],
            ["crosstable", place],
            ["export", place],
            ["export", place, "--csv"],
            ["reveal", place],
            ["verify", place],
            ["show", place, key],
            ["replay", place, key, "--plain"],
            ["watch", place, "--plain"],
            ["report", place, "--out", "/dev/null"],
        ]
        for words in reading:
            expected = run(*words)  # also, so that nothing is left to import
            with as_nobody(who_reads_all=True):
                assert run(*words) == expected, words
        assert sorted(folder.iterdir()) == [place, path]
        with as_nobody(who_reads_all=True):
            assert "it may only be read here, as writing to the file" in complaint("tournament", path)


# One match of a store


def test_one_match_of_a_store_can_be_shown_and_stepped_through(store: Path) -> None:
    lines = list(csv.DictReader(io.StringIO(run("export", store, "--csv"))))
    key = lines[0]["key"]
    seats = [line["entrant"] for line in lines[:2]]
    text = run("show", store, key)
    assert text.startswith("duel, deal 1: 6 cards each")
    assert all(f"seat {seat} ({name})" in text for seat, name in enumerate(seats))
    short = next(key[:length] for length in range(1, 65) if sum(x["key"].startswith(key[:length]) for x in lines) == 2)
    assert run("show", store, short.upper()) == run("show", f"sqlite:///{store}", key) == text
    assert run("show", store, key, "--deal", "1").startswith("duel, deal 1:")
    stepped = CliRunner().invoke(cli, ["replay", str(store), key, "--deal", "1"], input="\n" * 20)
    assert stepped.exit_code == 0
    assert "[12/12]" in stepped.output


def test_files_of_records_are_shown_as_ever_and_stores_need_a_key(store: Path, tmp_path: Path) -> None:
    out = tmp_path / "records.jsonl"
    run("export", store, "--out", out)
    assert run("show", out).count("result") == 18
    key = json.loads(out.read_text().splitlines()[0])["key"]
    for command in ("show", "replay"):
        assert complaint(command, store).startswith("this is a store, so a match must be named by its key")
        expected = f"key is {key!r}, but {out} is no store; allowed: a key for a store, none for a file of records"
        assert complaint(command, out, key) == expected
        assert complaint(command, tmp_path / "none.db", key) == f"store {tmp_path / 'none.db'}: there is no such file"
        assert complaint(command, store, "xyz") == "key is 'xyz'; allowed: 1 to 64 hexadecimal digits"
        assert complaint(command, store, "0" * 64) == f"store {store} has no record whose key begins with {'0' * 64}"
        assert complaint(command, store, key, "--deal", "9") == "deal is 9; allowed: 1 to 1"
        assert complaint(command, store, key, "--match", "2") == "match is 2; allowed: 1 to 1"
    tamper(store, "update records set payload = 'x'")
    assert "damaged" in complaint("show", store, key)


# Mistakes


def test_every_mistake_gets_one_sentence(tmp_path: Path, crew: Crew) -> None:
    path, place = written(tmp_path), tmp_path / "cup.db"
    (tmp_path / "mine.py").write_text("def choose(view): return view.legal[0]\n")
    not_toml = written(tmp_path, "game = [", "bad.toml")
    only_c = written(tmp_path, 'languages = ["c"]\n' + DUEL, "languages.toml")
    wrong_game = written(tmp_path, DUEL.replace('"first"', '"wizard:classic"'), "wrong.toml")
    for words, sentence in [
        (("tournament", tmp_path / "none.toml"), f"there is no file '{tmp_path / 'none.toml'}'; allowed: the path of"),
        (("tournament", tmp_path), "cannot be read (Is a directory)"),
        (("tournament", not_toml), "bad.toml, line 1: 'game = [' is not TOML"),
        (("tournament", wrong_game), "entrant first is 'wizard:classic'; allowed: duel:random, "),
        (("tournament", only_c), "the language of entrant 'greedy' is built-in; allowed: c"),
        (("tournament", path, "--store", tmp_path), f"store {tmp_path}: this is a folder; allowed: a file, or a URL"),
        (("tournament", path, "--store", path), f"store {path}: this file is no store"),
        (("tournament", path, "--store", "mysql://x/y"), "store is a URL of 'mysql'; allowed: a path, sqlite:///PATH"),
        (("tournament", path, "--workers", "2", "--cluster", "local:2"), "--workers and --cluster are both given; "),
        (("tournament", path, "--cluster", "moon"), "cluster is 'moon'; allowed: local:N, tls://HOST:PORT, or "),
        (("standings", place), f"store {place}: there is no such file"),
        (("verify", path), f"store {path}: this file is no store"),
        (("compare", "greedy", "random"), "which game does greedy play? say --game; allowed: wizard, duel, figgie"),
        (("compare", "greedy", "gone.py"), "there is no bot 'gone.py'; allowed: a file or folder, or the name of a"),
        (("compare", "duel:greedy", "wizard:classic"), "there is no bot 'wizard:classic'; allowed: duel:random, "),
        (("compare", "greedy", "random", "--game", "go"), "unknown game 'go'; allowed: wizard, duel, figgie"),
        (("compare", "duel:greedy", "random", "--margin", "0"), "margin is 0.0; allowed: a number of points above 0"),
        (("compare", "duel:greedy", "random", "--blocks", "0"), "blocks is 0; allowed: 1 or more"),
        (("compare", "duel:greedy", "random", "--seats", "0"), "duel is played by 2 seats, not 0"),
        (("compare", "duel:greedy", "random", "--seed", "x"), "seed is 'x'; allowed: 1 to 64 hexadecimal digits"),
        (("compare", "duel:greedy", "random", "-o", "ranks"), "option 'ranks' has no value; write it as name=value"),
        (("compare", "duel:greedy", "random", "--limits", "cpu=x"), "cpu"),
        (
            ("compare", "wizard:random", "random", "--field", "a", "--field", "b", "--seats", "4"),
            "the field has 2 bots",
        ),
        (("compare", "wizard:random", "random", "--field", "nobody"), "there is no bot 'nobody'; allowed: "),
        (("compare", "duel:greedy", tmp_path / "no.py"), f"there is no bot '{tmp_path / 'no.py'}'"[:60]),
    ]:
        assert sentence in complaint(*words), words
    assert not place.exists()
    assert list(crew) == [] or all(here.keys == [] for here in crew)


def test_a_mistake_of_the_real_command_is_one_line_on_stderr_and_exit_code_2(tmp_path: Path) -> None:
    done = real("compare", "duel:greedy", "duel:random", "--margin", "0")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "overtrick: margin is 0.0; allowed: a number of points above 0\n"


def test_an_entrant_that_does_not_compile_gets_the_words_of_the_compiler(tmp_path: Path) -> None:
    (tmp_path / "bad.c").write_text("int main(void) { return missing; }\n")
    done = real("tournament", written(tmp_path, DUEL.replace('"first"', '"bad.c"')))
    assert done.returncode == 2
    assert "bad.c does not compile" in done.stderr
    assert "missing" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "cup.db").exists()


def test_another_game_under_the_same_name_is_refused(store: Path) -> None:
    written(store.parent, WIZARD.replace("game", 'name = "Small duel"\ngame', 1), "cup.toml")
    assert "has game duel, not wizard; allowed: another name, or another store" in str(
        overtrick("tournament", store.parent / "cup.toml").exception
    )


def test_names_of_strangers_cannot_disturb_the_terminal(store: Path) -> None:
    with open_store(store) as opened:
        told = json.loads(opened.sources()[0].details)
    told["stated"]["entrants"][0]["name"] = "\x1b[2Jgreedy"
    tamper(store, "update tournaments set details = ?", json.dumps(told))
    for command in ("standings", "crosstable"):
        text = run(command, store)
        assert "?[2Jgreedy" in text
        assert "\x1b" not in text


# Starting


def test_the_command_line_starts_without_what_only_tournaments_need() -> None:
    code = "import sys, overtrick.commands.main; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    loaded = set(
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    )
    assert "click" in loaded
    heavy = {"alembic", "choix", "dask", "distributed", "numba", "numpy", "psycopg", "rich", "scipy", "sqlalchemy"}
    assert loaded & heavy == set()


def test_without_the_packages_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "scipy" else name)
    for words in (("tournament", "x.toml"), ("compare", "duel:greedy", "random"), ("standings", "x"), ("verify", "x")):
        assert complaint(*words).endswith("pip install 'overtrick[tournament]' brings them")
