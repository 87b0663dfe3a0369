"""Bots by name: a built-in, or a path."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from overtrick import __version__
from overtrick.bots.bot import Bot
from overtrick.bots.builtin import maker, names
from overtrick.bots.inside import BuiltIn, Trusted
from overtrick.bots.limits import Limits
from overtrick.mistake import Mistake


@dataclass(frozen=True)
class Player:
    """A bot that was found: called, it makes a fresh one for one match."""

    content: str  # a hash of its program, so that a new version can be told from the old one
    make: Callable[[], Bot]

    def __call__(self) -> Bot:
        """Return a fresh bot."""
        return self.make()


def find(name: str, game: str, *, limits: Limits | None = None, trust: bool = False) -> Player:
    """Return the player of a name or path, or raise Mistake with a sentence."""
    make = maker(name, game)
    if make is not None:
        return Player(f"overtrick {__version__} {name.partition(':')[2] or name}", lambda: BuiltIn(make))
    path = Path(name)
    if not name or not path.exists():
        raise Mistake(f"there is no bot {name[:60]!r}; allowed: {', '.join(names(game))}, or a file or folder")
    from overtrick.bots.program import KIT_ARGV, build, fenced

    built = build(path, game)
    if trust and built.argv == KIT_ARGV:
        if limits is not None:
            raise Mistake(
                f"limits are given for {name}, which is trusted; allowed: one of both, as no fence keeps them"
            )
        return Player(built.digest, lambda: Trusted(path / "main.py" if path.is_dir() else path))
    return Player(built.digest, fenced(built, limits or Limits()))
