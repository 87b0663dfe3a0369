"""Rounds as the worker moves them: from planned to open, to the final, to their end, and what is played in each."""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import func, insert, select, update

from overtrick.arena.arena import Arena
from overtrick.arena.audit import note
from overtrick.arena.competitions.competition import ALL, Entered, Round, RoundDetails, RoundState
from overtrick.arena.competitions.competitions import live_rounds
from overtrick.arena.competitions.costs import pace_of
from overtrick.arena.competitions.entries import entered
from overtrick.arena.competitions.stored_rounds import details_text, entries_text, find_rounds
from overtrick.arena.submissions.programs import find_program
from overtrick.arena.submissions.submission import Purpose
from overtrick.arena.submissions.submissions import WAITING
from overtrick.arena.webhooks import CLOSED, OPENED, PUBLISHED, emit
from overtrick.arena.worker.vault import Vault
from overtrick.bots.fence.limits import Limits, limits_text
from overtrick.bots.find import Player, find
from overtrick.core import luck
from overtrick.core.mistake import Mistake
from overtrick.store.database import alone
from overtrick.store.schema import rounds, secrets, submissions
from overtrick.tournament.records.round_secrets import final_secret, provisional_secret
from overtrick.tournament.stated.tournament import MOST_BALANCED, Entrant, Format, Tournament, most_matches

FEWEST = 2  # who can play each other


def advance(arena: Arena, vault: Vault) -> list[str]:
    """Move every round on whose time has come; return what happened, a sentence each."""
    told = draw_secrets(arena, vault)
    now = arena.now()
    for round_ in live_rounds(arena):
        if round_.is_paused:
            continue
        if round_.state is RoundState.PLANNED and round_.opens <= now and round_.commitment:
            told += move(arena, round_, RoundState.OPEN, "is open")
        elif round_.state is RoundState.OPEN and round_.closes <= now:
            told += close(arena, round_)
    return told


def draw_secrets(arena: Arena, vault: Vault) -> list[str]:
    """Draw the secret of every round that has none yet, so that its commitment is known long before it opens."""
    with arena.reading() as connection:
        new = find_rounds(connection, rounds.c.commitment == "")
    told = []
    for round_ in new:
        promise = vault.keep(luck.new_seed())  # first the secret: a commitment without one would be worth nothing
        with arena.writing() as connection:
            mine = (rounds.c.id == round_.id, rounds.c.commitment == "")
            connection.execute(update(rounds).where(*mine).values(commitment=promise))
        told.append(f"{title(round_)}: its secret is drawn, with the commitment {promise}")
    return told


def title(round_: Round) -> str:
    """Return what a round is called in sentences for operators."""
    return f"{round_.slug}/{round_.number}"


def move(arena: Arena, round_: Round, state: RoundState, words: str, **values: object) -> list[str]:
    """Bring a round from its state to the next; return a sentence, or nothing if somebody else was faster."""
    mine = (rounds.c.id == round_.id, rounds.c.state == round_.state)
    with arena.writing() as connection:
        changed = connection.execute(update(rounds).where(*mine).values(state=state, **values))
        if changed.rowcount and state is RoundState.OPEN:
            emit(connection, arena.now(), OPENED, round=title(round_), game=round_.game, closes=round_.closes)
        if changed.rowcount and state is RoundState.OVER and round_.released == ALL:
            emit(connection, arena.now(), PUBLISHED, round=title(round_), game=round_.game)
    return [f"{title(round_)} {words}"] if changed.rowcount else []


def awaited(arena: Arena, round_: Round) -> int:
    """Return how many programs were sent in time to a round and are not yet checked: it does not close before."""
    mine = (submissions.c.round == round_.id, submissions.c.purpose == Purpose.ENTER, submissions.c.state.in_(WAITING))
    with arena.reading() as connection:
        return connection.scalar(select(func.count()).select_from(submissions).where(*mine)) or 0


def close(arena: Arena, round_: Round) -> list[str]:
    """Write down who is in the final, unless something is awaited or there is more time; nobody comes after that."""
    with arena.writing() as connection:
        alone(connection)  # authors who send or choose another version wait here, and then come too late
        if awaited(arena, round_):
            return []
        entries = entered(arena, round_)
        details = paced(arena, round_, len(entries))
        if details is None:
            return []
        values = {"state": RoundState.FINAL, "entries": entries_text(entries), "details": details_text(details)}
        mine = (
            rounds.c.id == round_.id,
            rounds.c.state == RoundState.OPEN,
            rounds.c.closes <= arena.now(),
            rounds.c.halted == "",
        )
        changed = connection.execute(update(rounds).where(*mine).values(values))
        if changed.rowcount:
            emit(connection, arena.now(), CLOSED, round=title(round_), game=round_.game, entries=len(entries))
            if words := pace_words(details, len(entries)):
                note(arena, connection, "measured the pace of", title(round_), words, round_.competition)
                words = f"; {words}"
    return [f"{title(round_)} is closed with {len(entries)} entries{words}"] if changed.rowcount else []


def paced(arena: Arena, round_: Round, entries: int) -> RoundDetails | None:
    """Return the details of a round that closes, with the pace by which its hours become matches.

    None if no match of its game was ever played here: then it stays open until its provisional ranking tells the pace.
    """
    details = round_.details
    if details.hours is None or format_of(round_, entries) is not Format.FOCUSED:
        return details
    pace = pace_of(arena, round_.game)
    return None if pace is None else replace(details, pace=round(pace, 3))


def pace_words(details: RoundDetails, entries: int) -> str:
    """Return how hours became matches; nothing if they did not."""
    if details.pace is None:
        return ""
    most = most_matches(details, entries)
    return f"{details.hours:g} h at {details.pace:g} matches a second: its final has {most} matches at most"


def reveal(arena: Arena, round_: Round, secret: bytes) -> list[str]:
    """End a round: its secret, and those of its tournaments, are there for all who may see its results."""
    told = {
        round_.provisional: provisional_secret(secret),
        round_.final: final_secret(secret, entries_text(round_.entries)),
    }
    with arena.writing() as connection:
        alone(connection)
        known = set(connection.scalars(select(secrets.c.tournament)))
        for tournament, its_secret in told.items():
            if tournament is not None and tournament not in known:
                connection.execute(insert(secrets).values(tournament=tournament, secret=its_secret))
    if round_.state is RoundState.CANCELLED:
        return move(arena, round_, RoundState.CANCELLED, "is cancelled; its secret is known now", secret=secret)
    when = "" if round_.released == ALL else " when all its results are released"
    return move(arena, round_, RoundState.OVER, f"is over; its secret is published{when}", secret=secret)


# What is played


def tournament_of(round_: Round, entries: Sequence[Entered], secret: bytes) -> Tournament:
    """Return what is played in a round as it stands: its provisional ranking, or its final."""
    details, final = round_.details, round_.state is RoundState.FINAL
    return Tournament(
        name=f"{title(round_)} {'final' if final else 'provisional'}",
        game=round_.game,
        seats=details.seats,
        options=details.options,
        entrants=tuple(Entrant(entry.name, bot_name(entry)) for entry in entries),
        format=format_of(round_, len(entries)),
        blocks=details.final_blocks if final else details.blocks,
        top=details.top,
        budget=details.budget if final else None,
        hours=details.hours if final else None,
        pace=details.pace if final else None,
        joining=not final,
        rank_by=details.rank_by,
        languages=details.languages,
        limits=details.limits,
        max_faults=details.max_faults,
        adjust=details.adjust,
        seed=final_secret(secret, entries_text(entries)) if final else provisional_secret(secret),
    )


def format_of(round_: Round, entries: int) -> Format:
    """Return how those who take part in a round now meet each other."""
    wished = round_.details.format is Format.FOCUSED or entries > MOST_BALANCED
    if wished and entries > round_.details.seats:
        return Format.FOCUSED
    # In the provisional ranking, whoever comes later changes nobody's tables.
    return Format.ROUND_ROBIN if round_.state is RoundState.FINAL else Format.GROWING


def bot_name(entry: Entered) -> str:
    """Return what an entry is called as a bot: the player's name, or where its program came from."""
    return entry.content if entry.bot is None else f"submission {entry.submission}"


def players_of(arena: Arena, round_: Round, entries: Sequence[Entered]) -> dict[str, Player]:
    """Return who plays for each entry, by its name, with a content that no other entry has."""
    return {entry.name: player_of(arena, round_, entry) for entry in entries}


def player_of(arena: Arena, round_: Round, entry: Entered) -> Player:
    """Return who plays for an entry, or raise Mistake."""
    limits = round_.details.limits
    if entry.bot is None:
        return find(entry.content, round_.game, limits=limits)
    with arena.reading() as connection:
        built = find_program(connection, entry.content)
    if built.digest != entry.content:
        raise Mistake(f"the program of {entry.name} in {title(round_)} was changed in the store")
    return Player(entry.name, round_.game, content_of(entry, limits), built, limits)


def content_of(entry: Entered, limits: Limits) -> str:
    """Return an author's program as tournaments know it, by the bot too: two authors may send the same starter."""
    return " ".join(filter(None, (entry.content, limits_text(limits), f"bot {entry.bot}")))
