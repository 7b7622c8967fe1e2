"""`souls due`: call time wherever what was asked was not answered in time (T-29). For cron: again does no harm."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import msgspec
import typer
from eventsourcing.persistence import PersistenceError

from domain.table.disputes.messages import CallTime
from domain.table.messages import SERVER
from domain.table.permissions import PERMISSIONS
from domain.table.records import Record
from domain.table.refusals import Refusal
from domain.table.seeing import seen_record
from domain.table.table import Table
from domain.table.timing import due as is_due
from infra.ledger import Ledger, SecretsLostError, TableNotFoundError
from infra.rulebooks import UnknownGameError
from tools.cli.common import (
    DataOption,
    JsonOption,
    RulebookOption,
    installation,
    refusal_sentence,
    say,
    say_json,
    submit,
)


class Called(msgspec.Struct, frozen=True):
    """Time was called at a table: what happened at once, in words; or why it could not be."""

    table: str
    version: int
    sentences: tuple[str, ...]
    trouble: str | None = None


def due(
    tables: Annotated[list[str] | None, typer.Argument(metavar="[TABLE]...", help="Tables; else all of them.")] = None,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> int:
    """Call time wherever what was asked has waited longer than its table lets it. The exit code is 1 where that failed.

    Nothing is done, and nothing told, where nothing is due: so it can be asked every hour.
    """
    with installation(data, rulebook) as souls:
        ids = list(dict.fromkeys(tables)) if tables else sorted(souls.ledger.table_ids())
        called = [one for table_id in ids for one in _called(souls.ledger, table_id)]
    if as_json:
        say_json({"called": called})
    else:
        for one in called:
            told = one.trouble if one.trouble is not None else "; ".join(one.sentences)
            say(f"{one.table}: {told}", None if one.trouble is None else "yellow")
    return 1 if any(one.trouble is not None for one in called) else 0


def _called(ledger: Ledger, table_id: str) -> Iterator[Called]:
    try:
        table = ledger.current(table_id)
        while is_due(table, ledger.clock()) and table.phase in PERMISSIONS[CallTime][1]:
            outcome = submit(ledger, table, SERVER, CallTime())
            if isinstance(outcome, Refusal):
                if outcome.code != "STALE_VERSION":
                    yield Called(table_id, table.version, (), refusal_sentence(table.catalogue, outcome))
                    return
            else:
                yield Called(table_id, outcome.last, tuple(_said(table, outcome.records)))
            table = ledger.current(table_id)
    except (PersistenceError, SecretsLostError, TableNotFoundError, UnknownGameError) as error:
        yield Called(table_id, 0, (), str(error))


def _said(table: Table, records: Iterable[Record[Any]]) -> Iterator[str]:
    for record in records:
        seen = seen_record(table, record, None)
        if seen is not None and not table.rulebook.is_aside(seen.event):
            yield table.catalogue.event(seen.event)
