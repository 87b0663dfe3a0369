"""The commands about tournaments: each parses, calls the library and prints."""

from overtrick.commands.tournaments.compare import compare
from overtrick.commands.tournaments.results import crosstable, export, report, reveal, standings
from overtrick.commands.tournaments.tournament import tournament
from overtrick.commands.tournaments.verify import COMMANDS as CHECKING

COMMANDS = (tournament, compare, standings, crosstable, report, export, reveal, *CHECKING)
