"""The cache: a folder of the user's own for what can be made again, such as compiled code."""

import os
from pathlib import Path

from overtrick.core.mistake import Mistake


def cache_folder() -> Path:
    """Return the folder, or raise Mistake if there cannot be one that nobody else could fill."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = home / "overtrick"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = f"{folder} cannot be made: {error.strerror}"
        raise Mistake(f"{reason}; set XDG_CACHE_HOME to a folder of your own") from None
    if folder.stat().st_uid != os.geteuid():
        raise Mistake(f"{folder} belongs to somebody else; set XDG_CACHE_HOME to a folder of your own")
    return folder
