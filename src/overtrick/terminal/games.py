"""The list of games and their options."""

from typing import Any

from rich.console import Console
from rich.table import Table

from overtrick.games import GAMES
from overtrick.games.contract import Game
from overtrick.games.face import face_of, title_of
from overtrick.terminal.facts import NARROW


def games_json() -> list[dict[str, Any]]:
    """Return the games and their options as data."""
    return [
        {
            "game": name,
            "title": title_of(game),
            "version": game.VERSION,
            "summary": game.SUMMARY,
            "seats": list(game.SEATS),
            "presets": {preset: dict(values) for preset, values in game.PRESETS.items()},
            "options": [
                {
                    "name": option.name,
                    "allowed": option.allowed_text(),
                    "default": option.default,
                    "meaning": option.meaning,
                }
                for option in game.OPTIONS
            ],
            "levels": {level: about.character for level, about in face_of(game).levels.items()},
        }
        for name, game in GAMES.items()
    ]


def seats_text(game: Game) -> str:
    """Return the allowed numbers of seats."""
    return f"{game.SEATS[0]}" if len(game.SEATS) == 1 else f"{game.SEATS[0]} to {game.SEATS[-1]}"


def games_table() -> None:
    """Print the games and their options, as tables in a terminal that is wide enough and as plain lines elsewhere."""
    console = Console()
    for name, game in GAMES.items():
        title = f"{title_of(game)} ({name}): {seats_text(game)} seats. {game.SUMMARY}"
        if not console.is_terminal or console.width < NARROW:
            print(title)
            for option in game.OPTIONS:
                print(f"  {option.name}={option.default} ({option.allowed_text()}) {option.meaning}")
            for preset, values in game.PRESETS.items():
                print(f"  preset={preset} {preset_text(values)}")
            for line in level_lines(game):
                print(f"  {line}")
            continue
        table = Table("option", "values", "default", "meaning", title=title, title_justify="left", title_style="bold")
        for option in game.OPTIONS:
            table.add_row(option.name, option.allowed_text(), str(option.default), option.meaning)
        for preset, values in game.PRESETS.items():
            table.add_row("preset", preset, "", preset_text(values))
        console.print(table)
        for line in level_lines(game):
            console.print(line, highlight=False)


def level_lines(game: Game) -> list[str]:
    """Return the levels for people, each with its character."""
    return [f"{game.NAME}:{level} {about.character}".rstrip() for level, about in face_of(game).levels.items()]


def preset_text(values: Any) -> str:
    """Return what a preset sets."""
    return ", ".join(f"{name}={value}" for name, value in values.items()) or "all defaults"
