"""Sending what is due: each message by one worker at a time, again after a while where it failed, given up after some tries.

A worker takes a lease of a message before it sends it, and puts it down as sent behind it. One that dies between the two has
perhaps sent it; when its lease is over another sends it, under the same message id.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from secrets import token_hex
from typing import NamedTuple

from eventsourcing.persistence import IntegrityError, OperationalError
from msgspec.structs import replace

from infra.clock import Clock
from infra.measures import NOTICES
from infra.notify.channels import Channels, is_for_programs
from infra.notify.composing import Composer, digest_of
from infra.notify.confirming import DONE
from infra.notify.following import Profiles, following_up
from infra.notify.mail import SendError
from infra.notify.message import Message, message_id
from infra.notify.outbox import Change, Kept, Outbox, changed, put, removed
from infra.notify.policy import SECOND, sendable_at
from infra.notify.rows import Row
from infra.people.profile import Address, Profile
from infra.projector import SPOILED

LEASE = 120 * SECOND
TRIES = 8
FIRST_PAUSE, LONGEST_PAUSE = 60 * SECOND, 6 * 3600 * SECOND
DEAD_FOR = 30 * 24 * 3600 * SECOND
"""Microseconds: how long a worker has a message; between tries, at first and at most; how long what was given up is kept."""

ATTEMPTS = 5

_AT_ONCE = ("answer", "reminder", "confirm")
"""Kinds of messages that wait for no digest."""


After = Callable[[Row], Row | None]


class Place(NamedTuple):
    """Where a message stands: in which partition's outbox, under which name."""

    outbox: Outbox
    field: str


class Parcel(NamedTuple):
    """Messages that go to one address together: one of them, or all of a digest."""

    address: Address
    places: tuple[Place, ...]


class Trouble(NamedTuple):
    """A message that could not be sent, and whether it was given up: its id, to whom, to which address (its id) of which kind
    (how its URL begins), how often that was tried, and why it failed, without addresses and secrets."""

    letter: str
    person: str
    address: str
    scheme: str
    tries: int
    why: str
    is_given_up: bool


class _Claim(NamedTuple):
    outbox: Outbox
    kept: Kept


class Sender:
    """Sends messages. Usable from many threads and processes at once."""

    def __init__(
        self,
        channels: Channels,
        composer: Composer,
        profiles: Profiles,
        clock: Clock,
        rng: Random,
        reply_to: str | None,
        troubled: Callable[[Trouble], None],
    ) -> None:
        self._channels = channels
        self._composer = composer
        self._profiles = profiles
        self._clock = clock
        self._rng = rng
        self._reply_to = reply_to
        self._troubled = troubled

    def parcels(self, outboxes: Iterable[Outbox], most: int) -> list[Parcel]:
        """What is to be sent now, at most so many messages of each partition; what is not is put down as such."""
        now = self._clock()
        together: dict[object, list[Place]] = {}
        addresses: dict[object, Address] = {}
        for outbox in outboxes:
            for field, kept in outbox.rows(outbox.due(now, most)).items():
                address = self._sorted_out(outbox, kept, now)
                if address is not None:
                    row = kept.row
                    name = (row.person, row.address) if self._is_digested(row, address) else (id(outbox), field)
                    together.setdefault(name, []).append(Place(outbox, field))
                    addresses[name] = address
        return [Parcel(addresses[name], tuple(places)) for name, places in together.items()]

    def send(self, parcel: Parcel) -> None:
        """Send a parcel, but for what another worker has."""
        told: list[tuple[_Claim, Message]] = []
        for claim in filter(None, map(self._claimed, parcel.places)):
            message = self._composed(claim, parcel.address)
            if message is not None:
                told.append((claim, message))
        if told:
            self._send(told, parcel.address)

    def _composed(self, claim: _Claim, address: Address) -> Message | None:
        """The message. None where it is needed no more or cannot be made: that is put down, and holds up no other."""
        profile = self._profiles(claim.kept.row.person)
        try:
            message = None if profile is None else self._composer.compose(claim.kept.row, profile)
        except OperationalError:
            raise
        except SPOILED as error:
            self._fail(claim, address, SendError(f"The message cannot be made ({type(error).__name__})."))
            return None
        if message is None:
            self._finish(claim, lambda row: None, was_sent=False)
        return message

    def _send(self, told: Sequence[tuple[_Claim, Message]], address: Address) -> None:
        message = told[0][1]
        if len(told) > 1:
            name = message_id(*sorted(one.id for _, one in told))
            message = digest_of([one for _, one in told], name, self._reply_to)
        try:
            self._channels.send(message, address.url, self._clock())
        except SendError as error:
            NOTICES.labels("failed").inc(len(told))
            for claim, _ in told:
                self._fail(claim, address, error)
            return
        NOTICES.labels("sent").inc(len(told))
        for claim, _ in told:
            self._finish(claim, _after_sending, was_sent=True)

    def _sorted_out(self, outbox: Outbox, kept: Kept, now: int) -> Address | None:
        """The address that a due message goes to now. None where it is not sent now, or never: then that is put down."""
        row = kept.row
        profile = self._profiles(row.person)
        address = profile.address(row.address) if profile is not None else None
        at = None
        if row.state == "waiting" and profile is not None and address is not None:
            at = _sent_at(row, profile, address, now)
        if at is None:
            _write(outbox, [removed(kept)])
        elif at > now:
            _write(outbox, [changed(kept, replace(row, due=at))])
        return address if at == now else None

    def _is_digested(self, row: Row, address: Address) -> bool:
        """Whether a message goes out together with the others of its day."""
        profile = self._profiles(row.person)
        if profile is None or row.kind in _AT_ONCE or is_for_programs(address.url):
            return False
        return profile.notices_at(row.table).when == "digest"

    def _claimed(self, place: Place) -> _Claim | None:
        now = self._clock()
        kept = place.outbox.rows([place.field]).get(place.field)
        if kept is None or kept.row.state != "waiting" or kept.row.due > now:
            return None
        until = now + LEASE
        row = replace(kept.row, lease=until, due=until, token=token_hex(8))
        change = changed(kept, row)
        assert change.after is not None
        return _Claim(place.outbox, Kept(row, change.after)) if _write(place.outbox, [change]) else None

    def _fail(self, claim: _Claim, address: Address, error: SendError) -> None:
        self._finish(claim, partial(self._after_failure, error), was_sent=False)
        row, scheme = claim.kept.row, address.url.partition(":")[0].lower()
        is_given_up = _gives_up(error, row)
        self._troubled(Trouble(row.letter, row.person, row.address, scheme, row.attempts + 1, str(error), is_given_up))

    def _after_failure(self, error: SendError, row: Row) -> Row:
        tries = row.attempts + 1
        failed = replace(row, attempts=tries, lease=0, token="", error=str(error))
        if _gives_up(error, row):
            return replace(failed, state="dead", due=self._clock() + DEAD_FOR)
        return replace(failed, due=self._clock() + pause(tries, self._rng))

    def _finish(self, claim: _Claim, after: After, *, was_sent: bool) -> None:
        """Put down what became of a message, if it is still ours. What was withdrawn meanwhile goes; who got it is told so."""
        field = claim.kept.row.field
        for _ in range(ATTEMPTS):
            present = claim.outbox.rows([field]).get(field)
            if present is None or present.row.token != claim.kept.row.token:
                return
            changes = _finished(present, after(present.row), self._clock(), was_sent)
            if _write(claim.outbox, changes):
                return


def _gives_up(error: SendError, row: Row) -> bool:
    """Whether a message that failed once more is not tried again."""
    return error.lasting or row.attempts + 1 >= TRIES


def _after_sending(row: Row) -> Row | None:
    """Of a decision it stays known, as long as it is awaited, that its person was told."""
    return replace(row, state="sent", lease=0, token="", error="") if row.kind == "decision" else None


def _finished(present: Kept, row: Row | None, now: int, was_sent: bool) -> list[Change]:
    if present.row.withdrawn:
        more = [put(following_up(present.row, present.row.withdrawn, now))] if was_sent else []
        return [removed(present), *more]
    return [removed(present) if row is None else changed(present, row)]


def _sent_at(row: Row, profile: Profile, address: Address, now: int) -> int | None:
    """When a message may be sent, None for never."""
    notices = profile.notices_at(row.table)
    if row.kind == "confirm":
        return now if address.is_usable == (row.about == DONE) else None
    if not address.is_usable:
        return None
    if row.kind == "answer":
        return now
    if notices.when == "never" or (row.kind == "reminder" and not notices.reminders):
        return None
    if is_for_programs(address.url):
        return now
    # People hear that a message is needed no more only where others made it so.
    if row.kind == "withdrawn" and row.about != "undone":
        return None
    if row.kind == "reminder":
        notices = replace(notices, when="each")  # in the digest of the next morning it would come too late
    return sendable_at(notices, profile.zone, row.at, now)


def _write(outbox: Outbox, changes: Iterable[Change]) -> bool:
    with suppress(IntegrityError):
        outbox.write(changes)
        return True
    return False


def pause(tries: int, rng: Random) -> int:
    """How long (microseconds) to wait after so many tries: twice as long each time, and never all at the same moment."""
    whole = min(FIRST_PAUSE << (tries - 1), LONGEST_PAUSE)
    return whole // 2 + rng.randrange(whole // 2 + 1)
