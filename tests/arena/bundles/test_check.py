"""Checking a bundle: a true one passes, and whatever is changed in it is named in a sentence."""

import base64
import json
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from overtrick.arena.bundles.again import Again, play_again, playable, players_again
from overtrick.arena.bundles.check import check
from overtrick.arena.bundles.format import is_bundle
from overtrick.arena.bundles.opened import open_bundle
from overtrick.bots.find import find
from overtrick.core.mistake import Mistake
from overtrick.match.play import play
from overtrick.match.record import Match
from overtrick.tournament.records.packed import pack
from overtrick.tournament.stated.tournament import Format
from overtrick.tournament.verify import EVERYTHING, Effort
from tests.support.played_round import bundle_of, play_round
from tests.support.postgres import Server

Lines = list[dict[str, Any]]
DEAD = "0" * 64


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("round")
    play_round(folder / "site.db", folder)
    return bundle_of(folder / "site.db", folder / "cup.jsonl")


def findings(path: Path, effort: Effort = EVERYTHING) -> list[str]:
    """Return what is wrong with a bundle."""
    with open_bundle(path) as opened:
        return [str(finding) for finding in check(opened, lambda: None, effort)]


def changed(bundle: Path, change: Callable[[Lines], object], out: Path) -> Path:
    """Write a bundle with something changed in it."""
    lines = [json.loads(line) for line in bundle.read_text().splitlines()]
    change(lines)
    out.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return out


def matches(lines: Lines) -> Lines:
    return [line for line in lines if "match" in line]


def test_a_true_bundle_has_no_differences(bundle: Path) -> None:
    assert findings(bundle) == []


@pytest.mark.long
def test_several_processes_find_the_same_and_a_sample_finds_its_part(bundle: Path, tmp_path: Path) -> None:
    def change(lines: Lines) -> None:
        for line in matches(lines):
            line["totals"] = [total + 1 for total in line["totals"]]

    wrong = changed(bundle, change, tmp_path / "wrong.jsonl")
    alone, together, some = (
        [one for one in findings(wrong, effort) if "the totals" in one]
        for effort in (EVERYTHING, Effort(workers=2), Effort(sample=5))
    )
    assert alone == together
    assert len(alone) == 48
    assert len(some) == 5
    assert set(some) <= set(alone)


@pytest.mark.long
def test_a_focused_final_on_postgresql_is_planned_again_step_by_step(server: Server, tmp_path: Path) -> None:
    where = server.url(server.new_database())
    play_round(where, tmp_path, format=Format.FOCUSED, final_blocks=200, budget=300, top=2)
    whole = bundle_of(where, tmp_path / "whole.jsonl")
    assert findings(whole) == []
    assert findings(bundle_of(where, tmp_path / "some.jsonl", bot="ben", lost=True)) == []

    def forget(lines: Lines) -> None:
        lines.remove(matches(lines)[0])
        lines[-1]["end"] -= 1

    told = findings(changed(whole, forget, tmp_path / "changed.jsonl"))
    assert [one for one in told if "the table tells of" in one]


# Each kind of tampering


def action(lines: Lines) -> None:
    """Let the first card be one of the other seat."""
    line = matches(lines)[0]
    kept = json.loads(zlib.decompress(base64.b64decode(line["payload"])))
    names = kept["actions"][0].split("|")
    names[0] = names[1]
    kept["actions"][0] = "|".join(names)
    line["payload"] = base64.b64encode(zlib.compress(json.dumps(kept).encode())).decode()


def damaged_payload(lines: Lines) -> None:
    matches(lines)[3]["payload"] = base64.b64encode(b"nothing").decode()


def score(lines: Lines) -> None:
    matches(lines)[0]["totals"][0] += 1


def place(lines: Lines) -> None:
    matches(lines)[0]["places"] = [2, 2]


def faults(lines: Lines) -> None:
    matches(lines)[0]["faults"][0] = 3


def rank(lines: Lines) -> None:
    lines[0]["table"]["lines"][1]["group"] += 1


def interval(lines: Lines) -> None:
    lines[0]["table"]["lines"][0]["worth"][1] += 0.01


def strength(lines: Lines) -> None:
    lines[0]["table"]["lines"][0]["strength"][0] += 0.01


def order(lines: Lines) -> None:
    table = lines[0]["table"]["lines"]
    table[0], table[1] = table[1], table[0]


def pair(lines: Lines) -> None:
    lines[0]["table"]["cells"][0][2] += 0.5


def missing_pair(lines: Lines) -> None:
    del lines[0]["table"]["cells"][0]


def secret(lines: Lines) -> None:
    lines[0]["round"]["secret"] = DEAD


def secret_and_commitment(lines: Lines) -> None:
    lines[0]["round"]["secret"] = DEAD
    lines[0]["round"]["commitment"] = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


def options(lines: Lines) -> None:
    lines[0]["round"]["details"]["options"]["ranks"] = 6


def options_twice(lines: Lines) -> None:
    options(lines)
    lines[0]["tournament"]["details"]["stated"]["options"]["ranks"] = 6


def blocks(lines: Lines) -> None:
    lines[0]["tournament"]["details"]["stated"]["blocks"] = 3


def rank_by(lines: Lines) -> None:
    lines[0]["round"]["details"]["rank_by"] = "place"


def entry_hash(lines: Lines) -> None:
    lines[0]["round"]["entries"][2]["content"] = DEAD


def entry_and_entrant(lines: Lines) -> None:
    text = json.dumps(lines[0]).replace(lines[0]["round"]["entries"][2]["content"], DEAD)
    lines[0] = json.loads(text)


def entry_left_out(lines: Lines) -> None:
    del lines[0]["round"]["entries"][3]


def names_exchanged(lines: Lines) -> None:
    entrants = lines[0]["entrants"]
    entrants[2][1], entrants[3][1] = entrants[3][1], entrants[2][1]


def other_program(lines: Lines) -> None:
    programs = [line for line in lines if "program" in line]
    programs[0]["built"], programs[1]["built"] = programs[1]["built"], programs[0]["built"]


def strange_program(lines: Lines) -> None:
    lines.insert(1, {"program": DEAD, "built": lines[1]["built"]})


def missing_match(lines: Lines) -> None:
    lines.remove(matches(lines)[7])
    lines[-1]["end"] -= 1


def missing_match_and_table(lines: Lines) -> None:
    missing_match(lines)
    lines[0]["table"]["records"] -= 1


def match_twice(lines: Lines) -> None:
    lines.insert(5, matches(lines)[7])
    lines[-1]["end"] += 1


def count(lines: Lines) -> None:
    lines[-1]["end"] += 1


def cut(lines: Lines) -> None:
    del lines[-1]


def match_of_other_cards(lines: Lines) -> None:
    matches(lines)[0]["cluster"] = 3


def match_of_no_plan(lines: Lines) -> None:
    lines.insert(-1, {**matches(lines)[0], "match": "ab" * 32, "cluster": 99})
    lines[-1]["end"] += 1


def other_seats(lines: Lines) -> None:
    matches(lines)[0]["seating"].reverse()


def no_table(lines: Lines) -> None:
    lines[0]["table"] = None


MOST_LIKELY = [
    (action, "match [0-9a-f]{64}: deal 1, action 1: "),
    (score, r"match [0-9a-f]{64}: the totals \[.*\] should be"),
    (rank, r"the table gives '.*' rank \d, the records give \d"),
    (secret, "the commitment [0-9a-f]{64} is not that of its secret"),
    (options_twice, "the key is not that of its secret, stage, cluster, seating and rules"),
    (entry_hash, f"the program of 'ann' in the final is '.*', but its entry tells of '{DEAD}'"),
    (missing_match, "but the file has 47 of 48; missing is that of .* on cards"),
    (match_twice, "match [0-9a-f]{64}: it is in the file more than once"),
]
OTHERS = [
    (damaged_payload, "the payload is damaged"),
    (place, r"match [0-9a-f]{64}: the places \[2, 2\] should be"),
    (faults, r"match [0-9a-f]{64}: the faults \[3, 0\] should be \[0, 0\]"),
    (interval, r"the table gives '.*' a worth of .* the records give"),
    (strength, r"the table gives '.*' a strength of .* the records give"),
    (order, r"place 1 of the table has '.*', the records give"),
    (pair, r"the table gives '.*' against '.*' .* in 4 blocks, the records give"),
    (missing_pair, r"the table does not compare '.*' with '.*', who met"),
    (secret_and_commitment, "the final was not dealt from its secret and its list of entries"),
    (options, "of the final, options is .* but the round states"),
    (blocks, "of the final, blocks is 3, but the round states 4"),
    (rank_by, "of the final, rank_by is .* but the round states"),
    (entry_and_entrant, "the final was not dealt from its secret and its list of entries"),
    (entry_left_out, "the final was not dealt from its secret and its list of entries"),
    (names_exchanged, "the final tells of 'ben' where the entry 'ann' belongs"),
    (other_program, "the program [0-9a-f]{12} is another one than its hash says"),
    (strange_program, "the program 000000000000 is none of an entry"),
    (count, "the last line tells of 49 matches, but the file has 48"),
    (cut, "the file is cut off"),
    (match_of_other_cards, "the key is not that of its secret, stage, cluster, seating and rules"),
    (match_of_no_plan, "1 matches in the file are none of the plan"),
    (other_seats, "the key is not that of its secret, stage, cluster, seating and rules"),
    (no_table, "the final table is missing"),
]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [*MOST_LIKELY, *(pytest.param(*other, marks=pytest.mark.long) for other in OTHERS)],
)
def test_what_was_changed_is_named(
    bundle: Path, tmp_path: Path, change: Callable[[Lines], None], sentence: str
) -> None:
    told = findings(changed(bundle, change, tmp_path / "changed.jsonl"))
    assert [one for one in told if re.search(sentence, one)], told


@pytest.mark.long
def test_a_match_that_was_never_played_shows_in_the_table_alone(bundle: Path, tmp_path: Path) -> None:
    told = findings(changed(bundle, missing_match_and_table, tmp_path / "changed.jsonl"))
    assert told, "its block is incomplete now, so the ranks are others"
    assert all("the table" in one for one in told)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the format is 'None'; allowed: 'overtrick round 1'"),
        ('{"format": "overtrick round 1"}\n', "line 1: the head cannot be read: KeyError: 'round'"),
        ("[]\n", "line 1: this is no JSON object"),
        ("{]\n{}\n", "line 1: this is not JSON"),
    ],
)
def test_what_is_no_bundle_is_a_mistake(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "none.jsonl"
    path.write_text(text)
    with pytest.raises(Mistake, match=re.escape(sentence)), open_bundle(path):
        pass


MATCH = {
    "match": "ab" * 32,
    "stage": "main",
    "cluster": 0,
    "ending": "normal",
    "at_fault": None,
    "facts": {},
    "totals": [1, 2],
    "places": [1, 2],
    "faults": [0, 0],
    "seating": [1, 2],
    "played": 0,
    "payload": "",
}


@pytest.mark.parametrize(
    ("part", "name", "value", "sentence"),
    [
        ("tournament", "name", None, "line 1: this record has None where a value of type str belongs"),
        ("tournament", "version", "1", "line 1: this record has '1' where a value of type int belongs"),
        ("tournament", "commitment", [], "line 1: this record has [] where a value of type str belongs"),
        ("round", "opens", 10**30, "line 1: no store can have what it tells: "),
        ("round", "title", "\ud800", "line 1: no store can have what it tells: "),
    ],
)
def test_a_head_that_no_store_can_have_is_a_mistake(
    bundle: Path, tmp_path: Path, part: str, name: str, value: object, sentence: str
) -> None:
    path = changed(bundle, lambda lines: lines[0][part].update({name: value}), tmp_path / "head.jsonl")
    with pytest.raises(Mistake, match=re.escape(sentence)), open_bundle(path):
        pass


def test_an_entrant_that_is_told_twice_is_a_mistake(bundle: Path, tmp_path: Path) -> None:
    path = changed(bundle, lambda lines: lines[0]["entrants"].append(lines[0]["entrants"][0]), tmp_path / "two.jsonl")
    with pytest.raises(Mistake, match="line 1: no store can have what it tells: UNIQUE"), open_bundle(path):
        pass


def test_a_bundle_of_another_version_is_known_as_one(tmp_path: Path) -> None:
    path = tmp_path / "newer.jsonl"
    path.write_text('{"format": "overtrick round 2"}\n')
    assert is_bundle(str(path))
    with (
        pytest.raises(Mistake, match="line 1: the format is 'overtrick round 2'; allowed: 'overtrick round 1'"),
        open_bundle(path),
    ):
        pass


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ({"what": 1}, "line 2: this line is neither a program nor a match nor the end"),
        ({"match": "zz"}, "line 2: the match cannot be read: ValueError"),
        ({"match": "ab", "stage": "main", "cluster": 0}, "line 2: the match cannot be read: KeyError"),
        ({"program": "ab", "built": "%"}, "line 2: the program cannot be read"),
        (MATCH | {"cluster": 10**30}, "line 2: no store can have what it tells: "),
        (MATCH | {"stage": "\ud800"}, "line 2: no store can have what it tells: "),
    ],
)
def test_a_line_that_cannot_be_read_is_named(bundle: Path, tmp_path: Path, line: Any, sentence: str) -> None:
    path = changed(bundle, lambda lines: lines.insert(1, line), tmp_path / "line.jsonl")
    with pytest.raises(Mistake, match=re.escape(sentence)), open_bundle(path):
        pass


# Programs


@dataclass
class Asked:
    """What came of asking programs again."""

    again: Again
    told: list[str]


def asked_again(path: Path, effort: Effort = EVERYTHING) -> Asked:
    again = Again()
    with open_bundle(path) as opened:
        players = players_again(opened, again)
        assert playable(opened, players) >= again.total
        found = play_again(opened, players, again, effort, lambda: None)
        return Asked(again, [str(finding) for finding in found])


@pytest.mark.long
def test_programs_that_play_again_choose_the_same(bundle: Path) -> None:
    asked = asked_again(bundle, Effort(sample=12))
    assert asked.told == []
    assert (asked.again.total, asked.again.same, asked.again.absent) == (12, 12, {})


def test_a_forged_choice_is_found_out_by_asking_the_program_again(bundle: Path, tmp_path: Path) -> None:
    """Ben always takes the last card he may play: in this file he took his first one, and all else fits."""

    def forge(lines: Lines) -> None:
        with open_bundle(bundle) as opened:
            (source,) = opened.store.sources()
            rows = {row["key"].hex(): row for row in opened.store.rows(1)}
        for line in matches(lines):
            forged = forged_line(source.match(rows[line["match"]]))
            if forged is not None:
                line.update(forged)
                return

    path = changed(bundle, forge, tmp_path / "forged.jsonl")
    assert not [one for one in findings(path) if "match " in one], "the referee has nothing to say"
    asked = asked_again(path)
    assert len(asked.told) == 1
    assert re.search("asked again, 'ben' chose '.*' twice where the record has '.*' ", asked.told[0])


def forged_line(match: Match) -> dict[str, Any] | None:
    """Return a match of ben and greedy as if ben took the first card that he may; None for other matches."""
    if match.players != ("ben", "duel:greedy"):
        return None
    packed = pack(play(match, [find("first", "duel")(), find("duel:greedy", "duel")()]))
    told = base64.b64encode(packed.payload).decode()
    return {"totals": list(packed.totals), "places": list(packed.places), "payload": told}


def test_a_program_that_is_not_in_the_file_is_not_asked(bundle: Path, tmp_path: Path) -> None:
    def leave_out(lines: Lines) -> None:
        lines[:] = [line for line in lines if "program" not in line]

    path = changed(bundle, leave_out, tmp_path / "private.jsonl")
    assert findings(path) == []
    asked = asked_again(path)
    assert asked.again.absent == dict.fromkeys(("ann", "ben"), "its program is not in the file")
    assert asked.again.total == asked.again.same == 8, "those of the shipped players alone"
