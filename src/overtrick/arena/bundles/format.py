"""How a bundle is known: by how it begins. This imports nothing, as every command that reads files asks."""

from pathlib import Path

FORMAT = "overtrick round 1"
FIRST = b'{"format": "overtrick round '  # of whichever version: who opens it tells which ones can be read


def is_bundle(where: str) -> bool:
    """Return whether a place is a file that begins as a bundle does."""
    path = Path(where)
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(FIRST)) == FIRST
