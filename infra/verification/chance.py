"""Chance: whether every value follows from the seed that was committed to (T-30 to T-35)."""

import re
from collections.abc import Iterator, Sequence

from domain.table.chance import LARGEST_BOUND, Derived, chance_key, commitment_to
from domain.table.history import History
from domain.table.lifecycle import ChanceRenewed, Undone
from domain.table.messages import ORIGIN, GameEvent
from domain.table.records import Draw
from domain.table.table import Table
from infra.verification.report import Report

HEX = re.compile(r"(?:[0-9a-f]{2})*")


def check_chance(table: Table, seed: bytes | None, parted: set[int], report: Report) -> None:
    """T-30 to T-35: draws are counted by the history, and every value follows from the seed committed to in its epoch.

    What a value decided is proved only where today's rules make the same of it; `parted` are the records where they do not.
    """
    assert table.opened is not None
    _check_numbers(table, report)
    published = _bytes_of(table.closed.seed) if table.closed and table.closed.seed else None
    if published is not None and commitment_to(published) != table.commitment:
        report.fault(0, "The published seed is not the one that was committed to.")
        return
    seeds = {commitment_to(known): known for known in (published, seed) if known}
    if seed and commitment_to(seed) not in [commitment for _, commitment, _ in _epochs(table)]:
        report.fault(0, "The seed that was given is not one that was committed to.")
    entropy = [_bytes_of(table.entropy[seat]) for seat in sorted(table.entropy)]
    for epoch, commitment, draws in _epochs(table):
        if epoch == 0 and table.opened.chance != "provable":
            report.unproved.append(f"The table's chance is {table.opened.chance}: nothing is claimed of it.")
        elif commitment not in seeds:
            where = f" of epoch {epoch}" if table.epoch else ""
            report.unproved.append(f"The seed{where} is not known, so {len(draws)} values of chance are not checked.")
        else:
            _check_values(Derived(chance_key(seeds[commitment], entropy), table.id, epoch), draws, parted, report)


def _check_values(source: Derived, draws: Sequence[tuple[int, Draw]], parted: set[int], report: Report) -> None:
    wrong = 0
    for version, draw in draws:
        if not 1 <= draw.bound <= LARGEST_BOUND or draw.value != source.value(draw.label, draw.number, draw.bound):
            wrong += 1
            report.fault(version, f"its chance is not what the seed gives ('{draw.label}' number {draw.number})")
    doubtful = sum(version in parted for version, _ in draws)
    if not wrong and len(draws) > doubtful:
        report.proved.append(f"{len(draws) - doubtful} values of chance follow from the seed that was committed to.")
    if doubtful:
        report.unproved.append(
            f"{doubtful} values of chance decided something else than they would decide by today's rules: what was drawn"
            " with them is not proved."
        )


def _check_numbers(table: Table, report: Report) -> None:
    """T-33: a value's number is how often its label was drawn in the history so far; else one could choose among values."""
    history = History()
    drawn: dict[int, dict[str, int]] = {0: {}}
    for version, record in enumerate(table.records, 1):
        counts = drawn[history.tip]
        for draw in record.draws:
            if draw.number != counts.get(draw.label, 0):
                report.fault(version, f"its chance is number {draw.number} of '{draw.label}', out of turn")
            counts = {**counts, draw.label: draw.number + 1}
        if isinstance(record.event, Undone):
            history.jumped(record.event.to_version)
        elif isinstance(record.event, GameEvent):
            history.played()
            drawn[version] = counts
        else:
            history.passed()


def _epochs(table: Table) -> Iterator[tuple[int, str, list[tuple[int, Draw]]]]:
    """Each epoch of the table's chance: its number, its commitment, and its draws with their versions."""
    assert table.opened is not None
    epoch, commitment = 0, table.opened.commitment
    draws: list[tuple[int, Draw]] = []
    for version, record in enumerate(table.records, 1):
        if isinstance(record.event, ChanceRenewed):
            yield epoch, commitment, draws
            epoch, commitment, draws = record.event.epoch, record.event.commitment, []
        if record.by != ORIGIN:  # T-64: what a fork has copied is of its origin's chance
            draws += [(version, draw) for draw in record.draws]
    yield epoch, commitment, draws


def _bytes_of(digits: str) -> bytes:
    """The bytes that hexadecimal digits stand for; of anything else no bytes that could be a seed."""
    return bytes.fromhex(digits) if HEX.fullmatch(digits) else b""
