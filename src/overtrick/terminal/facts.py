"""Facts in a table: what this machine has."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

NARROW = 70  # columns below which a table cuts its words


def facts_table(facts: Sequence[tuple[str, str, str]]) -> None:
    """Print facts as a table in a terminal that is wide enough and as plain lines elsewhere."""
    console = Console()
    if not console.is_terminal or console.width < NARROW:
        for what, found, meaning in facts:
            print(f"{what}: {found}. {meaning}")
        return
    table = Table("what", "found", "what that means")
    for fact in facts:
        table.add_row(*fact)
    console.print(table)
