"""The vault: a folder of secrets that are not yet revealed, each in a file named by its commitment.

Only the worker opens it. The database never holds such a secret, so whoever can read
the database, and the web process above all, cannot work out cards that are still to be dealt.
"""

import os
from pathlib import Path

from overtrick.core.mistake import Mistake
from overtrick.core.private import open_private
from overtrick.match.record import commitment


def usual_vault() -> Path:
    """Return where secrets are kept if nobody says: in the user's folder for state."""
    home = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    return home / "overtrick" / "vault"


class Vault:
    """A folder of secrets."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            folder.chmod(0o700)
        except OSError as error:
            raise Mistake(f"the vault {folder} cannot be made: {error.strerror}") from None

    def keep(self, secret: bytes) -> str:
        """Write a secret for good, whole or not at all, and return the commitment by which it is found."""
        promise = commitment(secret)
        half = self.folder / f"{promise}.{os.getpid()}.half"
        try:
            half.unlink(missing_ok=True)
            handle = open_private(half, os.O_WRONLY | os.O_CLOEXEC)
            with os.fdopen(handle, "wb") as file:
                file.write(secret)
                file.flush()
                os.fsync(handle)
            half.rename(self.folder / promise)
            folder = os.open(self.folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            try:
                os.fsync(folder)  # or the name could be lost to a power cut
            finally:
                os.close(folder)
        except OSError as error:
            raise Mistake(f"a secret cannot be written to the vault {self.folder}: {error.strerror}") from None
        return promise

    def secrets(self) -> dict[str, bytes]:
        """Return all secrets by their commitments."""
        names = sorted(path.name for path in self.folder.iterdir() if path.suffix != ".half")
        return {name: self.secret(name) for name in names}

    def secret(self, promise: str) -> bytes:
        """Return the secret of a commitment, or raise Mistake if it is not here or was changed."""
        try:
            secret = (self.folder / promise).read_bytes()
        except OSError as error:
            raise Mistake(
                f"the vault {self.folder} does not give the secret of {promise}: {error.strerror}; "
                "put its file back from a backup, or start the worker with the vault that has it"
            ) from None
        if commitment(secret) != promise:
            raise Mistake(f"the secret of {promise} in the vault {self.folder} was changed")
        return secret
