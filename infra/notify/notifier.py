"""The notifier: follows what happens at all tables, and tells people."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from random import Random
from threading import Lock
from typing import Protocol

import msgspec
from eventsourcing.persistence import IntegrityError
from msgspec.structs import replace

from infra.clock import Clock
from infra.key_seal import KeySeal
from infra.notify.awaiting import decisions_of
from infra.notify.channels import Channels, channel_of
from infra.notify.composing import Composer
from infra.notify.confirming import Confirmations, Confirmed
from infra.notify.delivery import ATTEMPTS, LEASE, Parcel, Sender, Trouble
from infra.notify.following import Follower
from infra.notify.inbound import Inbound, Known
from infra.notify.message import Message
from infra.notify.outbox import Change, Kept, Outbox, changed, removed
from infra.notify.policy import SECOND
from infra.notify.replies import ReplyTokens
from infra.notify.rows import Row, State
from infra.notify.sayings import Sayings
from infra.people.profile import Profile
from infra.service_settings import ServiceSettings
from infra.streams import token_secret
from infra.wiring import Souls

AT_ONCE = 8
"""Channels that are sent to at the same time."""

MOST = 200
"""Messages of one partition looked at in one round."""

PATIENCE = 5.0
"""Seconds that one round waits for channels; slow ones go on beside the next rounds."""


class People(Known, Confirmed, Protocol):
    """What the notifier asks of the store of people."""

    def when_forgotten(self, forgetting: Callable[[str], None]) -> None: ...


class DeadLetter(msgspec.Struct, frozen=True):
    """A message that was given up: its id, under which it is sent, to whom and which address (its id), of what, how often it
    was tried, and what went wrong last."""

    id: str
    person: str
    address: str
    table: str
    kind: str
    about: str
    at: int
    attempts: int
    error: str


class Notifier:
    """Tells people what happens at their tables, and takes in what they answer. Use it in a `with` block.

    Any number may work on one installation at once, in threads and in processes. `KeysAwayError` where people's keys are away:
    then all stays as it is.
    """

    def __init__(
        self,
        souls: Souls,
        people: People,
        settings: ServiceSettings,
        clock: Clock,
        rng: Random | None = None,
        troubled: Callable[[Trouble], None] = lambda trouble: None,
    ) -> None:
        """`troubled` is told, from any thread, of every message that could not be sent."""
        ledger, mail, keyring = souls.ledger, settings.mail, souls.keyring

        def known(person: str) -> Profile | None:
            found = people.profile(person)
            if found is None:
                keyring.check()  # where all keys are away nobody is known, and what is to be sent to them must not be lost
            return found

        connections = ledger.partitions[0].recorder.connections
        namespace = ledger.installation.namespace
        secret, sayings = token_secret(connections.writer, namespace), Sayings(KeySeal(keyring))
        tokens = ReplyTokens(connections, namespace, secret, known, clock)
        self.channels = Channels(settings)
        self.tokens = tokens
        self.composer = Composer(ledger, settings, tokens, sayings, people.name)
        self.followers = [Follower(ledger, partition, known, clock) for partition in ledger.partitions]
        self.confirmations = Confirmations(people, settings, tokens, self.outbox_of, clock)
        self.inbound = Inbound(ledger, people, settings, tokens, self.confirmations, sayings, self.outbox_of, clock)
        self._ledger = ledger
        self._profiles = people.profile
        self._clock = clock
        reply_to = mail.reply_to if mail else None
        self._sender = Sender(self.channels, self.composer, known, clock, rng or Random(), reply_to, troubled)
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="notify")
        self._busy: set[str] = set()
        self._guard = Lock()
        people.when_forgotten(self.forget)

    def __enter__(self) -> "Notifier":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Wait for what is being sent, and send nothing more."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def outbox_of(self, table_id: str) -> Outbox:
        """The outbox that a table's messages stand in, or those of a person that are of no table."""
        partition = self._ledger.partition(table_id)
        return next(one.outbox for one in self.followers if one.partition is partition)

    # --- Following and sending ----------------------------------------------------------------------------------------

    def follow(self) -> int:
        """Look at what is new at all tables; returns how many messages were put, withdrawn or followed up."""
        return sum(follower.catch_up() for follower in self.followers)

    def deliver(self, patience: float = PATIENCE) -> int | None:
        """Send what is to be sent now; returns the time (microseconds) when to look again, None where nothing waits.

        Channels that take longer than `patience` seconds go on by themselves, and hold up nothing but what goes the same way.
        """
        now = self._clock()
        ways: dict[str, list[Parcel]] = {}
        for parcel in self._sender.parcels((one.outbox for one in self.followers), MOST):
            ways.setdefault(channel_of(parcel.address.url), []).append(parcel)
        begun = [self._begin(way, parcels) for way, parcels in ways.items() if self._take(way)]
        done, going_on = wait(begun, patience)
        for future in done:
            future.result()  # an error of the store, or a fault of ours, is for whoever called
        if going_on or len(begun) < len(ways):
            return now + SECOND
        first = [due for one in self.followers if (due := one.outbox.first_due()) is not None]
        return max(min(first), now + SECOND) if first else None

    def _take(self, way: str) -> bool:
        with self._guard:
            if way in self._busy:
                return False
            self._busy.add(way)
            return True

    def _begin(self, way: str, parcels: Sequence[Parcel]) -> "Future[None]":
        def send() -> None:
            try:
                begin = self._clock()
                for parcel in parcels:
                    if self._clock() - begin > LEASE:
                        return  # what is left is looked at anew
                    self._sender.send(parcel)
            finally:
                with self._guard:
                    self._busy.discard(way)

        return self._pool.submit(send)

    def preview(self, table_id: str, seat: int, profile: Profile) -> Message | None:
        """The message that would be sent now about what is awaited of a seat; None where nothing is."""
        table = self._ledger.current(table_id)
        for decision in decisions_of(table):
            if decision.seat == seat:
                return self.composer.asking(table, decision, profile, decision.key(table.id))
        return None

    # --- Operating ----------------------------------------------------------------------------------------------------

    def standing(self) -> dict[State, int]:
        """How many messages wait to be sent, and how many were given up; for whoever watches over it."""
        found = Counter(kept.row.state for one in self.followers for kept in one.outbox.all())
        return {"waiting": found["waiting"], "dead": found["dead"]}

    def dead_letters(self) -> list[DeadLetter]:
        """The messages that were given up, the oldest first."""
        rows = [kept.row for _, kept in self._given_up()]
        return [_letter(row) for row in sorted(rows, key=lambda row: (row.at, row.field))]

    def requeue(self, letter: str) -> bool:
        """Try a message that was given up again; False where there is none of that id."""
        again = {"state": "waiting", "attempts": 0, "due": self._clock(), "lease": 0, "error": ""}
        return self._with_letter(letter, lambda kept: changed(kept, replace(kept.row, **again)))

    def drop(self, letter: str) -> bool:
        """Throw a message that was given up away; False where there is none of that id."""
        return self._with_letter(letter, removed)

    def forget(self, person: str) -> None:
        """Throw away everything that is to be sent to a person. Twice is once. Of whom nothing is known no token is good."""
        for follower in self.followers:
            for kept in follower.outbox.all():
                if kept.row.person == person:
                    with suppress(IntegrityError):  # it is being sent, to nobody
                        follower.outbox.write([removed(kept)])

    def send_again(self, person: str) -> None:
        """Send a person the decisions that are still awaited of them again, as new messages, where they can answer: so that
        they have addresses for replies that are good now."""
        profile = self._profiles(person)
        if profile is None:
            return
        for follower in self.followers:
            rows = (kept.row for kept in follower.outbox.all())
            for row in (row for row in rows if (row.kind, row.person) == ("decision", person)):
                if self.composer.can_answer(profile, row.address):
                    self._put_again(follower.outbox, row.field)

    def _put_again(self, outbox: Outbox, field: str) -> None:
        for _ in range(ATTEMPTS):
            kept = outbox.rows([field]).get(field)
            if kept is None or kept.row.state == "dead" or kept.row.withdrawn:
                return
            now = self._clock()
            anew = {"state": "waiting", "at": now, "due": now, "attempts": 0, "lease": 0, "token": "", "error": ""}
            with suppress(IntegrityError):  # it is being sent, or was just sent: then it is sent again all the same
                outbox.write([changed(kept, replace(kept.row, again=kept.row.again + 1, **anew))])
                return

    def _with_letter(self, letter: str, how: Callable[[Kept], Change]) -> bool:
        for outbox, kept in self._given_up():
            if kept.row.letter == letter:
                outbox.write([how(kept)])
                return True
        return False

    def _given_up(self) -> Iterator[tuple[Outbox, Kept]]:
        for follower in self.followers:
            for kept in follower.outbox.all():
                if kept.row.state == "dead":
                    yield follower.outbox, kept


def _letter(row: Row) -> DeadLetter:
    return DeadLetter(
        row.letter, row.person, row.address, row.table, row.kind, row.about, row.at, row.attempts, row.error
    )  # fmt: skip
