"""Addresses of clusters: which are allowed, and a sentence for all others."""

import pytest

from overtrick.core.mistake import Mistake
from overtrick.tournament.workers.dask_address import find_address


@pytest.mark.parametrize("address", ["tcp://10.0.0.5:8786", "tcp://cluster.example:8786", "tcp://[2001:db8::1]:8786"])
def test_plain_tcp_is_for_this_machine_only(address: str) -> None:
    with pytest.raises(Mistake, match="plain tcp is for this machine only"):
        find_address(address)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "local:",
        "local:0",
        "local:-1",
        "local:257",
        "local:²",
        "local:9999999999",
        "127.0.0.1:8786",
        "tls://host",
        "tls://host:0",
        "tls://host:99999",
        "tls://:8786",
        "tls://host:8786/path",
        "tls://host:8786?x",
        "tcp://127.0.0.1:8786@10.0.0.5:8786",
        "tcp://127.0.0.1@10.0.0.5:8786",
        "inproc://",
        "tls://[host:8786",
    ],
)
def test_any_other_address_is_answered_with_what_is_allowed(address: str) -> None:
    with pytest.raises(Mistake, match=r"^cluster is .*; allowed: "):
        find_address(address)


@pytest.mark.parametrize("address", ["local:2", "tls://host:8786", "tcp://127.0.0.1:1", "tcp://[::1]:1"])
def test_an_address_is_printed_as_it_is_written(address: str) -> None:
    assert str(find_address(address)) == address
