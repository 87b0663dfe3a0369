"""The tools of ``overtrick mcp``: what the commands do, and a seat at a table, for agents that speak the protocol."""

import asyncio
import math
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial, wraps
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Annotated, Any, TypeVar

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, InputRequiredResult, ToolAnnotations
from pydantic import Field, ValidationError

from overtrick import __version__
from overtrick.agents.arguments import check_names, sentence_of, within
from overtrick.agents.asked import finished, run
from overtrick.agents.seats import Seats
from overtrick.core.ending import PlatformFault
from overtrick.core.mistake import Mistake
from overtrick.manual.sources import pages

INSTRUCTIONS = """\
overtrick is an arena for card-playing programs. To make a bot better: new_bot or write_bot, check_bot, play_match with
out=FILE, review FILE, change the bot, then compare_bots with the version before; submit_bot sends it to a competition.
list_games and read_rules tell the games, read_manual the protocol and everything else. sit_down lets you play a seat
yourself. Paths are seen from the server's folder and stay below it. Bots run behind a fence, without network."""

Data = dict[str, Any]
Options = Annotated[dict[str, str | int], Field(description="Options of the game by name, such as {'hook': 'on'}.")]
Seconds = Annotated[float, Field(gt=0, le=3600, description="When so many seconds are over, tell what is known.")]
Bot = Annotated[str, Field(description="A file, a folder, or a player that ships, such as random or GAME:easy.")]
Seed = Annotated[str, Field(description="1 to 64 hexadecimal digits; the same seed deals the same cards.")]
Records = Annotated[str, Field(description="A file of records (play_match out=…), a store, or a site's address.")]
ACTION = (
    "One of legal, such as 'bid 2' or 'R12'; ['bid spades', 1, 9] there stands for 'bid spades 1' to 'bid spades 9'."
)
LOOKS = ToolAnnotations(read_only_hint=True)
Tool = TypeVar("Tool", bound=Callable[..., Any])


class Server(MCPServer):
    """A server that tells in our sentences what is wrong with the arguments of a tool."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool, or raise ToolError with a sentence."""
        known = {tool.name: tool.input_schema.get("properties", {}) for tool in await self.list_tools()}
        with sentences():
            check_names(arguments, known.get(name, arguments))
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                raise ToolError(sentence_of(error.__cause__, known[name])) from None
            if type(error.__cause__) is ToolError:  # ours, with the name of the tool before it
                raise error.__cause__ from None
            raise


def server(folder: Path) -> MCPServer:
    """Return a server whose tools see paths from a folder, and read and write nothing elsewhere."""
    seats = Seats()

    @asynccontextmanager
    async def open_tables(_: MCPServer) -> AsyncIterator[None]:
        try:
            yield
        finally:
            seats.close()

    made = Server(
        "overtrick",
        title="overtrick",
        instructions=INSTRUCTIONS,
        version=__version__,
        log_level="WARNING",
        lifespan=open_tables,
    )
    add_commands(made, folder.resolve())
    add_pages(made, folder.resolve())
    add_seats(made, folder.resolve(), seats)
    return made


@contextmanager
def sentences() -> Iterator[None]:
    """Turn our mistakes into the errors of tools: the same sentences."""
    try:
        yield
    except (Mistake, PlatformFault) as mistake:
        raise ToolError(str(mistake)) from None
    except OSError as error:
        raise ToolError(f"{error.filename or 'a file'}: {error.strerror or error}") from None


def tool(made: MCPServer, annotations: ToolAnnotations | None = None) -> Callable[[Tool], Tool]:
    """Add a function as a tool whose mistakes are sentences; its docstring is what agents read of it."""

    def added(function: Tool) -> Tool:
        @wraps(function)
        def told(*given: Any, **named: Any) -> Any:
            with sentences():
                return function(*given, **named)

        @wraps(function)
        async def told_later(*given: Any, **named: Any) -> Any:
            with sentences():
                return await function(*given, **named)

        made.tool(annotations=annotations)(told_later if iscoroutinefunction(function) else told)
        return function

    return added


def add_commands(made: MCPServer, folder: Path) -> None:
    """Add the tools that are commands of ours."""

    async def ask(context: Context[Any, Any], seconds: float, *words: str) -> Data:
        async def beat(spent_s: float) -> None:
            await context.report_progress(spent_s, seconds, f"overtrick {words[0]}: {spent_s:.0f} s")

        return (await run(words, folder, seconds, beat)).data()

    @tool(made, LOOKS)
    async def list_games(context: Context[Any, Any]) -> Data:
        """List the games with their seats, options, players and levels."""
        return await ask(context, 60, "games", "--json")

    @tool(made, LOOKS)
    async def read_rules(game: str, context: Context[Any, Any]) -> Data:
        """Read the rules of a game: what is legal, how it is scored, how actions are named."""
        return await ask(context, 60, "rules", "--", game)

    @tool(made)
    async def new_bot(game: str, directory: str, context: Context[Any, Any], language: str = "python") -> Data:
        """Write a starter bot for a game into a new directory."""
        return await ask(context, 60, "new", f"--lang={language}", "--", game, within(folder, "directory", directory))

    @tool(made)
    async def check_bot(
        bot: Bot,
        context: Context[Any, Any],
        game: str = "",
        for_round: Annotated[str, Field(description="SLUG/N or a round's address: only what it brings.")] = "",
        options: Options = {},  # noqa: B006
        seconds: Seconds = 300,
    ) -> Data:
        """Play a bot against the test player in every seat and phase; tells its first fault and how to see it."""
        words = ["check", *flag("game", game), *flag("round", for_round), *stated(options), "--json", "--"]
        return await ask(context, seconds, *words, within(folder, "bot", bot))

    @tool(made)
    async def play_match(
        game: str,
        bots: Annotated[list[Bot], Field(min_length=1, description="One for each seat.")],
        context: Context[Any, Any],
        blocks: Annotated[int, Field(ge=1, le=10_000, description="Sets of cards, each in all rotations.")] = 5,
        seed: Seed = "",
        options: Options = {},  # noqa: B006
        out: Annotated[str, Field(description="Write the records here, for review and explain_position.")] = "",
        seconds: Seconds = 300,
    ) -> Data:
        """Let bots play at one table, one for each seat: points with errors, faults, and the records as a file."""
        words = [
            "match",
            f"--blocks={blocks}",
            *flag("seed", seed),
            *flag("out", within(folder, "out", out)),
            *stated(options),
            "--json",
            "--",
        ]
        return await ask(context, seconds, *words, game, *(within(folder, "bots", bot) for bot in bots))

    @tool(made)
    async def compare_bots(
        first: Bot,
        second: Bot,
        context: Context[Any, Any],
        game: str = "",
        field: Annotated[list[Bot], Field(description="Who sits in the other seats.")] = [],  # noqa: B006
        seats: int | None = None,
        margin: Annotated[float | None, Field(description="The smallest difference that matters, in points.")] = None,
        blocks: Annotated[int, Field(ge=1, le=100_000)] = 500,
        seed: Seed = "",
        options: Options = {},  # noqa: B006
        seconds: Seconds = 300,
    ) -> Data:
        """Play two bots on the same cards until it is clear whether the first is better, worse, or as good."""
        words = ["compare", f"--blocks={blocks}", *flag("game", game), *flag("seed", seed), *stated(options)]
        words += [f"--field={within(folder, 'field', bot)}" for bot in field]
        words += [] if seats is None else [f"--seats={seats}"]
        words += [] if margin is None else [f"--margin={margin}"]
        both = within(folder, "first", first), within(folder, "second", second)
        return await ask(context, seconds, *words, "--json", "--", *both)

    @tool(made, LOOKS)
    async def review(
        where: Records,
        context: Context[Any, Any],
        player: Annotated[str, Field(description="Whose decisions, if several bots played.")] = "",
        matches: Annotated[int, Field(ge=1, description="Look at so many at most.")] = 20,
        budget: Annotated[int, Field(ge=10, le=1_000_000, description="Sampled worlds for a closer look.")] = 400,
        seconds: Seconds = 900,
    ) -> Data:
        """Tell where a bot loses: its most expensive decisions, what they have in common, faults, slow moves."""
        words = ["review", f"--matches={matches}", f"--budget={budget}", *flag("player", player), "--json", "--"]
        return await ask(context, seconds, *words, within(folder, "where", where))

    @tool(made, LOOKS)
    async def explain_position(
        where: Records,
        context: Context[Any, Any],
        match: int = 1,
        deal: int = 1,
        step: int = 1,
        key: Annotated[str, Field(description="Which match of a store.")] = "",
        seconds: Seconds = 300,
    ) -> Data:
        """Tell what a strong player thinks at a point of a recorded match, choice by choice."""
        words = ["explain", f"--match={match}", f"--deal={deal}", f"--step={step}", "--json", "--"]
        return await ask(context, seconds, *words, within(folder, "where", where), *([key] if key else []))

    @tool(made, LOOKS)
    async def standings(
        where: Annotated[str, Field(description="A store, or the address of a round.")],
        context: Context[Any, Any],
        seconds: Seconds = 120,
    ) -> Data:
        """Tell the standings of a tournament or of a competition's round, with intervals and rank groups."""
        return await ask(context, seconds, "standings", "--json", "--", within(folder, "where", where))

    @tool(made)
    async def submit_bot(
        bot: Bot,
        to_round: Annotated[str, Field(description="SLUG/N, or the round's address.")],
        context: Context[Any, Any],
        only_try: Annotated[bool, Field(description="Only play the test player; do not enter.")] = False,
        seconds: Seconds = 600,
    ) -> Data:
        """Send a bot to a round of the site where somebody has logged in by overtrick login, and wait for its check."""
        words = ["submit", f"--round={to_round}", *(["--try"] if only_try else []), "--json", "--"]
        return await ask(context, seconds, *words, within(folder, "bot", bot))


def add_pages(made: MCPServer, folder: Path) -> None:
    """Add the tools that read the manual and write bots."""

    @tool(made, LOOKS)
    def read_manual(page: str = "") -> Data:
        """Read a page of the manual, such as protocol or bots/README; without a page, list them all."""
        found = pages(None)
        if not page:
            return {"pages": {name: entry.title for name, entry in found.items() if not name.startswith("decisions/")}}
        if page not in found:
            raise Mistake(
                f"page is {page[:80]!r}; allowed: one that read_manual lists without a page, such as protocol"
            )
        return {"page": page, "text": found[page].text}

    @tool(made)
    def write_bot(
        file: Annotated[str, Field(description="Such as mybot.py; below the server's folder.")], source: str
    ) -> Data:
        """Write a bot's source into a file, new or again; for agents that have no hands of their own."""
        path = folder / within(folder, "file", file)
        if path.is_dir():
            raise Mistake(f"file is {file[:80]!r}, a folder; allowed: a file, such as mybot.py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")
        return {"wrote": file, "bytes": len(source.encode())}


def add_seats(made: MCPServer, folder: Path, seats: Seats) -> None:
    """Add the tools by which an agent plays a seat itself."""

    async def done(context: Context[Any, Any], what: str, work: Callable[[], Data]) -> Data:
        """Do something at a table, with signs of life: strong players may have to be compiled first."""

        async def beat(spent_s: float) -> None:
            await context.report_progress(spent_s, None, f"{what}: {spent_s:.0f} s")

        working = asyncio.ensure_future(asyncio.to_thread(work))
        await finished(working, math.inf, beat)
        return working.result()

    @tool(made)
    async def sit_down(
        game: str,
        context: Context[Any, Any],
        against: Annotated[list[Bot], Field(description="One for all other seats, or one for each.")] = [],  # noqa: B006
        table_seats: Annotated[int | None, Field(description="How many seats the table has.")] = None,
        seat: int = 0,
        options: Options = {},  # noqa: B006
        seed: Seed = "",
    ) -> Data:
        """Sit down at a table and play a seat yourself; the answer has the question a program would get, with legal."""
        paths = [within(folder, "against", bot) for bot in against]
        others = [str(folder / path) if (folder / path).exists() else path for path in paths]
        sit = partial(seats.sit_down, game, table_seats, seat, others, dict(options), seed or None)
        return await done(context, "sit_down", sit)

    @tool(made, LOOKS)
    def look(table: int) -> Data:
        """Look at a table again: what happened last, and what you are asked."""
        return seats.look(table)

    @tool(made)
    async def act(table: int, action: Annotated[str, Field(description=ACTION)], context: Context[Any, Any]) -> Data:
        """Do an action in your seat; the others act until you are asked again or the match is over."""
        return await done(context, "act", partial(seats.act, table, action))

    @tool(made, LOOKS)
    async def hint(table: int, context: Context[Any, Any]) -> Data:
        """Tell what a strong player would do in your seat, and why."""
        return await done(context, "hint", partial(seats.hint, table))

    @tool(made)
    def leave(
        table: int, out: Annotated[str, Field(description="Write the record of a match that is over.")] = ""
    ) -> Data:
        """Leave a table."""
        return seats.leave(table, folder / within(folder, "out", out) if out else None)


def flag(name: str, value: str) -> list[str]:
    """Return a flag of the command line, if it has a value."""
    return [f"--{name}={value}"] if value else []


def stated(options: dict[str, str | int]) -> list[str]:
    """Return options of a game as flags."""
    return [f"--option={name}={value}" for name, value in options.items()]
