"""Why: what the strong player of a game thinks of any position, from the view of the seat to move alone."""

from dataclasses import dataclass, replace

from overtrick.bots.builtin import full_name, imported, levels_of
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.contract import Game, Row
from overtrick.games.face import face_of, live_of
from overtrick.games.sentences import in_words
from overtrick.games.view import History, View, view
from overtrick.match.record import Record
from overtrick.players.explanation import Explanation


def check_explained(game: Game) -> None:
    """Raise Mistake if no player of a game says why."""
    if not face_of(game).explainers:
        known = [name for name, other in GAMES.items() if face_of(other).explainers]
        raise Mistake(f"no player of {game.NAME} can explain itself; allowed: a game of {', '.join(known)}")


def explain(seen: View, player: str = "") -> Explanation:
    """Return what the strong player of the view's game, or a named one, would do and why.

    It raises Mistake if the seat is not to move, or the player cannot explain itself.
    """
    game = seen.game.NAME
    if seen.game.to_move(seen.row) != seen.seat:
        raise Mistake(f"seat {seen.seat} is not to move, so there is nothing to explain")
    check_explained(seen.game)
    full, setting = full_name(player, game) if player else ("", "")
    if level := levels_of(game).get(full.removeprefix(f"{game}:")):
        full, setting = full_name(level.player, game)
    usual = dict(full_name(name, game) for name in face_of(seen.game).explainers)
    full = full or next(iter(usual))
    if full not in usual:
        raise Mistake(f"{player[:60]!r} cannot explain itself; allowed in {game}: {', '.join(usual)}")
    module, setting = imported(full), setting or usual[full]
    found: Explanation = module.explain(seen, module.read_setting(setting)) if setting else module.explain(seen)
    if len(seen.legal) == 1:
        kind = "choice" if " " in seen.legal[0] else "card"
        found = replace(found, sentence=f"{seen.legal[0]} is the only legal {kind}.")
    return replace(found, player=f"{full}@{setting}" if setting else full)


def explain_in_words(seen: View) -> Explanation:
    """Return what the strong player would do as people speak of it: they say the green 8, not G8."""
    told = explain(seen)
    facts = tuple(replace(fact, name=in_words(seen.game, fact.name)) for fact in told.facts)
    sentence, numbers = (in_words(seen.game, words) for words in (told.sentence, told.numbers))
    return replace(told, sentence=capital(sentence), numbers=capital(numbers), facts=facts)


def capital(words: str) -> str:
    """Return a sentence with a large letter first."""
    return words[:1].upper() + words[1:]


@dataclass(frozen=True)
class Decision:
    """One decision of a recorded match: what the seat saw, and what it did."""

    deal: int  # from 1
    step: int  # of the deal, from 1
    seen: View
    action: str


def decision(record: Record, deal: int, step: int, seat: int | None = None) -> Decision:
    """Return a decision of a match; if a seat is given, only its own steps are counted."""
    if not 1 <= deal <= len(record.deals):
        raise Mistake(f"deal is {deal}; allowed: 1 to {len(record.deals)}")
    if seat is not None and not 0 <= seat < record.match.seats:
        raise Mistake(f"seat is {seat}; allowed: 0 to {record.match.seats - 1}")
    actions = record.deals[deal - 1].actions
    places = [place for place, (mover, _) in enumerate(actions) if seat in (None, mover)]
    if not 1 <= step <= len(places):
        whose = "" if seat is None else f" of seat {seat}"
        raise Mistake(f"step{whose} is {step}; allowed in deal {deal}: 1 to {len(places)}")
    game = GAMES[record.match.game]
    history = History(game, record.match.seats)
    row = row_before(record, deal)
    for mover, name in actions[: places[step - 1]]:
        action = game.parse(row, name)
        game.play(row, action)
        history.add(row, mover, action)
    mover, name = actions[places[step - 1]]
    if (live := live_of(game, row)) is not None:  # anybody may act, also who is not to be asked yet
        row, name = row if game.to_move(row) == mover else live.turned(row, mover), live.plain(name)
    return Decision(deal, places[step - 1] + 1, view(game, row, history.heard(mover), mover, deal), name)


def row_before(record: Record, number: int) -> Row:
    """Return the row of a deal of a match before its first action."""
    game, rules = GAMES[record.match.game], record.match.rules()
    finished: list[Row] = []
    for deal in record.deals[:number]:
        row = game.deal(game.next_deal(rules, finished), deal.draws)
        if len(finished) == number - 1:
            break
        for _, name in deal.actions:
            game.play(row, game.parse(row, name))
        finished.append(row)
    return row
