"""Lets its children wake each other up, while they should stand between its turns."""

import sys

if sys.stdin.readline() == "honest\n":
    print("fine")
    sys.exit()

import contextlib
import os
import signal

for _ in range(6):
    if os.fork() == 0:
        while True:
            with contextlib.suppress(PermissionError):
                os.kill(0, signal.SIGCONT)

print("7", flush=True)
for _question in sys.stdin:
    print("7", flush=True)
