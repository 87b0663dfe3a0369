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


def test_a_mistake_does_not_swallow_it() -> None:
    with pytest.raises(KeyboardInterrupt), interrupts_held():
        signal.raise_signal(signal.SIGINT)
        raise ValueError("something else")
    with interrupts_held():
        interrupted_here()
