"""Confirming mailboxes: anybody can name one, so nothing goes there, but this question a few times, until its owner has said
that it is this person's: with the code that stands in the mail, or by answering it."""

import re
from collections.abc import Callable
from typing import Protocol

from infra.clock import Clock
from infra.notify.guard import AddressRefusedError
from infra.notify.message import Message, Section, message_id
from infra.notify.outbox import Outbox, put
from infra.notify.replies import ReplyTokens, code_of, confirming
from infra.notify.rows import Row
from infra.people.addresses import mailbox_of
from infra.people.profile import Address, PeopleError, Profile
from infra.service_settings import ServiceSettings

ASKED_BY_PERSON, ASKED_OF_MAILBOX = 5, 3
"""Mails to confirm a mailbox, in an hour: that one person asks for, and that one mailbox gets."""

ASKED, DONE = "asked", "done"
_YES = re.compile(r"yes\b")


class TooManyConfirmationsError(PeopleError):
    """No more mails to confirm a mailbox are sent now; the message is one sentence."""


class Confirmed(Protocol):
    """What confirming asks of the store of people."""

    def profile(self, person: str) -> Profile | None: ...

    def add_address(self, person: str, url: str, label: str = "") -> Address: ...

    def confirm_address(self, person: str, address_id: str) -> bool: ...


class Confirmations:
    """Saves addresses, and asks whose mailboxes they are. Usable from many threads."""

    def __init__(
        self,
        people: Confirmed,
        settings: ServiceSettings,
        tokens: ReplyTokens,
        outbox_of: Callable[[str], Outbox],
        clock: Clock,
    ) -> None:
        self._people = people
        self._sends_mail = settings.mail is not None
        self._tokens = tokens
        self._outbox_of = outbox_of
        self._clock = clock

    def add(self, person: str, url: str, label: str = "") -> Address:
        """One more address of a person, or the one that is there with this URL; of a mailbox that is not confirmed a mail asks
        for that, each time. `TooManyConfirmationsError`, and nothing saved, where too many were asked for;
        `AddressRefusedError` for a mailbox where no mail is sent at all."""
        profile, mailbox = self._people.profile(person), mailbox_of(url)
        if mailbox is not None and not self._sends_mail:
            raise AddressRefusedError("This server sends no mail: give an address of another kind.")
        is_known = profile is not None and any(one.url == url and one.is_usable for one in profile.addresses)
        asks = mailbox is not None and not is_known
        if mailbox is not None and asks:
            self._count(person, mailbox)
        address = self._people.add_address(person, url, label)
        if asks and not address.is_usable:
            self._put(person, address.id, ASKED)
        return address

    def confirm(self, person: str, address_id: str, code: str) -> bool:
        """Confirm a mailbox by the code that was sent there; false for any other code."""
        return self._tokens.is_code(person, address_id, code) and self._people.confirm_address(person, address_id)

    def answered(self, person: str, address_id: str, text: str) -> bool:
        """Whether a reply to the mail confirms its mailbox: by a line that begins with yes, or by the code. A machine that
        answers says neither."""
        first = text.strip().partition("\n")[0].strip(" .!,*").lower()
        is_yes = _YES.match(first) or first in ("y", "ok", "confirm")
        if not is_yes and not self._tokens.is_code(person, address_id, first):
            return False
        profile = self._people.profile(person)
        address = None if profile is None else profile.address(address_id)
        if address is not None and not address.is_usable:
            self._people.confirm_address(person, address_id)
            self._put(person, address_id, DONE)
        return address is not None

    def _count(self, person: str, mailbox: str) -> None:
        now, (name, _, host) = self._clock(), mailbox.lower().rpartition("@")
        # What stands behind a plus leads to the same mailbox.
        counts = (
            self._tokens.count_asked(f"person {person}", now) > ASKED_BY_PERSON,
            self._tokens.count_asked(f"mailbox {name.partition('+')[0]}@{host}", now) > ASKED_OF_MAILBOX,
        )
        if any(counts):
            raise TooManyConfirmationsError("Too many mails to confirm a mailbox were asked for: try again in an hour.")

    def _put(self, person: str, address_id: str, about: str) -> None:
        now = self._clock()
        key = f"confirm/{person}/{about}/{now}"
        self._outbox_of(person).write([put(Row(key, "confirm", "", person, address_id, 0, about, 0, now, now))])


def confirmation(row: Row, profile: Profile, tokens: ReplyTokens, can_reply: bool) -> Message | None:
    """The mail for a row of this kind; None where there is nothing to confirm any more."""
    name = message_id(row.key, row.address)
    if row.about == DONE:
        line = "This mailbox is confirmed: what happens at your tables is sent here from now on."
        return Message(name, "", "confirm", "Your mailbox is confirmed", (Section("", (line,)),))
    token = tokens.token(confirming(row.person, row.address))
    if not token:
        return None
    lines = (
        "Somebody wants to be told here what happens at their tables, and gave this mailbox as theirs.",
        f"If it was you, {'answer this mail with the word yes, or ' * can_reply}type this code where you gave the mailbox:",
        code_of(token),
        "If it was not you, do nothing: nothing else will be sent here.",
    )
    return Message(
        name, "", "confirm", "Is this your mailbox?", tuple(Section("", (line,)) for line in lines), token=token
    )
