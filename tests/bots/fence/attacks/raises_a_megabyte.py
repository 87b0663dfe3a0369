"""Fails with a very long message."""

import sys

if sys.stdin.readline() == "honest\n":
    print("fine")
    sys.exit()

raise ValueError("x" * 1_000_000)
