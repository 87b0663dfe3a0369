"""Talks to others by the usual ways of Python."""

import sys

if sys.stdin.readline() == "honest\n":
    print("fine")
    sys.exit()

import socket
import urllib.request

for attempt in (
    lambda: socket.create_connection(("127.0.0.1", 22), timeout=1),
    lambda: socket.socketpair(),
    lambda: urllib.request.urlopen("http://127.0.0.1/", timeout=1),
):
    try:
        attempt()
        print("DONE")
    except OSError:
        print("refused")
