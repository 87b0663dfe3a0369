"""A game from outside in a terminal: played, looked at again and told in lines, without a line of ours for it."""

import pytest
from textual.pilot import Pilot

from overtrick.bots.find import find
from overtrick.core.mistake import Mistake
from overtrick.games.contract import Game
from overtrick.match.play import play
from overtrick.match.record import Record, new_match, replay
from overtrick.terminal.play.app import PlayApp
from overtrick.terminal.play.hints import hint
from overtrick.terminal.play.person import play_in_lines
from overtrick.terminal.play.review import review_lines
from overtrick.terminal.play.table import OwnTable, new_table
from overtrick.terminal.replay.app import ReplayApp
from overtrick.terminal.replay.stepper import step_through
from overtrick.terminal.transcript import transcript
from tests.terminal.play.test_app import at_screen, press, screen, to_the_end
from tests.terminal.replay import test_app as replays

SEED = bytes(31) + b"\7"
OPTIONS: dict[str, dict[str, object]] = {"oh-hell": {"cards": 2}}


def sat(game: Game, seat: int = 0) -> OwnTable:
    return new_table(game.NAME, None, seat, [], OPTIONS.get(game.NAME, {}), SEED)


def recorded(game: Game) -> Record:
    players = ("random",) * game.SEATS[0]
    match = new_match(game.NAME, players, OPTIONS.get(game.NAME, {}), SEED)
    return play(match, [find(player, game.NAME)() for player in players])


def test_a_whole_game_is_played_by_keyboard(outside_game: Game) -> None:
    async def finish(app: PlayApp, pilot: Pilot[str]) -> None:
        await to_the_end(app, pilot)
        text = "\n".join(screen(app))
        assert "The match is over." in text
        assert "1. " in text

    assert replay(at_screen(sat(outside_game), finish).table.sitting.record())


def test_at_80_by_24_everything_is_in_sight_and_without_colours_too(
    oh_hell: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[list[str]] = []

    async def look(app: PlayApp, pilot: Pilot[str]) -> None:
        seen.append(screen(app))

    table = new_table("oh-hell", 5, 0, [], {"cards": 10}, SEED)
    at_screen(table, look)
    monkeypatch.setenv("NO_COLOR", "1")
    at_screen(table, look)
    assert seen[0] == seen[1]
    lines, text = seen[0], "\n".join(seen[0])
    assert (len(lines), len(lines[0])) == (24, 80)
    assert lines[0].startswith(" Oh hell   deal 1 of 10")
    assert all(f"│{card[0].translate({83: '♠', 72: '♥', 68: '♦', 67: '♣'})}{card[1:]}" in text for card in held(table))
    assert "trump " in text and "Your turn: bid." in text and "bid > 0 <[ 1 ]" in text
    assert "q Leave" in lines[-1]


def held(table: OwnTable) -> list[str]:
    hand: list[str] = table.sitting.view(0).state["hands"][0]
    return hand


def test_digits_go_to_numbers_and_capital_letters_to_cards(oh_hell: Game) -> None:
    async def type_it(app: PlayApp, pilot: Pilot[str]) -> None:
        await press(app, pilot, "1", "enter")
        assert app.look()[1]["state"]["bids"][0] == 1
        card = app.look()[1]["state"]["hands"][0][-1]
        await press(app, pilot, card[0])
        pointed = app.board.pointed()
        assert pointed is not None and pointed.name[0] == card[0]
        await press(app, pilot, "X")
        assert "X does nothing here" in "\n".join(screen(app))

    at_screen(sat(oh_hell), type_it)


def test_one_of_very_many_actions_is_chosen_and_typed(haggle: Game) -> None:
    async def haggle_on(app: PlayApp, pilot: Pilot[str]) -> None:
        await press(app, pilot, "right", "enter")
        assert "say _" in "\n".join(screen(app))
        await press(app, pilot, "right", "enter")
        await press(app, pilot, "1", "3", "3", "backspace", "7")
        assert "say low 137_" in "\n".join(screen(app))
        await press(app, pilot, "enter")
        assert (0, "say low 137") in app.table.sitting.done
        await press(app, pilot, "right", "enter", "escape")
        assert app.typed == ""

    at_screen(sat(haggle), haggle_on)


def test_where_no_player_explains_itself_a_hint_says_so(outside_game: Game) -> None:
    table = sat(outside_game)

    async def ask(app: PlayApp, pilot: Pilot[str]) -> None:
        await press(app, pilot, "h")
        assert "There are no hints: no player of " in "\n".join(screen(app))

    at_screen(table, ask)
    with pytest.raises(Mistake, match=r"^there are no hints: no player of .* explains itself$"):
        hint(table.sitting.view(table.seat))


def test_the_keys_and_the_rules_can_be_read(outside_game: Game) -> None:
    async def read(app: PlayApp, pilot: Pilot[str]) -> None:
        await press(app, pilot, "question_mark")
        text = "\n".join(screen(app))
        assert "take back" in text and outside_game.SUMMARY[:20] in text

    at_screen(sat(outside_game), read)


@pytest.mark.long
def test_a_match_is_looked_at_again(outside_game: Game) -> None:
    async def walk(app: ReplayApp, pilot: Pilot[None]) -> None:
        for place, frame in enumerate(app.frames):
            app.go(place)
            await pilot.pause()
            assert f"deal {frame.deal} of {len(app.record.deals)}, action {frame.step} of " in replays.screen(app)
        assert "as 0 random saw it" in await replays.press(app, pilot, "home", "v")
        assert "Score pad: " in await replays.press(app, pilot, "end", "p")
        assert "there are no hints" in await replays.press(app, pilot, "escape", "home", "t")

    replays.at_screen(recorded(outside_game), walk)


def test_it_is_played_told_and_stepped_through_in_lines(outside_game: Game) -> None:
    table, lines = sat(outside_game), list[str]()
    answers = iter(["table", "pad", "hint"])
    assert play_in_lines(table, lambda _: next(answers, table.sitting.view(0).legal[0]), lines.append)
    record = table.sitting.record()
    assert any(line.startswith("  there are no hints: no player of ") for line in lines)
    assert next(review_lines(table, record)).startswith("1. ")
    assert list(transcript(record))[-1].startswith("result    1. seat ")
    step_through(record, 1, 1, lambda _: "", lines.append)
    assert lines[-1].startswith("scores ")
