"""A record: an event in its envelope, as it is stored."""

from typing import Annotated, Generic, TypeVar

import msgspec
from msgspec import Meta

from domain.table.messages import MAX_SEATS, By, Event, Microseconds, SeatNumber

E = TypeVar("E", bound=Event)


class Draw(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One value of chance: the `number`-th draw of `label` in the history was `value`, out of 0 to `bound` - 1."""

    label: Annotated[str, Meta(max_length=64)]
    number: Annotated[int, Meta(ge=0, lt=2**32)]
    bound: Annotated[int, Meta(ge=1, le=2**32)]
    value: Annotated[int, Meta(ge=0, lt=2**32)]


class Cause(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The command that caused a record and those after it, on the first of them.

    `seat` is the seat it was made for (-1: for none), `command` the encoded command, `head` the chain's head before it.
    """

    id: str
    seat: Annotated[int, Meta(ge=-1, lt=MAX_SEATS)]
    command: msgspec.Raw
    head: bytes


class Record(msgspec.Struct, Generic[E], frozen=True, array_like=True, gc=False):
    """An event with its time (microseconds since 1970, never before the last record's), who caused it, the chance it
    used, the clause where it is not the event type's own, and the command on the first record of each command."""

    at: Microseconds
    by: By
    event: E
    draws: tuple[Draw, ...] = ()
    clause: str | None = None
    cause: Cause | None = None

    @property
    def law(self) -> str:
        """The clause that this record follows from."""
        return self.clause or self.event.clause


class Submission(msgspec.Struct, frozen=True):
    """A command on its way to a table.

    `id` is chosen by whoever asks, so that asking twice does it once; `by` speaks; `expected` is the version of the table
    they saw; `seat` is the seat they act for, which differs from `by` only where the host plays a vacant seat.
    """

    id: str
    by: By
    expected: int
    command: object
    seat: SeatNumber | None = None

    @property
    def acting_seat(self) -> int:
        """The seat acted for, or -1."""
        if self.seat is not None:
            return self.seat
        return self.by if self.by >= 0 else -1
