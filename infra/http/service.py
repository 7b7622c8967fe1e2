"""What answers requests works with: the installation, its tables in memory, people, and the settings."""

import asyncio
from collections.abc import Callable, Collection
from typing import ParamSpec, TypeVar

from infra.live import Herald, LiveLedger
from infra.people.access import TableAccess
from infra.people.chat import Chat, Notes
from infra.people.invitations import Invitations
from infra.people.store import PeopleStore
from infra.people.tokens import Tokens
from infra.service_settings import ServiceSettings
from infra.wiring import Souls

P = ParamSpec("P")
T = TypeVar("T")


MOST_HEAVY = 2
"""How much of what computes for long a worker does at once."""

MOST_WAITING = 32


class TooMuchError(Exception):
    """Too many already wait for what computes for long; the message is one sentence."""


class Service:
    """One worker's share of the service."""

    def __init__(self, souls: Souls, settings: ServiceSettings) -> None:
        self.souls = souls
        self.settings = settings
        self.ledger = souls.ledger
        self.live = LiveLedger(souls.ledger, souls.url)
        self.herald = Herald(souls.ledger, souls.url)
        self.people: PeopleStore = souls.people
        self.tokens: Tokens = souls.tokens
        self.invitations: Invitations = souls.invitations
        self.access: TableAccess = souls.access
        self.chat: Chat = souls.chat
        self.notes: Notes = souls.notes
        self._room = asyncio.Semaphore(MOST_HEAVY)
        self._waiting = 0
        self.stopping = asyncio.Event()
        """Set when the service is to stop: streams end then, and what was begun is finished."""

    async def start(self) -> None:
        """Begin to follow the logs."""
        await self.herald.start()

    def stop_soon(self) -> None:
        """End the streams, and begin nothing more."""
        self.stopping.set()
        self.herald.wake_all()

    async def stop(self) -> None:
        """Finish what was begun and let go of the store."""
        self.stop_soon()
        await self.herald.stop()
        await self.live.close()

    async def names(self, people: Collection[str]) -> dict[str, str]:
        """What people are called, by their ids."""
        return await self.threaded(lambda: {person: self.people.name(person) for person in people})

    @staticmethod
    async def threaded(work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Do what waits for the store, or computes for long, in a thread."""
        return await asyncio.to_thread(work, *args, **more)

    async def heavy(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Do in a thread what computes for long: few at once, and where too many wait for that, `TooMuchError`."""
        if self._waiting >= MOST_WAITING:
            raise TooMuchError("Too much of this kind is asked at once: ask again a little later.")
        self._waiting += 1
        try:
            async with self._room:
                return await asyncio.to_thread(work, *args, **more)
        finally:
            self._waiting -= 1
