"""Files of one's own: new ones are private whatever the umask, and those that are there stay as they are."""

import os
from pathlib import Path

import pytest

from overtrick.core.private import make_private, open_private
from tests.support.modes import mode, umask


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077, 0o777])
def test_a_new_file_is_its_owners_alone_whatever_the_umask(tmp_path: Path, mask: int) -> None:
    with umask(mask):
        make_private(tmp_path / "empty")
        with open(tmp_path / "words", "w", opener=open_private) as file:
            file.write("secret")
    assert (mode(tmp_path / "empty"), mode(tmp_path / "words")) == (0o600, 0o600)
    assert (tmp_path / "words").read_text() == "secret"


def test_a_file_that_is_there_keeps_its_mode_and_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "shared"
    path.write_text("a longer text")
    path.chmod(0o640)
    make_private(path)
    assert path.read_text() == "a longer text"
    with open(path, "w", opener=open_private) as file:
        file.write("short")
    assert (mode(path), path.read_text()) == (0o640, "short")


def test_a_link_to_nothing_yet_is_followed(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    make_private(tmp_path / "link")
    assert mode(tmp_path / "file") == 0o600 and (tmp_path / "link").is_symlink()


def test_a_pipe_is_written_to_as_it_is() -> None:
    reader, writer = os.pipe()
    with open(f"/dev/fd/{writer}", "w", opener=open_private) as file:
        file.write("secret")
    os.close(writer)
    with os.fdopen(reader) as got:
        assert got.read() == "secret"
