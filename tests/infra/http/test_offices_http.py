"""Who is host or arbiter of a game that hides something takes no seat in it any more."""

import pytest

from tests.infra.http.asking import Person, Seated, Site


@pytest.fixture
def left(site: Site) -> Seated:
    """A game that hides something, in which somebody has resigned."""
    table = site.table("trumps")
    table.do(table.seats[1], "Resign")
    return table


def invited(table: Seated, person: Person) -> dict[str, object]:
    """Why a person who is invited to the vacant seat may not take it."""
    link = table.host.post(f"{table.path}/invitations", seat=1)
    return person.refused(403, f"/invitations/{link['token']}")


def test_the_host_takes_no_vacant_seat(left: Seated) -> None:
    told = left.host.refused(403, f"{left.path}/seats/1/mine")
    assert (told["code"], told["clause"]) == ("OFFICE_LOOKS", "T-2")
    assert invited(left, left.host)["code"] == "OFFICE_LOOKS"
    left.host.post(f"{left.path}/seats/1/bot", kind="random")


def test_an_arbiter_who_has_read_everything_takes_no_seat(site: Site, left: Seated) -> None:
    roll = left.do(left.seats[0], "Nudge", steps=1)["first"]
    left.seats[0].post(f"{left.path}/contests", record=roll, clause="TOY-4")
    assert left.arbiter.get(f"{left.path}/contests/1/case", whole="true")["reader"] == "neutral"
    assert invited(left, left.arbiter)["code"] == "OFFICE_LOOKS"
    zoe, link = site.person("Zoe"), left.host.post(f"{left.path}/invitations", seat=1)
    assert zoe.post(f"/invitations/{link['token']}")["yours"] == [1]


def test_before_the_game_begins_the_host_sits_down_where_it_likes(site: Site) -> None:
    host = site.person("Hanna")
    path = f"/tables/{host.post('/tables', game='trumps', seats=2)['table']}"
    host.post(f"{path}/seats/1/mine")
    assert host.get(path)["yours"] == [1]
