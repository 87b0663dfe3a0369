"""A match looked at again on the whole screen: all keys, one seat's view, a click in the log, thoughts."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import cache

import pytest
from textual.pilot import Pilot

from overtrick.bots.bot import Bot
from overtrick.bots.find import find
from overtrick.games import GAMES
from overtrick.match.play import play
from overtrick.match.record import Record, new_match
from overtrick.terminal.replay.app import ReplayApp
from overtrick.terminal.transcript import transcript

pytestmark = pytest.mark.long

SEED = bytes(31) + b"\7"
BOTS = {"wizard": ("classic",) * 3, "duel": ("greedy", "random"), "figgie": ("starter",) * 4}
OPTIONS: dict[str, dict[str, object]] = {"wizard": {"series": [2, 3], "bidding": "hidden"}}
Look = Callable[[ReplayApp, Pilot[None]], Awaitable[None]]


@cache
def recorded(game: str) -> Record:
    match = new_match(game, BOTS[game], OPTIONS.get(game, {}), SEED)
    bots: list[Bot] = [find(name, game)() for name in BOTS[game]]
    return play(match, bots)


def at_screen(record: Record, look: Look, deal: int = 1) -> None:
    app = ReplayApp(record, deal)

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(app, pilot)
            await look(app, pilot)

    asyncio.run(run())


async def settled(app: ReplayApp, pilot: Pilot[None]) -> None:
    await pilot.pause()
    while not all(worker.is_finished for worker in app.workers):
        await pilot.pause(0.01)
    await pilot.pause()


async def press(app: ReplayApp, pilot: Pilot[None], *keys: str) -> str:
    await pilot.press(*keys)
    await settled(app, pilot)
    return screen(app)


def screen(app: ReplayApp) -> str:
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def test_without_colours_the_line_of_the_log_is_marked_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    async def look(app: ReplayApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "right", "right")
        segments = [segment for strip in app.screen._compositor.render_strips() for segment in strip]
        assert not [part for part in segments if part.style and part.style.color and part.style.color.triplet]
        marked = {part.text.strip() for part in segments if part.style and part.style.underline} - {""}
        assert marked
        assert all(text in app.lines_of(app.frame) for text in marked)

    monkeypatch.setenv("NO_COLOR", "1")
    at_screen(recorded("duel"), look)


def test_what_bots_said_to_their_authors_is_shown_where_there_is_something() -> None:
    record = replace(recorded("duel"), stderr=("", "oh\x1b[2J no\nwell"))
    assert [line for line in transcript(record) if "stderr" in line] == ["  stderr    seat 1 (random)"]

    async def look(app: ReplayApp, pilot: Pilot[None]) -> None:
        text = await press(app, pilot, "e")
        assert "oh?[2J no" in text
        assert "well" in text

    async def look_in_vain(app: ReplayApp, pilot: Pilot[None]) -> None:
        before = await press(app, pilot)
        assert await press(app, pilot, "e") == before

    at_screen(record, look)
    at_screen(recorded("duel"), look_in_vain)


@pytest.mark.parametrize("game", GAMES)
def test_every_step_of_a_match_can_be_seen(game: str) -> None:
    async def walk(app: ReplayApp, pilot: Pilot[None]) -> None:
        assert len(app.frames) == sum(len(deal.actions) + 1 for deal in app.record.deals)
        for place, frame in enumerate(app.frames[:60]):
            app.go(place)
            await pilot.pause()
            where = f"deal {frame.deal} of {len(app.record.deals)}, action {frame.step} of "
            assert where in screen(app)

    at_screen(recorded(game), walk)


def test_the_keys_go_by_actions_tricks_deals_and_to_the_ends() -> None:
    async def go(app: ReplayApp, pilot: Pilot[None]) -> None:
        async def place(*keys: str) -> tuple[int, int]:
            await press(app, pilot, *keys)
            return app.frame.deal, app.frame.step

        assert await place("left") == (1, 0)
        assert await place("right", "right") == (1, 2)
        assert await place("right_square_bracket") == (1, 3)  # the bids are all made
        assert await place("right_square_bracket") == (1, 6)
        assert await place("left_square_bracket") == (1, 3)
        assert await place("right_curly_bracket") == (2, 0)
        assert await place("right") == (2, 1)
        assert await place("left_curly_bracket") == (2, 0)
        assert await place("left_curly_bracket") == (1, 0)
        assert await place("end") == (2, 12)
        assert await place("right") == (2, 12)
        assert await place("home") == (1, 0)

    at_screen(recorded("wizard"), go)


def test_a_seats_view_hides_the_other_hands_and_what_it_did_not_know() -> None:
    async def look(app: ReplayApp, pilot: Pilot[None]) -> None:
        text = await press(app, pilot, "right")
        hands = app.frame.scene["now"]["state"]["hands"]
        bidder = app.frame.seat
        assert all(card in text for hand in hands for card in hand if card[0] not in "JW")
        assert "not shown yet" in text
        for seat in range(3):
            text = await press(app, pilot, "v")
            assert f"as {seat} classic saw it" in text
            others = {card for other, hand in enumerate(hands) if other != seat for card in hand if card[0] not in "JW"}
            shown = text.split("\n")[-2]
            assert not any(card in shown.split() for card in others)
            assert ("not shown yet" in text) == (seat == bidder)
        assert "all hands" in await press(app, pilot, "v")

    at_screen(recorded("wizard"), look)


def test_a_click_on_a_line_of_the_log_goes_there() -> None:
    async def click(app: ReplayApp, pilot: Pilot[None]) -> None:
        line = next(y for y, text in enumerate(screen(app).split("\n")) if "0 greedy plays" in text)
        assert await pilot.click(offset=(60, line))
        await settled(app, pilot)
        assert app.frame.step == 1
        await press(app, pilot, "down", "down")
        assert app.frame.step == 3

    at_screen(recorded("duel"), click)


def test_it_plays_by_itself_until_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overtrick.terminal.replay.app.PACE_S", 0.01)

    async def run(app: ReplayApp, pilot: Pilot[None]) -> None:
        await pilot.press("space")
        while app.timer is not None:
            await pilot.pause(0.02)
        assert app.place == len(app.frames) - 1
        await press(app, pilot, "home")
        monkeypatch.setattr("overtrick.terminal.replay.app.PACE_S", 60)
        await pilot.press("space", "space")
        assert app.timer is None
        assert app.place == 0

    at_screen(recorded("wizard"), run)


def test_it_begins_at_the_deal_that_was_asked_for() -> None:
    async def look(app: ReplayApp, pilot: Pilot[None]) -> None:
        assert "round 2 of 2" in screen(app)

    at_screen(recorded("wizard"), look, deal=2)


def test_the_strong_player_thinks_about_a_step_and_about_none_after_the_last() -> None:
    async def think(app: ReplayApp, pilot: Pilot[None]) -> None:
        text = await press(app, pilot, "t")
        action = app.record.deals[0].actions[0][1]
        assert "Thoughts of the strong player" in text
        assert f"will choose {action}" in text
        text = await press(app, pilot, "escape", "end", "t")
        assert "nobody is to move here" in text

    at_screen(recorded("duel"), think)


def test_in_the_duel_a_play_says_what_it_gave_away() -> None:
    async def look(app: ReplayApp, pilot: Pilot[None]) -> None:
        assert app.lost
        step = next(iter(app.lost))
        app.go(step)
        assert "It gave away " in await press(app, pilot)

    at_screen(recorded("duel"), look)


def test_the_pad_and_the_keys_can_be_read() -> None:
    async def read(app: ReplayApp, pilot: Pilot[None]) -> None:
        assert "1/" in await press(app, pilot, "end", "p") or "0/" in screen(app)
        assert "Space" in await press(app, pilot, "escape", "question_mark")

    at_screen(recorded("wizard"), read)
