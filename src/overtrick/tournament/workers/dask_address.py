"""Where a cluster is: the addresses that are allowed, and how a scheduler is reached there."""
# mypy: disable-error-code="no-untyped-call"
# dask is typed in part only.

import re
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from overtrick.core.loopback import is_loopback
from overtrick.core.mistake import Mistake

MOST_LOCAL = 256
ALLOWED = "allowed: local:N, tls://HOST:PORT, or tcp://127.0.0.1:PORT"


@dataclass(frozen=True)
class Address:
    """A cluster to be started here, or a scheduler that runs somewhere."""

    local: int = 0  # workers to start, if it is one of our own
    encrypted: bool = False
    host: str = ""
    port: int = 0

    def __str__(self) -> str:
        """Return the address as it is written."""
        if self.local:
            return f"local:{self.local}"
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'tls' if self.encrypted else 'tcp'}://{host}:{self.port}"


def check_machines(address: str | None, workers: int | None) -> None:
    """Raise Mistake if somebody wants a cluster that there cannot be, or workers of this machine as well."""
    if address is None:
        return
    if workers is not None:
        raise Mistake("--workers and --cluster are both given; allowed: one of them")
    if find_spec("distributed") is None:
        raise Mistake("a cluster needs some more packages; pip install 'overtrick[cluster]' brings them")
    find_address(address)


def find_address(text: str) -> Address:
    """Return the address that a text stands for, or raise Mistake with a sentence."""
    if text.startswith("local:"):
        return Address(local=read_count(text))
    try:
        parts = urlsplit(text)
        scheme, host, port = parts.scheme, parts.hostname, parts.port
    except ValueError:
        raise Mistake(f"cluster is {text[:80]!r}; {ALLOWED}") from None
    if scheme not in ("tls", "tcp") or not host or not port or text.lower() != f"{scheme}://{parts.netloc}".lower():
        raise Mistake(f"cluster is {text[:80]!r}; {ALLOWED}")
    if parts.username is not None:
        raise Mistake(f"cluster is an address with a user; {ALLOWED}")
    if scheme == "tcp" and not is_loopback(host):
        raise Mistake(
            f"cluster is {text[:80]!r}, but plain tcp is for this machine only, as an open scheduler runs anyone's "
            f"code; {ALLOWED}"
        )
    return Address(encrypted=scheme == "tls", host=host, port=port)


def read_count(text: str) -> int:
    """Return how many workers of our own are wanted."""
    count = text.removeprefix("local:")
    if not (count.isascii() and count.isdigit() and len(count) < 10 and 1 <= int(count) <= MOST_LOCAL):
        raise Mistake(f"cluster is {text[:80]!r}; allowed: local:N with N from 1 to {MOST_LOCAL}")
    return int(count)


def connect(address: str, certificates: Any, patience_s: float) -> Any:
    """Return a client of a scheduler."""
    from distributed import Client

    try:
        return Client(address, timeout=patience_s, security=certificates, set_as_default=False)
    except OSError as error:
        raise Mistake(f"the scheduler at {address} cannot be reached: {first_cause(error)}") from None


def security(where: Address) -> Any:
    """Return the certificates that dask is configured to use, or raise Mistake if they do not do."""
    if not where.encrypted:
        return None
    from distributed import Security

    found: Any = Security(require_encryption=True)
    named = {"ca-file": found.tls_ca_file, "client.cert": found.tls_client_cert}
    for name, file in named.items():
        if not file:
            variable = f"DASK_DISTRIBUTED__COMM__TLS__{name.replace('.', '__').replace('-', '_').upper()}"
            raise Mistake(f"{where} needs certificates, but neither {variable} nor distributed.comm.tls.{name} is set")
    try:
        return read_now(found)
    except OSError as error:
        files = ", ".join(str(file) for file in (*named.values(), found.tls_client_key) if file)
        raise Mistake(f"the certificates in {files} cannot be used: {first_cause(error)}") from None


def read_now(found: Any) -> Any:
    """Return certificates of a client whose files are not read any more, as the right to do so is given up."""
    from distributed import Security

    arguments = found.get_connection_args("client")

    class Read(Security):
        """What was read."""

        def get_connection_args(self, role: str) -> Any:
            assert role == "client"
            return arguments

    return Read(require_encryption=True)


def first_cause(error: BaseException) -> str:
    """Return in words what an error began with."""
    while deeper := error.__cause__ or error.__context__:
        error = deeper
    words = getattr(error, "strerror", None) or str(error) or "no answer"  # given up while it was being asked
    return re.sub(r"^\[.*?\] | \(_ssl.c:.*\)$", "", words)  # codes that only OpenSSL knows
