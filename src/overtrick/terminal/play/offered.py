"""What a person can choose from at a moment of a game: cards, bids, suits, quotes, or how to go on."""

from collections.abc import Mapping

from overtrick.scenes.scene import Scene
from overtrick.terminal.choices import Choice, Kind
from overtrick.terminal.faces import WIZARD_STYLES, card_style, face
from overtrick.terminal.tables.figgie.table import books

SUIT_OF = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}


def offered(scene: Scene, moment: Scene, stage: str, odds: Mapping[str, float] | None = None) -> list[list[Choice]]:
    """Return rows of choices; the stage is over, ended, mine or theirs."""
    if stage == "over":
        # The pad comes first: one Enter too many at the end shall not sweep the table.
        return [[Choice("pad", " score pad "), Choice("again", " new game "), Choice("leave", " leave ")]]
    if stage == "ended":
        return [[Choice("go on", " next round ")]]
    if scene["game"] == "figgie":
        mine = moment if stage == "mine" else {name: value for name, value in moment.items() if name != "choices"}
        return books(scene, mine, odds)
    return [hand(scene, moment), *extra_rows(moment)]


def hand(scene: Scene, moment: Scene) -> list[Choice]:
    """Return the cards of the hand; those that may not be played say why."""
    game, state = scene["game"], moment["state"]
    held = state["hands"][scene["seat"]] or []
    playing = "legal" in moment and state["phase"] == "play"
    return [
        Choice(
            name if playing else "",
            face(game, name),
            card_style(game, name),
            Kind.CARD,
            moment["refused"].get(name, "") if playing else "",
        )
        for name in held
    ]


def extra_rows(moment: Scene) -> list[list[Choice]]:
    """Return the bids or the trump suits, while one is due."""
    legal, state = moment.get("legal"), moment["state"]
    if legal is None or state["phase"] == "play":
        return []
    if state["phase"] == "name trump":
        return [[Choice(name, f" {SUIT_OF[name[-1]]} ({name[-1]}) ", WIZARD_STYLES[name[-1]]) for name in legal]]
    reason = f"a bid of {moment['forbidden_bid']} would make the bids add up to the tricks, which the hook forbids"
    bids = [f"bid {number}" for number in range(state["cards"] + 1)]
    return [[Choice(name, name[4:], kind=Kind.BID, reason="" if name in legal else reason) for name in bids]]
