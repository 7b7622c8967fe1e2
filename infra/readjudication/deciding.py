"""One table: its log is walked once, and every command is decided again in the state that the records before it made."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from eventsourcing.persistence import StoredEvent

from domain.table.again import Other, Refused, Repeated, Same, Undecidable, decide_again, game_speaks
from domain.table.clauses import Edition
from domain.table.messages import Command, GameEvent
from domain.table.records import Record
from domain.table.rulebook import Rulebook
from domain.table.table import Table
from infra.application import TableMapper
from infra.codec import Codec
from infra.projector import SPOILED, Spoiled
from infra.readjudication.findings import Decision, Finding, Happens, Kind, Nothing, TableFindings, TurnedDown, Unknown
from infra.readjudication.hiding import as_everybody_may_see
from infra.readjudication.refused import command_name, read_kept, refused_again, turned_down
from infra.refusals import KeptRefusal
from infra.rulebooks import Rulebooks


class Log(msgspec.Struct, frozen=True, array_like=True):
    """A table's stored events from the first to the last, as topic and state, and its kept refusals with their ids."""

    table: str
    events: tuple[tuple[str, bytes], ...]
    refusals: tuple[tuple[str, bytes], ...] = ()


class Adjudicator:
    """Decides tables again under the edition of a name."""

    def __init__(self, rulebooks: Rulebooks, edition: str) -> None:
        self._mapper = TableMapper(rulebooks)
        self._edition = edition

    def decide(self, log: Log) -> TableFindings | Spoiled:
        """What would differ at a table, or why it cannot be read. Its rulebook must know the edition."""
        stored = [StoredEvent(log.table, version, *event) for version, event in enumerate(log.events, 1)]
        try:
            rulebook, records = self._mapper.records(stored)
            edition = rulebook.edition(self._edition)
            if edition is None:
                raise ValueError(f"the rules of '{rulebook.game}' do not know the edition '{self._edition}'")
            walk = _Walk(log.table, rulebook, self._mapper.codec(rulebook.game), edition)
            return walk.through(records, read_kept(log.table, log.refusals))
        except (*SPOILED, msgspec.MsgspecError) as error:
            return Spoiled(log.table, str(error) or type(error).__name__)


class _Walk:
    """A table on its way from its first record to its last, and what was found so far."""

    def __init__(self, table_id: str, rulebook: Rulebook, codec: Codec, edition: Edition) -> None:
        self.table = Table(table_id, rulebook)
        self.codec = codec
        self.edition = edition
        self.findings: list[Finding] = []
        self.commands = self.refusals = 0

    def through(self, records: Sequence[Record[Any]], refused: Sequence[KeptRefusal]) -> TableFindings:
        """Walk along all records. A refusal at a version that is not reached came when these had been read."""
        at: defaultdict[int, list[KeptRefusal]] = defaultdict(list)
        for kept in refused:
            at[kept.version].append(kept)
        for recorded in _by_command(records):
            self._decide_command(recorded)
            for record in recorded:
                self.table.apply(record)
            for kept in at.get(self.table.version, ()):
                self._decide_refused(kept)
        counting = set(self.table.history.line())
        findings = (_counted(self.table, finding, counting) for finding in self.findings)
        told = tuple(as_everybody_may_see(self.table, finding) for finding in findings)
        return TableFindings(self.table.id, self.table.names, self.commands, self.refusals, told)

    def _decide_command(self, recorded: Sequence[Record[Any]]) -> None:
        cause = recorded[0].cause
        assert cause is not None
        command = self.codec.command(cause.command)
        if not game_speaks(command, recorded):
            return
        self.commands += 1
        version = self.table.version + 1
        match decide_again(self.table.copy(), recorded, command, edition=self.edition):
            case Same():
                return
            case Other() as other:
                found = (Kind.OTHER, _happens(other.was), _happens(other.would_be), version + other.first)
            case Refused(refusal):
                turned_down = TurnedDown(refusal.clause, refusal.code, msgspec.to_builtins(refusal.arguments))
                found = (Kind.REFUSED, _happens(recorded[0]), turned_down, version)
            case Repeated():
                why = "The table holds an earlier command of this id."
                found = (Kind.UNDECIDED, _happens(recorded[0]), Unknown(why), version)
            case Undecidable(why):
                found = (Kind.UNDECIDED, _happens(recorded[0]), Unknown(why), version)
        self._find(command, recorded[0].by, cause.seat, version, *found)

    def _find(
        self,
        command: Command,
        by: int,
        seat: int,
        version: int,
        kind: Kind,
        was: Decision,
        would_be: Decision,
        record: int,
    ) -> None:
        name = type(command).__name__
        self.findings.append(
            Finding(
                self.table.id,
                self.table.rulebook.game,
                version,
                kind,
                by,
                seat,
                name,
                command,
                was,
                would_be,
                record=record,
            )
        )

    def _decide_refused(self, kept: KeptRefusal) -> None:
        self.refusals += 1
        found = refused_again(self.table.copy(), kept, self.codec, self.edition)
        if found is None:
            return
        command, kind, would_be = found
        self.findings.append(
            Finding(
                self.table.id, self.table.rulebook.game, kept.version, kind, kept.by, kept.seat, command_name(kept), command,
                turned_down(kept), would_be, refusal=kept.id,
            )
        )  # fmt: skip


def _by_command(records: Sequence[Record[Any]]) -> Iterator[Sequence[Record[Any]]]:
    """The records of each command in turn; `ValueError` where the first record is of none."""
    starts = [at for at, record in enumerate(records) if record.cause is not None]
    if starts[:1] != [0]:
        raise ValueError("no command caused record 1")
    for start, end in zip(starts, [*starts[1:], len(records)], strict=True):
        yield records[start:end]


def _happens(record: Record[Any] | None) -> Decision:
    return Nothing() if record is None else Happens(record.law, record.event)


def _counted(table: Table, finding: Finding, counting: set[int]) -> Finding:
    """The finding with whether what its command did in the game has been undone since."""
    if finding.refusal is not None:
        return finding
    first, last = table.command_span(finding.version)
    played = [n for n in range(first, last + 1) if isinstance(table.records[n - 1].event, GameEvent)]
    return msgspec.structs.replace(finding, is_undone=bool(played) and counting.isdisjoint(played))
