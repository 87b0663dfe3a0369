"""Files of records: what is in them is whole, also after a full disk, and damage is never passed over in silence."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from overtrick.bots.find import find
from overtrick.commands.main import cli
from overtrick.core.mistake import Mistake
from overtrick.match.play import play
from overtrick.match.record import Record, new_match
from overtrick.match.record_file import read_records, record_writer
from tests.support.full_disk import files_up_to
from tests.support.modes import mode, umask


def played(seed: int) -> Record:
    """Return a small match."""
    match = new_match("duel", ["first", "first"], {"ranks": 3, "stock": 2}, seed.to_bytes(32, "big"))
    return play(match, [find("first", "duel")() for _ in range(2)])


RECORDS = [played(seed) for seed in range(3)]


def written(path: Path) -> str:
    """Write three records and return the text of the file."""
    with record_writer(path) as write:
        for record in RECORDS:
            write(record)
    return path.read_text()


def test_a_disk_that_fills_up_leaves_whole_records_and_a_sentence_with_the_path(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    whole = written(path)
    with (
        files_up_to(len(whole) - 100),
        pytest.raises(Mistake, match=r"records\.jsonl cannot be written: File too large; the records before are in it"),
    ):
        written(path)
    assert path.read_text() == "".join(whole.splitlines(keepends=True)[:2])
    assert read_records(path) == RECORDS[:2]


def test_a_new_file_of_records_is_its_owners_alone_as_it_has_seeds(tmp_path: Path) -> None:
    with umask(0o000):
        written(tmp_path / "records.jsonl")
    assert mode(tmp_path / "records.jsonl") == 0o600


def test_a_device_that_is_full_gets_a_sentence() -> None:
    with pytest.raises(Mistake, match="/dev/full cannot be written: No space left on device"):
        written(Path("/dev/full"))


def test_a_last_line_that_was_cut_off_is_told_of_and_left_out(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    path.write_text(written(path)[:-100])
    told: list[str] = []
    assert read_records(path, told.append) == RECORDS[:2]
    assert told == [f"{path}, line 3: this line is cut off and is left out; those before it are whole"]
    with pytest.raises(Mistake, match="line 3: this is not JSON"):
        read_records(path)
    done = CliRunner().invoke(cli, ["show", str(path)], catch_exceptions=False)
    assert done.exit_code == 0 and done.output.count("line 3: this line is cut off") == 1


def test_other_damage_is_refused_and_nothing_is_told(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    first, second, third = written(path).splitlines(keepends=True)
    damaged = {
        first + second[:-100] + "\n" + third: "line 2: this is not JSON",
        first + second[:-100] + "\n": "line 2: this is not JSON",
        first + "{}": "line 2: ",
        first[:-100] + "\n" + second[:-100]: "line 1: this is not JSON",
        first[:-100]: "line 1: this is not JSON",
    }
    for text, sentence in damaged.items():
        path.write_text(text)
        with pytest.raises(Mistake, match=sentence):
            read_records(path, pytest.fail)


def test_a_whole_last_line_needs_no_end(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    path.write_text(written(path).rstrip("\n"))
    assert read_records(path, pytest.fail) == RECORDS
