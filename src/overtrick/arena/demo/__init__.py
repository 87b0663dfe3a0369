"""A demo: a competition of each game, with the players that we ship and a round that goes on."""

from pathlib import Path

from overtrick.arena.arena import Arena
from overtrick.arena.competitions.competition import Competition, CompetitionState
from overtrick.arena.competitions.competition_file import read_competition
from overtrick.arena.competitions.competitions import all_competitions, announce, create

FILES = tuple(sorted(Path(__file__).parent.glob("*.toml")))
WELCOME = (
    "Welcome to the demo. Players that come with the program are at the tables; enter a bot and see where it stands."
)


def create_demo(arena: Arena) -> tuple[Competition, ...]:
    """Create the demo competitions that are not there yet, open, and return those that were created."""
    there = {competition.slug for competition in all_competitions(arena, drafts=True)}
    stated = [one for one in (read_competition(path, arena.now()) for path in FILES) if one.slug not in there]
    created = tuple(create(arena, one, CompetitionState.OPEN) for one in stated)
    for competition in created:
        announce(arena, competition, WELCOME)
    return created
