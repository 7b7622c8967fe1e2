"""A mailbox that is asked for mail over IMAP. What was taken in is marked as seen; nothing is deleted."""

import imaplib
import ssl
from collections.abc import Callable
from threading import Event
from typing import Any
from urllib.parse import unquote, urlsplit

import msgspec
from eventsourcing.persistence import PersistenceError

from infra.clock import Clock
from infra.keyring import KeyringError
from infra.notify.inbound import Taken
from infra.notify.letters import LARGEST
from infra.notify.policy import SECOND

TIMEOUT = 20.0
MOST = 100
"""Seconds for each step of talking to the server; mails taken in one round."""

LONGEST_PAUSE = 3600
"""Seconds between two tries at most, where the mailbox cannot be reached."""

TakeIn = Callable[[bytes], Taken]

_PORTS = {"imap": 143, "imap+starttls": 143, "imaps": 993}


class MailboxError(Exception):
    """The mailbox cannot be read; the message holds no secret."""


class Place(msgspec.Struct, frozen=True):
    """Where a mailbox is, from its URL."""

    scheme: str
    host: str
    port: int
    user: str
    password: str
    folder: str

    def __repr__(self) -> str:
        return f"Place({self.host}:{self.port})"


def place_of(url: str) -> Place:
    """The place of `imap://`, `imap+starttls://` or `imaps://USER:PASSWORD@HOST[:PORT][/FOLDER]`; ValueError otherwise."""
    parts = urlsplit(url)
    if parts.scheme not in _PORTS or not parts.hostname or not parts.username:
        raise ValueError("a mailbox is imaps://USER:PASSWORD@HOST[:PORT][/FOLDER]")
    folder = unquote(parts.path.strip("/")) or "INBOX"
    if not folder.isprintable() or '"' in folder or "\\" in folder:
        raise ValueError("a folder of a mailbox has a plain name")
    port = parts.port or _PORTS[parts.scheme]
    return Place(parts.scheme, parts.hostname, port, unquote(parts.username), unquote(parts.password or ""), folder)


def take_unseen(place: Place, take_in: TakeIn, timeout: float = TIMEOUT) -> list[Taken]:
    """Take in the mails that are not marked as seen, and mark each once it is taken in; `MailboxError` where that fails.

    Whatever `take_in` raises stops it: the mail at hand and those behind it are not marked, and come again.
    """
    try:
        with _connected(place, timeout) as client:
            client.login(place.user, place.password)
            _asked(client.select(f'"{place.folder}"'))
            found = _asked(client.uid("SEARCH", "UNSEEN"))[0] or b""
            return [taken for uid in found.split()[:MOST] for taken in _take(client, uid.decode(), take_in)]
    except (imaplib.IMAP4.error, OSError) as error:
        raise MailboxError(f"The mailbox at {place.host} cannot be read ({type(error).__name__}).") from None


def _take(client: imaplib.IMAP4, uid: str, take_in: TakeIn) -> list[Taken]:
    # One byte more than may be is asked for, so that what is too large is found to be so without being read whole.
    reply = _asked(client.uid("FETCH", uid, f"(BODY.PEEK[]<0.{LARGEST + 1}>)"))
    raw = next((part[1] for part in reply if isinstance(part, tuple)), None)
    taken = [] if raw is None else [take_in(raw)]
    _asked(client.uid("STORE", uid, "+FLAGS.SILENT", "(\\Seen)"))
    return taken


def _asked(reply: tuple[str, list[Any]]) -> list[Any]:
    kind, data = reply
    if kind != "OK":
        raise imaplib.IMAP4.error("not done")
    return data


def _connected(place: Place, timeout: float) -> imaplib.IMAP4:
    if place.scheme == "imaps":
        return imaplib.IMAP4_SSL(place.host, place.port, ssl_context=ssl.create_default_context(), timeout=timeout)
    client = imaplib.IMAP4(place.host, place.port, timeout=timeout)
    if place.scheme == "imap+starttls":
        client.starttls(ssl.create_default_context())
    return client


class MailPoller:
    """Asks a mailbox again and again; where it cannot be read, after twice as long each time."""

    def __init__(self, place: Place, take_in: TakeIn, every: int, clock: Clock) -> None:
        """`every` is in seconds."""
        self._place, self._take_in, self._every, self._clock = place, take_in, every, clock
        self.failures = 0
        self.trouble = ""
        self.next = 0

    def poll(self) -> list[Taken]:
        """Ask once, if it is time; `next` is when it is time again (microseconds), `trouble` why it failed, if it did."""
        now = self._clock()
        if now < self.next:
            return []
        try:
            taken = take_unseen(self._place, self._take_in)
        except (MailboxError, PersistenceError, KeyringError) as error:
            self.failures, self.trouble = self.failures + 1, str(error)
            wait = min(self._every << min(self.failures, 12), max(LONGEST_PAUSE, self._every))
            self.next = now + wait * SECOND
            return []
        self.failures, self.trouble = 0, ""
        self.next = now + self._every * SECOND
        return taken

    def run(self, stop: Event) -> None:
        """Ask until `stop` is set."""
        while not stop.is_set():
            self.poll()
            stop.wait(max(self.next - self._clock(), 0) / SECOND)
