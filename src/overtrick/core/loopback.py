"""The hosts that can only be this machine."""

import ipaddress

LOOPBACK = ("127.0.0.1", "localhost", "::1")  # as people call it


def is_loopback(host: str) -> bool:
    """Return whether a host can only be this machine; no name is asked for, as its answer could change."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
