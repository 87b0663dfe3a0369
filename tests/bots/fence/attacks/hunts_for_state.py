"""Looks through all objects and frames of its process for anything of the referee."""

import sys

if sys.stdin.readline() == "honest\n":
    print("fine")
    sys.exit()

import gc

found: list[object] = [name for name in sys.modules if name.startswith("overtrick")]
found += [item for item in gc.get_objects() if type(item).__module__.startswith("overtrick")]
frame = sys._getframe()
while frame.f_back:
    frame = frame.f_back
    found.append(frame)
print("found", found)
