"""The socket at which the site listens, opened before anything else, so that a busy port is told at once."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

from overtrick.core.mistake import Mistake


@contextmanager
def listen(host: str, port: int) -> Iterator[socket.socket]:
    """Give a socket that listens at an address, or raise Mistake with a sentence."""
    if not 0 <= port < 1 << 16:
        raise Mistake(f"the site cannot listen at port {port}; allowed: 0 to 65535")
    opened = None
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        opened = socket.socket(family, kind, protocol)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind(address)
        opened.listen(1024)
    except OSError as error:
        if opened is not None:
            opened.close()
        reason = f"{error.strerror or error}; port 0 is any that is free"
        raise Mistake(f"the site cannot listen at {host[:80]} port {port}: {reason}") from None
    with opened:
        yield opened
