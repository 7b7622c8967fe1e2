"""Disputes over HTTP: from a contest to an appeal and its export, by whom they may be carried on, and what is wrong input."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.infra.http.asking import Person, Seated, Site


def rolled(site: Site, **arranged: Any) -> tuple[Seated, int]:
    """A table at which the first seat has rolled, and the version of that record."""
    table = site.table(arranged={"judge": "arbiter", **arranged}, rounds=3)
    return table, int(table.do(table.seats[0], "RollDie")["first"])


def contested(site: Site, **arranged: Any) -> tuple[Seated, int, str]:
    """Such a table where the second seat contests the roll, the version of the roll, and the contest's path."""
    table, roll = rolled(site, **arranged)
    answer = table.seats[1].post(
        f"{table.path}/contests", record=roll, clause="TOY-4", because="That die was cocked.", expected=table.version
    )
    assert answer["contest"]["number"] == 1
    return table, roll, f"{table.path}/contests/1"


@pytest.fixture(scope="module")
def one(site: Site) -> tuple[Seated, int, str]:
    """One contested table for all that changes nothing there."""
    return contested(site)


def test_a_whole_dispute_from_contest_to_appeal_and_export(site: Site) -> None:
    table, roll, path = contested(site)
    north, east = table.seats
    told = north.get(path)["contest"]
    assert (told["status"], told["by"], told["contested"]["version"]) == ("open", 1, roll)
    assert told["argument"]["text"] == "That die was cocked."
    assert told["cited"]["clause"] == "TOY-4"
    assert {step["act"] for step in told["next"]} == {"settle", "rule", "evidence", "withdraw"}

    told = north.post(f"{path}/evidence", text="It lay flat.", records=[roll])["contest"]
    assert [(one["by"], one["text"]["text"], one["records"]) for one in told["evidence"]] == [
        (0, "It lay flat.", [roll])
    ]

    proposed = north.post(f"{path}/settlements", remedy={"points": {"east": 1}}, expected=table.version)["contest"]
    assert proposed["settlement"]["asked"] == [1]
    declined = east.post(f"{path}/settlements/answer", agree=False, expected=table.version)["contest"]
    assert declined["settlement"] is None

    remedy = {"points": {"0": -1, "east": 2}}
    ahead = table.arbiter.post(f"{path}/rulings", outcome="overturned", remedy=remedy, dry_run=True)
    assert ahead["done"] is None
    assert ahead["contest"]["rulings"] == []
    assert [new - old for old, new in zip(ahead["outlook"]["before"], ahead["outlook"]["after"], strict=True)] == [
        -1,
        2,
    ]
    ruled = table.arbiter.post(
        f"{path}/rulings", outcome="overturned", remedy=remedy, reasons="It was.", expected=table.version
    )
    assert ruled["contest"]["status"] == "overturned"
    [ruling] = ruled["contest"]["rulings"]
    assert (ruling["reasons"]["text"], ruling["remedy"]["points"], ruling["judge"]) == ("It was.", [-1, 2], "arbiter")
    assert [line["event"] for line in ruled["done"]["records"]] == ["Ruled", "ScoreAdjusted", "ScoreAdjusted"]

    appealed = north.post(f"{path}/appeal", because="I saw it.", expected=table.version)["contest"]
    assert (appealed["status"], appealed["appeal"]["text"]) == ("appealed", "I saw it.")
    voting = north.post(f"{path}/rulings", outcome="upheld", as_vote=True, expected=table.version)["contest"]
    assert voting["vote"]["voters"] == [0, 1]
    north.post(f"{path}/votes", choice="yes", expected=table.version)
    over = east.post(f"{path}/votes", choice="yes", expected=table.version)["contest"]
    assert (over["status"], over["rulings"][1]["final"], over["next"]) == ("upheld", True, [])
    assert table.host.get(f"{table.path}/log", limit=500)["items"][-1]["event"] == "Undone"  # the points are taken back

    table.do(east, "RollDie")
    while table.host.get(table.path)["phase"] == "begun":
        [awaited] = [one for one in table.host.get(table.path)["awaited"] if one["kind"] == "turn"]
        table.do(table.seats[awaited["seat"]], "RollDie")
    export = north.ask("GET", f"{table.path}/export", params={"whole": "true"})
    assert export.status_code == 200
    assert len(export.content) > 1_000
    [precedent] = [one for one in north.get("/precedents")["items"] if one["precedent"]["table"] == table.id]
    assert precedent["argument"] == "That die was cocked."
    told = site.stranger.ask("GET", "/precedents").text
    assert '"withheld":true' in told
    assert table.id not in told
    assert "That die was cocked." not in told


def test_contests_are_listed_by_pages(site: Site) -> None:
    table, roll = rolled(site)
    for clause in ("TOY-1", "TOY-2", "TOY-4"):
        table.seats[1].post(f"{table.path}/contests", record=roll, clause=clause)
    first = table.host.get(f"{table.path}/contests", limit=2)
    assert ([one["number"] for one in first["items"]], first["next"]) == ([1, 2], "2")
    last = table.host.get(f"{table.path}/contests", limit=2, after=first["next"])
    assert ([one["number"] for one in last["items"]], last["next"]) == ([3], None)


def test_a_contest_is_created_with_its_place(site: Site) -> None:
    table, roll = rolled(site)
    answer = table.seats[1].ask("POST", f"{table.path}/contests", {"record": roll, "clause": "TOY-4"})
    assert (answer.status_code, answer.headers["location"]) == (201, f"{table.path}/contests/1")
    assert table.seats[0].get(answer.headers["location"])["contest"]["argument"] is None


def test_a_contest_is_withdrawn_by_its_own_seat(site: Site) -> None:
    table, _, path = contested(site)
    refused = table.seats[0].refused(422, f"{path}/withdraw", expected=table.version)
    assert refused["clause"] == "T-63"
    told = table.seats[1].post(f"{path}/withdraw", expected=table.version)["contest"]
    assert (told["status"], told["next"]) == ("withdrawn", [])


def test_parties_settle_by_going_back_and_making_later_moves_again(site: Site) -> None:
    table, _, path = contested(site)
    north, east = table.seats
    remedy = {"rewind": "before"}
    ahead = north.post(f"{path}/settlements", remedy=remedy, dry_run=True)["outlook"]
    assert [move["again"] for move in ahead["moves"]] == [False]
    north.post(f"{path}/settlements", remedy=remedy, expected=table.version)
    settled = east.post(f"{path}/settlements/answer", agree=True, expected=table.version)
    assert settled["contest"]["status"] == "settled"
    assert table.host.get(table.path)["awaited"][0]["seat"] == 0


def test_an_arbiter_who_is_a_party_rules_where_all_accept_that(site: Site) -> None:
    host, other = site.person("Hanna"), site.person("Otto")
    card = host.post("/tables", game="trumps", seats=2, seat=0, options={"rounds": 3})
    path = f"/tables/{card['table']}"
    other.post(f"/invitations/{host.post(f'{path}/invitations', seat=1)['token']}")

    def expected() -> int:
        return int(host.get(path)["version"])

    host.post(f"{path}/commands", command={"command": "BeginGame"}, expected=expected(), as_="host")
    roll = host.post(f"{path}/commands", command={"command": "RollDie"}, expected=expected(), as_="0")["first"]
    other.post(f"{path}/contests", record=roll, clause="TOY-4")
    ruling = {"outcome": "upheld", "expected": expected()}
    assert host.refused(422, f"{path}/contests/1/rulings", **ruling)["clause"] == "T-62"
    told = other.post(f"{path}/contests/1/accept-arbiter", expected=expected())["contest"]
    assert told["accepted"] == [1]
    told = host.post(f"{path}/contests/1/rulings", outcome="upheld", expected=expected())["contest"]
    assert told["status"] == "upheld"


# --- Who may ---------------------------------------------------------------------------------------------------------


def test_only_members_dispute_and_only_lookers_read(site: Site) -> None:
    table, roll, path = contested(site)
    passer_by = site.person("Paula")
    asked = {
        f"{table.path}/contests": {"record": roll, "clause": "TOY-1"},
        f"{path}/evidence": {"text": "I was not there."},
        f"{path}/withdraw": {"expected": 1},
        f"{path}/settlements": {"expected": 1},
        f"{path}/settlements/answer": {"agree": True, "expected": 1},
        f"{path}/accept-arbiter": {"expected": 1},
        f"{path}/rulings": {"outcome": "upheld", "expected": 1},
        f"{path}/votes": {"choice": "yes", "expected": 1},
        f"{path}/appeal": {"expected": 1},
        f"{path}/counterfactual": {},
        f"{table.path}/undo": {"expected": 1},
        f"{table.path}/undo/preview": {},
        f"{table.path}/redo": {"expected": 1},
    }
    read = (f"{table.path}/contests", path, f"{path}/case", f"{path}/case.html", f"{table.path}/refusals")
    for where, data in asked.items():
        site.stranger.refused(401, where, **data)
        passer_by.refused(404, where, **data)
    for where in (*read, f"{table.path}/orders"):
        site.stranger.unseen(401, where)
        passer_by.unseen(404, where)
    assert table.host.ask("PUT", f"{table.path}/access", {"visibility": "public"}).status_code == 200
    for where in read[:3]:
        assert passer_by.get(where)
        assert site.stranger.get(where)
    for where in (f"{table.path}/refusals", f"{table.path}/orders"):
        passer_by.unseen(403, where)
    for where, data in asked.items():
        passer_by.refused(403, where, **data)


def test_nobody_speaks_as_somebody_else(site: Site) -> None:
    table, roll, path = contested(site)
    north, east = table.seats
    north.refused(403, f"{path}/rulings", outcome="upheld", expected=table.version)
    north.refused(403, f"{path}/rulings", outcome="upheld", expected=table.version, as_="arbiter")
    north.refused(403, f"{table.path}/contests", record=roll, clause="TOY-1", as_="east")
    table.arbiter.refused(403, f"{path}/votes", choice="yes", expected=table.version)
    table.arbiter.refused(403, f"{table.path}/contests", record=roll, clause="TOY-1")
    assert north.refused(422, f"{path}/settlements/answer", agree=True, expected=table.version)["clause"] == "T-54"
    east.unseen(403, f"{table.path}/refusals", as_="north")
    east.unseen(403, f"{table.path}/refusals", as_="arbiter")
    east.unseen(403, f"{path}/case", as_="north")
    east.unseen(403, path, as_="north")


# --- Texts -----------------------------------------------------------------------------------------------------------


def texts(person: Person, table: Seated) -> int:
    """How many texts of a person are kept at a table."""
    return len([one for one in person.get("/me/data")["texts"] if one["table"] == table.id])


def test_a_text_goes_again_where_its_command_is_refused(site: Site) -> None:
    table, roll, path = contested(site)
    east = table.seats[1]
    before = texts(east, table)
    again = east.refused(422, f"{table.path}/contests", record=roll, clause="TOY-4", because="Once more.")
    assert again["code"] == "CONTESTED_ALREADY"
    east.refused(422, f"{path}/appeal", because="Too early.", expected=table.version)
    east.refused(409, f"{path}/evidence", text="Late.", expected=1)
    assert texts(east, table) == before == 1


@pytest.mark.parametrize(
    ("text", "status", "code"),
    [
        ("  \n", 422, "NO_TEXT"),
        ("bell \x07", 422, "BAD_TEXT"),
        ("\u202edekcoC", 422, "BAD_TEXT"),
        ("x" * 10_001, 400, "UNREADABLE"),
        (7, 400, "UNREADABLE"),
    ],
    ids=["blank", "unwritable", "turned around", "too long", "no text"],
)
def test_what_is_no_text_is_said(site: Site, text: object, status: int, code: str) -> None:
    table, _, path = contested(site)
    assert table.seats[0].refused(status, f"{path}/evidence", text=text)["code"] == code


def test_a_command_with_a_text_is_done_once_under_its_id(site: Site) -> None:
    table, roll = rolled(site)
    east = table.seats[1]
    because = "Cocked.\r\nLook at it."
    asked = {"record": roll, "clause": "TOY-4", "because": because, "id": "contest-1", "expected": table.version}
    first, again = (east.post(f"{table.path}/contests", **asked) for _ in range(2))
    assert not first["done"]["repeated"]
    assert again["done"]["repeated"]
    assert first["contest"] == again["contest"]
    assert first["contest"]["argument"]["text"] == "Cocked.\nLook at it."
    assert texts(east, table) == 1
    other = east.refused(409, f"{table.path}/contests", **{**asked, "because": "Something else."})
    assert other["code"] == "COMMAND_ID_REUSED"
    assert texts(east, table) == 1


def test_what_names_its_records_is_added_whatever_others_do_meanwhile(site: Site) -> None:
    table, _, path = contested(site)
    with ThreadPoolExecutor(12) as pool:
        answers = list(
            pool.map(lambda n: table.seats[n % 2].ask("POST", f"{path}/evidence", {"text": f"{n}"}), range(24))
        )
    assert {answer.status_code for answer in answers} == {200}
    told = {one["text"]["text"] for one in table.host.get(path)["contest"]["evidence"]}
    assert told == set(map(str, range(24)))


def test_what_is_asked_many_times_at_once_under_one_id_is_done_once(site: Site) -> None:
    table, _, path = contested(site)
    north = table.seats[0]
    asked = {"text": "Only once.", "id": "evidence-1"}
    with ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(lambda _: north.ask("POST", f"{path}/evidence", asked), range(24)))
    assert {answer.status_code for answer in answers} == {200}
    assert [answer.json()["done"]["repeated"] for answer in answers].count(False) == 1
    assert len(table.host.get(path)["contest"]["evidence"]) == texts(north, table) == 1


# --- Wrong input -----------------------------------------------------------------------------------------------------


def test_a_contest_that_is_not_there(site: Site) -> None:
    table, _, _ = contested(site)
    north = table.seats[0]
    for number in (2, 10_000):
        path = f"{table.path}/contests/{number}"
        assert north.unseen(404, path)["code"] == "NO_SUCH_CONTEST"
        assert north.unseen(404, f"{path}/case")["code"] == "NO_SUCH_CONTEST"
        assert north.refused(404, f"{path}/evidence", text="?")["code"] == "NO_SUCH_CONTEST"
        assert north.refused(404, f"{path}/votes", choice="yes", expected=1)["code"] == "NO_SUCH_CONTEST"
        assert north.refused(404, f"{path}/counterfactual")["code"] == "NO_SUCH_CONTEST"
    for number in ("0", "-1", "10001", "9" * 400, "1.5", "x"):
        answer = north.ask("GET", f"{table.path}/contests/{number}")
        assert answer.status_code in (400, 404), (number, answer.text)


@pytest.mark.parametrize(
    "wrong",
    [
        {"outcome": "perhaps"},
        {"outcome": "upheld", "rewind": 1},
        {"outcome": "upheld", "dry_run": 1},
        {"outcome": "upheld", "remedy": {"rewind": "12"}},
        {"outcome": "overturned", "remedy": {"points": {"north": 10_001}}},
        {"outcome": "overturned", "remedy": {"points": [1, 2]}},
        {"outcome": "overturned", "remedy": {"rewind": -1}},
        {"outcome": "overturned", "remedy": {"rewind": 10**30}},
        {"outcome": "overturned", "remedy": {"rewind": "yesterday"}},
        {"outcome": "overturned", "remedy": {"correction": []}},
        {"outcome": "overturned", "remedy": {"correction": "x"}},
        {"outcome": "overturned", "remedy": {"seats": 1}},
        {"outcome": "overturned", "expected": 10**30},
        {"outcome": "overturned", "id": "a b"},
    ],
    ids=str,
)
def test_what_is_no_ruling_cannot_be_read(one: tuple[Seated, int, str], wrong: dict[str, Any]) -> None:
    table, _, path = one
    table.arbiter.refused(400, f"{path}/rulings", **{"expected": 1, **wrong})


@pytest.mark.parametrize(
    ("remedy", "status", "code"),
    [
        ({"points": {"nobody": 1}}, 404, "NO_SUCH_SEAT"),
        ({"points": {"0": 1, "north": 2}}, 422, "NO_REMEDY"),
        ({"reapply": True}, 422, "NO_REMEDY"),
        ({"correction": [{"event": "Nothing"}]}, 422, "NO_CORRECTION"),
        ({"correction": [{}]}, 422, "NO_CORRECTION"),
        ({"correction": [{"event": "Nudged", "seat": 10**30}]}, 422, "NO_CORRECTION"),
        ({"rewind": 10**9}, 422, "NO_SUCH_POINT"),
        ({}, 422, "REMEDY_NEEDED"),
    ],
    ids=str,
)
def test_what_is_no_remedy_is_said(
    one: tuple[Seated, int, str], remedy: dict[str, Any], status: int, code: str
) -> None:
    table, _, path = one
    for dry in (True, False):
        told = table.arbiter.refused(
            status, f"{path}/rulings", outcome="overturned", remedy=remedy, dry_run=dry, expected=table.version
        )
        assert told["code"] == code


def test_versions_are_to_be_said_and_to_be_the_latest(one: tuple[Seated, int, str]) -> None:
    table, _, path = one
    version = table.version
    assert table.arbiter.refused(428, f"{path}/rulings", outcome="upheld")["code"] == "VERSION_NEEDED"
    stale = table.arbiter.refused(409, f"{path}/rulings", outcome="upheld", expected=version - 1)
    assert (stale["code"], stale["version"], len(stale["since"])) == ("STALE_VERSION", version, 1)
    assert table.arbiter.refused(409, f"{path}/rulings", outcome="upheld", expected=version + 9)["code"]


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"clause": "TOY-4"}, 422, "NOT_ONE"),
        ({"record": 1, "refusal": "1-0", "clause": "TOY-4"}, 422, "NOT_ONE"),
        ({"record": 10**9, "clause": "TOY-4"}, 422, "NO_SUCH_RECORD"),
        ({"record": 0, "clause": "TOY-4"}, 400, "UNREADABLE"),
        ({"record": 1, "clause": "TOY-99"}, 422, "UNKNOWN_CLAUSE"),
        ({"record": 1, "clause": ""}, 400, "UNREADABLE"),
        ({"record": 1}, 400, "UNREADABLE"),
        ({"refusal": "1-0", "clause": "TOY-4"}, 404, "NO_SUCH_REFUSAL"),
        ({"refusal": "1\n", "clause": "TOY-4"}, 400, "UNREADABLE"),
        ({"record": 1, "clause": "TOY-4", "seat": 1}, 400, "UNREADABLE"),
    ],
    ids=str,
)
def test_what_is_no_contest_is_said(
    one: tuple[Seated, int, str], asked: dict[str, Any], status: int, code: str
) -> None:
    table, _, _ = one
    assert table.seats[0].refused(status, f"{table.path}/contests", **asked)["code"] == code
