"""Many at one table at once: each command exactly once."""

import random
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from domain.table.chance import commitment_to
from domain.table.kernel import Accepted
from domain.table.refusals import Refusal
from infra.verification import verify
from tests.infra.house import House
from tests.infra.worker import play

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("rounds", [15, pytest.param(40, marks=pytest.mark.slow)])
def test_threads_and_processes_at_one_table_share_its_versions_without_gap_or_double(
    new_house: Callable[..., House], rounds: int
) -> None:
    houses = [new_house() for _ in range(3)]
    house = houses[0]
    table_id = house.begun(seats=3, options=f'{{"cards":99,"rounds":{rounds}}}')
    begun = house.ledger.table(table_id).version
    command = [sys.executable, "-m", "tests.infra.worker", house.url, house.namespace, table_id]
    processes = [
        subprocess.Popen([*command, f"p{n}"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for n in range(2)
    ]
    for process in processes:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    with ThreadPoolExecutor(4) as pool:
        playing = [pool.submit(play, [h.ledger for h in houses[:2]], table_id, f"t{n}") for n in range(4)]
        won = [one for future in playing for one in future.result()]
    for process in processes:
        output, _ = process.communicate(timeout=60)
        assert process.returncode == 0
        won += [(name, int(first), int(last)) for name, first, last in map(str.split, output.splitlines())]

    stored = house.ledger.stored(table_id)
    assert [event.originator_version for event in stored] == list(range(1, len(stored) + 1))
    spans = sorted((first, last) for _, first, last in won)
    assert [version for first, last in spans for version in range(first, last + 1)] == list(
        range(begun + 1, len(stored) + 1)
    )
    table = houses[2].ledger.table(table_id)
    assert table.finished
    ids = [record.cause.id for record in table.records[begun:] if record.cause]
    assert sorted(ids) == sorted(name for name, _, _ in won)
    secret = house.ledger.secret(table_id)
    assert secret
    report = verify(house.export(table_id), house.ledger.rulebooks, seed=secret.seed)
    assert report.good
    assert not report.differences


def test_threads_at_tables_of_their_own_do_not_disturb_each_other(house: House) -> None:
    tables = [house.begun() for _ in range(8)]

    def finish(number: int) -> None:
        house.finish(tables[number], random.Random(number))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(finish, range(8)))
    for table_id in tables:
        assert house.ledger.table(table_id).finished
        assert verify(house.export(table_id), house.ledger.rulebooks).good


def test_many_who_renew_chance_at_once_agree_on_its_seed(new_house: Callable[..., House]) -> None:
    houses = [new_house() for _ in range(4)]
    table_id = houses[0].begun()
    for epoch in range(6):
        for house in houses:
            house.lose_seed(table_id, epoch)
        with ThreadPoolExecutor(4) as pool:
            outcomes = list(pool.map(lambda house: house.ledger.renew_chance(table_id), houses))
        assert sum(isinstance(outcome, Accepted) for outcome in outcomes) == 1
        assert {each.code for each in outcomes if isinstance(each, Refusal)} <= {"STALE_VERSION", "CHANCE_NOT_LOST"}
    table = houses[0].ledger.table(table_id)
    assert table.epoch == 6
    for epoch in range(1, table.epoch + 1):
        assert houses[0].ledger.secret(f"{table_id}/{epoch}")
    last = houses[0].ledger.secret(f"{table_id}/{table.epoch}")
    assert last
    assert table.commitment == commitment_to(last.seed)
    for house in houses:
        house.play_one(table_id, random.Random(1))
    assert verify(houses[0].export(table_id), houses[0].ledger.rulebooks).good
