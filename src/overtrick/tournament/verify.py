"""Verifying a store: every deal is dealt again from its secret, every record replayed, every difference told."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from sqlalchemy import RowMapping

from overtrick.core.mistake import Mistake
from overtrick.games import GAMES, not_here
from overtrick.match.record import BrokenRecord, commitment
from overtrick.tournament.plan.stage import cluster_seed
from overtrick.tournament.records.packed import differences, played_again
from overtrick.tournament.records.round_secrets import wrong_with_round
from overtrick.tournament.records.store import Store, places
from overtrick.tournament.records.stored import Source, options_text, packed_of, stated
from overtrick.tournament.run import Contest
from overtrick.tournament.stated.tournament import Format


@dataclass(frozen=True)
class Finding:
    """Something in a store that is not as it should be."""

    tournament: str
    key: str  # of the record; empty if it is the tournament itself
    sentence: str

    def __str__(self) -> str:
        """Return it as one line."""
        return f"{self.tournament}, {f'match {self.key}' if self.key else 'tournament'}: {self.sentence}"


def verify(store: Store, progress: Callable[[], None] | None = None) -> Iterator[Finding]:
    """Yield what differs between a store and what its secrets, programs and actions mean; nothing if all is right.

    ``progress`` is called after each of the store's records.
    """
    rounds = store.rounds()
    sealed = {row[part] for row in rounds if row["secret"] is None for part in ("provisional", "final")}
    for source in store.sources():
        for sentence in _about(source, sealed=source.tournament in sealed):
            yield Finding(source.name, "", sentence)
        if _is_absent(source):
            yield Finding(source.name, "", not_here(source.game))
            continue
        seated = _seated_otherwise(store, source)
        for row in store.rows(source.tournament):
            for sentence in [*_wrong(source, row), *seated(row)]:
                yield Finding(source.name, row["key"].hex(), sentence)
            if progress is not None:
                progress()
    yield from _rounds(store, [row for row in rounds if row["secret"] is not None])


def _seated_otherwise(store: Store, source: Source) -> Callable[[RowMapping], list[str]]:
    """Return what tells whether a record is where the results before it seat nobody: every step is planned again.

    Only of focused tournaments, and of those only if nobody has come or gone, as everybody's tables were others before.
    """
    try:
        if stated(source.details)[0].format is not Format.FOCUSED:
            return lambda _: []
        found = store.tournament(source.name)
        if set(found.registered.ids) != set(source.entrants):
            return lambda _: []
        (stage,) = Contest(found.tournament, store, found.registered).stages()
    except Mistake:  # which is told as a finding of its own
        return lambda _: []

    @lru_cache(1)  # rows come in the order of their cards
    def seats(cards: int) -> frozenset[bytes]:
        return frozenset(places(found.registered, 0, stage.at(cards)))

    def wrong(row: RowMapping) -> list[str]:
        cards, planned = row["cluster"], row["stage"] == stage.name and row["cluster"] < stage.clusters
        if planned and row["seating"] in seats(cards):
            return []
        return [f"by the results before it, nobody sits so on set of cards {cards}"]

    return wrong


def _rounds(store: Store, revealed: list[RowMapping]) -> Iterator[Finding]:
    """Yield what is wrong with rounds of competitions whose secret is published."""
    sources = store.sources() if revealed else ()
    promises = {source.tournament: source.commitment for source in sources}
    contents = {source.tournament: _contents(source) for source in sources}
    for row in revealed:
        for sentence in wrong_with_round(row, promises, contents):
            yield Finding(f"round {row['slug']}/{row['number']}", "", sentence)


def _contents(source: Source) -> tuple[str, ...]:
    """Return the programs that a tournament says it was played by at last."""
    try:
        return stated(source.details)[1]
    except Mistake:  # which is told as a finding of its own
        return ()


def _is_absent(source: Source) -> bool:
    """Return whether the game of a tournament is not here, and nobody has only written another one into the store."""
    try:
        return source.game not in GAMES and stated(source.details)[0].game == source.game
    except Mistake:
        return False


def _about(source: Source, *, sealed: bool) -> list[str]:
    """Return what is wrong with a tournament itself; the secret of a sealed one is not here yet."""
    wrong = []
    if not (sealed and not source.secret) and commitment(source.secret) != source.commitment:
        wrong.append(f"the commitment {source.commitment} is not that of the secret")
    if source.secret and any(
        seed != cluster_seed(source.secret, stage, cluster) for (stage, cluster), seed in source.seeds.items()
    ):
        wrong.append("cards were dealt from another secret than the one that is published")
    try:
        told, _ = stated(source.details)
    except Mistake as mistake:
        return [*wrong, str(mistake)]
    columns = (source.name, source.game, source.seats, source.options)
    if columns != (told.name, told.game, told.seats, options_text(told.options)):
        wrong.append("the details tell of another name, game, number of seats or options")
    return wrong


def _wrong(source: Source, row: RowMapping) -> list[str]:
    """Return what is wrong with a record."""
    try:
        match, packed = source.match(row), packed_of(row, source.seats)
        if match.key() != packed.key:
            return ["the key is not that of its secret, stage, cluster, seating and rules"]
        record = played_again(match, packed.payload)
        return differences(packed, record)
    except BrokenRecord as broken:
        return [str(broken)]
    except Mistake as mistake:
        return [f"the match cannot be played: {mistake}"]
