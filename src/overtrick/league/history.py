"""The history of an entrant: a git repository with one commit for each generation, written whole or not at all."""

import io
import os
import subprocess
import tempfile
from pathlib import Path

from overtrick.core.mistake import Mistake
from overtrick.league.edit import Edit, edit_of, tree_of

BRANCH = "refs/heads/main"
AUTHOR = "overtrick <league@localhost>"
# What somebody has set for git elsewhere must not change what is kept.
ALONE = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_ATTR_NOSYSTEM": "1", "LC_ALL": "C"}


class History:
    """The generations of one entrant, in a bare repository of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._edits: dict[str, Edit] = {}  # by commit; a commit never changes

    def edits(self) -> list[Edit]:
        """Return all generations, the first one first."""
        return [self._edit(commit) for commit in self.commits()]

    def commits(self) -> list[str]:
        """Return the commit of each generation."""
        packed = self.folder / "packed-refs"  # where git puts references that it tidies up
        if not (self.folder / BRANCH).exists() and not (packed.exists() and BRANCH in packed.read_text()):
            return []
        return self._git("rev-list", "--first-parent", "--reverse", BRANCH).decode().split()

    def keep(self, edit: Edit) -> None:
        """Write the next generation for good; a kill before its end leaves the history as it was."""
        commits = self.commits()
        if edit.generation != len(commits):
            raise ValueError(
                f"{self.folder} has {len(commits)} generations, so generation {edit.generation} is not next"
            )
        if not self.folder.exists():
            self._begin()
        for lock in self.folder.rglob("*.lock"):  # of a git that was killed: whoever runs a league writes alone
            lock.unlink(missing_ok=True)
        self._git("fast-import", "--quiet", "--date-format=now", given=_commit(edit, commits[-1:]))

    def _begin(self) -> None:
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self.folder.parent, prefix=".") as aside:
            History(Path(aside))._git("init", "--quiet", "--bare", "--initial-branch=main", "whole")
            Path(aside, "whole").rename(self.folder)

    def _edit(self, commit: str) -> Edit:
        if commit not in self._edits:
            tree = self._tree(commit)
            self._edits[commit] = edit_of(tree)
        return self._edits[commit]

    def _tree(self, commit: str) -> dict[str, bytes]:
        """Return the files of a commit; not by ``git archive``, which does as the files themselves say."""
        lines = [line.split(b"\t", 1) for line in self._git("ls-tree", "-r", "-z", commit).split(b"\0") if line]
        hashes = [about.split()[2] for about, _ in lines]
        out = io.BytesIO(self._git("cat-file", "--batch", given=b"\n".join(hashes) + b"\n"))
        tree = {}
        for _, name in lines:
            tree[os.fsdecode(name)] = out.read(int(out.readline().split()[2]))
            out.read(1)
        return tree

    def _git(self, *words: str, given: bytes | None = None) -> bytes:
        try:
            done = subprocess.run(
                ["git", "-c", "core.fsync=all", *words],
                input=given,
                stdin=subprocess.DEVNULL if given is None else None,
                capture_output=True,
                check=False,
                cwd=self.folder,
                env={"PATH": os.environ.get("PATH", ""), "HOME": os.devnull, **ALONE},
                process_group=0,  # a Ctrl-C is for us
            )
        except (FileNotFoundError, NotADirectoryError):
            raise Mistake("git keeps the versions of entrants, and is not installed (apt install git)") from None
        if done.returncode:
            said = " ".join(done.stderr.decode(errors="replace").split())[:300]
            raise Mistake(f"git {words[0]} in {self.folder} ended with code {done.returncode}: {said}")
        return done.stdout


def _commit(edit: Edit, before: list[str]) -> bytes:
    """Return a commit in the language of ``git fast-import``."""
    subject = f"Generation {edit.generation}: {edit.sentence}".encode()
    stream = io.BytesIO()
    stream.write(f"commit {BRANCH}\ncommitter {AUTHOR} now\n".encode())
    stream.write(b"data %d\n%s\n" % (len(subject), subject))
    for commit in before:
        stream.write(f"from {commit}\n".encode())
    stream.write(b"deleteall\n")
    for name, content in sorted(tree_of(edit).items()):
        stream.write(b"M 100644 inline %s\ndata %d\n%s\n" % (_quoted(name), len(content), content))
    stream.write(b"done\n")
    return b"feature done\n" + stream.getvalue()


def _quoted(name: str) -> bytes:
    """Return a path as git quotes it: a name may hold whatever a file system takes."""
    raw = os.fsencode(name)
    return (
        b'"'
        + b"".join(bytes([byte]) if 32 <= byte < 127 and byte not in b'"\\' else b"\\%03o" % byte for byte in raw)
        + b'"'
    )
