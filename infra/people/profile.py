"""What is known of a person, and how they want to be told what happens at their tables."""

import re
import secrets
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from msgspec import Meta

from domain.table.messages import Microseconds, Name
from domain.table.writings import TURNING
from infra.people.addresses import check_url, mailbox_of, shown

MOST_ADDRESSES = 10
MOST_TABLES = 1_000
MINUTES_A_DAY = 24 * 60

MinuteOfDay = Annotated[int, Meta(ge=0, lt=MINUTES_A_DAY)]
DisplayName = Annotated[str, Meta(min_length=1, max_length=60)]
AddressUrl = Annotated[str, Meta(min_length=3, max_length=1_000)]
AddressId = Annotated[str, Meta(pattern=r"^[a-z2-7]{8}$(?!\n)")]

_BLANK_OR_CONTROL = re.compile(rf"[\x00-\x1f\x7f-\x9f\u2028\u2029{TURNING}\ud800-\udfff]")


class PeopleError(Exception):
    """What cannot be done with a person; the message is one sentence."""


class QuietHours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From one minute of the person's day to another, past midnight where the end is the smaller: nothing is sent meanwhile.
    Where both are the same no minute is quiet."""

    begin: MinuteOfDay
    end: MinuteOfDay


class Notices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How somebody wants to be told: each decision when it is awaited, all of a day's in one digest, or not at all."""

    when: Literal["each", "digest", "never"] = "each"
    digest_at: MinuteOfDay = 8 * 60
    quiet: QuietHours | None = None
    picture: bool = True
    reminders: bool = True


class Address(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where somebody is reached: `mailto:ada@example.org`, or any URL that the notification library knows. `confirmed`: who
    reads a mailbox has said that it is this person's; whoever knows another URL has it, with the secret in it."""

    id: AddressId
    url: AddressUrl
    label: Annotated[str, Meta(max_length=60)] = ""
    confirmed: bool = False

    def __post_init__(self) -> None:
        check_url(self.url)

    @property
    def shown(self) -> str:
        """The address for people to read: never with a password or a token in it."""
        return shown(self.url)

    @property
    def is_usable(self) -> bool:
        """Whether anything but the question whose it is may be sent there."""
        return self.confirmed or mailbox_of(self.url) is None

    def __repr__(self) -> str:
        return f"Address({self.id}, {self.shown})"


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person. `tables` are the notices that differ at a table; `since` is when the person came (microseconds). `revision`
    counts the changes: whoever saves must have seen the last one. `replies_renewed` counts how often all addresses for replies
    were made worthless."""

    person: Name
    name: DisplayName
    since: Microseconds = 0
    time_zone: Annotated[str, Meta(max_length=64)] = "UTC"
    addresses: Annotated[tuple[Address, ...], Meta(max_length=MOST_ADDRESSES)] = ()
    notices: Notices = Notices()
    tables: Annotated[dict[Name, Notices], Meta(max_length=MOST_TABLES)] = {}
    revision: Annotated[int, Meta(ge=0, lt=2**53)] = 0
    replies_renewed: Annotated[int, Meta(ge=0, lt=2**53)] = 0

    def __post_init__(self) -> None:
        if not self.name.strip() or _BLANK_OR_CONTROL.search(self.name):
            raise ValueError("a name has a letter, and no signs that cannot be seen")
        if len({address.id for address in self.addresses}) < len(self.addresses):
            raise ValueError("two addresses have the same id")
        try:
            ZoneInfo(self.time_zone)
        except (ZoneInfoNotFoundError, ValueError, OSError) as error:
            raise ValueError(f"there is no time zone {self.time_zone!r}") from error

    def notices_at(self, table_id: str) -> Notices:
        """How the person wants to be told of a table."""
        return self.tables.get(table_id, self.notices)

    def address(self, address_id: str) -> Address | None:
        """The address of an id, None where there is none any more."""
        return next((one for one in self.addresses if one.id == address_id), None)

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    def __repr__(self) -> str:
        return f"Profile({self.person})"  # so that no log line or traceback tells more


def changed(profile: Profile, **given: Any) -> Profile:
    """A profile with other values; `PeopleError` for those that cannot be."""
    try:
        return msgspec.convert({**msgspec.structs.asdict(profile), **given}, Profile, from_attributes=True)
    except msgspec.ValidationError as error:
        raise PeopleError(f"This cannot be a person: {error}.") from error


def is_id(person: str) -> bool:
    """Whether this can be a person's id at all."""
    try:
        msgspec.convert(person, Name)
    except msgspec.ValidationError:
        return False
    return True


def check_id(person: str) -> None:
    """`PeopleError` for what can be nobody's id: kept once, it could not be read again."""
    if not is_id(person):
        raise PeopleError(f"{person!r} is not a person's id.")


def new_person_id() -> str:
    """A random person id, which nothing is known of until there is a profile."""
    return f"person-{secrets.token_hex(8)}"
