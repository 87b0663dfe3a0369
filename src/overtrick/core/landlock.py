"""Landlock: a process gives up rights that it does not need, for itself and for all that it starts."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from overtrick.core.cache import cache_folder


def keep_out(vault: Path) -> str:
    """Give up reading the files in a folder, for good; return why that is not possible here, else nothing.

    Landlock knows no forbidding, only allowing: so everything beside the way to the folder is allowed as it is now.
    A file that somebody puts directly into a folder on that way later cannot be read any more.
    """
    cache_folder()  # which may lie beside the way

    def ruled(landlock: Any) -> Any:
        reading = landlock.AccessFS.READ_FILE
        ruleset = landlock.Ruleset(handled_fs=reading, handled_net=landlock.AccessNet.NONE)
        for path in beside(vault.resolve()):
            with suppress(FileNotFoundError, PermissionError):  # which nobody can read then
                ruleset.allow_path(path, reading)
        return ruleset

    return restrict(ruled)


def keep_to(readable: Iterable[Path], port: int) -> str:
    """Give up all files but reading these, starting programs, and calling any TCP port but one; return why not.

    Whoever has done this cannot trace others, look into their memory or send them signals either.
    """

    def ruled(landlock: Any) -> Any:
        access, scope = landlock.AccessFS, landlock.Scope
        ruleset = landlock.Ruleset(scoped=scope.SIGNAL | scope.ABSTRACT_UNIX_SOCKET)
        for path in readable:
            with suppress(FileNotFoundError, PermissionError):
                ruleset.allow_path(path, access.READ_FILE | (access.READ_DIR if path.is_dir() else access.NONE))
        ruleset.allow_port(port, landlock.AccessNet.CONNECT_TCP)
        return ruleset

    return restrict(ruled)


def restrict(ruled: Callable[[Any], Any]) -> str:
    """Keep the whole process to a ruleset, which is made with the library; return why that is not possible here."""
    try:
        import landlockpy
    except ImportError:
        return "landlockpy is not installed"
    try:
        with ruled(landlockpy) as ruleset:
            if len(list(Path("/proc/self/task").iterdir())) > 1:
                return "it has threads already, which would keep their rights"
            ruleset.restrict()
    except (landlockpy.LandlockError, OSError) as error:
        return f"this kernel has no Landlock: {error}"
    return ""


def beside(folder: Path) -> list[Path]:
    """Return everything that does not hold a folder and is not in it, as far up as can be."""
    found = []
    for below, above in zip((folder, *folder.parents), folder.parents, strict=False):
        with suppress(PermissionError):
            found += [path for path in above.iterdir() if path != below and not path.is_symlink()]
    return found
