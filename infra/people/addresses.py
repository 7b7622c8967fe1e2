"""Addresses: which there can be, and how they are shown. Most of a notification's URL is a password in one way or another."""

import base64
import re
import secrets
from urllib.parse import urlsplit

# An address of mail, or a URL: no blanks, no control characters, nothing that a terminal or a mail header would obey.
_MAILBOX = re.compile(
    r"mailto:(?!//)[^\s@<>,;:\"\\?&\x00-\x1f\x7f-\x9f]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?"
)
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{0,30}://[^\s\x00-\x1f\x7f-\x9f\ud800-\udfff]+")
# Whose host is a machine's name. Elsewhere it may be a token.
_WITH_HOST = frozenset(
    ("http", "https", "json", "jsons", "xml", "xmls", "form", "forms", "mailto", "mailtos", "gotify", "gotifys")
)
_HOST = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?")


class AddressError(ValueError):
    """What is no address; the message is one sentence that tells nothing of it, since it may hold a password."""


def check_url(url: str) -> None:
    """`AddressError` for what is neither `mailto:NAME@HOST` nor `SCHEME://…`."""
    if not (_MAILBOX.fullmatch(url) or _URL.fullmatch(url)):
        raise AddressError("An address is mailto:NAME@HOST, or a notification URL that begins with SCHEME://.")


def mailbox_of(url: str) -> str | None:
    """The mailbox of `mailto:NAME@HOST`, None for any other URL."""
    return url.removeprefix("mailto:") if _MAILBOX.fullmatch(url) else None


def shown(url: str) -> str:
    """The URL as it may be shown, to its owner too: of a mailbox all, of anything else how it begins."""
    if _MAILBOX.fullmatch(url):
        return url
    scheme, separator, _ = url.partition("://")
    if not separator or not _URL.fullmatch(url):
        return "…"
    host = _host(url) if scheme.lower() in _WITH_HOST else ""
    return f"{scheme.lower()}://{host}{'/' if host else ''}…"


def new_address_id() -> str:
    """A random id for an address."""
    return base64.b32encode(secrets.token_bytes(5)).decode().lower()


def _host(url: str) -> str:
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return ""
    return host if _HOST.fullmatch(host) else ""
