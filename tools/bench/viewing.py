"""What is made for people: a table loaded, views, redaction, pictures, exports and their verification."""

from collections.abc import Callable, Iterator

from domain.carcassonne.rulebook import rulebook
from domain.table.seeing import seen_record
from infra.exports import export_table
from infra.verification import verify
from projections.boards import Boards
from projections.pictures.svg import render_svg
from projections.pictures.text import render_text
from tools.bench.commands import play
from tools.bench.effort import Effort
from tools.bench.figures import Figure, duration
from tools.bench.games import scripted
from tools.bench.installation import Bench, bench
from tools.bench.measure import alternate, timed
from tools.bench.titles import CARCASSONNE, base

# Milliseconds, in the median, in which a server that is in use today loads a game.
LOADING = {"a server of such games": 183.0}
WIDTH = 120


def figures(effort: Effort) -> Iterator[Figure]:
    """All of one finished game of two seats, played through the ledger."""
    script = scripted(CARCASSONNE, 1, base(2))
    with bench() as made:
        play(made, script)
        (table_id,) = made.ledger.table_ids()
        sides = _sides(made, table_id, script.seed)
        taken = alternate({name: timed(side) for name, side in sides.items()}, effort.slow_pace)
    note = f"{len(script.records)} records"
    yield duration("views.load", "a finished game loaded", "ms", taken["load"], None, LOADING, note)
    yield duration("views.view", "one seat's view", "µs", taken["view"])
    yield duration("views.rows", "the boards of all viewers, encoded", "µs", taken["rows"])
    yield duration("views.redact", "a record redacted for a seat", "µs", taken["redact"])
    yield duration("views.svg", "a view drawn as SVG", "ms", taken["svg"])
    yield duration("views.text", f"a view drawn in {WIDTH} columns", "ms", taken["text"])
    yield duration("views.export", "a finished game exported and signed", "ms", taken["export"], note=note)
    yield duration("views.verify", "an export verified, all decisions made again", "ms", taken["verify"], note=note)


def _sides(made: Bench, table_id: str, seed: bytes) -> dict[str, Callable[[], int]]:
    table = made.ledger.table(table_id)
    codec = made.partition.application.mapper.codec(rulebook.game)
    commands = [record.cause and codec.command(record.cause.command) for record in table.records]
    view, boards = rulebook.view(table.game, 0), Boards()
    file = export_table(made.ledger, made.signer, table_id)

    def redact() -> int:
        for record, command in zip(table.records, commands, strict=True):
            seen_record(table, record, 0, command)
        return len(commands)

    return {
        "load": _once(lambda: made.ledger.table(table_id)),
        "view": _once(lambda: rulebook.view(table.game, 0)),
        "rows": _once(lambda: list(boards.rows(table))),
        "redact": redact,
        "svg": _once(lambda: render_svg(rulebook.scene(view))),
        "text": _once(lambda: render_text(rulebook.scene(view), WIDTH, colour=True)),
        "export": _once(lambda: export_table(made.ledger, made.signer, table_id)),
        "verify": _once(lambda: verify(file, made.ledger.rulebooks, seed=seed)),
    }


def _once(work: Callable[[], object]) -> Callable[[], int]:
    def side() -> int:
        work()
        return 1

    return side
