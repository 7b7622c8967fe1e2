"""What nothing is ever sent to."""

import socket
import threading

import pytest
from apprise.manager_plugins import NotificationManager

from infra.notify import channels as channels_module
from infra.notify.channels import Channels, channel_of
from infra.notify.guard import ALLOWED, AddressRefusedError, check_address, is_private, only_public
from infra.notify.mail import SendError
from infra.notify.message import Message, Section
from infra.service_settings import ServiceSettings
from tests.notify.sinks import WebHook

PUBLIC, OWN = Channels(ServiceSettings()), Channels(ServiceSettings(private_addresses=True))
MESSAGE = Message("id", "table", "decision", "Subject", (Section("Title", ("A line.",)),))


@pytest.mark.parametrize(
    "url",
    [
        "json://localhost/x",
        "json://127.0.0.1/x",
        "json://127.1/x",
        "json://2130706433/",
        "json://0x7f.1/",
        "json://[::1]/",
        "json://[::ffff:10.0.0.1]/",
        "jsons://10.1.2.3:8443/",
        "json://192.168.0.1/",
        "json://169.254.169.254/latest/meta-data",
        "json://user:word@172.16.0.1/",
        "gotify://0.0.0.0/token",
        "json://[fe80::1]/",
        "json://[fd00::1]/",
        "ntfy://localhost/topic",
    ],
)
def test_an_address_into_a_private_network_is_refused_when_it_is_saved(url: str) -> None:
    with pytest.raises(AddressRefusedError, match="private network"):
        PUBLIC.check(url)


@pytest.mark.parametrize(
    "url",
    [
        "syslog://", "windows://", "dbus://", "gnome://", "macosx://", "exec://ls", "file:///etc/passwd", "rsyslog://h",
        "mqtt://host/topic", "http://example.org", "mailto:a@b.c,d@e.f", "mailto:a@b.c?bcc=d@e.f", "mailto:a@b.c\nBcc:x",
        "mailtos://user:pass@gmail.com", "smpp://a", "", "nonsense", "JSON", "javascript:alert(1)", "xmpp://a:b@c",
    ],
)  # fmt: skip
def test_what_is_no_service_that_is_allowed_is_refused_whatever_the_settings(url: str) -> None:
    for channels in (PUBLIC, OWN):
        with pytest.raises(AddressRefusedError):
            channels.check(url)
        with pytest.raises(SendError) as error:
            channels.send(MESSAGE, url, 0)
        assert error.value.lasting


@pytest.mark.parametrize(
    "query",
    ["template=/etc/passwd", "TEMPLATE=x", "attach=/etc/passwd", "rto=9999", "retry=99", "verify=no", "redirect=yes"],
)
def test_what_would_read_files_or_undo_our_limits_is_refused(query: str) -> None:
    for channels in (PUBLIC, OWN):
        with pytest.raises(AddressRefusedError, match="cannot say"):
            channels.check(f"discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js?{query}")


@pytest.mark.parametrize(
    "url",
    [
        "mailto:ada@example.org",
        "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js",
        "tgram://123456789:AAAABBBBCCCCDDDDEEEEFFFF1111222233334/12315544/",
        "ntfy://a-topic-of-mine",
        "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ/",
    ],
)
def test_known_services_are_accepted_without_asking_anybody(url: str) -> None:
    PUBLIC.check(url)


def test_every_service_that_is_allowed_is_one_that_the_library_knows() -> None:
    assert set(NotificationManager().schemas()) >= ALLOWED


def test_a_name_that_nobody_knows_is_refused_and_tells_nothing_of_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*arguments: object, **more: object) -> None:
        raise socket.gaierror("no such name")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(AddressRefusedError) as error:
        check_address("json://s3cret.invalid/s3cret", private=False)
    assert "s3cret" not in str(error.value)


@pytest.mark.parametrize(
    ("address", "private"),
    [
        ("8.8.8.8", False), ("2001:4860:4860::8888", False), ("127.0.0.1", True), ("10.0.0.1", True), ("100.64.0.1", True),
        ("224.0.0.1", True), ("::", True), ("::ffff:127.0.0.1", True), ("2002:7f00:1::", True), ("nonsense", True),
        ("fe80::1%eth0", True), ("255.255.255.255", True), ("192.0.2.1", True),
    ],
)  # fmt: skip
def test_which_addresses_are_private(address: str, private: bool) -> None:
    assert is_private(address) is private


def test_a_name_that_resolves_otherwise_when_it_is_used_leads_nowhere_private(
    hook: WebHook, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As where a name server answers the check with a public address, and the library with one of ours.
    monkeypatch.setattr(channels_module, "check_address", lambda url, private: None)
    with pytest.raises(SendError):
        PUBLIC.send(MESSAGE, hook.url, 0)
    assert not hook.came.is_set()
    OWN.send(MESSAGE, hook.url, 0)
    assert hook.came.is_set()


def test_a_service_cannot_send_us_on(hook: WebHook) -> None:
    hook.status, hook.location = 302, hook.url.replace("json", "http") + "/elsewhere"
    with pytest.raises(SendError, match="302"):
        OWN.send(MESSAGE, hook.url, 0)
    assert len(hook.posts) == 1


def test_the_guard_is_of_one_thread_and_ends_with_its_block(hook: WebHook) -> None:
    port = int(hook.url.split(":")[2].split("/")[0])

    def connects() -> bool:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=5).close()
        except AddressRefusedError:
            return False
        return True

    found: list[bool] = []
    with only_public():
        other = threading.Thread(target=lambda: found.append(connects()))
        other.start()
        other.join()
        found.append(connects())
    found.append(connects())
    assert found == [True, False, True]


def test_what_is_slow_together_goes_one_way() -> None:
    assert channel_of("mailto:a@b.c") == channel_of("mailto:d@e.f") == "mail"
    assert channel_of("json://host:1/a") == channel_of("json://user:x@host:1/b") != channel_of("json://host:2/a")
    assert channel_of("tgram://1:x/y") == "tgram"
