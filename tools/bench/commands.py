"""Commands of real games through the ledger: validated by the rules, chained, and synced to disk before the reply."""

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from statistics import median
from time import perf_counter

import msgspec

from domain.table.kernel import Accepted
from domain.table.records import Submission
from infra.opened import new_command_id
from tools.bench.appending import command_of, steadily
from tools.bench.effort import Effort
from tools.bench.figures import Figure, at_least, compared, duration
from tools.bench.games import Move, Script, scripted, walked
from tools.bench.installation import Bench, bench
from tools.bench.measure import Side, alternate, prepared, settled
from tools.bench.steps import rulebook as steps
from tools.bench.titles import CARCASSONNE, base

EARLY, LATE, VERY_LATE = 50, 250, 10_000


def figures(effort: Effort) -> Iterator[Figure]:
    """Whole games beside raw appends, and the same command early and late in its game."""
    scripts = [scripted(CARCASSONNE, number, base(2)) for number in range(max(2, effort.games // 3))]
    with bench() as made:
        yield from _games(made, scripts)
        yield _moves_early_and_late(made, scripts, effort)
        yield _steps_early_and_late(made, effort)


# --- Whole games ------------------------------------------------------------------------------------------------------


class Asked(msgspec.Struct, frozen=True):
    """A command that was asked, the seconds it took, and those of a raw append of its first event's bytes."""

    move: Move
    command: float
    raw: float


def _games(made: Bench, scripts: Sequence[Script]) -> Iterator[Figure]:
    with settled():
        games = [play(made, script) for script in (scripts[0], *scripts)][1:]
    simple = [
        [asked for asked in game if script.is_simple(asked.move)] for script, game in zip(scripts, games, strict=True)
    ]
    taken = {
        "command": [median(asked.command for asked in game) for game in simple],
        "raw": [median(asked.raw for asked in game) for game in simple],
        "any command": [sum(asked.command for asked in game) / len(game) for game in games],
        "any raw": [sum(asked.raw for asked in game) / len(game) for game in games],
    }
    events = sum(asked.move.events for game in games for asked in game) / sum(map(len, games))
    yield duration("commands.simple", "a tile laid, one event", "µs", taken["command"])
    yield compared("commands.simple_ratio", "a tile laid, one event", taken, "raw", "command", at_least(0.5))
    yield compared(
        "commands.any_ratio", "all commands of games", taken, "any raw", "any command",
        note=f"{events:.1f} events a command, next to an append of one",
    )  # fmt: skip


def play(made: Bench, script: Script) -> list[Asked]:
    """Let a script happen at a new table, a raw append after every command of the game."""
    table_id, raw = made.open_table(script), made.new_name()
    stored = made.stored(script.title.game, table_id, script.records)
    submit, client, asked = made.ledger.submit, made.client, []
    for move in script.moves[1:]:
        first = stored[move.expected]
        submission = Submission(new_command_id(), move.by, move.expected, move.command)
        start = perf_counter()
        outcome = submit(table_id, submission)
        done = perf_counter()
        client.execute_command("XADD", raw, "*", "t", first.topic, "s", first.state)
        asked.append(Asked(move, done - start, perf_counter() - done))
        assert isinstance(outcome, Accepted), outcome
    return asked


# --- Early and late ---------------------------------------------------------------------------------------------------


def _moves_early_and_late(made: Bench, scripts: Sequence[Script], effort: Effort) -> Figure:
    """Each round has two tables that come from the same game, each for one simple move only."""
    late = [script for script in scripts if script.simple_from(LATE)]
    sides = {"early": _one_move(made, late, EARLY), "late": _one_move(made, late, LATE)}
    taken = alternate(sides, effort.pace)
    what = f"a tile laid at version {LATE}, next to {EARLY}"
    return compared("commands.late_moves", what, taken, "early", "late", at_least(0.8))


def _one_move(made: Bench, scripts: Sequence[Script], version: int) -> Side:
    following = cycle(scripts)

    def prepare() -> Callable[[], int]:
        script = next(following)
        move = script.simple_from(version)[0]
        table_id = made.table_from(script, move.expected)
        made.ledger.current(table_id)
        submission = Submission(new_command_id(), move.by, move.expected, move.command)

        def work() -> int:
            outcome = made.ledger.submit(table_id, submission)
            assert isinstance(outcome, Accepted), outcome
            return 1

        return work

    return prepared(prepare)


def _steps_early_and_late(made: Bench, effort: Effort) -> Figure:
    """The smallest command, at tables that go on from round to round."""

    sides = {}
    for name, version in (("early", EARLY), ("late", VERY_LATE)):
        table_id = made.table_of(steps.game, walked(version))
        sides[name] = steadily(command_of(made, table_id), effort.appends)
    taken = alternate(sides, effort.pace)
    what = f"the smallest command at version {VERY_LATE}, next to {EARLY}"
    return compared("commands.late_steps", what, taken, "early", "late", at_least(0.8))
