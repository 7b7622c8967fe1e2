"""Many writers at once: commands of the event loop's ledger, next to as many threads with the server's bare command."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import uvloop

from domain.table.kernel import Accepted
from domain.table.records import Submission
from infra.live import LiveLedger
from infra.opened import new_command_id
from tools.bench.appending import raw_writer, together
from tools.bench.effort import Effort
from tools.bench.figures import Figure, at_least, compared, duration
from tools.bench.installation import Bench, bench
from tools.bench.measure import Side, alternate, timed
from tools.bench.steps import TakeStep

WRITERS = 50


def figures(effort: Effort) -> Iterator[Figure]:
    """One event a command on both sides; every writer has a table, or a stream, of its own."""
    appends = effort.appends
    with (
        bench() as made,
        ThreadPoolExecutor(WRITERS) as pool,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        live = runner.run(_opened(made))
        try:
            sides = {
                "raw": together(pool, [raw_writer(made) for _ in range(WRITERS)], appends),
                "live": _by_tasks(made, live, runner, appends),
            }
            taken = alternate(sides, effort.pace)
        finally:
            runner.run(live.close())
    yield duration("together.raw", f"XADD, {WRITERS} threads", "µs", taken["raw"])
    yield compared(
        "together.live", f"smallest command, {WRITERS} tasks of one event loop", taken, "raw", "live", at_least(1.0)
    )  # fmt: skip


async def _opened(made: Bench) -> LiveLedger:
    return LiveLedger(made.ledger, made.url)


def _by_tasks(made: Bench, live: LiveLedger, runner: asyncio.Runner, appends: int) -> Side:
    walking = [_walker(live, made.open_steps().id) for _ in range(WRITERS)]

    async def work() -> int:
        await asyncio.gather(*(one(appends) for one in walking))
        return appends * len(walking)

    return timed(lambda: runner.run(work()))


def _walker(live: LiveLedger, table_id: str) -> Callable[[int], Coroutine[Any, Any, None]]:
    version: int | None = None

    async def walk(steps: int) -> None:
        nonlocal version
        version = version or await live.version(table_id)
        for _ in range(steps):
            outcome = await live.submit(table_id, Submission(new_command_id(), 0, version or 0, TakeStep(3)))
            assert isinstance(outcome, Accepted), outcome
            version = outcome.last

    return walk
