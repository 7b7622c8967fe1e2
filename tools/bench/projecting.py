"""Projections: made anew from all streams, followed along the log, and brought up to date after one command."""

from collections.abc import Callable, Iterator, Sequence

from infra.projector import Projector
from tools.bench.appending import command_of
from tools.bench.effort import Effort
from tools.bench.figures import Figure, at_least, duration, rate
from tools.bench.games import scripted
from tools.bench.installation import Bench, bench
from tools.bench.measure import alternate, prepared, repeat, timed
from tools.bench.titles import CARCASSONNE, base


def figures(effort: Effort) -> Iterator[Figure]:
    """All projections that there are, over whole random games."""
    with bench() as made:
        scripts = [scripted(CARCASSONNE, number, base(2 + number % 4)) for number in range(effort.tables)]
        for script in scripts:
            made.table_from(script)
        events = sum(len(script.records) for script in scripts)
        sides = {"rebuild": timed(Projector(made.partition).rebuild), "catch up": prepared(_from_the_start(made))}
        taken = alternate(sides, effort.slow_pace)
        note = f"{events} events of {effort.tables} games"
        yield rate("projections.rebuild", "rebuild, events", "per s", taken["rebuild"], at_least(100_000), note)
        yield rate("projections.catch_up", "catching up from the start, events", "per s", taken["catch up"], note=note)
        yield duration("projections.one", "catching up with one command", "ms", _after_one(made, effort))


def _from_the_start(made: Bench) -> Callable[[], Callable[[], int]]:
    def prepare() -> Callable[[], int]:
        made.client.delete(made.recorder.keys.tracking)
        return Projector(made.partition).catch_up

    return prepare


def _after_one(made: Bench, effort: Effort) -> Sequence[float]:
    command, projector = command_of(made, made.open_steps().id), Projector(made.partition)
    projector.catch_up()

    def prepare() -> Callable[[], int]:
        command()

        def catch_up() -> int:
            projector.catch_up()
            return 1

        return catch_up

    return repeat(prepared(prepare), effort.pace)
