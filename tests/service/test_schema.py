"""What the service says of itself in /openapi.json holds, whatever it is asked: thousands of cases, made from that."""

import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.service.running import Person, Served, served
from tests.service.test_load import PLENTY
from tests.tools.running import done

CASES = re.compile(r"(\d+) generated")
MADE_UP = {"clause": "B-4", "contest": 1, "seat": 1, "game": "carcassonne"}
# Streams do not end, and whoever asks must not be forgotten in the middle.
LEFT_OUT = "events$|^/me$|^/me/tokens/|^/people/.person.$"

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game", ["carcassonne", "root", "flick-of-faith"])
def test_no_request_breaks_it_and_no_answer_is_other_than_described(tmp_path: Path, game: str) -> None:
    with served(tmp_path / "data", environment={**PLENTY, "SOULS_SERVICE_HOOK_SECRET": "secret-of-hooks"}) as service:
        told = done("people", "add", "Opal", "--operator", "--data", tmp_path / "data", "--json").json
        person = Person(told["person"], "Opal", told["token"], service.client(told["token"]))
        table = _table(service, person, game)
        answer = _run(service, told["token"], {**MADE_UP, "game": game, "table_id": table}, tmp_path)
        assert person.get("/me")["person"] == told["person"]
        httpx.get(f"{service.address}/health").raise_for_status()
    assert answer.returncode == 0, answer.stdout[-60_000:]
    found = CASES.search(answer.stdout)
    assert found is not None
    assert int(found[1]) > 1_500, answer.stdout[-2_000:]
    assert '"fault"' not in service.journal


def _table(service: Served, person: Person, game: str) -> str:
    """A table at which the person is everything, with a contest."""
    seats = {"carcassonne": 2, "root": 2, "flick-of-faith": 2}[game]
    opened = person.post("/tables", {"game": game, "seats": seats, "seat": 0, "bots": {"1": "random"}})
    path = f"/tables/{opened['table']}"
    version = person.get(path)["version"]
    begun = person.post(f"{path}/commands", {"command": {"command": "BeginGame"}, "expected": version, "as": "host"})
    clause = {"carcassonne": "B-2", "root": "core-13", "flick-of-faith": "FF-2"}[game]
    person.post(f"{path}/contests", {"record": begun["last"], "clause": clause}, status=(200, 201, 422))
    return str(opened["table"])


# Left out is the one check that takes what the law turns down for a fault.
def _run(
    service: Served, token: str, parameters: dict[str, object], folder: Path
) -> "subprocess.CompletedProcess[str]":
    settings = folder / "schemathesis.toml"
    lines = [f'"path.{name}" = {value!r}'.replace("'", '"') for name, value in parameters.items()]
    settings.write_text(f"[parameters]\n{chr(10).join(lines)}\n")
    return subprocess.run(
        [
            sys.executable, "-m", "schemathesis.cli", "--config-file", str(settings), "run", f"{service.address}/openapi.json",
            "--header", f"Authorization: Bearer {token}", "--header", "X-Souls-Hook: secret-of-hooks",
            "--phases", "coverage,fuzzing",
            "--max-examples", "15", "--checks", "all", "--exclude-checks", "positive_data_acceptance",
            "--exclude-path-regex", LEFT_OUT, "--generation-database", "none",
            "--request-timeout", "20", "--seed", "20261130", "--no-color",
        ],
        capture_output=True, text=True, cwd=folder, check=False,
    )  # fmt: skip
