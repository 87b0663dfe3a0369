"""Refusals: what a rulebook answers to actions that it refuses, each by its code and its sentence."""

from collections.abc import Callable, Sequence

from overtrick.games.contract import Game, Row, refusal

Case = tuple[Callable[[], Row], int | str, int, str]  # a position, an action or its name, the code and the sentence


def check_refusals(game: Game, cases: Sequence[Case]) -> None:
    """Fail if a case is answered otherwise, or if a refusal of the game is in no case."""
    for position, action, code, sentence in cases:
        row = position()
        number = action if isinstance(action, int) else game.parse(row, action)
        assert (game.refuse(row, number), refusal(game, row, number)) == (code, sentence), (position, action)
    assert {code for _, _, code, _ in cases} == set(range(len(game.REFUSALS)))
