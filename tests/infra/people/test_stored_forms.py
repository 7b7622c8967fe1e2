"""What is stored of people, byte for byte: what was written once is read for ever."""

from typing import Any

import msgspec
import pytest

from infra.backup.frames import End, Entries, Entry, Head
from infra.backup.peoples_keys import KeysEnd, PersonKey
from infra.people.access import Access
from infra.people.invitations import _Row as InvitationRow
from infra.people.profile import Address, Notices, Profile, QuietHours
from infra.people.token_rows import TokenRow
from infra.streams import SealedText
from infra.streams.copying import StoredKey

SEALED = SealedText("ada", bytes(range(12)), bytes(16))

PROFILE = Profile(
    "person-1",
    "Ada",
    7,
    "Europe/Berlin",
    (Address("aaaaaaaa", "mailto:ada@example.org", "home", True),),
    Notices("digest", 480, QuietHours(1320, 420), False, False),
    {"t": Notices()},
    3,
    2,
)

FORMS: dict[str, Any] = {
    (
        "89a6706572736f6ea8706572736f6e2d31a46e616d65a3416461a573696e636507a974696d655f7a6f6e65ad4575726f7065"
        "2f4265726c696ea96164647265737365739184a26964a86161616161616161a375726cb66d61696c746f3a61646140657861"
        "6d706c652e6f7267a56c6162656ca4686f6d65a9636f6e6669726d6564c3a76e6f746963657385a47768656ea66469676573"
        "74a96469676573745f6174cd01e0a5717569657482a5626567696ecd0528a3656e64cd01a4a770696374757265c2a972656d"
        "696e64657273c2a67461626c657381a17485a47768656ea465616368a96469676573745f6174cd01e0a57175696574c0a770"
        "696374757265c3a972656d696e64657273c3a87265766973696f6e03af7265706c6965735f72656e6577656402"
    ): PROFILE,
    "93a3616461c40c000102030405060708090a0bc41000000000000000000000000000000000": SEALED,
    (
        "96a3616461a6706572736f6ec4200000000000000000000000000000000000000000000000000000000000000000050993a3"
        "616461c40c000102030405060708090a0bc41000000000000000000000000000000000"
    ): TokenRow("ada", "person", bytes(32), 5, 9, SEALED),
    "94a67075626c696392a3616461a362656ea568616e6e6181a365766507": Access("public", ("ada", "ben"), "hanna", {"eve": 7}),
    (
        "99c420000000000000000000000000000000000000000000000000000000000000000001a568616e6e610509a46b657074a361646108c3"
    ): InvitationRow(bytes(32), 1, "hanna", 5, 9, "kept", "ada", 8, True),
    "95a468656164a5736f756c73050281c40a706172746974696f6e73c40132": Head("souls", 5, 2, {b"partitions": b"2"}),
    "94a36c6f6700019194a17401ad7472756d70732f542e6f70656ec40178": Entries(0, 1, [Entry("t", 1, "trumps/T.open", b"x")]),
    "97a36b6579a670656f706c65a870726f66696c6573a4686173689192c40161c40162c40005": StoredKey(
        "people", "profiles", "hash", [[b"a", b"b"]], b"", 5
    ),
    "93a3656e640102": End(1, 2),
    "93a36b6579a3616461c4200000000000000000000000000000000000000000000000000000000000000000": PersonKey(
        "ada", bytes(32)
    ),
    "93a36b6579a3657665c0": PersonKey("eve", None),
    "93a3656e640502": KeysEnd(5, 2),
}


@pytest.mark.parametrize("golden", FORMS)
def test_the_form_of_what_is_stored_does_not_change(golden: str) -> None:
    value = FORMS[golden]
    assert msgspec.msgpack.encode(value).hex() == golden
    assert msgspec.msgpack.decode(bytes.fromhex(golden), type=type(value)) == value


def test_a_profile_from_before_a_field_was_added_is_read() -> None:
    old = {"person": "person-1", "name": "Ada"}
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(old), type=Profile) == Profile("person-1", "Ada")


def test_access_from_before_anybody_was_sent_away_is_read() -> None:
    old = bytes.fromhex("93a67075626c696392a3616461a362656ea568616e6e61")
    assert msgspec.msgpack.decode(old, type=Access) == Access("public", ("ada", "ben"), "hanna")


def test_an_invitation_from_before_accounts_were_made_with_them_has_none() -> None:
    old = msgspec.msgpack.encode((bytes(32), 1, "hanna", 5, 9, "kept", "ada", 8))
    assert not msgspec.msgpack.decode(old, type=InvitationRow).has_account


def test_a_mailbox_from_before_they_were_confirmed_is_not_confirmed() -> None:
    old = {"person": "person-1", "name": "Ada", "addresses": [{"id": "aaaaaaaa", "url": "mailto:ada@example.org"}]}
    (address,) = msgspec.msgpack.decode(msgspec.msgpack.encode(old), type=Profile).addresses
    assert not address.is_usable
