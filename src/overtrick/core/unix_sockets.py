"""Giving up sockets of the file system, by which a database may let its own user in without a password."""

import ctypes
import errno
import os
import platform
import struct

AF_UNIX = 1
PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, FILTER = 38, 22, 2
ALLOW, REFUSE, KILL = 0x7FFF0000, 0x00050000 | errno.EACCES, 0x80000000
LOAD, EQUAL, AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16  # where they stand in what a filter sees of a call
IO_URING_SETUP = 425  # which could make the call for us
OTHER_NUMBERS = 0x40000000  # the same calls once more, on x86_64

MACHINES = {"x86_64": (0xC000003E, 41), "aarch64": (0xC00000B7, 198)}
"""What the kernel calls an architecture, and the number of ``socket`` there."""


def give_up_unix_sockets() -> str:
    """Give up opening Unix sockets, in this thread and all that it starts; return why that is not possible here."""
    if platform.machine() not in MACHINES:
        return f"no filter of system calls is known for {platform.machine()}"
    code = struct.pack("HBBI" * len(program()), *(word for line in program() for word in line))
    kept = ctypes.create_string_buffer(code, len(code))
    described = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(program()), ctypes.addressof(kept)))
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    if prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or prctl(PR_SET_SECCOMP, FILTER, described, 0, 0):
        return f"this kernel takes no filter of system calls: {os.strerror(ctypes.get_errno())}"
    return ""


def program() -> list[tuple[int, int, int, int]]:
    """Return the filter: an operation, how many lines to skip if it is so and if not, and its number."""
    architecture, socket = MACHINES[platform.machine()]
    return [
        (LOAD, 0, 0, ARCHITECTURE),
        (EQUAL, 1, 0, architecture),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, NUMBER),
        (AT_LEAST, 5, 0, OTHER_NUMBERS),
        (EQUAL, 4, 0, IO_URING_SETUP),
        (EQUAL, 0, 2, socket),
        (LOAD, 0, 0, FIRST_ARGUMENT),
        (EQUAL, 1, 0, AF_UNIX),
        (RETURN, 0, 0, ALLOW),
        (RETURN, 0, 0, REFUSE),
    ]
