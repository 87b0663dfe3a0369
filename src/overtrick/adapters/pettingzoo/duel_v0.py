"""The duel for PettingZoo."""

from typing import Any

from overtrick.adapters.pettingzoo.arena import Arena, wrapped


def env(seats: int | None = None, **settings: Any) -> Any:
    """Return the environment, wrapped as PettingZoo's own are; settings are those of ``raw_env``."""
    return wrapped(raw_env(seats, **settings))


def raw_env(
    seats: int | None = None, *, rewards: str = "match", render_mode: str | None = None, **options: object
) -> Arena:
    """Return the environment itself: ``rewards`` per match or per deal, and the options of the game by name."""
    return Arena("duel", seats, rewards=rewards, render_mode=render_mode, options=options)
