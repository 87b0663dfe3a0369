"""The table on the whole screen: whole games by keyboard and mouse, at 80 by 24, without colours, after a resize."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from overtrick.bots.bot import Fault
from overtrick.core.ending import Ending
from overtrick.games import GAMES
from overtrick.games.sentences import action_words
from overtrick.games.wizard import rulebook as wizard
from overtrick.match.record import replay
from overtrick.match.sitting import Sitting
from overtrick.terminal.board import Board
from overtrick.terminal.play.app import PlayApp
from overtrick.terminal.play.saved import load
from overtrick.terminal.play.table import OwnTable, continued, new_table
from tests.players.test_warm import SlowWarming

pytestmark = pytest.mark.long

SEED = bytes(31) + b"\7"
RIVALS = {"wizard": "classic", "duel": "greedy", "figgie": "starter"}
SCREEN = (80, 24)
Play = Callable[[PlayApp, Pilot[str]], Awaitable[None]]


def table(game: str, seat: int = 0, seats: int | None = None, **options: object) -> OwnTable:
    return new_table(game, seats, seat, [RIVALS[game]], options, SEED)


def short_table(game: str) -> OwnTable:
    """Return a table whose match is soon over."""
    if game == "figgie":
        return new_table(game, None, 0, ["first"], {}, SEED)
    return table(game, series=[1, 2]) if game == "wizard" else table(game)


def at_screen(sat: OwnTable, play: Play, size: tuple[int, int] = SCREEN) -> PlayApp:
    """Let a pilot play at a table; bots act without a pause."""
    app = PlayApp(sat, pace_s=0)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await settled(app, pilot)
            await play(app, pilot)

    asyncio.run(run())
    return app


async def settled(app: PlayApp, pilot: Pilot[str]) -> None:
    """Wait until the bots have acted and everything is drawn."""
    await pilot.pause()
    while app.running or app.workers:
        await pilot.pause(0.002)
        if all(worker.is_finished for worker in app.workers):
            break
    await pilot.pause()


async def press(app: PlayApp, pilot: Pilot[str], *keys: str) -> None:
    await pilot.press(*keys)
    await settled(app, pilot)


def screen(app: PlayApp) -> list[str]:
    """Return what stands on the screen, line by line."""
    return ["".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()]


async def to_the_end(app: PlayApp, pilot: Pilot[str]) -> None:
    """Press Enter on whatever the cursor stands on, until the match is over."""
    while not app.table.sitting.over:
        before = app.table.step, app.seen_deals
        await press(app, pilot, "enter")
        assert (app.table.step, app.seen_deals) != before, screen(app)


# Whole games


@pytest.mark.parametrize(
    ("game", "seat", "options"),
    [
        ("wizard", 0, {"series": [1, 2, 3]}),
        ("wizard", 2, {"series": [3, 1], "bidding": "hidden"}),
        ("duel", 0, {}),
        ("duel", 1, {"ranks": 4, "stock": 2}),
        ("figgie", 0, {}),
        ("figgie", 2, {"model": "tick"}),
    ],
)
def test_a_whole_game_is_played_by_keyboard(game: str, seat: int, options: dict[str, object]) -> None:
    app = at_screen(new_table(game, None, seat, [RIVALS[game]], options, SEED), to_the_end)
    assert replay(app.table.sitting.record())


def test_a_whole_game_is_played_with_the_mouse() -> None:
    async def click_through(app: PlayApp, pilot: Pilot[str]) -> None:
        while not app.table.sitting.over:
            board = app.query_one(Board)
            place = next(p for p in board.places() if p.choice.name and not p.choice.reason)
            before = app.table.step, app.seen_deals
            assert await pilot.click(Board, offset=(place.x + 2, place.y))
            await settled(app, pilot)
            assert (app.table.step, app.seen_deals) != before

    assert replay(at_screen(table("wizard", series=[1, 2]), click_through).table.sitting.record())


def test_an_elimination_is_announced_and_who_is_out_watches_with_open_hands() -> None:
    sat = table("wizard", seats=6, series="elimination")
    while not sat.sitting.over and not sat.may_open():  # bid all tricks, always
        sat.sitting.let_bots_act()
        sat.sitting.act(0, sat.sitting.view(0).legal[-1], sat.step)
        sat.sitting.let_bots_act()
    sat.sitting.take_back(0)
    sat.retell()

    async def leave(app: PlayApp, pilot: Pilot[str]) -> None:
        await press(app, pilot, "enter")
        assert "The round is over. You leave: " in "\n".join(screen(app))
        await press(app, pilot, "o")
        others = app.look()[0]["now"]["state"]["hands"][1:]
        assert all(others)

    at_screen(sat, leave)


# What is on the screen


async def nothing(app: PlayApp, pilot: Pilot[str]) -> None:
    """Only look."""


def test_at_80_by_24_the_biggest_hand_and_all_its_bids_are_in_sight() -> None:
    async def look(app: PlayApp, pilot: Pilot[str]) -> None:
        lines = screen(app)
        assert len(lines) == 24
        text = "\n".join(lines)
        held = app.look()[1]["state"]["hands"][0]
        assert len(held) == 20
        assert all(card in text for card in held if card[0] not in "JW")
        assert all(f"[{bid}]" in text or f">{bid}<" in text for bid in range(21))
        assert "q Leave" in lines[-1]

    at_screen(table("wizard", seats=3, series=[20]), look)


def test_the_screen_of_wizard_says_everything_in_letters() -> None:
    async def look(app: PlayApp, pilot: Pilot[str]) -> None:
        await press(app, pilot, "enter")
        lines = screen(app)
        assert lines[0].startswith(" Wizard   round 1 of 1   trump ")
        assert "led " in lines[0] and "turned up" in lines[0]
        assert "D You" in lines[2] and lines[2].startswith(" ▶")
        assert "bids " in "\n".join(lines) and " for 5 tricks" in "\n".join(lines)
        assert any("★" in line for line in lines[2:6])
        assert any("needs " in line or "has them" in line for line in lines[2:6])
        assert "Play a card." in "\n".join(lines)

    at_screen(table("wizard", series=[5]), look)


def test_an_illegal_card_has_no_edge_and_says_why_it_is_refused() -> None:
    async def look(app: PlayApp, pilot: Pilot[str]) -> None:
        await press(app, pilot, "enter")
        for _ in range(30):
            refused = app.look()[1].get("refused", {})
            if refused and app.look()[2] == "mine" and app.look()[1]["state"]["phase"] == "play":
                card = next(iter(refused))
                before = app.table.step
                app.board.point_last(card)
                await press(app, pilot)
                text = "\n".join(screen(app))
                assert (
                    f"{action_words(wizard, card)[1:]} does not follow the led suit" in text
                )  # without its first letter
                assert f"┃{card:^3}┃" in text  # the cursor
                await press(app, pilot, "enter")
                assert app.table.step == before
                app.board.point_last(app.look()[1]["legal"][0])
                await press(app, pilot)
                assert f"│{card:^3}│" not in "\n".join(screen(app))
                return
            await press(app, pilot, "enter")
        pytest.fail("no card was refused")

    at_screen(table("wizard", series=[8, 8, 8]), look)


def test_the_bid_that_the_hook_forbids_is_crossed_out() -> None:
    async def look(app: PlayApp, pilot: Pilot[str]) -> None:
        forbidden = app.look()[1]["forbidden_bid"]
        assert f"×{forbidden}×" in "\n".join(screen(app))
        before = app.table.step
        await press(app, pilot, *str(forbidden), "enter")
        assert app.table.step == before
        assert "which the hook forbids" in "\n".join(screen(app))

    at_screen(table("wizard", series=[5], hook="on"), look)


def pointed(app: PlayApp) -> str:
    """Return the name of what the cursor stands on."""
    choice = app.board.pointed()
    return "" if choice is None else choice.name


def test_digits_and_capital_letters_move_the_cursor() -> None:
    async def type_it(app: PlayApp, pilot: Pilot[str]) -> None:
        await press(app, pilot, "1", "2")
        assert pointed(app) == "bid 12"
        await press(app, pilot, "3")
        assert pointed(app) == "bid 3"
        await press(app, pilot, "enter")
        assert app.look()[1]["state"]["bids"][0] == 3
        letter = app.look()[1]["state"]["hands"][0][-1][0]
        await press(app, pilot, letter)
        assert pointed(app).startswith(letter)

    at_screen(table("wizard", series=[12]), type_it)


def colours(app: PlayApp) -> set[tuple[int, int, int]]:
    """Return all colours of letters and of what is behind them on the screen."""
    styles = [segment.style for strip in app.screen._compositor.render_strips() for segment in strip]
    found = [part.triplet for style in styles if style for part in (style.color, style.bgcolor) if part is not None]
    return {(colour.red, colour.green, colour.blue) for colour in found if colour is not None}


def test_without_colours_the_screen_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[list[str]] = []
    seen: list[set[tuple[int, int, int]]] = []

    async def look(app: PlayApp, pilot: Pilot[str]) -> None:
        await press(app, pilot, "enter")
        shown.append(screen(app))
        seen.append(colours(app))

    at_screen(table("wizard", series=[5]), look)
    monkeypatch.setenv("NO_COLOR", "1")
    at_screen(table("wizard", series=[5]), look)
    assert shown[0] == shown[1]
    assert any(len({*colour}) > 1 for colour in seen[0])
    assert seen[1] == set()  # no greys either


def test_a_smaller_screen_keeps_the_cards_and_a_larger_one_brings_the_log_back() -> None:
    async def resize(app: PlayApp, pilot: Pilot[str]) -> None:
        await press(app, pilot, "enter")
        for size in ((60, 18), (120, 40), SCREEN):
            await pilot.resize_terminal(*size)
            await settled(app, pilot)
            lines = screen(app)
            assert (len(lines[0]), len(lines)) == size
            text = "\n".join(lines)
            assert all(card in text for card in app.look()[1]["state"]["hands"][0] if card[0] not in "JW")
            assert "Play a card." in text and "Leave" in lines[-1]
        assert "You bid 0." in text

    at_screen(table("wizard", series=[5]), resize)


# Figgie


def test_the_known_keys_of_figgie_bid_offer_buy_and_sell() -> None:
    async def trade(app: PlayApp, pilot: Pilot[str]) -> None:
        done = app.table.sitting.done
        await press(app, pilot, "b", "c", "1", "2")
        assert "bid clubs 12_" in "\n".join(screen(app))
        await press(app, pilot, "backspace", "enter")
        assert (0, "bid clubs 1") in app.table.sitting.done
        await press(app, pilot, "a", "h", "escape")
        assert app.typed == ""
        while not any(seat == 0 and name.startswith(("buy", "sell")) for seat, name in app.table.sitting.done):
            assert not app.table.sitting.over
            moment = app.look()[1]
            may = moment["choices"]
            sell = next((word for word in may if may[word]["sell"]), None)
            buy = next((word for word in may if may[word]["buy"]), None)
            if sell is not None:
                await press(app, pilot, "a", "a", sell[0])
            elif buy is not None:
                await press(app, pilot, "f", "f", buy[0])
            else:
                await press(app, pilot, "p")
        assert done is app.table.sitting.done
        own = next(word for word, may in app.look()[1]["choices"].items() if may["offer"])
        price = app.look()[1]["choices"][own]["offer"][0] + 1
        await press(app, pilot, "a", own[0], *str(price), "enter")
        assert (0, f"offer {own} {price}") in app.table.sitting.done

    at_screen(table("figgie"), trade)


def test_learning_shows_all_hands_and_the_exact_odds() -> None:
    async def learn(app: PlayApp, pilot: Pilot[str]) -> None:
        lines = screen(app)
        assert "·" not in "\n".join(lines[2:6])
        books = [line for line in lines if line.rstrip().endswith("%")]
        assert len(books) == 4
        assert 98 <= sum(int(line.split()[-2]) for line in books) <= 102

    sat = table("figgie")
    sat.learning = True
    at_screen(sat, learn)


# Help for the person


@pytest.mark.parametrize("game", [pytest.param("wizard", marks=pytest.mark.long), "duel", "figgie"])  # to be compiled
def test_a_hint_says_what_the_strong_player_would_do_and_why(game: str) -> None:
    async def ask(app: PlayApp, pilot: Pilot[str]) -> None:
        await press(app, pilot, "h")
        assert app.told is not None
        assert app.told.sentence[:12] in "\n".join(screen(app))
        await press(app, pilot, "h")
        assert app.told is None

    at_screen(table(game), ask)


@pytest.mark.parametrize(
    ("game", "key", "reason"),
    [
        ("wizard", "u", "There is nothing to take back"),
        ("wizard", "r", "There is nothing to do again."),
        ("wizard", "o", "The other hands are hidden."),
        ("wizard", "9", "There is no bid of 9 in this round."),
        ("wizard", "x", "x does nothing here; ? shows the keys."),
        ("duel", "D", "You hold no diamond."),
        ("figgie", "z", "z does nothing here; ? shows the keys."),
    ],
)
def test_a_key_that_does_nothing_says_why_until_the_next_one(game: str, key: str, reason: str) -> None:
    sat = table(game, series=[3]) if game == "wizard" else table(game)
    if game == "duel":
        while any(card[0] == "D" for card in sat.sitting.view(0).state["hands"][0]):
            legal = sat.sitting.view(0).legal
            sat.act(next((name for name in legal if name[0] == "D"), legal[0]))
            while sat.sitting.bot_is_due:
                sat.did(*sat.ask())

    async def ask(app: PlayApp, pilot: Pilot[str]) -> None:
        assert app.look()[2] == "mine"
        before = app.table.step
        await press(app, pilot, key)
        assert reason in "\n".join(screen(app))
        await press(app, pilot, "enter")
        assert app.table.step > before
        assert reason not in "\n".join(screen(app))

    at_screen(sat, ask)


def test_while_the_strong_player_is_compiled_a_hint_says_so_and_comes_later() -> None:
    sat = table("duel")
    sat.warming = slow = SlowWarming()

    async def ask(app: PlayApp, pilot: Pilot[str]) -> None:
        await pilot.press("h")
        await pilot.pause()
        assert "Compiling the strong player" in "\n".join(screen(app))
        assert app.told is None
        slow.done.set()
        await settled(app, pilot)
        assert app.told is not None
        assert "Compiling" not in "\n".join(screen(app))

    at_screen(sat, ask)


@pytest.mark.parametrize("game", GAMES)
def test_taking_back_and_doing_again_leads_to_the_same_screen(game: str) -> None:
    async def turn(app: PlayApp, pilot: Pilot[str]) -> None:
        await press(app, pilot, "enter")
        first = list(app.table.sitting.done)
        await press(app, pilot, "enter")
        before, story = list(app.table.sitting.done), list(app.table.story.lines)
        await press(app, pilot, "u")
        assert app.table.sitting.done == first
        assert app.table.story.lines == story[: len(app.table.story.lines)]
        await press(app, pilot, "r")
        assert (app.table.sitting.done, app.table.story.lines) == (before, story)

    at_screen(table(game, series=[5]) if game == "wizard" else table(game), turn)


def test_nothing_is_taken_back_while_a_bot_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(self: Sitting) -> object:
        import time

        time.sleep(0.05)
        return real(self)

    real = Sitting.ask
    monkeypatch.setattr(Sitting, "ask", slow)

    async def hurry(app: PlayApp, pilot: Pilot[str]) -> None:
        for _ in range(4):
            await pilot.press("enter", "u", "r", "u")
        await settled(app, pilot)
        assert app.table.mine
        await to_the_end(app, pilot)

    assert replay(at_screen(table("duel", ranks=3), hurry).table.sitting.record())


def test_a_game_is_saved_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("overtrick-duel.json").write_text("mine")

    async def save(app: PlayApp, pilot: Pilot[str]) -> None:
        await press(app, pilot, "enter", "s")
        assert "--continue overtrick-duel-2.json" in "\n".join(screen(app))
        await press(app, pilot, "enter", "q", "enter")

    app = at_screen(table("duel"), save)
    assert app.return_value == "saved; overtrick play --continue overtrick-duel-2.json goes on"
    assert Path("overtrick-duel.json").read_text() == "mine"
    path = Path("overtrick-duel-2.json")
    again = continued(load(path), path)
    assert again.sitting.done == app.table.sitting.done
    assert again.story.lines == app.table.story.lines
    at_screen(again, to_the_end)


def test_leaving_is_asked_about_and_escape_stays() -> None:
    async def leave(app: PlayApp, pilot: Pilot[str]) -> None:
        await press(app, pilot, "enter", "q")
        assert "The match is not over." in "\n".join(screen(app))
        await press(app, pilot, "escape")
        assert app.is_running
        await press(app, pilot, "q", "right", "enter")

    app = at_screen(table("duel"), leave)
    assert app.return_value == ""


def test_the_pad_and_the_help_open_and_close() -> None:
    async def read(app: PlayApp, pilot: Pilot[str]) -> None:
        while not app.table.sitting.going.deals:
            await press(app, pilot, "enter")
        await press(app, pilot, "p")
        assert "Score pad" in "\n".join(screen(app))
        await press(app, pilot, "escape", "question_mark")
        text = "\n".join(screen(app))
        assert "take back" in text and "Against you: Bo (classic)" in text
        await press(app, pilot, "pagedown", "escape")
        assert "next round" in "\n".join(screen(app))

    at_screen(table("wizard", series=[1, 2]), read)


@pytest.mark.parametrize(
    ("game", "words"),
    [("wizard", "Exact bids"), ("duel", "With perfect play from"), ("figgie", "trading")],
)
def test_the_end_is_reviewed_and_another_game_begins(game: str, words: str) -> None:
    async def finish(app: PlayApp, pilot: Pilot[str]) -> None:
        await to_the_end(app, pilot)
        text = "\n".join(screen(app))
        assert words in text
        assert "The match is over." in text
        await press(app, pilot, "n")
        assert app.table.sitting.match.seed != SEED
        assert not app.table.sitting.over and app.table.mine

    at_screen(short_table(game), finish)


def test_a_bot_that_commits_a_fault_is_replaced_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Sitting) -> object:
        if self.chairs[1].player == "duel:random":
            raise Fault(Ending.CRASH, "the bot raised ValueError: oh")
        return real(self)

    real = Sitting.ask
    monkeypatch.setattr(Sitting, "ask", fail)
    app = at_screen(new_table("duel", None, 0, ["random"], {"ranks": 3}, SEED), to_the_end)
    told = [line for _, line in app.table.story.lines if "fault" in line]
    assert told == ["Bo has committed a fault: the bot raised ValueError: oh. From now on duel:greedy plays there."]
