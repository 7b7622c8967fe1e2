"""Who may look at a table, and what somebody is there."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from eventsourcing.persistence import DatabaseError

from domain.table.lifecycle import Resign, TakeSeat
from infra.people.access import (
    MOST_SPECTATORS,
    Access,
    Role,
    TableAccess,
    TooManySpectatorsError,
    role_of,
    sat_until,
)
from infra.people.profile import PeopleError
from tests.infra.house import House
from tests.infra.people.stored import holds

MEMBERS, PUBLIC = Access(spectators=("sue",)), Access("public")

CASES: list[tuple[str | None, Access, bool, set[Role]]] = [
    ("person0", MEMBERS, False, {0}),
    ("person1", MEMBERS, False, {1}),
    ("hanna", MEMBERS, False, {"host"}),
    ("arno", MEMBERS, False, {"arbiter"}),
    ("sue", MEMBERS, False, {"spectator"}),
    ("eve", MEMBERS, False, {"stranger"}),
    (None, MEMBERS, False, {"stranger"}),
    (None, MEMBERS, True, {"operator"}),
    ("eve", MEMBERS, True, {"operator"}),
    ("person0", MEMBERS, True, {0, "operator"}),
    ("eve", PUBLIC, False, {"spectator"}),
    (None, PUBLIC, False, {"spectator"}),
    ("person1", PUBLIC, False, {1, "spectator"}),
    ("sue", PUBLIC, True, {"spectator", "operator"}),
]


def test_everybody_is_at_a_table_what_they_are(house: House) -> None:
    table = house.ledger.current(house.seated())
    for person, access, operator, roles in CASES:
        assert role_of(table, person, access, operator=operator) == roles, (person, access, operator)


def test_one_person_can_be_several_things(house: House) -> None:
    table = house.ledger.current(house.seated(host="person1", arbiter="person0"))
    assert role_of(table, "person1", Access()) == {1, "host"}
    assert role_of(table, "person0", Access(spectators=("person0",))) == {0, "arbiter", "spectator"}


def test_nobody_sits_on_an_empty_seat(house: House) -> None:
    assert role_of(house.ledger.current(house.opened(arbiter=None)), None, Access()) == {"stranger"}


def test_a_table_of_which_nothing_is_kept_is_for_its_members(access: TableAccess) -> None:
    assert access.of("table1") == Access("members", (), None)


def test_who_opened_a_table_says_who_may_look(access: TableAccess) -> None:
    assert access.open("table1", "hanna") == Access("members", (), "hanna")
    assert access.show("table1", "public") == access.of("table1") == Access("public", (), "hanna")
    assert access.of("table2") == Access()


def test_spectators_come_and_go(access: TableAccess) -> None:
    access.add_spectator("table1", "sue")
    access.add_spectator("table1", "ben")
    assert access.add_spectator("table1", "sue").spectators == ("sue", "ben")
    access.add_spectator("table2", "sue")
    assert access.watched_by("sue") == ["table1", "table2"]
    assert access.remove_spectator("table1", "sue").spectators == ("ben",)
    assert access.remove_spectator("table1", "sue").spectators == ("ben",)
    assert access.watched_by("sue") == ["table2"]


def test_no_spectator_is_lost_where_several_come_at_once(access: TableAccess) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: access.add_spectator("table1", f"person{n}"), range(16)))
    assert sorted(access.of("table1").spectators) == sorted(f"person{n}" for n in range(16))


def test_a_table_has_so_many_spectators(access: TableAccess) -> None:
    for n in range(MOST_SPECTATORS):
        access.add_spectator("table1", f"person{n}")
    with pytest.raises(TooManySpectatorsError, match="Table table1 has 200 spectators, and no more fit"):
        access.add_spectator("table1", "sue")


@pytest.mark.parametrize("person", ["", "../x", "a b", "x" * 65, "\ud800"])
def test_what_is_nobodys_id_spoils_nothing(access: TableAccess, person: str) -> None:
    for act in (access.open, access.add_spectator):
        with pytest.raises(PeopleError, match="is not a person's id"):
            act("table1", person)
    assert access.remove_spectator("table1", person) == access.of("table1") == Access()


def test_who_is_forgotten_is_in_no_access_any_more(access: TableAccess, house: House) -> None:
    access.open("table1", "wanda", "public")
    access.add_spectator("table2", "wanda")
    access.add_spectator("table2", "ben")
    access.forget("wanda")
    access.forget("wanda")
    assert access.of("table1") == Access("public", (), None)
    assert access.of("table2").spectators == ("ben",)
    assert holds(house, "wanda") == []


def test_access_that_is_not_readable_lets_nobody_in(access: TableAccess, house: House) -> None:
    house.client.hset(house.ledger.partition("table1").recorder.keys.access, "table1", b"broken")
    with pytest.raises(DatabaseError, match="Who may look at table table1 is not readable"):
        access.of("table1")


def test_who_has_left_a_seat_looks_on_until_they_are_sent_away(access: TableAccess, house: House) -> None:
    table_id = house.begun()
    assert sat_until(house.ledger.current(table_id), "person1", Access()) == 0
    house.do(table_id, 1, Resign())
    table = house.ledger.current(table_id)
    assert sat_until(table, "person1", Access()) == table.version
    for nobody in ("hanna", "arno", "sue"):
        assert sat_until(table, nobody, Access()) == 0
    away = access.remove_spectator(table_id, "person1", table.version)
    assert sat_until(table, "person1", away) == 0
    assert access.remove_spectator(table_id, "person1") == away
    house.do(table_id, 1, TakeSeat(1, "person1"))
    house.do(table_id, 1, Resign())
    assert sat_until(house.ledger.current(table_id), "person1", away) > table.version
    access.forget("person1")
    assert access.of(table_id) == Access()
