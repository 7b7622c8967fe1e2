"""Reading a mail that came in: whose addresses are on it, what it says in plain words, and whether a machine wrote it."""

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.errors import MessageError
from email.message import EmailMessage
from email.policy import default
from email.utils import getaddresses, parseaddr
from unicodedata import normalize

import msgspec

from infra.notify.quoting import own_words, text_of_html

LARGEST = 10 * 1024 * 1024
"""Bytes of a mail, attachments and all."""

LONGEST_TEXT = 20_000
MOST_PARTS = 100

_RECIPIENTS = ("To", "Cc", "Delivered-To", "X-Original-To", "X-Forwarded-To", "Envelope-To", "X-Envelope-To")
_MACHINES = re.compile(r"^(mailer-daemon|postmaster|no-?reply|bounces?)([+-].*)?@", re.IGNORECASE)
_MASS = frozenset({"bulk", "junk", "list", "auto_reply", "auto-reply"})
_AUTOMATIC = ("X-Autoreply", "X-Autorespond", "X-Auto-Reply", "X-Failed-Recipients", "X-Loop")
# What mail programs write before the subject of what they answer by themselves; a person's answer begins otherwise ("Re:").
_AWAY = re.compile(
    r"(?:out of (?:the )?office|auto(?:matic)?[ -]?reply|abwesenheitsnotiz|automatische antwort|réponse automatique"
    r"|respuesta automática|risposta automatica|automatisch antwoord)(?: autoreply)? ?(?::|$)",
    re.IGNORECASE,
)


class UnreadableLetterError(ValueError):
    """What came in is no mail that can be read; the message is one sentence."""


class Letter(msgspec.Struct, frozen=True):
    """A mail: its id (empty where it has none), from which mailbox it says it comes, all mailboxes that it went to, what it
    says itself (`own_words`), and why it counts as written by a machine (empty: by a person)."""

    id: str
    sender: str
    recipients: tuple[str, ...]
    subject: str
    text: str
    automatic: str


def read_letter(raw: bytes) -> Letter:
    """A letter from the bytes of a mail (RFC 5322); `UnreadableLetterError` for what is none, or too large."""
    if len(raw) > LARGEST:
        raise UnreadableLetterError(f"A mail has {LARGEST} bytes at most.")
    try:
        mail = message_from_bytes(raw, policy=default)
        return Letter(
            _header(mail, "Message-ID")[:500],
            parseaddr(_header(mail, "From"))[1],
            tuple(dict.fromkeys(_recipients(mail))),
            _header(mail, "Subject")[:500],
            own_words(_text(mail)[:LONGEST_TEXT]),
            _automatic(mail),
        )
    except (MessageError, ValueError, LookupError, TypeError, AttributeError, IndexError, RecursionError) as error:
        # The library's parser raises all of these for headers and parts that are badly made.
        raise UnreadableLetterError(f"The mail cannot be read ({type(error).__name__}).") from error


def _header(mail: EmailMessage, name: str) -> str:
    return " ".join(str(mail.get(name, "")).split())


def _recipients(mail: EmailMessage) -> Iterator[str]:
    for name in _RECIPIENTS:
        for _, address in getaddresses([str(one) for one in mail.get_all(name, [])]):
            if "@" in address:
                yield address


def _automatic(mail: EmailMessage) -> str:
    submitted = _header(mail, "Auto-Submitted").lower()
    if submitted and submitted.partition(";")[0].strip() != "no":
        return "It was sent by a machine."
    if mail.get_content_type() in ("multipart/report", "message/delivery-status"):
        return "It is a report about another mail."
    if _header(mail, "Return-Path") == "<>" or _MACHINES.match(parseaddr(_header(mail, "From"))[1]):
        return "It was sent by a mail server."
    if _header(mail, "Precedence").lower() in _MASS:
        return "It was sent to many."
    suppressed = _header(mail, "X-Auto-Response-Suppress").lower() not in ("", "none")
    is_away = _AWAY.match(normalize("NFC", _header(mail, "Subject")))
    if suppressed or is_away or any(mail.get(name) is not None for name in _AUTOMATIC):
        return "It is an automatic reply."
    return ""


def _text(mail: EmailMessage) -> str:
    plain: list[str] = []
    pages: list[str] = []
    for number, part in enumerate(mail.walk()):
        if number > MOST_PARTS:
            break
        if part.is_multipart() or part.get_content_disposition() == "attachment" or part.get_filename():
            continue
        kind = part.get_content_type()
        if kind == "text/plain":
            plain.append(_decoded(part))
        elif kind == "text/html":
            pages.append(_decoded(part))
    text = "\n".join(plain)
    return text if text.strip() or not pages else text_of_html(pages[0])


def _decoded(part: EmailMessage) -> str:
    content = part.get_payload(decode=True)
    data = content if isinstance(content, bytes) else b""
    charset = part.get_content_charset("utf-8")
    try:
        return data[: 4 * LONGEST_TEXT].decode(charset, "replace")
    except LookupError:
        return data[: 4 * LONGEST_TEXT].decode("utf-8", "replace")
