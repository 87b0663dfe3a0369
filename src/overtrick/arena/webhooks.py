"""Webhooks: other programs that are told what happens, signed, and again with growing pauses until it arrives.

What is to be told is written in the transaction in which it happens, so nothing is told that did not happen, and
nothing that happened is forgotten. The form of messages and signatures is that of Standard Webhooks.
"""

import base64
import hmac
import json
import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import Connection, Select, delete, insert, select, update

from overtrick.arena.arena import Arena
from overtrick.arena.audit import note
from overtrick.core.mistake import Mistake
from overtrick.store.schema import deliveries, webhooks

OPENED, CLOSED, PUBLISHED, HALTED = "round.opened", "round.closed", "round.published", "round.halted"
CHECKED, WORKER_LOST, TEST = "submission.checked", "worker.lost", "test"
EVENTS = (OPENED, CLOSED, PUBLISHED, HALTED, CHECKED, WORKER_LOST)
MOST = 20
LONGEST_ADDRESS = 500
SECRET_BYTES = 32
SECRET_BEGINS = "whsec_"
FIRST_PAUSE_S, GROWS, LONGEST_PAUSE_S, TRIES = 10, 3, 6 * 3600, 12
CLAIM_S = 60  # longer than a delivery may take
KEPT_S = 14 * 24 * 3600
MOST_AT_ONCE = 20


@dataclass(frozen=True)
class Webhook:
    """An address that wants to hear of events."""

    id: int
    address: str
    events: tuple[str, ...]
    created: int


@dataclass(frozen=True)
class Delivery:
    """A message on its way, or one that has arrived or was given up."""

    id: int
    webhook: int
    address: str
    secret: bytes
    body: str
    created: int
    due: int | None
    tries: int
    answer: str


# Who wants to hear


def add_webhook(arena: Arena, address: str, events: tuple[str, ...]) -> str:
    """Let an address hear of events; return the secret with which it can check them, which is shown only now."""
    address, secret = _checked_address(address.strip()), secrets.token_bytes(SECRET_BYTES)
    if not events or (wrong := [event for event in events if event not in EVENTS]):
        raise Mistake(f"the event is {wrong[0][:40] if events else ''!r}; allowed: {', '.join(EVENTS)}")
    with arena.writing() as connection:
        if len(connection.execute(select(webhooks.c.id)).all()) >= MOST:
            raise Mistake(f"there are {MOST} webhooks already; remove one first")
        values = {"address": address, "secret": secret, "events": ",".join(events), "created": arena.now()}
        connection.execute(insert(webhooks).values(values))
        note(arena, connection, "added a webhook", address)
    return SECRET_BEGINS + base64.b64encode(secret).decode()


def _checked_address(address: str) -> str:
    try:
        parts = urlsplit(address)
        plain = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.username is None
    except ValueError:
        plain = False
    if not plain or len(address) > LONGEST_ADDRESS or not (address.isascii() and address.isprintable()):
        raise Mistake(f"the address is {address[:60]!r}; allowed: one such as https://example.org/hook")
    return address


def all_webhooks(arena: Arena) -> tuple[Webhook, ...]:
    """Return who wants to hear."""
    with arena.reading() as connection:
        rows = connection.execute(select(webhooks).order_by(webhooks.c.id)).all()
    return tuple(Webhook(row.id, row.address, tuple(row.events.split(",")), row.created) for row in rows)


def remove_webhook(arena: Arena, number: int) -> None:
    """Let an address hear no more, or raise Mistake if none has this number."""
    with arena.writing() as connection:
        connection.execute(delete(deliveries).where(deliveries.c.webhook == number))
        gone = delete(webhooks).where(webhooks.c.id == number).returning(webhooks.c.address)
        address = connection.scalar(gone)
        if address is None:
            raise Mistake(f"there is no webhook with the number {str(number)[:20]}")
        note(arena, connection, "removed a webhook", address)


# What there is to tell


def emit(connection: Connection, now: int, event: str, **data: object) -> None:
    """Have an event told to all who want to hear of it, in the transaction in which it happens."""
    body = json.dumps({"type": event, "timestamp": now, "data": data})
    for row in connection.execute(select(webhooks.c.id, webhooks.c.events)).all():
        if event in row.events.split(","):
            _add(connection, row.id, body, now)


def emit_test(arena: Arena, number: int) -> None:
    """Have a message told to one address that says nothing."""
    with arena.writing() as connection:
        if connection.scalar(select(webhooks.c.id).where(webhooks.c.id == number)) is None:
            raise Mistake(f"there is no webhook with the number {str(number)[:20]}")
        _add(connection, number, json.dumps({"type": TEST, "timestamp": arena.now(), "data": {}}), arena.now())


def _add(connection: Connection, webhook: int, body: str, now: int) -> None:
    row = {"webhook": webhook, "body": body, "created": now, "due": now, "tries": 0, "answer": ""}
    connection.execute(insert(deliveries).values(row))


# Telling it


def claim_due(arena: Arena) -> tuple[Delivery, ...]:
    """Return what is to be told now; nobody else gets it for a minute."""
    now = arena.now()
    waits = select(deliveries.c.id).where(deliveries.c.due <= now).limit(1)
    with arena.reading() as connection:
        if connection.scalar(waits) is None:
            return ()
    with arena.writing() as connection:
        query = _query().where(deliveries.c.due <= now).order_by(deliveries.c.id).limit(MOST_AT_ONCE)
        found = [Delivery(*row) for row in connection.execute(query)]
        taken = []
        for one in found:
            mine = (deliveries.c.id == one.id, deliveries.c.due == one.due)
            if connection.execute(update(deliveries).where(*mine).values(due=now + CLAIM_S)).rowcount:
                taken.append(one)
        connection.execute(delete(deliveries).where(deliveries.c.due.is_(None), deliveries.c.created < now - KEPT_S))
    return tuple(taken)


def latest(arena: Arena) -> tuple[Delivery, ...]:
    """Return the latest messages, whatever became of them."""
    with arena.reading() as connection:
        query = _query().order_by(deliveries.c.id.desc()).limit(MOST_AT_ONCE)
        return tuple(Delivery(*row) for row in connection.execute(query))


def _query() -> Select[Any]:
    told = (deliveries.c.body, deliveries.c.created, deliveries.c.due, deliveries.c.tries, deliveries.c.answer)
    columns = (deliveries.c.id, deliveries.c.webhook, webhooks.c.address, webhooks.c.secret, *told)
    return select(*columns).join(webhooks, webhooks.c.id == deliveries.c.webhook)


def signed(delivery: Delivery, now: int) -> dict[str, str]:
    """Return the headers with which a message goes out."""
    identity = f"msg_{delivery.id}"
    digest = hmac.digest(delivery.secret, f"{identity}.{now}.{delivery.body}".encode(), sha256)
    return {
        "content-type": "application/json",
        "webhook-id": identity,
        "webhook-timestamp": str(now),
        "webhook-signature": f"v1,{base64.b64encode(digest).decode()}",
    }


def settle(arena: Arena, delivery: Delivery, answer: str, *, arrived: bool) -> None:
    """Write down what came of trying to tell, and when it is tried again."""
    tries = delivery.tries + 1
    due = None if arrived or tries >= TRIES else arena.now() + pause_after(tries)
    with arena.writing() as connection:
        values = {"due": due, "tries": tries, "answer": answer[:100]}
        connection.execute(update(deliveries).where(deliveries.c.id == delivery.id).values(values))


def pause_after(tries: int) -> int:
    """Return how many seconds to wait after so many tries."""
    return min(LONGEST_PAUSE_S, FIRST_PAUSE_S * int(GROWS ** (tries - 1)))
