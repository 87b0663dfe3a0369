"""How a worker is to work: a file of its own, as a command that starts one need not load what it does."""

from dataclasses import dataclass, field

from overtrick.bots.fence.levels import Level


@dataclass(frozen=True)
class Settings:
    """What whoever runs a worker decides."""

    store: str = field(repr=False)  # a URL may hold a password
    vault: str
    machines: str | None = None  # where a Dask cluster is
    workers: int | None = None  # processes; one for each core if nobody says
    allow_level: str = Level.A  # the worst fence behind which strangers' programs are run
    log: str = "plain"
