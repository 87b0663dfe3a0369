"""Bots by name: a built-in, or a path of a program or of an exploiter that was kept."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from overtrick import __version__
from overtrick.bots.bot import Bot
from overtrick.bots.builtin import maker, names
from overtrick.bots.exploiters import SUFFIX, Exploiter, read_exploiter
from overtrick.bots.fence.limits import Limits, limits_text
from overtrick.bots.inside import BuiltIn, Trusted
from overtrick.core.mistake import Mistake

if TYPE_CHECKING:
    from overtrick.bots.program import Built


@dataclass(frozen=True)
class Player:
    """A bot that was found: called, it makes a fresh one for one match. It can be sent to another process."""

    name: str
    game: str
    content: str  # a hash of its program, so that a new version can be told from the old one
    built: "Built | None" = None  # unless it is a built-in
    limits: Limits = Limits()  # noqa: RUF009
    trusted: Path | None = None  # the file to be run in our own process
    exploiter: Exploiter | None = None

    @property
    def language(self) -> str:
        """The language it is written in, or ``built-in``."""
        return "built-in" if self.built is None else self.built.language

    def __call__(self) -> Bot:
        """Return a fresh bot."""
        if self.trusted is not None:
            return Trusted(self.trusted)
        if self.exploiter is not None:
            return self.exploiter()
        if self.built is not None:
            from overtrick.bots.program import fenced

            return fenced(self.built, self.limits)
        make = maker(self.name, self.game)
        assert make is not None, "find gives nothing else"
        return BuiltIn(make)


def find(name: str, game: str, *, limits: Limits | None = None, trust: bool = False) -> Player:
    """Return the player of a name or path, or raise Mistake with a sentence."""
    if maker(name, game) is not None:
        return Player(name, game, f"overtrick {__version__} {name.partition(':')[2] or name}")
    path = Path(name)
    if not name or not path.exists():
        raise Mistake(f"there is no bot {name[:60]!r}; allowed: {', '.join(names(game))}, or a file or folder")
    if path.suffix == SUFFIX and path.is_file():
        return seated(read_exploiter(path, game), name)
    from overtrick.bots.program import KIT_ARGV, build

    built = build(path, game)
    if trust and built.argv == KIT_ARGV:
        if limits is not None:
            raise Mistake(
                f"limits are given for {name}, which is trusted; allowed: one of both, as no fence keeps them"
            )
        return Player(name, game, built.digest, built, trusted=path / "main.py" if path.is_dir() else path)
    allowed = limits or Limits()
    return Player(name, game, f"{built.digest} {limits_text(allowed)}".strip(), built, allowed)


def seated(exploiter: Exploiter, name: str) -> Player:
    """Return an exploiter as a player that can be found by a name."""
    return Player(name, exploiter.game, f"overtrick {__version__} {exploiter.content}", exploiter=exploiter)
