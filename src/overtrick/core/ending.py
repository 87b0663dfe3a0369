"""Endings: the closed list of how a turn, and with it perhaps a match, can end."""

from enum import StrEnum


class Ending(StrEnum):
    """How a turn or a match ended."""

    NORMAL = "normal"
    ILLEGAL = "illegal"  # an action that the rules refuse
    TIMEOUT = "timeout"
    CRASH = "crash"  # an exception, a bad exit, a dead process
    GARBLED = "garbled"  # an answer that is no answer
    BUILD_FAILED = "build failed"
    PLATFORM = "platform"  # our own fault: never scored, played again


class PlatformFault(Exception):  # noqa: N818
    """Our own fault, never a bot's: what was going on does not count and is done again."""
