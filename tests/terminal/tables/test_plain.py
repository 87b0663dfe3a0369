"""The plain table: drawn from a scene of any game, with all that can be done as choices, also if that is very much."""

import re

from overtrick.games.contract import Game
from overtrick.scenes.scene import Scene
from overtrick.terminal.choices import Asking, Choice
from overtrick.terminal.play.table import OwnTable, new_table
from overtrick.terminal.tables import plain
from overtrick.terminal.tables.screen import PLAIN, screen_of

SEED = bytes(31) + b"\7"


def sat(game: Game) -> OwnTable:
    return new_table(game.NAME, None, 0, ["first"], {}, SEED)


def to_my_turn(table: OwnTable) -> Scene:
    """Let the bots act and return the scene."""
    while table.sitting.bot_is_due:
        table.did(*table.ask())
    return table.scene()


def shown(row: list[Choice]) -> list[str]:
    """Return what a row of choices shows."""
    return [choice.text.strip() for choice in row]


def test_a_game_without_a_screen_is_drawn_plainly(oh_hell: Game) -> None:
    assert screen_of("oh-hell") is PLAIN
    table = sat(oh_hell)
    scene = to_my_turn(table)
    assert plain.title(scene, scene["now"]).plain == "Oh hell   deal 1 of 7"
    assert plain.table(scene, scene["now"], open_hands=False).plain.rstrip().split("\n") == [
        "                      bids tricks total",
        "▶D You                   –      0     0",
        "   Bo                    0      0     0",
        "   Cleo                  0      0     0",
        "   Dan                   0      0     0",
        "   cards 7   dealer You   trump ♠ spades",
        "   phase bid",
    ]
    assert plain.question(scene["now"]) == "Your turn: bid."


def test_of_an_unknown_number_of_deals_none_is_told(oh_hell: Game) -> None:
    scene = to_my_turn(sat(oh_hell)) | {"deals": None}
    assert plain.title(scene, scene["now"]).plain == "Oh hell   deal 1"


def test_cards_that_were_played_and_open_hands_are_drawn(oh_hell: Game) -> None:
    table = sat(oh_hell)
    to_my_turn(table)
    table.act("bid 1")
    to_my_turn(table)
    scene = table.scene(open_hands=True)
    lines = plain.table(scene, scene["now"], open_hands=True).plain.split("\n")
    assert [line[14:17].strip() for line in lines[2:5]] == ["♠2", "♥4", "♠K"]
    assert [line.split()[0] for line in lines[-4:]] == ["You", "Bo", "Cleo", "Dan"]


def test_the_hand_and_the_bids_can_be_chosen_and_what_is_refused_says_why(oh_hell: Game) -> None:
    table = sat(oh_hell)
    scene = to_my_turn(table)
    hand, bids = plain.choices(Asking(scene, scene["now"]))
    assert not any(choice.name for choice in hand)
    assert shown(bids) == ["bid", *(str(bid) for bid in range(7))]  # 7 would make the bids add up
    table.act("bid 1")
    scene = to_my_turn(table)
    (hand,) = plain.choices(Asking(scene, scene["now"]))
    free = [choice.text for choice in hand if not choice.reason]
    assert free == ["♠7", "♠8"]
    assert all("does not follow the led suit" in choice.reason for choice in hand if choice.text not in free)


def test_what_lies_before_each_seat_is_told_with_names_and_signs(hearts: Game) -> None:
    table = sat(hearts)
    scene = to_my_turn(table)
    assert "passed" not in plain.table(scene, scene["now"], open_hands=False).plain
    for _ in range(3):
        table.act(table.sitting.view(0).legal[0])
    scene = to_my_turn(table)
    facts = plain.table(scene, scene["now"], open_hands=False).plain
    passed = r" +([♠♥♦♣]\w+, ){2}[♠♥♦♣]\w+ "
    assert re.search(rf"You{passed}", facts) and re.search(rf"Dan +[♠♥♦♣]\w+ {passed}", facts), facts


def test_after_a_deal_its_points_stand_beside_the_totals(oh_hell: Game) -> None:
    table = new_table("oh-hell", None, 0, ["first"], {"cards": "1"}, SEED)
    while not table.sitting.over:
        to_my_turn(table)
        if not table.sitting.over:
            table.act(table.sitting.view(0).legal[0])
    scene = table.scene()
    lines = plain.table(scene, scene["ended"], open_hands=False).plain.split("\n")
    assert lines[0].split() == ["bids", "tricks", "deal", "total"]
    assert [line.split()[-1] for line in lines[1:5]] == [str(total) for total in scene["totals"]]
    assert plain.title(scene, scene["ended"]).plain == "Oh hell   deal 1 of 1"


def test_a_state_without_hands_and_phases_is_drawn_too(haggle: Game) -> None:
    scene = sat(haggle).scene()
    assert plain.table(scene, scene["now"], open_hands=True).plain.rstrip().split("\n") == [
        "                     named total",
        "▶  You                   0     0",
        "   Bo                    0     0",
        "   latest be silent   left 4   half sums 0, 0",
    ]
    assert plain.question(scene["now"]) == "Your turn."


def test_very_many_actions_are_chosen_word_by_word_or_typed(haggle: Game) -> None:
    scene = sat(haggle).scene()
    asking = Asking(scene, scene["now"])
    (kinds,) = [row for row in plain.choices(asking) if row]
    assert shown(kinds) == ["be silent", "say…"]
    assert plain.begun(kinds[0].name) == ""
    typed = plain.begun(kinds[1].name)
    (sides,) = [row for row in plain.choices(Asking(scene, scene["now"], typed=typed)) if row]
    assert shown(sides) == ["say", "high…", "low…"]
    typed = plain.begun(sides[1].name)
    asking = Asking(scene, scene["now"], typed=typed)
    assert next(row for row in plain.choices(asking) if row)[-1].name == "say high 120"  # the others can be typed
    assert plain.press(asking, "x") is None
    assert plain.press(asking, "1") == ("say high 1", "")
    for key, pressed in {
        "5": ("say high 15", ""),
        "backspace": ("say high ", ""),
        "enter": ("", "say high 1"),
        "escape": ("", ""),
    }.items():
        assert plain.press(Asking(scene, scene["now"], typed="say high 1"), key) == pressed
    (narrow,) = [row for row in plain.choices(Asking(scene, scene["now"], typed="say high 15")) if row]
    assert [choice.name for choice in narrow if choice.name] == ["say high 15", "say high 150"]
    assert plain.words("say high 15") == "say high 15_  Escape goes back"
    assert plain.press(Asking(scene, scene["now"]), "5") is None
