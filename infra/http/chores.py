"""What the service does unasked: keeping its views, calling time, letting bots move, telling people, asking the mailbox.

Of all workers one does it, which holds a lease; where it dies, another goes on within seconds. Nothing is lost by that, and
nothing done twice that must not be: each of these things stands on the log alone.
"""

import asyncio
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from random import SystemRandom

import structlog
from eventsourcing.persistence import PersistenceError

from infra.embedded import EmbeddedServerError
from infra.http.journal import ending
from infra.http.schedule import Schedule
from infra.http.service import Service
from infra.http.troubles import Troubles
from infra.keyring import KeyringError
from infra.live import News
from infra.measures import CHORES, LEADING
from infra.notify import Notifier
from infra.notify.mailbox import MailPoller, place_of
from infra.streams import Lease
from infra.timekeeping import keep_time

HELD_MILLISECONDS = 10_000
RENEWED_SECONDS = 3.0
AWAY_SECONDS = 0.5
GATHERING_SECONDS = 0.1
IDLE_SECONDS = 5.0
TROUBLED_SECONDS = 5.0
RESTED_SECONDS = 60
SECOND = 1_000_000

Work = Callable[[], float]
"""Does what is to be done now, in a thread; returns the seconds after which it is to be asked again, if nothing happens."""

log = structlog.get_logger("souls.chores")


class Chores:
    """All that one worker does unasked, if it is the one."""

    def __init__(self, service: Service, notifier: Notifier) -> None:
        souls, mail = service.souls, service.settings.mail
        connections = service.ledger.partitions[0].recorder.connections
        self._service = service
        self._notifier = notifier
        self._clock = service.ledger.clock
        self._lease = Lease(connections, souls.settings.namespace, "chores", HELD_MILLISECONDS)
        self._schedule = Schedule(souls)
        self._moved: set[str] = set()
        self._leads = asyncio.Event()
        self._wake: dict[str, asyncio.Event] = {}
        self._rng = SystemRandom()
        self._troubles = Troubles(time.monotonic)
        self._mailbox = (
            MailPoller(place_of(mail.imap), notifier.inbound.take_in, mail.poll_seconds, self._clock)
            if mail is not None and mail.imap is not None
            else None
        )

    async def run(self) -> None:
        """Do them until cancelled."""
        works: dict[str, Work] = {"views": self._views, "notices": self._notices, "letters": self._letters}
        if self._mailbox is not None:
            works["mailbox"] = self._mail
        self._wake = {name: asyncio.Event() for name in works}
        async with self._service.herald.listening(self._heard), asyncio.TaskGroup() as group:
            group.create_task(self._hold())
            for name, work in works.items():
                group.create_task(self._again_and_again(name, work))

    async def stop(self) -> None:
        """Let another worker go on at once."""
        LEADING.set(0)
        if self._leads.is_set():
            with suppress(PersistenceError):
                await self._service.threaded(self._lease.give_back)

    def hurry_letters(self) -> None:
        """Send what has just been put, from whatever thread."""
        if "letters" in self._wake:
            self._service.loop.call_soon_threadsafe(self._wake["letters"].set)

    def _heard(self, news: News) -> None:
        self._moved.add(news.table)
        for name in ("views", "notices"):
            self._wake[name].set()

    async def _hold(self) -> None:
        while True:
            pause = RENEWED_SECONDS
            try:
                leads = await self._service.threaded(self._lease.take)
                self._is_well("lease")
            except PersistenceError as error:
                self._is_troubled("lease", error)
                leads, pause = False, AWAY_SECONDS
                await self._revive()
            if leads and not self._leads.is_set():
                await self._take_over()
            elif not leads:
                self._leads.clear()
            LEADING.set(int(leads))
            await asyncio.sleep(pause)

    async def _revive(self) -> None:
        try:
            store = await self._service.threaded(self._service.souls.revive)
        except EmbeddedServerError as error:
            self._is_troubled("store", error)
            return
        self._is_well("store")
        if store is not None and store.started:
            log.warning("store started again", store=store.pid, **ending(store.ended))

    def _is_troubled(self, what: str, error: Exception, **about: str) -> None:
        if self._troubles.is_worth_telling((what, *about.values())):
            log.warning(what, why=str(error), **about)

    def _is_well(self, what: str, **about: str) -> None:
        seconds = self._troubles.over((what, *about.values()))
        if seconds is not None:
            log.warning(f"{what} well again", seconds=round(seconds, 1), **about)

    async def _take_over(self) -> None:
        log.info("leading")
        self._schedule.forget()
        self._leads.set()
        for event in self._wake.values():
            event.set()

    async def _again_and_again(self, name: str, work: Work) -> None:
        while True:
            await self._leads.wait()
            self._wake[name].clear()
            try:
                pause = await self._service.threaded(work)
                CHORES.labels(name, "done").inc()
                self._is_well("chore", chore=name)
            except (PersistenceError, KeyringError) as error:
                self._is_troubled("chore", error, chore=name)
                CHORES.labels(name, "failed").inc()
                pause = TROUBLED_SECONDS
            except Exception as error:
                log.error("chore", chore=name, exc_info=error)
                CHORES.labels(name, "failed").inc()
                pause = TROUBLED_SECONDS
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake[name].wait(), max(pause, 0.01))
                # What comes together is done together.
                await asyncio.sleep(GATHERING_SECONDS)

    # --- The chores ---------------------------------------------------------------------------------------------------

    def _views(self) -> float:
        """Keep the views, then do what time has come for."""
        moved, self._moved = self._moved, set()
        self._service.souls.catch_up()
        self._schedule.look_at(moved)
        return self._call_time(self._schedule.due(self._clock()))

    def _call_time(self, tables: Iterable[str]) -> float:
        for table_id in tables:
            try:
                kept = keep_time(self._service.ledger, table_id, self._rng)
            except Exception as error:
                log.error("time", table=table_id, exc_info=error)
                self._schedule.leave_alone(table_id, self._clock() + RESTED_SECONDS * SECOND)
                continue
            for one in kept:
                log.info("time", table=table_id, what=one.what, seat=one.seat)
            self._service.souls.catch_up()
            self._schedule.look_at([table_id])
            if kept and kept[-1].trouble is not None:
                log.warning("time", table=table_id, what=kept[-1].what, refused=kept[-1].trouble.code)
                self._schedule.leave_alone(table_id, self._clock() + RESTED_SECONDS * SECOND)
        first = self._schedule.first()
        return IDLE_SECONDS if first is None else min(max((first - self._clock()) / SECOND, 0.05), IDLE_SECONDS)

    def _notices(self) -> float:
        if self._notifier.follow():
            self.hurry_letters()
        return IDLE_SECONDS

    def _letters(self) -> float:
        again = self._notifier.deliver()
        return IDLE_SECONDS if again is None else min(max((again - self._clock()) / SECOND, 0.05), IDLE_SECONDS)

    def _mail(self) -> float:
        assert self._mailbox is not None
        for taken in self._mailbox.poll():
            log.info("mail", status=taken.status, table=taken.table, why=taken.why)
            self.hurry_letters()
        return max((self._mailbox.next - self._clock()) / SECOND, 1.0)
