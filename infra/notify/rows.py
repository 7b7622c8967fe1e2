"""What the outbox holds: no words to read, but what is to be told to whom, so that what is sent is true when it is sent."""

from typing import Literal

import msgspec

from infra.notify.message import message_id

Kind = Literal["decision", "reminder", "news", "withdrawn", "answer", "confirm"]
State = Literal["waiting", "sent", "dead"]


class Row(msgspec.Struct, frozen=True, array_like=True):
    """A message to one address of a person.

    `key` names the message, the same for all addresses; `about` is the kind of decision or of news; `seat` speaks as in
    `Decision`; `version` is where it came from. `at`: when it was put here, `due`: when there is something to do, in
    microseconds. `lease` is until when one worker has it, under its `token`. `withdrawn`: why it is needed no more, where that
    was found while it was being sent. `error` says what went wrong last, without addresses and secrets.
    `said` is of answers alone: what is said (`Sayings`), sealed. `contest` and `since` are of decisions, and name one with what
    it is about. What confirms a mailbox (`confirm`) is of no table. `again` counts how often it was put anew, to be sent as
    another message.
    """

    key: str
    kind: Kind
    table: str
    person: str
    address: str
    seat: int
    about: str
    version: int
    at: int
    due: int
    state: State = "waiting"
    attempts: int = 0
    lease: int = 0
    token: str = ""
    withdrawn: str = ""
    error: str = ""
    said: bytes = b""
    contest: int = 0
    since: int = 0
    again: int = 0

    @property
    def identity(self) -> tuple[str, int, str, int, int]:
        """As `Decision.identity`."""
        return (self.person, self.seat, self.about, self.contest, self.since)

    @property
    def field(self) -> str:
        """Where it stands in the outbox."""
        return f"{self.key}@{self.address}"

    @property
    def letter(self) -> str:
        """What the message is called where it arrives, and where it is looked after: another each time it is sent anew."""
        return message_id(self.key, self.address, *((str(self.again),) if self.again else ()))

    @property
    def waits_for(self) -> int | None:
        """The time at which there is something to do about it, None where there never is."""
        return None if self.state == "sent" else self.due


class Open(msgspec.Struct, frozen=True, array_like=True):
    """A decision that is awaited and has been put into the outbox: its message's key, to which addresses, and what names it."""

    key: str
    addresses: tuple[str, ...]
    person: str
    seat: int
    about: str
    contest: int
    version: int
    since: int

    @property
    def identity(self) -> tuple[str, int, str, int, int]:
        """As `Decision.identity`."""
        return (self.person, self.seat, self.about, self.contest, self.since)

    @property
    def fields(self) -> list[str]:
        return [f"{self.key}@{address}" for address in self.addresses]


class Told(msgspec.Struct, frozen=True, array_like=True):
    """Up to which version a table has been looked at, and which decisions were awaited then."""

    version: int
    open: tuple[Open, ...] = ()


def read_row(stored: bytes) -> Row:
    return msgspec.msgpack.decode(stored, type=Row)


def read_told(stored: bytes) -> Told:
    return msgspec.msgpack.decode(stored, type=Told)
