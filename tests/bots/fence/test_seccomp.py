"""The filter as shipped is the filter as written down."""

import platform
import struct

import pytest

from overtrick.bots.fence.seccomp import MACHINES, PLACES, blob_path, build, names_in, seccomp_filter


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("machine", MACHINES)
def test_the_shipped_filter_is_what_libseccomp_makes_of_the_list(place: str, machine: str) -> None:
    assert blob_path(place, machine).read_bytes() == build(place, machine)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("machine", MACHINES)
def test_a_foreign_architecture_is_killed_first(place: str, machine: str) -> None:
    code = list(struct.iter_unpack("=HBBI", blob_path(place, machine).read_bytes()))
    load_arch, compare = code[0], code[1]
    assert load_arch == (0x20, 0, 0, 4), "the first instruction reads the architecture"
    assert code[2 + compare[2]][3] == 0x80000000, "and another one ends the process"


def test_a_filter_is_small() -> None:
    assert all(blob_path(place, machine).stat().st_size < 2500 for place in PLACES for machine in MACHINES)


def test_this_machine_has_a_filter() -> None:
    assert (seccomp_filter("box") is not None) == (platform.machine() in MACHINES)


def test_no_call_is_named_twice() -> None:
    names = names_in("workshop")
    assert len(names) == len(set(names))
