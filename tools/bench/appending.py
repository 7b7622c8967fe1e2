"""Appends of one event, synced to disk before the reply: the server's bare command, and what stands on it."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from eventsourcing.persistence import StoredEvent

from domain.table.kernel import Accepted
from domain.table.records import Record, Submission
from infra.application import RecordedEvent
from infra.opened import new_command_id
from tools.bench.effort import Effort
from tools.bench.figures import Figure, at_least, compared, duration
from tools.bench.installation import Bench, bench
from tools.bench.measure import Side, alternate, timed
from tools.bench.steps import TakeStep, rulebook

THREADS = 8


def figures(effort: Effort) -> Iterator[Figure]:
    """By one writer, then by several threads; a command has one event, and the raw append is of that event's bytes."""
    with bench() as made:
        yield from _by_one_writer(made, effort)
        yield from _by_threads(made, effort)


def _by_one_writer(made: Bench, effort: Effort) -> Iterator[Figure]:
    sides = {name: steadily(writer(made), effort.appends) for name, writer in WRITERS.items()}
    taken = alternate(sides, effort.pace)
    yield duration("append.raw", "XADD, one writer", "µs", taken["raw"])
    yield compared("append.recorder", "recorder.insert_events, one writer", taken, "raw", "recorder")
    yield compared("append.application", "application.save, one writer", taken, "raw", "application")
    yield compared("append.command", "smallest command, one writer", taken, "raw", "command", at_least(0.5))


def _by_threads(made: Bench, effort: Effort) -> Iterator[Figure]:
    with ThreadPoolExecutor(THREADS) as pool:
        sides = {}
        for name, writer in WRITERS.items():
            sides[name] = together(pool, [writer(made) for _ in range(THREADS)], 4 * effort.appends)
        taken = alternate(sides, effort.pace)
    yield duration("append.raw_threads", f"XADD, {THREADS} threads", "µs", taken["raw"])
    for name, what in (("recorder", "recorder.insert_events"), ("application", "application.save")):
        yield compared(f"append.{name}_threads", f"{what}, {THREADS} threads", taken, "raw", name)
    yield compared("append.command_threads", f"smallest command, {THREADS} threads", taken, "raw", "command")


def steadily(append: Callable[[], None], appends: int) -> Side:
    """The side that appends so often in every round."""

    def work() -> int:
        for _ in range(appends):
            append()
        return appends

    return timed(work)


def together(pool: ThreadPoolExecutor, appenders: list[Callable[[], None]], appends: int) -> Side:
    """The side on which each appender appends so often, in a thread of its own."""

    def one(append: Callable[[], None]) -> None:
        for _ in range(appends):
            append()

    def work() -> int:
        for done in [pool.submit(one, append) for append in appenders]:
            done.result()
        return appends * len(appenders)

    return timed(work)


def raw_writer(made: Bench) -> Callable[[], None]:
    """Appends a step's topic and bytes to a stream of its own, by the server's command and nothing else."""
    key, client = made.new_name(), made.client
    topic, state = _step_as_stored(made)

    def append() -> None:
        client.execute_command("XADD", key, "*", "t", topic, "s", state)

    return append


def recorder_writer(made: Bench) -> Callable[[], None]:
    """Appends steps that are encoded already to a table of its own."""
    table_id, recorder = made.new_name(), made.recorder
    topic, state = _step_as_stored(made)
    version = 0

    def append() -> None:
        nonlocal version
        version += 1
        recorder.insert_events([StoredEvent(table_id, version, topic, state)])

    return append


def application_writer(made: Bench) -> Callable[[], None]:
    """Saves steps to a table of its own through the event-store library's application."""
    table_id, application, record = made.new_name(), made.partition.application, _step(made)
    version = 0

    def append() -> None:
        nonlocal version
        version += 1
        application.save(RecordedEvent(table_id, version, record, rulebook.game))

    return append


def command_writer(made: Bench) -> Callable[[], None]:
    """Takes steps at a table of its own: checked, decided, encoded, chained, appended."""
    return command_of(made, made.open_steps().id)


def command_of(made: Bench, table_id: str) -> Callable[[], None]:
    """Takes steps at a table."""
    version, submit = made.ledger.current(table_id).version, made.ledger.submit

    def append() -> None:
        nonlocal version
        outcome = submit(table_id, Submission(new_command_id(), 0, version, TakeStep(3)))
        assert isinstance(outcome, Accepted), outcome
        version = outcome.last

    return append


WRITERS = {
    "raw": raw_writer,
    "recorder": recorder_writer,
    "application": application_writer,
    "command": command_writer,
}


def _step(made: Bench) -> Record[Any]:
    table_id = made.open_steps().id
    command_of(made, table_id)()
    return made.ledger.table(table_id).records[-1]


def _step_as_stored(made: Bench) -> tuple[str, bytes]:
    return made.partition.application.mapper.codec(rulebook.game).encode(_step(made))
