"""What of the service's settings cannot be right is found before it listens: later it would be a dead link or a lost mail."""

import ipaddress
import re
from collections.abc import Callable
from email.utils import parseaddr
from urllib.parse import SplitResult, urlsplit

from infra.notify.mail import mail_server
from infra.notify.mailbox import place_of
from infra.service_settings import MailSettings, ServiceSettings
from infra.settings_file import SettingsError

_MAILBOX = re.compile(r"[^\s@<>,;:\"]+@[^\s@<>,;:\"/]+")


def checked(service: ServiceSettings) -> None:
    """`SettingsError` for the first setting that cannot be right; its sentence holds no secret."""
    if service.public_url is not None:
        _check("public_url", service.public_url, _is_base, "https://HOST[:PORT][/PATH]")
    for origin in service.cors_origins:
        _check("cors_origins", origin, _is_origin, "https://HOST[:PORT], or * for every origin")
    for proxy in service.trusted_proxies:
        _check("trusted_proxies", proxy, _is_network, "an address or a network such as 10.0.0.0/8, or * for all")
    if service.mail is not None:
        _check_mail(service.mail)


def _check_mail(mail: MailSettings) -> None:
    _check("mail.sender", mail.sender, lambda text: _is_mailbox(parseaddr(text)[1]), "NAME@HOST or WORDS <NAME@HOST>")
    if mail.reply_to is not None:
        _check("mail.reply_to", mail.reply_to, _is_mailbox, "NAME@HOST")
    _read("mail.smtp", mail.smtp, mail_server)
    if mail.imap is not None:
        _read("mail.imap", mail.imap, place_of)


def _read(name: str, url: str, read: Callable[[str], object]) -> None:
    """Of a URL that holds a password only what its reader says of it is told."""
    try:
        read(url)
    except ValueError as error:
        raise SettingsError(f"The setting {name} of the service cannot be used: {error}.") from None


def _check(name: str, value: str, holds: Callable[[str], bool], form: str) -> None:
    try:
        fits = value.isprintable() and holds(value)
    except ValueError:
        fits = False
    if not fits:
        raise SettingsError(f"The setting {name} of the service cannot be used: {value!r} is not {form}.")


def _is_mailbox(text: str) -> bool:
    return _MAILBOX.fullmatch(text) is not None


def _is_base(text: str) -> bool:
    parts = urlsplit(text)
    return _is_web(parts) and not (parts.query or parts.fragment)


def _is_origin(text: str) -> bool:
    return text == "*" or (_is_base(text) and not urlsplit(text).path)


def _is_web(parts: SplitResult) -> bool:
    return (
        parts.scheme in ("http", "https") and bool(parts.hostname) and parts.username is None and (parts.port or 1) > 0
    )


def _is_network(text: str) -> bool:
    return text == "*" or bool(ipaddress.ip_network(text, strict=False))
