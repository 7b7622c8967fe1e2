"""What a re-adjudication finds, as data: sentences are made of it at the edge."""

import re
from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from typing import Any, TypeAlias

import msgspec

from domain.table.messages import Command, Event
from infra.projector import Spoiled

_DIGITS = re.compile(r"(\d+)")


class Kind(StrEnum):
    """How a past decision would differ."""

    OTHER = "other events"
    REFUSED = "would be refused"
    ACCEPTED = "would be accepted now"
    REFUSED_OTHERWISE = "refused otherwise"
    UNDECIDED = "cannot be decided"


class Happens(msgspec.Struct, frozen=True):
    """An event, by its clause. None for an event that is hidden, or that only chance would decide."""

    clause: str
    event: Event | None


class TurnedDown(msgspec.Struct, frozen=True):
    """A refusal. Its arguments are None where they are hidden."""

    clause: str
    code: str
    arguments: dict[str, Any] | None


class Nothing(msgspec.Struct, frozen=True):
    """No further event."""

    clause: None = None


class Unknown(msgspec.Struct, frozen=True):
    """It cannot be decided; `why` is for people, None where it is hidden."""

    why: str | None
    clause: None = None


Decision: TypeAlias = Happens | TurnedDown | Nothing | Unknown


class Finding(msgspec.Struct, frozen=True):
    """A past decision that would differ: what it was and what it would be.

    `version` is the command's first record, or where the table stood when a command was refused; `record` the first record
    that differs; `refusal` the id of a kept refusal. `name` is the command's, `command` None where it is hidden or cannot
    be read. `is_undone`: it does not count now. `hides`: something is left out, because the table is not finished.
    """

    table: str
    game: str
    version: int
    kind: Kind
    by: int
    seat: int
    name: str
    command: Command | None
    was: Decision
    would_be: Decision
    record: int | None = None
    refusal: str | None = None
    is_undone: bool = False
    hides: bool = False


class TableFindings(msgspec.Struct, frozen=True):
    """One table: what its seats are called, how many commands and refusals were decided again, and what would differ."""

    table: str
    names: tuple[str, ...]
    commands: int
    refusals: int
    findings: tuple[Finding, ...]


class Group(msgspec.Struct, frozen=True):
    """The findings at all tables of a game that have the same clauses: of what was, and of what would be. None where there
    is no record, or nothing that could be decided."""

    game: str
    was: str | None
    would_be: str | None
    findings: tuple[Finding, ...]


class Readjudication(msgspec.Struct, frozen=True):
    """What an edition would have decided at many tables, in one order whoever did the work. `names` are the seats' names
    by table; `spoiled` are the tables that could not be read."""

    edition: str
    tables: int
    commands: int
    refusals: int
    groups: tuple[Group, ...]
    names: dict[str, tuple[str, ...]]
    spoiled: tuple[Spoiled, ...]

    def count(self, *, refusals: bool) -> Counter[Kind]:
        """How many commands, or kept refusals, would differ in which way."""
        found = (finding for group in self.groups for finding in group.findings)
        return Counter(finding.kind for finding in found if (finding.refusal is not None) == refusals)


def summed_up(edition: str, results: Iterable[TableFindings | Spoiled]) -> Readjudication:
    """The results of all tables, in whatever order they come."""
    tables: list[TableFindings] = []
    spoiled: list[Spoiled] = []
    for result in results:
        if isinstance(result, Spoiled):
            spoiled.append(result)
        else:
            tables.append(result)
    tables.sort(key=lambda found: found.table)
    groups: dict[tuple[str, str | None, str | None], list[Finding]] = {}
    for found in tables:
        for finding in found.findings:
            groups.setdefault((finding.game, finding.was.clause, finding.would_be.clause), []).append(finding)
    return Readjudication(
        edition,
        len(tables),
        sum(found.commands for found in tables),
        sum(found.refusals for found in tables),
        tuple(Group(*key, tuple(groups[key])) for key in sorted(groups, key=_place)),
        {found.table: found.names for found in tables if found.findings},
        tuple(sorted(spoiled, key=lambda one: one.table)),
    )


def _place(key: tuple[str, str | None, str | None]) -> list[list[tuple[int, str]]]:
    """Where a group stands: clauses by their numbers, so that 10.4 comes after 9.1."""
    return [_in_numbers(part or "") for part in key]


def _in_numbers(text: str) -> list[tuple[int, str]]:
    return [(int(part) if part.isdecimal() else -1, part) for part in _DIGITS.split(text)]
