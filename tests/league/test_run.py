"""Leagues from generation to generation: who is edited, checked and kept, who plays, and what comes of it."""

import json
import os
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from overtrick.core.mistake import Mistake
from overtrick.league.edit import Outcome
from overtrick.league.export import results_json
from overtrick.league.history import History
from overtrick.league.results import Results
from overtrick.league.run import Place
from overtrick.league.verify import verify_histories
from overtrick.tournament.records.store import open_store
from overtrick.tournament.verify import verify
from tests.support.leagues import BOT, CLIMB, play_league, write_league

BREAK = 'open("main.py", "w").write("def choose(view)")'


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Results]:
    """A league of somebody who climbs and somebody who breaks, with what came of it."""
    file = write_league(tmp_path_factory.mktemp("played"), {"Ann": CLIMB, "Bob": BREAK})
    return file, play_league(file)[0]


def test_a_league_edits_checks_keeps_and_plays(played: tuple[Path, Results]) -> None:
    file, results = played
    place = Place(file.with_suffix(".league"))

    ann, bob, anchor = results.lines
    assert [step.version for step in ann.steps] == ["Ann v0", "Ann v1"]
    assert [step.version for step in bob.steps] == ["Bob v0", "Bob v0"], "the version before plays"
    assert [step.version for step in anchor.steps] == ["Anchor", "Anchor"]
    edits = place.history("Ann").edits()
    assert [edit.outcome for edit in edits] == [Outcome.FIRST, Outcome.CHANGED]
    assert edits[1].files["main.py"].decode() == BOT.format(1)
    assert edits[1].said == "climbed to 1"
    refused = place.history("Bob").edits()[1]
    assert refused.outcome is Outcome.REFUSED
    assert "main.py is not Python: expected ':'" in refused.why
    assert refused.refused["main.py"] == b"def choose(view)"
    assert refused.files["main.py"].decode() == BOT.format(0)
    assert [one.versions for one in results.played] == [3, 4]
    assert [one.matches for one in results.played] == [2 * 2 * 3, 2 * 2 * 6]
    assert edits[1].commitment == results.played[1].commitment
    with open_store(place.store) as store:
        assert store.count() == 36
        assert list(verify(store)) == []
        assert list(verify_histories(place, store)) == []

    again, nothing = play_league(file)
    assert not nothing.edits and not nothing.began, "all that is kept is not done again"
    assert results_json(again) == results_json(results) == json.loads(place.results.read_text())
    assert "Small league" in place.page.read_text()


SEE = """
import json, os, pathlib
found = sorted(str(path) for path in pathlib.Path("league").rglob("*") if path.is_file())
os.makedirs("notes", exist_ok=True)
open("notes/seen.json", "w").write(json.dumps(found))
open("notes/README.md", "w").write(open("league/README.md").read())
open("main.py", "a").write("# changed\\n")
"""


@pytest.mark.long
def test_commands_see_what_the_league_shows_and_a_twin_sees_no_programs(tmp_path: Path) -> None:
    file = write_league(tmp_path, {"Ann": SEE, "Bob": CLIMB}, sources="last", review=2)
    file.write_text(file.read_text().replace('bot = "Ann"\n', 'bot = "Ann"\ntwin = true\n'))
    results, _ = play_league(file)
    place = Place(file.with_suffix(".league"))
    edits = {name: place.history(name).edits()[1] for name in ("Ann", "Ann alone")}
    seen = {name: set(json.loads(edit.files["notes/seen.json"])) for name, edit in edits.items()}
    told = {"README.md", "rules.md", "protocol.md", "league.json", "results.json", "last.json", "said.txt"}
    told |= {"records.jsonl", "review.json", "stderr.txt", "own/generation-0/main.py", "own/generation-0/improve.py"}
    assert seen["Ann alone"] == {f"league/{name}" for name in told}
    shown = edits["Ann"].files["notes/README.md"].decode()
    assert "\novertrick check . --game duel --seats 2 -o ranks=3\n" in shown
    assert seen["Ann"] - seen["Ann alone"] == {"league/others/Bob/main.py", "league/others/Bob/improve.py"}
    ann, twin, *_ = results.lines
    assert ann.steps[0].version == twin.steps[0].version == "Ann v0", "equal programs of both are one version"
    assert ann.learning is not None
    assert (ann.learning.version, ann.learning.than) == ("Ann v1", "Ann v1"), "both did the same"
    assert ann.learning.difference.value == 0
    assert twin.learning is None


# The shape of results.json, as docs/leagues.md has it

NUMBER = {"value", "low", "high"}
SHAPE = {
    "": "format league game seats options sources generations generation scale entrants tournaments store",
    "scale": "tournament measure meaning matches sets_of_cards",
    "tournaments": "generation name commitment versions matches faults",
    "entrants": "name twin_of command sources allowed improvement learning faults seconds generations",
    "allowed": "time_s disk_mb memory_mb processes network read environment terminal",
    "improvement": "version than value low high p",
    "generations": "generation version content commit outcome why ended seconds room faults rating strength rank",
}


def test_the_results_have_the_shape_that_the_docs_describe(played: tuple[Path, Results]) -> None:
    data = results_json(played[1])
    ann, _, anchor = data["entrants"]
    parts = {"": data, "scale": data["scale"], "tournaments": data["tournaments"][0], "entrants": ann}
    parts |= {"allowed": ann["allowed"], "improvement": ann["improvement"], "generations": ann["generations"][1]}
    for part, names in SHAPE.items():
        assert set(parts[part]) == set(names.split()), part
    assert set(ann["generations"][0]["rating"]) == set(ann["generations"][0]["strength"]) == NUMBER
    assert (anchor["command"], anchor["allowed"], anchor["improvement"], ann["learning"]) == (None, None, None, None)
    page = (Path(__file__).parents[2] / "docs" / "leagues.md").read_text().partition("## results.json")[2]
    for name in {name for names in SHAPE.values() for name in names.split()}:
        assert f"`{name}`" in page, name


def test_a_bot_that_does_not_pass_cannot_begin(tmp_path: Path) -> None:
    file = write_league(tmp_path, {"Ann": CLIMB})
    (tmp_path / "Ann" / "main.py").write_text("def choose(view):\n    return 'S99'\n")
    with pytest.raises(Mistake, match=r"the bot of entrant Ann does not pass the check: .*'S99' is no card"):
        play_league(file)


def test_a_folder_keeps_one_league(played: tuple[Path, Results]) -> None:
    text = played[0].read_text()
    played[0].write_text(text.replace("Small league", "Another"))
    with pytest.raises(Mistake, match=r"this folder has the league 'Small league', not 'Another'; allowed: its name"):
        play_league(played[0])
    played[0].write_text(text)


@pytest.mark.long
def test_a_history_that_was_changed_is_found_by_verify(tmp_path: Path) -> None:
    file = write_league(tmp_path, {"Ann": CLIMB})
    play_league(file)
    place = Place(file.with_suffix(".league"))
    forged = replace(place.history("Ann").edits()[1], content="0" * 64, commitment="1" * 64)
    place.history("Ann").folder.rename(tmp_path / "before.git")
    honest = History(tmp_path / "before.git").edits()[0]
    for edit in (honest, forged):
        place.history("Ann").keep(edit)
    with open_store(place.store) as store:
        found = [str(finding) for finding in verify_histories(place, store)]
    assert any("the program that is kept has the hash" in one for one in found)
    assert any("it was told the commitment 1111" in one for one in found)
    assert any("Ann v1 is a program that nobody had left by then" in one for one in found)


@pytest.mark.long
def test_a_league_that_is_killed_at_random_moments_ends_as_an_undisturbed_one(tmp_path: Path) -> None:
    seed = int(os.environ.get("CRASH_SEED", time.time_ns() % 1_000_000_000))
    print(f"CRASH_SEED={seed} draws the same moments")
    slow = CLIMB + "import time\ntime.sleep(0.5)\n"
    file = write_league(tmp_path / "league", {"Ann": slow, "Bob": BREAK}, generations=2)
    words = [sys.executable, "-m", "overtrick", "league", str(file), "--workers", "1", "--into"]
    subprocess.run([*words, str(tmp_path / "calm")], check=True, capture_output=True)
    draw, kills = Random(seed), 0
    for _ in range(60):
        process = subprocess.Popen([*words, str(tmp_path / "killed")], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            process.communicate(
                timeout=draw.uniform(0.5, 1.5 + kills)
            )  # longer and longer, or a busy machine never ends
            assert process.returncode == 0, process.stderr
            break
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            kills += 1
    assert kills > 2, "most of it must be done under kills"
    assert process.returncode == 0
    calm, killed = Place(tmp_path / "calm"), Place(tmp_path / "killed")
    for name in ("Ann", "Bob"):
        ours, theirs = ([replace(edit, seconds=0.0) for edit in one.history(name).edits()] for one in (killed, calm))
        assert ours == theirs, name
        assert len(ours) == 3
    with open_store(killed.store) as ours_, open_store(calm.store) as theirs_:
        keys = [
            {row["key"] for one in store.tournaments() for row in store.rows(one.registered.id)}
            for store in (ours_, theirs_)
        ]
        assert keys[0] == keys[1]
        assert ours_.count() == theirs_.count() == len(keys[0]) > 50
        assert list(verify(ours_)) == []
        assert list(verify_histories(killed, ours_)) == []
    told = [json.loads(one.results.read_text()) for one in (killed, calm)]
    for data in told:
        for entrant in data["entrants"]:
            entrant["seconds"] = 0
            for step in entrant["generations"]:
                step["seconds"], step["commit"] = 0, ""
    assert told[0] == told[1]


@pytest.mark.long
def test_the_example_with_three_agents_shows_what_it_says(tmp_path: Path) -> None:
    shutil.copytree(Path(__file__).parents[2] / "examples" / "league", tmp_path / "league")
    file = tmp_path / "league" / "three-agents.toml"
    file.write_text(file.read_text().replace("blocks = 30", 'blocks = 8\nseed = "1"\nreview = 2'))
    tune = tmp_path / "league" / "tuner" / "improve.py"
    tune.write_text(tune.read_text().replace('"--blocks", "60"', '"--blocks", "32", "--seed", "1"'))
    results, watcher = play_league(file)
    tuner, copier, alone, breaker, _ = results.lines
    said = {(name, edit.generation): edit for name, edit in watcher.edits}
    assert "LEAD = 50 minus LEAD = 0" in said["Tuner", 1].said, "compare works within a room"
    assert [step.edit.outcome for step in breaker.steps[1:] if step.edit] == [Outcome.REFUSED] * 3
    assert "last time: " in said["Breaker", 2].said
    assert said["Copier", 1].outcome is Outcome.CHANGED
    assert said["Copier", 1].bot["main.py"] in {said[name, 0].bot["main.py"] for name in ("Tuner", "Breaker")}
    assert {step.version for step in alone.steps} == {"Copier v0"}
    assert copier.learning is not None
    assert copier.learning.difference.value > 0
    assert tuner.improvement is not None
