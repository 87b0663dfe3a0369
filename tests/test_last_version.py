"""What the last version wrote is read by this one, and what it said is said again.

README.md beside the files says what they are and how they were made. All goes through the command line and the pages of
the site, which do not change when modules move; only the adapters have no other door than an import.
"""

import gzip
import hashlib
import io
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import chdir, closing, contextmanager
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any
from unittest.mock import patch

import gymnasium
import httpx
import numpy as np
import pyspiel
import pytest

# All that depends on where modules are.
from overtrick.adapters import openspiel  # noqa: F401  which registers its games
from overtrick.adapters.batch import batch
from overtrick.adapters.pettingzoo import duel_v0, figgie_v0, wizard_v0
from tests.support.running_site import interrupt

pytestmark = pytest.mark.long

BESIDE = Path(__file__).parent
DATA = BESIDE / "last_version"
TOLD: dict[str, Any] = json.loads((DATA / "expected.json").read_text())
FOLDERS = ("stores", "arena", "records", "saved", "replays", "logs", "golden")
GAMES = ("wizard", "duel", "figgie")
Json = Any


# Commands


def overtrick(
    place: Path, *words: str, typed: str = "", code: int = 0, err: list[str] | None = None, apart: bool = False
) -> str:
    """Run the program in a folder and return what it printed; what it said beside that goes to ``err``.

    It is what ``overtrick`` starts, wherever that is: in this process, as imports take long, or in one of its own.
    """
    run = run_apart if apart else run_here
    returned, printed, said = run(place, words, typed)
    assert returned == code, (words, printed[-2000:], said[-2000:])
    if err is not None:
        err.append(said)
    return printed


def run_apart(place: Path, words: Sequence[str], typed: str) -> tuple[int, str, str]:
    """Run a command in a process of its own; return its exit code, output and error output."""
    command, around = [sys.executable, "-m", "overtrick", *words], surroundings(place)
    done = subprocess.run(command, cwd=place, input=typed, env=around, capture_output=True, text=True, timeout=600)
    return done.returncode, done.stdout, done.stderr


def run_here(place: Path, words: Sequence[str], typed: str) -> tuple[int, str, str]:
    """Run a command in this process, and leave the process as it was."""
    (entry,) = entry_points(group="console_scripts", name="overtrick")
    main, handlers = entry.load(), {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    printed, said, returned = io.BytesIO(), io.BytesIO(), 0
    out, err = (io.TextIOWrapper(kept, "utf-8", write_through=True) for kept in (printed, said))
    try:
        with (
            patch.dict(os.environ, surroundings(place), clear=True),
            patch.multiple(sys, argv=["overtrick", *words], stdin=io.StringIO(typed), stdout=out, stderr=err),
            chdir(place),
        ):
            main()
    except SystemExit as ended:
        returned = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    return returned, printed.getvalue().decode(), said.getvalue().decode()


def surroundings(place: Path) -> dict[str, str]:
    """Return an environment in which a command prints the same everywhere and leaves the user's own files alone."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "FORCE_COLOR")}
    homes = {f"XDG_{kind}_HOME": str(place / ".home" / kind.lower()) for kind in ("DATA", "STATE", "CONFIG")}
    return {**kept, **homes, "COLUMNS": "80", "TERM": "dumb", "NO_COLOR": "1", "PYTHONUTF8": "1"}


def laid_out(folder: Path) -> Path:
    """Copy all files into a folder, since to open a store is to write beside it."""
    for name in FOLDERS:
        shutil.copytree(DATA / name, folder / name)
    with tarfile.open(DATA / "programs.tar.gz") as programs:
        programs.extractall(folder, filter="data")
    for packed in [*folder.glob("*/*.gz")]:
        packed.with_suffix("").write_bytes(gzip.decompress(packed.read_bytes()))
        packed.unlink()
    return folder


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of all files for tests that only read them; what they write themselves stands beside."""
    return laid_out(tmp_path_factory.mktemp("last version"))


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """Return a copy of all files for a test that changes them."""
    return laid_out(tmp_path)


MODELS = {
    "turn, tick, live": "turn, tick",
    "the other; all at once in a random order; or a market that runs": "the other, or all at once in a random order",
}
PLAYERS = r"(?<=\()(?=(classic|greedy|starter|easy)\))"  # opponents are told without the name of the game
ADDED: dict[str, dict[str, str]] = {  # what commands print now, and what they printed
    "games.txt": {
        r"^[A-Z][\w ]* \((\w+)\):": r"\1:",
        r"^  \w+:(novice|easy|medium|hard|expert) .*\n": "",
        r"^  (rounds|seconds|reaction)=.*\n": "",
        **MODELS,
    },
    "games-json.txt": {
        r'^ *"title": .*\n': "",
        r',\n *"levels": \{[^}]*\}': "",
        r',\n *\{\n *"name": "(rounds|seconds|reaction)"[^}]*\}': "",
        **MODELS,
    },
    "rules-figgie.txt": {
        "Three models": "Two models",
        r"^- `live`: (.*\n)(  .*\n)*": "",
        r"^- `(rounds|seconds|reaction)`.*\n": "",
        **MODELS,
    },
    **{
        f"play-site-{game}.txt": {r"^(Novice|Easy|Medium|Hard|Expert): .*\n": "", PLAYERS: f"{game}:"}  # a character
        for game in GAMES
    },
    **{
        f"play-{name}.txt": {PLAYERS: f"{name.partition('-')[0]}:"}
        for name in ("wizard", "duel", "duel-without-times", "figgie-turn", "figgie-tick")
    },
    "compare-duel.txt": {r',\n  "faults": \{\}$': ""},  # which are counted now
    "explain-duel.txt": {  # a sentence about the table, then the numbers
        r"The other hand has 1 card that beats H2; 6 other cards are as good\.\n": "",
        r"(?<=with perfect play)\.$": ", and is one of 7 cards that do.",
    },
    "explain-figgie.txt": {r"(?<=figgie:bayes: )Offer clubs at 17: clubs are perhaps the goal, [^.\n]*\.\n": ""},
    "explain-wizard.txt": {
        r"Y7 is the only legal card\.\n(.*)\.$": r"\1, having bid 1.",
        r"^(R5 takes a trick  )0\.30": r"\g<1>0.26",  # by networks that were trained anew
        r"^(Y7 takes a trick  )0\.46": r"\g<1>0.51",
    },
    "laws-duel.txt": {
        r"^ok  2 seats, (ranks=4|stock=2):.*\n": "",  # more values of each option are tried
        r", \d+ pairs$": "",
        "12 laws in every position and every pair of positions": "11 laws in every position",
    },
}


@pytest.mark.parametrize("name", TOLD.get("golden", {}))
def test_a_command_prints_what_it_printed(place: Path, name: str) -> None:
    asked = TOLD["golden"][name]
    printed = overtrick(place, *asked["words"], typed=asked.get("typed", ""), code=asked.get("code", 0))
    for now, before in ADDED.get(name, {}).items():
        printed = re.sub(now, before, printed, flags=re.MULTILINE)
    assert printed == (place / "golden" / name).read_text()


def flags_of(place: Path, command: str) -> list[str]:
    """Return the flags of a command."""
    _, _, listed = overtrick(place, command, "--help").partition("Options:")
    return sorted(set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", listed)))


def commands_of(place: Path) -> list[str]:
    """Return the names of all commands."""
    return re.findall(r"^  ([a-z]+)  ", overtrick(place, "--help").partition("Commands:")[2], re.MULTILINE)


def test_every_command_and_every_flag_is_there(place: Path) -> None:
    assert set(TOLD["commands"]) <= set(commands_of(place))
    missing = {name: set(flags) - set(flags_of(place, name)) for name, flags in TOLD["commands"].items()}
    assert missing == {name: set() for name in TOLD["commands"]}


# Stores


def told_by_store(place: Path, store: str, *which: str) -> Json:
    """Return all that commands tell of a tournament in a store."""
    records = [json.loads(line) for line in overtrick(place, "export", store, *which).splitlines()]
    return {
        "verify": overtrick(place, "verify", store),
        "standings": json.loads(overtrick(place, "standings", store, *which, "--json")),
        "crosstable": json.loads(overtrick(place, "crosstable", store, *which, "--json")),
        "csv": digest(overtrick(place, "export", store, *which, "--csv")),
        "records": digest(json.dumps(records, sort_keys=True)),
        "matches": len(records),
        "first": records[0]["key"],
    }


def digest(text: str | bytes) -> str:
    """Return a short name for a text."""
    return hashlib.sha256(text.encode() if isinstance(text, str) else text).hexdigest()[:32]


@pytest.mark.parametrize("name", TOLD.get("stores", {}))
def test_a_store_tells_what_it_told(place: Path, name: str) -> None:
    asked = TOLD["stores"][name]
    assert rounded(told_by_store(place, asked["store"], *asked["which"])) == rounded(asked["told"])


def rounded(told: Json) -> Json:
    """Return data with numbers of six digits: the last ones belong to numpy and scipy."""
    if isinstance(told, dict):
        return {name: rounded(part) for name, part in told.items()}
    if isinstance(told, list):
        return [rounded(part) for part in told]
    return float(f"{told:.6g}") if isinstance(told, float) else told


@pytest.mark.parametrize("game", GAMES)
def test_a_match_of_a_store_can_be_looked_at_and_a_report_be_written(place: Path, game: str) -> None:
    store, key = f"stores/{game}.db", TOLD["stores"][game]["told"]["first"][:12]
    assert "result" in overtrick(place, "show", store, key)
    overtrick(place, "replay", store, key, "--html", "match.html")
    assert data_of((place / "match.html").read_text())["format"] == "overtrick replay 1"
    overtrick(place, "report", store, "--out", "report.html", "--reveal")
    assert TOLD["stores"][game]["told"]["standings"][0]["name"] in (place / "report.html").read_text()
    overtrick(place, "watch", store, "--plain")


def test_an_unfinished_tournament_of_programs_goes_on_where_it_was(own: Path) -> None:
    # Its entrants are Python files alone: those are the same programs on every machine and in every version.
    before = keys_in(own / "stores/unfinished.db")
    overtrick(own, "tournament", "stores/unfinished.toml", "--workers", "1", "--json")
    after = keys_in(own / "stores/unfinished.db")
    assert set(before) < set(after)
    assert len(after) == TOLD["unfinished"]["planned"]
    assert count(own / "stores/unfinished.db", "entrants") == TOLD["unfinished"]["entrants"]
    assert "as they should be" in overtrick(own, "verify", "stores/unfinished.db")
    told = [json.loads(line) for line in overtrick(own, "export", "stores/unfinished.db").splitlines()]
    assert actions_hash(told) == TOLD["unfinished"]["actions"]


def test_an_older_store_is_copied_and_brought_up_to_date(own: Path) -> None:
    for revision in ("0001", "0002"):
        store, said = f"stores/revision-{revision}.db", list[str]()
        assert "as they should be" in overtrick(own, "verify", store, err=said)
        assert "the store is of an older version; a copy of it is kept in" in said[0]
        assert (own / f"{store}.revision-{revision}.backup").exists()
    assert count(own / "stores/revision-0002.db", "tables") == 1


def keys_in(store: Path) -> list[bytes]:
    """Return the keys of all matches of a store."""
    with closing(sqlite3.connect(store)) as connection:
        return [key for (key,) in connection.execute("SELECT key FROM records ORDER BY key")]


def count(store: Path, table: str) -> int:
    """Return how many rows a table of a store has."""
    with closing(sqlite3.connect(store)) as connection:
        return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


# Records and logs


def records_in(path: Path) -> list[Json]:
    """Return the records of a file as plain data."""
    text = path.read_text()
    try:
        return [json.loads(text)]
    except ValueError:
        return [json.loads(line) for line in text.splitlines()]


def actions_hash(records: Sequence[Json]) -> str:
    """Return a name for who did what in some matches."""
    return digest(json.dumps([[deal["actions"] for deal in record["deals"]] for record in records]))


def test_a_line_that_was_cut_off_is_told_of(place: Path) -> None:
    said = list[str]()
    overtrick(place, "show", "records/cut.jsonl", err=said)
    assert "this line is cut off and is left out" in said[0]


@pytest.mark.parametrize("name", TOLD.get("played", {}))
def test_the_same_players_play_the_same_match(place: Path, name: str) -> None:
    asked = TOLD["played"][name]
    overtrick(place, *asked["words"], "--out", "again.jsonl")
    again = records_in(place / "again.jsonl")
    assert what_was_played(again) == asked["told"]
    if "record" in asked:  # the old record is there, and not only what was played in it
        before = records_in(place / asked["record"])
        assert [without_measured(one) for one in again] == [without_measured(one) for one in before]


def what_was_played(records: Sequence[Json]) -> Json:
    """Return what shows best whether the same was played: the first actions in words, all in a hash, and the totals."""
    first = [action["action"] for action in records[0]["deals"][0]["actions"]][:8]
    return {"first": first, "actions": actions_hash(records), "totals": [record["totals"] for record in records]}


def without_measured(record: Json) -> Json:
    """Return a record without what may differ from machine to machine: times, fences, compiled programs, versions."""
    deals = [{name: value for name, value in deal.items() if name != "times_us"} for deal in record["deals"]]
    faults = [{**without_lines(fault), "question": without_needless(fault["question"])} for fault in record["faults"]]
    left_out = ("key", "contents", "fences", "stderr")
    return {**{name: value for name, value in record.items() if name not in left_out}, "deals": deals, "faults": faults}


LINE = re.compile(r"(?<=RuntimeError: this fault is meant) \(line (15|23)\)")  # in which a bot's fault came up


def without_lines(data: Json) -> Json:
    """Return data without the lines of files in which our programs raise what is meant, as nobody told them before."""
    if isinstance(data, dict):
        return {name: without_lines(value) for name, value in data.items()}
    if isinstance(data, list):
        return [without_lines(one) for one in data]
    return LINE.sub("", data) if isinstance(data, str) else data


def without_needless(question: str) -> Json:
    """Return a question without what a familiar bot is no longer told, having no use for it."""
    told: Json = json.loads(question) if question else {}
    return {name: value for name, value in told.items() if "state" not in told or name not in ("legal", "events")}


@pytest.mark.parametrize("model", ["turn", "tick"])
def test_the_familiar_command_writes_the_same_logs(place: Path, model: str) -> None:
    asked = TOLD["logs"][model]
    assert with_errors(overtrick(place, *asked["words"], "-o", "again")) == asked["printed"]
    bots = [word for word in asked["words"] if word.startswith(("programs/", "figgie:"))]  # which logs name now
    assert sorted(path.name for path in (place / "again").iterdir()) == asked["files"]
    for name in asked["files"]:
        new, old = (json.loads((place / folder / name).read_text()) for folder in ("again", f"logs/{model}"))
        assert without_lines({**new, "timestamp": ""}) == {**old, "timestamp": "", "bots": bots}


def with_errors(printed: str) -> str:
    """Return what the familiar command prints with standard errors, which are halves of 95 % intervals now."""
    of_two = 12.7062  # such halves in a standard error, by Student's distribution with one degree of freedom
    printed = printed.replace("± half of its 95 % interval", "± standard error")
    return re.sub(r"(?<= ± )[\d.]+$", lambda half: f"{float(half[0]) / of_two:.2f}", printed, flags=re.MULTILINE)


# Replays


GAINED = ("title", "suits", "signed", "pad")  # what the data of a match has had since then
SAID_NOW = re.compile(r"The goal suit was \w+\.")  # which only the terminal said before


def data_of(page: str) -> Json:
    """Return what a page replays, without what such pages have gained since."""
    found = re.search(r'<script type="application/json" id="replay-data">(.*?)</script>', page, re.DOTALL)
    assert found
    told = json.loads(found[1])
    for match in told["matches"]:
        for name in GAINED:
            match.pop(name, None)
    return as_said_before(told)


def as_said_before(data: Json) -> Json:
    """Return data without the sentences that were added to it since."""
    if isinstance(data, dict):
        return {name: as_said_before(value) for name, value in data.items()}
    if not isinstance(data, list):
        return data
    texts = [one[0] if isinstance(one, list) and one else one for one in data]
    kept = [one for one, text in zip(data, texts, strict=True) if not SAID_NOW.fullmatch(str(text))]
    return [as_said_before(one) for one in kept]


@pytest.mark.parametrize("name", TOLD.get("replays", {}))
def test_a_page_that_opens_offline_shows_the_same(place: Path, name: str) -> None:
    old = data_of((place / "replays" / name).read_text())
    assert old["format"] == "overtrick replay 1"
    overtrick(place, *TOLD["replays"][name]["words"], "--html", "again.html")
    assert silent(data_of((place / "again.html").read_text())) == silent(old)


def silent(data: Json) -> Json:
    """Return data without what is said aloud, which is no longer said again while nothing becomes known."""
    if isinstance(data, list):
        return [silent(one) for one in data]
    if not isinstance(data, dict):
        return data
    return {name: silent(one) for name, one in with_numbers(data).items() if name != "said"}


def with_numbers(data: Json) -> Json:
    """Return a thought about the duel with its numbers alone, without what is said about the table, then or now."""
    if "sentence" not in data:
        return data
    told = re.sub(r", and is (one of \d+ cards that do|the only card that does)(?=\.$)", "", data["sentence"])
    return {**data, "sentence": data.get("numbers", told), "numbers": ""}


# Bots


@pytest.mark.parametrize("name", TOLD.get("bots", {}))
def test_a_bot_of_the_last_version_gets_the_same_points(place: Path, name: str) -> None:
    asked = TOLD["bots"][name]
    printed, before = json.loads(overtrick(place, *asked["words"])), asked["printed"]
    assert all(player["error"] is None for player in before["players"])
    # An interval took the place of the standard error, and one block has neither.
    told = {"mean_low": None, "mean_high": None, "first_fault": None}
    players = [
        {**{name: value for name, value in player.items() if name != "error"}, **told} for player in before["players"]
    ]
    assert printed == {**before, "players": players, "game": asked["words"][1], "matches": len(players)}


@pytest.mark.parametrize("game", GAMES)
def test_programs_are_told_the_same_words(place: Path, game: str) -> None:
    asked = TOLD["heard"][game]
    overtrick(place, *asked["words"], "--out", "again.jsonl")
    assert heard(place / "again.jsonl") == asked["told"]


def heard(path: Path) -> list[list[list[str]]]:
    """Return what the programs in each seat told of what they heard, without the goodbye that may come too late."""
    told = [[words.split() for words in record["stderr"]] for record in records_in(path)]
    asked = [[seats_asked(record, seat) for seat in range(record["seats"])] for record in records_in(path)]
    return [
        [words[: 1 + most] for words, most in zip(match, counts, strict=True)]
        for match, counts in zip(told, asked, strict=True)
    ]


def seats_asked(record: Json, seat: int) -> int:
    """Return how often a seat was asked."""
    return sum(action["seat"] == seat for deal in record["deals"] for action in deal["actions"])


def test_a_bot_of_the_last_version_passes_its_check(place: Path) -> None:
    assert "without a fault" in overtrick(place, "check", "bots/duel_python", "--game", "duel")


# Adapters


def random_episode(env: Any, seed: int) -> str:
    """Return a name for all that a match at random shows the agents of PettingZoo."""
    chance, seen_so_far = random.Random(seed), hashlib.sha256()
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        note(seen_so_far, agent, seen["observation"], seen["action_mask"], reward, terminated, truncated)
        over = terminated or truncated
        env.step(None if over else chance.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    return seen_so_far.hexdigest()[:32]


def random_ticks(env: Any, seed: int) -> str:
    """Return the same of an environment in which all act at once."""
    chance, seen_so_far = random.Random(seed), hashlib.sha256()
    seen, _ = env.reset(seed=seed)
    while env.agents:
        for agent in env.agents:
            note(seen_so_far, agent, seen[agent]["observation"], seen[agent]["action_mask"])
        masks = {agent: np.flatnonzero(seen[agent]["action_mask"]).tolist() for agent in env.agents}
        seen, rewards, _, _, _ = env.step({agent: chance.choice(mask) for agent, mask in masks.items()})
        note(seen_so_far, *rewards.values())
    return seen_so_far.hexdigest()[:32]


def random_seat(env: Any, seed: int) -> str:
    """Return the same of one seat, as Gymnasium has it."""
    chance, seen_so_far, over = random.Random(seed), hashlib.sha256(), False
    seen, info = env.reset(seed=seed)
    while not over:
        note(seen_so_far, seen, info["action_mask"], info["seat"])
        seen, reward, over, _, info = env.step(chance.choice(np.flatnonzero(info["action_mask"]).tolist()))
        note(seen_so_far, reward, over)
    return seen_so_far.hexdigest()[:32]


def random_deal(game: Any, seed: int) -> str:
    """Return the same of a deal of OpenSpiel."""
    chance, seen_so_far, state = random.Random(seed), hashlib.sha256(), game.new_initial_state()
    while not state.is_terminal():
        if not state.is_chance_node():
            seat = state.current_player()
            told = np.array(state.information_state_tensor(seat)), np.array(state.observation_tensor(seat))
            note(seen_so_far, state.information_state_string(seat), *told)
        state.apply_action(chance.choice(state.legal_actions()))
    note(seen_so_far, str(state.returns()))
    return seen_so_far.hexdigest()[:32]


def random_batch(tables: Any, steps: int) -> str:
    """Return the same of many tables at once."""
    seen_so_far, actions = hashlib.sha256(), np.zeros(len(tables.observations), np.int64)
    for _ in range(steps):
        note(seen_so_far, tables.observations, tables.masks)
        tables.choose(actions)
        tables.step(actions)
        note(seen_so_far, actions, tables.rewards)
    return seen_so_far.hexdigest()[:32]


def note(seen_so_far: Any, *parts: Any) -> None:
    """Add to what was seen; numbers of an array count with their type and shape."""
    for part in parts:
        if isinstance(part, np.ndarray):
            seen_so_far.update(f"{part.dtype} {part.shape} ".encode() + np.ascontiguousarray(part).tobytes())
        else:
            seen_so_far.update(f"{part} ".encode())


def seat_of(name: str, **settings: Any) -> Any:
    """Return an environment of Gymnasium by its name."""
    return gymnasium.make(f"overtrick:{name}", disable_env_checker=True, **settings)


ADAPTERS: dict[str, Callable[[], str]] = {
    "pettingzoo wizard": lambda: random_episode(wizard_v0.env(seats=4, series=[3, 2], hook="on"), 11),
    "pettingzoo wizard house": lambda: random_episode(wizard_v0.env(seats=3, preset="house", rewards="deal"), 12),
    "pettingzoo duel": lambda: random_episode(duel_v0.env(), 13),
    "pettingzoo duel with a stock": lambda: random_episode(duel_v0.env(ranks=6, stock=8), 14),
    "pettingzoo figgie": lambda: random_episode(figgie_v0.env(seats=4), 15),
    "pettingzoo figgie ticks": lambda: random_episode(figgie_v0.env(seats=5, model="tick"), 16),
    "pettingzoo figgie at once": lambda: random_ticks(figgie_v0.parallel_env(seats=4), 17),
    "gymnasium wizard": lambda: random_seat(seat_of("Wizard-v0", seats=3, series=[2, 3], bidding="hidden"), 18),
    "gymnasium duel": lambda: random_seat(seat_of("Duel-v0", seat=None), 19),
    "gymnasium figgie": lambda: random_seat(seat_of("Figgie-v0", opponents="figgie:starter"), 20),
    "openspiel duel": lambda: random_deal(pyspiel.load_game("overtrick_duel(ranks=3,stock=6)"), 21),
    "openspiel wizard": lambda: random_deal(pyspiel.load_game("overtrick_wizard(players=3,cards=2,hook=on)"), 22),
    "batch wizard": lambda: random_batch(batch("wizard", 4, seats=4, seed=bytes(32), hook="on"), 60),
    "batch duel": lambda: random_batch(batch("duel", 4, seed=bytes(32)), 60),
    "batch figgie": lambda: random_batch(batch("figgie", 4, seats=4, seed=bytes(32)), 60),
}


@pytest.mark.parametrize("name", ADAPTERS)
def test_an_adapter_shows_the_same(name: str) -> None:
    assert ADAPTERS[name]() == TOLD["adapters"][name]


# A game of one's own


def test_a_game_of_ones_own_is_played_as_before(place: Path) -> None:
    asked, ours = TOLD["own_game"], str(BESIDE.parent / "examples" / "oh_hell.py")  # its imports have moved with ours
    words = [ours if word.endswith("oh_hell.py") else word for word in asked["words"]]
    assert overtrick(place, *words, apart=True) == asked["printed"]  # or others would have that game too


# The site


@contextmanager
def site(place: Path, *more: str) -> Iterator[httpx.Client]:
    """Serve the arena of the last version, and give somebody who visits it without cookies."""
    words = ("serve", "--cold", "--port", "0", "--store", "arena/site.db", "--vault", "arena/vault", *more)
    process = subprocess.Popen(
        [sys.executable, "-m", "overtrick", *words],
        cwd=place,
        env=surroundings(place),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        found = re.search(r"http://[^ ]+[0-9]", line)
        assert found, line
        with httpx.Client(base_url=found[0], timeout=60) as client:
            wait_until(lambda: is_up(client))
            yield client
    finally:
        interrupt(process)


def is_up(client: httpx.Client) -> bool:
    """Return whether a site answers."""
    try:
        return client.get("/health").status_code == 200
    except httpx.TransportError:
        return False


def wait_until(done: Callable[[], bool], seconds: float = 90) -> None:
    """Wait until something is so."""
    end_s = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end_s, "this takes too long"
        time.sleep(0.1)


def bearer(who: str) -> dict[str, str]:
    """Return the headers of a program of an account of the arena."""
    return {"Authorization": f"Bearer {TOLD['arena']['tokens'][who]}"}


def as_guest(client: httpx.Client, which: str) -> None:
    """Be a guest of the last version's site."""
    client.cookies.clear()
    client.cookies.set("overtrick", TOLD["arena"]["guests"][which])


def form_key(client: httpx.Client) -> str:
    """Return what forms hold."""
    found = re.search(r'name="_csrf_token" value="([0-9a-f]+)"', client.get("/login").text)
    assert found
    return found[1]


def post(client: httpx.Client, path: str, form: Mapping[str, str], **more: Any) -> httpx.Response:
    """Send a form as a page would."""
    origin = {"Origin": str(client.base_url).rstrip("/")}
    return client.post(path, data={"_csrf_token": form_key(client), **form}, headers=origin, **more)


def answers_of(client: httpx.Client, paths: Mapping[str, str]) -> Json:
    """Return what the API answers at some paths, each asked by somebody, or by nobody known."""
    return {path: plain(client.get(f"/api{path}", headers=bearer(who) if who else {})) for path, who in paths.items()}


def plain(answer: httpx.Response) -> Json:
    """Return an answer as data, or what it was if it is no JSON."""
    kind = answer.headers["content-type"]
    return answer.json() if "json" in kind else [answer.status_code, kind.split(";")[0], digest(answer.text)]


NEW_OF_ROUNDS = {  # what is told of rounds since, and what it is for those that knew nothing of it
    "halted": "",
    "limits": "",
    "format": "round robin",
    "top": 10,
    "budget": None,
    "hours": None,
    "pace": None,
}


def without_new(answer: Json) -> Json:
    """Return an answer without what is told of rounds since, which must be as if nobody had asked for anything new."""
    if isinstance(answer, list):
        return [without_new(one) for one in answer]
    if not isinstance(answer, dict):
        return answer
    new = NEW_OF_ROUNDS if "max_faults" in answer else {}
    assert {name: answer[name] for name in new} == new
    return {name: without_new(one) for name, one in answer.items() if name not in new}


def test_a_site_on_the_store_of_the_last_version_tells_the_same(own: Path) -> None:
    told = json.loads((own / "arena" / "answers.json").read_text())
    with site(own, "--no-worker") as client:
        for path, who in TOLD["arena"]["asked"].items():
            assert without_new(answers_of(client, {path: who})) == {path: told[path]}
        for path in TOLD["arena"]["pages"]:
            assert client.get(path).status_code == 200, path


def test_people_of_the_last_version_can_log_in(own: Path) -> None:
    with site(own, "--no-worker") as client:
        for who in ("organiser", "author", "author two"):
            client.cookies.clear()
            client.get("/")
            password = TOLD["arena"]["password"]
            assert post(client, "/login", {"name": who, "password": password}).status_code == 303
            assert f"<bdi>{who}</bdi>" in client.get("/me").text
        assert client.get("/submissions/6").status_code == 200, "which is one's own"


def test_who_forgot_a_password_gets_a_link(own: Path) -> None:
    assert "/welcome/" in overtrick(own, "password", "author two", "--store", "arena/site.db")


def test_commands_that_speak_with_a_site_know_the_tokens_of_the_last_version(own: Path) -> None:
    with site(own, "--no-worker") as client:
        address = str(client.base_url).rstrip("/")
        token = TOLD["arena"]["tokens"]["author"]
        assert "as author; the token is for read and submit" in overtrick(own, "login", address, typed=f"{token}\n")
        sent = json.loads(overtrick(own, "submissions", "--json"))
        assert [(one["id"], one["round"], one["state"]) for one in sent] == [
            tuple(one) for one in TOLD["arena"]["submissions"]
        ]
        assert "passed" in overtrick(own, "logs", "1")
        rows = json.loads(overtrick(own, "standings", f"{address}/c/cup/2", "--json"))
        assert [row["name"] for row in rows] == TOLD["arena"]["names"]
        overtrick(own, "logout")


def test_the_tables_of_the_last_version_are_as_they_were_left(own: Path) -> None:
    with site(own, "--no-worker") as client:
        as_guest(client, "one")
        home = client.get("/").text
        for name, asked in TOLD["arena"]["tables"].items():
            assert f"/tables/{name}" in home
            assert client.get(f"/tables/{name}").status_code == 200
            saved, replay = client.get(f"/tables/{name}/save"), client.get(f"/tables/{name}/replay/file")
            assert (saved.status_code, replay.status_code) == (asked["save"], asked["replay"])
            if asked["file"]:
                assert json.loads(saved.text) == json.loads((own / asked["file"]).read_text())
            if asked["data"]:
                assert digest(json.dumps(data_of(replay.text), sort_keys=True)) == asked["data"]


def test_a_site_takes_games_and_records_that_the_last_version_saved(own: Path) -> None:
    with site(own, "--no-worker") as client:
        client.get("/")
        for name, status in TOLD["brought"].items():
            given = {"file": (name, (own / "saved" / name).read_bytes(), "application/json")}
            assert post(client, "/tables/load", {}, files=given).status_code == status, name
        for path in sorted((own / "records").glob("*.json*")):
            if path.name not in ("cut.jsonl", "only-dealt.json"):
                given = {"file": (path.name, path.read_bytes(), "application/json")}
                assert post(client, "/replays", {}, files=given).status_code == 200, path.name


def test_a_worker_goes_on_with_what_the_last_version_has_left(own: Path) -> None:
    before = set(keys_in(own / "arena/site.db"))

    def board(client: httpx.Client) -> Json:
        return client.get("/api/rounds/cup/2/board").json()

    def done(client: httpx.Client) -> bool:
        told = board(client)
        return "Steady" in {line["name"] for line in told["lines"]} and told["records"] == told["planned"]

    with site(own, "--workers", "1", "--allow-level", "C") as client:
        wait_until(lambda: done(client), 180)
        assert {line["name"] for line in board(client)["lines"]} == {*TOLD["arena"]["names"], "Steady"}
        assert client.get("/api/rounds/cup/2").json()["state"] == "open"
        closed = client.post("/api/rounds/cup/2/close", headers=bearer("organiser"))
        assert closed.status_code == 200, closed.text
        wait_until(lambda: client.get("/api/rounds/cup/2").json()["state"] == "over", 180)
        assert client.get("/api/rounds/cup/2").json()["secret"] == TOLD["arena"]["secret of cup/2"]
    assert before < set(keys_in(own / "arena/site.db"))
    assert "as they should be" in overtrick(own, "verify", "arena/site.db")
