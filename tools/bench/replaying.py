"""Replay: from the server's bare range of entries to a table folded by its rules, and the stock library beside it."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, cycle, islice
from typing import Any

import msgspec

from domain.table.records import Record
from tools.bench.effort import Effort
from tools.bench.figures import Figure, at_least, at_most, compared, duration
from tools.bench.games import Script, scripted, walked
from tools.bench.installation import Bench, bench
from tools.bench.measure import alternate, timed
from tools.bench.steps import rulebook as steps
from tools.bench.stock import StockTables
from tools.bench.titles import CARCASSONNE, TITLES, Title, base

FOLDED = 600


def figures(effort: Effort) -> Iterator[Figure]:
    """One long stream of steps, one of real records, and whole games."""
    numbers = range(max(2, effort.games // 8))
    scripts = [scripted(CARCASSONNE, number, base(seats)) for number in numbers for seats in (2, 5)]
    with bench() as made:
        yield from _steps(made, effort)
        yield from _real_records(made, scripts, effort)
        for title in TITLES:
            yield from _fold(made, title, effort)


class Counted(msgspec.Struct):
    """What a projector makes that does nothing but look at every event."""

    id: str
    version: int


def count_events(initial: Any, events: Iterable[Any]) -> Counted | None:
    """A projector for the store alone."""
    counted = Counted("", 0)
    for event in events:
        counted.version = event.originator_version
    return counted


def _steps(made: Bench, effort: Effort) -> Iterator[Figure]:
    """Every event has been caused by a command of its own. The stock library has the same steps, as it stores them."""
    table_id = made.table_of(steps.game, walked(effort.stream))
    key, events = made.recorder.keys.stream(table_id), effort.stream
    client, recorder, application, ledger = made.client, made.recorder, made.partition.application, made.ledger
    stock = StockTables(made.url)
    stock_id = stock.walked(effort.stream)
    sides: dict[str, Callable[[], int]] = {
        "raw": lambda: entries(client, key),
        "recorder": lambda: len(recorder.select_events(table_id)),
        "repository": lambda: application.repository.get(table_id, projector_func=count_events).version,
        "application": lambda: application.table(table_id).version,
        "ledger": lambda: ledger.table(table_id).version,
        "stock": lambda: stock.version(stock_id),
    }
    assert {name: side() for name, side in sides.items()} == dict.fromkeys(sides, events)
    taken = alternate({name: timed(side) for name, side in sides.items()}, effort.slow_pace)
    stock.close()
    yield duration("replay.raw", f"XRANGE of {events} steps, an event", "µs", taken["raw"])
    yield compared("replay.recorder", "recorder.select_events", taken, "raw", "recorder")
    yield compared("replay.repository", "repository, store alone", taken, "raw", "repository", at_least(0.25))
    yield compared("replay.application", "application.table, folded", taken, "raw", "application")
    yield compared("replay.ledger", "ledger.table, folded", taken, "raw", "ledger")
    yield compared("replay.stock", "the stock library, same steps", taken, "raw", "stock")


def entries(client: Any, key: str) -> int:
    """How many entries a stream has, all of them read; `client` hands replies on as they come."""
    return len(client.execute_command("XRANGE", key, "-", "+"))


def _real_records(made: Bench, scripts: Iterable[Script], effort: Effort) -> Iterator[Figure]:
    records = real_records(scripts, effort.stream)
    table_id = made.table_of(CARCASSONNE.game, records)
    key = made.recorder.keys.stream(table_id)
    client, recorder, repository = made.client, made.recorder, made.partition.application.repository
    sides: dict[str, Callable[[], int]] = {
        "raw": lambda: entries(client, key),
        "recorder": lambda: len(recorder.select_events(table_id)),
        "repository": lambda: repository.get(table_id, projector_func=count_events).version,
    }
    taken = alternate({name: timed(side) for name, side in sides.items()}, effort.slow_pace)
    yield compared("replay.real_recorder", "recorder.select_events, records of games", taken, "raw", "recorder")
    what = "repository, store alone, records of games"
    yield compared("replay.real_repository", what, taken, "raw", "repository", at_least(0.25))


def real_records(scripts: Iterable[Script], events: int) -> list[Record[Any]]:
    """As many records of games as are wanted, in the order in which they came; not a game that could be folded."""
    return list(islice(cycle(chain.from_iterable(script.records for script in scripts)), events))


def _fold(made: Bench, title: Title, effort: Effort) -> Iterator[Figure]:
    """Reading and folding games: every event counts. What is left without the reading is our own code's."""
    scripts = [
        scripted(title, number, setting) for number in range(max(2, effort.games // 8)) for setting in title.settings
    ]
    table_ids = [made.table_from(script) for script in scripts]
    keys = [made.recorder.keys.stream(table_id) for table_id in table_ids]
    ledger, client = made.ledger, made.client
    sides: dict[str, Callable[[], int]] = {
        "raw": lambda: sum(entries(client, key) for key in keys),
        "ledger": lambda: sum(ledger.table(table_id).version for table_id in table_ids),
    }
    taken = alternate({name: timed(side) for name, side in sides.items()}, effort.slow_pace)
    own = [FOLDED * (each - raw) for each, raw in zip(taken["ledger"], taken["raw"], strict=True)]
    what, each = (
        title.named(f"{FOLDED} events of games"),
        sum(len(script.records) for script in scripts) // len(scripts),
    )
    note = f"from whole games of some {each} events"
    whole = [FOLDED * each for each in taken["ledger"]]
    yield duration(f"replay.{title.prefix}fold", f"{what} read and folded", "ms", whole, at_most(5), note=note)
    yield duration(f"replay.{title.prefix}own", f"{what} folded, without XRANGE", "ms", own, at_most(5), note=note)
    yield compared(f"replay.{title.prefix}ledger_games", f"{what}, ledger.table", taken, "raw", "ledger")
