"""Sending one message to one address, by mail or by whatever service the address names. Everything has a time limit."""

import logging
import re
from contextlib import nullcontext
from contextvars import ContextVar
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

import apprise

from infra.notify.guard import AddressRefusedError, check_address, only_public
from infra.notify.mail import SendError, mail_of, mail_server, send_mail
from infra.notify.message import Message, as_text, subject_of
from infra.people.addresses import mailbox_of
from infra.service_settings import ServiceSettings

CONNECT, READ, WHOLE = 5.0, 10.0, 20.0
"""Seconds that a service has to let itself be connected to, to answer, and for everything."""

MOST_RECEIVERS = 5
"""Of one address, such as the channels of a chat."""

APP = "Lost Souls"
_CODE = re.compile(r"error=(\d{3})\b")
_JSON = ("json", "jsons")


class Channels:
    """Everything that a message can be sent by. Usable from many threads."""

    def __init__(self, settings: ServiceSettings) -> None:
        self._settings = settings
        _hush()
        self._asset = apprise.AppriseAsset(
            async_mode=False, app_id=APP, app_desc=APP, plugin_paths=[], http_redirects=False, secure_logging=True,
            service_timeout=WHOLE, allow_templates=False, storage_mode=apprise.PersistentStoreMode.MEMORY,
        )  # fmt: skip

    def check(self, url: str) -> None:
        """`AddressRefusedError` for an address that nothing will be sent to, for whoever saves one."""
        if mailbox_of(url) is not None:
            return
        self._service(check_address(url, private=self._settings.private_addresses))

    def send(self, message: Message, url: str, at: int) -> None:
        """Send a message to an address, dated `at` (microseconds); `SendError` where it was not taken for sure."""
        mailbox = mailbox_of(url)
        if mailbox is None:
            self._notify(message, url)
            return
        mail = self._settings.mail
        if mail is None:
            raise SendError("This service sends no mail: it has no mail server.")
        try:
            made, server = mail_of(message, mailbox, mail, at), mail_server(mail.smtp)
        except ValueError as error:
            raise SendError(f"The mail cannot be written ({type(error).__name__}).", lasting=True) from None
        send_mail(made, server, mail.sender, mailbox)

    def _notify(self, message: Message, url: str) -> None:
        private = self._settings.private_addresses
        try:
            read = check_address(url, private=private)
            with nullcontext() if private else only_public():
                taken, code = self._taken(self._service(read, message), message)
        except AddressRefusedError as error:
            raise SendError(str(error), lasting=True) from None
        if not taken:
            raise SendError(f"The service did not take the message{f' ({code})' if code else ''}.")

    def _taken(self, service: Any, message: Message) -> tuple[bool, str]:
        sender = apprise.Apprise(asset=self._asset)
        sender.add(service)
        with _Overheard() as overheard, TemporaryDirectory(prefix="souls-") as folder:
            taken = sender.notify(
                body=as_text(message),
                title=subject_of(message.subject),
                body_format=apprise.NotifyFormat.TEXT,
                attach=self._attached(message, Path(folder)) if service.attachment_support else None,
                interpret_escapes=False,
            )
        return bool(taken), overheard.code

    def _attached(self, message: Message, folder: Path) -> Any:
        """The pictures as the library wants them: as files, since not all of its services know of any others."""
        if not message.pictures:
            return None
        attached = apprise.AppriseAttachment(asset=self._asset)
        for number, picture in enumerate(message.pictures, 1):
            path = folder / f"board{number}.png"
            path.write_bytes(picture)
            attached.add(str(path))
        return attached

    def _service(self, read: dict[str, Any] | None, message: Message | None = None) -> Any:
        """The library's service for a checked address. Of one that has many receivers each is asked by itself: a few may be."""
        service: Any = None
        if read is not None:
            service = apprise.Apprise.instantiate(read, asset=self._asset, suppress_exceptions=True)
        if service is None:
            raise AddressRefusedError("The address is not written as its service wants it.")
        if len(service) > MOST_RECEIVERS:
            raise AddressRefusedError(f"An address names {MOST_RECEIVERS} receivers at most.")
        # Whatever the URL says: nothing is sent on to another place, and nobody may keep us waiting.
        service.redirects, service.verify_certificate = False, True
        service.socket_connect_timeout, service.socket_read_timeout = CONNECT, READ
        if service.schema not in _JSON:
            # What is longer than a service takes comes in several parts, instead of being turned down.
            service.overflow_mode = apprise.OverflowMode.SPLIT
        if message is not None and service.schema in _JSON:
            told = {
                "id": message.id,
                "kind": message.kind,
                "table": message.table,
                "token": message.token,
                **message.data,
            }
            service.payload_extras = {**service.payload_extras, **told}
        return service


def _hush() -> None:
    """Let the libraries log nothing of ours: what they send and to which URLs is nobody's but the receiver's."""
    heard = logging.getLogger("apprise")
    heard.propagate = False
    heard.setLevel(logging.WARNING)
    logging.getLogger("urllib3").setLevel(logging.CRITICAL)


def channel_of(url: str) -> str:
    """What is slow together: the mail server, or the machine or service that a URL names."""
    if mailbox_of(url) is not None:
        return "mail"
    scheme = url.partition("://")[0].lower()
    try:
        parts = urlsplit(url)
        return f"{scheme}://{parts.hostname}:{parts.port or ''}"
    except ValueError:
        return scheme


def is_for_programs(url: str) -> bool:
    """Whether an address is a program's, which wants to be told also that a message is needed no more."""
    return url.partition("://")[0].lower() in _JSON


_listening: ContextVar["_Overheard | None"] = ContextVar("listening", default=None)


class _Overheard(logging.Handler):
    """What the library logs while it sends one message: the number that the service answered, and nothing else."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.code = ""

    def emit(self, record: logging.LogRecord) -> None:
        if _listening.get() is self:  # the library may work for us in a thread of its own, and for others meanwhile
            found = _CODE.search(record.getMessage())
            self.code = found[1] if found else self.code

    def __enter__(self) -> "_Overheard":
        logging.getLogger("apprise").addHandler(self)
        self._token = _listening.set(self)
        return self

    def __exit__(self, *error: object) -> None:
        _listening.reset(self._token)
        logging.getLogger("apprise").removeHandler(self)
