"""The commands with which anybody checks a round: from its file, from its address, with a store or without."""

import json
import stat
from pathlib import Path

import pytest

from overtrick.arena.arena import open_arena
from overtrick.arena.people.accounts import find_by_name
from overtrick.arena.people.tokens import Scope, make_token
from overtrick.core.mistake import Mistake
from tests.commands.test_site import Double, double, logged_in, run  # noqa: F401
from tests.support.played_round import SECRET, bundle_of, play_round
from tests.support.running_site import running_site

JSONL = "/api/rounds/cup/1/matches.jsonl"


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("round")
    play_round(folder / "site.db", folder)
    return bundle_of(folder / "site.db", folder / "cup.jsonl")


def test_the_address_of_a_round_is_verified_without_an_account(double: Double, bundle: Path) -> None:  # noqa: F811
    double.says(JSONL, bundle.read_text())
    done = run("verify", f"{double.url}/c/cup/1", "--records-only", "--workers", "1")
    assert done.exit_code == 0, done.output
    assert done.output.splitlines()[1:4] == [
        "cup/1 final: 48 matches",
        "records: all is as it should be",
        "checked: the cards from the secret, rules and refereeing; the entries and the hashes of their programs; "
        "ranks and intervals",
    ]
    assert "authorization" not in double.asked[0][1]


def test_a_file_that_was_changed_ends_with_code_1_and_a_sentence(bundle: Path, tmp_path: Path) -> None:
    path = tmp_path / "changed.jsonl"
    path.write_text(bundle.read_text().replace(SECRET.hex(), "00" * 32))
    done = run("verify", str(path), "--records-only", "--workers", "1", "--sample", "30")
    assert done.exit_code == 1
    assert "is not that of its secret" in done.output
    assert "more differences are not printed; --json prints all" in done.output
    told = json.loads(run("verify", str(path), "--records-only", "--workers", "1", "--json").stdout)
    assert len(told["differences"]) > 48


def test_the_file_of_a_game_that_is_not_here_is_not_called_wrong(bundle: Path, tmp_path: Path) -> None:
    path = tmp_path / "absent.jsonl"
    path.write_text(bundle.read_text().replace('"game": "duel"', '"game": "hearts"', 1))
    done = run("verify", str(path))
    assert str(done.exception) == f"{path}: the game 'hearts' is not here; name its file with --game-file"
    assert isinstance(done.exception, Mistake) and not done.output


def test_the_programs_of_a_file_are_asked_again(bundle: Path) -> None:
    done = run("verify", str(bundle), "--workers", "1", "--sample", "6")
    assert done.exit_code == 0, done.output
    assert "records: all is as it should be in a sample of 6" in done.output
    assert "programs: 6 matches were played again by the programs of the file; 6 the same" in done.output


def test_fetch_writes_a_private_file_that_other_commands_read(double: Double, bundle: Path, tmp_path: Path) -> None:  # noqa: F811
    logged_in(double)
    double.says(f"{JSONL}?of=final&bot=ben&lost=true", bundle.read_text())
    out = tmp_path / "mine.jsonl"
    done = run("fetch", f"{double.url}/c/cup/1", "--of", "final", "--bot", "ben", "--lost", "--out", str(out))
    assert done.output.splitlines()[-1] == f"wrote 48 matches to {out}"
    assert double.asked[-1][1]["authorization"], "who is logged in shows the token"
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    assert list(tmp_path.glob("*.half")) == []
    rows = run("export", str(out), "--csv").output.splitlines()
    assert len(rows) == 1 + 96
    key = rows[1].partition(",")[0]
    assert "duel, deal 1: 10 cards each" in run("show", str(out), key[:12]).output
    assert run("show", str(out)).output.count("match ") == 48
    assert "deal 1" in run("replay", str(out), key, "--plain").output
    assert len(run("export", str(out)).output.splitlines()) == 48
    assert "48 matches on 4 sets of cards" in run("standings", str(out)).output


def test_ranks_from_some_matches_of_a_round_are_told_to_be_none_of_the_round(bundle: Path, tmp_path: Path) -> None:
    path = tmp_path / "lost.jsonl"
    path.write_text(bundle.read_text().replace('"only": ""', '"only": "those lost by ben"', 1))
    note = f"overtrick: {path} has those lost by ben alone, so these are not its round's ranks"
    for command in ("standings", "crosstable"):
        assert run(command, str(path)).stderr.splitlines()[0] == note
        assert note not in run(command, str(bundle)).stderr
    assert run("export", str(path), "--csv").stderr == ""


def test_a_file_that_breaks_off_is_not_kept(double: Double, bundle: Path, tmp_path: Path) -> None:  # noqa: F811
    double.says(JSONL, "".join(bundle.read_text().splitlines(keepends=True)[:-9]))
    out = tmp_path / "half.jsonl"
    done = run("fetch", f"{double.url}/c/cup/1", "--out", str(out))
    assert "broke off after 40 matches; try again" in str(done.exception)
    assert list(tmp_path.glob("half*")) == []


def test_what_is_no_file_of_a_round_is_not_read_to_its_end(double: Double, tmp_path: Path) -> None:  # noqa: F811
    double.says(JSONL, "<html>\n" * 1000)
    done = run("fetch", f"{double.url}/c/cup/1", "--out", str(tmp_path / "x.jsonl"))
    assert str(done.exception) == f"{double.url} answers with something else than the file of a round"
    assert list(tmp_path.iterdir()) == []


def test_lost_matches_are_those_of_somebody(tmp_path: Path) -> None:
    done = run("fetch", "http://127.0.0.1:1/c/cup/1", "--lost", "--out", str(tmp_path / "no.jsonl"))
    assert str(done.exception) == "--lost is given without --bot NAME, whose matches they would be"


def test_a_large_file_wants_a_key(bundle: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overtrick.commands.tournaments.records.MOST_SHOWN", 47)
    told = str(run("show", str(bundle)).exception)
    assert told.endswith("cup.jsonl has 48 matches, so name one by its key; overtrick export --csv lists them")


def test_a_large_round_wants_a_key_and_is_called_by_its_address(
    double: Double,  # noqa: F811
    bundle: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("overtrick.commands.tournaments.records.MOST_SHOWN", 47)
    double.says(JSONL, bundle.read_text())
    address = f"{double.url}/c/cup/1"
    told = str(run("show", address).exception)
    assert told == f"{address} has 48 matches, so name one by its key; {address}/matches lists them"


@pytest.mark.long
def test_a_real_site_gives_an_author_the_stderr_of_their_own_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    play_round(tmp_path / "site.db", tmp_path)
    with open_arena(tmp_path / "site.db") as arena:
        tokens = {}
        for name in ("ann", "ben"):
            account = find_by_name(arena, name)
            assert account is not None
            tokens[name] = make_token(arena, account, "cli", (Scope.READ,))
    with running_site(tmp_path / "site.db") as site:
        assert run("verify", f"{site.url}/c/cup/1", "--sample", "5").exit_code == 0
        for name, said in (("ann", True), ("ben", False)):
            assert run("login", site.url, typed=f"{tokens[name]}\n").exit_code == 0
            out = tmp_path / f"{name}.jsonl"
            assert run("fetch", f"{site.url}/c/cup/1", "--bot", "ann", "--out", str(out)).exit_code == 0
            assert ("WHISPER" in run("show", str(out)).output) is said
