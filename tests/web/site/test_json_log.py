"""The log of the web process as JSON: one object a line, and no key in it."""

import json
import logging
import sys

import pytest

from overtrick.web.site.json_log import JsonLines


def line(name: str, message: str, *args: object, failed: bool = False) -> dict[str, object]:
    trace = None
    if failed:
        try:
            raise ValueError("no")
        except ValueError:
            trace = sys.exc_info()
    record = logging.LogRecord(name, logging.INFO, "", 0, message, args, trace)
    text = JsonLines().format(record)
    assert "\n" not in text
    told: dict[str, object] = json.loads(text)
    return told


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/c/cup/1", "/c/cup/1"),
        ("/tables/7/join?key=secret", "/tables/7/join"),
        ("/welcome/secret-code", "/welcome/"),
        ("/welcome/secret-code?x=1", "/welcome/"),
    ],
)
def test_a_request_is_told_in_parts_and_without_keys(path: str, shown: str) -> None:
    told = line("uvicorn.access", '%s - "%s %s HTTP/%s" %d', "1.2.3.4:5", "GET", path, "1.1", 200)
    assert (told["client"], told["method"], told["path"], told["status"]) == ("1.2.3.4:5", "GET", shown, 200)
    assert "secret" not in json.dumps(told)


def test_anything_else_is_a_sentence_with_its_trace() -> None:
    told = line("overtrick.web", "a page failed", failed=True)
    assert (told["event"], told["level"], told["sentence"]) == ("overtrick.web", "info", "a page failed")
    assert "ValueError: no" in str(told["trace"])
