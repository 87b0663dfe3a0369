"""Flags that several commands share, and what they know of the command line they are part of."""

import shlex
from collections.abc import Callable, Sequence
from typing import Any

import click

from overtrick.core.mistake import Mistake


def option_flag(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--option name=value`` to a command."""
    return click.option(
        "--option", "-o", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; repeat for more."
    )(command)


def seed_flag(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--seed HEX`` to a command."""
    return click.option(
        "--seed", metavar="HEX", help="1 to 64 hexadecimal digits; the same seed deals the same cards."
    )(command)


def limits_flag(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--limits`` to a command."""
    return click.option("--limits", metavar="TEXT", help="What a bot may use, such as cpu=500ms,memory=256MB,bank=1s.")(
        command
    )


def trust_flag(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--trust`` to a command."""
    return click.option(
        "--trust", is_flag=True, help="Run Python files inside this program, without a fence; never ranked."
    )(command)


def json_flag(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--json`` to a command."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


def workers_flag(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--workers N`` to a command."""
    return click.option("--workers", type=click.IntRange(1), help="Processes; one for each core if nobody says.")(
        command
    )


def fail_flag(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--fail-on-fault`` to a command."""
    return click.option("--fail-on-fault", is_flag=True, help="End with code 1 if a bot committed a fault.")(command)


def machines_flag(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--cluster`` to a command."""
    return click.option(
        "--cluster", "machines", metavar="ADDRESS", help="Play on a Dask cluster: tls://HOST:PORT or local:N."
    )(command)


def read_options(given: Sequence[str]) -> dict[str, object]:
    """Return the options of ``name=value`` words."""
    options: dict[str, object] = {}
    for word in given:
        name, equals, value = word.partition("=")
        if not equals:
            raise Mistake(f"option {word!r} has no value; write it as name=value")
        if name in options:
            raise Mistake(f"option {name!r} is given twice")
        options[name] = value
    return options


def typed(*words: object) -> str:
    """Return a command as somebody types it, with the games of their own that this one was called with."""
    games = click.get_current_context().find_root().params.get("game_file", ())
    given = [word for path in games for word in ("--game-file", str(path))]
    return shlex.join(["overtrick", *given, *map(str, words)])


def command_line() -> click.Group:
    """Return all commands, of which one is running."""
    root = click.get_current_context().find_root().command
    assert isinstance(root, click.Group), "a command runs below the others"
    return root
