"""Overflows the stack below Python's own limit."""

import sys

if sys.stdin.readline() == "honest\n":
    print("fine")
    sys.exit()

sys.setrecursionlimit(10**9)


class Again:
    def __repr__(self) -> str:
        return repr(self)


repr(Again())
