"""Competition files: TOML in, what an organiser states out; and the tables that forms fill in are read the same way."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from overtrick.arena.competitions.competition import MOST_ROUNDS, Entry, Release, RoundDetails
from overtrick.arena.competitions.stated import StatedCompetition, StatedRound
from overtrick.bots.builtin import full_name, is_named, names
from overtrick.bots.fence.limits import limits_text
from overtrick.games import GAMES
from overtrick.tournament.stated.file import MOST_ENTRANTS, MOST_MATCHES
from overtrick.tournament.stated.rules import KEYS as RULES
from overtrick.tournament.stated.rules import check_adjusted, check_setting, stated_rules
from overtrick.tournament.stated.toml_table import TomlTable, parse_table, read_text
from overtrick.tournament.stated.tournament import OPENING, Format
from overtrick.tournament.stated.values import Refused, hours, one_of, title, truth, whole

KEYS = ("slug", "title", "text", "entry", "rounds")
ROUND_KEYS = (
    *("title", "opens", "closes", *RULES),
    *("blocks", "final_blocks", "players", "publish_sources", "release", "uploads_a_day"),
    *("format", "top", "budget", "hours"),
)
FORMATS = (Format.ROUND_ROBIN, Format.FOCUSED)
FOCUSED_BLOCKS, FOCUSED_FINAL = 2 * OPENING, 1000
MOST_PLAYERS, MOST_UPLOADS = 50, 1000
MOST_BLOCKS, MOST_FINAL_BLOCKS = 10_000, 100_000
LONGEST_TEXT = 20_000
SLUG = re.compile("[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")
TAKEN = ("new",)  # words that addresses need for something else
UNITS = {"m": 60, "h": 3600, "d": 86_400}
FIRST_YEAR, LAST_YEAR = 2000, 2200
MOMENT = "a date and time with its zone, such as 2031-05-01T18:00:00Z"
DURATIONS = '"90m", "12h" or "7d"'
CLOSES = f"{MOMENT}, or how long it is open, such as {DURATIONS}"


def read_competition(path: Path, now: int) -> StatedCompetition:
    """Return the competition that a file describes, or raise Mistake with a sentence about the first mistake in it."""
    return parse_competition(read_text(path, "competition file"), path.name, now)


def parse_competition(text: str, name: str, now: int) -> StatedCompetition:
    """Return the competition that a text describes as if it stood in a file of that name."""
    file = parse_table(text, name, 'title = "Spring Cup"')
    file.known((), file.data, KEYS)
    about = stated_about(file)
    given = file.data.get("rounds", [])
    if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
        raise file.refused(("rounds",), given, "tables that begin with a line [[rounds]]")
    if len(given) > MOST_ROUNDS:
        raise file.wrong(("rounds",), f"rounds are {len(given)}; allowed: up to {MOST_ROUNDS}")
    tables = [file.inside("rounds", str(number), data=data) for number, data in enumerate(given)]
    rounds = tuple(read_round(table, now) for table in tables)
    return StatedCompetition(about.slug, about.title, about.text, about.entry, rounds)


def stated_about(table: TomlTable) -> StatedCompetition:
    """Return what a table says about a competition, without its rounds."""
    return StatedCompetition(
        slug=table.need("slug", slug, 'a word for its address, such as "spring-cup"'),
        title=table.need("title", title, '1 to 80 printable characters in quotes, such as "Spring Cup"'),
        text=table.read("text", long_text, ""),
        entry=Entry(table.read("entry", one_of(list(Entry)), Entry.ANYONE)),
    )


def read_round(table: TomlTable, now: int) -> StatedRound:
    """Return the round that a table describes, or raise Mistake."""
    table.known((), table.data, ROUND_KEYS)
    rules = stated_rules(table)
    opens = table.read("opens", lambda value: _opens(value, now), now)
    closes = _closes(table, opens)
    format_ = Format(table.read("format", one_of(FORMATS), RoundDetails.format))
    focused = format_ is Format.FOCUSED
    check_adjusted(table, format_)
    usual = usual_blocks(format_)
    for name in ("top", "budget", "hours"):
        if name in table.data and not focused:
            raise table.refused((name,), table.data[name], f"only with the format {Format.FOCUSED.value!r}")
    details = RoundDetails(
        **{name: value for name, value in vars(rules).items() if name != "game"},
        blocks=table.read("blocks", whole(range(1, MOST_BLOCKS + 1)), usual[0]),
        final_blocks=table.read("final_blocks", whole(range(1, MOST_FINAL_BLOCKS + 1)), usual[1]),
        format=format_,
        top=table.read("top", whole(range(1, MOST_ENTRANTS + 1)), RoundDetails.top),
        budget=table.read("budget", whole(range(1, MOST_MATCHES + 1)), None),
        hours=table.read("hours", hours, None),
        players=_players(table, rules.game),
        publish_sources=table.read("publish_sources", truth, RoundDetails.publish_sources),
        release=Release(table.read("release", one_of(list(Release)), RoundDetails.release)),
        uploads_a_day=table.read("uploads_a_day", whole(range(1, MOST_UPLOADS + 1)), RoundDetails.uploads_a_day),
    )
    return StatedRound(table.read("title", title, rules.game.capitalize()), rules.game, details, opens, closes)


def usual_blocks(format_: Format) -> tuple[int, int]:
    """Return the sets of cards of the provisional ranking and of the final, if nobody says."""
    focused = format_ is Format.FOCUSED
    return (FOCUSED_BLOCKS, FOCUSED_FINAL) if focused else (RoundDetails.blocks, RoundDetails.final_blocks)


def _opens(value: object, now: int) -> int:
    if value == "now":
        return now
    if isinstance(value, str):
        return now + duration(value, f'{MOMENT}, or "now", or how long until then, such as {DURATIONS}')
    return moment(value)


def _closes(table: TomlTable, opens: int) -> int:
    closes = table.need(
        "closes",
        lambda value: opens + duration(value, CLOSES) if isinstance(value, str) else moment(value),
        CLOSES,
    )
    if closes <= opens:
        raise table.refused(("closes",), table.data["closes"], "a moment after opens")
    return closes


def _players(table: TomlTable, game: str) -> tuple[str, ...]:
    given = table.data.get("players", [])
    allowed = f"a list of players that we ship: {', '.join(names(game))}"
    if not isinstance(given, list) or len(given) > MOST_PLAYERS:
        raise table.refused(("players",), given, allowed)
    players = []
    for player in given:
        if not isinstance(player, str) or not is_named(player, game):
            raise table.refused(("players",), player, allowed)
        check_setting(table, ("players",), player, game)
        full, setting = full_name(player, game)
        players.append(f"{full}@{setting}" if setting else full)
    if twice := [player for player in players if players.count(player) > 1]:
        raise table.wrong(("players",), f"players has {twice[0]!r} twice; allowed: each once")
    return tuple(players)


def slug(value: object) -> str:
    """Return a word that may stand in an address."""
    if not isinstance(value, str) or not SLUG.fullmatch(value) or value in TAKEN:
        raise Refused('1 to 40 small letters, digits and -, not at the ends, such as "spring-cup"; not "new"')
    return value


def long_text(value: object) -> str:
    """Return a text of several lines without control characters."""
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise Refused(f"up to {LONGEST_TEXT} characters in quotes")
    text = value.replace("\r\n", "\n").strip()
    if not all(letter.isprintable() or letter in "\n\t" for letter in text):
        raise Refused("printable characters, tabs and new lines")
    return text


def moment(value: object) -> int:
    """Return a moment with a zone in seconds since 1970."""
    if not isinstance(value, datetime) or value.tzinfo is None or not FIRST_YEAR <= value.year <= LAST_YEAR:
        raise Refused(MOMENT)
    return int(value.timestamp())


def duration(value: str, allowed: str) -> int:
    """Return a duration in seconds."""
    match = re.fullmatch("([0-9]{1,5})([mhd])", value)
    if match is None or int(match[1]) == 0:
        raise Refused(allowed)
    return int(match[1]) * UNITS[match[2]]


# And back


def competition_text(competition: StatedCompetition) -> str:
    """Return a competition as the file that would state it; what is as usual is left out."""
    about = {"slug": competition.slug, "title": competition.title, "entry": str(competition.entry)}
    lines = [f"{name} = {_quoted(value)}" for name, value in about.items()]
    if competition.text:
        lines.append(f"text = {_quoted(competition.text)}")
    for one in competition.rounds:
        lines += ["", "[[rounds]]", *_round_lines(one)]
    return "\n".join(lines) + "\n"


def _round_lines(one: StatedRound) -> list[str]:
    details = one.details
    blocks, final_blocks = usual_blocks(details.format)
    usual = RoundDetails(seats=0, options={}, blocks=blocks, final_blocks=final_blocks)
    told: dict[str, Any] = {"title": one.title, "game": one.game, "seats": details.seats}
    for name in ("rank_by", "languages", "max_faults", "adjust", *ROUND_KEYS[-10:]):
        if getattr(details, name) != getattr(usual, name):
            told[name] = getattr(details, name)
    lines = [f"{name} = {_toml(value)}" for name, value in told.items()]
    lines += [f"opens = {shown_moment(one.opens)}", f"closes = {shown_moment(one.closes)}"]
    plain = {option.name: option.default for option in GAMES[one.game].OPTIONS}
    options = {name: value for name, value in details.options.items() if value != plain.get(name)}
    if options:
        lines += ["[rounds.options]", *(f"{name} = {_toml(value)}" for name, value in options.items())]
    if limits := limits_text(details.limits):
        pairs = [part.split("=") for part in limits.split(",")]
        lines += ["[rounds.limits]", *(f"{name} = {_quoted(value)}" for name, value in pairs)]
    return lines


def shown_moment(seconds: int) -> str:
    """Return a moment as TOML has it, in UTC."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%SZ}"


def _toml(value: Any) -> str:
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, tuple | list):
        return f"[{', '.join(_toml(one) for one in value)}]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _quoted(text: str) -> str:
    """Return a text in quotes, over several lines if it has some; JSON's escapes are TOML's too."""
    lines = [json.dumps(line, ensure_ascii=False)[1:-1] for line in text.split("\n")]
    return f'"{lines[0]}"' if len(lines) == 1 else '"""\n' + "\n".join(lines) + '"""'
