"""Building and checking: what fails on our side is told in a sentence, and the worker tries again."""

import multiprocessing
import os
from collections.abc import Iterator

import pytest

from overtrick.arena.submissions import builder
from overtrick.arena.submissions.builder import Task, serve
from overtrick.arena.submissions.submission import Purpose
from overtrick.core.ending import PlatformFault


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        (OSError(28, "No space left on device", "/tmp/bot.c"), "submission 7: No space left on device\n"),
        (PlatformFault("there is no fence"), "submission 7: there is no fence\n"),
    ],
)
def test_a_failure_of_ours_is_one_sentence_in_the_log(
    trouble: Exception, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(task: Task) -> Iterator[builder.Told]:
        raise trouble
        yield

    monkeypatch.setattr(builder, "work", fail)
    monkeypatch.setattr(builder, "die_with", lambda parent: None)
    mine, theirs = multiprocessing.Pipe(duplex=False)
    serve(theirs, os.getpid(), Task(7, "bot.c", {}, Purpose.ENTER, None))  # type: ignore[arg-type]
    assert capsys.readouterr().err == words
    assert not mine.poll()
