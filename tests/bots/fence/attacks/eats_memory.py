"""Wants more memory than there is."""

import sys

if sys.stdin.readline() == "honest\n":
    print("fine")
    sys.exit()

pieces = []
while True:
    pieces.append(bytearray(1 << 20))
