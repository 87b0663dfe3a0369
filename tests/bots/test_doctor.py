"""The facts about this machine."""

from pathlib import Path

import pytest

from overtrick.bots import doctor as module
from overtrick.bots.doctor import doctor
from overtrick.bots.fence.fence import Level, probe
from overtrick.core.ending import PlatformFault


def test_the_facts_begin_with_the_level_of_the_fence() -> None:
    facts = doctor()
    assert facts[0].what == "fence" and facts[0].found == str(probe())
    assert {"C compiler", "Python", "extra search"} <= {fact.what for fact in facts}
    assert all(fact.found and fact.meaning for fact in facts)


def test_better_levels_are_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "probe", lambda: Level.B)
    monkeypatch.setattr(module, "refusals", lambda: {Level.A: "bwrap: setting up uid map: Permission denied"})
    facts = doctor()
    assert facts[1].what == "fence A" and "uid map" in facts[1].meaning


def test_languages_are_looked_for_where_boxes_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for program in ("node", "javac"):
        (tmp_path / program).write_text("#!/bin/sh\n")
        (tmp_path / program).chmod(0o755)
    monkeypatch.setattr(module, "PATH", str(tmp_path))
    facts = {what: (found, meaning) for what, found, meaning in doctor()}
    assert facts["JavaScript"] == (str(tmp_path / "node"), "bots in JavaScript are built and run with it")
    assert facts["Java"][0] == facts["Rust"][0] == "none"
    assert "java " in facts["Java"][1] and facts["Rust"][1].endswith("; apt install rustc brings it")


def test_a_machine_without_any_fence_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> Level:
        raise PlatformFault("there is no C compiler")

    monkeypatch.setattr(module, "probe", fail)
    assert "no C compiler" in doctor()[0].meaning


def test_the_page_about_the_fence_is_there() -> None:
    page = Path(__file__).parents[2] / "docs" / "fence.md"
    assert all(f"**{level}**" in page.read_text() for level in Level)
