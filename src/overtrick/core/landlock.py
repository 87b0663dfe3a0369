"""Landlock: a process gives up rights that it does not need, for itself and for all that it starts."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from overtrick.core.cache import cache_folder

MISSING = "landlockpy is not installed"


def keep_out(vault: Path) -> str:
    """Give up reading the files in a folder, for good; return why that is not possible here, else nothing.

    Landlock knows no forbidding, only allowing: so everything beside the way to the folder is allowed as it is now.
    A file that somebody puts directly into a folder on that way later cannot be read any more.
    """
    try:
        from landlockpy import AccessFS, AccessNet, LandlockError, Ruleset
    except ImportError:
        return MISSING
    cache_folder()  # which may lie beside the way
    folder = vault.resolve()
    try:
        with Ruleset(handled_fs=AccessFS.READ_FILE, handled_net=AccessNet.NONE) as ruleset:
            for path in beside(folder):
                with suppress(FileNotFoundError, PermissionError):  # which nobody can read then
                    ruleset.allow_path(path, AccessFS.READ_FILE)
            if why := has_threads():
                return why
            ruleset.restrict()
    except (LandlockError, OSError) as error:
        return f"this kernel has no Landlock: {error}"
    return ""


def has_threads() -> str:
    """Return why it is too late to give something up for the whole process, or nothing: threads keep their rights."""
    threads = list(Path("/proc/self/task").iterdir())
    return "it has threads already, which would keep their rights" if len(threads) > 1 else ""


def beside(folder: Path) -> list[Path]:
    """Return everything that does not hold a folder and is not in it, as far up as can be."""
    found = []
    for below, above in zip((folder, *folder.parents), folder.parents, strict=False):
        with suppress(PermissionError):
            found += [path for path in above.iterdir() if path != below and not path.is_symlink()]
    return found


def keep_to(readable: Iterable[Path], port: int) -> str:
    """Give up all files but reading these, starting programs, and calling any TCP port but one; return why not.

    Whoever has done this cannot trace others, look into their memory or send them signals either.
    """
    try:
        from landlockpy import AccessFS, AccessNet, LandlockError, Ruleset, Scope
    except ImportError:
        return MISSING
    try:
        with Ruleset(scoped=Scope.SIGNAL | Scope.ABSTRACT_UNIX_SOCKET) as ruleset:
            for path in readable:
                with suppress(FileNotFoundError, PermissionError):
                    rights = AccessFS.READ_FILE | (AccessFS.READ_DIR if path.is_dir() else AccessFS.NONE)
                    ruleset.allow_path(path, rights)
            ruleset.allow_port(port, AccessNet.CONNECT_TCP)
            if why := has_threads():
                return why
            ruleset.restrict()
    except (LandlockError, OSError) as error:
        return f"this kernel has no Landlock: {error}"
    return ""
