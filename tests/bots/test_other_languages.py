"""Bots in other languages: the starters build and play behind the fence, and a runtime that fails is explained."""

from pathlib import Path

import pytest

from overtrick.bots.causes import cause
from overtrick.bots.fence.fence import Fence, Level, Limits, Program
from overtrick.bots.find import find
from overtrick.bots.new import languages, new_bot, starter
from overtrick.bots.program import MANIFEST, build, read_manifest, stage
from overtrick.core.luck import read_seed
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.match.block import block
from overtrick.match.check import cases, run
from overtrick.match.check_report import fault_lines
from overtrick.match.play import play
from overtrick.match.record import new_match
from tests.support.boxes import LEVELS

OTHERS = ("node", "java", "go", "rust")
installed = pytest.mark.long  # compilers are large, so only `make test-all` installs them


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_a_starter_has_a_manifest_of_its_game_and_decides_in_a_file_of_its_own(game: str, lang: str) -> None:
    files = starter(GAMES[game], lang)
    manifest = read_manifest(files[MANIFEST], Path(MANIFEST))
    assert (manifest["game"], manifest["language"], manifest["protocol"]) == (game, lang, "lines")
    assert b"GAME" not in b"".join(files.values())
    deciding = next(name for name in files if name.lower().startswith("choose"))
    assert files[deciding] != dict(any_files(lang))[deciding]


def any_files(lang: str) -> list[tuple[str, bytes]]:
    """Return what a language has for any game."""
    from overtrick.bots.new import ANY_GAME, STARTERS

    return [(path.name, path.read_bytes()) for path in (STARTERS / f"{ANY_GAME}{lang}").iterdir()]


def test_all_games_have_starters_in_all_languages() -> None:
    assert all(languages(game) == ["python", "c", *OTHERS] for game in GAMES.values())


@installed
@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_a_starter_plays_every_table_of_the_check_without_a_fault(game: str, lang: str, tmp_path: Path) -> None:
    new_bot(game, lang, tmp_path / "bot")
    player = find(str(tmp_path / "bot"), game)
    tables = {(case.seats, str(case.options)): case for case in cases(game)}
    for case in tables.values():
        report = run(case, player)
        assert report.fault is None and report.decisions > 3, report.fault


@installed
def test_node_java_go_and_rust_sit_at_one_table_of_wizard_and_think_alike(tmp_path: Path) -> None:
    for lang in OTHERS:
        new_bot("wizard", lang, tmp_path / lang)
    names = [str(tmp_path / lang) for lang in OTHERS]
    made = {name: find(name, "wizard") for name in names}
    rotations = list(block(new_match("wizard", names, {"series": "tournament-10"}, read_seed("5")), 0))
    records = [play(rotation, [made[name]() for name in rotation.players]) for rotation in rotations]
    assert not any(record.faults for record in records)
    assert len({str(record.totals) for record in records}) == 1  # whoever sits where: the four are one bot
    assert len(set(records[0].totals)) > 1


@installed
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("lang", OTHERS)
def test_a_starter_runs_at_every_level_with_the_usual_limits(lang: str, level: Level, tmp_path: Path) -> None:
    new_bot("duel", lang, tmp_path / "bot")
    built = build(tmp_path / "bot", "duel")
    with Fence(Program(stage(built), built.argv), Limits(), level=level) as fence:
        fence.start()
        fence.tell(b'{"type":"hello","seat":1}\n')
        turn = fence.ask(b'{"type":"choose","deal":1,"state":{"trick":[{"card":"H3"}]},"legal":["HA","H4","H5"]}\n')
        assert turn.stdout == b'{"action":"H4"}\n', turn


# What is told when a runtime does not start

MANIFESTS = {
    "is not installed on this machine": 'run = ["cobol", "./bot.cob"]',
    "run names ./bot, but there is no such file": 'run = ["./bot"]',
    "other was read as a script for sh: it is built for another machine": 'run = ["./other"]',
}


@pytest.mark.parametrize("told", MANIFESTS)
def test_what_cannot_be_started_is_told_with_its_cause(told: str, tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text(f'game = "duel"\n{MANIFESTS[told]}\nprotocol = "lines"\n')
    (tmp_path / "other").write_bytes(b"\x7fELF of another machine (\n)\n")
    report = run(next(cases("duel")), find(str(tmp_path), "duel"))
    assert report.fault is not None
    lines = list(fault_lines(report, report.fault))
    assert told in next(line for line in lines if line.startswith("hint: "))


def test_a_build_command_that_is_nowhere_is_told_so(tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text('game = "duel"\nbuild = ["cobolc", "bot.cob"]\n')
    with pytest.raises(Mistake, match="hint: cobolc is not installed on this machine"):
        build(tmp_path, "duel")


def test_a_program_where_boxes_see_nothing_is_told_where_it_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rustc").write_text("#!/bin/sh\n")
    (tmp_path / "rustc").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    told = cause("sh: 1: exec: rustc: not found")
    assert told.startswith(f"{tmp_path}/rustc is not shown behind the fence")
    assert told.endswith("apt install rustc brings it")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Error occurred during initialization of VM\n", "too little memory"),
        ("# Fatal process OOM in Failed to reserve virtual memory for CodeRange", "too little memory"),
        ("fatal error: failed to reserve page summary memory", "too little memory"),
        ("java.lang.OutOfMemoryError: unable to create native thread: possibly out of memory", "too few threads"),
        ("runtime: failed to create new OS thread (have 5 already; errno=11)", "too few threads"),
        ("javac: error while loading shared libraries: libjli.so: cannot open", "as the first word of build or run"),
        ("./bot: error while loading shared libraries: libfoo.so.1: cannot", "the library libfoo.so.1 is not shown"),
        ("Error: Could not find or load main class Bot", "Bot is not where Java looks"),
        ("Error: Cannot find module 'lodash'", "bring lodash along"),
        ("all went well", ""),
    ],
)
def test_the_last_words_of_runtimes_are_understood(said: str, told: str) -> None:
    assert told in cause(said) and bool(told) == bool(cause(said))
