"""An agent at the tools of ``overtrick mcp``, by the client of the official package."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters, stdio_client

from overtrick.agents.server import server
from tests.support.boxes import soon

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
            return getattr(answer.content[0], "text", "")
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
            "file is '../x.py'; allowed: a path that stays below the server's folder",
        ),
        ("write_bot", {"file": "", "source": ""}, "file is '', a folder; allowed: a file, such as mybot.py"),
        ("write_bot", {"file": "a\0b", "source": ""}, "file is 'a\\x00b'; allowed: a path"),
        ("new_bot", {"game": "duel", "directory": "/tmp/x"}, "directory is '/tmp/x'; allowed: a path that stays below"),
        ("check_bot", {"bot": "/etc/passwd"}, "bot is '/etc/passwd'; allowed: a path that stays below"),
        ("play_match", {"game": "duel", "bots": ["random", "../x"]}, "bots is '../x'; allowed: a path"),
        ("play_match", {"game": "duel", "bots": ["random"], "out": "/tmp/x"}, "out is '/tmp/x'; allowed: a path"),
        ("review", {"where": "sqlite:////tmp/x.db"}, "where is 'sqlite:////tmp/x.db'; allowed: a path"),
        ("sit_down", {"game": "duel", "against": ["/etc/passwd"]}, "against is '/etc/passwd'; allowed: a path"),
        ("read_rules", {}, "game is missing; allowed: a text"),
        ("read_rules", {"game": "a\0b"}, "a text has a null character"),
        ("play_match", {"game": "duel", "bots": []}, "bots is []; allowed: a list of texts, 1 or more"),
        ("play_match", {"game": "duel", "bots": ["random"], "blocks": 0}, "blocks is 0; allowed: a whole number, 1 or"),
        ("play_match", {"game": "duel", "bots": [], "block": 1}, "no argument 'block' (did you mean blocks?); allowed"),
        ("check_bot", {"bot": "x", "seconds": 0}, "seconds is 0; allowed: a number, above 0, 3600 at most"),
        ("look", {"table": "x"}, "table is 'x'; allowed: a whole number"),
        ("no_such_tool", {"x": 1}, "Unknown tool: no_such_tool"),
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
        assert not any(word in told for word in ("Traceback", "Error executing", "pydantic"))

    agent(tmp_path, does)


def test_a_wrong_action_changes_nothing(tmp_path: Path) -> None:
    async def does(ask: Ask) -> None:
        before = await ask("sit_down", game="duel", seat=0, against=["random"], seed="2")
        assert "bid 3" in await ask("act", table=1, action="bid 3")
        assert await ask("look", table=1) == before

    agent(tmp_path, does)


def test_a_bot_of_the_folder_sits_at_the_table_and_every_table_has_a_number_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "weak.py").write_text(WEAK)

    async def does(ask: Ask) -> None:
        tables = await asyncio.gather(*(ask("sit_down", game="duel", against=["weak.py"]) for _ in range(8)))
        assert sorted(seen["table"] for seen in tables) == list(range(1, 9))

    agent(tmp_path, does)


@pytest.mark.parametrize("model", ["turn", "tick"])
def test_a_range_of_prices_is_named_by_one_of_them(tmp_path: Path, model: str) -> None:
    async def does(ask: Ask) -> None:
        seen = await ask("sit_down", game="figgie", seat=0, against=["random"], options={"model": model}, seed="1")
        name, low, _ = next(one for one in seen["question"]["legal"] if isinstance(one, list))
        seen = await ask("act", table=1, action=f"{name} {low}")
        assert not seen["over"] and seen["happened"]

    agent(tmp_path, does)


def test_who_waits_at_a_table_gets_signs_of_life(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "slow.py").write_text(f"import time\n{WEAK}".replace("    return", "    time.sleep(0.5)\n    return"))
    monkeypatch.setattr("overtrick.agents.asked.BEAT_S", 0.05)
    signs: list[str] = []

    async def heard(progress: float, total: float | None, message: str | None) -> None:
        signs.append(f"{message}")

    async def whole() -> None:
        async with Client(server(tmp_path)) as client:
            given = {"game": "duel", "seat": 1, "against": ["slow.py"]}
            await client.call_tool("sit_down", given, progress_callback=heard)

    asyncio.run(whole())
    assert signs and signs[0] == "sit_down: 0 s"


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


def test_a_client_that_goes_leaves_nothing_behind_and_hears_nothing_but_the_protocol(tmp_path: Path) -> None:
    about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "agent", "version": "1"}}
    long = {"name": "play_match", "arguments": {"game": "wizard", "bots": ["random"] * 4, "blocks": 9999}}
    messages: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": about},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": long},
    ]
    words = [sys.executable, "-m", "overtrick", "mcp", "--folder", str(tmp_path)]
    with subprocess.Popen(words, stdin=-1, stdout=-1, stderr=-1, text=True) as process:
        assert process.stdin is not None
        process.stdin.writelines(f"{json.dumps({'jsonrpc': '2.0', **message})}\n" for message in messages)
        process.stdin.flush()
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        assert soon(lambda: bool(children.read_text()), seconds=60)
        (child,) = children.read_text().split()
        said, noise = process.communicate(timeout=60)
    assert [json.loads(line)["id"] for line in said.splitlines()] == [1, 2]
    assert (process.returncode, noise) == (0, "")
    assert not Path(f"/proc/{child}").exists()
