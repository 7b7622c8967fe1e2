"""What answers requests works with: the installation, its tables in memory, people, and the settings."""

import asyncio
from collections.abc import Callable, Collection
from typing import NamedTuple, ParamSpec, TypeVar

from infra.http.bounded import Bounded
from infra.live import Herald, LiveLedger
from infra.measures import COMMANDS
from infra.notify import Notifier
from infra.people.access import Access, TableAccess, read_access
from infra.people.chat import Chat, Notes
from infra.people.invitations import Invitations
from infra.people.store import PeopleStore
from infra.people.tokens import Bearer, Tokens
from infra.service_settings import ServiceSettings
from infra.wiring import Souls
from projections.turns import Turn

P = ParamSpec("P")
T = TypeVar("T")

PROBE_SECONDS = 1.0
"""So long the store may take to show that it is there."""


class FirstLook(NamedTuple):
    """What is known before anything is done: who shows the token; of a table its last version (None: there is none), and who
    may look at it."""

    bearer: Bearer | None
    version: int | None = None
    access: Access | None = None


class Service:
    """One worker's share of the service."""

    def __init__(self, souls: Souls, settings: ServiceSettings) -> None:
        self.souls = souls
        self.settings = settings
        self.ledger = souls.ledger
        self.ledger.heard = lambda game, outcome: COMMANDS.labels(game, outcome).inc()
        self.live = LiveLedger(souls.ledger, souls.url)
        self.herald = Herald(souls.ledger, souls.url)
        self.people: PeopleStore = souls.people
        self.tokens: Tokens = souls.tokens
        self.invitations: Invitations = souls.invitations
        self.access: TableAccess = souls.access
        self.chat: Chat = souls.chat
        self.notes: Notes = souls.notes
        self._heavy = Bounded()
        self.notifier: Notifier
        self._probe: asyncio.Task[None] | None = None
        self.hurry: Callable[[], None] = lambda: None
        """Have letters that were just put be sent at once, if this is the worker that does so."""
        self.loop = asyncio.get_running_loop()
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

    async def first_look(self, token: str | None, table_id: str | None) -> "FirstLook":
        """Who shows a token, and how far a table is and who may look at it, in one round trip."""
        row = None if token is None else self.tokens.row_of(token)
        places = [] if row is None else [(row.key, row.field)]
        if table_id is not None:
            keys = self.ledger.partition(table_id).recorder.keys
            places += [(keys.heads, table_id), (keys.access, table_id)]
        stored = await self.live.fields(places) if places else []
        shown = stored.pop(0) if row is not None else None
        bearer = None if token is None or row is None else self.tokens.judged(token, shown)
        if table_id is None:
            return FirstLook(bearer)
        head, access = stored
        return FirstLook(bearer, None if head is None else int(head), read_access(table_id, access))

    async def check_health(self) -> None:
        """Ask the store for a sign of life, and look after people's keys. `PersistenceError` where the store is away,
        `TimeoutError` where it hangs, `KeyringError` where the keys cannot be used.

        Of many who ask one asks the store: so those who watch a service whose store hangs take no threads from others.
        """
        if self._probe is None or self._probe.done():
            self._probe = asyncio.create_task(self.threaded(self._looked_after))
            self._probe.add_done_callback(lambda done: done.cancelled() or done.exception())
        async with asyncio.timeout(PROBE_SECONDS):
            await asyncio.shield(self._probe)

    def _looked_after(self) -> None:
        self.ledger.partitions[0].recorder.max_notification_id()
        self.souls.keyring.check()

    def turns(self) -> list[Turn]:
        """Where all tables stand, the latest first, with all that has happened until now."""
        self.souls.catch_up()
        return self.souls.turns()

    async def names(self, people: Collection[str]) -> dict[str, str]:
        """What people are called, by their ids."""
        return await self.threaded(lambda: {person: self.people.name(person) for person in people})

    @staticmethod
    async def threaded(work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Do what waits for the store, or computes for long, in a thread."""
        return await asyncio.to_thread(work, *args, **more)

    async def heavy(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Do in a thread what computes for long: few at once, and where too many wait for that, `TooMuchError`."""
        return await self._heavy.do(lambda: work(*args, **more))
