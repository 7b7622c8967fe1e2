"""Undo over HTTP: free, asked for, looked at beforehand; and orders in advance."""

from typing import Any

import pytest

from tests.infra.http.asking import Person, Seated, Site, problem


@pytest.fixture
def table(site: Site) -> Seated:
    return site.table(rounds=5)


def nudged(table: Seated) -> int:
    """The version of north's nudge, which is free to take back."""
    return int(table.do(table.seats[0], "Nudge", steps=2)["first"])


def test_what_nobody_has_seen_is_taken_back_and_brought_back(table: Seated) -> None:
    north, nudge = table.seats[0], nudged(table)
    answer = north.post(f"{table.path}/undo", expected=table.version)
    assert [line["event"] for line in answer["done"]["records"]] == ["Undone"]
    assert answer["done"]["records"][0]["fields"] == {"to_version": nudge - 1}
    assert answer["waiting"] == []
    answer = north.post(f"{table.path}/redo", expected=table.version)
    assert answer["done"]["records"][0]["fields"] == {"to_version": nudge}
    refused = north.refused(422, f"{table.path}/redo", expected=table.version)
    assert refused["code"] == "NOTHING_TO_REDO"


def test_an_undo_is_done_once_under_its_id_though_it_names_no_version(table: Seated) -> None:
    north = table.seats[0]
    nudged(table)
    asked = {"expected": table.version, "id": "undo-1"}
    first, again = (north.post(f"{table.path}/undo", **asked)["done"] for _ in range(2))
    assert (first["repeated"], again["repeated"]) == (False, True)
    assert first["records"] == again["records"]
    assert table.version == first["last"]


def test_whoever_is_concerned_is_asked_and_agrees_by_a_command(table: Seated) -> None:
    north, east = table.seats
    roll = table.do(north, "RollDie")["first"]
    refused = north.refused(422, f"{table.path}/undo", expected=table.version, to_version=roll - 1)
    assert (refused["code"], refused["arguments"]["asked"]) == ("UNDO_NOT_FREE", [1])
    asked = north.post(f"{table.path}/undo", expected=table.version, to_version=roll - 1, ask=True)
    assert asked["waiting"] == [1]
    assert table.host.get(table.path)["request"]["asked"] == [1]
    done = table.do(east, "GiveConsent")
    assert [line["event"] for line in done["records"]] == ["ConsentGiven", "Undone"]


def test_a_preview_tells_who_would_be_asked_and_why_and_does_nothing(table: Seated) -> None:
    north, east = table.seats
    roll = table.do(north, "RollDie")["first"]
    table.do(east, "Nudge")
    version = table.version
    ahead = north.post(f"{table.path}/undo/preview", to_version=roll - 1)
    assert ahead["version"] == version == table.version
    [asked] = ahead["asked"]
    assert (asked["seat"], asked["acted"]) == (1, [version])
    assert [one["version"] for one in asked["saw"]] == [roll]
    assert [(move["seat"], move["again"]) for move in ahead["outlook"]["moves"]] == [(0, False), (1, False)]
    assert ahead["outlook"]["before"] != ahead["outlook"]["after"]


def test_a_preview_does_not_name_records_that_are_hidden_from_who_asks(table: Seated) -> None:
    north, east = table.seats
    roll = table.do(north, "RollDie")["first"]
    plan = table.do(east, "Plan", card=east.get(f"{table.path}/board")["view"]["own"][0])["first"]
    table.do(east, "Nudge")
    assert plan not in {line["version"] for line in north.get(f"{table.path}/log", limit=500)["items"]}
    [asked] = north.post(f"{table.path}/undo/preview", to_version=roll - 1)["asked"]
    assert asked["acted"] == [plan + 1]


def test_what_would_be_made_again_is_not_told_where_something_is_hidden(table: Seated) -> None:
    nudge = nudged(table)
    told = table.seats[0].refused(403, f"{table.path}/undo/preview", to_version=nudge - 1, ask=True, keep_later=True)
    assert told["code"] == "NOT_FOR_YOU_TO_KNOW"


def test_later_moves_stay_where_an_undo_asks_for_that(site: Site) -> None:
    table = site.table("carcassonne", sets=["base"])
    path = table.path
    first = _play(table)
    _play(table)
    person = table.seats[first]
    start = next(
        line["version"] for line in person.get(f"{path}/log", limit=500)["items"] if line["event"] == "TilePlaced"
    )
    ahead = person.post(f"{path}/undo/preview", to_version=start - 1, ask=True, keep_later=True)
    assert [one["seat"] for one in ahead["asked"]] == [1 - first]
    assert not ahead["outlook"]["moves"][0]["again"]


def test_bots_agree_at_once(site: Site) -> None:
    host = site.person("Hanna")
    card = host.post("/tables", game="trumps", seats=2, seat=0, bots={"1": "greedy"}, options={"rounds": 5})
    path = f"/tables/{card['table']}"

    def expected() -> int:
        return int(host.get(path)["version"])

    host.post(f"{path}/commands", command={"command": "BeginGame"}, expected=expected(), as_="host")
    host.post(f"{path}/commands", command={"command": "Nudge"}, expected=expected())
    answer = host.post(f"{path}/undo", ask=True, expected=expected())
    assert answer["waiting"] == []
    assert [line["event"] for line in answer["done"]["records"]] == ["UndoRequested", "ConsentGiven", "Undone"]


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"keep_later": True}, 422, "NOT_ASKED"),
        ({"to_version": 10**9}, 422, "NO_SUCH_POINT"),
        ({"to_version": 10**40}, 400, "UNREADABLE"),
        ({"to_version": -1}, 400, "UNREADABLE"),
        ({"to": 1}, 400, "UNREADABLE"),
        ({"as": "nobody"}, 404, "NO_SUCH_SEAT"),
        ({"as": "east"}, 403, "NOT_YOUR_ROLE"),
        ({"as": "arbiter"}, 403, "NOT_YOUR_ROLE"),
    ],
    ids=str,
)
def test_what_is_no_undo_is_said(table: Seated, asked: dict[str, Any], status: int, code: str) -> None:
    nudged(table)
    north = table.seats[0]
    assert north.refused(status, f"{table.path}/undo", expected=table.version, **asked)["code"] == code
    assert north.refused(status, f"{table.path}/undo/preview", **asked)["code"] == code


def test_versions_that_were_not_seen(table: Seated) -> None:
    north = table.seats[0]
    assert north.refused(422, f"{table.path}/undo", expected=table.version)["code"] == "NOTHING_PLAYED"
    assert north.refused(422, f"{table.path}/undo/preview")["code"] == "NOTHING_PLAYED"
    nudge = nudged(table)
    assert north.refused(428, f"{table.path}/undo", to_version=1)["code"] == "VERSION_NEEDED"
    stale = north.refused(409, f"{table.path}/undo", expected=nudge - 1, to_version=nudge - 1)
    assert (stale["code"], [line["version"] for line in stale["since"]]) == ("STALE_VERSION", [nudge])
    done = north.ask(
        "POST", f"{table.path}/undo", {"to_version": nudge - 1}, headers={"If-Match": f'"{table.version}"'}
    )
    assert done.status_code == 200


# --- Orders ----------------------------------------------------------------------------------------------------------


def test_a_seat_orders_in_advance_by_a_command_and_reads_its_own(table: Seated) -> None:
    north, east = table.seats
    known = {one["kind"]: one for one in north.get(f"{table.path}/orders")["orders"]}
    assert known["consent"]["forms"] == ['{"order": "AgreeToUndo", "commands": 1}', '{"order": "DeclineUndo"}']
    assert known["consent"]["order"] is None
    text = '{"order":"AgreeToUndo","commands":3}'
    table.do(north, "SetOrder", prompt="consent", order=text)
    ordered = {one["kind"]: one["order"] for one in north.get(f"{table.path}/orders")["orders"]}
    assert ordered["consent"] == text
    assert all(one["order"] is None for one in east.get(f"{table.path}/orders")["orders"])
    [line] = [line for line in east.get(f"{table.path}/log")["items"] if line["event"] == "OrderSet"]
    assert line["fields"] == {"seat": 0, "prompt": "", "order": None}
    table.do(north, "SetOrder", prompt="consent", order=None)
    ordered = {one["kind"]: one["order"] for one in north.get(f"{table.path}/orders")["orders"]}
    assert ordered["consent"] is None


def test_orders_are_for_their_own_seat(table: Seated) -> None:
    north, east = table.seats
    assert east.unseen(403, f"{table.path}/orders", as_="north")["code"] == "NOT_YOUR_SEAT"
    assert north.unseen(422, f"{table.path}/orders", as_="spectator")["code"] == "SEAT_NEEDED"
    table.host.unseen(403, f"{table.path}/orders")
    table.arbiter.unseen(403, f"{table.path}/orders", as_="0")


def test_what_is_no_order_is_refused_and_kept_without_what_it_said(table: Seated) -> None:
    north = table.seats[0]
    told = table.turned_down(north, "SetOrder", prompt="consent", order='{"order":"Never","secret":1}')
    assert told["status"] == 422
    [kept] = north.get(f"{table.path}/refusals")["items"]
    assert "secret" not in str(kept)
    assert kept["sentence"].startswith("A standing order was turned down (")
    contest = {"refusal": kept["refusal"]["id"], "clause": "T-25"}
    assert north.refused(422, f"{table.path}/contests", **contest)["code"] == "NOT_KEPT"


def _play(table: Seated) -> int:
    """Let who is awaited play until somebody else is; the seat that did."""
    [seat] = {one["seat"] for one in table.host.get(table.path)["awaited"]}
    person: Person = table.seats[seat]
    while {one["seat"] for one in table.host.get(table.path)["awaited"]} == {seat}:
        offer = person.get(f"{table.path}/legal")["offers"][0]
        fields = dict(zip(offer["fields"], offer["rows"][0], strict=True))
        answer = person.ask(
            "POST",
            f"{table.path}/commands",
            {"command": {"command": offer["command"], **fields}, "expected": table.version},
        )
        assert answer.status_code == 200, problem(answer.status_code, answer)
    return int(seat)
