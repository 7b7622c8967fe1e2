"""The guide to the service: its first steps are asked as they stand there, and its addresses are those of routes."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from httpx import Response
from litestar.testing import TestClient

from infra.http.app import application
from infra.http.roles import routes_table
from infra.service_settings import ServiceSettings
from infra.settings import Settings
from tests.infra.conftest import server
from tests.streams.conftest import Server

__all__ = ["server"]

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "service.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HOST = "localhost:8000"
STEPS = PAGE.partition("## An evening's first steps\n")[2].partition("\n## ")[0]


class Asked(NamedTuple):
    """A request as `curl` would make it."""

    method: str
    path: str
    heads: dict[str, str]
    body: str | None


def asked(line: str, names: dict[str, str]) -> Asked:
    """What a line with `curl` asks, with the names that stand in it filled in."""
    words = iter(shlex.split(line, comments=True))
    assert next(words) == "curl"
    method, path, heads, body = None, "", dict[str, str](), None
    for word in words:
        match word:
            case "-s":
                pass
            case "-X":
                method = next(words)
            case "-H":
                head = next(words)
                name, _, value = names.get(head.removeprefix("$"), head).partition(": ")
                heads[name] = value
            case "-d":
                body = next(words)
            case _:
                assert word.startswith(HOST), word
                path = "/".join(names.get(part, part) for part in word.removeprefix(HOST).split("/"))
    return Asked(method or ("GET" if body is None else "POST"), path, heads, body)


def lines() -> Iterator[str]:
    """The lines of the first steps in their order, those that go on in the next one as one."""
    for block in BLOCK.findall(STEPS):
        yield from (line for line in block.replace("\\\n", " ").splitlines() if line)


@pytest.fixture
def client(server: Server, tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(
        application(Settings(tmp_path / "data", server.url, f"t-{tmp_path.name}", 2), ServiceSettings())
    ) as one:
        yield one


def test_the_first_steps_are_done_as_the_guide_tells(client: TestClient[Any]) -> None:
    bo = client.post("/people", json={"name": "Bo"}).json()
    names = {"OTHER": f"Authorization: Bearer {bo['token']}"}
    answers: dict[str, Response] = {}
    told: dict[str, Any] = {}
    for line in lines():
        if line.startswith("# {"):
            assert list(told) == re.findall(r'"(\w+)":', line), "the answer is as the guide shows it"
        elif line.startswith("H="):
            names["H"] = f"Authorization: Bearer {told['token']}"
            assert line == "H='Authorization: Bearer souls_…'"
        else:
            one = asked(line, names)
            answer = client.request(one.method, one.path, headers=one.heads, content=one.body)
            assert answer.status_code in (200, 201), (line, answer.text)
            answers[one.path.rpartition("/")[2]] = answer
            told = answer.json()
            if one.path == "/tables":
                names["TABLE"] = told["table"]
            if one.path.endswith("/invitations"):
                names["TOKEN"] = told["token"]
    assert answers["commands"].json()["awaited"], "the game has begun"
    assert answers["forms"].json()["forms"], "something can be typed"
    posted = answers["posts"].json()
    assert posted["accepted"] or posted["forms"], "it is done, or the answer says what can be"
    path = f"/tables/{names['TABLE']}/posts"
    if not posted["accepted"]:
        head = dict([names["H"].split(": ")])
        again = client.post(path, json={"text": posted["forms"][0]["text"]}, headers=head).json()
        assert again["accepted"], again


def test_every_address_of_the_guide_is_a_routes() -> None:
    routes = {
        (row.method, row.path) for row in routes_table(application(Settings(Path("/nowhere")), ServiceSettings()))
    }
    spoken = re.findall(r"`(GET|POST|PUT|PATCH|DELETE) (/[^`?]*)[^`]*`", PAGE)
    assert len(spoken) >= 6
    known = {(method, re.sub(r"\{\w+\}", "*", path)) for method, path in routes}
    for method, path in spoken:
        assert (method, re.sub(r"\b[A-Z]{4,}\b|\{\w+\}", "*", path)) in known, path


def test_bodies_of_the_guide_are_json() -> None:
    bodies = [asked(line, {}).body for line in lines() if line.startswith("curl")]
    assert all(body is None or json.loads(body) for body in bodies)
