"""Disputes from end to end: games played on by bots, and files verified where no server ever was."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from domain.table.kernel import Accepted
from domain.table.messages import Command
from domain.table.records import Submission
from domain.table.table import Table
from infra.bots import BOTS
from infra.opened import new_command_id
from infra.settings import from_environment
from infra.wiring import Souls
from tests.e2e.processes import run
from tests.tools.running import done

Chooser = Callable[[Table, int, Random], Command]


def play_on(
    data: Path,
    table_id: str,
    rng: Random,
    until: Callable[[Table], object] = lambda table: False,
    most: int = 100_000,
    chooser: Chooser = BOTS["random"],
) -> Table:
    """Let people do whatever the rules offer, until something is so, at most so many commands; the table then."""
    with Souls(from_environment(data, ())) as souls:
        table = souls.ledger.current(table_id)
        while table.prompts and most and not until(table):
            asked = next((prompt for prompt in table.prompts if not prompt.optional), table.prompts[0])
            give(souls, table, asked.seat, chooser(table, asked.seat, rng))
            table, most = souls.ledger.current(table_id), most - 1
        return table


def give(souls: Souls, table: Table, seat: int, command: Command) -> None:
    """Give a command that must be accepted."""
    outcome = souls.ledger.submit(table.id, Submission(new_command_id(), seat, table.version, command))
    assert isinstance(outcome, Accepted), outcome


def contest(table: str, *more: object) -> dict[str, Any]:
    """The table's first contest, as JSON tells it."""
    [told] = done("disputes", table, 1, *more, "--json").json["contests"]
    return dict(told)


def who_can(table: str) -> dict[str, list[int]]:
    """What can be done next about the first contest, and by whom."""
    return {step["act"]: step["who"] for step in contest(table)["next"]}


def records(table: str, *more: object) -> list[dict[str, Any]]:
    return list(done("log", table, "--json", *more).json["records"])


def verified_elsewhere(file: Path, folder: Path) -> list[str]:
    """What a new process proves of a file, in a new folder where no server is started for that."""
    alone = folder / "elsewhere"
    alone.mkdir()
    copy = alone / "the-file"
    copy.write_bytes(file.read_bytes())
    told = run(alone / "no-data", "verify", copy, "--json")
    assert (told.returncode, told.stderr) == (0, ""), told
    assert sorted(path.name for path in alone.iterdir()) == ["the-file"]
    report = json.loads(told.stdout)["report"]
    assert (report["faults"], report["differences"]) == ([], [])
    return list(report["proved"])
