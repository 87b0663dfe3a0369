"""A Ctrl-C is held back where it would tear something apart, and is never lost."""

import signal

import pytest

from overtrick.core.processes import interrupted_here, interrupts_held


def test_a_held_interrupt_comes_at_the_end() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), interrupts_held():
        signal.raise_signal(signal.SIGINT)
        done.append("all of it")
    assert done == ["all of it"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_it_comes_where_it_is_allowed() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), interrupts_held(), interrupts_held():
        interrupted_here()
        signal.raise_signal(signal.SIGINT)
        done.append("the first part")
        interrupted_here()
        done.append("the second")
    assert done == ["the first part"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_who_ends_us_otherwise_is_held_as_well(number: signal.Signals) -> None:
    before = signal.signal(number, signal.default_int_handler)  # as our commands have it
    done = []
    try:
        with pytest.raises(KeyboardInterrupt), interrupts_held(), interrupts_held():
            signal.raise_signal(number)
            done.append("all of it")
            interrupted_here()
            done.append("more")
        assert done == ["all of it"]
        assert signal.getsignal(number) is signal.default_int_handler
    finally:
        signal.signal(number, before)


def test_every_held_signal_comes() -> None:
    came: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: came.append(number))
    try:
        with pytest.raises(KeyboardInterrupt), interrupts_held():
            signal.raise_signal(signal.SIGTERM)
            signal.raise_signal(signal.SIGINT)
            assert not came
        assert came == [signal.SIGTERM]
    finally:
        signal.signal(signal.SIGTERM, before)


def test_a_mistake_does_not_swallow_it() -> None:
    with pytest.raises(KeyboardInterrupt), interrupts_held():
        signal.raise_signal(signal.SIGINT)
        raise ValueError("something else")
    with interrupts_held():
        interrupted_here()
