"""Profiles: made, changed by several at once, and forgotten."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest
from eventsourcing.persistence import DatabaseError

from infra.key_seal import Missing
from infra.keyring import ForgottenError, Keyring
from infra.people.addresses import AddressError, shown
from infra.people.profile import Notices, Profile
from infra.people.store import FORGOTTEN, PeopleError, PeopleStore, StaleProfileError, UnknownPersonError
from infra.streams import Connections, PeopleKeys
from tests.infra.house import House
from tests.infra.people.stored import holds

MAIL = "mailto:ada@example.org"
HOOK = "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js"


def test_a_person_is_found_again_as_they_were_made(people: PeopleStore, house: House) -> None:
    made = people.create("Ada Łovelace", time_zone="Europe/Berlin")
    assert made.person.startswith("person-")
    assert (made.name, made.time_zone, made.revision) == ("Ada Łovelace", "Europe/Berlin", 0)
    assert made.since > 1_700_000_000_000_000
    assert people.profile(made.person) == made
    assert people.name(made.person) == "Ada Łovelace"
    assert holds(house, "ovelace") == []


def test_names_need_not_be_unlike(people: PeopleStore) -> None:
    one, two = people.create("Ada"), people.create("Ada")
    assert one.person != two.person
    assert dict(people.people()) == {one.person: one, two.person: two}


def test_who_played_before_there_were_profiles_can_have_one(people: PeopleStore) -> None:
    assert people.create("Ada", person="person-1").person == "person-1"
    with pytest.raises(PeopleError, match="Person person-1 has a profile already"):
        people.create("Ada", person="person-1")


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "a\nb", "\u202egnirts", "a\x1b[2J", "\u2028", "\ud800"])
def test_what_is_no_name_is_told(people: PeopleStore, name: str) -> None:
    with pytest.raises(PeopleError, match="This cannot be a person: "):
        people.create(name)
    assert list(people.people()) == []


@pytest.mark.parametrize("zone", ["", "Mars/Base", "../etc/passwd", "/etc/passwd", "\0", "x" * 65])
def test_what_is_no_time_zone_is_told(people: PeopleStore, zone: str) -> None:
    with pytest.raises(PeopleError, match="This cannot be a person: "):
        people.create("Ada", time_zone=zone)


@pytest.mark.parametrize("person", ["", "../ada", "a b", "-x", "x" * 65])
def test_what_is_no_id_is_told(people: PeopleStore, person: str) -> None:
    with pytest.raises(PeopleError, match="This cannot be a person: "):
        people.create("Ada", person=person or " ")


def test_bots_have_names_and_no_profiles(people: PeopleStore) -> None:
    assert people.name("greedy-bot-00ff00ff") == "greedy bot"
    assert people.profile("random-bot-1") == Profile("random-bot-1", "random bot")
    for act in (lambda: people.create("X", person="greedy-bot-1"), lambda: people.forget("greedy-bot-1")):
        with pytest.raises(PeopleError, match="greedy-bot-1 is a bot"):
            act()


def test_nothing_is_known_of_who_is_not_here(people: PeopleStore) -> None:
    assert people.profile("person-9") is None
    assert people.look_up("person-9") == Missing("not here")
    assert people.name("person-9") == "person-9"
    assert people.name(None) == "nobody"
    with pytest.raises(UnknownPersonError):
        people.save(Profile("person-9", "Nine"))
    with pytest.raises(UnknownPersonError):
        people.change("person-9", lambda profile: profile)


@pytest.mark.parametrize("person", ["", "../ada", "a b", "x" * 65, "\ud800", "-", "ada\n"])
def test_of_what_is_nobodys_id_nothing_is_known(people: PeopleStore, person: str) -> None:
    assert people.profile(person) is None
    assert people.name(person) == person
    with pytest.raises(UnknownPersonError):
        people.rename(person, "Ada")


# --- Changing ---------------------------------------------------------------------------------------------------------


def test_who_saves_must_have_seen_the_last_revision(people: PeopleStore) -> None:
    made = people.create("Ada")
    saved = people.save(msgspec.structs.replace(made, name="Ada L."))
    assert (saved.revision, people.profile(made.person)) == (1, saved)
    with pytest.raises(StaleProfileError):
        people.save(msgspec.structs.replace(made, name="Older"))
    assert people.profile(made.person) == saved


def test_when_a_person_came_is_not_changed_by_saving(people: PeopleStore) -> None:
    made = people.create("Ada")
    assert people.save(msgspec.structs.replace(made, since=1)).since == made.since


def test_no_address_is_lost_where_several_add_one_at_once(people: PeopleStore) -> None:
    person = people.create("Ada").person
    urls = [f"mailto:ada{n}@example.org" for n in range(10)]
    with ThreadPoolExecutor(10) as pool:
        added = list(pool.map(lambda url: people.add_address(person, url), urls))
    profile = people.profile(person)
    assert profile is not None
    assert sorted(one.url for one in profile.addresses) == urls
    assert {one.id for one in added} == {one.id for one in profile.addresses}
    with pytest.raises(PeopleError, match="at most 10 addresses"):
        people.add_address(person, MAIL)


def test_an_address_that_is_there_is_not_added_twice_and_can_be_taken_away(people: PeopleStore) -> None:
    person = people.create("Ada").person
    added = people.add_address(person, MAIL, "home")
    assert people.add_address(person, MAIL, "work") == added
    assert people.remove_address(person, added.id)
    assert not people.remove_address(person, added.id)


def test_a_change_that_changes_nothing_is_not_saved(people: PeopleStore) -> None:
    made = people.create("Ada")
    assert people.change(made.person, lambda profile: profile) == made


def test_notices_can_differ_at_a_table(people: PeopleStore) -> None:
    made = people.create("Ada")
    people.save(msgspec.structs.replace(made, tables={"t": Notices("never")}))
    profile = people.profile(made.person)
    assert profile is not None
    assert (profile.notices_at("t").when, profile.notices_at("u").when) == ("never", "each")


# --- Addresses --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "told"),
    {
        MAIL: MAIL,
        HOOK: "discord://…",
        "tgram://123456789:abcdefg_hijklmnop/12315544": "tgram://…",
        "json://ada:s3cret@hooks.example.org:8080/deep/s3cret?x=s3cret": "json://hooks.example.org/…",
        "https://hooks.example.org/s3cret": "https://hooks.example.org/…",
        "mailtos://ada:s3cret@example.org?to=s3cret": "mailtos://example.org/…",
        "ntfy://s3cret": "ntfy://…",
        "JSONS://s3cret:s3cret@[::s3cret/": "jsons://…",
        "mailto:ada:s3cret@example.org": "…",
        "s3cret": "…",
        "": "…",
        "xml://a\x1b]8/s3cret": "…",
    }.items(),
)
def test_no_secret_of_an_address_is_shown(url: str, told: str) -> None:
    assert shown(url) == told
    assert "s3cret" not in told


def test_neither_profile_nor_address_tells_a_secret_in_a_log_line(people: PeopleStore) -> None:
    person = people.create("Ada").person
    address = people.add_address(person, HOOK)
    told = f"{people.profile(person)!r} {[people.profile(person)]} {address!r} {address} {[address]}"
    assert "JHM" not in told
    assert "417" not in told
    assert "Ada" not in told


@pytest.mark.parametrize(
    "url",
    [
        "",
        "ada",
        "ada@example.org",
        "mailto:",
        "mailto:a b@c",
        "mailto:a@b\r\nBcc: x@y",
        "x://a\0",
        "x://",
        "://x",
        "javascript:alert(1)",
        "mailto:a@b,c@d",
        "x://" + "y" * 1000,
    ],
)
def test_what_is_no_address_is_told_and_not_repeated(people: PeopleStore, url: str) -> None:
    person = people.create("Ada").person
    with pytest.raises((AddressError, PeopleError), match="ddress") as caught:
        people.add_address(person, url)
    assert len(url) < 10 or url not in str(caught.value)
    profile = people.profile(person)
    assert profile is not None
    assert profile.addresses == ()


# --- Forgetting -------------------------------------------------------------------------------------------------------


def test_who_is_forgotten_is_gone_and_stays_gone(people: PeopleStore, house: House) -> None:
    person, other = people.create("Ada").person, people.create("Ben")
    people.add_address(person, MAIL)
    assert not people.is_forgotten(person)
    for _ in range(2):
        people.forget(person)
        assert people.is_forgotten(person)
        assert people.profile(person) is None
        assert people.look_up(person) == Missing("forgotten")
        assert people.name(person) == FORGOTTEN
    assert holds(house, person) == []
    assert [profile for _, profile in people.people()] == [other]
    with pytest.raises(ForgottenError):
        people.create("Ada", person=person)


def test_a_copy_of_the_store_does_not_bring_back_who_was_forgotten(
    people: PeopleStore, house: House, connections: Connections
) -> None:
    person, key = people.create("Ada").person, PeopleKeys(house.namespace).profiles
    copy = house.client.hget(key, person)
    people.forget(person)
    house.client.hset(key, person, copy)
    assert people.profile(person) is None
    assert people.name(person) == FORGOTTEN
    assert dict(people.people()) == {person: Missing("forgotten")}


def test_what_else_knows_a_person_forgets_them_too_also_the_second_time(people: PeopleStore) -> None:
    told: list[str] = []
    people.when_forgotten(told.append)
    person = people.create("Ada").person
    people.forget(person)
    people.forget(person)
    assert told == [person, person]


def test_who_never_was_here_is_not_forgotten(people: PeopleStore, keyring: Keyring, tmp_path: Path) -> None:
    told: list[str] = []
    people.when_forgotten(told.append)
    people.create("Ada")
    with pytest.raises(UnknownPersonError, match=r"^Nothing is known here of person person-typo\.$"):
        people.forget("person-typo")
    assert told == []
    assert not people.is_forgotten("person-typo")
    assert len(list((tmp_path / "keys").iterdir())) == 1


def test_who_only_wrote_is_forgotten_too(people: PeopleStore, keyring: Keyring) -> None:
    keyring.key("person-1")
    people.forget("person-1")
    assert people.is_forgotten("person-1")


def test_who_has_a_profile_that_cannot_be_opened_is_forgotten_too(people: PeopleStore, tmp_path: Path) -> None:
    person = people.create("Ada").person
    for path in (tmp_path / "keys").iterdir():
        path.unlink()
    people.forget(person)
    assert people.is_forgotten(person)


def test_a_change_under_way_does_not_bring_back_who_is_forgotten_meanwhile(people: PeopleStore) -> None:
    person = people.create("Ada").person

    def slow(profile: Profile) -> Profile:
        people.forget(person)
        return msgspec.structs.replace(profile, name="Ada L.")

    with pytest.raises(UnknownPersonError):
        people.change(person, slow)
    assert people.profile(person) is None


# --- What was changed -------------------------------------------------------------------------------------------------


def test_a_profile_is_not_passed_off_as_somebody_elses(people: PeopleStore, house: House) -> None:
    ada, ben = people.create("Ada").person, people.create("Ben").person
    key = PeopleKeys(house.namespace).profiles
    house.client.hset(key, ben, house.client.hget(key, ada))
    assert people.look_up(ben) == Missing("unreadable")
    assert people.name(ben) == ben
    house.client.hset(key, ada, b"broken")
    assert dict(people.people()) == dict.fromkeys((ada, ben), Missing("unreadable"))


def test_with_other_keys_nothing_is_read(
    people: PeopleStore, house: House, connections: Connections, tmp_path: Path
) -> None:
    person = people.create("Ada").person
    elsewhere = PeopleStore(connections, house.namespace, Keyring(tmp_path / "other"))
    assert elsewhere.look_up(person) == Missing("unreadable")


def test_a_key_of_another_kind_is_told(people: PeopleStore, house: House) -> None:
    house.client.set(PeopleKeys(house.namespace).profiles, "x")
    with pytest.raises(DatabaseError, match="Cannot read the profiles: a key holds another type of value"):
        people.profile("person-1")
