"""Forks: what a sandbox has copied, its origin proves, where it is there to be compared with (T-64)."""

from domain.table.forking import past_of
from domain.table.lifecycle import ForkTable, Redealt, TableForked, TableOpened
from domain.table.messages import ORIGIN, WHOLE
from domain.table.table import Table
from infra.codec import Codec
from infra.verification.report import Report


def check_fork(table: Table, codec: Codec, origin: Table | None, report: Report) -> None:
    """A fork's first command cannot be decided again from the table alone. With the origin (None: it is not here) it is proved
    that what is copied is what counted there."""
    copied = [version for version, record in enumerate(table.records, 1) if record.by == ORIGIN]
    if table.forked is None and not copied:
        return
    if not _is_laid_out(table, codec, copied):
        report.fault(1, "it is not how a fork begins, and there are records that only a fork has")
        return
    assert table.forked is not None
    whence = f"copied from table {table.forked.origin} at version {table.forked.version}"
    what = f"The records {copied[0]} to {copied[-1]} were {whence}" if copied else f"Nothing was {whence}"
    if origin is None:
        report.unproved.append(f"{what}: that table proves them.")
    elif (wrong := _first_other(table, copied, origin)) is not None:
        report.fault(wrong, f"it is not what was to be {whence}")
    else:
        report.proved.append(f"{what}, where they counted.")


def _is_laid_out(table: Table, codec: Codec, copied: list[int]) -> bool:
    """Whether the fork says what its command says, all that it copied stands together, and what is dealt anew behind it."""
    forked, opened, cause = table.forked, table.opened, table.records[0].cause
    if forked is None or opened is None or cause is None:
        return False
    asked = codec.command(cause.command)
    events = [record.event for record in table.records[: forked.last]]
    if not isinstance(asked, ForkTable) or [type(event) for event in events[:2]] != [TableOpened, TableForked]:
        return False
    said = ForkTable(
        forked.origin, forked.version, forked.viewer, opened.host, opened.commitment, asked.seed
    )  # fmt: skip
    dealt = [] if asked.viewer == WHOLE else [Redealt(asked.viewer, asked.seed)]
    end = forked.last - len(dealt)
    together = copied == list(range(end - len(copied) + 1, end + 1))
    return asked == said and together and events[end:] == dealt and table.command_span(1)[1] == forked.last


def _first_other(table: Table, copied: list[int], origin: Table) -> int | None:
    """The first version whose record is not what the origin has, None where all are; behind the last where some are missing."""
    assert table.forked is not None
    version = table.forked.version
    past = [copy.record for copy in past_of(origin, version)] if version <= origin.version else []
    for here, there in zip(copied, past, strict=False):
        record = table.records[here - 1]
        if (record.event, record.draws, record.clause) != (there.event, there.draws, there.clause):
            return here
    return None if len(copied) == len(past) else table.forked.last
