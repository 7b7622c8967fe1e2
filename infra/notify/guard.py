"""Which addresses notifications may go to. Anybody may give one, so it must not lead into our own network, nor do anything on
this machine (server-side request forgery).

What an address says is checked when it is saved and again when it is used, as the library reads it, which is not how others
read URLs. Where a connection really goes is checked when it is made, whatever a name resolved to, and wherever a service sent
it on.
"""

import ipaddress
import re
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from ipaddress import IPv4Address, IPv6Address, IPv6Network
from typing import Any

import apprise.plugins

from infra.notify.parameters import ALLOWED, OWN_HOST
from infra.people.addresses import mailbox_of

_plugins: Any = apprise.plugins

# A host that is a topic or a name of the service's own, where no dot is in it (`ntfy://topic`).
_TOPIC_HOSTS = frozenset({"ntfy", "ntfys", "matrix", "matrixs", "zulip"})

# As whoever does not write `mailto:NAME@HOST` may begin a mailbox.
_MAIL = frozenset({"mailto", "mailtos"})

# What such a URL is made of: signs that everybody reads alike. A backslash is a slash to some, and a blank nothing to others.
_PLAIN = re.compile(r"[a-z0-9]+://[!#-;=?-\[\]_a-z~-]+", re.IGNORECASE)
_NAME = re.compile(r"[a-z0-9_-]+", re.IGNORECASE)
_ENCODED_CONTROL = re.compile(r"%(?:[01][0-9a-f]|7f|c2%[89][0-9a-f])", re.IGNORECASE)

_QUERIES = ("qsd", "qsd+", "qsd-", "qsd:")
"""Where the library keeps what it has read behind the `?`; the last three are of names that begin with that sign."""


class AddressRefusedError(ValueError):
    """An address that nothing is sent to; the message says why, and nothing of the address."""


def check_address(url: str, *, private: bool) -> dict[str, Any] | None:
    """`AddressRefusedError` for a URL that nothing may be sent to. `private`: machines of one's own network are allowed.

    Returns what the library reads in it, so that what was checked is what is used; None for a mailbox. Asks for the names of
    machines in the network, for a service that runs on a machine which its owner names.
    """
    if mailbox_of(url) is not None:
        return None
    scheme, separator, _ = url.partition("://")
    scheme = scheme.lower()
    if not separator or scheme in _MAIL:
        raise AddressRefusedError(
            "A mailbox is written like mailto:ada@example.org, and any other address begins with SCHEME://."
        )
    if scheme not in ALLOWED:
        raise AddressRefusedError("Nothing can be sent to an address of this kind.")
    if not _PLAIN.fullmatch(url) or _ENCODED_CONTROL.search(url):
        raise AddressRefusedError("An address has plain signs alone, and others as %20 and the like.")
    try:
        read: dict[str, Any] | None = _plugins.url_to_dict(url)
    except Exception as error:  # whatever a plugin of the library stumbles over
        raise AddressRefusedError("The address is not written as its service wants it.") from error
    if read is None or read.get("schema") != scheme:
        raise AddressRefusedError("The address is not written as its service wants it.")
    _check_parameters(url, scheme, read)
    host = read.get("host")
    if not private and scheme in OWN_HOST and host and not _is_topic(scheme, host):
        _check_host(host.strip("[]"))
    return read


def _check_parameters(url: str, scheme: str, read: dict[str, Any]) -> None:
    """Only what is allowed is said behind the `?`: by what stands there, and by what the library has read there."""
    query = url.partition("?")[2]
    if ";" in query or "?" in query or "#" in query:
        raise AddressRefusedError("What an address says behind its '?' has '&' between it, and no other sign.")
    names = [part.partition("=")[0] for part in query.split("&")] if query else []
    if not all(map(_NAME.fullmatch, names)):
        raise AddressRefusedError("What an address says behind its '?' has plain names.")
    said = {name.lower() for name in names} | {name for kind in _QUERIES for name in read.get(kind) or ()}
    if said - ALLOWED[scheme]:
        raise AddressRefusedError(f"An address of this kind cannot say '{min(said - ALLOWED[scheme])}'.")


def _is_topic(scheme: str, host: str) -> bool:
    return scheme in _TOPIC_HOSTS and "." not in host and ":" not in host and host.lower() != "localhost"


def _check_host(host: str) -> None:
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise AddressRefusedError("The machine that the address names is not known.") from error
    if any(is_private(str(one[4][0])) for one in found):
        raise AddressRefusedError("The address leads into a private network.")


# What leads to other addresses than it says, by some machine on the way (RFC 6052, 8215, 4380, 3056), or is out of use
# (RFC 3879): none of them is one that a service of somebody's has.
_LED_ON = tuple(map(IPv6Network, ("64:ff9b::/96", "64:ff9b:1::/48", "2001::/32", "2002::/16", "fec0::/10")))


def is_private(address: str) -> bool:
    """Whether an IP address is one that not everybody can reach: of this machine, of a network of one's own, or of none.
    Only global unicast addresses are not; what holds an IPv4 address is judged by that."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return True
    if isinstance(ip, IPv6Address):
        inner = _embedded(ip)
        if inner is not None:
            ip = inner
        elif any(ip in network for network in _LED_ON):
            return True
    return not ip.is_global or ip.is_multicast or ip.is_reserved or ip.is_unspecified


def _embedded(ip: IPv6Address) -> IPv4Address | None:
    """The IPv4 address of a mapped (`::ffff:1.2.3.4`) or compatible (`::1.2.3.4`) one."""
    if ip.ipv4_mapped is not None:
        return ip.ipv4_mapped
    return IPv4Address(int(ip)) if int(ip) < 2**32 else None


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
