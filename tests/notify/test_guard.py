"""What nothing is ever sent to."""

import socket
import threading
from pathlib import Path

import pytest
import requests
from apprise.manager_plugins import NotificationManager
from apprise.plugins import url_to_dict

from infra.notify import channels as channels_module
from infra.notify.channels import Channels, channel_of
from infra.notify.guard import AddressRefusedError, check_address, is_private, only_public
from infra.notify.mail import SendError
from infra.notify.message import Message, Section
from infra.notify.parameters import ALLOWED
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
        "json://[64:ff9b::7f00:1]/",
        "json://[::7f00:1]/",
        "json:////127.0.0.1/x",
        "json://x@127.0.0.1@8.8.8.8/",
        "json://x@@127.0.0.1/",
    ],
)
def test_an_address_into_a_private_network_is_refused_when_it_is_saved(url: str) -> None:
    with pytest.raises(AddressRefusedError, match=r"private network|as its service wants"):
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


KNOWN = {
    "bark": "games.example/devicekey",
    "form": "games.example/x",
    "gotify": "games.example/A1b2C3d4E5f6G7h",
    "json": "ada:word@8.8.8.8:8443/x",
    "mastodon": "token@games.example/@ada",
    "matrix": "ada:word@games.example/%23room",
    "mmost": "games.example/3ccdd113474722377935511fc85d3dd4",
    "nctalk": "ada:word@games.example/room1",
    "ntfy": "games.example/topic",
    "rocket": "ada:word@games.example/%23channel",
    "signal": "games.example/+15555550100/+15555550101",
    "workflow": "games.example:443/643a03cf5e834e8a9d3f5a6f8e7f0a11/signature/",
    "zulip": "bot-name@org/a6mkt3kcj5n4u0sxwmnodg2u8xc0gm9d/channel",
    "discord": "4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js",
    "gchat": "workspace/key/token",
    "guilded": "4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js",
    "line": f"{'a' * 40}/U0123456789",
    "pbul": "a" * 34,
    "pover": f"{'u' * 30}@{'t' * 30}",
    "revolt": f"{'b' * 44}/channel1",
    "slack": "T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ/",
    "tgram": "123456789:AAAABBBBCCCCDDDDEEEEFFFF1111222233334/12315544/",
    "threema": "*THEGWID@secret/ABCDEFGH",
    "twist": "word:ada@games.example/12345/%23channel",
    "webex": f"{'a' * 80}/",
    "wxteams": f"{'a' * 80}/",
}
"""An address of each service, with the scheme for no TLS."""

TRICKS = (
    "?template=/tmp/x.json", "?a=b;template=/tmp/x.json", "?to=b;template=/tmp/x.json", "?%20template=/tmp/x.json",
    "?%74emplate=/tmp/x.json", "?TEMPLATE=x", "?+template=x", "?:template=x", "?-template=x", "?to=x&+X-Head=y",
    "?attach=/etc/passwd", "?retry=9", "?wait=60", "?verify=no", "?verify", "?overflow=split", "?rto=9999", "?cto=99",
    "?redirect=yes", "?store=yes", "?to=x;verify=no;overflow=split;retry=9;wait=60", "?to=x&&retry=9", "?&retry=9", "?=x",
    "?to=x?retry=9", "#?retry=9", "/#?retry=9", "?to=x#&retry=9", "?to=x%0Aretry=9", "?to=x%C2%85", "? retry=9", " ?retry=9",
    "?\tretry=9", "?re\try=9", "\\x", "?url=http://10.0.0.1", "?avatar_url=http://10.0.0.1/x", "?email=third@example.org",
    "?delay=9d", "?format=html", "?method=DELETE", "?botname=Souls",
)  # fmt: skip


@pytest.fixture
def names_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", lambda *a, **more: [(0, 0, 0, "", ("8.8.8.8", 0))])


@pytest.mark.usefixtures("names_known")
@pytest.mark.parametrize("scheme", sorted(ALLOWED))
def test_every_service_takes_its_address_and_no_trick_behind_it(scheme: str) -> None:
    url = f"{scheme}://{KNOWN.get(scheme) or KNOWN[scheme.removesuffix('s')]}"
    for channels in (PUBLIC, OWN):
        channels.check(url)
        for trick in TRICKS:
            with pytest.raises(AddressRefusedError):
                channels.check(url + trick)


@pytest.mark.parametrize(
    "url", [f"slack://{KNOWN['slack']}?to=x;template=FILE", "workflows://8.8.8.8:443/w/s/?;template=FILE"]
)
def test_a_file_of_this_machine_is_read_by_nobody_who_sends(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "x.json"
    file.write_text('{"attachments": ["a secret of this machine"], "blocks": []}')
    sent: list[object] = []
    monkeypatch.setattr(requests.Session, "request", lambda *arguments, **more: sent.append((arguments, more)))
    with pytest.raises(SendError) as error:
        OWN.send(MESSAGE, url.replace("FILE", str(file)), 0)
    assert error.value.lasting
    assert sent == []


def test_an_address_has_few_receivers() -> None:
    topics = "/".join(f"topic{number}" for number in range(5))
    OWN.check(f"ntfy://10.0.0.1/{topics}")
    with pytest.raises(AddressRefusedError, match="5 receivers at most"):
        OWN.check(f"ntfy://10.0.0.1/{topics}/one-more")
    with pytest.raises(AddressRefusedError, match="5 receivers at most"):
        OWN.check(f"ntfy://10.0.0.1/{topics}?to=one-more")


def test_what_is_checked_is_what_is_used(hook: WebHook) -> None:
    # Where a URL names two machines, the library takes the first, and others the last.
    host = hook.url.removeprefix("json://").partition("/")[0]
    OWN.send(MESSAGE, f"json://x@{host}@games.example/", 0)
    assert hook.came.is_set()
    with pytest.raises(SendError, match="private network"):
        PUBLIC.send(MESSAGE, f"json://x@{host}@8.8.8.8/", 0)
    assert len(hook.posts) == 1


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


def test_what_is_too_long_for_a_chat_comes_in_parts() -> None:
    read = check_address("discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js", private=False)
    parts = PUBLIC._service(read, MESSAGE)._apply_overflow("word " * 1_000, title="A title")
    assert sum(part["body"].count("word") for part in parts) == 1_000
    assert max(len(part["body"]) for part in parts) <= 2_000


def test_every_service_that_is_allowed_is_one_that_the_library_knows() -> None:
    assert set(NotificationManager().schemas()) >= ALLOWED.keys()


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
        ("fe80::1%eth0", True), ("255.255.255.255", True), ("192.0.2.1", True), ("64:ff9b::7f00:1", True),
        ("64:ff9b::808:808", True), ("64:ff9b:1::808:808", True), ("::7f00:1", True), ("::10.0.0.1", True), ("::1", True),
        ("::ffff:8.8.8.8", False), ("::808:808", False), ("fec0::1", True), ("feff::1", True), ("fd00::1", True),
        ("2002:808:808::", True), ("2001:0:4136:e378:8000:63bf:3fff:fdd2", True), ("ff0e::1", True), ("ff02::1", True),
        ("0.0.0.0", True), ("2001:db8::1", True), ("4000::1", True), ("100::1", True), ("240.0.0.1", True),
        ("169.254.169.254", True), ("2606:4700:4700::1111", False), ("1.1.1.1", False), ("::ffff:0:7f00:1", True),
    ],
)  # fmt: skip
def test_which_addresses_are_private(address: str, private: bool) -> None:
    assert is_private(address) is private


def test_a_name_that_resolves_otherwise_when_it_is_used_leads_nowhere_private(
    hook: WebHook, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As where a name server answers the check with a public address, and the library with one of ours.
    monkeypatch.setattr(channels_module, "check_address", lambda url, private: url_to_dict(url))
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
