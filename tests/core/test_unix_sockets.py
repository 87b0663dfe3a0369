"""Unix sockets are given up: really tried, in a process that did it and in one that it starts."""

import subprocess
import sys

TRY = """
import socket, subprocess, sys
from overtrick.core.unix_sockets import give_up_unix_sockets

def opens(family):
    try:
        socket.socket(family).close()
        return True
    except PermissionError:
        return False

assert opens(socket.AF_UNIX), "before, it can"
assert give_up_unix_sockets() == ""
assert not opens(socket.AF_UNIX)
assert opens(socket.AF_INET) and opens(socket.AF_INET6)
for end in socket.socketpair():  # which leads nowhere else, and event loops need it
    end.close()
child = "import socket; socket.socket(socket.AF_UNIX)"
assert b"PermissionError" in subprocess.run([sys.executable, "-c", child], capture_output=True).stderr
"""


def test_no_unix_socket_can_be_opened_any_more_and_all_others_can() -> None:
    done = subprocess.run([sys.executable, "-c", TRY], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
