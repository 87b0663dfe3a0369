"""What a program shows in a pseudo-terminal."""

import os
import select

ENVIRONMENT = {"TERM": "xterm-256color", "COLUMNS": "130", "LINES": "40"}


def all_shown(ours: int) -> str:
    """Return what is written to the other end of a pseudo-terminal until that is closed, and close ours."""
    shown = b""
    while select.select([ours], [], [], 60)[0]:
        try:
            shown += os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
    os.close(ours)
    return shown.decode()
