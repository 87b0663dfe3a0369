"""How the file of a day is known: by how it begins. This imports nothing, as every command that reads files asks."""

from pathlib import Path

FORMAT = "overtrick day 1"


def is_day(where: str) -> bool:
    """Return whether a place is a file that begins as that of a day does."""
    path = Path(where)
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return f'"{FORMAT}"'.encode() in file.read(100)
