"""An edit: what an entrant's command made of its folder in one generation, and which program plays because of it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from overtrick.bots.fence.folder import NOTES
from overtrick.core.mistake import Mistake


class Outcome(StrEnum):
    """What became of an edit."""

    FIRST = "first"  # the folder as it was entered
    CHANGED = "changed"  # another program passed the check, and plays
    UNCHANGED = "unchanged"  # the same program plays
    REFUSED = "refused"  # what was left did not pass the check; the version before plays


@dataclass(frozen=True, kw_only=True)
class Edit:
    """One generation of an entrant, whole: it is kept before its program plays."""

    generation: int
    outcome: Outcome
    content: str  # hash of the program that plays
    why: str = ""  # it was refused
    ended: str = ""  # how the command ended
    seconds: float = 0.0  # that the command took
    room: str = ""  # the level of the room in which it ran; "none" without one
    sources: str = ""  # what it was shown of the others
    commitment: str = ""  # to the cards of this generation, made before the command began
    said: str = field(default="", repr=False)
    program: bytes = field(default=b"", repr=False)  # packed
    files: Mapping[str, bytes] = field(default_factory=dict, repr=False)  # the folder from which the next one begins
    refused: Mapping[str, bytes] = field(default_factory=dict, repr=False)  # what did not pass

    @property
    def sentence(self) -> str:
        """Return what became of it in a line."""
        if self.outcome is Outcome.REFUSED:
            return f"refused: {self.why}"
        return str(self.outcome)

    @property
    def bot(self) -> dict[str, bytes]:
        """The files of the bot, without the notes of its command."""
        return bot_of(self.files)


TOLD = ("generation", "outcome", "content", "why", "ended", "seconds", "room", "sources", "commitment")
PARTS = {"files": "bot/", "refused": "refused/"}


def bot_of(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files of a folder that are its bot: its notes are its command's own, and nobody else sees them."""
    return {name: content for name, content in files.items() if not name.startswith(f"{NOTES}/")}


def tree_of(edit: Edit) -> dict[str, bytes]:
    """Return an edit as the files of a commit."""
    told = {name: getattr(edit, name) for name in TOLD}
    tree = {"edit.json": json.dumps(told, indent=2).encode() + b"\n", "said.txt": edit.said.encode()}
    tree["program"] = edit.program
    for part, folder in PARTS.items():
        tree |= {folder + name: content for name, content in getattr(edit, part).items()}
    return tree


def edit_of(tree: Mapping[str, bytes]) -> Edit:
    """Return the edit that was kept as such files, or raise Mistake."""
    try:
        told = json.loads(tree["edit.json"])
        parts = {
            part: {name.removeprefix(folder): content for name, content in tree.items() if name.startswith(folder)}
            for part, folder in PARTS.items()
        }
        given: dict[str, Any] = {name: told[name] for name in TOLD} | {"outcome": Outcome(told["outcome"])} | parts
        return Edit(**given, said=tree["said.txt"].decode(errors="replace"), program=tree["program"])
    except (KeyError, TypeError, ValueError) as error:
        raise Mistake(f"an edit in the history of an entrant cannot be read: {error!r}") from None
