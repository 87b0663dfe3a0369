"""A generation of a league as a tournament: who plays in it, all former versions included, on cards of its own."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from overtrick.bots.builtin import is_named
from overtrick.bots.fence.limits import limits_text
from overtrick.bots.find import Player, find
from overtrick.bots.packed import program_of
from overtrick.core import luck
from overtrick.core.mistake import Mistake
from overtrick.league.edit import Edit
from overtrick.league.stated import Contender, League
from overtrick.tournament.records.store import Store
from overtrick.tournament.run import Contest, contents_of, open_contest
from overtrick.tournament.stated.tournament import Entrant, Tournament

GENERATION = re.compile(r", generation (\d+)$")  # how the name of its tournament ends
Edits = Mapping[str, Sequence[Edit]]  # by the name of the entrant; none of a player that we ship


@dataclass(frozen=True)
class Roster:
    """Who plays in a generation: every version once, and which of them was whose in which generation."""

    players: Mapping[str, Player]  # by the name of the version, the oldest first
    version: Mapping[tuple[str, int], str]  # of an entrant in a generation


def version_name(contender: Contender, generation: int) -> str:
    """Return what a version that plays from a generation on is called."""
    return f"{contender.name} v{generation}" if contender.command else contender.name


def roster(league: League, edits: Edits, generation: int) -> Roster:
    """Return who plays in a generation; a program that an entrant, or its twin, had before is not another version."""
    players: dict[str, Player] = {}
    version: dict[tuple[str, int], str] = {}
    known: dict[tuple[str, str], str] = {}
    for number in range(generation + 1):
        for one in league.contenders:
            mine = edits.get(one.name, ())
            edit = mine[number if one.command else 0] if mine else None
            key = one.family, edit.content if edit else one.bot
            if key not in known:
                known[key] = name = version_name(one, number)
                players[name] = _player(league, name, one, edit)
            version[one.name, number] = known[key]
    return Roster(players, version)


def _player(league: League, name: str, contender: Contender, edit: Edit | None) -> Player:
    rules = league.rules
    if edit is None:
        return find(contender.bot, rules.game, limits=rules.limits)
    content = f"{edit.content} {limits_text(rules.limits)}".strip()
    return Player(name, rules.game, content, program_of(edit.program), rules.limits)


def is_shipped(league: League, contender: Contender) -> bool:
    """Return whether an entrant is a player that we ship, of which nothing needs to be kept."""
    return is_named(contender.bot, league.rules.game)


def tournament_name(league: League, generation: int) -> str:
    """Return what the tournament of a generation is called in the store."""
    return f"{league.name}, generation {generation}"


def tournament_of(league: League, players: Mapping[str, Player], generation: int) -> Tournament:
    """Return the tournament of a generation."""
    rules = league.rules
    label = f"generation/{generation}"
    return Tournament(
        **vars(rules),
        name=tournament_name(league, generation),
        entrants=tuple(Entrant(name, player.name) for name, player in players.items()),
        blocks=league.blocks,
        workers=league.workers,
        seed=None if league.seed is None else luck.derive(league.seed, label),
    )


def contest_of(league: League, there: Roster, generation: int, store: Store) -> Contest:
    """Return the tournament of a generation as the store knows it."""
    return open_contest(tournament_of(league, there.players, generation), there.players, store)


def commit_cards(league: League, edits: Edits, store: Store) -> dict[int, str]:
    """Draw the secrets of the cards of all generations, if that is not done; return the commitment to each.

    That happens before the first command begins. Who takes part is entered when it is known.
    """
    at_first = roster(league, edits, 0)
    found = {stored.registered.name: stored.registered.commitment for stored in store.tournaments()}
    for name in found:
        other = GENERATION.sub("", name)
        if other != league.name:  # its edits were made for the cards of that one
            raise Mistake(
                f"this folder has the league {other!r}, not {league.name!r}; allowed: its name, or another folder"
            )
    for generation in range(league.generations + 1):
        name = tournament_name(league, generation)
        if name not in found:
            tournament = tournament_of(league, at_first.players, generation)
            found[name] = store.register(tournament, contents_of(list(at_first.players.values()))).commitment
    return {number: found[tournament_name(league, number)] for number in range(league.generations + 1)}
