"""`souls due`: do all that is due at tables (T-29, T-70 to T-72). For cron: again does no harm."""

from collections.abc import Iterator, Sequence
from random import SystemRandom
from typing import Annotated, Any

import msgspec
import typer
from eventsourcing.persistence import PersistenceError

from domain.table.disputes.messages import Reapplied
from domain.table.records import Record
from domain.table.seeing import seen_record
from domain.table.table import Table
from infra.ledger import Ledger, SecretsLostError, TableNotFoundError
from infra.rulebooks import UnknownGameError
from infra.timekeeping import keep_time
from tools.cli.common import (
    DataOption,
    JsonOption,
    RulebookOption,
    installation,
    refusal_sentence,
    say,
    say_json,
)


class Called(msgspec.Struct, frozen=True):
    """Something was done at a table: what happened at once, in words; or why it could not be."""

    table: str
    version: int
    sentences: tuple[str, ...]
    trouble: str | None = None


def due(
    tables: Annotated[list[str] | None, typer.Argument(metavar="[TABLE]...", help="Tables; else all of them.")] = None,
    bots: Annotated[bool, typer.Option("--bots", help="Let the seats of bots play, too.")] = False,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> int:
    """Call time wherever it is over, remind seats, and let bots move for late seats where a table has arranged that. The exit
    code is 1 where that failed.

    Nothing is done, and nothing told, where nothing is due: so it can be asked every few minutes. A table whose rulebook is not
    here is told of, and no failure unless it is named.
    """
    with installation(data, rulebook) as souls:
        ids = list(dict.fromkeys(tables)) if tables else sorted(souls.ledger.table_ids())
        done: list[Called] = []
        failed = False
        for table_id in ids:
            try:
                done += _kept(souls.ledger, table_id, bots)
            except UnknownGameError as error:
                done.append(Called(table_id, 0, (), str(error)))
                failed = failed or bool(tables)
            except (PersistenceError, SecretsLostError, TableNotFoundError) as error:
                done.append(Called(table_id, 0, (), str(error)))
                failed = True
    if as_json:
        say_json({"called": done})
    else:
        for one in done:
            told = one.trouble if one.trouble is not None else "; ".join(one.sentences)
            say(f"{one.table}: {told}", None if one.trouble is None else "yellow")
    return 1 if failed or any(one.trouble is not None and one.version for one in done) else 0


def _kept(ledger: Ledger, table_id: str, bots: bool) -> Iterator[Called]:
    rng = SystemRandom()
    more = True
    while more:
        kept = keep_time(ledger, table_id, rng, bots=bots)
        if not kept:
            return
        table = ledger.current(table_id)
        for one in kept:
            trouble = None if one.trouble is None else refusal_sentence(table.catalogue, one.trouble)
            yield Called(table_id, one.last or table.version, tuple(_said(table, one.records)), trouble)
        more = kept[-1].more


def _said(table: Table, records: Sequence[Record[Any]]) -> Iterator[str]:
    """What has happened, in sentences; of moves that were made again, which are as they were, only how many."""
    again = sum(isinstance(record.event, Reapplied) for record in records)
    for record in records:
        if isinstance(record.event, Reapplied):
            yield f"{again} {'move is' if again == 1 else 'moves are'} made again"
            return
        seen = seen_record(table, record, None)
        if seen is not None and not table.rulebook.is_aside(seen.event):
            yield table.catalogue.event(seen.event)
