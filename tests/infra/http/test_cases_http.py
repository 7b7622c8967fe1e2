"""Case files, counterfactuals and corrections over HTTP."""

import asyncio
import json
from threading import Event
from typing import Any

import pytest
from jsonschema_rs import meta, validator_for

from infra.http.bounded import Bounded, TooMuchError
from tests.infra.http.asking import Seated, Site


@pytest.fixture(scope="module")
def finished(site: Site) -> Seated:
    """A game that is over, where the first roll was contested and nothing ruled."""
    table = site.table(rounds=2)
    roll = table.do(table.seats[0], "RollDie")["first"]
    table.seats[1].post(f"{table.path}/contests", record=roll, clause="TOY-4", because="Cocked.")
    while table.host.get(table.path)["phase"] == "begun":
        [seat] = {one["seat"] for one in table.host.get(table.path)["awaited"]}
        table.do(table.seats[seat], "RollDie")
    return table


def test_a_case_is_told_in_json_and_as_a_page(finished: Seated) -> None:
    path = f"{finished.path}/contests/1"
    case = finished.seats[0].get(f"{path}/case")
    assert (case["table"], case["number"], case["cited"], case["argument"]["text"]) == (
        finished.id, 1, "TOY-4", "Cocked.",
    )  # fmt: skip
    page = finished.seats[0].ask("GET", f"{path}/case.html")
    assert page.headers["content-type"].startswith("text/html")
    assert "Cocked." in page.text
    assert "<script" not in page.text


def test_when_the_game_is_over_everybody_may_read_everything(finished: Seated) -> None:
    for person in (finished.host, *finished.seats):
        assert person.get(f"{finished.path}/contests/1/case", whole="true")["reader"] == "neutral"


def test_earlier_rulings_on_the_clause_are_cited(site: Site, finished: Seated) -> None:
    other = site.table(rounds=2)
    nudge = other.do(other.seats[0], "Nudge")["first"]
    other.seats[1].post(f"{other.path}/contests", record=nudge, clause="TOY-4")
    ruling = {"outcome": "upheld", "reasons": "As always.", "expected": other.version}
    other.arbiter.post(f"{other.path}/contests/1/rulings", **ruling)
    # Where, and in which words, only who may look at that table is told.
    earlier = finished.host.get(f"{finished.path}/contests/1/case")["earlier"]
    assert [(one["table"], one["reasons_text"], one["outcome"]) for one in earlier] == [("private", None, "upheld")]
    assert other.host.ask("PUT", f"{other.path}/access", {"visibility": "public"}).status_code == 200
    earlier = finished.host.get(f"{finished.path}/contests/1/case")["earlier"]
    assert [(one["table"], one["reasons_text"]) for one in earlier] == [(other.id, "As always.")]


def test_the_other_reading_is_told_and_drawn(finished: Seated) -> None:
    path = f"{finished.path}/contests/1/counterfactual"
    told = finished.seats[1].post(path, points={"north": -1, "1": 5})
    assert told["differences"] == [-1, 5]
    assert told["counterfactual"]["finished"]
    assert "stay possible" in told["verdict"] or "stays possible" in told["verdict"]
    drawn = finished.seats[1].ask("POST", f"{path}.svg", {"points": {"north": -1}})
    assert (drawn.status_code, drawn.headers["content-type"].partition(";")[0]) == (200, "image/svg+xml")
    assert drawn.text.lstrip().startswith("<svg")


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"rewind": "sometime"}, 400, "UNREADABLE"),
        ({"rewind": 10**9}, 422, "NO_OTHER_READING"),
        ({"rewind": 0}, 422, "NO_OTHER_READING"),
        ({"reapply": True}, 400, "UNREADABLE"),
        ({"points": {"nobody": 1}}, 404, "NO_SUCH_SEAT"),
        ({"correction": [{"event": "Nudged", "seat": 0}]}, 422, "NO_CORRECTION"),
        ({"correction": [{"event": "Nudged", "seat": 9, "steps": 1}]}, 422, "IMPOSSIBLE_CORRECTION"),
    ],
    ids=str,
)
def test_what_is_no_other_reading_is_said(finished: Seated, asked: dict[str, Any], status: int, code: str) -> None:
    for kind in ("", ".svg"):
        told = finished.host.refused(status, f"{finished.path}/contests/1/counterfactual{kind}", **asked)
        assert told["code"] == code


def test_while_the_game_goes_on_the_arbiter_alone_looks_at_another_reading(site: Site) -> None:
    table = site.table(rounds=2)
    nudge = table.do(table.seats[0], "Nudge", steps=3)["first"]
    table.seats[1].post(f"{table.path}/contests", record=nudge, clause="TOY-5")
    path = f"{table.path}/contests/1/counterfactual"
    correction = [{"event": "Nudged", "seat": 0, "steps": 1}]
    told = table.arbiter.post(path, rewind="before", correction=correction)["counterfactual"]
    assert (told["base"], told["finished"]) == (nudge - 1, False)
    for person in (table.host, *table.seats):
        person.refused(403, path)


def test_a_correction_of_a_ruling_is_written_by_names_as_its_schema_says(site: Site) -> None:
    table = site.table(rounds=2)
    nudge = table.do(table.seats[0], "Nudge", steps=3)["first"]
    table.seats[1].post(f"{table.path}/contests", record=nudge, clause="TOY-5")
    told = site.stranger.get("/games/trumps/corrections")
    assert "Nudged" in told["events"]
    known = validator_for(told["schema"])
    correction = [{"event": "Nudged", "seat": 0, "steps": 1}]
    assert known.is_valid(correction)
    assert not known.is_valid([{"event": "Nudged", "seat": 0}])
    assert not known.is_valid([])
    ruled = table.arbiter.post(
        f"{table.path}/contests/1/rulings", outcome="overturned", expected=table.version,
        remedy={"rewind": "before", "correction": correction},
    )  # fmt: skip
    assert [line["event"] for line in ruled["done"]["records"]] == ["Ruled", "Undone", "Nudged"]
    assert ruled["contest"]["rulings"][0]["remedy"]["events"]


@pytest.mark.parametrize("game", ["carcassonne", "root", "flick-of-faith", "trumps"])
def test_every_game_says_what_a_correction_may_say(site: Site, game: str) -> None:
    told = site.stranger.get(f"/games/{game}/corrections")
    meta.validate(told["schema"])
    assert {json.dumps(one["properties"]["event"]["enum"]) for one in told["schema"]["$defs"].values() if
            "event" in one["properties"]} == {json.dumps([name]) for name in told["events"]}  # fmt: skip


def test_there_are_no_corrections_of_a_game_that_there_is_not(site: Site) -> None:
    assert site.stranger.unseen(404, "/games/chess/corrections")["code"] == "UNKNOWN_GAME"


def test_what_computes_for_long_is_bounded_and_there_is_room_again() -> None:
    running, most, go_on = 0, 0, Event()

    def work() -> str:
        nonlocal running, most
        running += 1
        most = max(most, running)
        go_on.wait(10)
        running -= 1
        return "done"

    async def several() -> list[str]:
        bounded = Bounded(at_once=1, asked=2)
        asked = [asyncio.create_task(bounded.do(work)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(TooMuchError):
            await bounded.do(work)
        go_on.set()
        return [*await asyncio.gather(*asked), await bounded.do(work)]

    assert asyncio.run(several()) == ["done"] * 3
    assert most == 1
