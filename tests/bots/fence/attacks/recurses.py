"""Calls itself for ever."""

import sys

if sys.stdin.readline() == "honest\n":
    print("fine")
    sys.exit()


def again(depth: int) -> int:
    return again(depth + 1)


again(0)
