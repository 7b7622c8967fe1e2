"""A message as mail, and a mail server that takes it, by the standard library."""

import smtplib
import ssl
from datetime import UTC, datetime
from email.headerregistry import Address as Mailbox
from email.message import EmailMessage
from email.policy import SMTP as POLICY
from email.utils import format_datetime, parseaddr
from typing import Any
from urllib.parse import unquote, urlsplit

import msgspec

from infra.notify.message import Message, as_text, subject_of
from infra.notify.page import page
from infra.service_settings import MailSettings

TIMEOUT = 15.0
"""Seconds for each step of talking to the mail server."""

_PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}


class SendError(Exception):
    """A message was not sent. The text holds no address and no secret; `lasting`: trying again would not help."""

    def __init__(self, text: str, *, lasting: bool = False) -> None:
        super().__init__(text)
        self.lasting = lasting


class MailServer(msgspec.Struct, frozen=True):
    """Where mail is handed in, from its URL."""

    scheme: str
    host: str
    port: int
    user: str
    password: str

    def __repr__(self) -> str:
        return f"MailServer({self.host}:{self.port})"


def mail_server(url: str) -> MailServer:
    """The server of `smtp://`, `smtp+starttls://` or `smtps://[USER:PASSWORD@]HOST[:PORT]`; ValueError for anything else."""
    parts = urlsplit(url)
    if parts.scheme not in _PORTS or not parts.hostname:
        raise ValueError("a mail server is smtp://HOST, smtp+starttls://HOST or smtps://HOST")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return MailServer(parts.scheme, parts.hostname, parts.port or _PORTS[parts.scheme], user, password)


def _plain(subject: str) -> str:
    """A subject in which nothing is taken for an encoded word (RFC 2047): a name could hide a line and a head in one."""
    return subject.replace("=?", "= ?")


def mail_of(message: Message, to: str, settings: MailSettings, at: int) -> EmailMessage:
    """A message as mail to a mailbox, dated `at` (microseconds), in the thread of its table, if it is of one."""
    domain = _domain(settings.sender)
    mail = EmailMessage(POLICY)
    mail["Subject"] = _plain(subject_of(message.subject))
    mail["From"] = settings.sender
    mail["To"] = Mailbox(addr_spec=to)
    mail["Date"] = format_datetime(datetime.fromtimestamp(at // 1_000_000, UTC))
    mail["Message-ID"] = f"<{message.id}@{domain}>"
    if message.table:
        root = f"<table.{message.table}@{domain}>"
        mail["References"] = f"{root} {message.answers}" if message.answers else root
        mail["In-Reply-To"] = message.answers or root
        mail["List-Id"] = f"Table {message.table} <{message.table}.tables.{domain}>"
    mail["Auto-Submitted"] = "auto-replied" if message.answers else "auto-generated"
    mail["X-Auto-Response-Suppress"] = "All"
    if message.token and settings.reply_to is not None:
        mail["Reply-To"] = reply_address(settings.reply_to, message.token)
    mail.set_content(as_text(message))
    names = [f"board{number}.{message.id}@{domain}" for number in range(1, len(message.pictures) + 1)]
    mail.add_alternative(page(message, names), subtype="html")
    html: Any = list(mail.iter_parts())[-1]
    for number, (name, picture) in enumerate(zip(names, message.pictures, strict=True), 1):
        html.add_related(picture, "image", "png", cid=f"<{name}>", filename=f"board{number}.png", disposition="inline")
    return mail


def reply_address(reply_to: str, token: str) -> str:
    """The address for replies with a token in it: `user+TOKEN@domain`."""
    user, _, domain = parseaddr(reply_to)[1].rpartition("@")
    return f"{user}+{token}@{domain}"


def send_mail(mail: EmailMessage, server: MailServer, sender: str, to: str, timeout: float = TIMEOUT) -> None:
    """Hand a mail in; `SendError` where it was not taken for sure."""
    try:
        with _connected(server, timeout) as client:
            if server.scheme == "smtp+starttls":
                client.starttls(context=ssl.create_default_context())
            if server.user:
                client.login(server.user, server.password)
            client.send_message(mail, parseaddr(sender)[1], [to])
    except smtplib.SMTPRecipientsRefused as error:
        code = next((answer[0] for answer in error.recipients.values()), 0)
        raise SendError(f"The mail server refused the mailbox ({code}).", lasting=code >= 500) from None
    except (smtplib.SMTPSenderRefused, smtplib.SMTPDataError) as error:
        raise SendError(
            f"The mail server refused the mail ({error.smtp_code}).", lasting=error.smtp_code >= 500
        ) from None
    except smtplib.SMTPResponseException as error:
        raise SendError(f"The mail server refused to talk ({error.smtp_code}).") from None
    except (OSError, smtplib.SMTPException, ValueError) as error:
        raise SendError(f"The mail server could not be reached ({type(error).__name__}).") from None


def _connected(server: MailServer, timeout: float) -> smtplib.SMTP:
    if server.scheme == "smtps":
        return smtplib.SMTP_SSL(server.host, server.port, timeout=timeout, context=ssl.create_default_context())
    return smtplib.SMTP(server.host, server.port, timeout=timeout)


def _domain(sender: str) -> str:
    return parseaddr(sender)[1].rpartition("@")[2] or "localhost"
