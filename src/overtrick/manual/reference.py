"""Pages of the manual that are made from the code: commands, options of the games, the Python interface."""

import importlib
import inspect
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import click

from overtrick.games import GAMES
from overtrick.games.contract import usual_seats

MODULES = (  # what notebooks and other programs may rely on
    "overtrick.match.record",
    "overtrick.match.play",
    "overtrick.match.sitting",
    "overtrick.games.contract",
    "overtrick.games.view",
    "overtrick.bots.find",
    "overtrick.match.block",
    "overtrick.core.luck",
    "overtrick.match.laws",
    "overtrick.compiled.simulate",
    "overtrick.players.explain",
    "overtrick.players.explanation",
    "overtrick.tournament.stated.file",
    "overtrick.tournament.plan.plan",
    "overtrick.tournament.run",
    "overtrick.tournament.rating.rate",
    "overtrick.tournament.plan.sequential",
)


def commands(cli: click.Group) -> str:
    """Return every command with its arguments and flags."""
    lines = ["# Commands", "", "Made from the program itself. `overtrick COMMAND --help` prints the same.", ""]
    whole = click.Context(cli, **cli.context_settings)  # a command keeps the names of its help from whoever asks first
    for name, command in sorted(cli.commands.items()):
        lines += [*command_lines(name, command, whole)]
    return "\n".join(lines)


def command_lines(name: str, command: click.Command, whole: click.Context) -> Iterator[str]:
    """Yield one command: how it is called, what it does, and its flags."""
    context = click.Context(command, whole, info_name=f"overtrick {name}")
    usage = " ".join(command.collect_usage_pieces(context))
    yield f"## overtrick {name}"
    yield ""
    yield f"```text\novertrick {name} {usage}\n```"
    yield ""
    yield escaped(inspect.cleandoc(command.help or ""))
    yield ""
    flags = [param for param in command.get_params(context) if param.param_type_name == "option"]
    rows = [record for param in flags if (record := param.get_help_record(context))]
    if rows:
        yield "| flag | meaning |"
        yield "|---|---|"
        for flag, meaning in rows:
            yield f"| `{flag.replace('|', chr(92) + '|')}` | {escaped(meaning).replace('|', chr(92) + '|')} |"
        yield ""


def escaped(text: str) -> str:
    """Return text in which Markdown finds no marks but code."""
    return text.replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_").replace("``", "`")


def options() -> str:
    """Return seats and options of every game."""
    lines = ["# Games and options", "", "Made from the rulebooks. `overtrick games` prints the same.", ""]
    for name, game in GAMES.items():
        lines += [f"## {name}", "", f"{game.SUMMARY} Version {game.VERSION}, {game.SEATS[0]} to {game.SEATS[-1]} seats"]
        lines[-1] += f", usually {usual_seats(game)}."
        lines += ["", "| option | allowed | usually | meaning |", "|---|---|---|---|"]
        for option in game.OPTIONS:
            lines.append(f"| `{option.name}` | {option.allowed_text()} | `{option.default}` | {option.meaning} |")
        for preset, values in game.PRESETS.items():
            chosen = ", ".join(f"{key}={value}" for key, value in values.items()) or "all as usual"
            lines.append(f"| preset `{preset}` | | | {chosen} |")
        lines.append("")
    return "\n".join(lines)


def python() -> str:
    """Return the public functions and classes of the modules that others may rely on."""
    lines = ["# From Python", "", "Made from the code: every name without an underscore of these modules.", ""]
    for dotted in MODULES:
        module = importlib.import_module(dotted)
        lines += [f"## {dotted}", "", first_sentence(module), ""]
        for name, value in vars(module).items():
            if getattr(value, "__module__", None) == dotted and not name.startswith("_") and callable(value):
                lines += [f"- `{signature(name, value)}`: {first_sentence(value)}"]
        lines.append("")
    return "\n".join(lines)


def signature(name: str, value: Any) -> str:
    """Return how something is called, without the types, which the code tells."""
    try:
        parameters = inspect.signature(value).parameters.values()
    except ValueError:
        return name
    shown = [f"{p.name}=…" if p.default is not p.empty else p.name for p in parameters]
    return f"{name}({', '.join(shown)})"


def first_sentence(thing: ModuleType | Any) -> str:
    """Return the first line of a docstring."""
    text = inspect.getdoc(thing) or ""
    return escaped(text.splitlines()[0]) if text else ""


def reference(cli: click.Group | None) -> dict[str, str]:
    """Return the pages by name; that of the commands is there if the command line is given."""
    return ({} if cli is None else {"commands": commands(cli)}) | {"options": options(), "python": python()}
