"""The audit: what a game has computed once and stored is computed again (`Rulebook.audit`), for all events that count."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from domain.table.auditing import Audited
from domain.table.evolving import KERNEL_OWN, evolved_by_kernel
from domain.table.lifecycle import TableOpened
from domain.table.records import Record
from domain.table.refusals import UNFOLDABLE
from domain.table.rulebook import Rulebook
from infra.exports import Export
from infra.verification.replayed import history_of
from infra.verification.report import Report

LONGEST = 200


def check_audit(export: Export, rulebook: Rulebook, records: Sequence[Record[Any] | None], report: Report) -> None:
    """Audit the history, in a whole export or in a seat's, as far as it shows what counts.

    A fault is one of what is stored; the game goes on from it all the same.
    """
    if type(rulebook).audit is Rulebook.audit:
        return
    proved, unproved = Counter[str](), Counter[str]()
    try:
        for version, found in _audited(export, rulebook, records):
            if found.unknown:
                unproved[found.unknown] += 1
            elif found.differs:
                report.fault(version, _difference(found))
            else:
                proved[found.proof] += 1
    except _UnseenError as unseen:
        report.unproved.append(f"From record {unseen} on nothing is computed again: it is hidden what happened there.")
    except _UncomputableError as error:
        report.fault(error.version, f"what it says cannot be computed again: {error}")
    sentences = rulebook.catalogue
    report.proved += [f"{sentences.count(number, word)}." for word, number in proved.items()]
    report.unproved += [f"{sentences.count(number, word)}." for word, number in unproved.items()]


class _UnseenError(Exception):
    """The version of a record without which the audit cannot go on."""


class _UncomputableError(Exception):
    """Why what an event says cannot be computed, or the event not be applied."""

    def __init__(self, version: int, error: Exception) -> None:
        super().__init__(f"{str(error) or type(error).__name__}")
        self.version = version


def _audited(
    export: Export, rulebook: Rulebook, records: Sequence[Record[Any] | None]
) -> Iterator[tuple[int, Audited]]:
    """Each finding, with the version of its record."""
    opened = records[0].event if records and records[0] is not None else None
    if None in records or not isinstance(opened, TableOpened):
        # What is hidden may be an undo: nobody can say which records count.
        raise _UnseenError(records.index(None) + 1 if None in records else 1)
    version = 1
    try:
        options = msgspec.json.decode(opened.options, type=rulebook.options)
        edition = rulebook.edition(opened.edition)
        if edition is None:
            raise _UnseenError(1)
        state = rulebook.start(options, opened.seats, edition)
        for version in history_of([record.event for record in records if record is not None]).line():
            event = records[version - 1].event  # type: ignore[union-attr]
            if type(event) in KERNEL_OWN:
                state = evolved_by_kernel(rulebook, state, event)
                continue
            if event.secrets and not export.salt(version):
                # Of a record without a salt only a part is shown.
                if not rulebook.evolve_seen(state, event):
                    raise _UnseenError(version)
                continue
            for found in rulebook.audit(state, event):
                yield version, found
            rulebook.evolve(state, event)
    except UNFOLDABLE as error:
        raise _UncomputableError(version, error) from error


def _difference(found: Audited) -> str:
    recorded, computed = _brief(found.recorded), _brief(found.computed)
    becomes = f", and it is {computed}" if found.computed is not None else ", which cannot be"
    return f"computed again it differs in {found.differs}: {recorded} is recorded{becomes}"


def _brief(value: Any) -> str:
    text = str(msgspec.to_builtins(value))
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
