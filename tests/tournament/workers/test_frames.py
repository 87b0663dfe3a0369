"""Frames: they come back as they were written, and nothing else is taken for one."""

import io
import json

import pytest

from overtrick.tournament.workers.frames import LENGTHS, MOST_BODY, MOST_HEADER, NoFrame, read_frame, write_frame


def frame(header: bytes, body: bytes = b"") -> bytes:
    return LENGTHS.pack(len(header), len(body)) + header + body


def test_frames_come_back_one_by_one_and_then_the_end() -> None:
    pipe = io.BytesIO()
    write_frame(pipe, {"say": "é", "task": 1}, b"\0\xff")
    write_frame(pipe, {})
    pipe.seek(0)
    assert read_frame(pipe) == ({"say": "é", "task": 1}, b"\0\xff")
    assert read_frame(pipe) == ({}, b"")
    with pytest.raises(EOFError):
        read_frame(pipe)


@pytest.mark.parametrize(
    "sent",
    [
        frame(b"hello"),
        frame(b"[1]"),
        frame(b"[" * 60_000),
        frame(b"\xff\xfe\xfd"),
        LENGTHS.pack(MOST_HEADER + 1, 0),
        LENGTHS.pack(2, MOST_BODY + 1),
        b"\xff" * 8,
    ],
    ids=["words", "a list", "nested", "no text", "a long header", "a long body", "longest"],
)
def test_nonsense_is_no_frame_and_its_length_alone_makes_nobody_wait(sent: bytes) -> None:
    with pytest.raises(NoFrame):
        read_frame(io.BytesIO(sent))


@pytest.mark.parametrize("cut", [0, 3, 8, 11, 21])
def test_half_a_frame_is_the_end(cut: int) -> None:
    with pytest.raises(EOFError):
        read_frame(io.BytesIO(frame(json.dumps({"say": "x"}).encode(), b"body")[:cut]))
