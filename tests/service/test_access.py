"""Every route and every role: allowed or refused as the documented table says."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from infra.http.app import application
from infra.http.roles import ROLES, RouteRow, routes_table
from infra.service_settings import ServiceSettings
from infra.settings import Settings
from tests.service.running import ROOT, Person, Served, served
from tests.service.test_load import PLENTY
from tests.tools.running import done

GUIDE = ROOT / "docs" / "service.md"
ROW = re.compile(r"^\| `([A-Z]+)` \| `([^`]+)` \|((?: [ ✓–] \|)+)", re.MULTILINE)
FRAMEWORK = "/framework"

pytestmark = pytest.mark.slow


def rows() -> list[RouteRow]:
    """All routes that there are."""
    app = application(Settings(Path("/nowhere")), ServiceSettings())
    return [row for row in routes_table(app) if not row.path.startswith(FRAMEWORK)]


class World(NamedTuple):
    """A service, a table at it where somebody has every role, and what its paths can name."""

    service: Served
    clients: dict[str, httpx.Client]
    names: dict[str, str]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    data = tmp_path_factory.mktemp("access") / "data"
    hooks = {"SOULS_SERVICE_HOOK_SECRET": "a-secret-of-the-hooks"}
    with served(data, environment={**PLENTY, **hooks}) as service:
        people = {role: service.sign_up(role.capitalize()) for role in ROLES if role not in ("stranger", "operator")}
        made = done("people", "add", "Opal", "--operator", "--data", data, "--json").json
        clients = {role: person.http for role, person in people.items()}
        clients |= {"stranger": service.client(), "operator": service.client(made["token"])}
        yield World(service, clients, _table(people))
        for client in clients.values():
            client.close()


def _table(people: dict[str, Person]) -> dict[str, str]:
    """A game in which a record is contested, and what can be named about it."""
    host = people["host"]
    opened = host.post(
        "/tables", {"game": "carcassonne", "seats": 2, "arbiter": people["arbiter"].id, "bots": {"1": "greedy"}}
    )
    path = f"/tables/{opened['table']}"
    for role, seat in (("seat", 0), ("spectator", None)):
        people[role].post(f"/invitations/{host.post(f'{path}/invitations', {'seat': seat})['token']}")
    version = host.get(path)["version"]
    begun = host.post(f"{path}/commands", {"command": {"command": "BeginGame"}, "expected": version})
    form = people["seat"].get(f"{path}/forms")["forms"][0]["text"]
    played = people["seat"].post(f"{path}/posts", {"text": form, "expected": begun["version"]})
    assert played["accepted"], played
    people["seat"].post(
        f"{path}/contests", {"record": played["lines"][0]["first"], "clause": "B-4", "because": "Look."}
    )
    elsewhere = host.post("/tables", {"game": "carcassonne"})["table"]
    unused = host.post(f"/tables/{elsewhere}/invitations", {"seat": None})
    return {
        "table_id": opened["table"], "game": "carcassonne", "clause": "B-4", "contest": "1", "seat": "1",
        "token": unused["token"], "invitation": unused["invitation"]["id"], "person": people["person"].id,
        "token_id": "0123456789abcdef", "address_id": "abcdefgh", "letter": "nothing",
    }  # fmt: skip


BODIES: dict[str, Any] = {
    "POST /people": {"name": "New"},
    "POST /people/recovery": {"code": "aaaaaa-bbbbbb-cccccc-dddddd"},
    "PATCH /me": {"time_zone": "Europe/Berlin"},
    "PUT /me/tables/{table_id}/notices": {"when": "never"},
    "POST /me/tokens": {"label": "another"},
    "POST /me/addresses": {"url": "mailto:somebody@example.org"},
    "POST /me/addresses/{address_id}/confirm": {"code": "aaaa-bbbb-cccc"},
    "POST /tables": {"game": "carcassonne"},
    "POST /tables/{table_id}/invitations": {"seat": None},
    "PUT /tables/{table_id}/access": {"visibility": "members"},
    "POST /tables/{table_id}/seats/{seat}/bot": {"kind": "greedy"},
    "POST /tables/{table_id}/forks": {},
    "POST /tables/{table_id}/commands": {"command": {"command": "PauseTable"}, "expected": 1},
    "POST /tables/{table_id}/posts": {"text": "nonsense"},
    "POST /tables/{table_id}/chat": {"text": "Hello"},
    "PUT /tables/{table_id}/note": {"text": "Think of the abbey"},
    "POST /tables/{table_id}/undo": {"to_version": 1, "expected": 1},
    "POST /tables/{table_id}/undo/preview": {},
    "POST /tables/{table_id}/redo": {"expected": 1},
    "POST /tables/{table_id}/time": {"time": "move=48h", "expected": 1},
    "POST /tables/{table_id}/time/grants": {"seat": 0, "span": "24h", "expected": 1},
    "POST /tables/{table_id}/contests": {"record": 5, "clause": "B-4"},
    "POST /tables/{table_id}/contests/{contest}/evidence": {"text": "There."},
    "POST /tables/{table_id}/contests/{contest}/settlements": {"remedy": {}},
    "POST /tables/{table_id}/contests/{contest}/settlements/answer": {"agree": True, "expected": 1},
    "POST /tables/{table_id}/contests/{contest}/rulings": {"outcome": "upheld", "expected": 1},
    "POST /tables/{table_id}/contests/{contest}/votes": {"choice": "yes", "expected": 1},
    "POST /tables/{table_id}/contests/{contest}/appeal": {"expected": 1},
    "POST /tables/{table_id}/contests/{contest}/accept-arbiter": {"expected": 1},
    "POST /tables/{table_id}/contests/{contest}/withdraw": {"expected": 1},
    "POST /tables/{table_id}/contests/{contest}/counterfactual": {},
    "POST /tables/{table_id}/contests/{contest}/counterfactual.svg": {},
    "POST /hooks/text": {"token": "x", "text": "y", "id": "z"},
}
QUERIES = {"DELETE /me": {"confirm": "not me"}, "DELETE /people/{person}": {"confirm": "not them"}}
HEADS = {"/hooks": {"X-Souls-Hook": "a-secret-of-the-hooks"}}
# Who is let in can still be turned down for what they ask, and that is told by a code of its own.
ASKED_TOO_MUCH = {"CODE_INVALID", "NOT_PERMITTED", "NOT_FOR_OTHERS", "NOT_FOR_YOU_NOW", "NOT_YOUR_ROLE"}
ORDER = {"DELETE": 9, "PUT": 2, "PATCH": 2, "POST": 1, "GET": 0}


def test_every_route_is_for_the_roles_that_the_guide_says() -> None:
    told = {(method, path): marks for method, path, marks in ROW.findall(GUIDE.read_text(encoding="utf-8"))}
    assert told.keys() == {(row.method, row.path) for row in rows()}
    for row in rows():
        marks = [cell.strip() == "✓" for cell in told[row.method, row.path].split("|")[: len(ROLES)]]
        assert {role for role, mark in zip(ROLES, marks, strict=True) if mark} == row.roles, row


@pytest.mark.parametrize(
    "row", sorted(rows(), key=lambda row: (ORDER[row.method], row.path)), ids=lambda row: f"{row.method} {row.path}"
)
def test_every_role_is_let_in_or_kept_out(world: World, row: RouteRow) -> None:
    for role in ROLES:
        status, code = _ask(world, row, role)
        if role in row.roles:
            assert status not in (401, 405, 500), (role, status, code)
            assert code not in ("TABLE_NOT_FOUND", "NOT_FOUND"), (role, status, code)
            assert status != 403 or code in ASKED_TOO_MUCH, (role, status, code)
        elif role == "stranger":
            assert (status, code) == (401, "TOKEN_NEEDED")
        elif role == "person" and "{table_id}" in row.path:
            assert (status, code) == (404, "TABLE_NOT_FOUND")
        else:
            assert (status, code) == (403, "NOT_FOR_YOU")


def _ask(world: World, row: RouteRow, role: str) -> tuple[int, str]:
    name = f"{row.method} {row.path}"
    path = row.path.format(**world.names)
    heads = next((heads for begin, heads in HEADS.items() if path.startswith(begin)), {})
    with world.clients[role].stream(
        row.method, path, json=BODIES.get(name), params=QUERIES.get(name), headers=heads
    ) as answer:
        if answer.headers.get("content-type", "").startswith("text/event-stream"):
            return answer.status_code, ""
        answer.read()
    told = answer.json() if "json" in answer.headers.get("content-type", "") and answer.content else {}
    return answer.status_code, told.get("code", "") if isinstance(told, dict) else ""
