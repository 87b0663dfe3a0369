"""What a visitor may see: the one place that decides about drafts, finals that go on, staged results and sources.

Pages, files, the API and live updates all ask here, so that nothing that is hidden on one of them shows on another.
"""

from dataclasses import dataclass, replace

from sqlalchemy import select

from overtrick.arena.arena import Arena
from overtrick.arena.boards.board import Board
from overtrick.arena.competitions.competition import ALL, Competition, CompetitionState, Round, RoundState
from overtrick.arena.people.accounts import Account
from overtrick.store.schema import competitions, rounds


@dataclass(frozen=True)
class Standing:
    """How far a round and its competition are, which is all that decides."""

    competition: CompetitionState
    state: RoundState
    released: int
    publish_sources: bool = False
    number: int = 0  # of the competition


def standing(competition: CompetitionState, round_: Round) -> Standing:
    """Return how far a round is."""
    return Standing(competition, round_.state, round_.released, round_.details.publish_sources, round_.competition)


def sees_all(competition: int, account: Account | None) -> bool:
    """Return whether somebody sees of a competition what is not yet for everybody."""
    return account is not None and account.may_organise(competition)


def sees_competition(competition: Competition, account: Account | None) -> bool:
    """Return whether somebody may know of a competition at all."""
    return competition.state is not CompetitionState.DRAFT or sees_all(competition.id, account)


def _sees(round_: Standing, account: Account | None) -> bool:
    return round_.competition is not CompetitionState.DRAFT or sees_all(round_.number, account)


def places_shown(round_: Standing, account: Account | None) -> int:
    """Return how many places of a round's final somebody may see, from the last one up, or ALL."""
    if not _sees(round_, account):
        return 0
    if sees_all(round_.number, account):
        return ALL
    return round_.released if round_.state is RoundState.OVER else 0


def sees_final(round_: Standing, account: Account | None) -> bool:
    """Return whether somebody may see all of a final: its whole board, its matches and what was remarkable."""
    return places_shown(round_, account) == ALL


def results_out(round_: Standing) -> bool:
    """Return whether everybody may see all results of a round, and so its secret too."""
    return round_.state is RoundState.OVER and round_.released == ALL


def secret_out(round_: Standing) -> bool:
    """Return whether everybody may know the secret of a round; one that is cancelled has no results to be hidden."""
    return results_out(round_) or round_.state is RoundState.CANCELLED


def sees_sources(round_: Standing, account: Account | None) -> bool:
    """Return whether somebody may read the programs of others: nobody before the results are out, organisers neither.

    Until then a program together with the cards would tell the results.
    """
    return results_out(round_) and round_.publish_sources and _sees(round_, account)


def shown_part(board: Board, places: int) -> Board:
    """Return a board with its last places only, or with ALL."""
    if places == ALL:
        return board
    lines = board.lines[len(board.lines) - places :] if places else ()
    names = {line.name for line in lines}
    cells = tuple(cell for cell in board.cells if cell.first in names and cell.second in names)
    return replace(board, lines=lines, cells=cells, highlights=())


def hidden_tournaments(arena: Arena, account: Account | None) -> frozenset[int]:
    """Return the tournaments of rounds whose matches somebody may not see; those of no round are for everybody."""
    columns = (rounds.c.competition, competitions.c.state.label("shown"), rounds.c.state, rounds.c.released)
    query = select(rounds.c.provisional, rounds.c.final, *columns).join(
        competitions, competitions.c.id == rounds.c.competition
    )
    hidden: set[int | None] = set()
    with arena.reading() as connection:
        for row in connection.execute(query):
            how = Standing(CompetitionState(row.shown), RoundState(row.state), row.released, number=row.competition)
            if not _sees(how, account):
                hidden.add(row.provisional)
            if not sees_final(how, account):
                hidden.add(row.final)
    return frozenset(number for number in hidden if number is not None)
