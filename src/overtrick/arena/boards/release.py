"""The results of a staged round, shown to everybody place by place from the last one up."""

from sqlalchemy import update

from overtrick.arena.arena import Arena
from overtrick.arena.audit import note
from overtrick.arena.boards.board_rows import latest_board
from overtrick.arena.competitions.competition import ALL, Release, Round, RoundState
from overtrick.arena.competitions.planning import locked_round
from overtrick.arena.competitions.stored_rounds import find_rounds
from overtrick.arena.webhooks import PUBLISHED, emit
from overtrick.core.mistake import Mistake
from overtrick.store.schema import rounds


def release(arena: Arena, round_: Round, places: int = ALL) -> Round:
    """Show the final results of a staged round from the last place up to so many, or all, or raise Mistake."""
    board = None if round_.final is None else latest_board(arena, round_.final)
    if board is None or places >= len(board.lines):
        places = ALL
    with arena.writing() as connection:
        now = locked_round(connection, round_)
        if now.state is not RoundState.OVER or now.details.release is not Release.STAGED:
            raise Mistake(f"round {now.number} has nothing to release; allowed: a staged round that is over")
        if now.released == ALL or (places != ALL and places <= now.released):
            raise Mistake(f"places is {places}; allowed: more than now, which is {_places_text(now.released)}")
        connection.execute(update(rounds).where(rounds.c.id == now.id).values(released=places))
        about = f"{now.slug}/{now.number}"
        if places == ALL:
            emit(connection, arena.now(), PUBLISHED, round=about, game=now.game)
        note(arena, connection, f"showed {_places_text(places)} places", about, competition=now.competition)
        return find_rounds(connection, rounds.c.id == now.id)[0]


def _places_text(places: int) -> str:
    return "all" if places == ALL else str(places)
