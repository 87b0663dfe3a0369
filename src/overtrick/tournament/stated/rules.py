"""What files of tournaments and of competitions say alike: game, seats, options, limits and how to rank."""

from collections.abc import Mapping
from dataclasses import dataclass

from overtrick.bots.builtin import maker
from overtrick.bots.fence.limits import KEYS as LIMITS
from overtrick.bots.fence.limits import Limits, parse_limits
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.contract import Game, settled, usual_seats
from overtrick.games.face import games_with
from overtrick.games.options import Value, settle
from overtrick.tournament.stated.toml_table import TomlTable
from overtrick.tournament.stated.tournament import STATED, Format, RankBy
from overtrick.tournament.stated.values import languages, one_of, truth, whole

KEYS = ("game", "seats", "rank_by", "languages", "max_faults", "adjust", "options", "limits")
MOST_BLOCKS = MOST_FAULTS = 1_000_000


@dataclass(frozen=True)
class StatedRules:
    """What is played, under which limits, and what counts."""

    game: str
    seats: int
    options: Mapping[str, Value]  # settled
    limits: Limits
    rank_by: RankBy
    languages: tuple[str, ...]
    max_faults: int | None
    adjust: bool


def stated_rules(table: TomlTable) -> StatedRules:
    """Return the rules that a table states, or raise Mistake."""
    game = GAMES[table.need("game", one_of(GAMES), ", ".join(GAMES))]
    span = f"{game.SEATS[0]} to {game.SEATS[-1]}" if len(game.SEATS) > 1 else f"{game.SEATS[0]}"
    seats = table.read("seats", whole(game.SEATS, f"{span} for {game.NAME}"), usual_seats(game))
    return StatedRules(
        game=game.NAME,
        seats=seats,
        options=_options(table, game, seats),
        limits=_limits(table),
        rank_by=RankBy(table.read("rank_by", one_of(STATED), RankBy.SCORE)),
        languages=table.read("languages", languages, ()),
        max_faults=table.read("max_faults", whole(range(MOST_FAULTS + 1)), None),
        adjust=_adjust(table, game.NAME),
    )


def check_setting(table: TomlTable, path: tuple[str, ...], bot: str, game: str) -> None:
    """Raise Mistake if a built-in player does not take the setting in its name."""
    try:
        maker(bot, game)
    except Mistake as mistake:
        raise table.wrong(path, str(mistake)) from None


def _options(table: TomlTable, game: Game, seats: int) -> dict[str, Value]:
    given = table.table("options", "name = value")
    table.known(("options",), given, [*(option.name for option in game.OPTIONS), *(["preset"] if game.PRESETS else [])])
    for name, value in given.items():
        try:
            settle(game.OPTIONS, game.PRESETS, {name: value})
        except Mistake as mistake:
            raise table.wrong(("options", name), str(mistake)) from None
    try:
        return settled(game, seats, given)
    except Mistake as mistake:  # each for itself is allowed, but not together
        raise table.wrong(("options",), str(mistake)) from None


def _limits(table: TomlTable) -> Limits:
    given = table.table("limits", 'cpu = "500ms"')
    table.known(("limits",), given, LIMITS)
    limits = Limits()
    for key, value in given.items():
        text = str(value)
        if not isinstance(value, str | int) or isinstance(value, bool) or "," in text:
            raise table.refused(("limits", key), value, 'a text such as "500ms", "256MB" or 16')
        try:
            limits = parse_limits(f"{key}={text}", limits)
        except Mistake as mistake:
            raise table.wrong(("limits", key), str(mistake)) from None
    return limits


def check_adjusted(table: TomlTable, format_: Format) -> None:
    """Raise Mistake if luck shall be taken out where certainty at any time does not allow for it."""
    if format_ is Format.FOCUSED and table.data.get("adjust"):
        raise table.refused(("adjust",), table.data["adjust"], f"false with the format {format_.value!r}")


def _adjust(table: TomlTable, game: str) -> bool:
    adjust = table.read("adjust", truth, False)
    if adjust and game not in games_with("luck"):
        allowed = f"false, as the game is {game}; true is for {', '.join(games_with('luck'))}"
        raise table.refused(("adjust",), adjust, allowed)
    return adjust
