"""The socket of a table: what a visitor says goes to the referee, what the referee shows comes back."""

import asyncio
import contextlib
import json
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from overtrick.arena.people.sessions import find_session
from overtrick.web.allowance import Allowance
from overtrick.web.referees.referees import Visitor
from overtrick.web.site.guests import guest_of, session_of
from overtrick.web.site.security import right_host, same_origin
from overtrick.web.site.site import site_of

LONGEST = 4096
BURST, PER_SECOND = 300, 50.0  # so many messages at once, and so many in the long run
BACKLOG = 2000  # messages that a visitor may be behind
POLICY, TOO_BIG = 1008, 1009

Socket = WebSocket[Any, Any, Any]


@websocket("/tables/{name:str}/socket")
async def table_socket(socket: Socket) -> None:
    """Connect a page with its table."""
    hosts = site_of(socket).settings.hosts
    if not right_host(socket, hosts) or not same_origin(socket, required=True):
        await socket.close(POLICY, "this page is of another site")
        return
    guest, word = guest_of(socket), session_of(socket)
    account = await asyncio.to_thread(find_session, site_of(socket).arena, word) if word else None
    await socket.accept()
    queue: asyncio.Queue[str | None] = asyncio.Queue()

    def deliver(text: str) -> None:
        if queue.qsize() < BACKLOG:
            queue.put_nowait(text)
        else:
            queue.put_nowait(None)

    referees = site_of(socket).referees
    who = "" if guest is None else guest.id, 0 if account is None else account.id
    number = referees.enter(Visitor(socket.path_params["name"], *who, deliver))
    sender = asyncio.create_task(send_all(socket, queue))
    listener = asyncio.create_task(listen(socket, number))
    try:
        done, _ = await asyncio.wait((sender, listener), return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            with contextlib.suppress(WebSocketDisconnect):
                reason = task.result()
                await socket.close(POLICY if reason else 1000, reason or "")
    finally:
        referees.exit(number)
        for task in (sender, listener):
            task.cancel()
        await asyncio.gather(sender, listener, return_exceptions=True)


async def send_all(socket: Socket, queue: "asyncio.Queue[str | None]") -> str:
    """Send what the referee shows, until it says goodbye or the visitor is too far behind."""
    while (text := await queue.get()) is not None:
        await socket.send_text(text)
        if text.startswith('{"bye":'):
            return ""
    return "this connection is too slow"


async def listen(socket: Socket, number: int) -> str:
    """Hand on what a visitor says; who says too much is told so, once, and sent away: return why."""
    allowance = Allowance(BURST, PER_SECOND)
    referees = site_of(socket).referees
    while True:
        text = await socket.receive_text()
        reason = ""
        if not allowance.spend():
            reason = f"too many messages: {PER_SECOND:g} a second are allowed"
        elif len(text.encode()) > LONGEST:
            reason = f"this message is too long: {LONGEST} bytes are allowed"
        if reason:
            await socket.send_text(json.dumps({"refused": reason, "step": None}))
            return reason
        referees.say(number, text)


ROUTES = (table_socket,)
