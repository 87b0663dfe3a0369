"""The table of a game that brings no screen of its own: seats, what lies there, and all legal actions as choices."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from overtrick.games import GAMES
from overtrick.games.contract import merit
from overtrick.games.face import title_of
from overtrick.match.record import Record
from overtrick.scenes.plain import text_of
from overtrick.scenes.scene import Scene
from overtrick.terminal.choices import Asking, Choice, Kind, Rows
from overtrick.terminal.faces import QUIET, card_style, face, padded, signed, suit
from overtrick.terminal.tables import tricks
from overtrick.terminal.tables.score_pad import best_first, growth, rounds_so_far

WIDTH = 50  # cells of a table
EDGE = 3  # cells before what stands in it
LEAST = 6  # cells of a column
MANY = 60  # more actions than this are chosen word by word
MORE = "…"  # behind the words with which several actions begin
TOTALS = {"total", "totals"}  # what a game may call its own column of them


# What is seen


def title(scene: Scene, moment: Scene) -> Text:
    """Return in one line which game and which deal this is."""
    number = len(scene["pad"]) if "scores" in moment else scene["deal"]  # the next one is dealt already
    return Text(f"{title_of(GAMES[scene['game']])}   deal {counted(number, scene['deals'])}")


def counted(number: int, most: int | None) -> str:
    """Return a number, and of how many where that is known."""
    return f"{number}" if most is None else f"{number} of {most}"


def table(scene: Scene, moment: Scene, open_hands: bool) -> Text:
    """Return the seats and what else is known, and below the hands if they are open, else the deals so far."""
    drawn = Text("\n").join([*seat_lines(scene, moment), *fact_lines(scene, moment)]).append("\n")
    if open_hands:
        return drawn.append_text(tricks.hands(scene, moment))
    return drawn.append("\n" + "\n".join(rounds_so_far(scene)), style=QUIET)


def seat_lines(scene: Scene, moment: Scene) -> list[Text]:
    """Return a line for every seat, below a heading: who is to move, what lies before it, how it stands."""
    lines = [Text(" " * tricks.BEGIN)] + [tricks.seat_begins(scene, moment, seat) for seat in tricks.seats(scene)]
    for name, cells in columns(scene, moment, fit=True).items():
        width = column_width(name, cells)
        for line, cell in zip(lines, (Text(name, style=QUIET), *cells), strict=True):
            line.append_text(padded(cell, width, right=True))
    return lines


def columns(scene: Scene, moment: Scene, *, fit: bool) -> dict[str, list[Text]]:
    """Return the columns that fit into the table, or those that do not; the points always do."""
    own = moment["plain"]["columns"]
    game, scores = GAMES[scene["game"]], moment.get("scores", [])
    points = {"deal": [signed(score, merit(game, score)) for score in scores]} if scores else {}
    if not TOTALS & own.keys():
        points["total"] = [Text(str(total)) for total in scene["totals"]]
    room = WIDTH - tricks.BEGIN - sum(column_width(name, cells) for name, cells in points.items())
    found: dict[str, list[Text]] = {}
    for name, values in own.items():
        cells = [suit(scene["game"], text_of(value)) for value in values]
        fits = column_width(name, cells) <= room
        room -= column_width(name, cells) if fits else 0
        found |= {name: cells} if fits == fit else {}
    return found | points if fit else found


def column_width(name: str, cells: Sequence[Text]) -> int:
    """Return how many cells a column takes with the gap before it."""
    return max(LEAST, 1 + len(name), *(1 + cell.cell_len for cell in cells))


def fact_lines(scene: Scene, moment: Scene) -> list[Text]:
    """Return what is known beyond the seats, as many facts in a line as there is room for."""
    game, names = scene["game"], scene["names"]
    facts = {name: suit(game, text) for name, text in moment["plain"]["facts"].items()}
    for name, cells in columns(scene, moment, fit=False).items():
        told = [Text(f"{who} ").append_text(cell) for who, cell in zip(names, cells, strict=True)]
        facts[name] = Text(", ").join(told)
    lines = [Text()]
    for name, text in facts.items():
        fact = Text(f"{' ' * EDGE}{name} ", style=QUIET).append_text(text)
        if lines[-1].cell_len + fact.cell_len > WIDTH:
            lines.append(Text())
        lines[-1].append_text(fact)
    return [line for line in lines if line]


# What can be chosen


def choices(asking: Asking) -> Rows:
    """Return the hand, and all legal actions that are no card of it."""
    legal = asking.moment.get("legal", [])
    held = tricks.held(asking.scene, asking.moment)
    hand = tricks.hand(asking.scene, asking.moment, playing=any(name in legal for name in held))
    return [hand, *action_rows(asking.scene["game"], [name for name in legal if name not in held], asking.typed)]


def action_rows(game: str, names: Sequence[str], typed: str) -> Rows:
    """Return the actions that go on from what is typed as rows of buttons; if they are very many, their next words."""
    names = [name for name in names if name.startswith(typed)]
    if len(names) > MANY:
        names = beginnings(names, len(typed.split()))
    return button_rows(game, names[: 2 * MANY])


def beginnings(names: Sequence[str], length: int) -> Sequence[str]:
    """Return the first words of actions, more than ``length`` and so many that some differ; a lone one stays whole."""
    for end in range(length + 1, max(len(name.split()) for name in names)):
        groups: dict[str, list[str]] = {}
        for name in names:
            groups.setdefault(" ".join(name.split()[:end]), []).append(name)
        if len(groups) > 1:
            return [begin + MORE if len(group) > 1 else group[0] for begin, group in groups.items()]
    return names


def button_rows(game: str, names: Sequence[str]) -> Rows:
    """Return a row of buttons for all actions that differ only in the last word, with the others before it."""
    rows: dict[str, list[str]] = {}
    for name in names:
        rows.setdefault(" ".join(name.split()[:-1]), []).append(name)
    single = [name for begin, row in rows.items() for name in row if len(row) == 1 or not begin]
    several = {begin: row for begin, row in rows.items() if begin and len(row) > 1}
    drawn = [[button(game, name, name) for name in single]] if single else []
    for begin, row in several.items():
        label = Choice("", f"{begin} ", QUIET, Kind.LABEL)
        drawn.append([label, *(button(game, name, name.split()[-1]) for name in row)])
    return drawn


def button(game: str, name: str, shown: str) -> Choice:
    """Return an action as a button that shows some of its words."""
    words = shown.split()
    return Choice(name, f" {' '.join(face(game, word) for word in words)} ", card_style(game, words[-1]))


def question(moment: Scene) -> str:
    """Return that the person is to move, and in which phase the game is if it says so."""
    phase = moment["state"].get("phase")
    return f"Your turn: {phase}." if isinstance(phase, str) else "Your turn."


def press(asking: Asking, key: str) -> tuple[str, str] | None:
    """Return what is typed after a key, and the action if it is complete; typing begins with words that were chosen."""
    typed, legal = asking.typed, asking.moment.get("legal", [])
    if not typed:
        return None
    if key == "escape" or (key == "backspace" and typed.endswith(" ")):
        return "", ""
    if key == "backspace":
        return typed[:-1], ""
    if key == "enter" and typed in legal:
        return "", typed
    return (typed + key, "") if any(name.startswith(typed + key) for name in legal) else None


def words(typed: str) -> str:
    """Return what is typed so far."""
    return f"{typed}_  Escape goes back"


def begun(name: str) -> str:
    """Return what is typed after a choice that is only the beginning of actions."""
    return f"{name.removesuffix(MORE)} " if name.endswith(MORE) else ""


# As lines


def known(scene: Scene, moment: Scene) -> Scene:
    """Return the state."""
    state: Scene = moment["state"]
    return state


def review(scene: Scene, record: Record) -> Iterator[str]:
    """Yield how the points of several deals grew, and the facts that the rulebook has counted."""
    if len(scene["pad"]) > 1:
        yield "How the points grew:"
        curves = growth(scene)
        for seat, name in best_first(scene).items():
            yield f"{name}  {curves[seat]}"
    for seat, name in enumerate(scene["names"]):
        if record.facts:
            parts = ", ".join(f"{fact} {values[seat]:+d}" for fact, values in record.facts.items())
            yield f"{name}: {parts}."
