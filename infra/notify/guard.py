"""Which addresses notifications may go to. Anybody may give one, so it must not lead into our own network, nor do anything on
this machine (server-side request forgery).

What an address says is checked when it is saved. Where a connection really goes is checked when it is made, whatever a name
resolved to, and wherever a service sent it on.
"""

import ipaddress
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from urllib.parse import parse_qsl, urlsplit

from infra.people.addresses import mailbox_of

# Services behind whose URL stands a machine that its owner names, and such as always go to the same machines.
OWN_HOST = frozenset({
    "bark", "barks", "form", "forms", "gotify", "gotifys", "json", "jsons", "mastodon", "mastodons", "matrix", "matrixs",
    "mmost", "mmosts", "nctalk", "nctalks", "ntfy", "ntfys", "rocket", "rockets", "signal", "signals", "workflow", "workflows",
    "zulip",
})  # fmt: skip
FIXED_HOST = frozenset({
    "discord", "gchat", "guilded", "line", "pbul", "pover", "revolt", "slack", "tgram", "threema", "twist", "webex", "wxteams",
})  # fmt: skip
ALLOWED = OWN_HOST | FIXED_HOST

# What in a URL would read files of this machine, send other mail on, or undo our own limits.
_FORBIDDEN = frozenset({
    "attach", "attachment", "config", "cto", "file", "include", "keyfile", "optional", "overflow", "pem", "proxy", "redirect",
    "retry", "rto", "store", "subfile", "template", "verify", "wait",
})  # fmt: skip

# A host that is a topic or a name of the service's own, where no dot is in it (`ntfy://topic`).
_TOPIC_HOSTS = frozenset({"ntfy", "ntfys", "matrix", "matrixs", "zulip"})


class AddressRefusedError(ValueError):
    """An address that nothing is sent to; the message says why, and nothing of the address."""


def check_address(url: str, *, private: bool) -> None:
    """`AddressRefusedError` for a URL that nothing may be sent to. `private`: machines of one's own network are allowed.

    Asks for the names of machines in the network, for a service that runs on a machine which its owner names.
    """
    if mailbox_of(url) is not None:
        return
    scheme, separator, _ = url.partition("://")
    if not separator or scheme.lower() not in ALLOWED:
        raise AddressRefusedError("Nothing can be sent to an address of this kind.")
    try:
        parts = urlsplit(url)
        names = {name.lower() for name, _ in parse_qsl(parts.query, keep_blank_values=True)}
        host, _ = (parts.hostname, parts.port) if scheme.lower() in OWN_HOST else (None, None)
    except ValueError as error:
        raise AddressRefusedError("The address is no URL.") from error
    if names & _FORBIDDEN:
        raise AddressRefusedError(f"An address cannot say '{min(names & _FORBIDDEN)}'.")
    if not private and host and not _is_topic(scheme.lower(), host):
        _check_host(host)


def _is_topic(scheme: str, host: str) -> bool:
    return scheme in _TOPIC_HOSTS and "." not in host and ":" not in host and host != "localhost"


def _check_host(host: str) -> None:
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise AddressRefusedError("The machine that the address names is not known.") from error
    if any(is_private(str(one[4][0])) for one in found):
        raise AddressRefusedError("The address leads into a private network.")


def is_private(address: str) -> bool:
    """Whether an IP address is one that not everybody can reach: of this machine, of a network of one's own, or of none."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return True
    mapped = getattr(ip, "ipv4_mapped", None) or getattr(ip, "sixtofour", None)
    if mapped is not None:
        ip = mapped
    return not ip.is_global or ip.is_multicast


# Whether only public addresses may be connected to, by this thread and by those that work for it.
_guarded: ContextVar[bool] = ContextVar("guarded", default=False)
_installed: list[bool] = []


@contextmanager
def only_public() -> Iterator[None]:
    """Within, no private address can be connected to, whatever library does it: `AddressRefusedError`."""
    if not _installed:
        # An audit hook sees the numeric address just before the system is asked to connect; it can never be taken out.
        _installed.append(True)
        sys.addaudithook(_watch)
    token = _guarded.set(True)
    try:
        yield
    finally:
        _guarded.reset(token)


def _watch(event: str, arguments: tuple[object, ...]) -> None:
    if event in ("socket.connect", "socket.sendto") and _guarded.get():
        address = arguments[1]
        if not isinstance(address, tuple) or is_private(str(address[0])):
            raise AddressRefusedError("The address leads into a private network.")
