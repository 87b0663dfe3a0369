"""Prints what nobody asked for before its answer."""

import sys

if sys.stdin.readline() == "honest\n":
    print("fine")
    sys.exit()

for number in range(1000):
    print("thinking about", number)
print(7)
