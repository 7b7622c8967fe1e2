"""A table: its state in two layers, and how records make it.

Table records (seats, consents, pauses) always count; game records count while they are in the history. The state is
written only here, by records, so that the same log gives the same table.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import msgspec

from domain.table.catalogue import Catalogue
from domain.table.clauses import Edition
from domain.table.clocks.messages import TimeArranged, TimeProposed
from domain.table.clocks.running import turn
from domain.table.clocks.state import Clocks
from domain.table.clocks.state import set_down as set_clocks
from domain.table.disputes.messages import (
    Reapplied,
    RecordContested,
    RefusalContested,
    RequestLapsed,
    Ruled,
)
from domain.table.disputes.state import Disputes, set_down
from domain.table.evolving import KERNEL_OWN, evolved_by_kernel
from domain.table.history import History
from domain.table.lifecycle import (
    ChanceRenewed,
    ConsentGiven,
    ConsentRefused,
    EditionAdopted,
    EditionProposed,
    EntropyAdded,
    GameBegun,
    GameFinished,
    LogDisclosed,
    OrderSet,
    Phase,
    RequestWithdrawn,
    SeatFreed,
    SeatLeft,
    SeatResigned,
    SeatTaken,
    TableAbandoned,
    TableClosed,
    TableForked,
    TableOpened,
    TablePaused,
    TableResumed,
    Undone,
    UndoRequested,
)
from domain.table.messages import ARBITER, HOST, SERVER, Event, TableEvent
from domain.table.prompts import Prompt
from domain.table.records import Record
from domain.table.refusals import EngineFault
from domain.table.rulebook import Options, Rulebook
from domain.table.seating import Request, Seat


@dataclass(slots=True)
class Table:
    """One game being played. Make it with `Table(id, rulebook, options)` and records, or with `fold`."""

    id: str
    rulebook: Rulebook
    records: list[Record[Any]] = field(default_factory=list)
    opened: TableOpened | None = None
    options: Options | None = None
    seats: list[Seat] = field(default_factory=list)
    entropy: dict[int, str] = field(default_factory=dict)
    begun_at: int = 0
    paused: bool = False
    abandoned: bool = False
    closed: TableClosed | None = None
    edition: Edition | None = None
    epoch: int = 0
    commitment: str = ""
    request: Request | None = None
    starts: list[int] = field(default_factory=list)
    commands: dict[str, int] = field(default_factory=dict)
    history: History = field(default_factory=History)
    game: Any = None
    draws: dict[str, int] = field(default_factory=dict)
    finished: GameFinished | None = None
    moved_at: int = 0
    awaited_before: dict[Prompt, int] = field(default_factory=dict)
    disputes: Disputes = field(default_factory=Disputes)
    forked: TableForked | None = None
    clocks: Clocks = field(default_factory=Clocks)

    @property
    def version(self) -> int:
        """The version of the last record, 0 for a table that is not opened."""
        return len(self.records)

    @property
    def phase(self) -> Phase:
        """Where the table stands in its life."""
        if self.opened is None:
            return Phase.UNOPENED
        if self.closed is not None:
            return Phase.CLOSED
        if self.abandoned:
            return Phase.ABANDONED
        if self.begun_at:
            return Phase.FINISHED if self.finished else Phase.PAUSED if self.paused else Phase.BEGUN
        return Phase.OPEN if any(seat.vacant for seat in self.seats) else Phase.SEATED

    @property
    def is_over(self) -> bool:
        """Whether the play has ended, however it did: then the log is no secret any more."""
        return self.phase in (Phase.FINISHED, Phase.ABANDONED, Phase.CLOSED)

    @property
    def is_sandbox(self) -> bool:
        """Whether the table is a fork of another one, and so no game of its own (T-64)."""
        return self.forked is not None

    @property
    def is_copying(self) -> bool:
        """Whether this is a fork in the midst of what it copies: what is to be dealt anew still lies as at the origin."""
        return self.forked is not None and self.version < self.forked.last

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats, as the table's options decide them; before it is opened all that the game has."""
        return self.rulebook.seat_names if self.opened is None else self.rulebook.names(self.options, len(self.seats))

    @property
    def catalogue(self) -> Catalogue:
        """The game's sentences, with the names that the seats and things have at this table as it stands."""
        return self.plain_catalogue.knowing(partial(self.rulebook.called, self.game))

    @property
    def plain_catalogue(self) -> Catalogue:
        """The same for what does not count any more: what lies on the table now has nothing to do with it."""
        return self.rulebook.catalogue.named(self.names)

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """The decisions that the game waits for, none where nobody may play."""
        return self.game.prompts if self.phase is Phase.BEGUN else ()

    @property
    def state(self) -> Any:
        """The state of the game; until it begins the one that it will begin from. The table must be opened."""
        if self.game is not None:
            return self.game
        assert self.edition is not None
        return self.rulebook.start(self.options, len(self.seats), self.edition)

    def awaited_since(self) -> dict[Prompt, int]:
        """What somebody is waited for, each with the time (microseconds) since when the game has waited for it."""
        awaited = (prompt for prompt in self.prompts if not prompt.optional)
        return {prompt: self.awaited_before.get(prompt, self.moved_at) for prompt in awaited}

    def has_orders(self) -> bool:
        """Whether any seat has standing orders. Asked after every command."""
        for seat in self.seats:  # noqa: SIM110 - any() makes a generator each time
            if seat.orders:
                return True
        return False

    @property
    def setup_end(self) -> int:
        """The version at which the game had been set up; nothing before it can be undone."""
        return self.command_span(self.begun_at)[1]

    def command_span(self, version: int) -> tuple[int, int]:
        """The first and the last version of the command that the record at `version` belongs to."""
        at = bisect_right(self.starts, version)
        return self.starts[at - 1], self.starts[at] - 1 if at < len(self.starts) else self.version

    def move_span(self, version: int) -> tuple[int, int]:
        """The first and the last version of the move that the record at `version` belongs to: of its command, or, where a
        command has made moves again (T-28), of that one of them."""
        first, last = self.command_span(version)
        for at in range(first, last + 1):
            if isinstance(self.records[at - 1].event, Reapplied):
                if at > version:
                    return first, at - 1
                first = at
        return first, last

    def is_boundary(self, version: int) -> bool:
        """Whether a command ends at the version, or a move that is made again begins behind it."""
        if version == self.version or version + 1 in self.starts:
            return True
        return 0 <= version < self.version and isinstance(self.records[version].event, Reapplied)

    def person_of(self, by: int) -> str | None:
        """Who speaks so at the table now: a seat's holder, the host, the arbiter; None for the server and for nobody."""
        if by >= 0:
            return self.seats[by].person if by < len(self.seats) else None
        opened = self.opened
        return None if opened is None else {HOST: opened.host, ARBITER: opened.arbiter}.get(by)

    def apply(self, record: Record[Any]) -> None:
        """Append one record and let it happen."""
        if self.clocks.seats and record.cause is not None:
            turn(self, record.at)
        self.enter(record)
        if isinstance(record.event, Undone | GameBegun):
            self._refold_game()
        elif not isinstance(record.event, TableEvent):
            self._play(record, self.version)

    def copy(self) -> "Table":
        """A table that shares nothing mutable with this one, for dry runs."""
        twin = Table(**{name: getattr(self, name) for name in self.__slots__})
        twin.records, twin.starts = self.records.copy(), self.starts.copy()
        twin.commands, twin.draws, twin.entropy = self.commands.copy(), self.draws.copy(), self.entropy.copy()
        twin.seats = [Seat(seat.person, seat.resigned, seat.since, seat.orders.copy()) for seat in self.seats]
        twin.history = self.history.copy()
        twin.request = self.request and replace(self.request)
        twin.disputes, twin.clocks = self.disputes.copy(), self.clocks.copy()
        twin.game = None if self.game is None else self.rulebook.copy(self.game)
        return twin

    def enter(self, record: Record[Any]) -> None:
        """Append one record, with all that it does to the table and nothing that it does to the game: for who asks a log what
        it says of disputes and of the history alone."""
        self.records.append(record)
        if record.cause is not None:
            self.starts.append(self.version)
            self.commands[record.cause.id] = self.version
        event = record.event
        if isinstance(event, Undone):
            self._drop_undo_request()
            self.disputes.moved()
            self.disputes.changed = self.version
            self.history.jumped(event.to_version)
        elif isinstance(event, TableEvent):
            self.history.passed()
            if isinstance(event, Ruled):
                self.request = None
            if set_clocks(self.clocks, self.seats, record):
                self.request = None if isinstance(event, TimeArranged) else self.request
            elif not set_down(self.disputes, self.version, self.starts[-1], record):
                _set_down(self, record, event)
            elif isinstance(event, RecordContested | RefusalContested):
                self.disputes.contests[-1].people = self._people_of(record, event)
        else:
            self._drop_undo_request()
            if self.disputes.contests:
                self.disputes.moved()
            self.history.played()

    def _drop_undo_request(self) -> None:
        """T-21: what an undo would take back is something else now. T-24, T-66: a proposal stands while the game goes on."""
        if self.request is not None and self.request.to_version is not None:
            self.request = None

    def _people_of(self, record: Record[Any], event: RecordContested | RefusalContested) -> frozenset[str]:
        """T-62: whose own case it is: who contests, and who decided what is contested, whatever seats they hold later."""
        people = {self.person_of(record.by)}
        if isinstance(event, RecordContested):
            people.add(self._decided(event))
        return frozenset(person for person in people if person is not None)

    def _decided(self, event: RecordContested) -> str | None:
        contested = self.records[event.version - 1]
        seat = event.seat if event.seat >= 0 and contested.by in (event.seat, ARBITER, SERVER) else contested.by
        if seat < 0:
            return self.person_of(contested.by)
        taken = (one.event for one in self.records[: event.version] if isinstance(one.event, SeatTaken))
        return next((one.person for one in reversed(list(taken)) if one.seat == seat), None)

    def _play(self, record: Record[Any], version: int) -> None:
        if record.cause is not None or isinstance(self.records[version - 2].event, TableEvent):
            # What a command leaves open it has not asked anew: the others go on waiting since they began to.
            waiting, since = self.game.prompts, self.awaited_before
            self.awaited_before = {prompt: since.get(prompt, self.moved_at) for prompt in waiting}
        for draw in record.draws:
            self.draws[draw.label] = draw.number + 1
        event = record.event
        kind = type(event)  # not isinstance: this is asked of every record that there is
        if kind not in KERNEL_OWN:
            self.rulebook.evolve(self.game, event)
            if kind is GameFinished:
                self.finished, self.game.prompts = event, ()
        else:
            self.game = evolved_by_kernel(self.rulebook, self.game, event)
        self.moved_at = record.at

    def _refold_game(self) -> None:
        assert self.opened is not None
        assert self.edition is not None
        self.game = self.rulebook.start(self.options, len(self.seats), _edition(self, self.opened.edition))
        self.finished, self.moved_at, self.awaited_before = None, 0, {}
        self.draws.clear()  # not replaced: a command that goes on after this counts in it
        for version in self.history.line():
            self._play(self.records[version - 1], version)
        self.game.edition = self.edition


def _set_down(table: Table, record: Record[Any], event: Event) -> None:
    match event:
        case TableOpened():
            _open(table, event)
        case TableForked():
            table.forked = event
        case SeatTaken():
            table.seats[event.seat] = Seat(event.person, since=table.version)
            table.request = None
            table.disputes.sat(event.seat, event.person)
        case SeatLeft():
            table.seats[event.seat] = Seat()
            table.entropy.pop(event.seat, None)
        case EntropyAdded():
            table.entropy[event.seat] = event.entropy
        case GameBegun():
            table.begun_at = table.version
        case TablePaused():
            table.paused, table.disputes.paused = True, record.clause == "T-50"
        case TableResumed():
            table.paused = table.disputes.paused = False
        case SeatResigned():
            table.disputes.left(event.seat, table.seats[event.seat].person or "")
            table.seats[event.seat] = Seat(resigned=True)
            table.request = None
        case TableAbandoned():
            table.abandoned = True
        case TableClosed():
            table.closed = event
        case UndoRequested():
            table.request = Request(
                record.by, frozenset(event.asked), event.to_version, reapply=event.reapply, since=record.at
            )
        case EditionProposed():
            table.request = Request(record.by, frozenset(event.asked), edition=event.edition, since=record.at)
        case TimeProposed():
            table.request = Request(record.by, frozenset(event.asked), time=event.time, since=record.at)
        case ConsentGiven():
            assert table.request is not None
            table.request.agreed |= {event.seat}
        case ConsentRefused() | RequestWithdrawn() | RequestLapsed():
            table.request = None
        case EditionAdopted():
            table.edition = _edition(table, event.edition)
            table.request = None
            if table.game is not None:
                table.game.edition = table.edition
        case OrderSet(order=None):
            table.seats[event.seat].orders.pop(event.prompt, None)
        case OrderSet(order=str(order)):
            table.seats[event.seat].orders[event.prompt] = order
        case LogDisclosed() | SeatFreed():
            pass
        case ChanceRenewed():
            table.epoch, table.commitment = event.epoch, event.commitment
        case _:
            raise EngineFault(f"no rule says what {type(event).__name__} does")


def _open(table: Table, event: TableOpened) -> None:
    table.opened = event
    table.options = msgspec.json.decode(event.options, type=table.rulebook.options)
    table.seats = [Seat() for _ in range(event.seats)]
    table.edition = _edition(table, event.edition)
    table.commitment = event.commitment


def _edition(table: Table, name: str) -> Edition:
    return table.rulebook.edition(name) or Edition(name)


def fold(table_id: str, rulebook: Rulebook, records: Sequence[Record[Any]]) -> Table:
    """The table that these records make. Records that an undo took back are not played at all, unless time counted then: what
    the game waited for meanwhile tells whose clock ran."""
    table = Table(table_id, rulebook)
    rest = iter(records)
    for record in rest:
        table.enter(record)
        if table.clocks.seats:
            break
    if table.begun_at:
        table._refold_game()
    for record in rest:
        table.apply(record)
    return table
