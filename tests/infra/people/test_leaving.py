"""Whoever is forgotten gives up their seats first, so that no game waits for them."""

import random
from pathlib import Path

import pytest

from domain.table.lifecycle import AbandonTable, PauseTable, Phase, TakeSeat
from domain.table.messages import HOST
from infra.keyring import Keyring, KeyringError
from infra.people.leaving import Leaving
from infra.people.store import FORGOTTEN, PeopleStore
from tests.infra.disputed import sound
from tests.infra.house import House

PERSON = "person1"


@pytest.fixture
def leaving(house: House) -> Leaving:
    return Leaving(house.ledger)


@pytest.fixture
def leavers(people: PeopleStore, leaving: Leaving) -> PeopleStore:
    """People whose seats are given up before they are forgotten."""
    people.create("Wanda", person=PERSON)
    people.before_forgetting(leaving.leave_all)
    return people


def seat_of(house: House, table_id: str) -> tuple[str | None, bool]:
    """Who holds the seat that was the person's, and whether somebody resigned from it."""
    seat = house.ledger.current(table_id).seats[1]
    return seat.person, seat.resigned


def test_seats_are_left_before_the_game_and_resigned_in_it(leaving: Leaving, house: House) -> None:
    seated, begun, paused = house.seated(), house.begun(), house.begun("carcassonne")
    house.do(paused, HOST, PauseTable())
    elsewhere = house.opened()
    house.do(elsewhere, 0, TakeSeat(0, "sue"))
    before = house.bytes_of(elsewhere)
    leaving.leave_all(PERSON)
    assert [seat_of(house, one) for one in (seated, begun, paused)] == [(None, False), (None, True), (None, True)]
    assert house.ledger.current(seated).phase is Phase.OPEN
    assert house.bytes_of(elsewhere) == before
    versions = [house.ledger.current(one).version for one in (seated, begun, paused)]
    leaving.leave_all(PERSON)
    assert [house.ledger.current(one).version for one in (seated, begun, paused)] == versions
    assert house.ledger.table(seated).records[-1].law == "T-3"
    for table_id in (seated, begun, paused):
        sound(house.export(table_id))


def test_where_the_play_is_over_the_seat_stays(leaving: Leaving, house: House) -> None:
    finished, abandoned = house.begun(), house.begun()
    house.finish(finished, random.Random(1))
    house.do(abandoned, HOST, AbandonTable())
    before = [house.bytes_of(one) for one in (finished, abandoned)]
    leaving.leave_all(PERSON)
    assert [house.bytes_of(one) for one in (finished, abandoned)] == before


def test_a_table_that_cannot_be_read_holds_up_nobody(leaving: Leaving, house: House) -> None:
    tables = [house.begun() for _ in range(3)]
    broken, *others = sorted(tables)
    keys = house.ledger.partition(broken).recorder.keys
    house.client.delete(keys.stream(broken))
    house.client.xadd(keys.stream(broken), {"t": "trumps/T.open", "s": b"person1"}, id="1-1")
    house.client.hset(keys.heads, broken, 1)
    house.ledger._forget(broken)
    leaving.leave_all(PERSON)
    assert [seat_of(house, one) for one in others] == [(None, True)] * 2


def test_somebody_else_sits_down_and_the_game_goes_on(leavers: PeopleStore, house: House) -> None:
    table_id = house.begun()
    leavers.forget(PERSON)
    assert leavers.name(PERSON) == FORGOTTEN
    house.do(table_id, 1, TakeSeat(1, "zoe"))
    house.finish(table_id, random.Random(1))
    assert house.ledger.current(table_id).finished is not None
    sound(house.export(table_id))


def test_what_is_interrupted_is_finished_when_it_is_asked_again(
    leavers: PeopleStore, keyring: Keyring, house: House, tmp_path: Path
) -> None:
    first, second = house.begun(), house.begun()
    keys = tmp_path / "keys"
    away = keys.rename(tmp_path / "away")
    keys.write_text("no folder")
    with pytest.raises(KeyringError):
        leavers.forget(PERSON)
    keys.unlink()
    away.rename(keys)
    assert not leavers.is_forgotten(PERSON)
    assert leavers.name(PERSON) == "Wanda"
    third = house.begun()
    leavers.forget(PERSON)
    assert leavers.is_forgotten(PERSON)
    assert [seat_of(house, one) for one in (first, second, third)] == [(None, True)] * 3
