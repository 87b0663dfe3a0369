"""Starts others, which is allowed, and leaves one behind, which is not."""

import sys

if sys.stdin.readline() == "honest\n":
    print("fine")
    sys.exit()

import os
import subprocess

uid = subprocess.run(["id", "-u"], capture_output=True, text=True).stdout.strip()
print("uid is not 0" if uid != "0" else "ROOT", flush=True)
subprocess.Popen(["sleep", "1000"])
print("no survivors", flush=True)
os._exit(0)
