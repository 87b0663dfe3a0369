"""What a strong player thinks, as text."""

from collections.abc import Iterator, Sequence

from overtrick.match.record import Record
from overtrick.players.explain import Decision
from overtrick.players.explanation import Choice, Explanation
from overtrick.terminal.columns import Column, plain_lines, shortened
from overtrick.terminal.state_text import hand_text


def explanation_lines(record: Record, decided: Decision, told: Explanation) -> Iterator[str]:
    """Yield a decision, what the strong player would have done and why."""
    seen, player = decided.seen, record.match.players[decided.seen.seat]
    yield f"deal {decided.deal}, step {decided.step}: seat {seen.seat} ({shortened(player)}) chose {decided.action}"
    if hands := seen.state.get("hands"):
        yield f"its hand: {hand_text(hands[seen.seat])}"
    yield f"{told.player}: {told.sentence}"
    yield told.numbers
    yield ""
    yield from plain_lines(choice_columns(told.choices, decided.action))
    if told.facts:
        yield ""
        yield from plain_lines(
            [
                Column("what it believes", tuple(fact.name for fact in told.facts), left=True),
                Column("", tuple(f"{fact.value:.2f}" for fact in told.facts)),
                Column("", tuple(fact.unit for fact in told.facts), left=True),
            ]
        )


def choice_columns(choices: Sequence[Choice], chosen: str) -> list[Column]:
    """Return the choices as columns; those that nothing is said in are left out."""
    columns = [
        Column("choice", tuple(choice.name for choice in choices), left=True),
        Column("value", tuple(f"{choice.value:.2f}" for choice in choices)),
        Column("exact", tuple("" if c.chance is None else f"{c.chance:.0%}".replace("%", " %") for c in choices)),
        Column("", tuple(choice.note for choice in choices), left=True),
        Column("", tuple("chosen" if choice.name == chosen else "" for choice in choices), left=True),
    ]
    return [column for column in columns if any(column.cells)]
