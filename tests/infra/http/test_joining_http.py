"""Who comes to a table over HTTP and who goes: links that are used, spectators who are sent away, seats that are taken."""

import pytest

from tests.infra.http.asking import Person, Seated, Site, problem


@pytest.fixture
def at(site: Site) -> Seated:
    return site.table()


def invited(at: Seated, seat: int | None = None) -> str:
    """The path of a link to a table."""
    return f"/invitations/{at.host.post(f'{at.path}/invitations', seat=seat)['token']}"


def dropped(by: Person, at: Seated, person: str) -> int:
    """The status that is answered where somebody is to look no more."""
    return by.ask("DELETE", f"{at.path}/spectators/{person}").status_code


def test_a_link_is_asked_for_again_without_harm_and_opens_nothing_for_who_was_sent_away(site: Site, at: Seated) -> None:
    sue, link = site.person("Sue"), invited(at)
    assert sue.post(link) == sue.post(link)
    assert dropped(at.host, at, sue.id) == 204
    assert sue.unseen(404, at.path)["code"] == "TABLE_NOT_FOUND"
    assert sue.refused(410, link)["code"] == "INVITATION_USED"
    assert sue.unseen(404, at.path)["code"] == "TABLE_NOT_FOUND"
    assert sue.post(invited(at))["roles"] == ["person", "spectator"]


def test_a_link_to_a_seat_that_was_left_is_used(site: Site) -> None:
    host, ada = site.person("Hanna"), site.person("Ada")
    path = f"/tables/{host.post('/tables', game='trumps', seats=2)['table']}"
    link = f"/invitations/{host.post(f'{path}/invitations', seat=0)['token']}"
    assert ada.post(link)["yours"] == ada.post(link)["yours"] == [0]
    version = host.get(path)["version"]
    ada.post(f"{path}/commands", command={"command": "LeaveSeat", "seat": 0}, expected=version)
    assert ada.refused(410, link)["code"] == "INVITATION_USED"


def test_who_has_held_a_seat_is_sent_away_and_may_come_back(site: Site, at: Seated) -> None:
    ada = at.seats[0]
    assert problem(404, at.host.ask("DELETE", f"{at.path}/spectators/{ada.id}"))["code"] == "NO_SUCH_SPECTATOR"
    at.do(ada, "Resign")
    assert ada.get(at.path)["roles"] == ["person", "spectator"]
    assert dropped(at.host, at, ada.id) == 204
    for path in (at.path, f"{at.path}/log", f"{at.path}/board"):
        assert ada.unseen(404, path)["code"] == "TABLE_NOT_FOUND"
    assert dropped(at.host, at, ada.id) == 404
    ada.post(invited(at))
    assert dropped(at.host, at, ada.id) == 204
    assert ada.unseen(404, at.path)["code"] == "TABLE_NOT_FOUND"
    assert ada.post(invited(at, 0))["yours"] == [0]
    at.do(ada, "Resign")
    assert ada.get(at.path)["roles"] == ["person", "spectator"]


def test_who_has_held_a_seat_goes(at: Seated) -> None:
    ada, bob = at.seats
    at.do(ada, "Resign")
    assert dropped(ada, at, bob.id) == 403
    assert dropped(ada, at, ada.id) == 204
    assert ada.unseen(404, at.path)["code"] == "TABLE_NOT_FOUND"


def test_who_is_no_spectator_is_not_sent_away(site: Site, at: Seated) -> None:
    for person in (site.person("Zoe").id, "person-0123456789abcdef", "nobody", at.arbiter.id, at.host.id):
        answer = at.host.ask("DELETE", f"{at.path}/spectators/{person}")
        assert problem(404, answer)["code"] == "NO_SUCH_SPECTATOR"


def test_nobody_is_invited_to_a_seat_that_is_taken(at: Seated) -> None:
    told = at.host.refused(422, f"{at.path}/invitations", seat=1)
    assert (told["code"], told["detail"]) == ("SEAT_TAKEN", "The seat east is taken. [T-2]")
    at.do(at.seats[1], "Resign")
    assert at.host.post(f"{at.path}/invitations", seat=1)["invitation"]["seat"] == 1


def test_a_refusal_names_people_as_records_do(site: Site) -> None:
    host = site.person("Hanna")
    path = f"/tables/{host.post('/tables', game='trumps', seats=2, seat=0)['table']}"
    told = host.refused(422, f"{path}/seats/1/mine")
    assert (told["detail"], told["arguments"]) == (
        "Hanna already holds a seat at this table. [T-2]", {"person": host.id},
    )  # fmt: skip
    link = f"/invitations/{host.post(f'{path}/invitations', seat=1)['token']}"
    assert host.refused(422, link)["detail"] == "Hanna already holds a seat at this table. [T-2]"
    sentences = [one["sentence"] for one in host.get(f"{path}/refusals")["items"]]
    assert sentences
    assert not [sentence for sentence in sentences if "erson-" in sentence]
