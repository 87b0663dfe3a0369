"""Tells webhooks what is to be told, and notices when a worker is lost."""

import asyncio
import logging
from contextlib import suppress

import httpx

from overtrick.arena.arena import Arena
from overtrick.arena.webhooks import WORKER_LOST, Delivery, claim_due, emit, settle, signed
from overtrick.arena.worker.lease import forget, lost_checkers, tell_if_lost
from overtrick.store.trouble import StoreTrouble

EVERY_S = 1.0
TIMEOUT_S = 10.0


class Messenger:
    """A task of the site; something that is started and stopped."""

    def __init__(self, arena: Arena) -> None:
        self._arena = arena
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look for what is to be told."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Tell no more; what is under way is told again later."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        # No redirects: an address was chosen by an organiser, and where it leads to was not.
        async with httpx.AsyncClient(timeout=TIMEOUT_S, follow_redirects=False, trust_env=False) as client:
            while True:
                try:
                    await self.look(client)
                except StoreTrouble as trouble:
                    logging.getLogger("overtrick").warning("webhooks wait: %s", trouble)
                await asyncio.sleep(EVERY_S)

    async def look(self, client: httpx.AsyncClient) -> None:
        """Tell all that is due."""
        await asyncio.to_thread(self._look_for_workers)
        due = await asyncio.to_thread(claim_due, self._arena)
        await asyncio.gather(*(self._tell(client, delivery) for delivery in due))

    def _look_for_workers(self) -> None:
        tell_if_lost(self._arena)
        for lease in lost_checkers(self._arena):
            with self._arena.writing() as connection:
                if forget(connection, lease):  # nobody takes its place, so it is told once, by whoever is first
                    emit(connection, self._arena.now(), WORKER_LOST, only_checks=True)

    async def _tell(self, client: httpx.AsyncClient, delivery: Delivery) -> None:
        headers = signed(delivery, self._arena.now())
        try:
            async with client.stream("POST", delivery.address, content=delivery.body, headers=headers) as response:
                answer, arrived = str(response.status_code), response.is_success
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            answer, arrived = type(error).__name__, False
        await asyncio.to_thread(settle, self._arena, delivery, answer, arrived=arrived)
