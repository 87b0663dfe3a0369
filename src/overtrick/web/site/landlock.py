"""Landlock: the web process gives up the right to read the vault, for itself and for all that it starts."""

from contextlib import suppress
from pathlib import Path

from overtrick.core.cache import cache_folder


def keep_out(vault: Path) -> str:
    """Give up reading the files in a folder, for good; return why that is not possible here, else nothing.

    Landlock knows no forbidding, only allowing: so everything beside the way to the folder is allowed as it is now.
    A file that somebody puts directly into a folder on that way later cannot be read any more.
    """
    try:
        from landlockpy import AccessFS, AccessNet, LandlockError, Ruleset
    except ImportError:
        return "landlockpy is not installed"
    cache_folder()  # which may lie beside the way
    folder = vault.resolve()
    try:
        with Ruleset(handled_fs=AccessFS.READ_FILE, handled_net=AccessNet.NONE) as ruleset:
            for path in beside(folder):
                with suppress(FileNotFoundError, PermissionError):  # which nobody can read then
                    ruleset.allow_path(path, AccessFS.READ_FILE)
            ruleset.restrict()
    except (LandlockError, OSError) as error:
        return f"this kernel has no Landlock: {error}"
    return ""


def beside(folder: Path) -> list[Path]:
    """Return everything that does not hold a folder and is not in it, as far up as can be."""
    found = []
    for below, above in zip((folder, *folder.parents), folder.parents, strict=False):
        with suppress(PermissionError):
            found += [path for path in above.iterdir() if path != below and not path.is_symlink()]
    return found
