"""Never gets as far as its function."""

import sys

if sys.stdin.readline() == "honest\n":
    print("fine")
    sys.exit()

while True:
    pass
