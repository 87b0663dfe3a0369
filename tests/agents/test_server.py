"""An agent at the tools of ``overtrick mcp``, by the client of the official package."""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters, stdio_client

from overtrick.agents.server import server

Ask = Callable[..., Awaitable[Any]]
WEAK = "def choose(view):\n    return view.legal[-1]\n"
BETTER = "def choose(view):\n    return view.legal[0]\n"


def agent(folder: Path, does: Callable[[Ask], Awaitable[None]]) -> None:
    """Let an agent use the tools in a folder; ``ask`` gives what a tool answers, or its error as text."""

    async def whole() -> None:
        async with Client(server(folder)) as client:
            await does(asking(client))

    asyncio.run(whole())


def asking(client: Client) -> Ask:
    async def ask(tool: str, **given: Any) -> Any:
        answer = await client.call_tool(tool, given)
        if answer.is_error:
            return getattr(answer.content[0], "text", "").removeprefix(f"Error executing tool {tool}: ")
        return answer.structured_content

    return ask


def test_an_agent_plays_a_whole_match_of_wizard_and_takes_its_record_home(tmp_path: Path) -> None:
    async def does(ask: Ask) -> None:
        seen = await ask("sit_down", game="wizard", against=["random"], table_seats=3, seat=1, seed="1")
        asked = 0
        while not seen["over"]:
            question = seen["question"]
            assert not question["state"]["hands"][0], "an agent sees its own hand alone"
            seen = await ask("act", table=seen["table"], action=question["legal"][asked % len(question["legal"])])
            asked += 1
        assert asked >= 20 + sum(range(1, 21))  # twenty rounds: a bid, and all cards
        assert sorted(seen["places"])[0] == 1 and len(seen["scores"]) == 3
        assert "over" in await ask("act", table=1, action="bid 0")
        assert (await ask("leave", table=1, out="mine.jsonl"))["left"]
        assert await ask("look", table=1) == "table is 1; allowed: none; sit_down opens one"

    agent(tmp_path, does)
    record = json.loads((tmp_path / "mine.jsonl").read_text())
    assert record["fences"][1] == "person"


@pytest.mark.long
def test_an_agent_makes_a_bot_better_and_proves_it(tmp_path: Path) -> None:
    async def does(ask: Ask) -> None:
        await ask("write_bot", file="before.py", source=WEAK)
        await ask("write_bot", file="mybot.py", source=BETTER)
        checked = await ask("check_bot", bot="mybot.py", game="wizard")
        assert checked["ok"] and not checked["result"]["fault"]
        options = {"series": "3,4"}
        played = await ask(
            "play_match", game="wizard", bots=["mybot.py", "random", "random"], blocks=1, options=options, out="m.jsonl"
        )
        assert played["ok"] and played["result"]["players"][0]["faults"] == 0
        assert (tmp_path / "m.jsonl").exists()
        verdict = await ask(
            "compare_bots", first="mybot.py", second="before.py", game="wizard", seats=3, options=options, seed="1"
        )
        assert verdict["result"]["verdict"] == "better"

    agent(tmp_path, does)


@pytest.mark.parametrize(
    ("tool", "given", "sentence"),
    [
        ("read_rules", {"game": "whist"}, "unknown game 'whist'; allowed: wizard, duel, figgie"),
        ("read_manual", {"page": "../secret"}, "page is '../secret'; allowed: one that read_manual lists"),
        (
            "write_bot",
            {"file": "../x.py", "source": ""},
            "file is '../x.py'; allowed: a file below the server's folder",
        ),
        ("check_bot", {"bot": "gone.py", "game": "duel"}, "gone.py"),
        ("play_match", {"game": "duel", "bots": ["random"]}, "duel"),
        ("play_match", {"game": "duel", "bots": ["--help", "random"]}, "--help"),
        ("sit_down", {"game": "duel", "seat": 7}, "seat is 7; allowed: 0 to 1"),
        ("sit_down", {"game": "duel", "against": ["nobody"]}, "nobody"),
        ("act", {"table": 9, "action": "pass"}, "table is 9; allowed: none; sit_down opens one"),
        ("review", {"where": "gone.jsonl"}, "gone.jsonl"),
        ("standings", {"where": "gone.db"}, "gone.db"),
    ],
)
def test_a_mistake_is_a_sentence(tmp_path: Path, tool: str, given: dict[str, Any], sentence: str) -> None:
    async def does(ask: Ask) -> None:
        told = await ask(tool, **given)
        assert isinstance(told, str) and sentence in told
        assert "Traceback" not in told

    agent(tmp_path, does)


def test_a_wrong_action_changes_nothing(tmp_path: Path) -> None:
    async def does(ask: Ask) -> None:
        before = await ask("sit_down", game="duel", seat=0, against=["random"], seed="2")
        assert "bid 3" in await ask("act", table=1, action="bid 3")
        assert await ask("look", table=1) == before

    agent(tmp_path, does)


def test_what_takes_too_long_is_stopped_and_tells_what_it_knows(tmp_path: Path) -> None:
    async def does(ask: Ask) -> None:
        told = await ask("play_match", game="wizard", bots=["random"] * 4, blocks=10_000, seconds=4)
        assert told["stopped"] and not told["ok"]
        assert 1 <= told["result"]["blocks"] < 10_000

    agent(tmp_path, does)


def test_the_command_speaks_over_standard_input_and_output(tmp_path: Path) -> None:
    async def whole() -> None:
        command = StdioServerParameters(
            command=sys.executable, args=["-m", "overtrick", "mcp", "--folder", str(tmp_path)]
        )
        async with Client(stdio_client(command)) as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            assert {"list_games", "check_bot", "compare_bots", "review", "sit_down", "submit_bot"} <= tools
            games = await asking(client)("list_games")
            assert {game["game"] for game in games["result"]} >= {"wizard", "duel", "figgie"}

    asyncio.run(whole())
