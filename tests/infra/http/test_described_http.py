"""The description of the service: every reference leads somewhere, bounds are told, and answers are as described."""

from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema_rs import validator_for

from tests.infra.http.asking import Site, problem


@pytest.fixture(scope="module")
def described(site: Site) -> dict[str, Any]:
    return dict(site.stranger.get("/openapi.json"))


def references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for inner in part.values():
            yield from references(inner)
    if isinstance(part, list):
        for inner in part:
            yield from references(inner)


def test_every_reference_leads_somewhere(described: dict[str, Any]) -> None:
    known = {f"#/components/schemas/{name}" for name in described["components"]["schemas"]}
    assert set(references(described)) <= known


def test_bounds_are_told_and_that_unknown_fields_are_refused(described: dict[str, Any]) -> None:
    schemas = described["components"]["schemas"]
    rewind, *_ = schemas["RemedyAsked"]["properties"]["rewind"]["anyOf"]
    assert rewind == {"type": "integer", "minimum": 0, "maximum": 2**40}
    points = schemas["RemedyAsked"]["properties"]["points"]
    assert (points["additionalProperties"]["minimum"], points["maxProperties"]) == (-10_000, 12)
    for name in ("RemedyAsked", "Contesting", "RulingGiven", "Speaking", "UndoAsked", "CommandAsked"):
        assert schemas[name]["additionalProperties"] is False


def test_answers_about_disputes_are_as_described(site: Site, described: dict[str, Any]) -> None:
    table = site.table(rounds=3)
    north, east = table.seats
    roll = table.do(north, "RollDie")["first"]
    table.turned_down(north, "RollDie")
    contest = east.post(f"{table.path}/contests", record=roll, clause="TOY-4", because="Cocked.")
    path = f"{table.path}/contests/1"
    proposed = north.post(f"{path}/settlements", remedy={"points": {"0": -1}}, expected=table.version)
    answers = {
        ("post", "/tables/{table_id}/contests"): contest,
        ("post", "/tables/{table_id}/contests/{contest}/settlements"): proposed,
        ("get", "/tables/{table_id}/contests"): east.get(f"{table.path}/contests"),
        ("get", "/tables/{table_id}/contests/{contest}"): east.get(path),
        ("get", "/tables/{table_id}/contests/{contest}/case"): east.get(f"{path}/case"),
        ("post", "/tables/{table_id}/contests/{contest}/counterfactual"): table.arbiter.post(f"{path}/counterfactual"),
        ("get", "/tables/{table_id}/refusals"): north.get(f"{table.path}/refusals"),
        ("get", "/tables/{table_id}/orders"): north.get(f"{table.path}/orders"),
        ("post", "/tables/{table_id}/undo/preview"): north.post(f"{table.path}/undo/preview"),
        ("post", "/tables/{table_id}/undo"): north.post(f"{table.path}/undo", ask=True, expected=table.version),
        ("get", "/games/{game}/corrections"): north.get("/games/trumps/corrections"),
    }
    for (method, route), answer in answers.items():
        responses = described["paths"][route][method]["responses"]
        schema = next(one for status, one in responses.items() if status in ("200", "201"))["content"][
            "application/json"
        ]
        known = validator_for({**schema["schema"], "components": described["components"]})
        assert [str(error) for error in known.iter_errors(answer)] == [], route


def test_what_is_nested_too_deep_is_said(site: Site) -> None:
    person = site.person("Paula")
    for content in ("[" * 50_000, '{"a":' * 50_000):
        answer = person.ask("POST", "/tables", content=content, headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (400, "UNREADABLE")


def test_methods_that_a_path_does_not_have(site: Site) -> None:
    table = site.table(rounds=3)
    for path in ("/tables", f"{table.path}/contests/1", f"{table.path}/undo", "/health"):
        answer = site.stranger.ask("OPTIONS", path)
        assert (answer.status_code, answer.content) == (204, b"")
        assert answer.headers["allow"]
        assert problem(405, table.host.ask("PATCH", path))["code"] == "METHOD_NOT_ALLOWED"


def test_the_description_is_not_sent_again(site: Site) -> None:
    tag = site.stranger.ask("GET", "/openapi.json").headers["etag"]
    again = site.stranger.ask("GET", "/openapi.json", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")


def test_places_of_lists_have_names(described: dict[str, Any]) -> None:
    schemas = described["components"]["schemas"]
    named = {
        name: [place.get("title") for place in one["prefixItems"]]
        for name, one in schemas.items()
        if "prefixItems" in one
    }
    assert named["FlickOfFaithShot"] == ["prophet", "x", "y", "dx", "dy", "speed"]
    assert "buildings" in named["RootEventLoss"]
    assert not {name for name, titles in named.items() if None in titles}
